// SPDX-License-Identifier: Apache-2.0
// Markers of what a VM is currently executing. The executing thread sets them; any thread and signal handlers read them
// without locks or allocation. A read may be torn by one instruction.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

#include "vmcore/vm/program.h"
#include "vmcore/vm/virtual_machine.h"

namespace relaxscope {

class ActivityMarkers {
 public:
  /// Sets the program to execute; it must outlive the markers. Must not be called during a call.
  void setProgram(const Program& program);

  /// Sets the current step of loading; null: none. Only the pointer is stored.
  void setLoadStep(const char* step) { loadStep_.store(step, std::memory_order_relaxed); }
  /// Sets the current Call.
  void setInsn(const Insn* insn) { insn_.store(insn, std::memory_order_relaxed); }
  /// Sets the current builtin that no instruction called and returns the previous one. Only the pointer is stored.
  const char* exchangeBuiltin(const char* name) { return builtin_.exchange(name, std::memory_order_relaxed); }
  [[nodiscard]] const char* builtin() const { return builtin_.load(std::memory_order_relaxed); }
  void setBuiltin(const char* name) { builtin_.store(name, std::memory_order_relaxed); }

  /// State of an outer call, saved while a nested call runs.
  struct Place {
    const Insn* insn = nullptr;
    uint32_t compiled = kNoIndex;  ///< the current compiled function
    const char* builtin = nullptr;
  };
  [[nodiscard]] Place place() const {
    return {insn_.load(std::memory_order_relaxed), compiled_.load(std::memory_order_relaxed), builtin()};
  }
  void setPlace(const Place& place) {
    setInsn(place.insn);
    compiled_.store(place.compiled, std::memory_order_relaxed);
    setBuiltin(place.builtin);
  }

  [[nodiscard]] Activity read() const;
  /// The same as the place of an error; nullopt if no Call is in progress.
  [[nodiscard]] std::optional<Position> position() const;

 private:
  struct Span {
    uint32_t start, end, function;
  };
  const Program* program_ = nullptr;
  std::vector<Span> bodies_;  ///< bytecode functions, sorted by start
  std::atomic<const Insn*> insn_{nullptr};
  std::atomic<uint32_t> compiled_{kNoIndex};
  std::atomic<const char*> builtin_{nullptr};
  std::atomic<const char*> loadStep_{nullptr};
};

}  // namespace relaxscope
