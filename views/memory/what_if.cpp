// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/what_if.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

#include <algorithm>
#include <utility>

#include "views/memory/log_slider.h"
#include "views/theme/theme.h"
#include "views/widgets/elided_label.h"
#include "views/widgets/figures.h"
#include "views/widgets/label.h"
#include "views/widgets/number_field.h"
#include "vmcore/base/text/text.h"

namespace relaxscope {
namespace {
constexpr quint64 kMostExtent = quint64{1} << 40;
}

WhatIf::WhatIf(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("memory.whatif"));
  const Theme* theme = Theme::instance();
  auto* all = new QHBoxLayout(this);
  all->setContentsMargins(theme->px(12), theme->px(4), theme->px(12), theme->px(4));
  all->setSpacing(theme->px(16));
  source_ = new QWidget(this);
  auto* sources = new QVBoxLayout(source_);
  sources->setContentsMargins(0, 0, 0, 0);
  sources->setSpacing(0);
  asRun_ = makeSource("memory.asRun", tr("As run"), tr("Sizes of the run that is shown"));
  asChosen_ = makeSource("memory.asChosen", tr("As chosen"), tr("Sizes that were chosen here"));
  auto* group = new QButtonGroup(this);
  for (QToolButton* each : {asRun_, asChosen_}) {
    group->addButton(each);
    sources->addWidget(each);
  }
  connect(asRun_, &QToolButton::clicked, this, [this] { emit runFollowed(true); });
  connect(asChosen_, &QToolButton::clicked, this, [this] { emit runFollowed(false); });
  source_->hide();
  all->addWidget(source_);
  auto* left = new QWidget(this);
  lines_ = new QVBoxLayout(left);
  lines_->setContentsMargins(0, 0, 0, 0);
  lines_->setSpacing(0);
  all->addWidget(left, 1);
  hint_ = new ElidedLabel(tr("▼ sizes seen in runs"), theme->ui(11), Token::TextSecond, this);
  hint_->hide();
  all->addWidget(hint_);
  figures_ = new QWidget(this);
  auto* figures = new QVBoxLayout(figures_);
  figures->setContentsMargins(0, 0, 0, 0);
  figures->setSpacing(0);
  planned_ = new Label(figures_);
  planned_->setObjectName(QStringLiteral("memory.planned"));
  live_ = new Label(figures_);
  live_->setObjectName(QStringLiteral("memory.live"));
  for (QLabel* label : {planned_, live_}) {
    label->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    figures->addWidget(label);
  }
  all->addWidget(figures_);
  more_ = new QToolButton(this);
  more_->setObjectName(QStringLiteral("memory.moreSizes"));
  more_->setCheckable(true);
  connect(more_, &QToolButton::toggled, this, &WhatIf::fold);
  lines_->addWidget(more_);
  hide();
}

QToolButton* WhatIf::makeSource(const char* name, const QString& text, const QString& help) {
  auto* button = new QToolButton(source_);
  button->setObjectName(QLatin1String(name));
  button->setText(text);
  button->setToolTip(help);
  button->setAccessibleName(text);
  button->setAccessibleDescription(help);
  button->setCheckable(true);
  button->setToolButtonStyle(Qt::ToolButtonTextOnly);
  button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  return button;
}

void WhatIf::setRun(bool exists, bool followed) {
  source_->setVisible(exists);
  (followed ? asRun_ : asChosen_)->setChecked(true);
}

void WhatIf::setSizes(const GivenSizes& sizes) {
  const bool same =
      std::ranges::equal(sizes, sizes_, {}, &GivenSizes::value_type::first, &GivenSizes::value_type::first);
  sizes_ = sizes;
  if (!same) rebuild();
  quiet_ = true;
  for (size_t i = 0; i < rows_.size(); ++i) {
    rows_[i].field->setValue(static_cast<quint64>(std::max<int64_t>(0, sizes_[i].second)));
    rows_[i].slider->setValue(LogSlider::valueOf(sizes_[i].second));
  }
  quiet_ = false;
  setVisible(!sizes_.empty());
}

