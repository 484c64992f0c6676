// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/flow/fingerprint.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <span>
#include <string_view>

#include "vmcore/analysis/flow/cfg.h"
#include "vmcore/analysis/flow/code_walk.h"
#include "vmcore/analysis/flow/work_limits.h"
#include "vmcore/base/bytes/sha256.h"

namespace relaxscope {
namespace {

/// Collects what is hashed. Numbers are little-endian, 8 bytes; each item begins with a letter for its kind.
class Hasher {
 public:
  void letter(char kind) { put(static_cast<uint8_t>(kind)); }
  void number(int64_t value) {
    if (size_ + sizeof(value) > buffer_.size()) flush();
    for (size_t i = 0; i < sizeof(value); ++i)
      buffer_[size_++] = static_cast<uint8_t>(static_cast<uint64_t>(value) >> (8 * i));
  }
  void text(std::string_view text) {
    number(static_cast<int64_t>(text.size()));
    bytes({reinterpret_cast<const uint8_t*>(text.data()), text.size()});
  }
  void print(const Fingerprint& print) { bytes(print.bytes); }
  void bytes(std::span<const uint8_t> bytes) {
    if (bytes.size() > buffer_.size() - size_) flush();
    if (bytes.size() > buffer_.size()) return hash_.update(bytes);
    std::ranges::copy(bytes, buffer_.begin() + static_cast<std::ptrdiff_t>(size_));
    size_ += bytes.size();
  }
  Fingerprint finish() {
    flush();
    const std::array<uint8_t, 32> digest = hash_.finish();
    Fingerprint half;
    std::copy_n(digest.begin(), half.bytes.size(), half.bytes.begin());
    hash_ = {};
    return half;
  }

 private:
  void put(uint8_t byte) {
    if (size_ == buffer_.size()) flush();
    buffer_[size_++] = byte;
  }
  void flush() {
    hash_.update(std::span(buffer_).first(size_));
    size_ = 0;
  }
  Sha256 hash_;
  std::array<uint8_t, 1024> buffer_{};
  size_t size_ = 0;
};

/// Numbers registers in the order in which they are first mentioned.
class RegisterOrder {
 public:
  /// Begins anew; registers below `fixed` keep their numbers.
  void restart(int64_t fixed) {
    ++round_;
    fixed_ = next_ = std::max<int64_t>(fixed, 0);
  }
  int64_t of(int64_t reg) {
    if (reg >= 0 && reg < fixed_) return reg;
    Place& place = placeOf(reg);
    if (place.round != round_) place = {round_, next_++};
    return place.number;
  }

 private:
  struct Place {
    uint64_t round = 0;
    int64_t number = 0;
  };
  Place& placeOf(int64_t reg) {
    constexpr int64_t kMaxDense = int64_t{1} << 20;
    if (reg < 0 || reg >= kMaxDense) return far_[reg];
    const auto at = static_cast<size_t>(reg);
    if (at >= near_.size()) near_.resize(at + 1);
    return near_[at];
  }
  uint64_t round_ = 0;
  int64_t fixed_ = 0, next_ = 0;
  std::vector<Place> near_;
  std::unordered_map<int64_t, Place> far_;
};

struct ConstantHasher {
  Hasher& hasher;
  const std::stop_token& stop;

  void type(DataType type) const {
    for (const int64_t part : {int64_t{type.code}, int64_t{type.bits}, int64_t{type.lanes}}) hasher.number(part);
  }
  void dims(const std::vector<int64_t>& dims) const {
    hasher.number(static_cast<int64_t>(dims.size()));
    for (const int64_t dim : dims) hasher.number(dim);
  }
  void operator()(const TensorConstant& tensor) const {
    type(tensor.dtype);
    dims(tensor.shape);
    hasher.number(static_cast<int64_t>(tensor.data.size()));
    tensor.data.forEachPiece([&](std::span<const uint8_t> piece) {
      hasher.bytes(piece);
      return !stop.stop_requested();
    });
  }
  void operator()(const DataType& dtype) const { type(dtype); }
  void operator()(const ShapeConstant& shape) const { dims(shape.dims); }
  void operator()(const StringConstant& string) const { hasher.text(string.text); }
  void operator()(const IntConstant& number) const { hasher.number(number.value); }
  void operator()(const FloatConstant& number) const {
    const double value = std::isnan(number.value) ? std::numeric_limits<double>::quiet_NaN() : number.value;
    hasher.number(std::bit_cast<int64_t>(value));
  }
  void operator()(const LateBoundConstant& late) const { hasher.text(late.name); }
  void operator()(const UnknownConstant&) const {}
};

}  // namespace

/// Hashes the code of one function, as a whole and by block.
class CodeHasher {
 public:
  CodeHasher(Fingerprints& prints, const Cfg& cfg, const Function& function, const std::stop_token& stop)
      : prints_(prints), executable_(prints.executable_), cfg_(cfg), stop_(stop) {
    whole_.letter('F');
    whole_.number(function.numArgs);
    wholeRegisters_.restart(function.numArgs);
  }

