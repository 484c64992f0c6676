// SPDX-License-Identifier: Apache-2.0
// Findings of verifier and linter: as a list with costs, as rows, in their view, in the listing and in the overview.
#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QGuiApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QTextBrowser>
#include <QToolButton>

#include <gtest/gtest.h>

#include <numeric>

#include "tests/models/program.h"
#include "tests/models/shown_view.h"
#include "views/code/table_texts.h"
#include "views/findings/findings_view.h"
#include "views/findings/ledger.h"
#include "views/findings/rule_pane.h"
#include "views/findings/tree.h"
#include "views/overview/overview_view.h"
#include "views/widgets/figures.h"
#include "views/widgets/filter_field.h"
#include "vmcore/analysis/verify/verifier.h"
#include "vmcore/export/lint/rule_pages.h"

namespace relaxscope {
namespace {

using testing::addTimes;
using testing::documentOf;
using testing::program;
using testing::settle;
using testing::Shown;

// Calls 0, 2 and 3 make results that are never read.
const char* const kDead = R"(fn main(x)
  call vm.builtin.make_tuple %0 %0 -> %1
  call relu %0 -> %2
  call vm.builtin.make_tuple %0 -> %3
  call vm.builtin.shape_of %0 -> %4
  ret %2
)";

/// The same with an error and a warning of the verifier.
DocumentData documentWithFindings() {
  DocumentData data = documentOf(program(kDead));
  auto findings = std::make_shared<Diagnostics>();
  findings->add({Severity::Warning,
                 "unresolved-name",
                 "relu: neither in the library nor a builtin",
                 FuncIndex(0),
                 InstrIndex(1),
                 {},
                 {}});
  findings->add({Severity::Error, "register-range", "argument 0 is register 9", FuncIndex(0), InstrIndex(1), {}, {}});
  data.diagnostics = std::move(findings);
  return data;
}

std::optional<uint32_t> findingOf(const FindingList& list, const std::string& rule) {
  for (const uint32_t i : list.order())
    if (list.rule(i) == rule) return i;
  return {};
}
/// The row of a rule's finding; a failure if there is none.
QModelIndex rowOf(const FindingsView& view, const std::string& rule) {
  const auto found = findingOf(view.tree()->findings()->list(), rule);
  EXPECT_TRUE(found) << rule;
  return found ? view.tree()->findings()->indexOf(*found) : QModelIndex();
}

TEST(FindingList, HasThoseOfVerifierAndLinterBySeverity) {
  Shown<FindingsView> s(documentWithFindings());
  const FindingList& list = *s.view->feed().list();
  ASSERT_GE(list.size(), 3u);
  EXPECT_EQ(list.rule(list.order()[0]), "register-range");
  EXPECT_EQ(list.count(Severity::Error), 1u);
  const auto dead = findingOf(list, "dead-call");
  ASSERT_TRUE(dead);
  EXPECT_EQ(list.sites(*dead), 3u);
  EXPECT_EQ(list.whereText(*dead).toStdString(), "main");
  EXPECT_EQ(list.placeText(*dead).toStdString(), "pc 0 and 2 more");
  ASSERT_EQ(list.parts(*dead), 2u);
  EXPECT_EQ(list.placeText(*dead, 0).toStdString(), "pc 0, 2");
  EXPECT_EQ(*list.instructions(*dead), (std::vector{InstrIndex(0), InstrIndex(2), InstrIndex(3)}));
  EXPECT_EQ(*list.instructions(*dead, 1), (std::vector{InstrIndex(3)}));
  for (size_t i = 1; i < list.size(); ++i)
    EXPECT_LE(list.severity(list.order()[i - 1]), list.severity(list.order()[i]));
}

TEST(FindingList, CostsAreTheSelfTimesOfTheCallsAndSumToTheRun) {
  Shown<FindingsView> s(documentWithFindings());
  EXPECT_FALSE(s.view->feed().list()->hasCosts());
  EXPECT_TRUE(s.view->ledger()->parts().empty());
  addTimes(s.document, 10);
  ASSERT_TRUE(settle(*s.view));
  const FindingList& list = *s.view->feed().list();
  const auto statistics = s.document.bySite();
  double at[4] = {}, all = 0;
  for (const StatisticsRow& row : statistics->rows) {
    const double ns = row.selfNs / static_cast<double>(statistics->kept.size());
    all += ns;
    if (row.pc < 4) at[row.pc] += ns;
  }
  const auto dead = findingOf(list, "dead-call");
  ASSERT_TRUE(dead);
  EXPECT_NEAR(*list.cost(*dead), at[0] + at[2] + at[3], 1e-6);
  EXPECT_NEAR(*list.cost(*dead, 0), at[0] + at[2], 1e-6);
  EXPECT_NEAR(*list.cost(*dead, 1), at[3], 1e-6);
  EXPECT_NEAR(list.runNs(), all, 1e-6);
  double sum = 0;
  for (const LedgerPart& part : s.view->ledger()->parts()) sum += part.ns;
  EXPECT_NEAR(sum, all, 1e-6);
  EXPECT_NEAR(s.view->ledger()->parts().back().ns, at[1], 1e-6) << "the only call that no finding names";
  const QString sentence = s.view->ledger()->sentence();
  EXPECT_TRUE(sentence.contains(durationLabel(at[0] + at[2] + at[3]))) << sentence.toStdString();
  EXPECT_TRUE(sentence.contains(durationLabel(all))) << sentence.toStdString();
}

TEST(FindingList, ACallCountsInOneFindingOnly) {
  auto lint = std::make_shared<LintFindings>();
  for (const LintRule rule : {LintRule::ConstantTransposed, LintRule::DeadCall}) {
    LintFinding finding;
    finding.rule = rule;
    finding.function = FuncIndex(0);
    finding.count = 2;
    finding.parts = {{"k", {}, 2, {{FuncIndex(0), InstrIndex(1), {}, {}}, {FuncIndex(0), InstrIndex(2), {}, {}}}}};
    lint->all.push_back(finding);
  }
  lint->all[1].parts[0].sites[1].pc = InstrIndex(3);
  auto times = std::make_shared<TraceStatistics>();
  for (const uint32_t pc : {1u, 2u, 3u, 4u}) {
    StatisticsRow row;
    row.function = 0;
    row.pc = pc;
    row.selfNs = 10.0 * pc;
    times->rows.push_back(row);
    times->selfNs += row.selfNs;
  }
  const FindingList list({nullptr, lint, nullptr, times});
  EXPECT_NEAR(*list.cost(0), 10 + 20, 1e-9);
  EXPECT_NEAR(*list.cost(1), 30, 1e-9);
  EXPECT_NEAR(list.namedNs(), 60, 1e-9);
  EXPECT_NEAR(list.share(list.namedNs()), 0.6, 1e-9);
  const std::vector<LedgerPart> parts = ledgerOf(list);
  ASSERT_EQ(parts.size(), 3u);
  EXPECT_NEAR(parts[2].ns, 40, 1e-9);
}

TEST(FindingsModel, RowsFollowFilterChoiceAndOrder) {
  Shown<FindingsView> s(documentWithFindings());
  FindingsModel* model = s.view->tree()->findings();
  QAbstractItemModelTester tester(model, QAbstractItemModelTester::FailureReportingMode::Fatal);
  const size_t all = model->shownCount();
  EXPECT_EQ(all, s.view->feed().list()->size());
  s.view->bar()->field()->setText(QStringLiteral("SHAPE_of"));
  ASSERT_TRUE(settle(*s.view));
  EXPECT_EQ(model->shownCount(), 1u) << "the part of a finding";
  s.view->bar()->field()->setText(QStringLiteral("["));
  s.view->bar()->field()->setRegex(true);
  ASSERT_TRUE(settle(*s.view));
  EXPECT_EQ(model->shownCount(), all) << "an invalid expression";
  s.view->bar()->field()->setText({});
  for (const auto& [button, severity] :
       {std::pair{"findings.error", Severity::Error}, std::pair{"findings.warning", Severity::Warning},
        std::pair{"findings.info", Severity::Info}}) {
    s.view->findChild<QToolButton*>(QLatin1String(button))->click();
    EXPECT_EQ(model->shownCount(), s.view->feed().list()->count(severity)) << button;
  }
  s.view->findChild<QToolButton*>(QStringLiteral("findings.all"))->click();
  addTimes(s.document);
  ASSERT_TRUE(settle(*s.view));
  s.view->tree()->sortBy(FindingsModel::Rule, Qt::AscendingOrder);
  const QModelIndex warnings = model->indexOf(*findingOf(*s.view->feed().list(), "dead-call")).parent();
  for (int i = 1; i < model->rowCount(warnings); ++i)
    EXPECT_LE(model->index(i - 1, FindingsModel::Rule, warnings).data().toString(),
              model->index(i, FindingsModel::Rule, warnings).data().toString());
}

TEST(FindingsModel, ShowsAsManyAsAReaderKeeps) {
  DocumentData data = documentOf(program(kDead));
  auto findings = std::make_shared<Diagnostics>();
  for (int64_t i = 0; i < 12'000; ++i)
    findings->add({Severity::Error,
                   "register-range",
                   "argument 0 is register 9, the function has 3",
                   FuncIndex(0),
                   InstrIndex(i),
                   {},
                   {}});
  data.diagnostics = findings;
  Shown<FindingsView> s(std::move(data));
  EXPECT_GE(s.view->tree()->findings()->shownCount(), Diagnostics::kMaxKept);
  EXPECT_EQ(s.view->feed().list()->count(Severity::Error), 12'000u);
  s.view->bar()->field()->setText(QStringLiteral("pc 9999"));
  ASSERT_TRUE(settle(*s.view));
  EXPECT_EQ(s.view->tree()->findings()->shownCount(), 1u);
}

TEST(FindingsView, ShowMeGoesToThePlaceAndMarksAllOthers) {
  Shown<FindingsView> s(documentWithFindings());
  QSignalSpy activated(s.document.selection(), &Selection::activated);
  FindingsTree* tree = s.view->tree();
  tree->setFocus();
  tree->setCurrentIndex(rowOf(*s.view, "dead-call"));
  EXPECT_EQ(s.place().pc, InstrIndex(0)) << "selected";
  ASSERT_TRUE(s.document.selection()->marked());
  EXPECT_EQ(s.document.selection()->marked()->size(), 3u);
  EXPECT_EQ(activated.count(), 0);
  QTest::keyClick(tree, Qt::Key_Return);
  ASSERT_EQ(activated.count(), 1);
  EXPECT_EQ(activated[0][0].value<ViewId>(), ViewId::Listing);
  tree->expand(tree->currentIndex());
  QTest::keyClick(tree, Qt::Key_Down);
  QTest::keyClick(tree, Qt::Key_Down);
  EXPECT_EQ(s.place().pc, InstrIndex(3)) << "the second part";
  EXPECT_EQ(s.document.selection()->marked()->size(), 1u);
  QTest::keyClick(tree, Qt::Key_Left);
  EXPECT_EQ(tree->findings()->row(tree->currentIndex()).kind, FindingsRow::Kind::Finding);
  QTest::keyClick(tree, Qt::Key_Left);
  EXPECT_FALSE(tree->isExpanded(tree->currentIndex()));
  QTest::keyClick(tree, Qt::Key_Right);
  EXPECT_TRUE(tree->isExpanded(tree->currentIndex()));
}

TEST(FindingsView, LinksAreClicked) {
  Shown<FindingsView> s(documentWithFindings(), {1300, 700});
  QSignalSpy activated(s.document.selection(), &Selection::activated);
  const QModelIndex row = rowOf(*s.view, "dead-call");
  const QRect rect = s.view->tree()->visualRect(row.siblingAtColumn(FindingsModel::Action));
  QTest::mouseClick(s.view->tree()->viewport(), Qt::LeftButton, {}, rect.center());
  EXPECT_EQ(activated.count(), 1);
  EXPECT_EQ(s.place().pc, InstrIndex(0));
}

TEST(FindingsView, APageExplainsTheRule) {
  Shown<FindingsView> s(documentWithFindings(), {1200, 700});
  s.view->tree()->setCurrentIndex(rowOf(*s.view, "dead-call"));
  EXPECT_EQ(s.view->rulePane()->title().toStdString(), lintRule(LintRule::DeadCall).title);
  for (const LintRuleRow& rule : lintRules()) {
    const QString page = rulePageText(rule.id, QStringLiteral("en_US"));
    EXPECT_FALSE(page.startsWith(QLatin1String("# "))) << rule.id << ": the pane has the title";
    EXPECT_TRUE(page.contains(QLatin1String(kRulePageHeadings[0]))) << rule.id;
  }
  s.view->tree()->setCurrentIndex(rowOf(*s.view, "register-range"));
  EXPECT_TRUE(s.view->rulePane()->page()->toPlainText().contains(QLatin1String(kFaultPageHeadings[2])));
  for (const RuleRow& rule : verifierRules()) {
    const std::string page(rulePage(rule.id));
    EXPECT_TRUE(page.starts_with("# " + ruleTitle(rule.id).toStdString() + "\n")) << rule.id;
  }
}

TEST(FindingsView, CopiesAreThoseOfRscope) {
  Shown<FindingsView> s(documentWithFindings());
  const auto copied = [&s](FindingsBar::Format format) {
    s.view->copyAll(format);
    EXPECT_TRUE(settle(*s.view));
    return QGuiApplication::clipboard()->text();
  };
  const QString text = copied(FindingsBar::Format::Text);
  EXPECT_TRUE(text.contains(QStringLiteral("[dead-call]"))) << text.toStdString();
  EXPECT_TRUE(text.contains(QStringLiteral("[register-range]"))) << text.toStdString();
  const QJsonObject json = QJsonDocument::fromJson(copied(FindingsBar::Format::Json).toUtf8()).object();
  EXPECT_EQ(json[QLatin1String("errors")].toInt(), 1);
  const QJsonObject sarif = QJsonDocument::fromJson(copied(FindingsBar::Format::Sarif).toUtf8()).object();
  EXPECT_EQ(sarif[QLatin1String("version")].toString().toStdString(), "2.1.0");
  EXPECT_EQ(sarif[QLatin1String("runs")].toArray()[0].toObject()[QLatin1String("results")].toArray().size(),
            static_cast<qsizetype>(s.view->feed().list()->size()));
}

TEST(FindingsView, SaysWhyItIsEmpty) {
  Document document;
  FindingsView none(&document, nullptr);
  EXPECT_TRUE(none.emptySentence().startsWith(QStringLiteral("Nothing is open"))) << none.emptySentence().toStdString();
  Shown<FindingsView> s(documentWithFindings());
  EXPECT_EQ(s.view->emptySentence().toStdString(), "");
  s.view->bar()->field()->setText(QStringLiteral("nothing like this"));
  ASSERT_TRUE(settle(*s.view));
  EXPECT_NE(s.view->emptySentence().toStdString(), "");
}

TEST(FindingsView, SaysThatAProfileHoldsNoLibrary) {
  const auto note = [](DocumentData data) {
    Shown<FindingsView> s(std::move(data));
    EXPECT_TRUE(settle(*s.view));
    return s.view->findChild<QLabel*>(QStringLiteral("findings.note"))->text();
  };
  DocumentData profile = documentOf(program(kDead));
  ASSERT_EQ(profile.file, nullptr);
  EXPECT_TRUE(note(profile).contains(QStringLiteral("holds no library"))) << note(profile).toStdString();
  const DocumentData file = ::relaxscope::testing::documentOfFile(RELAXSCOPE_TEST_DATA "/relax/mlp_dyn.bin");
  EXPECT_FALSE(note(file).contains(QStringLiteral("holds no library"))) << note(file).toStdString();
}

TEST(FindingsView, RemembersItsState) {
  QByteArray state;
  {
    Shown<FindingsView> s(documentWithFindings());
    s.view->bar()->setShown(ShownFindings::Warnings);
    s.view->tree()->sortBy(FindingsModel::Where, Qt::DescendingOrder);
    state = s.view->saveViewState();
  }
  Shown<FindingsView> s(documentWithFindings());
  s.view->restoreViewState(state);
  EXPECT_EQ(s.view->bar()->shown(), ShownFindings::Warnings);
  EXPECT_EQ(s.view->saveViewState(), state);
  s.view->restoreViewState("nonsense");
  EXPECT_EQ(s.view->bar()->shown(), ShownFindings::Warnings);
}

TEST(FindingsView, ItsRowsAreSpoken) {
  Shown<FindingsView> s(documentWithFindings());
  const QModelIndex row = rowOf(*s.view, "dead-call");
  const QString spoken = row.data(Qt::AccessibleTextRole).toString();
  for (const char* part : {"warning: Result of a call is never read", "main", "pc 0 and 2 more"})
    EXPECT_TRUE(spoken.contains(QLatin1String(part))) << spoken.toStdString();
}

TEST(FindingsView, ItsKeysHaveAnEffect) {
  Shown<FindingsView> s(documentWithFindings());
  const QSignalSpy activated(s.document.selection(), &Selection::activated);
  FindingsTree* tree = s.view->tree();
  for (const ViewKeyRow& row : FindingsView::kKeyRows)
    for (const QString& key : QString::fromLatin1(row.keys).split(QLatin1Char(' '))) {
      tree->setFocus();
      const QModelIndex dead = rowOf(*s.view, "dead-call");
      tree->setCurrentIndex(dead);
      tree->setExpanded(dead, key == QLatin1String("Left") || key == QLatin1String("Down"));
      const auto state = [&] {
        return std::tuple(tree->currentIndex(), tree->isExpanded(dead), activated.count(), tree->hasFocus());
      };
      const auto before = state();
      QTest::keyClick(tree, QKeySequence(key)[0].key());
      EXPECT_NE(state(), before) << row.text << ": " << key.toStdString();
    }
}

TEST(Overview, ShowsTheFindingsThatMatterMost) {
  Shown<OverviewView> s(documentWithFindings(), {1400, 900});
  QSignalSpy activated(s.document.selection(), &Selection::activated);
  auto* first = s.view->findChild<QPushButton*>(QStringLiteral("overview.showMe.0"));
  ASSERT_NE(first, nullptr);
  EXPECT_TRUE(first->parentWidget()->accessibleName().contains(QStringLiteral("Register outside the frame")));
  first->click();
  EXPECT_EQ(s.place().pc, InstrIndex(1));
  EXPECT_EQ(activated.count(), 1);
  addTimes(s.document);
  ASSERT_TRUE(settle(*s.view));
  bool priced = false;
  for (const auto* button : s.view->findChildren<QPushButton*>())
    if (button->objectName().startsWith(QLatin1String("overview.showMe")))
      priced |= button->parentWidget()->accessibleName().contains(QLatin1Char('%'));
  EXPECT_TRUE(priced);
}

}  // namespace
}  // namespace relaxscope
