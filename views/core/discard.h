// SPDX-License-Identifier: GPL-3.0-or-later
// Letting go of large values: freeing a million small things takes long enough to be felt, so the pool does it.
#pragma once

#include <QThreadPool>

#include <memory>
#include <utility>

namespace relaxscope {

/// Gives the value up on the thread pool. What it holds must be such that any thread may destroy it.
template <class T>
void discard(std::shared_ptr<T> value) {
  if (value) QThreadPool::globalInstance()->start([value = std::move(value)] {});
}

}  // namespace relaxscope
