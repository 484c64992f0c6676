// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/objects/object_memory.h"

#include <cstdlib>
#include <numeric>

namespace relaxscope {
namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kKeepsBlocks = false;
#elif defined(__has_feature)
constexpr bool kKeepsBlocks = !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer);
#else
constexpr bool kKeepsBlocks = true;
#endif

}  // namespace

void releaseByCall(TVMFFIObject* object) { release(object); }

RS_THREAD_VARIABLE constinit ObjectMemory ObjectMemory::lists_;

/// Empties the lists when the thread ends. Memory of objects destroyed later is freed at once.
struct ObjectMemory::AtThreadEnd {
  AtThreadEnd() { lists_.most_ = kMaxKept; }
  ~AtThreadEnd() {
    lists_.most_ = 0;
    lists_.ended_ = true;
    trim();
  }
  void watch() const {}  // its first use registers the destructor
};

void* ObjectMemory::takeFresh(size_t size) {
  if (kKeepsBlocks && lists_.most_ == 0 &&
      !lists_.ended_) {  // at the first allocation: glibc aborts if it is out of memory for it later
    static thread_local const AtThreadEnd end;
    end.watch();
  }
  auto* const head = static_cast<Head*>(std::malloc(size * kStep));
  if (head == nullptr) throw std::bad_alloc();
  head->size = size;
  return head + 1;
}

void ObjectMemory::freeHead(Head* head) noexcept { std::free(head); }

size_t ObjectMemory::kept() { return std::accumulate(std::begin(lists_.kept_), std::end(lists_.kept_), size_t{0}); }

void ObjectMemory::trim() noexcept {
  for (size_t size = 0; size < kSizes; ++size) {
    while (Head* const head = lists_.first_[size]) {
      lists_.first_[size] = head->next;
      std::free(head);
    }
    lists_.kept_[size] = 0;
  }
}

}  // namespace relaxscope
