// SPDX-License-Identifier: GPL-3.0-or-later
// The list of a run's calls in order, with buttons and shortcuts to add, duplicate, remove and move them.
#pragma once

#include <QWidget>

#include <functional>

#include "app/window/run/call_model.h"

class QListView;
class QToolButton;

namespace relaxscope {

class RunCallList : public QWidget {
  Q_OBJECT
 public:
  RunCallList(RunCallModel* model, QWidget* parent);
  [[nodiscard]] int current() const;
  void setCurrent(int index);
  void addCall();

 signals:
  /// Another call is selected, or the selected call has moved.
  void currentChanged();
  /// A call was added; the user should choose its function.
  void added();

 private:
  QToolButton* button(const char* name, const char* icon, const QString& text, const QString& key,
                      const std::function<void()>& act);
  void duplicateCall();
  void removeCall();
  void moveCall(int by);
  void updateButtons();

  RunCallModel* model_;
  QListView* view_;
  QToolButton *remove_, *up_, *down_;
};

}  // namespace relaxscope
