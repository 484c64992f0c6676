// SPDX-License-Identifier: GPL-3.0-or-later
// The search bar of the timeline: a field, the number of hits and a list of matching names with their counts. The list
// lies over the lanes while a name is typed or chosen, so that it takes no height. Searches the whole trace, not only
// the visible part.
#pragma once

#include <QWidget>

#include "views/profile/geometry/track.h"

class QLabel;
class QLineEdit;
class QListWidget;

namespace relaxscope {

class TimelineSearch : public QWidget {
  Q_OBJECT
 public:
  explicit TimelineSearch(QWidget* parent = nullptr);

  void open();
  void close();
  [[nodiscard]] QString text() const;
  void setText(const QString& text);
  /// Repeats the search in `tracks` (after a change of text or trace); returns for each name whether it matches.
  std::vector<bool> search(const Tracks& tracks);
  [[nodiscard]] uint64_t hits() const { return hits_; }
  void hideNames();

 signals:
  void changed();  ///< the text changed
  void next(bool backwards);
  void chosen(uint32_t name);  ///< an entry of the list
  void closed();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void moveEvent(QMoveEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  void applyTheme();
  void showNames();
  void placeNames();
  QLineEdit* edit_;
  QLabel* count_;
  QListWidget* list_;  ///< a child of the view
  uint64_t hits_ = 0;
};

}  // namespace relaxscope
