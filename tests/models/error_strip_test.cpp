// SPDX-License-Identifier: Apache-2.0
#include "views/widgets/error_strip.h"

#include <gtest/gtest.h>

#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QTest>
#include <QVBoxLayout>

namespace relaxscope {
namespace {

struct ShownStrip {
  QWidget window;
  ErrorStrip* strip = new ErrorStrip(&window);

  explicit ShownStrip(const QString& what) {
    auto* layout = new QVBoxLayout(&window);
    layout->addWidget(strip);
    layout->addStretch(1);
    window.resize(900, 700);
    strip->showMessage(ErrorStrip::Level::Error, what, {}, QStringLiteral("what to do"));
    window.show();
    QTest::qWait(0);
  }
  QScrollArea* lines() const { return strip->findChild<QScrollArea*>(QStringLiteral("errorStrip.lines")); }
  QLabel* what() const { return strip->findChild<QLabel*>(QStringLiteral("errorStrip.what")); }
};

QString missing(int count) {
  QStringList names;
  for (int i = 0; i < count; ++i) names.append(QStringLiteral("my_library.kernel_with_a_rather_long_name_%1").arg(i));
  return QStringLiteral("missing functions: ") + names.join(QStringLiteral("; "));
}

TEST(ErrorStripText, AShortOneIsSeenWhole) {
  for (const int names : {0, 4}) {
    const ShownStrip shown(missing(names));
    EXPECT_EQ(shown.lines()->verticalScrollBar()->maximum(), 0) << names;
    EXPECT_GE(shown.lines()->height(), shown.what()->heightForWidth(shown.what()->width())) << names;
    EXPECT_EQ(shown.lines()->focusPolicy(), Qt::NoFocus) << "nothing to scroll is no stop for the keyboard";
  }
}

TEST(ErrorStripText, AVeryLongOneScrollsAndLeavesRoom) {
  const ShownStrip shown(missing(500));
  EXPECT_LT(shown.strip->height(), 200);
  EXPECT_EQ(shown.strip->text(), missing(500)) << "nothing of it is lost";
  EXPECT_GT(shown.lines()->verticalScrollBar()->maximum(), 0);
  EXPECT_EQ(shown.lines()->verticalScrollBar()->value(), 0);
  EXPECT_EQ(shown.lines()->focusPolicy(), Qt::TabFocus);
  QTest::keyClick(shown.lines(), Qt::Key_PageDown);
  EXPECT_GT(shown.lines()->verticalScrollBar()->value(), 0);
}

TEST(ErrorStripText, TheNextMessageBeginsAtItsTop) {
  const ShownStrip shown(missing(500));
  shown.lines()->verticalScrollBar()->setValue(100);
  shown.strip->showMessage(ErrorStrip::Level::Error, missing(400));
  EXPECT_EQ(shown.lines()->verticalScrollBar()->value(), 0);
}

}  // namespace
}  // namespace relaxscope
