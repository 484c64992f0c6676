// SPDX-License-Identifier: Apache-2.0
#include "vmcore/format/gpu/ptx.h"

#include <algorithm>
#include <charconv>
#include <string>

namespace relaxscope::gpu {
namespace {

/// Words, numbers and punctuation; comments and strings are skipped.
class Tokens {
 public:
  explicit Tokens(std::string_view text) : text_(text) { next(); }

  [[nodiscard]] std::string_view now() const { return now_; }
  [[nodiscard]] bool done() const { return now_.empty(); }
  void next() {
    skipBlanks();
    size_t end = at_;
    while (end < text_.size() && isWord(text_[end])) ++end;
    if (end == at_ && end < text_.size()) ++end;
    now_ = text_.substr(at_, end - at_);
    at_ = end;
  }
  bool take(std::string_view word) {
    if (now_ != word) return false;
    next();
    return true;
  }
  /// A decimal number; 0 for anything else, which stays.
  uint64_t takeNumber() {
    uint64_t value = 0;
    const char* end = now_.data() + now_.size();
    if (now_.empty() || std::from_chars(now_.data(), end, value).ptr != end) return 0;
    next();
    return value;
  }

 private:
  static bool isWord(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$' ||
           c == '%' || c == '.';
  }
  void skipBlanks() {
    while (at_ < text_.size()) {
      const std::string_view rest = text_.substr(at_);
      if (rest.starts_with("//")) at_ = std::min(text_.find('\n', at_), text_.size());
      else if (rest.starts_with("/*")) skipTo("*/", 2);
      else if (rest[0] == '"') skipTo("\"", 1);
      else if (static_cast<unsigned char>(rest[0]) <= ' ') ++at_;
      else return;
    }
  }
  void skipTo(std::string_view end, size_t begin) {
    const size_t found = text_.find(end, at_ + begin);
    at_ = found == std::string_view::npos ? text_.size() : found + end.size();
  }

  std::string_view text_, now_;
  size_t at_ = 0;
};

/// Bytes of ".b32", ".f16x2"; 0 for an unknown type.
uint64_t bytesOf(std::string_view type) {
  if (type == ".f16x2" || type == ".bf16x2" || type == ".b32" || type == ".u32" || type == ".s32" || type == ".f32")
    return 4;
  if (type == ".b8" || type == ".u8" || type == ".s8") return 1;
  if (type == ".b16" || type == ".u16" || type == ".s16" || type == ".f16" || type == ".bf16") return 2;
  if (type == ".b64" || type == ".u64" || type == ".s64" || type == ".f64") return 8;
  return type == ".b128" ? 16 : 0;
}

class PtxReader {
 public:
  explicit PtxReader(std::string_view text) : tokens_(text) {}

  std::vector<KernelResources> run() {
    while (!tokens_.done()) readModuleToken();
    if (sharedOutside_)
      for (KernelResources& kernel : kernels_) kernel.sharedBytes.reset();
    return std::move(kernels_);
  }

 private:
  void readModuleToken() {
    if (tokens_.take(".target")) return readTarget();
    if (tokens_.take(".entry")) return readKernel();
    if (tokens_.now() == "{") return readBody(nullptr);
    const bool external = tokens_.now() == ".extern";
    if (tokens_.now() == ".shared" && !external_) sharedOutside_ = true;
    external_ = external;
    tokens_.next();
  }

  /// "sm_90a, texmode_independent"
  void readTarget() {
    std::string_view name = tokens_.now();
    if (!name.starts_with("sm_")) return;
    name.remove_prefix(3);
    uint32_t number = 0;
    const char* end = name.data() + name.size();
    const char* stop = std::from_chars(name.data(), end, number).ptr;
    if (end - stop <= 1 && number < 10'000) architecture_ = number;
  }

  void readKernel() {
    KernelResources kernel;
    kernel.kernel = tokens_.now();
    kernel.architecture = architecture_;
    kernel.sharedBytes = 0;
    tokens_.next();
    while (!tokens_.done() && tokens_.now() != "{" && tokens_.now() != ";") {
      if (tokens_.take(".maxntid")) readBlock(kernel, false);
      else if (tokens_.take(".reqntid")) readBlock(kernel, true);
      else if (tokens_.take(".minnctapersm")) kernel.minBlocksPerSm = static_cast<uint32_t>(tokens_.takeNumber());
      else tokens_.next();
    }
    if (tokens_.now() != "{") return;  // a declaration
    readBody(&kernel);
    kernels_.push_back(std::move(kernel));
  }

  /// One to three numbers.
  void readBlock(KernelResources& kernel, bool required) {
    std::array<uint32_t, 3> block = {1, 1, 1};
    for (size_t i = 0; i < 3 && (i == 0 || tokens_.take(",")); ++i)
      block[i] = static_cast<uint32_t>(std::min<uint64_t>(tokens_.takeNumber(), 0xffff));
    if (kernel.blockRequired) return;
    kernel.maxBlock = block;
    kernel.blockRequired = required;
  }

  /// From "{" to its "}". The shared memory that a kernel declares, one variable after the other.
  void readBody(KernelResources* kernel) {
    size_t depth = 0;
    while (!tokens_.done()) {
      if (tokens_.now() == "{") ++depth;
      if (tokens_.now() == "}" && --depth == 0) return tokens_.next();
      if (!tokens_.take(".shared")) {
        tokens_.next();
        continue;
      }
      // A device function's own: the kernels that call it share it.
      if (kernel == nullptr) sharedOutside_ = true;
      else addShared(kernel->sharedBytes);
    }
  }

  /// ".align 4 .v2 .b8 name[16][2];"
  void addShared(std::optional<uint64_t>& total) {
    uint64_t alignment = 0, lanes = 1, size = 0;
    for (; tokens_.now().starts_with('.'); tokens_.next()) {
      if (tokens_.now() == ".align") {
        tokens_.next();
        alignment = tokens_.takeNumber();
      }
      if (tokens_.now() == ".v2") lanes = 2;
      else if (tokens_.now() == ".v4") lanes = 4;
      else size = bytesOf(tokens_.now());
    }
    tokens_.next();  // the name
    size *= lanes;
    alignment = std::max(alignment, size);
    while (tokens_.take("[")) {
      const uint64_t count = tokens_.takeNumber();
      size = count < kMaxSharedBytes && size < kMaxSharedBytes ? size * count : 0;
      tokens_.take("]");
    }
    if (!total || size == 0 || alignment > kMaxSharedBytes || tokens_.now() != ";") return total.reset();
    total = (*total + alignment - 1) / alignment * alignment + size;
    if (*total > kMaxSharedBytes) total.reset();
  }

  Tokens tokens_;
  std::vector<KernelResources> kernels_;
  uint32_t architecture_ = 0;
  bool external_ = false;       ///< the last token was ".extern"
  bool sharedOutside_ = false;  ///< shared memory is declared outside of kernels
};

}  // namespace

std::vector<KernelResources> readPtx(std::string_view text) { return PtxReader(text).run(); }

}  // namespace relaxscope::gpu
