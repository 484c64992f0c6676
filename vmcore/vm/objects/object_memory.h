// SPDX-License-Identifier: Apache-2.0
// Memory of the small objects that a machine makes with every operator: storages, tensors, shapes. Blocks that are
// given back wait in short lists of the thread for the next object of about that size; a model asks for the same few
// over and over. A block belongs to no machine: objects may outlive theirs and die on any thread. Builds with
// AddressSanitizer or ThreadSanitizer keep no lists, so that a use after the end is found.
#pragma once

#include <tvm/ffi/object.h>

#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>

namespace relaxscope {

namespace ffi = tvm::ffi;

/// Lists of one thread by size, a multiple of kStep.
class ObjectMemory {
 public:
  static constexpr size_t kStep = 32, kSizes = 9;  ///< the largest blocks have 256 bytes; what is larger is never kept
  static constexpr uint32_t kMostKept = 128;       ///< of a size

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
  /// Gives a block of take() back.
  static void give(void* block) noexcept {
    Head* const head = static_cast<Head*>(block) - 1;
    const size_t size = head->size;
    if (size >= kSizes || lists_.kept_[size] >= lists_.most_) [[unlikely]]
      return giveBack(head);
    head->next = lists_.first_[size];
    lists_.first_[size] = head;
    ++lists_.kept_[size];
  }
  /// Blocks that wait in the lists of this thread.
  static size_t kept();
  /// Gives the blocks in the lists of this thread back to the system.
  static void trim() noexcept;

 private:
  union alignas(std::max_align_t) Head {
    size_t size;  ///< in steps, while the block is in use
    Head* next;
  };
  struct AtThreadEnd;
  static void* takeFresh(size_t size);
  static void giveBack(Head* head) noexcept;

  Head* first_[kSizes] = {};
  uint32_t kept_[kSizes] = {};
  uint32_t most_ = 0;  ///< 0 until the thread's end is watched, and when it has come
  bool ended_ = false;

  static constinit thread_local ObjectMemory lists_;
};

/// Whether the only reference to an object is the caller's: nobody else can look at it or make another.
inline bool isOnlyReference(const TVMFFIObject* object) {
  return __atomic_load_n(&object->combined_ref_count, __ATOMIC_ACQUIRE) == ffi::detail::kCombinedRefCountBothOne;
}
/// Another reference to an object that the machine made and no other thread can reach through the caller's: not for
/// constants, which another machine may take over at any time. Beside an only one nobody else counts, so that needs no
/// atomic step.
inline void keepOwn(TVMFFIObject* object) {
  if (isOnlyReference(object))
    __atomic_store_n(&object->combined_ref_count,
                     ffi::detail::kCombinedRefCountBothOne + ffi::detail::kCombinedRefCountStrongOne, __ATOMIC_RELAXED);
  else ffi::detail::ObjectUnsafe::IncRefObjectHandle(object);
}
/// Ends a reference.
inline void release(TVMFFIObject* object) {
  if (!isOnlyReference(object)) return ffi::detail::ObjectUnsafe::DecRefObjectHandle(object);
  if (object->deleter != nullptr) object->deleter(object, kTVMFFIObjectDeleterFlagBitMaskBoth);
}
/// The same for the interpreter's loop, which is full of it: a call costs less there than what inlining does to
/// registers.
void releaseByCall(TVMFFIObject* object);

/// An object in memory of the lists, with `behind` bytes behind it, in its only reference.
template <class T, class... Args>
ffi::ObjectPtr<T> makeListed(size_t behind, Args&&... args) {
  static_assert(alignof(T) <= alignof(std::max_align_t));
  void* const memory = ObjectMemory::take(sizeof(T) + behind);
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
