// SPDX-License-Identifier: GPL-3.0-or-later
// What changed, in a few lines of a topic and a sentence each, below a title.
#pragma once

#include <QStringList>
#include <QWidget>

class QGridLayout;

namespace relaxscope {

class SummaryLines : public QWidget {
  Q_OBJECT
 public:
  /// `lineName`: the object name of each sentence.
  SummaryLines(const QString& lineName, QWidget* parent);

  /// Removes all but the title. `remark` stands beside it, null for none; this takes it over.
  void restart(QWidget* remark = nullptr);
  void addLine(const QString& icon, const QString& topic, const QString& text);
  /// "Fusion: 5 kernel calls became 2", one line each.
  [[nodiscard]] const QStringList& texts() const { return texts_; }

 private:
  QString lineName_;
  QGridLayout* rows_;
  QStringList texts_;
};

}  // namespace relaxscope