void WhatIf::rebuild() {
  for (const Row& row : rows_) delete row.widget;
  rows_.clear();
  constexpr size_t kMost = 32;  // fields: hostile code may have any number of dimensions
  for (size_t i = 0; i < sizes_.size() && i < kMost; ++i) addRow(sizes_[i].first, sizes_[i].second);
  const size_t folded = rows_.size() > kShown ? rows_.size() - kShown : 0;
  more_->setText(tr("%n more sizes", nullptr, static_cast<int>(folded)));
  more_->setVisible(folded > 0);
  fold();
}

void WhatIf::addRow(const std::string& name, int64_t extent) {
  const Theme* theme = Theme::instance();
  auto* widget = new QWidget(this);
  auto* line = new QHBoxLayout(widget);
  line->setContentsMargins(0, 0, 0, 0);
  line->setSpacing(theme->px(10));
  const QString shown = QString::fromStdString(printable(name));
  auto* label = new ElidedLabel(shown + QStringLiteral(" ="), theme->mono(12, 600), Token::RoleLabel, widget);
  auto* field = new NumberField(0, kMostExtent, static_cast<quint64>(std::max<int64_t>(0, extent)), widget);
  field->setObjectName(QStringLiteral("memory.size.") + shown);
  field->setAccessibleName(tr("Extent of %1").arg(shown));
  field->setFixedWidth(theme->px(104));
  forwardWheelToParent(field);
  auto* slider = new LogSlider(widget);
  slider->setObjectName(QStringLiteral("memory.slider.") + shown);
  slider->setAccessibleName(tr("Extent of %1, logarithmic").arg(shown));
  line->addWidget(label);
  line->addWidget(field);
  line->addWidget(slider, 1);
  const size_t row = rows_.size();
  connect(field, &QAbstractSpinBox::editingFinished, this,
          [this, row] { set(row, static_cast<int64_t>(rows_[row].field->value())); });
  connect(slider, &QAbstractSlider::valueChanged, this,
          [this, row](int value) { set(row, LogSlider::extentOf(value)); });
  rows_.push_back({name, widget, field, slider});
  lines_->insertWidget(static_cast<int>(row), widget);
}

void WhatIf::setBounds(const std::vector<PlanBound>& bounds) {
  for (Row& row : rows_) {
    const auto bound = std::ranges::find(bounds, row.name, &PlanBound::dimension);
    row.atMost = bound == bounds.end() ? INT64_MAX : std::max<int64_t>(0, bound->atMost);
    const QString tip =
        bound == bounds.end() ? QString() : tr("The storages have room for at most %1.").arg(countText(row.atMost));
    row.field->setToolTip(tip);
    row.slider->setToolTip(tip);
  }
}

void WhatIf::set(size_t row, int64_t extent) {
  if (quiet_ || row >= sizes_.size()) return;
  extent = std::min(extent, rows_[row].atMost);
  const bool same = std::exchange(sizes_[row].second, extent) == extent;
  quiet_ = true;
  rows_[row].field->setValue(static_cast<quint64>(extent));
  rows_[row].slider->setValue(LogSlider::valueOf(extent));
  quiet_ = false;
  if (!same) emit changed();
}

void WhatIf::setSeen(const std::map<std::string, std::set<int64_t>>& seen) {
  bool any = false;
  for (const Row& row : rows_) {
    const auto found = seen.find(row.name);
    row.slider->setSeen(found == seen.end() ? std::set<int64_t>() : found->second);
    any |= found != seen.end();
  }
  hint_->setProperty("wanted", any);
  resizeEvent(nullptr);
}

void WhatIf::setFigures(const QString& planned, const QString& live) {
  planned_->setText(tr("All storages %1").arg(planned));
  live_->setText(tr("Live peak %1").arg(live));
}

void WhatIf::fold() {
  for (size_t i = 0; i < rows_.size(); ++i) rows_[i].widget->setVisible(i < kShown || more_->isChecked());
}

void WhatIf::resizeEvent(QResizeEvent*) {
  const Theme* theme = Theme::instance();
  const int figures = std::max(planned_->sizeHint().width(), live_->sizeHint().width());
  figures_->setVisible(width() > theme->px(300) + figures);
  hint_->setVisible(hint_->property("wanted").toBool() && width() > theme->px(460) + figures);
}

}  // namespace relaxscope
