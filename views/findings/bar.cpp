// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/findings/bar.h"

#include <QButtonGroup>
#include <QGridLayout>
#include <QMenu>
#include <QToolButton>

#include "views/theme/theme.h"
#include "views/widgets/figures.h"
#include "views/widgets/filter_field.h"

namespace relaxscope {
namespace {

struct Choice {
  ShownFindings shown;
  const char* name;
  const char* icon;
  Token ink;
};
constexpr Choice kAll[] = {{ShownFindings::All, "all", "", Token::Text},
                           {ShownFindings::Errors, "error", "error", Token::Error},
                           {ShownFindings::Warnings, "warning", "diagnostics", Token::Warning},
                           {ShownFindings::Remarks, "info", "info", Token::Accent},
                           {ShownFindings::WithCost, "cost", "timeline", Token::TextSecond}};

QString titleOf(ShownFindings shown) {
  switch (shown) {
    case ShownFindings::All: return FindingsBar::tr("All");
    case ShownFindings::Errors: return severitiesTitle(Severity::Error);
    case ShownFindings::Warnings: return severitiesTitle(Severity::Warning);
    case ShownFindings::Remarks: return severitiesTitle(Severity::Info);
    case ShownFindings::WithCost: break;
  }
  return FindingsBar::tr("With cost");
}

}  // namespace

FindingsBar::FindingsBar(QWidget* parent)
    : QWidget(parent),
      field_(new FilterField(this)),
      copy_(new QToolButton(this)),
      grid_(new QGridLayout(this)),
      chips_(new QWidget(this)) {
  const Theme* const theme = Theme::instance();
  setObjectName(QStringLiteral("findings.bar"));
  auto* const group = new QButtonGroup(this);
  auto* const row = new QHBoxLayout(chips_);
  row->setContentsMargins(theme->px(8), theme->px(2), theme->px(8), theme->px(4));
  row->setSpacing(theme->px(6));
  for (size_t i = 0; i < kChoices; ++i) {
    auto* const button = choices_[i] = new QToolButton(chips_);
    button->setObjectName(QStringLiteral("findings.") + QLatin1String(kAll[i].name));
    button->setCheckable(true);
    button->setChecked(i == 0);
    button->setProperty("framed", true);
    button->setToolButtonStyle(i == 0 ? Qt::ToolButtonTextOnly : Qt::ToolButtonTextBesideIcon);
    group->addButton(button, static_cast<int>(i));
    row->addWidget(button);
  }
  row->addStretch(1);
  connect(group, &QButtonGroup::idClicked, this, [this](int id) {
    shown_ = kAll[static_cast<size_t>(id)].shown;
    emit changed();
  });
  connect(field_, &FilterField::changed, this, &FindingsBar::changed);
  copy_->setObjectName(QStringLiteral("findings.copy"));
  copy_->setText(QLatin1Char(' ') + tr("Copy"));
  copy_->setToolTip(tr("Copy all findings"));
  copy_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  copy_->setProperty("framed", true);
  copy_->setPopupMode(QToolButton::InstantPopup);
  auto* const menu = new QMenu(copy_);
  menu->addAction(tr("Copy as text"), this, [this] { emit copyRequested(Format::Text); });
  menu->addAction(tr("Copy as JSON"), this, [this] { emit copyRequested(Format::Json); });
  menu->addAction(tr("Copy as SARIF"), this, [this] { emit copyRequested(Format::Sarif); });
  copy_->setMenu(menu);
  grid_->setContentsMargins(0, 0, theme->px(8), 0);
  grid_->setSpacing(0);
  connect(theme, &Theme::changed, this, &FindingsBar::applyTheme);
  applyTheme();
}

void FindingsBar::applyTheme() {
  const Theme* const theme = Theme::instance();
  for (size_t i = 1; i < kChoices; ++i) choices_[i]->setIcon(theme->icon(QLatin1String(kAll[i].icon), kAll[i].ink));
  copy_->setIcon(theme->icon(QStringLiteral("copy")));
  arrange();
}

FindingFilter FindingsBar::filter() const { return {field_->text(), field_->isRegex()}; }

void FindingsBar::setShown(ShownFindings shown) {
  shown_ = shown;
  for (size_t i = 0; i < kChoices; ++i) choices_[i]->setChecked(kAll[i].shown == shown);
}

void FindingsBar::showCounts(const FindingList& list) {
  counts_ = {list.total(), list.count(Severity::Error), list.count(Severity::Warning), list.count(Severity::Info),
             list.withCost()};
  choices_[kChoices - 1]->setVisible(list.hasCosts() || shown_ == ShownFindings::WithCost);
  copy_->setEnabled(list.size() > 0);
  field_->setPlaceholder(tr("Filter %n finding(s)", nullptr, pluralNumber(list.total())));
  arrange();
}

void FindingsBar::updateTexts(bool words) {
  for (size_t i = 0; i < kChoices; ++i) {
    const QString title = titleOf(kAll[i].shown), count = countText(static_cast<int64_t>(counts_[i]));
    const QString gap = i == 0 ? QString() : QStringLiteral(" ");  // after the icon
    choices_[i]->setText(gap + (words || i == 0 ? title + QLatin1Char(' ') + count : count));
    choices_[i]->setToolTip(words ? QString() : title);
    choices_[i]->setAccessibleName(title + QLatin1Char(' ') + count);
  }
}

/// One line, or two where that is too narrow; without words if even those do not fit.
void FindingsBar::arrange() {
  const Theme* const theme = Theme::instance();
  updateTexts(true);
  const int chips = chips_->sizeHint().width(), least = theme->px(200);
  const bool one = chips + copy_->sizeHint().width() + least <= width();
  if (!one && chips > width()) updateTexts(false);
  grid_->addWidget(field_, 0, 0);
  grid_->addWidget(chips_, one ? 0 : 1, one ? 1 : 0, 1, one ? 1 : 3);
  grid_->addWidget(copy_, 0, 2, Qt::AlignVCenter);
  grid_->setColumnStretch(0, 1);
  grid_->setColumnStretch(1, 0);
  field_->setMaximumWidth(one ? theme->px(320) : QWIDGETSIZE_MAX);
  grid_->setColumnStretch(1, one ? 1 : 0);
}

void FindingsBar::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  arrange();
}

}  // namespace relaxscope
