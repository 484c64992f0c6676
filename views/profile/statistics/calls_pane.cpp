// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/profile/statistics/calls_pane.h"

#include <QBoxLayout>
#include <QLabel>
#include <QResizeEvent>
#include <QToolButton>

#include <cmath>

#include "views/profile/statistics/histogram.h"
#include "views/theme/theme.h"
#include "views/widgets/data_table.h"
#include "views/widgets/elided_label.h"
#include "views/widgets/readout_line.h"

namespace relaxscope {
namespace {

constexpr int kWide = 600, kLow = 340;

QString number(uint64_t count) { return countText(static_cast<int64_t>(count)); }

void put(QLabel* label, const QString& text) {
  label->setText(text);
  label->setToolTip(text);
}

QLabel* label(const char* name, const QFont& font, Token ink, QWidget* parent) {
  auto* text = new ElidedLabel(QString(), font, ink, parent);
  text->setObjectName(QLatin1String(name));
  return text;
}

}  // namespace

CallsPane::CallsPane(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("statistics.calls"));
  build();
  connect(histogram_, &CallHistogram::brushed, this, [this](bool finished) {
    put(listTitle_, listTitle());
    showParts();
    if (finished) refresh();
  });
  connect(clearBrush_, &QToolButton::clicked, this, [this] {
    histogram_->setBrush({});
    showParts();
    refresh();
  });
  const auto eventOf = [this](int row) {
    return source_ && row >= 0 ? source_->call(static_cast<size_t>(row)).event : EventIndex();
  };
  connect(table_, &DataTable::rowSelected, this, [this, eventOf](int row) {
    if (eventOf(row).valid()) emit callSelected(eventOf(row));
  });
  connect(table_, &DataTable::rowActivated, this, [this, eventOf](int row) {
    if (eventOf(row).valid()) emit callActivated(eventOf(row));
  });
}

void CallsPane::build() {
  const Theme* theme = Theme::instance();
  name_ = label("statistics.calls.name", theme->mono(12, 600), Token::RoleFunction, this);
  about_ = label("statistics.calls.about", theme->ui(11), Token::TextSecond, this);
  listTitle_ = label("statistics.calls.title", theme->ui(12, 600), Token::Text, this);
  clearBrush_ = new QToolButton(this);
  clearBrush_->setObjectName(QStringLiteral("statistics.calls.clear"));
  clearBrush_->setText(tr("All calls"));
  clearBrush_->setToolTip(tr("Lists all calls again"));
  clearBrush_->hide();
  auto* picture = new QWidget(this);
  histogram_ = new CallHistogram(picture);
  readout_ = new ReadoutLine(tr("Point at a bar, or step through them with the arrow keys"), picture);
  readout_->setObjectName(QStringLiteral("statistics.readout"));
  auto* below = new QVBoxLayout(picture);
  below->setContentsMargins(0, 0, 0, 0);
  below->setSpacing(0);
  below->addWidget(histogram_, 1);
  below->addWidget(readout_);
  connect(histogram_, &CallHistogram::readoutChanged, this, [this] { readout_->setParts(histogram_->readout()); });
  table_ = new DataTable(this);
  table_->setObjectName(QStringLiteral("statistics.calls.table"));
  table_->setAccessibleName(tr("Single calls"));
  table_->setDefaultSort(QStringLiteral("time"), true);

  const auto row = [&](QLabel* left, QWidget* right) {
    auto* head = new QWidget(this);
    auto* layout = new QHBoxLayout(head);
    layout->setContentsMargins(theme->px(16), theme->px(6), theme->px(12), theme->px(4));
    layout->addWidget(left, 1);
    layout->addWidget(right);
    return head;
  };
  const auto column = [](QWidget* head, QWidget* body) {
    auto* layout = new QVBoxLayout;
    layout->setSpacing(0);
    layout->addWidget(head);
    layout->addWidget(body, 1);
    return layout;
  };
  parts_ = new QBoxLayout(QBoxLayout::TopToBottom, this);
  parts_->setContentsMargins(0, 0, 0, 0);
  parts_->setSpacing(0);
  parts_->addLayout(column(row(name_, about_), picture), 2);
  listHead_ = row(listTitle_, clearBrush_);
  parts_->addLayout(column(listHead_, table_), 3);
}

void CallsPane::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  const bool wide = width() > height() * 3 / 2 && width() >= Theme::instance()->px(kWide);
  parts_->setDirection(wide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
  showParts();
}

