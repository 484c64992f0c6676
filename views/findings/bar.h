// SPDX-License-Identifier: GPL-3.0-or-later
// The row above the findings: filter field, a choice of what is shown with counts, and copies.
#pragma once

#include <QWidget>

#include <array>

#include "views/findings/match.h"
#include "views/findings/model.h"

class QGridLayout;
class QToolButton;

namespace relaxscope {

class FilterField;

class FindingsBar : public QWidget {
  Q_OBJECT
 public:
  enum class Format : uint8_t { Text, Json, Sarif };
  explicit FindingsBar(QWidget* parent = nullptr);

  [[nodiscard]] FilterField* field() const { return field_; }
  [[nodiscard]] FindingFilter filter() const;
  [[nodiscard]] ShownFindings shown() const { return shown_; }
  void setShown(ShownFindings shown);
  void showCounts(const FindingList& list);

 signals:
  void changed();
  void copyRequested(relaxscope::FindingsBar::Format format);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  static constexpr size_t kChoices = 5;
  void arrange();
  void applyTheme();
  void updateTexts(bool words);

  FilterField* field_;
  std::array<QToolButton*, kChoices> choices_{};
  std::array<size_t, kChoices> counts_{};
  QToolButton* copy_;
  QGridLayout* grid_;
  QWidget* chips_;
  ShownFindings shown_ = ShownFindings::All;
};

}  // namespace relaxscope
