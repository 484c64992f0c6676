// SPDX-License-Identifier: GPL-3.0-or-later
// What the program is, its version and its licences. Shown with open(): nothing blocks.
#pragma once

#include <QDialog>

namespace relaxscope {

class AboutDialog : public QDialog {
  Q_OBJECT
 public:
  explicit AboutDialog(QWidget* parent);
};

}  // namespace relaxscope
