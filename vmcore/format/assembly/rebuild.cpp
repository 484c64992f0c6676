// SPDX-License-Identifier: Apache-2.0
#include "vmcore/format/assembly/rebuild.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <unordered_map>

#include "vmcore/base/text/text.h"
#include "vmcore/format/assembly/words.h"
#include "vmcore/format/vm/code_plan.h"
#include "vmcore/model/constant_pool.h"
#include "vmcore/model/exec_builder.h"

namespace relaxscope::assembly {
namespace {

using Reason = std::optional<std::string>;

std::string shownFunction(const Function& f) { return printable(std::string_view(f.name).substr(0, 80)); }

Reason headerReason(const Executable& e) {
  if (e.variant != Variant::R5 || e.outerPrefix)
    return fmt::format("it writes {}, this is {}{}", variantName(Variant::R5), variantName(e.variant),
                       e.outerPrefix ? " after its length" : "");
  if (!e.memoryScopes.empty()) return "it writes no memory scopes";
  if (!e.trailing.empty()) return fmt::format("{} bytes after the last section", e.trailing.size());
  return std::nullopt;
}

uint64_t hashOf(const Bytes& bytes) {
  uint64_t hash = 0;
  bytes.forEachPiece([&](std::span<const uint8_t> piece) {
    const auto one = std::hash<std::string_view>()({reinterpret_cast<const char*>(piece.data()), piece.size()});
    hash = (hash << 23 ^ hash >> 41 ^ one) * 0x9E3779B97F4A7C15u;
  });
  return hash;
}

bool sameBytes(const Bytes& a, const Bytes& b) {
  if (a.size() != b.size()) return false;
  std::vector<uint8_t> other;
  size_t at = 0;
  bool same = true;
  a.forEachPiece([&](std::span<const uint8_t> piece) {
    other.resize(piece.size());
    b.copyTo(at, other);
    at += piece.size();
    return same = std::equal(piece.begin(), piece.end(), other.begin());
  });
  return same;
}

/// Finds constants that ExecBuilder would deduplicate. Tensors are compared by their first bytes if that suffices, so
/// that a model's weights are hardly read; otherwise by all bytes, in pieces.
class Repeats {
 public:
  explicit Repeats(const Executable& e) : e_(e) {}
  /// The earlier constant that equals `index`, or invalid. Tensors must be on the CPU.
  ConstIndex find(size_t index) {
    const ConstantValue& value = e_.constants[index].value;
    if (const auto* tensor = std::get_if<TensorConstant>(&value)) return findTensor(index, *tensor);
    const ConstIndex place = pool_.add(made_, value);
    if (place.at() < origin_.size()) return ConstIndex(origin_[place.at()]);
    origin_.push_back(static_cast<int64_t>(index));
    return ConstIndex::invalid();
  }

 private:
  static constexpr size_t kHeadBytes = 256;
  struct Head {
    size_t first;
    std::unordered_multimap<uint64_t, size_t> byHash;  ///< all with this head, once there are two
  };

  ConstIndex findTensor(size_t index, const TensorConstant& tensor) {
    std::string key = fmt::format("{} {} {} ", tensor.dtype.name(), fmt::join(tensor.shape, ","), tensor.data.size());
    key += tensor.data.head(kHeadBytes);
    const auto [place, fresh] = heads_.try_emplace(std::move(key), Head{index, {}});
    if (fresh) return ConstIndex::invalid();
    Head& head = place->second;
    if (tensor.data.size() <= kHeadBytes) return ConstIndex(static_cast<int64_t>(head.first));
    if (head.byHash.empty()) head.byHash.emplace(hashOf(dataOf(head.first)), head.first);
    const uint64_t hash = hashOf(tensor.data);
    const auto [begin, end] = head.byHash.equal_range(hash);
    for (auto each = begin; each != end; ++each)
      if (sameBytes(dataOf(each->second), tensor.data)) return ConstIndex(static_cast<int64_t>(each->second));
    head.byHash.emplace(hash, index);
    return ConstIndex::invalid();
  }
  [[nodiscard]] const Bytes& dataOf(size_t index) const {
    return std::get<TensorConstant>(e_.constants[index].value).data;
  }

