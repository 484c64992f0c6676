// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/profile/statistics/span_strip.h"

#include <QHBoxLayout>
#include <QToolButton>

#include "views/theme/theme.h"
#include "views/widgets/elided_label.h"
#include "views/widgets/figures.h"
#include "vmcore/trace/event_text.h"

namespace relaxscope {

SpanStrip::SpanStrip(QWidget* parent)
    : QFrame(parent), text_(new ElidedLabel(QString(), Theme::instance()->ui(12), Token::Accent, this)) {
  setObjectName(QStringLiteral("statistics.span"));
  const Theme* theme = Theme::instance();
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(theme->px(16), theme->px(2), theme->px(12), theme->px(2));
  layout->addWidget(text_, 1);
  auto* clear = new QToolButton(this);
  clear->setObjectName(QStringLiteral("statistics.span.clear"));
  clear->setText(tr("All runs"));
  clear->setToolTip(tr("Clears the range that is marked in the timeline"));
  layout->addWidget(clear);
  connect(clear, &QToolButton::clicked, this, &SpanStrip::clearRequested);
  hide();
}

QString SpanStrip::text() const { return text_->text(); }

void SpanStrip::showSpan(const Trace& trace, const std::optional<TickSpan>& span) {
  setVisible(span.has_value());
  if (!span) return;
  RunLookup lookup(trace.runs);
  const RunSpan* run = lookup.at(span->begin);
  const bool inOneRun = run != nullptr && span->end <= run->start + run->duration;
  const int64_t origin = inOneRun ? run->start : 0;
  const auto time = [&](int64_t ticks) { return durationLabel(trace.info.clock.toNs(ticks - origin)); };
  QString text;
  if (!inOneRun) text = tr("Range %1 to %2 of the recording");
  else if (run->kind == RunKind::Warmup) text = tr("Range %1 to %2 of warm-up run %3");
  else if (run->kind == RunKind::Values) text = tr("Range %1 to %2 of the values run");
  else text = tr("Range %1 to %2 of run %3");
  const bool numbered = inOneRun && run->kind != RunKind::Values;
  text = numbered ? text.arg(time(span->begin), time(span->end)).arg(run->index + 1)
                  : text.arg(time(span->begin), time(span->end));
  text_->setText(text);
  text_->setToolTip(text);
}

}  // namespace relaxscope
