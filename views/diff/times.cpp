// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/diff/times.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <map>

#include "views/widgets/figures.h"

namespace relaxscope {
namespace {

struct Texts {
  Q_DECLARE_TR_FUNCTIONS(DiffTimes)
};

/// A row of the code by function and pc of one side.
using Places = std::map<std::pair<uint32_t, uint32_t>, std::pair<uint32_t, uint32_t>>;

std::pair<uint32_t, uint32_t> keyOf(const TraceSite& site) { return {site.function, site.pc}; }

TimeDifference nothing() {
  TimeDifference out;
  out.mark = DifferenceMark::Same;
  return out;
}

Figure signedFigure(double ns) {
  Figure figure = durationFigure(std::abs(ns));
  figure.number.prepend(ns < 0 ? QString(QChar(0x2212)) : QStringLiteral("+"));
  return figure;
}

}  // namespace

void addTime(TimeDifference& to, const TimeDifference& row) {
  to.oldNs += row.oldNs;
  to.newNs += row.newNs;
  to.halfWidthNs = std::hypot(to.halfWidthNs, row.halfWidthNs);
  const double size = std::abs(to.ns()), least = kLeastDifference * std::max(to.oldNs, to.newNs);
  to.mark = std::isnan(to.halfWidthNs)                ? DifferenceMark::Unknown
            : size <= std::max(to.halfWidthNs, least) ? DifferenceMark::Same
            : to.ns() < 0                             ? DifferenceMark::Faster
                                                      : DifferenceMark::Slower;
}

DiffTimes::DiffTimes(const ExecutableDiff& diff, const ComparedTimes& times)
    : rows_(diff.functions.size()), functions_(diff.functions.size()), sum_(nothing()), run_(times.bySite.run) {
  Places old, now;
  for (uint32_t i = 0; i < diff.functions.size(); ++i) {
    const FunctionPair& pair = diff.functions[i];
    for (uint32_t row = 0; row < pair.rows.size(); ++row) {
      const InstructionRow& each = pair.rows[row];
      if (each.old.valid())
        old[{static_cast<uint32_t>(pair.old.value), static_cast<uint32_t>(each.old.value)}] = {i, row};
      if (each.now.valid())
        now[{static_cast<uint32_t>(pair.now.value), static_cast<uint32_t>(each.now.value)}] = {i, row};
    }
  }
  for (const ComparedRow& row : times.bySite.rows) {
    const auto here = row.group == ComparedGroup::OnlyNew ? now.find(keyOf(row.now)) : old.find(keyOf(row.old));
    if (here == (row.group == ComparedGroup::OnlyNew ? now.end() : old.end())) continue;
    const auto [pair, at] = here->second;
    if (rows_[pair].empty()) rows_[pair].resize(diff.functions[pair].rows.size());
    for (std::optional<TimeDifference>* to : {&rows_[pair][at], &functions_[pair]}) {
      if (*to) addTime(**to, row.time);
      else *to = row.time;
    }
  }
  for (const auto& each : functions_)
    if (each) addTime(sum_, *each);
  for (const ComparisonLine& line : times.byCallee.summary)
    if (line.topic == ComparisonTopic::Time && summary_.empty()) summary_ = line.text;
}

const TimeDifference* DiffTimes::at(uint32_t pair, uint32_t row) const {
  if (pair >= rows_.size() || row >= rows_[pair].size() || !rows_[pair][row]) return nullptr;
  return &*rows_[pair][row];
}

const TimeDifference* DiffTimes::ofFunction(uint32_t pair) const {
  return pair < functions_.size() && functions_[pair] ? &*functions_[pair] : nullptr;
}

DeltaText deltaText(const TimeDifference& time) {
  if (time.mark == DifferenceMark::Same || time.ns() == 0) return {QStringLiteral("\u00B10"), {}, Token::TextThird};
  const Figure figure = signedFigure(time.ns());
  return {figure.number, figure.unit, time.ns() < 0 ? Token::DiffLess : Token::DiffMore};
}

QStringList deltaHelp(const TimeDifference& time) {
  QStringList out{Texts::tr("%1 \u2192 %2 per run").arg(durationLabel(time.oldNs), durationLabel(time.newNs))};
  const Figure figure = signedFigure(time.ns());
  const QString delta = figure.number + QLatin1Char(' ') + figure.unit;
  if (std::isnan(time.halfWidthNs)) return out << Texts::tr("%1, its uncertainty is not known").arg(delta);
  out << Texts::tr("%1 \u00B1 %2").arg(delta, durationLabel(time.halfWidthNs));
  if (time.mark == DifferenceMark::Same) out << Texts::tr("no difference beyond the uncertainty");
  return out;
}

}  // namespace relaxscope