/// A low pane leaves its height to the bars and to the list: what the bars tell by pointing, and how many calls the
/// list has unless some are brushed, give way.
void CallsPane::showParts() {
  const bool brushed = histogram_->brush().has_value();
  const bool low = parts_->direction() == QBoxLayout::TopToBottom && height() < Theme::instance()->px(kLow);
  readout_->setVisible(!low);
  listTitle_->setVisible(!low || brushed);
  clearBrush_->setVisible(brushed);
  listHead_->setVisible(!low || brushed);
  parts_->setStretch(0, low ? 1 : 2);
  parts_->setStretch(1, low ? 2 : 3);
}

void CallsPane::showRow(std::shared_ptr<const Trace> trace, std::shared_ptr<const TraceStatistics> statistics,
                        size_t row, const QString& name, bool onDevice) {
  if (trace == trace_ && statistics == statistics_ && row == row_ && onDevice == onDevice_) return;
  histogram_->setBrush({});  // it is of the bars of another row
  trace_ = std::move(trace);
  statistics_ = std::move(statistics);
  row_ = row;
  onDevice_ = onDevice;
  put(name_, onDevice ? tr("%1, on device").arg(name) : name);
  refresh();
}

void CallsPane::clear() {
  task_.cancel();
  trace_ = nullptr;
  statistics_ = nullptr;
  listed_ = nullptr;
  source_ = nullptr;
  histogram_->setCalls({});
  table_->setSource(nullptr);
  for (QLabel* text : {name_, about_, listTitle_}) put(text, {});
  clearBrush_->hide();
}

RowCallsQuery CallsPane::query() const {
  RowCallsQuery query;
  query.onDevice = onDevice_;
  if (!histogram_->brush() || !listed_) return query;
  const auto [first, last] = *histogram_->brush();
  const std::vector<RowCallsBin>& bins = listed_->calls.bins;
  query.fromNs = bins[static_cast<size_t>(first)].fromNs;
  query.toNs = bins[static_cast<size_t>(last)].toNs;
  // Bars do not include the time at their end, but for the last one.
  if (static_cast<size_t>(last) + 1 < bins.size()) query.toNs = std::nextafter(query.toNs, query.fromNs);
  return query;
}

void CallsPane::refresh() {
  if (!trace_ || !statistics_ || row_ >= statistics_->rows.size()) return;
  task_.start(
      [trace = trace_, statistics = statistics_, row = row_, query = query()](const std::stop_token& stop) {
        return std::make_shared<const ListedCalls>(
            listedCalls(*trace, *statistics, statistics->rows[row], query, stop));
      },
      [this](std::shared_ptr<const ListedCalls> listed) { showCalls(std::move(listed)); });
}

void CallsPane::showCalls(std::shared_ptr<const ListedCalls> listed) {
  listed_ = std::move(listed);
  histogram_->setCalls(listed_->calls);
  source_ = std::make_shared<CallsSource>(trace_, listed_);
  table_->setSource(source_);
  const int count = pluralNumber(listed_->calls.count);
  const QString calls =
      (onDevice_ ? tr("%1 kernels", nullptr, count) : tr("%1 calls", nullptr, count)).arg(number(listed_->calls.count));
  put(about_, statistics_->span ? tr("%1 in the range, whole times").arg(calls)
              : statistics_->runs > 0
                  ? tr("%1 in %2 runs", nullptr, pluralNumber(statistics_->runs)).arg(calls, number(statistics_->runs))
                  : calls);
  put(listTitle_, listTitle());
  showParts();
  markEvent(marked_);
}

QString CallsPane::listTitle() const {
  if (!listed_) return {};
  const RowCalls& calls = listed_->calls;
  const auto& brush = histogram_->brush();
  if (!brush) {
    if (calls.longest.size() < calls.count)
      return tr("The %1 longest of %2 calls").arg(number(calls.longest.size()), number(calls.count));
    return tr("%1 calls", nullptr, pluralNumber(calls.count)).arg(number(calls.count));
  }
  uint64_t chosen = 0;
  for (int bar = brush->first; bar <= brush->second; ++bar) chosen += calls.bins[static_cast<size_t>(bar)].count();
  QString text = tr("%1 of %2 calls", nullptr, pluralNumber(calls.count)).arg(number(chosen), number(calls.count));
  text += tr(", %1 to %2")
              .arg(durationLabel(calls.bins[static_cast<size_t>(brush->first)].fromNs),
                   durationLabel(calls.bins[static_cast<size_t>(brush->second)].toNs));
  if (chosen > RowCallsQuery().mostListed) text += tr(", the %1 longest").arg(number(RowCallsQuery().mostListed));
  return text;
}

void CallsPane::markEvent(EventIndex event) {
  marked_ = event;
  if (source_) table_->showRow(source_->findEvent(event));
}

}  // namespace relaxscope
