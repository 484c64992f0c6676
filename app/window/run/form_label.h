// SPDX-License-Identifier: GPL-3.0-or-later
// A label of a form's field, whose mnemonic moves the focus to the field.
#pragma once

#include "views/widgets/label.h"

namespace relaxscope {

inline QLabel* labelFor(const QString& text, QWidget* field, QWidget* parent) {
  auto* label = new Label(text, parent);
  label->setBuddy(field);
  return label;
}

}  // namespace relaxscope
