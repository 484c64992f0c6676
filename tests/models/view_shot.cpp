// SPDX-License-Identifier: Apache-2.0
// view_shot FILE VIEW OUT.png [--dark] [--size WxH] [--times] [--pc N] [--function NAME] [--find TEXT]
#include <QApplication>
#include <QCommandLineParser>
#include <QElapsedTimer>
#include <QHBoxLayout>

#include <cstdio>

#include "tests/models/browse_support.h"
#include "views/listing/listing_view.h"
#include "views/theme/theme.h"
#include "views/widgets/filter_field.h"
#include "views/widgets/label.h"

using namespace relaxscope;

int main(int argc, char** argv) {
  qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication app(argc, argv);
  keepTextPlain(&app);
  QCommandLineParser parser;
  for (const char* name : {"size", "pc", "function", "find", "constant", "filter"})
    parser.addOption({QString::fromLatin1(name), {}, QStringLiteral("value")});
  for (const char* name : {"dark", "times"}) parser.addOption(QCommandLineOption(QString::fromLatin1(name)));
  parser.process(app);
  const QStringList args = parser.positionalArguments();
  if (args.size() != 3) return 1;
  Theme::instance()->install(&app, parser.isSet(QStringLiteral("dark")) ? Theme::Mode::Dark : Theme::Mode::Light);
  Document document;
  document.setData(testing::documentOfFile(args[0].toStdString()));
  if (parser.isSet(QStringLiteral("times"))) testing::addTimes(document);
  const ViewRow* row = findView(viewOfName(args[1]));
  if (row == nullptr) return 1;
  QElapsedTimer timer;
  timer.start();
  QWidget window;
  auto* column = new QVBoxLayout(&window);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  View* view = row->create(&document, &window);
  auto* corner = new QHBoxLayout;
  corner->addStretch();
  for (QWidget* w : view->cornerWidgets()) {
    corner->addWidget(w);
    w->show();
  }
  column->addLayout(corner);
  column->addWidget(view, 1);
  const QStringList size = parser.value(QStringLiteral("size")).split(u'x');
  window.resize(size.size() == 2 ? QSize(size[0].toInt(), size[1].toInt()) : QSize(900, 700));
  window.show();
  Place place;
  if (parser.isSet(QStringLiteral("function")))
    place.function = document.executable()->findFunction(parser.value(QStringLiteral("function")).toStdString());
  if (parser.isSet(QStringLiteral("pc"))) {
    place.pc = InstrIndex(parser.value(QStringLiteral("pc")).toLongLong());
    place.function = document.executable()->functionAt(place.pc);
  }
  if (parser.isSet(QStringLiteral("constant")))
    place.constant = ConstIndex(parser.value(QStringLiteral("constant")).toLongLong());
  if (!(place == Place{})) document.selection()->select(place);
  testing::settle(*view);
  if (auto* listing = qobject_cast<ListingView*>(view); listing != nullptr && parser.isSet(QStringLiteral("find"))) {
    listing->startFind();
    listing->findBar()->setText(parser.value(QStringLiteral("find")));
    testing::settle(*view);
    listing->findNext(false);
  }
  if (auto* field = view->findChild<FilterField*>(); field != nullptr && parser.isSet(QStringLiteral("filter")))
    field->setText(parser.value(QStringLiteral("filter")));
  testing::settle(*view);
  const qint64 opened = timer.elapsed();
  window.grab();
  timer.restart();
  window.grab();
  std::printf("%s %s: opened in %lld ms, painted in %lld ms\n", qPrintable(args[1]), qPrintable(args[0]),
              static_cast<long long>(opened), static_cast<long long>(timer.elapsed()));
  return window.grab().save(args[2]) ? 0 : 1;
}
