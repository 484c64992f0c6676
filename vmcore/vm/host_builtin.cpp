// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/host_builtin.h"

#include <fmt/format.h>

#include "vmcore/vm/builtins/table.h"
#include "vmcore/vm/engine.h"
#include "vmcore/vm/machine_marker.h"

namespace relaxscope {
namespace {

/// Says what the machine is doing while the builtin runs; its kernels may call the machine's functions.
class Doing {
 public:
  Doing(Engine& engine, const char* name) : engine_(engine), marker_(engine), before_(engine.compiledBuiltin.exchange(name, std::memory_order_relaxed)) {}
  ~Doing() { engine_.compiledBuiltin.store(before_, std::memory_order_relaxed); }
  Doing(const Doing&) = delete;
  Doing& operator=(const Doing&) = delete;

 private:
  Engine& engine_;
  const MachineMarker marker_;
  const char* const before_;
};

}  // namespace

RunResult callHostBuiltin(Engine& engine, int32_t row, const TVMFFIAny* args, int32_t count) {
  const BuiltinEntry& builtin = builtinTable()[static_cast<size_t>(row)];
  RunResult result;
  const auto fail = [&](std::string kind, std::string message, ffi::Any cause) {
    wire::Position place;
    place.callee = builtin.name;
    result.value.reset();
    result.error = RunError{std::move(kind), std::move(message), place, std::move(cause)};
  };
  try {
    if (engine.busyElsewhere()) raise("RuntimeError", fmt::format("{} cannot be called: another thread is calling this machine", builtin.name));
    const Doing doing(engine, builtin.name);
    builtin.call(&engine, args, count, &result.value);
  } catch (const ffi::Error& error) {
    std::string message = error.message();
    while (!message.empty() && (message.back() == '\n' || message.back() == ' ')) message.pop_back();
    fail(error.kind(), std::move(message), ffi::Any(error));
  } catch (const std::bad_alloc&) {
    fail("MemoryError", "no memory left", ffi::Any());
  } catch (const std::exception& error) {
    fail("InternalError", error.what(), ffi::Any());
  }
  return result;
}

}  // namespace relaxscope
