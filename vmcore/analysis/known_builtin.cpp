// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/known_builtin.h"

#include <unordered_map>

#include "vmcore/model/builtin.h"

namespace relaxscope {
namespace {

const std::unordered_map<std::string_view, KnownBuiltin>& table() {
  using enum KnownBuiltin;
  static const std::unordered_map<std::string_view, KnownBuiltin> names = {
      {"vm.builtin.alloc_shape_heap", AllocShapeHeap}, {"vm.builtin.alloc_heap", AllocHeap},
      {"vm.builtin.alloc_storage", AllocStorage}, {"vm.builtin.alloc_tensor", AllocTensor},
      {"vm.builtin.null_value", NullValue}, {"vm.builtin.copy", Copy}, {"vm.builtin.move", Copy},
      {"vm.builtin.to_device", Copy}, {"vm.builtin.ensure_zero_offset", Copy}, {"vm.builtin.reshape", Reshape},
      {"vm.builtin.make_tuple", MakeTuple}, {"vm.builtin.tuple_getitem", TupleGetItem},
      {"vm.builtin.match_shape", MatchShape}, {"vm.builtin.match_prim_value", MatchPrimValue},
      {"vm.builtin.make_shape", MakeShape}, {"vm.builtin.make_prim_value", MakePrimValue},
      {"vm.builtin.load_shape", LoadShape}, {"vm.builtin.store_shape", StoreShape},
      {"vm.builtin.shape_of", ShapeOf}, {"vm.builtin.tensor_to_shape", TensorToShape},
      {"relax.run.shape_to_tensor", ShapeToTensor}, {"relax.run.nonzero", NonZero},
      {"vm.builtin.check_tensor_info", CheckTensor}, {"vm.builtin.check_shape_info", CheckShape},
      {"vm.builtin.check_tuple_info", CheckTuple}, {"vm.builtin.check_prim_value_info", CheckPrimValue},
      {"vm.builtin.check_func_info", CheckFunction}, {"vm.builtin.read_if_cond", ReadIfCond},
      {"vm.builtin.make_closure", MakeClosure}, {"vm.builtin.call_tir_dyn", CallTirDyn},
      {"vm.builtin.cuda_graph.get_cached_alloc", GraphAlloc}, {"vm.builtin.cuda_graph.run_or_capture", GraphRun},
  };
  return names;
}

}  // namespace

KnownBuiltin knownBuiltin(const Function& function) {
  if (function.isBytecode() || function.isVmTir()) return KnownBuiltin::VmFunction;
  if (!function.isPacked()) return KnownBuiltin::None;
  if (const auto found = table().find(function.name); found != table().end()) return found->second;
  return findBuiltin(function.name) != nullptr ? KnownBuiltin::OtherBuiltin : KnownBuiltin::Kernel;
}

int64_t CallArgs::reg(size_t i) const {
  if (i >= size() || call.callArg(i).kind() != ArgKind::Register || isSpecialRegister(call.callArg(i).value())) return -1;
  return call.callArg(i).value();
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
      // Beyond 2^55 a number is an int constant.
      if (const auto* big = args.constantAs<IntConstant>(at + 1)) value = big->value;
      else op = static_cast<int64_t>(DimCode::Op::Skip);
    }
    codes.push_back({static_cast<DimCode::Op>(op), value});
  }
  return codes;
}

}  // namespace relaxscope
