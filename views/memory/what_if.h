// SPDX-License-Identifier: GPL-3.0-or-later
// The row of what-if sizes: one field and slider per symbolic dimension of the function, and whether they are those of
// the run that is shown or those that the user chose.
#pragma once

#include <QWidget>

#include <map>
#include <set>
#include <string>

#include "views/memory/plan_of.h"

class QLabel;
class QToolButton;
class QVBoxLayout;

namespace relaxscope {

class LogSlider;
class NumberField;

class WhatIf : public QWidget {
  Q_OBJECT
 public:
  explicit WhatIf(QWidget* parent);
  /// The dimensions with their extents; hidden without any. Keeps the fields if the names are the same.
  void setSizes(const GivenSizes& sizes);
  [[nodiscard]] const GivenSizes& sizes() const { return sizes_; }
  /// The largest extents that storages have room for; larger ones become these.
  void setBounds(const std::vector<PlanBound>& bounds);
  /// Values that dimensions had in runs.
  void setSeen(const std::map<std::string, std::set<int64_t>>& seen);
  /// Offers the sizes of the run beside the chosen ones; `followed`: they are shown.
  void setRun(bool exists, bool followed);
  /// Shown at the right: "Planned 1,081,344 B", "Live peak 786,432 B".
  void setFigures(const QString& planned, const QString& live);

 signals:
  void changed();                 ///< by the user
  void runFollowed(bool wanted);  ///< the user wants the sizes of the run, or the chosen ones again

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  struct Row {
    std::string name;
    QWidget* widget;
    NumberField* field;
    LogSlider* slider;
    int64_t atMost = INT64_MAX;
  };
  static constexpr size_t kShown = 3;  ///< rows, before they are folded
  void rebuild();
  void addRow(const std::string& name, int64_t extent);
  void set(size_t row, int64_t extent);
  void fold();

  QToolButton* makeSource(const char* name, const QString& text, const QString& help);

  QWidget* source_;
  QToolButton *asRun_, *asChosen_;
  QVBoxLayout* lines_;
  std::vector<Row> rows_;
  GivenSizes sizes_;
  QWidget* figures_;
  QLabel *planned_, *live_, *hint_;
  QToolButton* more_;
  bool quiet_ = false;
};

}  // namespace relaxscope
