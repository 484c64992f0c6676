// SPDX-License-Identifier: GPL-3.0-or-later
// The page that is shown if no file is open: a drop zone, recent files, examples.
#pragma once

#include <QAbstractButton>
#include <QScrollArea>

#include "app/window/settings.h"
#include "views/widgets/error_strip.h"

class QVBoxLayout;

namespace relaxscope {

/// Folder of the shipped examples; empty if they are not installed.
QString examplesFolder();

class StartPage : public QWidget {
  Q_OBJECT
 public:
  explicit StartPage(QWidget* parent);
  /// Reloads the list of recent files.
  void refresh();
  [[nodiscard]] ErrorStrip* strip() const { return strip_; }
  /// Highlights the drop zone while a file is dragged over the window.
  void setDropActive(bool active);

 signals:
  void openRequested(const QString& path);
  void openDialogRequested();
  void locateRequested(const QString& path);
  void removeRequested(const QString& path);

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
