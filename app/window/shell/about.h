// SPDX-License-Identifier: GPL-3.0-or-later
// Dialog with the program's description, version and licences. Shown with open(), which does not block.
#pragma once

#include <QDialog>

namespace relaxscope {

class AboutDialog : public QDialog {
  Q_OBJECT
 public:
  explicit AboutDialog(QWidget* parent);
};

}  // namespace relaxscope
