// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/core/selection.h"

#include <QMetaObject>

#include <utility>

namespace relaxscope {
namespace {
constexpr int kMaxHistory = 500;
}

Selection::Selection(QObject* parent) : QObject(parent) {}

void Selection::select(const Place& place) {
  if (place == current_) return;
  if (isOutside(place)) return emit passedOn(place, ViewId::None, false);
  const bool otherSubject = place.function.valid() && place.function != subject_;
  if (otherSubject) push(place);
  else if (position_ >= 0) history_[static_cast<size_t>(position_)] = place;  // back() returns to the last line
  else push(place);
  apply(place);
}

void Selection::activate(const Place& place, ViewId view) {
  if (isLocked()) {
    if (!isOutside(place)) select(place);
    return emit passedOn(place, view, true);
  }
  if (place != current_ || position_ < 0) push(place);
  apply(place);
  emit activated(view);
}

void Selection::lock(FuncIndex function) {
  locked_ = function;
  if (!function.valid()) return;
  history_.clear();
  position_ = -1;
  Place place = current_;
  if (place.function != function) {
    place = {};
    place.function = function;
  }
  push(place);
  apply(place);
}

void Selection::push(const Place& place) {
  history_.resize(static_cast<size_t>(position_ + 1));
  history_.push_back(place);
  if (static_cast<int>(history_.size()) > kMaxHistory) history_.erase(history_.begin());
  position_ = static_cast<int>(history_.size()) - 1;
  emit historyChanged();
}

void Selection::apply(const Place& place) {
  current_ = place;
  if (place.function.valid()) subject_ = place.function;
  if (pending_) return;
  pending_ = true;
  QMetaObject::invokeMethod(
      this,
      [this] {
        pending_ = false;
        emit changed();
      },
      Qt::QueuedConnection);
}

void Selection::back() {
  if (!canGoBack()) return;
  apply(history_[static_cast<size_t>(--position_)]);
  emit historyChanged();
}

void Selection::forward() {
  if (!canGoForward()) return;
  apply(history_[static_cast<size_t>(++position_)]);
  emit historyChanged();
}

void Selection::setSpan(const std::optional<TickSpan>& span) {
  if (span == span_) return;
  span_ = span;
  emit spanChanged();
}

void Selection::mark(Marked instructions) {
  if (instructions == marked_) return;
  marked_ = std::move(instructions);
  emit markedChanged();
}

void Selection::forgetEvents() {
  setSpan({});
  emit eventsForgotten();
  for (Place& place : history_) {
    place.event = EventIndex();
    place.work = WorkIndex();
  }
  if (current_.event == EventIndex() && current_.work == WorkIndex()) return;
  Place place = current_;
  place.event = EventIndex();
  place.work = WorkIndex();
  apply(place);
}

void Selection::reset() {
  history_.clear();
  position_ = -1;
  subject_ = locked_ = FuncIndex::invalid();
  setSpan({});
  mark(nullptr);
  apply(Place{});
  emit historyChanged();
}

}  // namespace relaxscope
