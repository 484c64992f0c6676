// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/host_builtin.h"

#include "vmcore/vm/builtins/table.h"
#include "vmcore/vm/caught_error.h"
#include "vmcore/vm/engine.h"

namespace relaxscope {
namespace {

/// Says what the machine is doing while the builtin runs; its kernels may call the machine's functions.
class Doing {
 public:
  Doing(Engine& engine, const char* name) : engine_(engine), before_(engine.compiledBuiltin.exchange(name, std::memory_order_relaxed)) {}
  ~Doing() { engine_.compiledBuiltin.store(before_, std::memory_order_relaxed); }
  Doing(const Doing&) = delete;
  Doing& operator=(const Doing&) = delete;

 private:
  Engine& engine_;
  const char* const before_;
};

}  // namespace

RunResult callHostBuiltin(Engine& engine, int32_t row, const TVMFFIAny* args, int32_t count) {
  const BuiltinEntry& builtin = builtinTable()[static_cast<size_t>(row)];
  RunResult result;
  result.error = errorOf([&] {
    const Engine::Turn turn(engine, builtin.name);
    const Doing doing(engine, builtin.name);
    builtin.call(&engine, args, count, &result.value);
  });
  if (!result.error) return result;
  result.value.reset();
  result.error->position.emplace().callee = builtin.name;
  return result;
}

}  // namespace relaxscope
