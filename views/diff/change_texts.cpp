// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/diff/change_texts.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <string_view>

#include "views/core/engine_text.h"
#include "vmcore/base/text/text.h"

namespace relaxscope {
namespace {

struct Text {
  Q_DECLARE_TR_FUNCTIONS(Diff)
};

const ChangeLook kLess{QString(QChar(0x2212)), Token::DiffLess, Token::DiffLessBack};
const ChangeLook kMore{QStringLiteral("+"), Token::DiffMore, Token::DiffMoreBack};
const ChangeLook kOther{QStringLiteral("~"), Token::DiffChanged, Token::DiffChangedBack};
const ChangeLook kEqual{QStringLiteral("="), Token::TextThird, Token::Panel};

struct KindRow {
  ChangeKind kind;
  const char* text;
  const char* help;
};
constexpr KindRow kKinds[] = {
    {ChangeKind::Inserted, QT_TRANSLATE_NOOP("Diff", "added"), QT_TRANSLATE_NOOP("Diff", "only in the new file")},
    {ChangeKind::Removed, QT_TRANSLATE_NOOP("Diff", "removed"), QT_TRANSLATE_NOOP("Diff", "only in the old file")},
    {ChangeKind::Replaced, QT_TRANSLATE_NOOP("Diff", "replaced"),
     QT_TRANSLATE_NOOP("Diff", "another callee at the same place of the dataflow")},
    {ChangeKind::Fused, QT_TRANSLATE_NOOP("Diff", "fused"), QT_TRANSLATE_NOOP("Diff", "several calls became one")},
    {ChangeKind::Split, QT_TRANSLATE_NOOP("Diff", "split"), QT_TRANSLATE_NOOP("Diff", "one call became several")},
    {ChangeKind::LibraryCall, QT_TRANSLATE_NOOP("Diff", "library"),
     QT_TRANSLATE_NOOP("Diff", "calls became one of a library, or the reverse")},
    {ChangeKind::ConstantFolded, QT_TRANSLATE_NOOP("Diff", "folded"),
     QT_TRANSLATE_NOOP("Diff", "the result of calls is a constant now")},
    {ChangeKind::Operands, QT_TRANSLATE_NOOP("Diff", "operands"),
     QT_TRANSLATE_NOOP("Diff", "the same callee with other operands")},
    {ChangeKind::Rewired, QT_TRANSLATE_NOOP("Diff", "rewired"),
     QT_TRANSLATE_NOOP("Diff", "operands that follow from another change")},
    {ChangeKind::Reordered, QT_TRANSLATE_NOOP("Diff", "reordered"),
     QT_TRANSLATE_NOOP("Diff", "dependent instructions in another order")},
    {ChangeKind::IndependentOrder, QT_TRANSLATE_NOOP("Diff", "other order"),
     QT_TRANSLATE_NOOP("Diff", "calls that do not depend on each other, in another order")},
    {ChangeKind::ControlFlow, QT_TRANSLATE_NOOP("Diff", "control flow"),
     QT_TRANSLATE_NOOP("Diff", "a branch, jump or block")},
    {ChangeKind::Memory, QT_TRANSLATE_NOOP("Diff", "memory"),
     QT_TRANSLATE_NOOP("Diff", "storage, offset of a tensor or release of a value")},
    {ChangeKind::ShapeSpecialised, QT_TRANSLATE_NOOP("Diff", "specialised"),
     QT_TRANSLATE_NOOP("Diff", "an extent that was symbolic is a number")},
    {ChangeKind::ShapeGeneralised, QT_TRANSLATE_NOOP("Diff", "generalised"),
     QT_TRANSLATE_NOOP("Diff", "an extent that was a number is symbolic")},
    {ChangeKind::ShapeChanged, QT_TRANSLATE_NOOP("Diff", "shape"),
     QT_TRANSLATE_NOOP("Diff", "another extent or element type")},
    {ChangeKind::Signature, QT_TRANSLATE_NOOP("Diff", "signature"),
     QT_TRANSLATE_NOOP("Diff", "number, order, names or types of parameters")},
    {ChangeKind::FunctionAdded, QT_TRANSLATE_NOOP("Diff", "new function"),
     QT_TRANSLATE_NOOP("Diff", "the old file has no such function")},
    {ChangeKind::FunctionRemoved, QT_TRANSLATE_NOOP("Diff", "function gone"),
     QT_TRANSLATE_NOOP("Diff", "the new file has no such function")},
    {ChangeKind::FunctionRenamed, QT_TRANSLATE_NOOP("Diff", "renamed"),
     QT_TRANSLATE_NOOP("Diff", "the same function under another name")},
    {ChangeKind::FunctionCompiled, QT_TRANSLATE_NOOP("Diff", "compiled"),
     QT_TRANSLATE_NOOP("Diff", "bytecode on one side, compiled on the other: instructions are not compared")},
    {ChangeKind::ConstantEdited, QT_TRANSLATE_NOOP("Diff", "edited"),
     QT_TRANSLATE_NOOP("Diff", "other elements, or another shape")},
    {ChangeKind::ConstantRequantised, QT_TRANSLATE_NOOP("Diff", "re-quantised"),
     QT_TRANSLATE_NOOP("Diff", "another element type")},
    {ChangeKind::ConstantAdded, QT_TRANSLATE_NOOP("Diff", "new constant"),
     QT_TRANSLATE_NOOP("Diff", "the old file has no such constant")},
    {ChangeKind::ConstantRemoved, QT_TRANSLATE_NOOP("Diff", "constant gone"),
     QT_TRANSLATE_NOOP("Diff", "the new file has no such constant")},
    {ChangeKind::KernelAdded, QT_TRANSLATE_NOOP("Diff", "new kernel"),
     QT_TRANSLATE_NOOP("Diff", "the old file has no such kernel")},
    {ChangeKind::KernelRemoved, QT_TRANSLATE_NOOP("Diff", "kernel gone"),
     QT_TRANSLATE_NOOP("Diff", "the new file has no such kernel")},
    {ChangeKind::KernelRenamed, QT_TRANSLATE_NOOP("Diff", "renamed kernel"),
     QT_TRANSLATE_NOOP("Diff", "the same code under another name")},
    {ChangeKind::KernelRetuned, QT_TRANSLATE_NOOP("Diff", "re-tuned"),
     QT_TRANSLATE_NOOP("Diff", "other code or launch parameters under the same name")},
    {ChangeKind::KernelInterface, QT_TRANSLATE_NOOP("Diff", "interface"),
     QT_TRANSLATE_NOOP("Diff", "other parameters, or in another order")},
    {ChangeKind::Module, QT_TRANSLATE_NOOP("Diff", "module"),
     QT_TRANSLATE_NOOP("Diff", "a module of the library, or its target")},
};
static_assert(std::size(kKinds) == kChangeKinds);

struct TopicRow {
  SummaryTopic topic;
  const char* text;
  const char* icon;
};
constexpr TopicRow kTopics[] = {
    {SummaryTopic::Same, QT_TRANSLATE_NOOP("Diff", "Same"), "check"},
    {SummaryTopic::Functions, QT_TRANSLATE_NOOP("Diff", "Functions"), "functions"},
    {SummaryTopic::Fusion, QT_TRANSLATE_NOOP("Diff", "Fusion"), "swap"},
    {SummaryTopic::Operations, QT_TRANSLATE_NOOP("Diff", "Calls"), "edit"},
    {SummaryTopic::Shapes, QT_TRANSLATE_NOOP("Diff", "Shapes"), "values"},
    {SummaryTopic::Memory, QT_TRANSLATE_NOOP("Diff", "Memory"), "memory"},
    {SummaryTopic::Code, QT_TRANSLATE_NOOP("Diff", "Code"), "listing"},
    {SummaryTopic::Constants, QT_TRANSLATE_NOOP("Diff", "Constants"), "constants"},
    {SummaryTopic::Kernels, QT_TRANSLATE_NOOP("Diff", "Kernels"), "kernel"},
    {SummaryTopic::Layers, QT_TRANSLATE_NOOP("Diff", "Layers"), "modules"},
};

struct FormRow {
  const char* id;
  const char* text;
};
constexpr FormRow kForms[] = {{"text", QT_TRANSLATE_NOOP("Diff", "Text…")},
                              {"json", QT_TRANSLATE_NOOP("Diff", "JSON…")},
                              {"markdown", QT_TRANSLATE_NOOP("Diff", "Markdown for a review…")},
                              {"html", QT_TRANSLATE_NOOP("Diff", "HTML page…")}};

/// Sentences between semicolons outside of parentheses; one of them has a semicolon of its own.
QStringList clausesOf(const QString& text) {
  QStringList out{QString()};
  int depth = 0;
  for (qsizetype i = 0; i < text.size(); ++i) {
    depth += text[i] == u'(' ? 1 : text[i] == u')' ? -1 : 0;
    const QStringView rest = QStringView(text).mid(i);
    if (depth <= 0 && rest.startsWith(u"; ") && !rest.startsWith(u"; peak and ")) {
      out.append(QString());
      ++i;
    } else {
      out.back() += text[i];
    }
  }
  return out;
}

/// Arrows, and words that count the items of a list.
QString withSigns(QString text) {
  static const QRegularExpression kTimes(QStringLiteral(" \\(([\\d,]+) times\\)")),
      kFurther(QStringLiteral(" and ([\\d,]+) more\\b"));
  text.replace(QStringLiteral(" -> "), QStringLiteral(" \u2192 "));
  text.replace(kTimes, Text::tr(" (%1 times)").arg(QStringLiteral("\\1")));
  return text.replace(kFurther, Text::tr(" and %1 more").arg(QStringLiteral("\\1")));
}

const KindRow& rowOf(ChangeKind kind) { return kKinds[static_cast<size_t>(kind)]; }
const TopicRow& rowOf(SummaryTopic topic) { return kTopics[static_cast<size_t>(topic)]; }

}  // namespace

ChangeLook lookOf(RowState state) {
  switch (state) {
    case RowState::Changed: return kOther;
    case RowState::Removed: return kLess;
    case RowState::Added: return kMore;
    case RowState::Moved: return {QString(QChar(0x2195)), Token::TextSecond, Token::Subtle};
    case RowState::Same: break;
  }
  return kEqual;
}

ChangeLook lookOf(PairState state) {
  switch (state) {
    case PairState::Changed: return kOther;
    case PairState::Added: return kMore;
    case PairState::Removed: return kLess;
    case PairState::Same: break;
  }
  return kEqual;
}

ChangeLook lookOf(ChangeKind kind) {
  switch (kind) {
    case ChangeKind::Inserted:
    case ChangeKind::FunctionAdded:
    case ChangeKind::ConstantAdded:
    case ChangeKind::KernelAdded: return kMore;
    case ChangeKind::Removed:
    case ChangeKind::FunctionRemoved:
    case ChangeKind::ConstantRemoved:
    case ChangeKind::KernelRemoved: return kLess;
    default: return kOther;
  }
}

QString kindText(ChangeKind kind) { return Text::tr(rowOf(kind).text); }
QString kindHelp(ChangeKind kind) { return Text::tr(rowOf(kind).help); }

QString stateText(RowState state) {
  switch (state) {
    case RowState::Changed: return Text::tr("changed");
    case RowState::Removed: return Text::tr("removed");
    case RowState::Added: return Text::tr("added");
    case RowState::Moved: return Text::tr("moved");
    case RowState::Same: break;
  }
  return Text::tr("same");
}

QString stateText(PairState state) {
  switch (state) {
    case PairState::Changed: return stateText(RowState::Changed);
    case PairState::Added: return stateText(RowState::Added);
    case PairState::Removed: return stateText(RowState::Removed);
    case PairState::Same: break;
  }
  return stateText(RowState::Same);
}

QString reasonText(MatchReason reason) {
  switch (reason) {
    case MatchReason::SameNameSameCode: return Text::tr("same name, same code");
    case MatchReason::SameNameChangedCode: return Text::tr("same name, changed code");
    case MatchReason::SameCodeOtherName: return Text::tr("same code, other name");
    case MatchReason::CallPosition: return Text::tr("called at the same places");
    case MatchReason::Structure: return Text::tr("similar code");
    case MatchReason::ByHand: return Text::tr("matched by hand");
    case MatchReason::None: break;
  }
  return Text::tr("only in one file");
}

Chip stateChip(PairState state) {
  const ChangeLook look = lookOf(state);
  return {look.sign + QLatin1Char(' ') + stateText(state),
          look.ink,
          state == PairState::Same ? Token::Subtle : look.back,
          {}};
}

QString exporterTitle(const DiffExporter& exporter) {
  for (const FormRow& row : kForms)
    if (std::string_view(row.id) == exporter.id) return Text::tr(row.text);
  return QString::fromUtf8(exporter.title);
}

QString topicText(SummaryTopic topic) { return Text::tr(rowOf(topic).text); }
QString topicIcon(SummaryTopic topic) { return QLatin1String(rowOf(topic).icon); }

QString summaryText(const std::string& text) {
  QStringList parts;
  for (const QString& part : clausesOf(QString::fromStdString(printable(text)))) parts << engineText(part);
  return withSigns(parts.join(QStringLiteral("; ")));
}

}  // namespace relaxscope
