// SPDX-License-Identifier: Apache-2.0
// Tables that must be consistent: verifier rules and exporters with their titles, views with their icons.
#include <gtest/gtest.h>

#include <QFile>
#include <QSet>

#include "app/window/actions/table.h"
#include "views/code/table_texts.h"
#include "views/core/view.h"
#include "views/listing/result_text.h"
#include "vmcore/analysis/lint/rule.h"
#include "vmcore/analysis/verify/verifier.h"
#include "vmcore/export/exporter.h"

namespace relaxscope {
namespace {

TEST(Titles, EveryVariantsProducerHasOne) {
  for (size_t i = 0; i < kVariants; ++i)
    EXPECT_TRUE(hasProducerTitle(static_cast<Variant>(i))) << variantProducer(static_cast<Variant>(i));
}

TEST(Tables, EveryRuleHasATitle) {
  for (const RuleRow& row : verifierRules()) EXPECT_TRUE(hasRuleTitle(row.id)) << row.id;
  for (const LintRuleRow& row : lintRules()) EXPECT_TRUE(hasRuleTitle(row.id)) << row.id;
}

TEST(Tables, EveryExporterHasATitle) {
  for (const ExecutableExporter& row : executableExporters()) EXPECT_TRUE(hasExporterTitle(row.id)) << row.id;
  for (const TraceExporter& row : traceExporters()) EXPECT_TRUE(hasExporterTitle(row.id)) << row.id;
}

TEST(Tables, EveryViewAndActionHasItsIcon) {
  QSet<QString> ids;
  for (const ViewRow& row : viewRegistry()) {
    EXPECT_TRUE(QFile::exists(QStringLiteral(":/icons/%1.svg").arg(QLatin1String(row.icon)))) << row.name();
    EXPECT_FALSE(ids.contains(QLatin1String(row.name()))) << row.name();
    ids.insert(QLatin1String(row.name()));
    EXPECT_EQ(viewOfName(QString::fromLatin1(row.name())), row.id);
    EXPECT_EQ(row.create != nullptr, row.subjects.has(Subject::Executable) || row.subjects.has(Subject::Profile))
        << row.name();
    EXPECT_EQ(row.createOfPair != nullptr, row.subjects.has(Subject::Pair)) << row.name();
  }
  for (const char* id : {"overview", "functions", "listing", "cfg", "constants", "modules", "findings", "timeline",
                         "statistics", "values"})
    EXPECT_TRUE(ids.contains(QLatin1String(id))) << id;
  for (const ActionRow& row : actionTable()) {
    if (row.icon[0] == 0) continue;
    EXPECT_TRUE(QFile::exists(QStringLiteral(":/icons/%1.svg").arg(QLatin1String(row.icon)))) << row.id;
  }
}

TEST(Tables, AnOlderNameOfAViewIsStillKnown) {
  EXPECT_EQ(viewOfName(QStringLiteral("diagnostics")), ViewId::Findings);
  EXPECT_EQ(viewOfName(QStringLiteral("nonsense")), ViewId::None);
  EXPECT_EQ(viewOfName(QString()), ViewId::None);
  EXPECT_EQ(findView(ViewId::None), nullptr);
}

TEST(ResultText, ShorterFormsCutNoNumber) {
  const QString dots(QChar(0x2026));
  EXPECT_EQ(shorterResults(QStringLiteral("storage 3,072 B")), (QStringList{QStringLiteral("storage ") + dots, dots}));
  EXPECT_EQ(shorterResults(QStringLiteral("f32[1,12]")),
            (QStringList{QStringLiteral("f32[1,") + dots, QStringLiteral("f32[") + dots, dots}));
  EXPECT_EQ(shorterResults(QString()), QStringList{dots});
}

}  // namespace
}  // namespace relaxscope
