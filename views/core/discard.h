// SPDX-License-Identifier: GPL-3.0-or-later
// Release of large values on the thread pool, as freeing a million small objects takes noticeably long.
#pragma once

#include <QThreadPool>

#include <memory>
#include <utility>

namespace relaxscope {

/// Releases the value on the thread pool. Its contents must be destructible on any thread.
template <class T>
void discard(std::shared_ptr<T> value) {
  if (value) QThreadPool::globalInstance()->start([value = std::move(value)] {});
}

}  // namespace relaxscope
