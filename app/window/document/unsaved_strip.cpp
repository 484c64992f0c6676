// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/unsaved_strip.h"

#include <utility>

namespace relaxscope {

UnsavedStrip::UnsavedStrip(QWidget* parent) : ErrorStrip(parent) {
  setObjectName(QStringLiteral("unsavedStrip"));
  connect(this, &ErrorStrip::placeClicked, this, &UnsavedStrip::discard);
}

void UnsavedStrip::ask(const QString& what, const QString& hint, const QString& action, std::function<void()> retry) {
  retry_ = std::move(retry);
  showMessage(Level::Warning, what, tr("Discard the changes"), hint, action);
}

void UnsavedStrip::discard() {
  clear();
  emit discarded();
  if (const auto retry = std::exchange(retry_, nullptr)) retry();
}

}  // namespace relaxscope
