// SPDX-License-Identifier: Apache-2.0
// A library as the dynamic linker has it: opened, its symbols, its slots (variables of generated code that the process
// fills).
#pragma once

#include <memory>
#include <string>

#include "vmcore/base/result.h"

namespace relaxscope {

/// Closed with the last of its copies.
class SharedObject {
 public:
  /// Runs dlopen and with it whatever the library does when it is loaded. The error does not name the file, which may
  /// be a copy.
  static Result<SharedObject> open(const std::string& file);

  /// What the linker finds from this library on, in those that it is linked with, too; null where nothing does.
  [[nodiscard]] void* find(const std::string& symbol) const;
  /// What this file itself defines; null where it does not: a kernel named like a function of libm must not be that.
  [[nodiscard]] void* findOwn(const std::string& symbol) const;

 private:
  explicit SharedObject(std::shared_ptr<void> handle) : handle_(std::move(handle)) {}
  std::shared_ptr<void> handle_;
};

/// Writes to a slot, if there is one.
inline void fillSlot(void* slot, void* value) {
  if (slot != nullptr) *static_cast<void**>(slot) = value;
}

}  // namespace relaxscope
