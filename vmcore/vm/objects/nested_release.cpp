// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/objects/nested_release.h"
#include "vmcore/base/thread_variable.h"

#include <tvm/ffi/c_api.h>

#include <algorithm>
#include <array>

namespace relaxscope {
namespace {

using Deleter = void (*)(void*, int);

/// Values found in the one being released that await their own release, last in, first out. A few are stored inline:
/// chains of any length must be releasable when memory is exhausted.
class Waiting {
 public:
  /// If it throws std::bad_alloc, the value is unchanged.
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
  std::array<ffi::Any, 16> few_;  // small, as threads have small stacks
  size_t count_ = 0;
  std::vector<ffi::Any> more_;
};

/// This thread's list; null if no release is in progress.
RS_THREAD_VARIABLE Waiting* waiting = nullptr;

TVMFFIObject* headerOf(const ffi::Array<ffi::Any>& tuple) {
  return ffi::detail::ObjectUnsafe::TVMFFIObjectPtrFromObjectRef(tuple);
}

/// tvm-ffi's own deleter of tuples; the same for all tuples made in this file.
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
      // The remaining values are released recursively with their holder.
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
  const ffi::AnyView* const first = viewsOf(values);
  ffi::Array<ffi::Any> tuple(first, first + count);
  static_cast<void>(plainDeleter());  // initialised now, as it allocates, not in the first deletion
  headerOf(tuple)->deleter = deleteTuple;
  return tuple;
}

}  // namespace relaxscope
