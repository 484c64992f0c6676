// SPDX-License-Identifier: GPL-3.0-or-later
// Steps to the places of a comparison whose code uses a constant or a kernel, on either side.
#pragma once

#include <QObject>

#include "views/core/comparison.h"
#include "views/diff/tables.h"

namespace relaxscope {

/// A constant, or a kernel, on each side; invalid: that side has none.
struct DiffSubject {
  ConstIndex oldConstant, nowConstant;
  FuncIndex oldFunction, nowFunction;
  friend bool operator==(const DiffSubject&, const DiffSubject&) = default;
};

/// Rows whose instruction names it on either side: those that differ first, each part in order. Nothing when stopped.
std::vector<DiffPlace> usesOf(const DiffTablesInput& input, const DiffSubject& subject,
                              const std::stop_token& stop = {});

class UseSteps : public QObject {
  Q_OBJECT
 public:
  UseSteps(Comparison* comparison, QObject* parent);
  /// Goes to the first use, or to the one after the current place; says which it is, or that there is none.
  void next(const DiffSubject& subject, const QString& name);
  [[nodiscard]] bool isSettled() const { return !task_.isPending(); }

 signals:
  void stepped();

 private:
  void step();

  Comparison* comparison_;
  std::shared_ptr<const ExecutableDiff> of_;  ///< that the places are of
  DiffSubject subject_;
  QString name_;
  std::vector<DiffPlace> places_;
  LatestTask task_;
};

}  // namespace relaxscope
