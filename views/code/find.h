// SPDX-License-Identifier: GPL-3.0-or-later
// Find over all instructions of a document, for listing and CFG: the find bar, the search off the GUI
// thread, and the hits by pc.
#pragma once

#include <QObject>

#include <memory>
#include <vector>

#include "views/core/latest_task.h"
#include "views/widgets/row_index.h"
#include "vmcore/model/executable.h"

namespace relaxscope {

class FindBar;

class CodeFind : public QObject {
  Q_OBJECT
 public:
  /// Controls `bar`: typing in it searches, closing it ends the search.
  CodeFind(FindBar* bar, QObject* parent);

  /// Switches to another file and repeats an active search in it.
  void setExecutable(std::shared_ptr<const Executable> executable);
  void open();
  /// Whether the bar is open or holds a pattern.
  [[nodiscard]] bool isActive() const;
  [[nodiscard]] bool isSettled() const { return !task_.isPending(); }
  /// Instructions that match the pattern, in order of pc.
  [[nodiscard]] const std::vector<uint32_t>& hits() const { return hits_; }
  /// The nearest hit after `from`, or before it; wraps around at the ends. Invalid without a hit.
  [[nodiscard]] InstrIndex next(InstrIndex from, bool backwards) const;
  /// Shows the position of `pc` among the hits.
  void setCurrent(InstrIndex pc);

 signals:
  /// The pattern to highlight; empty: none.
  void patternChanged(const QString& pattern, bool regex);
  void nextRequested(bool backwards);  ///< the next hit was requested, by key or button
  void closed();

 private:
  void search();
  void showStatus();
  FindBar* bar_;
  std::shared_ptr<const Executable> executable_;
  std::shared_ptr<const RowIndex> index_;  ///< built lazily at the first search of a file
  std::vector<uint32_t> hits_;
  QString error_;
  InstrIndex current_;
  LatestTask task_;
};

}  // namespace relaxscope