  std::optional<FunctionFingerprint> run(PcRange range) {
    FunctionFingerprint out;
    size_t seen = 0;
    int64_t expected = range.begin;
    CodeWalk(executable_).run(range, [&](int64_t pc, const Instruction& instruction) {
      while (out.blocks.size() < cfg_.blocks.size() && pc >= cfg_.blocks[out.blocks.size()].begin.value)
        beginBlock(out);
      if (pc != expected) addBoth('?', pc - expected);  // instructions that cannot be read
      expected = pc + 1;
      add(pc, instruction);
      return ++seen % kStopEvery != 0 || !stop_.stop_requested();
    });
    while (out.blocks.size() < cfg_.blocks.size()) beginBlock(out);
    if (stop_.stop_requested()) return std::nullopt;
    if (expected != range.end) addBoth('?', range.end - expected);
    if (!out.blocks.empty()) out.blocks.back() = block_.finish();
    out.whole = whole_.finish();
    return out;
  }

 private:
  void beginBlock(FunctionFingerprint& out) {
    if (!out.blocks.empty()) out.blocks.back() = block_.finish();
    blockRegisters_.restart(0);
    block_.letter('B');
    blockRow_ = static_cast<int64_t>(out.blocks.size());
    out.blocks.emplace_back();
  }

  void add(int64_t pc, const Instruction& instruction) {
    for (Hasher* hasher : {&whole_, &block_}) {
      hasher->letter(instruction.set->isRelay() ? 'R' : 'I');
      hasher->number(instruction.row->code);
    }
    instruction.forEachOperand([&](const Operand& operand) {
      switch (operand.role) {
        case OperandRole::Ignored: return;
        case OperandRole::Offset:
        case OperandRole::TrueOffset:
        case OperandRole::FalseOffset: return addJump(pc, operand.value);
        default: break;
      }
      switch (operand.kind) {
        case ArgKind::Register: return addRegister(operand.value);
        case ArgKind::Immediate: return addBoth('i', operand.value);
        case ArgKind::Constant: return addConstant(operand.value);
        case ArgKind::Function: return addFunction(operand.value);
      }
      addBoth('u', operand.value);
    });
  }

  void addBoth(char letter, int64_t number) { addEach(letter, number, number); }
  void addEach(char letter, int64_t ofWhole, int64_t ofBlock) {
    whole_.letter(letter);
    whole_.number(ofWhole);
    block_.letter(letter);
    block_.number(ofBlock);
  }
  void addPrint(char letter, const Fingerprint& print) {
    for (Hasher* hasher : {&whole_, &block_}) {
      hasher->letter(letter);
      hasher->print(print);
    }
  }
  void addRegister(int64_t reg) {
    if (isSpecialRegister(reg)) return addBoth('s', reg);
    addEach('r', wholeRegisters_.of(reg), blockRegisters_.of(reg));
  }
  void addJump(int64_t pc, int64_t offset) {
    int64_t target = 0;
    const BlockIndex block =
        __builtin_add_overflow(pc, offset, &target) ? BlockIndex() : cfg_.blockAt(InstrIndex(target));
    if (block.valid()) addEach('j', block.value, block.value - blockRow_);
    else addBoth('o', offset);
  }
  void addConstant(int64_t index) {
    const auto print = prints_.ofConstant(ConstIndex(index), stop_);
    if (print) addPrint('c', *print);
    else addBoth('x', index);
  }
  void addFunction(int64_t index) {
    if (executable_.function(FuncIndex(index)) == nullptr) return addBoth('y', index);
    addPrint('f', prints_.ofName(FuncIndex(index)));
  }

  Fingerprints& prints_;
  const Executable& executable_;
  const Cfg& cfg_;
  const std::stop_token& stop_;
  Hasher whole_, block_;
  RegisterOrder wholeRegisters_, blockRegisters_;
  int64_t blockRow_ = 0;
};

std::string Fingerprint::hex() const {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (const uint8_t byte : bytes) {
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return text;
}

std::optional<Fingerprint> Fingerprints::ofConstant(ConstIndex constant, const std::stop_token& stop) {
  if (const auto known = constants_.find(constant.value); known != constants_.end()) return known->second;
  const Constant* const row = executable_.constant(constant);
  if (row == nullptr) return std::nullopt;
  Hasher hasher;
  hasher.text(constantKindName(row->value));
  std::visit(ConstantHasher{hasher, stop}, row->value);
  if (stop.stop_requested()) return std::nullopt;
  return constants_.emplace(constant.value, hasher.finish()).first->second;
}

const Fingerprint& Fingerprints::ofName(FuncIndex function) {
  const auto [place, fresh] = names_.try_emplace(function.value);
  if (fresh) {
    Hasher hasher;
    hasher.text(executable_.functions[function.at()].name);
    place->second = hasher.finish();
  }
  return place->second;
}

std::optional<FunctionFingerprint> Fingerprints::of(FuncIndex function, const std::stop_token& stop) {
  const Function* const row = executable_.function(function);
  if (row == nullptr || stop.stop_requested()) return std::nullopt;
  if (row->isBytecode())
    return CodeHasher(*this, buildCfg(executable_, function), *row, stop).run(existingRange(executable_, *row));
  Hasher hasher;
  hasher.letter('N');
  hasher.number(row->kind);
  hasher.text(row->name);
  return FunctionFingerprint{hasher.finish(), {}};
}

}  // namespace relaxscope
