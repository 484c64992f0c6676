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

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  struct Columns {
    QRect name, count, total, bar, percent;
    int unitWidth;
  };
  [[nodiscard]] Columns columns() const;
  void paintGround(QPainter* painter) const;
  void paintHeader(QPainter* painter, const Columns& at) const;
  void paintTexts(QPainter* painter, const Columns& at) const;
  void paintBar(QPainter* painter, const QRect& bar) const;

  Data data_;
};

}  // namespace relaxscope
