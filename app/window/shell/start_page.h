// SPDX-License-Identifier: GPL-3.0-or-later
// What is shown when nothing is open: where to drop a file, what was open lately, examples to try.
#pragma once

#include <QAbstractButton>
#include <QScrollArea>

#include "app/window/settings.h"
#include "views/widgets/error_strip.h"

class QVBoxLayout;

namespace relaxscope {

/// Where shipped examples are; empty when they are not installed.
QString examplesFolder();

class StartPage : public QWidget {
  Q_OBJECT
 public:
  explicit StartPage(QWidget* parent);
  /// Reads the list of recent files anew.
  void refresh();
  [[nodiscard]] ErrorStrip* strip() const { return strip_; }
  /// Whether a drag hovers: the frame of the zone fills.
  void setDropActive(bool active);

 signals:
  void openRequested(const QString& path);
  void openDialogRequested();
  void locateRequested(const QString& path);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void fillColumn(QWidget* column);
  QWidget* buildDropZone(QWidget* parent);
  QWidget* buildRecent();
  QWidget* buildExamples();
  ErrorStrip* strip_;
  QWidget* dropZone_;
  QVBoxLayout* recentRows_ = nullptr;
};

}  // namespace relaxscope