  const Executable& e_;
  ConstantPool pool_;
  std::vector<Constant> made_;
  std::vector<int64_t> origin_;  ///< by index in `pool_`: the first constant with this value
  std::unordered_map<std::string, Head> heads_;
};

Reason constantReason(const Executable& e) {
  Repeats repeats(e);
  for (size_t i = 0; i < e.constants.size(); ++i) {
    const ConstantValue& value = e.constants[i].value;
    if (const auto* tensor = std::get_if<TensorConstant>(&value);
        tensor != nullptr && (tensor->deviceType != 1 || tensor->deviceId != 0 || tensor->reserved != 0))
      return fmt::format("constant {} is not a CPU tensor", i);
    if (const auto* tensor = std::get_if<TensorConstant>(&value); tensor != nullptr && tensor->dtype.lanes != 1)
      return fmt::format("constant {} has elements of several lanes", i);
    if (const auto* type = std::get_if<DataType>(&value); type != nullptr && dataTypeName(*type).empty())
      return fmt::format("constant {} is a dtype without a name", i);
    if (const auto* number = std::get_if<IntConstant>(&value); number != nullptr && Arg::fits(number->value))
      return fmt::format("constant {} would be an immediate", i);
    if (const auto* string = std::get_if<StringConstant>(&value); string != nullptr && !isUtf8(string->text))
      return fmt::format("constant {} is not UTF-8", i);
    if (std::holds_alternative<UnknownConstant>(value)) return fmt::format("the value of constant {} is unknown", i);
    if (const ConstIndex same = repeats.find(i); same.valid())
      return fmt::format("constants {} and {} are equal", same.value, i);
  }
  return std::nullopt;
}

Reason functionReason(const Function& f, const CodeBody* body) {
  const CodeRange range = usualRange(f, body);
  if (!isUtf8(f.name)) return fmt::format("the name of function {} is not UTF-8", shownFunction(f));
  for (const std::string& name : f.paramNames)
    if (!isUtf8(name)) return fmt::format("a parameter name of function {} is not UTF-8", shownFunction(f));
  if (f.startInstr != range.start || f.endInstr != range.end)
    return fmt::format("function {} has an explicit range", shownFunction(f));
  const bool params = f.paramNames.empty() || static_cast<int64_t>(f.paramNames.size()) == f.numArgs;
  if (body != nullptr && (f.isBytecode() || f.isPacked()) && f.numArgs >= 0 && params)
    return f.isPacked() && f.registerFileSize != 0
               ? Reason(fmt::format("packed function {} has registers", shownFunction(f)))
               : std::nullopt;
  if (body == nullptr && (f.isPacked() || f.isVmTir()) && f.numArgs == -2 && f.registerFileSize == 0 &&
      f.paramNames.empty())
    return std::nullopt;
  if (body == nullptr && f.isBytecode()) return fmt::format("function {} has no instructions", shownFunction(f));
  return fmt::format("the row of function {} is not one that it makes", shownFunction(f));
}

Reason tableReason(const Executable& e) {
  std::vector<const CodeBody*> bodyOf(e.functions.size(), nullptr);
  const std::vector<CodeBody> bodies = planBodies(e);
  for (const CodeBody& body : bodies) {
    if (!body.function.valid()) return "instructions outside of functions";
    bodyOf[body.function.at()] = &body;
  }
  std::unordered_map<std::string_view, size_t> names;
  for (size_t i = 0; i < e.functions.size(); ++i) {
    if (!names.try_emplace(e.functions[i].name, i).second)
      return fmt::format("two functions are named {}", shownFunction(e.functions[i]));
    if (Reason reason = functionReason(e.functions[i], bodyOf[i])) return reason;
  }
  return std::nullopt;
}

/// Why the two passes of ExecBuilder would reject or change the program.
Reason passReason(const Executable& e) {
  if (!isPlainCode(e.code)) return "not every instruction is one of the Relax VM's";
  const auto checked = checkProgram(e);
  if (!checked.ok()) return printable(checked.error().text());
  Executable formal;
  formal.functions = e.functions;
  formal.code = e.code;
  formalizeRegisters(formal);
  for (size_t i = 0; i < e.functions.size(); ++i)
    if (formal.functions[i].registerFileSize != e.functions[i].registerFileSize)
      return fmt::format("function {} has {} registers, {} are used", shownFunction(e.functions[i]),
                         e.functions[i].registerFileSize, formal.functions[i].registerFileSize);
  if (formal.code.words != e.code.words) return "the registers are numbered in another order";
  for (size_t i = 0; i < e.code.size(); ++i) {
    bool fits = true;
    e.code.at(InstrIndex(static_cast<int64_t>(i))).forEachOperand([&](const Operand& operand) {
      fits = fits && (operand.kind != ArgKind::Register || (operand.value >= 0 && Arg::fits(operand.value))) &&
             (operand.role != OperandRole::Argument || Arg::fits(operand.value));
    });
    if (!fits) return fmt::format("an operand of instruction {} is out of range", i);
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> whyNotRebuilt(const Executable& executable) {
  if (Reason reason = headerReason(executable)) return reason;
  if (Reason reason = constantReason(executable)) return reason;
  if (Reason reason = tableReason(executable)) return reason;
  return passReason(executable);
}

}  // namespace relaxscope::assembly
