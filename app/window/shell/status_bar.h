// SPDX-License-Identifier: GPL-3.0-or-later
// The line at the bottom: left device, engine, run statistic and the cost of measuring; right format,
// verification and findings; while something works, what it is and a way to stop it.
#pragma once

#include <QWidget>

class QPushButton;

namespace relaxscope {

class Document;
class DocumentPage;

class StatusBar : public QWidget {
  Q_OBJECT
 public:
  /// Where a segment leads.
  enum class Target : uint8_t { None, Findings, Output };

  explicit StatusBar(QWidget* parent);
  /// Shows the state of a page; null: nothing is open.
  void showPage(DocumentPage* page, const QString& device);
  [[nodiscard]] QString text() const;

 signals:
  void cancelClicked();
  void targetClicked(relaxscope::StatusBar::Target target);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  bool event(QEvent* event) override;

 private:
  struct Segment {
    QString icon, text, toolTip;
    Target target = Target::None;
    QRect area = {};  ///< empty: there is no room for it
  };
  void addStatistics(DocumentPage* page);
  void addExecutable(const Document* document);
  [[nodiscard]] int widthOf(const Segment& segment) const;
  /// Places all segments and the button; painting only paints.
  void layOut();
  void paintSegment(QPainter& painter, const Segment& segment) const;
  [[nodiscard]] const Segment* segmentAt(const QPoint& at) const;
  QList<Segment> left_, right_;
  QString work_;
  QRect workArea_;
  QPushButton* cancel_;
};

}  // namespace relaxscope
