// SPDX-License-Identifier: Apache-2.0
#include "vmcore/worker/stack_thread.h"

#include <memory>
#include <system_error>
#include <utility>

namespace relaxscope::worker {
namespace {

constexpr size_t kMinBytes = size_t{1} << 20;

void* runBody(void* body) noexcept {
  const std::unique_ptr<std::function<void()>> owned(static_cast<std::function<void()>*>(body));
  (*owned)();
  return nullptr;
}

/// Returns pthread_create's error code.
int start(pthread_t& thread, size_t bytes, std::function<void()>* body) noexcept {
  pthread_attr_t attributes;
  if (const int code = pthread_attr_init(&attributes); code != 0) return code;
  int code = pthread_attr_setstacksize(&attributes, bytes);
  if (code == 0) code = pthread_create(&thread, &attributes, runBody, body);
  pthread_attr_destroy(&attributes);
  return code;
}

}  // namespace

StackThread::StackThread(size_t bytes, std::function<void()> body) {
  auto owned = std::make_unique<std::function<void()>>(std::move(body));
  int code = start(thread_, bytes, owned.get());
  while (code != 0 && bytes / 2 >= kMinBytes) code = start(thread_, bytes /= 2, owned.get());
  if (code != 0) throw std::system_error(code, std::generic_category(), "cannot start a thread");
  static_cast<void>(owned.release());  // runBody owns it
}

StackThread::~StackThread() {
  if (joinable_) pthread_join(thread_, nullptr);
}

void StackThread::detach() noexcept {
  if (std::exchange(joinable_, false)) pthread_detach(thread_);
}

}  // namespace relaxscope::worker
