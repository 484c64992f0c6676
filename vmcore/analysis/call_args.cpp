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
