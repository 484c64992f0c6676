// SPDX-License-Identifier: GPL-3.0-or-later
// Types of the results of a function's instructions, computed once for all views of a document: synchronously for
// functions of usual size, on the thread pool for very long ones.
#pragma once

#include <QObject>

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "views/core/document.h"
#include "views/core/latest_task.h"

namespace relaxscope {

class ResultTypes : public QObject {
  Q_OBJECT
 public:
  using Types = std::shared_ptr<const std::vector<std::string>>;
  /// Instructions up to which types are computed synchronously, in one or two milliseconds.
  static constexpr int64_t kDirectInstructions = 2'000;

  /// The types of `document`, created lazily and owned by it.
  static ResultTypes* of(Document* document);
  /// By pc - startInstr; empty for functions without bytecode. Null while pending: made() follows.
  [[nodiscard]] Types find(FuncIndex function);
  [[nodiscard]] bool isPending() const { return task_.isPending(); }

 signals:
  void made(FuncIndex function);

 private:
  explicit ResultTypes(Document* document);
  void renew();
  void start();
  struct Entry {
    FuncIndex function;
    Types types;
  };
  Document* document_;
  std::shared_ptr<const Executable> executable_;  ///< the executable of the members below
  std::deque<Entry> kept_;                        ///< most recently computed first
  std::deque<FuncIndex> wanted_;                  ///< pending requests; the first is in progress
  LatestTask task_;
};

}  // namespace relaxscope
