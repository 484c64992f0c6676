// SPDX-License-Identifier: Apache-2.0
// Builtins that call functions: closures, call_tir_dyn, debug hooks.
#include "vmcore/vm/builtins/call.h"

#include <fmt/format.h>

#include <vector>

#include "vmcore/vm/builtins/closure.h"
#include "vmcore/vm/builtins/table.h"
#include "vmcore/vm/compiled_mode.h"
#include "vmcore/vm/engine.h"
#include "vmcore/vm/nested_call.h"

namespace relaxscope {
namespace {

/// make_closure(function, captured...): a function that appends the captured values to its arguments.
void makeClosure(Engine* engine, const TVMFFIAny* data, int32_t count, ffi::Any* result) {
  const Args args(BuiltinId::MakeClosure, data, count);
  args.expect(1, INT32_MAX);
  indexCallables(*engine);
  const auto row = engine->rowByCallable.find(args.function(0).get());
  const bool known = row != engine->rowByCallable.end();
  setObject(result, ffi::make_object<ClosureObj>(known ? engine->program.functions[row->second].name : std::string(),
                                                 std::vector<ffi::Any>(viewsOf(data), viewsOf(data) + count)));
}

/// invoke_closure(%vm, function, args...)
void invokeClosure(Engine* engine, const TVMFFIAny* data, int32_t count, ffi::Any* result) {
  const Args args(BuiltinId::InvokeClosure, data, count);
  args.expect(2, INT32_MAX);
  args.expectVm(0, engine);
  const bool isObject =
      args.isNone(1) || args[1].type_index >= ffi::TypeIndex::kTVMFFIStaticObjectBegin;  // TVM asserts this
  if (args[1].type_index != ffi::TypeIndex::kTVMFFIFunction)
    raise(isObject ? "InternalError" : "TypeError",
          fmt::format("{} expects a closure or a Function, but got {}", args.name(), typeName(args[1])));
  callNestedFunction(*engine, args.function(1), viewsOf(data) + 2, count - 2, result, false);
}

/// call_tir_dyn(function, args..., Shape): the extents of the shape become arguments.
void callTirDyn(Engine* engine, const TVMFFIAny* data, int32_t count, ffi::Any* result) {
  const Args args(BuiltinId::CallTirDyn, data, count);
  args.expect(2, INT32_MAX);
  callWithExtents(*engine, args.function(0), args, 1, result);
}

/// Looks up a debug function by name: global registry, builtins, functions of the host program, libraries.
ffi::Function debugFunction(const Engine& engine, const std::string& name) {
  if (const auto global = ffi::Function::GetGlobal(name); global.has_value()) return *global;
  if (const BuiltinId builtin = implementedBuiltin(name); builtin != BuiltinId::None)
    return makeBuiltinFunction(engine.handle, builtin);
  if (ffi::Function found = engine.findHostFunction(name); found != nullptr) return found;
  return engine.findKernel(name);
}

/// invoke_debug_func(io effect, function name, line, args...)
void invokeDebugFunc(Engine* engine, const TVMFFIAny* data, int32_t count, ffi::Any* result) {
  const Args args(BuiltinId::InvokeDebugFunc, data, count);
  if (count < 3) raise("InternalError", fmt::format("{} expects at least 3 arguments, but got {}", args.name(), count));
  if (data[0].type_index != ffi::TypeIndex::kTVMFFINone)
    raise("ValueError", fmt::format("{} expects None, the lowered form of an effect, as argument 0, but got {}",
                                    args.name(), typeName(data[0])));
  const std::string name(args.text(1));
  const ffi::Function function = debugFunction(*engine, name);
  if (function == nullptr)
    raise("ValueError",
          fmt::format("{}: function {} is neither in this process nor in a loaded library", args.name(), name));
  std::vector<ffi::AnyView> all{viewsOf(data)[2]};
  all.insert(all.end(), viewsOf(data) + 3, viewsOf(data) + count);
  ffi::Any ignored;
  callNestedFunction(*engine, function, all.data(), static_cast<int32_t>(all.size()), &ignored, true);
  *result = ffi::Any(viewsOf(data)[0]);
}

/// Calls a builtin for functions written in Python, whose table exists only in a process with TVM's Python package.
void askPython(BuiltinId builtin, const TVMFFIAny* data, int32_t count, ffi::Any* result) {
  const char* const name = builtinName(builtin);
  const auto theirs = ffi::Function::GetGlobal(name);
  if (!theirs.has_value())
    raise("RuntimeError", fmt::format("{}: functions written in Python exist only in TVM's Python process", name));
  theirs->CallPacked(viewsOf(data), count, result);
}
void callPyFunc(Engine*, const TVMFFIAny* data, int32_t count, ffi::Any* result) {
  askPython(BuiltinId::CallPyFunc, data, count, result);
}
void registerPyFunc(Engine*, const TVMFFIAny* data, int32_t count, ffi::Any* result) {
  askPython(BuiltinId::RegisterPyFunc, data, count, result);
}
void getPyFunc(Engine*, const TVMFFIAny* data, int32_t count, ffi::Any* result) {
  askPython(BuiltinId::GetPyFunc, data, count, result);
}
void clearPyFuncs(Engine*, const TVMFFIAny* data, int32_t count, ffi::Any* result) {
  askPython(BuiltinId::ClearPyFuncRegistry, data, count, result);
}

constexpr BuiltinEntry kCallRows[] = {
    {BuiltinId::MakeClosure, makeClosure}, {BuiltinId::InvokeClosure, invokeClosure},
    {BuiltinId::CallTirDyn, callTirDyn},   {BuiltinId::InvokeDebugFunc, invokeDebugFunc},
    {BuiltinId::CallPyFunc, callPyFunc},   {BuiltinId::RegisterPyFunc, registerPyFunc},
    {BuiltinId::GetPyFunc, getPyFunc},     {BuiltinId::ClearPyFuncRegistry, clearPyFuncs},
};
static_assert(implementsFamily(kCallRows, BuiltinFamily::Call));

}  // namespace

void callWithExtents(Engine& engine, const ffi::Function& kernel, const Args& args, int32_t first, ffi::Any* result) {
  const int32_t last = args.count() - 1;
  const ffi::ShapeView shape = args.shape(last);
  std::vector<ffi::AnyView> all(viewsOf(args.data()) + first, viewsOf(args.data()) + last);
  for (const int64_t extent : shape) all.emplace_back(extent);
  callNestedFunction(engine, kernel, all.data(), static_cast<int32_t>(all.size()), result, true);
}

std::span<const BuiltinEntry> callBuiltins() { return kCallRows; }

}  // namespace relaxscope
