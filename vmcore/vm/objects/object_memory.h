// SPDX-License-Identifier: Apache-2.0
// Memory of the small objects that a VM creates with every operator: storages, tensors, shapes. Freed blocks are kept
// in short thread-local free lists by size, as a model needs the same few sizes again and again. A block belongs to no
// VM: objects may outlive theirs and be destroyed on any thread. Builds with AddressSanitizer or ThreadSanitizer use no
// lists, so that use after free is detected.
#pragma once

#include <tvm/ffi/object.h>

#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>

#include "vmcore/base/thread_variable.h"
#include "vmcore/vm/ffi.h"

namespace relaxscope {

/// Free lists of one thread, by size in multiples of kStep.
class ObjectMemory {
 public:
  static constexpr size_t kStep = 32, kSizes = 9;  ///< the largest kept blocks have 256 bytes
  static constexpr uint32_t kMaxKept = 128;        ///< per size

  constexpr ObjectMemory() = default;
  /// A block of at least `bytes`, aligned as malloc aligns. Throws std::bad_alloc.
  static void* take(size_t bytes) {
    const size_t size = (bytes + sizeof(Head) + kStep - 1) / kStep;
    Head* const head = size < kSizes ? lists_.first_[size] : nullptr;
    if (head == nullptr) [[unlikely]]
      return takeFresh(size);
    lists_.first_[size] = head->next;
    --lists_.kept_[size];
    head->size = size;
    return head + 1;
  }
  /// Frees a block from take().
  static void give(void* block) noexcept {
    Head* const head = static_cast<Head*>(block) - 1;
    const size_t size = head->size;
    if (size >= kSizes || lists_.kept_[size] >= lists_.most_) [[unlikely]]
      return freeHead(head);
    head->next = lists_.first_[size];
    lists_.first_[size] = head;
    ++lists_.kept_[size];
  }
  /// Number of blocks in this thread's free lists.
  static size_t kept();
  /// Returns the blocks in this thread's free lists to the system.
  static void trim() noexcept;

 private:
  union alignas(std::max_align_t) Head {
    size_t size;  ///< in units of kStep, while the block is in use
    Head* next;
  };
  struct AtThreadEnd;
  static void* takeFresh(size_t size);
  static void freeHead(Head* head) noexcept;

  Head* first_[kSizes] = {};
  uint32_t kept_[kSizes] = {};
  uint32_t most_ = 0;  ///< 0 before AtThreadEnd is registered and after the thread's end
  bool ended_ = false;

  RS_THREAD_VARIABLE static constinit ObjectMemory lists_;
};

/// Whether the caller has the only reference to an object, so that no one else can access it or add a reference.
inline bool isOnlyReference(const TVMFFIObject* object) {
  return __atomic_load_n(&object->combined_ref_count, __ATOMIC_ACQUIRE) == ffi::detail::kCombinedRefCountBothOne;
}
/// Adds a reference to an object that the VM created and that no other thread can reach through the caller's reference:
/// not for constants, which another VM may start to share at any time. If the caller's reference is the only one, no
/// atomic increment is needed.
inline void keepOwn(TVMFFIObject* object) {
  if (isOnlyReference(object))
    __atomic_store_n(&object->combined_ref_count,
                     ffi::detail::kCombinedRefCountBothOne + ffi::detail::kCombinedRefCountStrongOne, __ATOMIC_RELAXED);
  else ffi::detail::ObjectUnsafe::IncRefObjectHandle(object);
}
/// Releases a reference.
inline void release(TVMFFIObject* object) {
  if (!isOnlyReference(object)) return ffi::detail::ObjectUnsafe::DecRefObjectHandle(object);
  if (object->deleter != nullptr) object->deleter(object, kTVMFFIObjectDeleterFlagBitMaskBoth);
}
/// The same, not inlined, for the interpreter's many uses: a call costs less there than the register pressure of
/// inlined code.
void releaseByCall(TVMFFIObject* object);

/// Creates an object in ObjectMemory with `after` extra bytes after it.
template <class T, class... Args>
ffi::ObjectPtr<T> makeListed(size_t after, Args&&... args) {
  static_assert(alignof(T) <= alignof(std::max_align_t));
  void* const memory = ObjectMemory::take(sizeof(T) + after);
  T* object = nullptr;
  try {
    object = new (memory) T(std::forward<Args>(args)...);
  } catch (...) {
    ObjectMemory::give(memory);
    throw;
  }
  TVMFFIObject* const header = ffi::detail::ObjectUnsafe::GetHeader(object);
  header->combined_ref_count = ffi::detail::kCombinedRefCountBothOne;
  header->type_index = T::RuntimeTypeIndex();
  header->__padding = 0;
  header->deleter = [](void* self, int flags) {
    T* const dead = ffi::detail::ObjectUnsafe::RawObjectPtrFromUnowned<T>(static_cast<TVMFFIObject*>(self));
    if ((flags & kTVMFFIObjectDeleterFlagBitMaskStrong) != 0) dead->T::~T();
    if ((flags & kTVMFFIObjectDeleterFlagBitMaskWeak) != 0) ObjectMemory::give(dead);
  };
  return ffi::detail::ObjectUnsafe::ObjectPtrFromOwned<T>(object);
}

}  // namespace relaxscope
