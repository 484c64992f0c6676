// SPDX-License-Identifier: GPL-3.0-or-later
// Find over all instructions of a document, as listing and CFG offer it: the bar, the search off the GUI
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
  /// Takes the bar over: typing in it searches, closing it ends the search.
  CodeFind(FindBar* bar, QObject* parent);

  /// Another file; what the bar asks for is searched in it when the bar is open.
  void setExecutable(std::shared_ptr<const Executable> executable);
  void open();
  /// Whether there is a pattern, shown or not.
  [[nodiscard]] bool isActive() const;
  [[nodiscard]] bool isSettled() const { return !task_.isPending(); }
  /// Instructions that the pattern hits, in order of pc.
  [[nodiscard]] const std::vector<uint32_t>& hits() const { return hits_; }
  /// The nearest hit behind `from`, or before it; goes round the end. Invalid without a hit.
  [[nodiscard]] InstrIndex next(InstrIndex from, bool backwards) const;
  /// Says which of the hits `pc` is.
  void setCurrent(InstrIndex pc);

 signals:
  /// What to mark; empty: nothing.
  void patternChanged(const QString& pattern, bool regex);
  void wanted(bool backwards);  ///< the next hit, by key or button
  void closed();

 private:
  void search();
  void showStatus();
  FindBar* bar_;
  std::shared_ptr<const Executable> executable_;
  std::shared_ptr<const RowIndex> index_;  ///< made at the first search of a file
  std::vector<uint32_t> hits_;
  QString error_;
  InstrIndex current_;
  LatestTask task_;
};

}  // namespace relaxscope
