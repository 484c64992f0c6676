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

/// A function of an engine's executable with bound values, which precede the arguments.
class RelayClosureObj : public ffi::Object {
 public:
  RelayClosureObj(std::shared_ptr<EngineHandle> of, uint32_t what, std::vector<ffi::Any> bound)
      : owner(std::move(of)), function(what), captured(std::move(bound)) {}
  ~RelayClosureObj();
  RelayClosureObj(const RelayClosureObj&) = delete;
  RelayClosureObj& operator=(const RelayClosureObj&) = delete;

  std::shared_ptr<EngineHandle> owner;  ///< the engine whose function table `function` is a row of
  uint32_t function;
  std::vector<ffi::Any> captured;

  static constexpr bool _type_mutable = true;
  TVM_FFI_DECLARE_OBJECT_INFO_FINAL("relaxscope.RelayClosure", RelayClosureObj, ffi::Object);
};

/// Operand of get_field and get_tag: a constructor's value, or a tvm-ffi tuple, whose tag is 0.
struct ValueFields {
  int64_t tag = 0;
  const ffi::Any* first = nullptr;  ///< valid as long as the value
  size_t count = 0;
};
/// Returns false if the value has no fields.
bool fieldsOf(const TVMFFIAny& value, ValueFields& fields);
/// The value as an AdtObj, or null if it is not one.
const AdtObj* adtOf(const TVMFFIAny& value);
const RelayClosureObj* relayClosureOf(const TVMFFIAny& value);
/// Calls its function with the bound values, then `args`, on EngineHandle::engineToRunOn().
void callRelayClosure(const RelayClosureObj& closure, const TVMFFIAny* args, int32_t count, ffi::Any* result);
/// A closure of either VM as a function object that owns it; null for anything else.
ffi::Function closureFunction(const ffi::Any& value);

}  // namespace relaxscope
