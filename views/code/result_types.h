// SPDX-License-Identifier: GPL-3.0-or-later
// Types of what the instructions of a function write, made once for all views of a document: at once for
// functions of usual size, on the pool for very long ones.
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
  /// Instructions up to which types are made at once: a millisecond or two.
  static constexpr int64_t kDirectInstructions = 2'000;

  /// The types of `document`, made at the first call and owned by it.
  static ResultTypes* of(Document* document);
  /// By pc - startInstr; empty for what is no bytecode. Null while they are made: made() follows.
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
  std::shared_ptr<const Executable> executable_;  ///< what all below is of
  std::deque<Entry> kept_;                        ///< of the functions asked for last
  std::deque<FuncIndex> wanted_;                  ///< the first is under way
  LatestTask task_;
};

}  // namespace relaxscope
