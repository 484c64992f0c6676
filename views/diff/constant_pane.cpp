// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/diff/constant_pane.h"

#include <QPainter>
#include <QVBoxLayout>

#include <variant>

#include "views/constants/histogram_strip.h"
#include "views/widgets/label.h"

namespace relaxscope {
namespace {

/// Bytes of a side above which no histogram is made: reading them takes seconds.
constexpr size_t kMostBytes = size_t{256} << 20;

const TensorConstant* tensorOf(const std::shared_ptr<const Executable>& executable, ConstIndex index) {
  const Constant* constant = executable ? executable->constant(index) : nullptr;
  return constant != nullptr ? std::get_if<TensorConstant>(&constant->value) : nullptr;
}

}  // namespace

DiffConstantPane::DiffConstantPane(QWidget* parent)
    : QWidget(parent),
      title_(new Label(this)),
      figures_(new Label(this)),
      note_(new Label(this)),
      histogram_(new HistogramStrip(this)) {
  setObjectName(QStringLiteral("diff.constantPane"));
  const Theme* theme = Theme::instance();
  title_->setFont(theme->mono(12, 600));
  figures_->setWordWrap(true);
  note_->setWordWrap(true);
  note_->setProperty("role", "second");
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(theme->px(16), theme->px(8), theme->px(16), theme->px(8));
  layout->setSpacing(theme->px(4));
  for (QWidget* each : std::initializer_list<QWidget*>{title_, figures_, histogram_, note_}) layout->addWidget(each);
  hide();
}

void DiffConstantPane::show(const DiffTablesInput& input, const ConstantPair* pair) {
  task_.cancel();
  histogram_->setBars(std::nullopt);
  note_->clear();
  setVisible(pair != nullptr && pair->difference && pair->difference->differing > 0);
  if (isHidden()) return;
  title_->setText(constantIndices(*pair));
  figures_->setText(differenceLines(*pair->difference).join(QStringLiteral(" \u00B7 ")));
  start(input, *pair);
}

void DiffConstantPane::start(const DiffTablesInput& input, const ConstantPair& pair) {
  const TensorConstant *old = tensorOf(input.old, pair.old), *now = tensorOf(input.now, pair.now);
  if (old == nullptr || now == nullptr) return histogram_->hide();
  const bool large = old->data.size() > kMostBytes || now->data.size() > kMostBytes;
  histogram_->setVisible(!large);
  if (large) return note_->setText(tr("No histogram: the constant has more than 256 MiB"));
  note_->setText(tr("Reading the differences…"));
  task_.start([input, old, now](const std::stop_token& stop) { return differenceHistogram(*old, *now, stop); },
              [this](const std::optional<DifferenceHistogram>& made) { showHistogram(made); });
}

void DiffConstantPane::showHistogram(const std::optional<DifferenceHistogram>& made) {
  histogram_->setVisible(made && made->binned > 0);
  if (!made || made->binned == 0) return note_->setText(tr("No element has a finite difference"));
  histogram_->setBars(HistogramBars{{made->bins.begin(), made->bins.end()}, made->low, made->high});
  QString text =
      tr("Δ, new minus old, of the %1 elements that differ").arg(countText(static_cast<int64_t>(made->binned)));
  if (made->notFinite() > 0)
    text +=
        QStringLiteral("; ") + tr("%1 without a finite one").arg(countText(static_cast<int64_t>(made->notFinite())));
  note_->setText(text);
}

QString DiffConstantPane::text() const {
  return isHidden() ? QString() : QStringList{title_->text(), figures_->text(), note_->text()}.join(QLatin1Char('\n'));
}

void DiffConstantPane::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), Theme::instance()->color(Token::Panel));
  painter.fillRect(QRect(0, 0, width(), 1), Theme::instance()->color(Token::Border));
}

}  // namespace relaxscope
