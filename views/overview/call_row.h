// SPDX-License-Identifier: GPL-3.0-or-later
// One row of the hottest callees: the header, a callee, or the sum of the remaining ones.
#pragma once

#include <QAbstractButton>

#include "views/widgets/figures.h"
#include "vmcore/model/builtin.h"

namespace relaxscope {

class CallRow : public QAbstractButton {
  Q_OBJECT
 public:
  enum class Role : uint8_t { Header, Call, Rest };
  struct Data {
    Role role = Role::Call;
    QString name, count;
    Figure total;
    double share = 0;  ///< of the run
    double scale = 1;  ///< share at which the bar is full
    CallKind kind = CallKind::Other;
    bool odd = false;
  };
  CallRow(Data row, QWidget* parent);
  [[nodiscard]] QSize sizeHint() const override;
  /// Wide enough for the figures and the beginning of a name.
  [[nodiscard]] QSize minimumSizeHint() const override;
  /// Widths of the count and of the total with its unit, in pixels, that the row itself needs.
  struct FigureWidths {
    int count = 0, total = 0;
  };
  [[nodiscard]] FigureWidths neededWidths() const;
  /// Those of the columns, at least as wide as any row of the table needs.
  void setWidths(const FigureWidths& widths) { widths_ = widths; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  struct Columns {
    QRect name, count, total, bar, percent;
    int unitWidth;
  };
  [[nodiscard]] Columns columns() const;
  [[nodiscard]] FigureWidths leastWidths() const;
  [[nodiscard]] static int unitWidth();
  [[nodiscard]] static int percentWidth();
  void paintGround(QPainter* painter) const;
  void paintHeader(QPainter* painter, const Columns& at) const;
  void paintTexts(QPainter* painter, const Columns& at) const;
  void paintBar(QPainter* painter, const QRect& bar) const;

  Data data_;
  FigureWidths widths_;
};

}  // namespace relaxscope
