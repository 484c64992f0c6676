// SPDX-License-Identifier: Apache-2.0
#include "vmcore/format/code/kernel_codes.h"

#include <algorithm>
#include <map>
#include <unordered_set>

#include "vmcore/base/bytes/sha256.h"
#include "vmcore/base/bytes/word_reader.h"
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
    sets_ |= decoded.sets;
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
    code.sets = sets_;
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
  VectorSets sets_ = 0;
};

/// The instruction sets of AArch64 code, followed by its branches and calls. Encoding: Arm ARM (DDI 0487), C4.1.
class Arm64Sets {
 public:
  Arm64Sets(const Bytes& file, const ObjectImage& image) : file_(file), image_(image) {}

  /// Nothing without code at the address, or if there is too much of it.
  std::optional<VectorSets> of(uint64_t entry) {
    if (!wordAt(entry)) return std::nullopt;
    VectorSets sets = 0;
    std::vector<uint64_t> open{entry};
    std::unordered_set<uint64_t> seen;
    while (!open.empty()) {
      uint64_t address = open.back();
      open.pop_back();
      while (seen.insert(address).second) {
        const std::optional<uint32_t> word = wordAt(address);
        if (!word) break;
        if (left_ == 0) return std::nullopt;
        --left_;
        sets |= setsOf(*word);
        if (const std::optional<int64_t> distance = distanceOf(*word))
          open.push_back(address + static_cast<uint64_t>(*distance));
        if (ends(*word)) break;
        address += 4;
      }
    }
    return sets;
  }

 private:
  [[nodiscard]] std::optional<uint32_t> wordAt(uint64_t address) const {
    const std::optional<uint64_t> place = placeOf(image_.ranges, address, 4);
    const Bytes bytes = place ? file_.slice(*place, 4) : Bytes();
    if (bytes.size() < 4) return std::nullopt;
    return WordReader(bytes).u32(0);
  }
  static VectorSets setsOf(uint32_t word) {
    const uint32_t group = (word >> 25) & 15;
    if (group == 2) return setBit(VectorSet::Sve);
    if (group == 0 && (word >> 31) != 0) return setBit(VectorSet::Sme);
    const bool isVector = (word & 0x9E000000) == 0x0E000000;                                     // of 8 or 16 bytes
    const bool isStructure = (word & 0xBE000000) == 0x0C000000;                                  // ld1, st4
    const bool isQuad = (word & 0x3F800000) == 0x3D800000 || (word & 0xFC000000) == 0xAC000000;  // ldr q, ldp q
    return isVector || isStructure || isQuad ? setBit(VectorSet::Neon) : 0;
  }
  /// How far a branch or call leads.
  static std::optional<int64_t> distanceOf(uint32_t word) {
    const auto field = [word](int low, int bits) {
      const auto value = static_cast<int32_t>(word << (32 - low - bits)) >> (32 - bits);
      return int64_t{value} * 4;
    };
    if ((word & 0x7C000000) == 0x14000000) return field(0, 26);  // b, bl
    if ((word & 0xFF000000) == 0x54000000) return field(5, 19);  // b.cond
    if ((word & 0x7E000000) == 0x34000000) return field(5, 19);  // cbz, cbnz
    if ((word & 0x7E000000) == 0x36000000) return field(5, 14);  // tbz, tbnz
    return std::nullopt;
  }
  /// Whether what follows is not reached from it.
  static bool ends(uint32_t word) {
    const bool isBranch = (word & 0xFC000000) == 0x14000000;
    const bool isCallThrough = (word & 0xFFE00000) == 0xD6200000;
    const bool isThrough = (word & 0xFE000000) == 0xD6000000 && !isCallThrough;  // br, ret
    const bool isTrap = (word & 0xFFE0001F) == 0xD4200000 || word == 0;          // brk, udf
    return isBranch || isThrough || isTrap;
  }

  const Bytes& file_;
  const ObjectImage& image_;
  uint64_t left_ = uint64_t{8} << 20;  ///< instructions, over all kernels
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
    Arm64Sets arm64(file_, *image);
    const bool isArm64 = image->object.machineName == "aarch64" && image->object.kind != ObjectKind::Relocatable;
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
      if (isArm64) code.sets = arm64.of(symbol.value);
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
