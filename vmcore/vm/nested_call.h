// SPDX-License-Identifier: Apache-2.0
// Events of calls that no instruction makes: kernels that a builtin calls, and builtins that the host calls itself.
#pragma once

#include <tvm/ffi/any.h>
#include <tvm/ffi/function.h>

#include <cstdint>

#include "vmcore/model/builtin.h"

namespace relaxscope {

class Engine;

/// While one exists, calls that builtins make on this thread are events of `engine`'s recording.
class RecordedScope {
 public:
  explicit RecordedScope(Engine& engine);
  ~RecordedScope();
  RecordedScope(const RecordedScope&) = delete;
  RecordedScope& operator=(const RecordedScope&) = delete;

 private:
  Engine* const before_;
};

/// Fills Engine::rowByCallable, so that no run of a recording does; call it when a recording starts.
void indexCallables(Engine& engine);
/// Calls a kernel on behalf of a builtin; its result is dropped.
void callNestedKernel(const tvm::ffi::Function& kernel, const tvm::ffi::AnyView* args, int32_t count);
/// Calls a function on behalf of a builtin of `engine` that calls what it is given. A packed function of the program,
/// or any function if `always`, is an event; VM functions and closures record what they do themselves.
void callNestedFunction(Engine& engine, const tvm::ffi::Function& function, const tvm::ffi::AnyView* args,
                        int32_t count, tvm::ffi::Any* result, bool always);
/// Calls a builtin that the host calls itself, as an event of depth 0 if the engine records.
void callRecordedBuiltin(Engine& engine, BuiltinId builtin, const TVMFFIAny* args, int32_t count,
                         tvm::ffi::Any* result);
/// Waits for the work of all GPUs, if there are any, as an event of depth 0 if the engine records; raises their faults.
void waitForDevices(Engine& engine);
/// The name of these events, after those of all builtins.
inline constexpr const char* kDeviceWaitName = "wait for device";

}  // namespace relaxscope
