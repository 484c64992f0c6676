// SPDX-License-Identifier: GPL-3.0-or-later
// A figure of the overview with its name; a click opens the figure's source.
#pragma once

#include <QAbstractButton>

#include "views/widgets/figures.h"

namespace relaxscope {

class OverviewTile : public QAbstractButton {
  Q_OBJECT
 public:
  OverviewTile(const QString& icon, const QString& title, const Figure& figure, const QString& note, QWidget* parent);
  [[nodiscard]] QSize sizeHint() const override;
  /// Wide enough for the figure.
  [[nodiscard]] QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QString icon_, title_, note_;
  Figure figure_;
};

}  // namespace relaxscope
