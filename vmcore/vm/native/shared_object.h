// SPDX-License-Identifier: Apache-2.0
// A library opened with dlopen: its symbols and its slots (variables of generated code that the process fills).
#pragma once

#include <memory>
#include <string>

#include "vmcore/base/result.h"

namespace relaxscope {

/// A shared handle; the library is closed with the last copy.
class SharedObject {
 public:
  /// Runs dlopen and thereby the library's initialisers. The error does not name the file, which may be a copy.
  /// All symbols are bound now where they can be: with lazy binding the first call of a libm function goes through the
  /// dynamic linker, after which an AMD EPYC (Zen 4) took 3 to 4 cycles more for each of its calls in some processes:
  /// a kernel of 256 expf() took 517 or 780 ns, by process.
  /// With `ownFirst` the library's references to symbols that it defines are to its own, whatever else is loaded.
  static Result<SharedObject> open(const std::string& file, bool ownFirst = false);

  /// Looks a symbol up in this library and those that it is linked with; null if not found.
  [[nodiscard]] void* find(const std::string& symbol) const;
  /// Looks a symbol up in this file only, so that a kernel never resolves to a libm function; null if not found.
  [[nodiscard]] void* findOwn(const std::string& symbol) const;

 private:
  explicit SharedObject(std::shared_ptr<void> handle) : handle_(std::move(handle)) {}
  std::shared_ptr<void> handle_;
};

/// Address of the variable `symbol` of a loaded file, or of those that it is linked with, if it holds `value`; else
/// null. Loads nothing.
void* slotHolding(const std::string& file, const std::string& symbol, const void* value);

/// Writes to a slot unless it is null.
inline void fillSlot(void* slot, void* value) {
  if (slot != nullptr) *static_cast<void**>(slot) = value;
}

}  // namespace relaxscope
