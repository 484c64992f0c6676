// SPDX-License-Identifier: Apache-2.0
// Plain values to tvm-ffi objects and back. What has no plain form becomes an ObjectValue with its type's name.
#pragma once

#include <tvm/ffi/any.h>

#include <functional>
#include <vector>

#include "vmcore/base/result.h"
#include "vmcore/run/value.h"
#include "vmcore/vm/objects/objects.h"

namespace relaxscope {

/// The object that a reference to an earlier result stands for.
using Resolve = std::function<Result<tvm::ffi::Any>(const ResultRef&)>;

/// Tensors are copied into aligned CPU memory, their elements laid out as the program wants them; random ones are made.
/// Errors name the field.
Result<tvm::ffi::Any> toObject(const Value& value, ElementLayout layout, const Resolve& resolve);
/// Tensors on the CPU are copied, compact; fields below kMaxValueDepth are told by their type alone. Errors: memory,
/// tensors elsewhere.
Result<Value> toPlain(const tvm::ffi::AnyView& object, ElementLayout layout);
/// Whether a reference stands anywhere in `value`.
bool hasReference(const Value& value);
/// The field of a tuple or constructor's value at `path`.
Result<tvm::ffi::Any> fieldAt(const tvm::ffi::Any& result, const std::vector<uint32_t>& path);

}  // namespace relaxscope
