// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of the start page: custom-painted buttons, so that each can get the keyboard focus.
#pragma once

#include <QAbstractButton>

#include "app/window/settings.h"

class QPushButton;

namespace relaxscope {

class RecentRow : public QAbstractButton {
  Q_OBJECT
 public:
  RecentRow(const settings::Recent& entry, bool first, QWidget* parent);
  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] bool isMissing() const { return missing_; }

 signals:
  void locate();
  void removed();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  settings::Recent entry_;
  bool first_, missing_;
  QPushButton *locate_ = nullptr, *remove_ = nullptr;  ///< of a missing file
};

class ExampleRow : public QAbstractButton {
  Q_OBJECT
 public:
  ExampleRow(const QString& icon, const QString& title, const QString& text, const QString& name, bool first,
             QWidget* parent);
  [[nodiscard]] QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QString icon_, title_, text_, name_;
  bool first_;
};

/// The dashed drop zone of the start page.
class DropZone : public QWidget {
  Q_OBJECT
 public:
  explicit DropZone(QWidget* parent);
  void setActive(bool active) {
    active_ = active;
    update();
  }
  /// Left edge and greatest width of the text, in logical pixels.
  static constexpr int kTextLeft = 172, kTextWidth = 640;
  /// Whether there is room beside the text for the keys, which are painted at the right.
  [[nodiscard]] bool showsKeys() const;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  bool active_ = false;
};

/// "Relax VM · TVM 0.23 to 0.27", "profile · cpu · 20 runs", in the interface's language.
QString kindText(const settings::Recent& entry);
/// "1,234 instructions", "1 event"; empty if neither is known.
QString contentText(const settings::Recent& entry);
/// "2 min ago", "yesterday", "18 Nov".
QString agoText(qint64 secondsSinceEpoch);

}  // namespace relaxscope
