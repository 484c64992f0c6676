// SPDX-License-Identifier: GPL-3.0-or-later
// The field of the settings for stored runs: how much they may take, how much they take now, and a button that deletes
// them after a question.
#pragma once

#include <QWidget>

#include "app/window/history/run_store.h"
#include "views/core/latest_task.h"

class QLabel;
class QPushButton;
class QSpinBox;

namespace relaxscope {

class StoredRunsField : public QWidget {
  Q_OBJECT
 public:
  StoredRunsField(quint64 mebibytes, QWidget* parent);
  /// What stored runs of all files may take together; 0: no run is stored.
  [[nodiscard]] quint64 mebibytes() const;
  [[nodiscard]] bool isSettled() const { return !task_.isPending(); }

 signals:
  void deleted();  ///< all of them

 private:
  QPushButton* button(const char* name, const QString& text);
  void measure();
  void setStored(const StoredRuns& stored);
  void ask(bool asking);
  void removeAll();

  QSpinBox* most_;
  QLabel* used_;
  QPushButton *remove_, *confirm_, *keep_;
  StoredRuns stored_;
  LatestTask task_;
};

}  // namespace relaxscope
