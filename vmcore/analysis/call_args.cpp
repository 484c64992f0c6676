// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/call_args.h"

namespace relaxscope {

KnownCallee knownCallee(const Function& function) {
  using Kind = KnownCallee::Kind;
  if (function.isBytecode() || function.isVmTir()) return {Kind::VmFunction, BuiltinId::None};
  if (!function.isPacked()) return {};
  const BuiltinRow* row = findBuiltin(function.name);
  return row == nullptr ? KnownCallee{Kind::Kernel, BuiltinId::None} : KnownCallee{Kind::Builtin, row->id};
}

int64_t CallArgs::reg(size_t i) const {
  if (i >= size() || call.callArg(i).kind() != ArgKind::Register || isSpecialRegister(call.callArg(i).value()))
    return -1;
  return call.callArg(i).value();
}
FuncIndex CallArgs::function(size_t i) const {
  return i < size() && call.callArg(i).kind() == ArgKind::Function ? FuncIndex(call.callArg(i).value()) : FuncIndex();
}
bool CallArgs::immediate(size_t i, int64_t& value) const {
  if (i >= size() || call.callArg(i).kind() != ArgKind::Immediate) return false;
  value = call.callArg(i).value();
  return true;
}
const ConstantValue* CallArgs::constant(size_t i) const {
  if (i >= size() || call.callArg(i).kind() != ArgKind::Constant) return nullptr;
  const Constant* row = executable.constant(ConstIndex(call.callArg(i).value()));
  return row == nullptr ? nullptr : &row->value;
}
std::string_view CallArgs::text(size_t i) const {
  const auto* string = constantAs<StringConstant>(i);
  return string == nullptr ? std::string_view() : std::string_view(string->text);
}

std::vector<std::optional<int64_t>> slotArgs(const CallArgs& args, size_t first) {
  if (const auto* shape = args.size() == first + 1 ? args.constantAs<ShapeConstant>(first) : nullptr)
    return {shape->dims.begin(), shape->dims.end()};
  std::vector<std::optional<int64_t>> slots;
  for (size_t i = first; i < args.size(); ++i) {
    int64_t slot = 0;
    slots.push_back(args.immediate(i, slot) ? std::optional(slot) : std::nullopt);
  }
  return slots;
}

namespace {

/// An immediate, or the extent of a shape constant of rank 1.
std::optional<int64_t> numberArg(const CallArgs& args, size_t i) {
  int64_t number = 0;
  if (args.immediate(i, number)) return number;
  const auto* shape = args.constantAs<ShapeConstant>(i);
  return shape != nullptr && shape->dims.size() == 1 ? std::optional(shape->dims.front()) : std::nullopt;
}

}  // namespace

std::optional<int64_t> fieldArg(const CallArgs& args) { return numberArg(args, 1); }

std::optional<int64_t> heapSlots(const CallArgs& args) {
  const auto slots = args.size() == 0 ? std::nullopt : numberArg(args, args.size() - 1);
  return slots && *slots >= 0 ? slots : std::nullopt;
}

std::vector<DimCode> dimCodes(const CallArgs& args, size_t first, int64_t count) {
  std::vector<DimCode> codes;
  for (size_t at = first; count > 0 && at + 1 < args.size(); at += 2, --count) {
    int64_t op = 0, value = 0;
    if (!args.immediate(at, op) || op < 0 || op > 3) op = static_cast<int64_t>(DimCode::Op::Skip);
    else if (!args.immediate(at + 1, value)) {
      // Numbers beyond 2^55 are int constants.
      if (const auto* big = args.constantAs<IntConstant>(at + 1)) value = big->value;
      else op = static_cast<int64_t>(DimCode::Op::Skip);
    }
    codes.push_back({static_cast<DimCode::Op>(op), value});
  }
  return codes;
}

}  // namespace relaxscope
