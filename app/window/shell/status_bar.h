// SPDX-License-Identifier: GPL-3.0-or-later
// The line at the bottom: left device, engine, run statistic and the cost of measuring; right format,
// verification and findings; while something works, what it is and a way to stop it.
#pragma once

#include <QWidget>

class QPushButton;

namespace relaxscope {

class DocumentPage;

class StatusBar : public QWidget {
  Q_OBJECT
 public:
  explicit StatusBar(QWidget* parent);
  /// Shows the state of a page; null: nothing is open.
  void showPage(DocumentPage* page, const QString& device);
  [[nodiscard]] QString text() const;

 signals:
  void cancelClicked();
  /// A segment that leads somewhere: "findings" or "output".
  void segmentClicked(const QString& id);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  bool event(QEvent* event) override;

 private:
  struct Segment {
    QString icon, text, toolTip, id;
    mutable QRect area;
  };  ///< `id`: it can be clicked
  int paintSegments(QPainter& painter, const QList<Segment>& segments, bool fromRight, int limit) const;
  [[nodiscard]] const Segment* segmentAt(const QPoint& at) const;
  QList<Segment> left_, right_;
  QString work_;
  QPushButton* cancel_;
};

}  // namespace relaxscope
