// SPDX-License-Identifier: Apache-2.0
// What the window says of damaged files is in its language: errors of files that cannot be opened, and findings.
#include <gtest/gtest.h>

#include <QDir>
#include <QRegularExpression>
#include <QTranslator>

#include "tests/gui/gui_support.h"
#include "views/core/document.h"
#include "views/core/engine_text.h"
#include "views/hex/byte_names.h"
#include "vmcore/base/text/text.h"

namespace relaxscope::gui {
namespace {

/// The first two English words in a row; empty for a text in another language with names in it.
QString englishIn(const QString& text) {
  static const QRegularExpression kWords(QStringLiteral("[A-Za-z]{2,} [a-z]{2,}"));
  return kWords.match(text).captured();
}

class FileMessages : public ::testing::TestWithParam<const char*> {};

TEST_P(FileMessages, AreInTheLanguageOfTheWindow) {
  QTranslator chinese;
  ASSERT_TRUE(chinese.load(QStringLiteral(":/i18n/relaxscope_zh_CN.qm")));
  QCoreApplication::installTranslator(&chinese);
  const auto window = makeWindow();
  const QDir folder(QStringLiteral(RELAXSCOPE_TEST_DATA "/") + QLatin1String(GetParam()));
  int errors = 0, findings = 0;
  for (const QString& name : folder.entryList(QDir::Files)) {
    DocumentPage* page = openAndWait(window.get(), folder.filePath(name));
    QStringList texts;
    if (page == nullptr) {
      ++errors;
      texts << window->currentPage()->loadError();
    } else {
      texts << page->whyNotRunnable();
      for (const Diagnostic& finding : page->document()->data().diagnostics->all())
        texts << engineText(printable(finding.message));
      findings += static_cast<int>(texts.size()) - 1;
    }
    for (const QString& text : texts)
      EXPECT_EQ(englishIn(text), QString()) << name.toStdString() << ": " << text.toStdString();
    trigger(window.get(), "file.close");
  }
  EXPECT_GT(errors, 10);
  EXPECT_GT(findings, 2);
  QCoreApplication::removeTranslator(&chinese);
}

TEST(AssemblerMessages, KeepTheirPlaces) {
  QTranslator chinese;
  ASSERT_TRUE(chinese.load(QStringLiteral(":/i18n/relaxscope_zh_CN.qm")));
  QCoreApplication::installTranslator(&chinese);
  const QString text = engineText(std::string(
      "2:3: an instruction is expected (call, ret), a label, or a directive; 3:9: unexpected text after the "
      "statement; and 4 more"));
  QCoreApplication::removeTranslator(&chinese);
  EXPECT_TRUE(text.startsWith(QStringLiteral("2:3: "))) << text.toStdString();
  EXPECT_TRUE(text.contains(QStringLiteral("; 3:9: "))) << text.toStdString();
  EXPECT_EQ(englishIn(text), QString()) << text.toStdString();
}

/// The names of `node` and of what it holds, up to 40 parts of each.
void collectNames(const ByteMap& map, const ByteNode& node, int depth, QStringList& names) {
  names.append(byteName(map, node));
  for (uint64_t i = 0; depth > 0 && i < std::min<uint64_t>(node.children, 40); ++i)
    collectNames(map, map.child(node, i), depth - 1, names);
}

TEST(ByteNames, AreInTheLanguageOfTheWindow) {
  QTranslator chinese;
  ASSERT_TRUE(chinese.load(QStringLiteral(":/i18n/relaxscope_zh_CN.qm")));
  QCoreApplication::installTranslator(&chinese);
  const auto window = makeWindow();
  for (const char* name : {"relax/mlp_dyn.so", "relax/consts_all.bin", "relay/v0.17.0/late_bound.ro",
                           "containers/elf64_x86.so", "containers/mach_o_x86.dylib", "containers/pe_x86.dll"}) {
    DocumentPage* page = openAndWait(window.get(), QStringLiteral(RELAXSCOPE_TEST_DATA "/") + QLatin1String(name));
    ASSERT_NE(page, nullptr) << name;
    const auto map = page->document()->data().byteMap;
    ASSERT_NE(map, nullptr) << name;
    QStringList names;
    collectNames(*map, map->root(), 4, names);
    EXPECT_GT(names.size(), 20) << name;
    for (const QString& each : names) EXPECT_EQ(englishIn(each), QString()) << name << ": " << each.toStdString();
  }
  QCoreApplication::removeTranslator(&chinese);
}

INSTANTIATE_TEST_SUITE_P(Damaged, FileMessages, ::testing::Values("damaged", "relay/damaged"));

}  // namespace
}  // namespace relaxscope::gui
