// SPDX-License-Identifier: Apache-2.0
#include "vmcore/format/assembly_rebuild.h"

#include <fmt/format.h>

#include <unordered_map>

#include "vmcore/base/text.h"
#include "vmcore/format/assembly_words.h"
#include "vmcore/format/code_plan.h"
#include "vmcore/model/constant_pool.h"
#include "vmcore/model/exec_builder.h"

namespace relaxscope::assembly {
namespace {

using Reason = std::optional<std::string>;

std::string shown(const Function& f) { return printable(std::string_view(f.name).substr(0, 80)); }

Reason headerReason(const Executable& e) {
  if (e.variant != Variant::R5 || e.outerPrefix) return fmt::format("it writes {}, this is {}{}", variantName(Variant::R5), variantName(e.variant), e.outerPrefix ? " behind its length" : "");
  if (!e.memoryScopes.empty()) return "it gives no memory scopes";
  if (!e.trailing.empty()) return fmt::format("{} bytes stand behind the last section", e.trailing.size());
  return std::nullopt;
}

/// Finds constants that ExecBuilder would keep once. Tensors are told apart by their first bytes where that
/// suffices: a model's weights need not be read.
class Repeats {
 public:
  explicit Repeats(const Executable& e) : e_(e) {}
  /// The constant before `index` that is the same, or invalid.
  ConstIndex find(size_t index) {
    const ConstantValue& value = e_.constants[index].value;
    const auto* tensor = std::get_if<TensorConstant>(&value);
    if (tensor == nullptr) {
      const ConstIndex place = pool_.add(made_, value);
      if (place.at() < origin_.size()) return ConstIndex(origin_[place.at()]);
      origin_.push_back(static_cast<int64_t>(index));
      return ConstIndex::invalid();
    }
    std::string key = fmt::format("{} {} ", tensor->dtype.name(), fmt::join(tensor->shape, ","));
    key += tensor->data.head(kHeadBytes);
    const auto [begin, end] = tensors_.equal_range(key);
    for (auto each = begin; each != end; ++each)
      if (sameConstant(e_.constants[each->second].value, value)) return ConstIndex(static_cast<int64_t>(each->second));
    tensors_.emplace(std::move(key), index);
    return ConstIndex::invalid();
  }

 private:
  static constexpr size_t kHeadBytes = 256;
  const Executable& e_;
  ConstantPool pool_;
  std::vector<Constant> made_;
  std::vector<int64_t> origin_;  ///< of what the pool holds
  std::unordered_multimap<std::string, size_t> tensors_;
};

Reason constantReason(const Executable& e) {
  Repeats repeats(e);
  for (size_t i = 0; i < e.constants.size(); ++i) {
    const ConstantValue& value = e.constants[i].value;
    if (const auto* tensor = std::get_if<TensorConstant>(&value); tensor != nullptr && (tensor->deviceType != 1 || tensor->deviceId != 0 || tensor->reserved != 0))
      return fmt::format("constant {} is no tensor of the CPU", i);
    if (const auto* tensor = std::get_if<TensorConstant>(&value); tensor != nullptr && tensor->dtype.lanes != 1)
      return fmt::format("constant {} has elements of several lanes", i);
    if (const auto* type = std::get_if<DataType>(&value); type != nullptr && dataTypeName(*type).empty())
      return fmt::format("constant {} is a dtype without a name", i);
    if (const auto* number = std::get_if<IntConstant>(&value); number != nullptr && Arg::fits(number->value))
      return fmt::format("constant {} would be an immediate", i);
    if (const auto* string = std::get_if<StringConstant>(&value); string != nullptr && !isUtf8(string->text))
      return fmt::format("constant {} is no UTF-8", i);
    if (std::holds_alternative<UnknownConstant>(value)) return fmt::format("the value of constant {} is unknown", i);
    if (const ConstIndex same = repeats.find(i); same.valid()) return fmt::format("constants {} and {} are the same", same.value, i);
  }
  return std::nullopt;
}

Reason functionReason(const Function& f, const CodeBody* body) {
  const CodeRange range = usualRange(f, body);
  if (!isUtf8(f.name)) return fmt::format("the name of function {} is no UTF-8", shown(f));
  for (const std::string& name : f.paramNames)
    if (!isUtf8(name)) return fmt::format("a parameter's name of function {} is no UTF-8", shown(f));
  if (f.startInstr != range.start || f.endInstr != range.end) return fmt::format("function {} has a range of its own", shown(f));
  const bool params = f.paramNames.empty() || static_cast<int64_t>(f.paramNames.size()) == f.numArgs;
  if (body != nullptr && (f.isBytecode() || f.isPacked()) && f.numArgs >= 0 && params)
    return f.isPacked() && f.registerFileSize != 0 ? Reason(fmt::format("packed function {} has registers", shown(f))) : std::nullopt;
  if (body == nullptr && (f.isPacked() || f.isVmTir()) && f.numArgs == -2 && f.registerFileSize == 0 && f.paramNames.empty()) return std::nullopt;
  if (body == nullptr && f.isBytecode()) return fmt::format("function {} has no instructions", shown(f));
  return fmt::format("the row of function {} is none that it makes", shown(f));
}

Reason tableReason(const Executable& e) {
  std::vector<const CodeBody*> bodyOf(e.functions.size(), nullptr);
  const std::vector<CodeBody> bodies = planBodies(e);
  for (const CodeBody& body : bodies) {
    if (!body.function.valid()) return "instructions stand outside of functions";
    bodyOf[body.function.at()] = &body;
  }
  std::unordered_map<std::string_view, size_t> names;
  for (size_t i = 0; i < e.functions.size(); ++i) {
    if (!names.try_emplace(e.functions[i].name, i).second) return fmt::format("two functions are called {}", shown(e.functions[i]));
    if (Reason reason = functionReason(e.functions[i], bodyOf[i])) return reason;
  }
  return std::nullopt;
}

/// What its two passes make of the program.
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
      return fmt::format("function {} has {} registers, {} are used", shown(e.functions[i]), e.functions[i].registerFileSize, formal.functions[i].registerFileSize);
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
