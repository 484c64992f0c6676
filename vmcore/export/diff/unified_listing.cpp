// SPDX-License-Identifier: Apache-2.0
#include "vmcore/export/diff/unified_listing.h"

#include <fmt/format.h>

#include <algorithm>

#include "vmcore/base/text/text.h"
#include "vmcore/export/diff/words.h"

namespace relaxscope {
namespace {

DiffRole roleOfSign(char sign) {
  switch (sign) {
    case '-': return DiffRole::Removed;
    case '+': return DiffRole::Added;
    case '<':
    case '>': return DiffRole::Moved;
    default: return DiffRole::Plain;
  }
}

/// "4,11": first pc and count of one side's instructions in a hunk.
std::string rangeText(const FunctionPair& pair, DiffHunk hunk, InstrIndex InstructionRow::* side) {
  int64_t first = -1, count = 0;
  for (size_t i = hunk.begin; i < hunk.end; ++i) {
    const InstrIndex pc = pair.rows[i].*side;
    if (!pc.valid()) continue;
    if (first < 0) first = pc.value;
    ++count;
  }
  return fmt::format("{},{}", std::max<int64_t>(first, 0), count);
}

std::string pcText(InstrIndex pc) { return pc.valid() ? std::to_string(pc.value) : std::string(); }

size_t widthOfPcs(const FunctionPair& pair) {
  int64_t largest = 0;
  for (const InstructionRow& row : pair.rows) largest = std::max({largest, row.old.value, row.now.value});
  return std::to_string(largest).size();
}

}  // namespace

void UnifiedListing::write(const FunctionPair& pair, const Line& line) {
  for (const size_t i : changesWithoutRows(report_, pair))
    if (!line(DiffRole::Change, "# " + changeText(pair.changes[i]))) return;
  named_.assign(pair.changes.size(), false);
  numbers_ = changeNumbers(pair);
  pcWidth_ = widthOfPcs(pair);
  const DiffHunks found = diffHunks(report_, pair, kDiffContext, rowsLeft_);
  for (const DiffHunk& hunk : found.hunks)
    if (!writeHunk(pair, hunk, line)) return;
  if (found.leftOut != 0)
    line(DiffRole::Note,
         fmt::format("# {} more rows are left out", groupedNumber(static_cast<int64_t>(found.leftOut))));
}

bool UnifiedListing::writeHunk(const FunctionPair& pair, DiffHunk hunk, const Line& line) {
  if (!line(DiffRole::Hunk, fmt::format("@@ -{} +{} @@", rangeText(pair, hunk, &InstructionRow::old),
                                        rangeText(pair, hunk, &InstructionRow::now))))
    return false;
  bool going = true;
  forEachRun(pair, hunk, [&](size_t begin, size_t end) { going = going && writeRun(pair, begin, end, line); });
  return going;
}

bool UnifiedListing::writeRun(const FunctionPair& pair, size_t begin, size_t end, const Line& line) {
  const uint32_t change = pair.rows[begin].change;
  if (change < pair.changes.size() && numbers_[change] != 0 && !named_[change]) {
    named_[change] = true;
    if (!line(DiffRole::Change, "# " + numberedText(pair, numbers_, change))) return false;
  }
  const auto writeSide = [&](auto&& signOf) {
    for (size_t i = begin; i < end; ++i)
      if (const char sign = signOf(pair.rows[i]); sign != 0 && !writeOne(pair, pair.rows[i], sign, line)) return false;
    return true;
  };
  if (pair.rows[begin].state == RowState::Same && change >= pair.changes.size())
    return writeSide([](const InstructionRow&) { return ' '; });
  const bool old = writeSide([](const InstructionRow& row) {
    return row.state == RowState::Same || !row.old.valid() ? '\0' : row.state == RowState::Moved ? '<' : '-';
  });
  return old && writeSide([](const InstructionRow& row) {
           if (row.state == RowState::Same) return ' ';
           return !row.now.valid() ? '\0' : row.state == RowState::Moved ? '>' : '+';
         });
}

/// "fused 1, moved to 27: c[6] f32[16, 24]".
std::string UnifiedListing::noteOf(const FunctionPair& pair, const InstructionRow& row,
                                   const std::string& constants) const {
  std::string note = row.change < pair.changes.size() ? numberedKind(pair, numbers_, row.change) : "";
  if (row.state == RowState::Moved && row.partner.valid())
    note += fmt::format("{}moved {} {}", note.empty() ? "" : ", ", row.old.valid() ? "to" : "from", row.partner.value);
  if (!constants.empty()) note += (note.empty() ? "" : ": ") + constants;
  return note;
}

bool UnifiedListing::writeOne(const FunctionPair& pair, const InstructionRow& row, char sign, const Line& line) {
  const bool old = sign == '-' || sign == '<';
  InstructionTexts& texts = old ? old_ : now_;
  const InstrIndex pc = old ? row.old : row.now;
  std::string text = fmt::format("{} {:>{}} {:>{}}  {}", sign, sign == ' ' || old ? pcText(row.old) : "", pcWidth_,
                                 old ? "" : pcText(row.now), pcWidth_, texts.text(old ? pair.old : pair.now, pc));
  const std::string note = sign == ' ' ? std::string() : noteOf(pair, row, texts.note(pc));
  if (!note.empty()) text += "  ; " + note;
  return line(roleOfSign(sign), text);
}

}  // namespace relaxscope
