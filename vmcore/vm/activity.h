// SPDX-License-Identifier: Apache-2.0
// Markers of what a VM is in the middle of. The thread that executes sets them; any thread and signal handlers read
// them without locks or allocation, perhaps torn by one instruction.
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
  /// The program that executes from now on; it must outlive the markers. Not while a call is under way.
  void setProgram(const Program& program);

  /// The step of loading under way; null: none. The text is kept by its address.
  void setLoadStep(const char* step) { loadStep_.store(step, std::memory_order_relaxed); }
  /// The Call under way.
  void setInsn(const Insn* insn) { insn_.store(insn, std::memory_order_relaxed); }
  /// The builtin under way that no instruction calls; what it was before. The text is kept by its address.
  const char* exchangeBuiltin(const char* name) { return builtin_.exchange(name, std::memory_order_relaxed); }
  [[nodiscard]] const char* builtin() const { return builtin_.load(std::memory_order_relaxed); }
  void setBuiltin(const char* name) { builtin_.store(name, std::memory_order_relaxed); }

  /// Where a call is that a nested one interrupts.
  struct Place {
    const Insn* insn = nullptr;
    uint32_t compiled = kNoIndex;  ///< the compiled function under way
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
  /// The same as the place of an error; nothing where no Call is under way.
  [[nodiscard]] std::optional<Position> position() const;

 private:
  struct Span {
    uint32_t start, end, function;
  };
  const Program* program_ = nullptr;
  std::vector<Span> bodies_;  ///< bytecode functions by start
  std::atomic<const Insn*> insn_{nullptr};
  std::atomic<uint32_t> compiled_{kNoIndex};
  std::atomic<const char*> builtin_{nullptr};
  std::atomic<const char*> loadStep_{nullptr};
};

}  // namespace relaxscope
