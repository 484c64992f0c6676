// SPDX-License-Identifier: GPL-3.0-or-later
// The status bar: on the left device, engine, run statistics and recording cost; on the right format, verification
// and findings; while work is in progress, its description and a button to cancel it.
#pragma once

#include <QWidget>

class QPushButton;

namespace relaxscope {

class Document;
class Comparison;
class DocumentPage;

class StatusBar : public QWidget {
  Q_OBJECT
 public:
  /// What a click on a segment opens.
  enum class Target : uint8_t { None, Findings, Output };

  explicit StatusBar(QWidget* parent);
  /// Shows the state of a page; null: no page is open.
  void showPage(DocumentPage* page, const QString& device);
  /// Shows what a comparison found.
  void showComparison(const Comparison& comparison, const QStringList& work = {});
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
    QRect area = {};  ///< empty: not shown for lack of space
  };
  void finish();
  void addDifferences(const Comparison& comparison);
  void addStatistics(DocumentPage* page);
  void addExecutable(Document* document);
  [[nodiscard]] int widthOf(const Segment& segment) const;
  /// Computes the positions of all segments and the button, which paintEvent() uses.
  void layOut();
  void paintSegment(QPainter& painter, const Segment& segment) const;
  [[nodiscard]] const Segment* segmentAt(const QPoint& at) const;
  QList<Segment> left_, right_;
  QStringList work_;   ///< parts of the work's description; empty: none is in progress
  QString shownWork_;  ///< those that fit
  QRect workArea_;
  QPushButton* cancel_;
};

}  // namespace relaxscope
