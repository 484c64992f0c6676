// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/peak_panel.h"

#include <QPushButton>
#include <QVBoxLayout>

#include "views/memory/peak_facts.h"
#include "views/theme/theme.h"
#include "views/widgets/figures.h"

namespace relaxscope {

PeakPanel::PeakPanel(QWidget* parent) : QScrollArea(parent) {
  setObjectName(QStringLiteral("memory.peak"));
  setFrameShape(QFrame::NoFrame);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setWidgetResizable(true);
  setFocusPolicy(Qt::StrongFocus);
  setAccessibleName(tr("Peak"));
  auto* page = new QWidget(this);
  page->setObjectName(QStringLiteral("memory.peak.page"));
  auto* column = new QVBoxLayout(page);
  column->setContentsMargins(0, 0, 0, Theme::instance()->px(12));
  column->setSpacing(Theme::instance()->px(6));
  facts_ = new PeakFacts(page);
  column->addWidget(facts_);
  listing_ = new QPushButton(page);
  listing_->setObjectName(QStringLiteral("memory.showListing"));
  csv_ = new QPushButton(tr("Copy plan as CSV"), page);
  csv_->setObjectName(QStringLiteral("memory.copyCsv"));
  auto* buttons = new QVBoxLayout;
  buttons->setContentsMargins(Theme::instance()->px(16), 0, Theme::instance()->px(16), 0);
  for (QPushButton* button : {listing_, csv_}) buttons->addWidget(button);
  column->addLayout(buttons);
  column->addStretch(1);
  setWidget(page);
  const auto paint = [this, page] {
    listing_->setIcon(Theme::instance()->icon(QStringLiteral("listing")));
    csv_->setIcon(Theme::instance()->icon(QStringLiteral("copy")));
    QPalette colours = page->palette();
    colours.setColor(QPalette::Window, Theme::instance()->color(Token::Panel));
    page->setPalette(colours);
    page->setAutoFillBackground(true);
  };
  paint();
  connect(Theme::instance(), &Theme::changed, this, paint);
  connect(facts_, &PeakFacts::chosen, this, &PeakPanel::chosen);
  connect(listing_, &QPushButton::clicked, this, &PeakPanel::listingRequested);
  connect(csv_, &QPushButton::clicked, this, &PeakPanel::csvRequested);
}

const std::vector<PanelRow>& PeakPanel::rows() const { return facts_->rows(); }

void PeakPanel::setSelected(MemoryItem item) { facts_->setSelected(item); }

void PeakPanel::setScene(const MemoryScene& scene, std::shared_ptr<const PeakCurveOf::Value> curve) {
  facts_->setRows(peakRows(scene), scene.selected);
  if (!scene.picture) return;
  const MemoryPlan& plan = scene.picture->plan;
  facts_->setCurve(std::move(curve), plan.sizes.empty() ? 0 : plan.sizes.front().second, plan.storagesPeak);
  listing_->setVisible(plan.peakPc.valid());
  if (plan.peakPc.valid())
    listing_->setText(tr("Show pc %1 in listing").arg(countText(scene.shownPc(plan.peakPc.value))));
}

}  // namespace relaxscope
