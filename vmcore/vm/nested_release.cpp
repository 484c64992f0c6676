// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/nested_release.h"

#include <tvm/ffi/c_api.h>

namespace relaxscope {
namespace {

using Deleter = void (*)(void*, int);

/// Where values wait that came out of the one under way; null: none is.
thread_local std::vector<ffi::Any>* waiting = nullptr;

TVMFFIObject* headerOf(const ffi::Array<ffi::Any>& tuple) { return ffi::detail::ObjectUnsafe::TVMFFIObjectPtrFromObjectRef(tuple); }

/// tvm-ffi's own deleter of tuples; the same for all that are made here.
Deleter plainDeleter() {
  static const Deleter found = headerOf(ffi::Array<ffi::Any>())->deleter;
  return found;
}

void deleteTuple(void* self, int flags) {
  if ((flags & kTVMFFIObjectDeleterFlagBitMaskStrong) != 0) {
    auto* tuple = static_cast<ffi::ArrayObj*>(ffi::detail::ObjectUnsafe::RawObjectPtrFromUnowned<ffi::Object>(static_cast<TVMFFIObject*>(self)));
    releaseNested(const_cast<ffi::Any*>(tuple->begin()), tuple->size());
  }
  plainDeleter()(self, flags);
}

}  // namespace

void releaseNested(ffi::Any* first, size_t count) noexcept {
  const auto isObject = [](const ffi::Any& value) { return value.type_index() >= ffi::TypeIndex::kTVMFFIStaticObjectBegin; };
  std::vector<ffi::Any> own;
  const bool outermost = waiting == nullptr;
  std::vector<ffi::Any>& list = outermost ? own : *waiting;
  try {
    for (size_t i = 0; i < count; ++i)
      if (isObject(first[i])) list.push_back(std::move(first[i]));
  } catch (const std::bad_alloc&) {
    // What is left goes with its holder, by recursion.
  }
  if (!outermost) return;
  waiting = &own;
  while (!own.empty()) {
    const ffi::Any last = std::move(own.back());
    own.pop_back();
  }
  waiting = nullptr;
}

ffi::Array<ffi::Any> makeNestedTuple(const TVMFFIAny* values, size_t count) {
  const auto* first = reinterpret_cast<const ffi::AnyView*>(values);
  ffi::Array<ffi::Any> tuple(first, first + count);
  static_cast<void>(plainDeleter());   // else the first deletion would make it
  headerOf(tuple)->deleter = deleteTuple;
  return tuple;
}

}  // namespace relaxscope
