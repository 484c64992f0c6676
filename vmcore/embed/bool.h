// SPDX-License-Identifier: Apache-2.0
// Converts bools between a host, which has TVM's newest bool type, and programs of TVM up to 0.21, which have uint1 in
// whole bytes.
#pragma once

#include <tvm/ffi/any.h>
#include <tvm/ffi/container/array.h>
#include <tvm/ffi/function.h>

#include <span>
#include <vector>

#include "vmcore/vm/engine.h"

namespace relaxscope {

/// Arguments in the program's representation. Bool tensors, also in tuples, become tensors of the program's type on the
/// same memory, or copies if they are strided. Everything else is passed unchanged, as is everything for a program that
/// is as new as the host.
class ProgramArguments {
 public:
  ProgramArguments(const Engine& engine, const ffi::AnyView* given, size_t count);
  ProgramArguments(const ProgramArguments&) = delete;
  ProgramArguments& operator=(const ProgramArguments&) = delete;
  [[nodiscard]] std::span<const ffi::AnyView> views() const { return views_; }
  [[nodiscard]] const TVMFFIAny* data() const { return rawValues(views_.data()); }
  [[nodiscard]] int32_t count() const { return static_cast<int32_t>(views_.size()); }

 private:
  std::vector<ffi::Any> made_;
  std::vector<ffi::AnyView> own_;
  std::span<const ffi::AnyView> views_;
};

/// Converts a program's result for the host: the inverse, also in tuples; Relay closures become functions.
/// Constructors' values with a nonzero tag are unchanged, so that they can be passed back: their fields are converted
/// when the host reads them.
ffi::Any hostValue(const Engine& engine, ffi::Any value);
/// The fields of a constructor's value for the host, created anew by each call. Needs no VM: the value may outlive its
/// VM. Strided bool tensors, which programs do not create, are unchanged.
ffi::Array<ffi::Any> hostFields(std::span<const ffi::Any> fields);

}  // namespace relaxscope
