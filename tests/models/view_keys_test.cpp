// SPDX-License-Identifier: Apache-2.0
// The keys that the shortcut sheet lists for a view: the view handles each of them.
#include <QKeyEvent>
#include <QTest>

#include <gtest/gtest.h>

#include "tests/models/browse_support.h"
#include "tests/models/program.h"
#include "views/cfg/canvas.h"
#include "views/cfg/cfg_view.h"
#include "views/hex/area.h"
#include "views/hex/hex_view.h"
#include "views/listing/area.h"
#include "views/listing/listing_view.h"

namespace relaxscope {
namespace {

using testing::documentOf;
using testing::documentOfFile;
using testing::program;
using testing::settle;

/// Sends every listed key to `target`; none may go on to its parent unused.
void expectHandled(std::span<const ViewKeyRow> rows, QWidget* target) {
  for (const ViewKeyRow& row : rows)
    for (const QString& key : QString::fromLatin1(row.keys).split(QLatin1Char(' '))) {
      const QKeyCombination pressed = QKeySequence(key)[0];
      const QString text = pressed.key() < 0x80 ? QString(QChar(pressed.key())) : QString();
      QKeyEvent event(QEvent::KeyPress, pressed.key(), pressed.keyboardModifiers(), text);
      QCoreApplication::sendEvent(target, &event);
      EXPECT_TRUE(event.isAccepted()) << row.text << ": " << key.toStdString();
    }
}

template <class V>
std::unique_ptr<V> shown(Document& document) {
  auto view = std::make_unique<V>(&document, nullptr);
  view->resize(700, 500);
  view->show();
  EXPECT_TRUE(settle(*view));
  return view;
}

const char* const kLoop = "fn main(n)\n  call k %0 -> %1\n  if %1 +2\n  goto -2\n  ret %1\n";

TEST(ViewKeys, OfTheListingAreHandled) {
  Document document;
  document.setData(documentOf(program(kLoop)));
  const auto view = shown<ListingView>(document);
  expectHandled(ListingView::kKeyRows, view->area());
}

TEST(ViewKeys, OfTheCfgAreHandled) {
  Document document;
  document.setData(documentOf(program(kLoop)));
  const auto view = shown<CfgView>(document);
  expectHandled(CfgView::kKeyRows, view->canvas());
}

TEST(ViewKeys, OfTheBytesAreHandled) {
  Document document;
  document.setData(documentOfFile(std::string(RELAXSCOPE_TEST_DATA "/damaged/valid.bin")));
  const auto view = shown<HexView>(document);
  expectHandled(HexView::kKeyRows, view->area());
}

}  // namespace
}  // namespace relaxscope
