// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/objects/nested_release.h"

#include <tvm/ffi/c_api.h>

#include <algorithm>
#include <array>

namespace relaxscope {
namespace {

using Deleter = void (*)(void*, int);

/// Values that came out of the one under way and wait for their release, the last first. A few have room without the
/// heap: a chain, however long, must come apart where no memory is left.
class Waiting {
 public:
  /// Throws std::bad_alloc; the value stays then.
  void push(ffi::Any& value) {
    if (count_ < few_.size()) few_[count_++] = std::move(value);
    else more_.push_back(std::move(value));
  }
  [[nodiscard]] bool empty() const { return count_ == 0 && more_.empty(); }
  ffi::Any pop() {
    if (more_.empty()) return std::move(few_[--count_]);
    ffi::Any last = std::move(more_.back());
    more_.pop_back();
    return last;
  }

 private:
  std::array<ffi::Any, 16> few_;  // little: threads have small stacks
  size_t count_ = 0;
  std::vector<ffi::Any> more_;
};

/// Those of this thread; null: none is under way.
thread_local Waiting* waiting = nullptr;

TVMFFIObject* headerOf(const ffi::Array<ffi::Any>& tuple) {
  return ffi::detail::ObjectUnsafe::TVMFFIObjectPtrFromObjectRef(tuple);
}

/// tvm-ffi's own deleter of tuples; the same for all that are made here.
Deleter plainDeleter() {
  static const Deleter found = headerOf(ffi::Array<ffi::Any>())->deleter;
  return found;
}

void deleteTuple(void* self, int flags) {
  if ((flags & kTVMFFIObjectDeleterFlagBitMaskStrong) != 0) {
    auto* tuple = static_cast<ffi::ArrayObj*>(
        ffi::detail::ObjectUnsafe::RawObjectPtrFromUnowned<ffi::Object>(static_cast<TVMFFIObject*>(self)));
    releaseNested(const_cast<ffi::Any*>(tuple->begin()), tuple->size());
  }
  plainDeleter()(self, flags);
}

}  // namespace

void releaseNested(ffi::Any* first, size_t count) noexcept {
  const auto isObject = [](const ffi::Any& value) {
    return value.type_index() >= ffi::TypeIndex::kTVMFFIStaticObjectBegin;
  };
  const auto take = [&](Waiting& list) {
    try {
      for (size_t i = 0; i < count; ++i)
        if (isObject(first[i])) list.push(first[i]);
    } catch (const std::bad_alloc&) {
      // What is left goes with its holder, by recursion.
    }
  };
  if (waiting != nullptr) return take(*waiting);
  if (std::none_of(first, first + count, isObject)) return;
  Waiting own;
  take(own);
  waiting = &own;
  while (!own.empty()) static_cast<void>(own.pop());
  waiting = nullptr;
}

ffi::Array<ffi::Any> makeNestedTuple(const TVMFFIAny* values, size_t count) {
  const auto* first = reinterpret_cast<const ffi::AnyView*>(values);
  ffi::Array<ffi::Any> tuple(first, first + count);
  static_cast<void>(plainDeleter());  // else the first deletion would make it
  headerOf(tuple)->deleter = deleteTuple;
  return tuple;
}

}  // namespace relaxscope
