// SPDX-License-Identifier: Apache-2.0
#include "vmcore/format/code/kernel_codes.h"

#include <algorithm>
#include <map>

#include "vmcore/base/bytes/sha256.h"
#include "vmcore/format/code/kernel_walk.h"
#include "vmcore/format/library/symbols.h"
#include "vmcore/format/object/object_image.h"
#include "vmcore/model/checks/check_names.h"

namespace relaxscope {
namespace {

using Kind = MachineOperand::Kind;

constexpr uint64_t kMostBytes = uint64_t{256} << 20;  // of symbols that are compared as bytes, over all kernels

/// The canonical form of a kernel, as a digest.
class KernelDigest {
 public:
  explicit KernelDigest(std::string_view kernel) : kernel_(kernel) {}

  void add(const WalkStep& step) {
    const X86Instruction& decoded = step.instruction.decoded;
    if (step.row == 0) put('F');
    bytes_ += decoded.size;
    switch (decoded.flow) {
      case X86Flow::Jump: put(step.instruction.leaves ? 'T' : 'J'); break;
      case X86Flow::Call: put('C'); break;
      case X86Flow::Branch:  // a branch has a short and a long form
        put('B');
        put(static_cast<char>(decoded.opcode >= 0xE0 ? decoded.opcode : decoded.opcode & 0x0F));
        break;
      default: putInstruction(step.bytes, decoded);
    }
    putOperand(step.operand);
    flush();
  }

  KernelCode finish() {
    const CheckNames names = signature_.empty() ? CheckNames(kernel_, texts_) : CheckNames(signature_);
    for (const std::string& text : texts_) {
      putText(names.without(text));
      flush();
    }
    KernelCode code;
    const std::array<uint8_t, 32> digest = sha_.finish();
    std::copy_n(digest.begin(), code.digest.size(), code.digest.begin());
    code.bytes = bytes_;
    code.exact = true;
    return code;
  }

 private:
  void put(char c) { pending_ += c; }
  void putNumber(uint32_t number) {
    for (int shift = 0; shift < 32; shift += 8) put(static_cast<char>(number >> shift));
  }
  void putText(std::string_view text) {
    putNumber(static_cast<uint32_t>(text.size()));
    pending_ += text;
  }
  void putInstruction(std::span<const uint8_t> bytes, const X86Instruction& decoded) {
    put(static_cast<char>(decoded.size));
    for (size_t i = 0; i < bytes.size(); ++i)
      if (i < decoded.displacementAt || i >= decoded.displacementAt + size_t{decoded.displacementBytes})
        put(static_cast<char>(bytes[i]));
  }
  void putOperand(const MachineOperand& operand) {
    if (operand.kind == Kind::None) return;
    put(static_cast<char>(operand.kind));
    if (operand.kind != Kind::Text) {
      putNumber(operand.number);
      for (const uint32_t row : operand.rows) putNumber(row);
      return putText(operand.content);
    }
    if (signature_.empty() && isSignatureOf(operand.content, kernel_)) signature_ = operand.content;
    const auto [place, isNew] = numbers_.emplace(operand.content, static_cast<uint32_t>(texts_.size()));
    if (isNew) texts_.push_back(operand.content);
    putNumber(place->second);
  }
  void flush() {
    sha_.update({reinterpret_cast<const uint8_t*>(pending_.data()), pending_.size()});
    pending_.clear();
  }

  std::string_view kernel_;
  Sha256 sha_;
  std::string pending_, signature_;
  std::vector<std::string> texts_;  ///< added at the end, when the names are known
  std::unordered_map<std::string, uint32_t> numbers_;
  uint64_t bytes_ = 0;
};

class KernelCodeReader {
 public:
  KernelCodeReader(const Bytes& file, LibraryEra era) : file_(file), prefix_(kernelPrefix(era)), era_(era) {}

  KernelCodes::Map run() {
    if (!looksLikeObject(file_)) return {};
    const Result<MappedImage> image = MappedImage::of(file_);
    if (image.ok()) {
      KernelWalk walk(*image);
      ObjectFile object;
      object.symbols = image->symbols();
      forEachKernel(object, [&](const ObjectSymbol& symbol, std::string_view kernel) { follow(walk, symbol, kernel); });
    }
    if (!image.ok() || !failed_.empty()) readSymbols(image.ok() ? std::string() : image.error().message);
    return std::move(codes_);
  }

 private:
  template <class Visit>
  void forEachKernel(const ObjectFile& object, Visit visit) const {
    const std::vector<std::string> kernels = hostKernels(object, era_);
    for (const ObjectSymbol& symbol : object.symbols) {
      std::string_view name = symbol.name;
      if (!symbol.defined || !name.starts_with(prefix_)) continue;
      name.remove_prefix(prefix_.size());
      if (std::ranges::binary_search(kernels, name)) visit(symbol, name);
    }
  }

  void follow(KernelWalk& walk, const ObjectSymbol& symbol, std::string_view kernel) {
    if (codes_.contains(kernel)) return;
    KernelDigest digest(kernel);
    std::string why = walk.run(symbol.value, [&](const WalkStep& step) { digest.add(step); });
    if (why.empty()) codes_.emplace(kernel, digest.finish());
    else failed_.emplace(kernel, std::move(why));
  }

  /// The bytes of the symbols of all kernels for the reason `why` or, if that is empty, of those that could not be
  /// followed.
  void readSymbols(const std::string& why) {
    const Result<ObjectImage> image = readObject(file_);
    if (!image.ok()) return;
    forEachKernel(image->object, [&](const ObjectSymbol& symbol, std::string_view kernel) {
      const auto place = codes_.contains(kernel) ? std::nullopt : bytesFrom(*image, symbol);
      if (!place) return;
      const uint64_t size = std::min({symbol.size, place->size, left_});
      left_ -= size;
      KernelCode code;
      Sha256 sha;
      file_.slice(place->offset, size).forEachPiece([&](std::span<const uint8_t> piece) { sha.update(piece); });
      const std::array<uint8_t, 32> digest = sha.finish();
      std::copy_n(digest.begin(), code.digest.size(), code.digest.begin());
      code.bytes = size;
      code.why = why.empty() ? failed_[std::string(kernel)] : why;
      codes_.emplace(kernel, std::move(code));
    });
  }

  const Bytes& file_;
  const std::string_view prefix_;
  const LibraryEra era_;
  KernelCodes::Map codes_;
  std::map<std::string, std::string, std::less<>> failed_;  ///< why kernels could not be followed
  uint64_t left_ = kMostBytes;
};

}  // namespace

KernelCodes::Map readKernelCodes(const Bytes& file, LibraryEra era) { return KernelCodeReader(file, era).run(); }

}  // namespace relaxscope
