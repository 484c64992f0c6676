// SPDX-License-Identifier: GPL-3.0-or-later
// How changes are called and drawn: names of kinds, states and reasons, signs and colours. Every colour repeats a sign.
#pragma once

#include <QString>

#include "views/theme/theme.h"
#include "views/widgets/table_source.h"
#include "vmcore/analysis/diff/diff.h"
#include "vmcore/export/diff/exporter.h"

namespace relaxscope {

/// Sign and colours of one of the four ways in which two sides differ.
struct ChangeLook {
  QString sign;  ///< "-", "+", "~", "="
  Token ink = Token::TextThird, back = Token::Panel;
};
ChangeLook lookOf(RowState state);
ChangeLook lookOf(PairState state);
/// What a kind adds or takes away, or else changes.
ChangeLook lookOf(ChangeKind kind);

/// "fused", "re-tuned": one or two words.
QString kindText(ChangeKind kind);
/// A sentence for tooltips.
QString kindHelp(ChangeKind kind);
QString stateText(RowState state);
QString stateText(PairState state);
/// "same name, changed code".
QString reasonText(MatchReason reason);
/// A chip with sign and word.
Chip stateChip(PairState state);
/// A form in which a comparison is saved, as a menu names it.
QString exporterTitle(const DiffExporter& exporter);
/// The first word of a summary line, and its icon.
QString topicText(SummaryTopic topic);
QString topicIcon(SummaryTopic topic);
/// A line of the summary in the interface's language.
QString summaryText(const std::string& text);

}  // namespace relaxscope
