// SPDX-License-Identifier: Apache-2.0
// Conversion of plain values to tvm-ffi objects and back. Objects without plain form become ObjectValues with their
// type key.
#pragma once

#include <tvm/ffi/any.h>

#include <functional>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "vmcore/base/result.h"
#include "vmcore/run/value.h"
#include "vmcore/vm/objects/objects.h"

namespace relaxscope {

/// Resolves a reference to an earlier result.
using Resolve = std::function<Result<tvm::ffi::Any>(const ResultRef&)>;

/// Tensors made of plain values, by the place of their data, its size, dtype and shape.
using MadeTensors = std::map<std::tuple<const void*, size_t, std::string, std::vector<int64_t>>, tvm::ffi::Any>;

/// Tensors are copied into aligned CPU memory with the element layout of the program; random ones are generated. With
/// `made`, values that share their data become one tensor. Errors name the field.
Result<tvm::ffi::Any> toObject(const Value& value, ElementLayout layout, const Resolve& resolve,
                               MadeTensors* made = nullptr);
/// CPU tensors are copied, compact; fields nested deeper than kMaxValueDepth are represented by their type only.
/// Errors: out of memory, tensors on other devices.
Result<Value> toPlain(const tvm::ffi::AnyView& object, ElementLayout layout);
/// Whether `value` contains a reference.
bool hasReference(const Value& value);
/// The field of a tuple or constructor's value at `path`.
Result<tvm::ffi::Any> fieldAt(const tvm::ffi::Any& result, const std::vector<uint32_t>& path);

}  // namespace relaxscope
