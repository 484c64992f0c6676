// SPDX-License-Identifier: Apache-2.0
// Values that only Relay programs have (relay.md).
#pragma once

#include <tvm/ffi/any.h>
#include <tvm/ffi/object.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "vmcore/vm/objects/objects.h"

namespace relaxscope {

struct EngineHandle;

// Both are destroyed without recursion (nested_release.h).

/// A constructor's value: its tag and fields; tuples have tag 0.
class AdtObj : public ffi::Object {
 public:
  AdtObj(int64_t of, std::vector<ffi::Any> content) : tag(of), fields(std::move(content)) {}
  ~AdtObj();
  AdtObj(const AdtObj&) = delete;
  AdtObj& operator=(const AdtObj&) = delete;

  int64_t tag;
  std::vector<ffi::Any> fields;

  static constexpr bool _type_mutable = true;
  TVM_FFI_DECLARE_OBJECT_INFO_FINAL("relaxscope.Adt", AdtObj, ffi::Object);
};

/// A function of an engine's executable with values that it was bound to; they come before the arguments.
class RelayClosureObj : public ffi::Object {
 public:
  RelayClosureObj(std::shared_ptr<EngineHandle> of, uint32_t what, std::vector<ffi::Any> bound)
      : owner(std::move(of)), function(what), captured(std::move(bound)) {}
  ~RelayClosureObj();
  RelayClosureObj(const RelayClosureObj&) = delete;
  RelayClosureObj& operator=(const RelayClosureObj&) = delete;

  std::shared_ptr<EngineHandle> owner;  ///< whose table `function` is of
  uint32_t function;
  std::vector<ffi::Any> captured;

  static constexpr bool _type_mutable = true;
  TVM_FFI_DECLARE_OBJECT_INFO_FINAL("relaxscope.RelayClosure", RelayClosureObj, ffi::Object);
};

/// What get_field and get_tag see: a constructor's value, or a tuple of tvm-ffi's, whose tag is 0.
struct ValueFields {
  int64_t tag = 0;
  const ffi::Any* first = nullptr;  ///< lives as long as the value
  size_t count = 0;
};
/// False where the value has no fields.
bool fieldsOf(const TVMFFIAny& value, ValueFields& fields);
/// The object of a value if it is one of ours, else null.
const AdtObj* adtOf(const TVMFFIAny& value);
const RelayClosureObj* relayClosureOf(const TVMFFIAny& value);
/// Calls its function with what was bound, then `args`, on EngineHandle::machineToRunOn().
void callRelayClosure(const RelayClosureObj& closure, const TVMFFIAny* args, int32_t count, ffi::Any* result);
/// A closure of either VM as a function object that keeps it; null for anything else.
ffi::Function closureFunction(const ffi::Any& value);

}  // namespace relaxscope
