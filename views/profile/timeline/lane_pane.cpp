// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/profile/timeline/lane_pane.h"

#include <QHBoxLayout>
#include <QScrollBar>

#include <algorithm>

#include "views/profile/timeline/names.h"
#include "views/profile/timeline/plot.h"
#include "views/theme/theme.h"

namespace relaxscope {

LanePane::LanePane(TimelineScene* scene, QWidget* parent)
    : QWidget(parent),
      scene_(scene),
      names_(new TimelineNames(scene, this)),
      plot_(new TimelinePlot(scene, this)),
      bar_(new QScrollBar(Qt::Vertical, this)) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(0);
  row->addWidget(names_);
  row->addWidget(plot_, 1);
  row->addWidget(bar_);
  bar_->setSingleStep(24);
  connect(bar_, &QScrollBar::valueChanged, this, &LanePane::onUserScroll);
  const auto scroll = [this](int pixels) { onUserScroll(scene_->scrollY + pixels); };
  connect(names_, &TimelineNames::scrolled, this, scroll);
  connect(plot_, &TimelinePlot::scrolled, this, scroll);
  connect(names_, &TimelineNames::toggled, this, [this](const LaneId& lane) {
    if (!options_.collapsed.erase(lane)) options_.collapsed.insert(lane);
    emit relayoutRequested();
  });
  connect(plot_, &TimelinePlot::windowChanged, this, &LanePane::moved);
  connect(plot_, &TimelinePlot::rangeDragged, this, &LanePane::moved);
  connect(plot_, &TimelinePlot::resized, this, &LanePane::relayoutRequested);
  connect(Theme::instance(), &Theme::changed, this, &LanePane::relayoutRequested);
}

void LanePane::relayout() {
  options_.scale = Theme::instance()->px(100) / 100.0;
  if (scene_->tracks().trace() != nullptr) scene_->layout = layoutLanes(scene_->tracks(), options_);
  else scene_->layout = {};
  names_->setTop(plot_->rulerHeight());
  const int page = plot_->laneArea().height();
  bar_->setRange(0, std::max(0, scene_->layout.height - page));
  bar_->setPageStep(std::max(1, page));
  bar_->setVisible(bar_->maximum() > 0);
  scrollTo(scene_->scrollY);
}

void LanePane::refresh() {
  plot_->refresh();
  names_->update();
}

void LanePane::scrollTo(int y) {
  scene_->scrollY = std::clamp(y, 0, bar_->maximum());
  if (bar_->value() != scene_->scrollY) bar_->setValue(scene_->scrollY);
}

void LanePane::onUserScroll(int y) {
  const int before = scene_->scrollY;
  scrollTo(y);
  if (scene_->scrollY != before) emit moved();
}

void LanePane::ensureRowVisible(uint32_t row) {
  const int at = scene_->layout.bandOfRow(row);
  if (at < 0) return;
  const RowBand& band = scene_->layout.bands[static_cast<size_t>(at)];
  const int page = plot_->laneArea().height();
  if (band.y < scene_->scrollY) scrollTo(band.y - 8);
  else if (band.y + band.height > scene_->scrollY + page) scrollTo(band.y + band.height - page + 8);
}

}  // namespace relaxscope
