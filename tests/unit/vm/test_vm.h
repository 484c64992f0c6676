// SPDX-License-Identifier: Apache-2.0
// A VM for a program built in a test, with a few packed functions to call.
#pragma once

#include <gtest/gtest.h>
#include <tvm/ffi/container/array.h>
#include <tvm/ffi/container/shape.h>
#include <tvm/ffi/container/tensor.h>
#include <tvm/ffi/function.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "vmcore/model/builder.h"
#include "vmcore/vm/objects/objects.h"
#include "vmcore/vm/virtual_machine.h"

namespace relaxscope::testing {

using B = ExecutableBuilder;
using PackedBody = std::function<void(const ffi::AnyView*, int32_t, ffi::Any*)>;

/// Load options for the builder's program: `functions` are packed functions by name, in addition to test.add(a, b),
/// test.less(a, b), test.fail() (ValueError "on purpose"), test.keep(x) -> x.
LoadOptions optionsFor(ExecutableBuilder& builder, std::vector<std::pair<std::string, PackedBody>> functions = {});
/// A VM for the builder's program; a failing load fails the test.
std::unique_ptr<VirtualMachine> vmFor(ExecutableBuilder& builder,
                                      std::vector<std::pair<std::string, PackedBody>> functions = {});

/// A module with one function.
ffi::Any moduleWith(std::string name, PackedBody body);

/// Calls main.
RunResult callMain(VirtualMachine& vm, std::vector<ffi::Any> args = {});
/// The integer that main returns; a failing call fails the test.
int64_t mainInt(VirtualMachine& vm, std::vector<ffi::Any> args = {});
/// The result of a single call of `callee` with constants and numbers as arguments, as the only instruction of main.
RunResult callOne(const std::string& callee, const std::vector<ffi::Any>& args);

ffi::Tensor makeFloats(std::vector<int64_t> dims, std::vector<float> values);
ffi::Tensor makeInts(std::vector<int64_t> dims, std::vector<int64_t> values);
/// A tensor of one int64.
inline ffi::Any number(int64_t value) { return ffi::Any(makeInts({1}, {value})); }
ffi::Tensor makeRaw(std::vector<int64_t> dims, DLDataType dtype);
std::vector<int64_t> intsOf(const ffi::Any& tensor);
std::vector<float> floatsOf(const ffi::Any& tensor);
std::vector<int64_t> dimsOf(const ffi::Any& tensorOrShape);
/// Strong references to the object in a value.
int useCount(const ffi::Any& value);

/// Whether a result is an error whose message holds `text`.
::testing::AssertionResult failsWith(const RunResult& result, const std::string& kind, const std::string& text);

}  // namespace relaxscope::testing
