// SPDX-License-Identifier: Apache-2.0
// Bools of a host, which are of TVM's newest type, for programs of TVM up to 0.21, which have them as uint1 in whole
// bytes.
#pragma once

#include <tvm/ffi/any.h>
#include <tvm/ffi/container/array.h>
#include <tvm/ffi/function.h>

#include <span>
#include <vector>

#include "vmcore/vm/engine.h"

namespace relaxscope {

/// Arguments as the machine's program has them. Tensors of bools, those in tuples too, become tensors of its type on
/// the same memory, copies where they lie apart; everything else, and all of it where the program is as new as the
/// host, goes as it is.
class ProgramArguments {
 public:
  ProgramArguments(const Engine& engine, const ffi::AnyView* given, size_t count);
  ProgramArguments(const ProgramArguments&) = delete;
  ProgramArguments& operator=(const ProgramArguments&) = delete;
  [[nodiscard]] std::span<const ffi::AnyView> views() const { return views_; }
  [[nodiscard]] const TVMFFIAny* data() const { return reinterpret_cast<const TVMFFIAny*>(views_.data()); }
  [[nodiscard]] int32_t count() const { return static_cast<int32_t>(views_.size()); }

 private:
  std::vector<ffi::Any> made_;
  std::vector<ffi::AnyView> own_;
  std::span<const ffi::AnyView> views_;
};

/// What a program returned, for the host: the other way round, in tuples too; Relay's closures become functions.
/// Constructors' values with a tag stay what they are, so they can go back: their fields are for the host when it reads
/// them.
ffi::Any hostValue(const Engine& engine, ffi::Any value);
/// The fields of a constructor's value for the host, made anew by each call. Needs no machine: the value may outlive
/// its own. Bools that lie apart, which programs do not make, stay as they are.
ffi::Array<ffi::Any> hostFields(std::span<const ffi::Any> fields);

}  // namespace relaxscope
