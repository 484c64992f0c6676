// SPDX-License-Identifier: Apache-2.0
// The keys that the shortcut sheet lists for a view: each of them has an effect.
#include <QSignalSpy>
#include <QTest>

#include <gtest/gtest.h>

#include <functional>

#include "tests/models/program.h"
#include "tests/models/shown_view.h"
#include "views/cfg/cfg_view.h"
#include "views/hex/hex_view.h"
#include "views/listing/listing_view.h"
#include "views/widgets/find_bar.h"

namespace relaxscope {
namespace {

using testing::documentOf;
using testing::documentWithBytes;
using testing::program;
using testing::Shown;

/// Presses every listed key after `start`; each must change the text that `state` returns.
void expectEffects(std::span<const ViewKeyRow> rows, QWidget* target, const std::function<void()>& start,
                   const std::function<QString()>& state) {
  for (const ViewKeyRow& row : rows)
    for (const QString& key : QString::fromLatin1(row.keys).split(QLatin1Char(' '))) {
      start();
      const QString before = state();
      const QKeyCombination pressed = QKeySequence(key)[0];
      QTest::keyClick(target, pressed.key(), pressed.keyboardModifiers());
      EXPECT_NE(state().toStdString(), before.toStdString()) << row.text << ": " << key.toStdString();
    }
}

/// The selected place, the number of activations and whether the find bar is open.
template <class V>
QString stateAfter(Shown<V>& s, const QSignalSpy& activated) {
  const Place place = s.place();
  return QStringLiteral("pc %1, register %2, %3 activations, find bar %4")
      .arg(place.pc.value)
      .arg(place.reg.value)
      .arg(activated.count())
      .arg(s.view->findBar()->isVisible());
}

void closeFindBar(FindBar* bar) {
  if (bar->isVisible()) QTest::keyClick(bar, Qt::Key_Escape);
}

const char* const kLoop =
    "fn main(n)\n  call k %0 -> %1\n  call k %0 %1 %0 -> %2\n  call k %2 -> %3\n  if %3 +2\n  goto -4\n  ret %3\n";

TEST(ViewKeys, OfTheListingHaveAnEffect) {
  Shown<ListingView> s(documentOf(program(kLoop)));
  const QSignalSpy activated(s.document.selection(), &Selection::activated);
  const auto start = [&s] {
    closeFindBar(s.view->findBar());
    Place place;
    place.function = s.function("main");
    place.pc = InstrIndex(1);
    place.reg = RegIndex(1);
    s.select(place);
  };
  expectEffects(ListingView::kKeyRows, s.view->area(), start, [&] { return stateAfter(s, activated); });
}

TEST(ViewKeys, OfTheCfgHaveAnEffect) {
  Shown<CfgView> s(documentOf(program(kLoop)));
  CfgCanvas* canvas = s.view->canvas();
  const QSignalSpy activated(s.document.selection(), &Selection::activated);
  const auto start = [&s, canvas] {
    closeFindBar(s.view->findBar());
    s.select(s.function("main"), InstrIndex(0));
    canvas->zoomBy(0.83 / canvas->zoom(), {0, 0});  // neither the original size nor one that fits
  };
  expectEffects(CfgView::kKeyRows, canvas, start,
                [&] { return stateAfter(s, activated) + QStringLiteral(", zoom %1").arg(canvas->zoom(), 0, 'f', 3); });
}

TEST(ViewKeys, OfTheBytesHaveAnEffect) {
  Shown<HexView> s(documentWithBytes(RELAXSCOPE_TEST_DATA "/damaged/valid.bin"));
  const auto offset = s.document.data().byteMap->offsetOf(FuncIndex(0));
  ASSERT_TRUE(offset);
  const QSignalSpy activated(s.document.selection(), &Selection::activated);
  const auto start = [&] {
    s.view->goToOffset(*offset);
    ASSERT_EQ(s.view->area()->current(), *offset);
  };
  expectEffects(HexView::kKeyRows, s.view->area(), start,
                [&] { return stateAfter(s, activated) + QStringLiteral(", byte %1").arg(s.view->area()->current()); });
}

}  // namespace
}  // namespace relaxscope
