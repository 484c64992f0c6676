// SPDX-License-Identifier: GPL-3.0-or-later
// The legend of call kinds: the meaning of the colours and hatches of calls.
#pragma once

#include <QList>
#include <QString>
#include <QWidget>

#include "vmcore/model/builtin.h"

namespace relaxscope {

/// Swatches of the call kinds in one line; entries that do not fit entirely are omitted.
class CallLegend : public QWidget {
  Q_OBJECT
 public:
  explicit CallLegend(QWidget* parent = nullptr);
  /// Adds the kinds of device work, or removes them.
  void showDevices(bool shown);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void fill();
  struct Entry {
    CallKind kind;
    QString text;
  };
  QList<Entry> entries_;
  bool devices_ = false;
  [[nodiscard]] int entryWidth(const Entry& entry) const;
};

}  // namespace relaxscope
