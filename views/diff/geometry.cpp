// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/diff/geometry.h"

#include <algorithm>

#include "vmcore/base/text/text.h"

namespace relaxscope {
namespace {

constexpr int kTime = 92;  ///< logical pixels of the column of times

/// Digits of the pcs of a function of either side.
int pcDigits(const DiffContent& content) {
  int64_t most = 0;
  const FunctionPair* pair = content.function();
  if (pair == nullptr) return 1;
  for (auto row = pair->rows.rbegin(); row != pair->rows.rend() && row - pair->rows.rbegin() < 1'000; ++row)
    most = std::max({most, row->old.value, row->now.value});
  return static_cast<int>(QString::number(most).size());
}

}  // namespace

DiffGeometry::DiffGeometry(const DiffContent& content, int width)
    : content_(content), width_(width), columns_(makeColumns()) {}

int DiffGeometry::rowHeight() { return Theme::instance()->px(22); }
int DiffGeometry::headerHeight() { return Theme::instance()->px(24); }

/// Of the widest chip that this function can have.
int DiffGeometry::chipWidth() const {
  const Theme& theme = *Theme::instance();
  const QFontMetrics metrics(theme.ui(11, 600));
  KindSet kinds;
  const auto add = [&kinds](ChangeKind kind) { kinds.set(static_cast<size_t>(kind)); };
  if (const FunctionPair* pair = content_.function()) {
    for (const Change& change : pair->changes) add(change.kind);
    if (pair->state == PairState::Added) add(ChangeKind::FunctionAdded);
    if (pair->state == PairState::Removed) add(ChangeKind::FunctionRemoved);
  }
  int width = 0;
  for (const RowState state : {RowState::Removed, RowState::Added, RowState::Changed, RowState::Moved})
    width = std::max(width, metrics.horizontalAdvance(stateText(state)));
  for (size_t i = 0; i < kinds.size(); ++i) {
    if (!kinds.test(i)) continue;
    const auto kind = static_cast<ChangeKind>(i);
    const QString number = isGroup(kind) ? QStringLiteral(" 00") : QString();
    width = std::max(width, metrics.horizontalAdvance(kindText(kind) + number));
  }
  return width + theme.px(38);
}

DiffColumns DiffGeometry::makeColumns() const {
  const Theme& theme = *Theme::instance();
  const int pc = theme.px(20) + static_cast<int>(widths_.cell() * std::max(2, pcDigits(content_)));
  const int chip = chipWidth(), gap = theme.px(12);
  DiffColumns out;
  const int width = content_.times ? std::max(theme.px(200), width_ - theme.px(kTime)) : width_;
  out.timeLeft = width;
  if (content_.options.unified) {
    out.old = {0, pc, 2 * pc + chip + gap, width};
    out.now = {pc, 2 * pc, 2 * pc + chip + gap, width};
    out.chipLeft = 2 * pc + theme.px(2);
    out.chipRight = 2 * pc + theme.px(2) + chip;
    return out;
  }
  const int half = std::max(pc + theme.px(80), (width - chip) / 2);
  out.old = {0, pc, pc + gap, half};
  out.chipLeft = half;
  out.chipRight = half + chip;
  out.now = {half + chip, half + chip + pc, half + chip + pc + gap, std::max(width, half + chip + pc + theme.px(80))};
  out.timeLeft = out.now.right;
  return out;
}

CodeLine DiffGeometry::code(const DiffListLine& line, Side side) const {
  const InstrIndex pc = pcOf(content_.row(line), side);
  const auto& executable = side == Side::Old ? content_.old : content_.now;
  if (!pc.valid() || !executable) return {};
  CodeStyle style;
  style.shortNames = true;
  return codeLine(*executable, pc, style);
}

bool DiffGeometry::differs(const DiffListLine& line, Side side, const CodeToken& token) const {
  const InstructionRow& row = content_.row(line);
  const FunctionPair& pair = *content_.function();
  if (token.word == 0 || row.change >= pair.changes.size()) return false;
  const InstrIndex pc = pcOf(row, side);
  return std::ranges::any_of(pair.changes[row.change].operands, [&](const OperandChange& each) {
    return side == Side::Old ? each.old == pc && each.oldWord == token.word
                             : each.now == pc && each.nowWord == token.word;
  });
}

/// By its sides where it has a single one; else by its change.
ChangeLook DiffGeometry::look(const DiffListLine& line) const {
  const InstructionRow& row = content_.row(line);
  const auto kind = kindOf(*content_.function(), row);
  if (!kind) return lookOf(row.state);
  if (isGroup(*kind) || row.state == RowState::Changed) return lookOf(RowState::Changed);
  return row.state == RowState::Same ? lookOf(*kind) : lookOf(row.state);
}

QString DiffGeometry::chipText(const DiffListLine& line) const {
  const InstructionRow& row = content_.row(line);
  const auto kind = kindOf(*content_.function(), row);
  if (!kind) return row.state == RowState::Moved ? stateText(row.state) : QString();
  const DiffGroup* group = content_.lines.group(row.change);
  return group != nullptr ? kindText(*kind) + QStringLiteral(" %1").arg(group->number) : kindText(*kind);
}

int DiffGeometry::overflow(const DiffListLine& line) const {
  int most = -width_;
  if (line.kind == DiffListLine::Kind::Fold) return most;
  for (const Side side : {Side::Old, Side::New}) {
    const CodeLine whole = code(line, side);
    if (whole.tokens.empty()) continue;
    const DiffColumn& at = column(side);
    const int room = at.right - at.code - Theme::instance()->px(8);
    most = std::max(most, static_cast<int>(widths_.of(whole.text())) + 1 - room);
  }
  return most;
}

const TimeDifference* DiffGeometry::time(const DiffListLine& line) const {
  if (!content_.times || line.kind == DiffListLine::Kind::Fold) return nullptr;
  // Unified, a row of two lines has its time at the second one.
  const InstructionRow& row = content_.row(line);
  if (line.kind == DiffListLine::Kind::Old && row.now.valid()) return nullptr;
  return content_.times->at(content_.pair, line.row);
}

QStringList DiffGeometry::help(const DiffListLine& line) const {
  if (line.kind == DiffListLine::Kind::Fold) return {tr("Double-click or Enter: show the equal rows")};
  const InstructionRow& row = content_.row(line);
  const FunctionPair& pair = *content_.function();
  QStringList out;
  if (const auto kind = kindOf(pair, row)) out << kindText(*kind) + QStringLiteral(": ") + kindHelp(*kind);
  if (row.change < pair.changes.size()) {
    const Change& change = pair.changes[row.change];
    constexpr size_t kMostOfText = 400;
    const auto [was, is] = elidedLists(change.oldText, change.nowText, kMostOfText);
    const QString old = QString::fromStdString(printable(was)), now = QString::fromStdString(printable(is));
    if (!old.isEmpty() || !now.isEmpty()) out << old + QStringLiteral(" \u2192 ") + now;
  }
  if (row.state == RowState::Moved && row.partner.valid())
    out << (row.old.valid() ? tr("the same instruction is at pc %1 of the new file").arg(row.partner.value)
                            : tr("the same instruction is at pc %1 of the old file").arg(row.partner.value));
  if (row.state == RowState::Same && out.isEmpty()) out << tr("equal after renumbering");
  if (const TimeDifference* each = time(line)) out << deltaHelp(*each);
  return out;
}

QString DiffGeometry::spoken(const DiffListLine& line) const {
  if (line.kind == DiffListLine::Kind::Fold) return tr("%n equal row(s)", nullptr, static_cast<int>(line.count));
  const InstructionRow& row = content_.row(line);
  const QString chip = chipText(line);
  QStringList parts{chip.isEmpty() ? stateText(row.state) : chip};
  for (const Side side : {Side::Old, Side::New}) {
    const InstrIndex pc = pcOf(row, side);
    if (!pc.valid()) continue;
    const QString text = tr("pc %1").arg(pc.value) + QLatin1Char(' ') + code(line, side).text().simplified();
    parts << (side == Side::Old ? tr("old") : tr("new")) + QLatin1Char(' ') + text;
  }
  if (const TimeDifference* each = time(line)) parts << tr("Δ time %1").arg(deltaText(*each).text());
  return parts.join(QStringLiteral(", "));
}

}  // namespace relaxscope
