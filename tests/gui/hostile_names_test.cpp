// SPDX-License-Identifier: Apache-2.0
// Names of a file are text: in every view, dialog, menu and tooltip, with 75 names that markup, menus and formats would
// take for something else (data/hostile). Nothing reads what a name points to, and no name widens the window.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QDialog>
#include <QFile>
#include <QHelpEvent>
#include <QKeySequence>
#include <QLabel>
#include <QMenu>
#include <QTextDocument>
#include <QToolTip>
#include <QXmlStreamReader>

#include <set>

#include "app/window/comparison/comparison_page.h"
#include "app/window/document/export.h"
#include "app/window/run/run_dialog.h"
#include "app/window/shell/command_palette.h"
#include "tests/gui/gui_support.h"
#include "views/theme/theme.h"
#include "views/widgets/label.h"
#include "views/widgets/tab_bar.h"

namespace relaxscope {
namespace {

using namespace gui;

const QString kFunctions = QStringLiteral(RELAXSCOPE_TEST_DATA "/hostile/functions.txt");
const QString kKernels = QStringLiteral(RELAXSCOPE_TEST_DATA "/hostile/kernels.txt");

QLabel* shownTip() {
  for (QWidget* widget : QApplication::topLevelWidgets())
    if (widget->inherits("QTipLabel") && widget->isVisible()) return static_cast<QLabel*>(widget);
  return nullptr;
}

class HostileNames : public ::testing::Test {
 protected:
  void SetUp() override {
    window_ = makeWindow();
    window_->resize(1366, 768);
  }
  /// Every label below and beside the window, tooltips included.
  void expectText(const char* where) {
    for (QWidget* widget : QApplication::allWidgets()) {
      if (const auto* label = qobject_cast<QLabel*>(widget)) {
        ++labels_;
        EXPECT_NE(label->textFormat(), Qt::AutoText) << where << ": " << label->objectName().toStdString() << " \""
                                                     << label->text().left(80).toStdString() << '"';
        if (label->textFormat() == Qt::RichText) expectOwnMarkup(*label, where);
      }
      if (const auto* button = qobject_cast<QAbstractButton*>(widget)) {
        EXPECT_NE(button->shortcut(), QKeySequence(Qt::ALT | Qt::Key_X)) << where << ": that of the name &x";
      }
    }
    EXPECT_EQ(window_->width(), 1366) << where;
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  }
  /// Links of the program, with names as text.
  static void expectOwnMarkup(const QLabel& label, const char* where) {
    EXPECT_TRUE(label.objectName().startsWith(QLatin1String("constants."))) << where;
    QXmlStreamReader xml(QStringLiteral("<p>%1</p>").arg(label.text()));
    while (!xml.atEnd()) {
      if (xml.readNext() != QXmlStreamReader::StartElement) continue;
      EXPECT_TRUE(xml.name() == QLatin1String("p") || xml.name() == QLatin1String("a"))
          << xml.name().toString().toStdString();
    }
    EXPECT_FALSE(xml.hasError()) << where << ": " << label.text().toStdString();
  }
  /// Asks each visible widget below `root` for its tooltip, views at points of a grid.
  void expectPlainTips(QWidget* root, const char* where) {
    for (QWidget* widget : root->findChildren<QWidget*>()) {
      if (!widget->isVisible() || widget->width() < 2) continue;
      const bool isView = widget->width() > 300 && widget->height() > 150;
      const int step = isView ? 45 : 10'000;
      for (int y = std::min(12, widget->height() / 2); y < widget->height(); y += step)
        for (int x = std::min(30, widget->width() / 2); x < widget->width(); x += 2 * step) {
          QHelpEvent help(QEvent::ToolTip, {x, y}, widget->mapToGlobal(QPoint(x, y)));
          QCoreApplication::sendEvent(widget, &help);
          if (QLabel* const tip = shownTip()) {
            tip->grab();  // one of the size of the tip before is wrapped when it is painted
            expectPlainTip(*tip, where);
          }
        }
    }
    QToolTip::hideText();
  }
  void expectPlainTip(const QLabel& tip, const char* where) {
    ++tips_;
    EXPECT_EQ(tip.textFormat(), Qt::PlainText) << where;
    EXPECT_LE(tip.width(), Theme::instance()->px(1000)) << where;
    EXPECT_LE(tip.height(), Theme::instance()->px(900)) << where;
    for (const QString& line : tip.text().split(QLatin1Char('\n'))) EXPECT_LE(line.size(), 120) << where;
  }
  void checkPage(DocumentPage* page) {
    for (const ViewRow& row : viewsOf(Subject::Executable)) {
      window_->showView(row.id);
      EXPECT_TRUE(waitFor([page] { return page->isSettled(); })) << row.name();
      EXPECT_TRUE(waitUntilLaidOut(window_.get())) << row.name();
      window_->grab();
      expectText(row.name());
      expectPlainTips(window_.get(), row.name());
      checkPicture(page->workspace()->view(row.id), row.name());
    }
  }
  /// An SVG of the view has only what the program draws: no element and no link of a name.
  void checkPicture(View* view, const char* where) {
    const QString path = folder_.filePath(QStringLiteral("picture.svg")), name = view->accessibleName();
    view->setAccessibleName(
        QStringLiteral("</title><script>alert(1)</script>"));  // of a view that is locked to a function
    ASSERT_EQ(exportViewPicture(view, path), QString()) << where;
    view->setAccessibleName(name);
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    QXmlStreamReader xml(&file);
    static const std::set<QString> kDrawn = {
        QStringLiteral("svg"),      QStringLiteral("title"),    QStringLiteral("desc"),
        QStringLiteral("defs"),     QStringLiteral("g"),        QStringLiteral("path"),
        QStringLiteral("text"),     QStringLiteral("rect"),     QStringLiteral("image"),
        QStringLiteral("polyline"), QStringLiteral("circle"),   QStringLiteral("ellipse"),
        QStringLiteral("line"),     QStringLiteral("clipPath"), QStringLiteral("linearGradient"),
        QStringLiteral("stop"),     QStringLiteral("polygon")};
    while (!xml.atEnd()) {
      if (xml.readNext() != QXmlStreamReader::StartElement) continue;
      EXPECT_TRUE(kDrawn.contains(xml.name().toString())) << where << ": " << xml.name().toString().toStdString();
      for (const QXmlStreamAttribute& each : xml.attributes()) {
        EXPECT_FALSE(each.name().startsWith(QLatin1String("on"))) << where;
        if (each.name() == QLatin1String("href")) {
          EXPECT_TRUE(each.value().startsWith(QLatin1String("data:")))
              << where << ": " << each.value().left(80).toString().toStdString();
        }
      }
    }
    EXPECT_FALSE(xml.hasError()) << where << ": " << xml.errorString().toStdString() << " in line " << xml.lineNumber();
  }
  QDialog* shownDialog() const {
    for (QDialog* each : window_->findChildren<QDialog*>())
      if (each->isVisible()) return each;
    return nullptr;
  }

  QTemporaryDir folder_;
  std::unique_ptr<MainWindow> window_;
  int labels_ = 0, tips_ = 0;
};

TEST_F(HostileNames, OfKernelsAndConstantsInEveryView) {
  DocumentPage* page = openAndWait(window_.get(), kKernels);
  ASSERT_NE(page, nullptr);
  checkPage(page);
  Place place;
  place.function = page->document()->executable()->findFunction("main");
  for (const int pc : {1, 2, 29, 42, 54, 58}) {
    place.pc = InstrIndex(pc);
    place.constant = ConstIndex(pc);
    page->document()->selection()->select(place);
    for (const ViewId view : {ViewId::Listing, ViewId::Inspector, ViewId::Constants}) {
      window_->showView(view);
      EXPECT_TRUE(waitFor([page] { return page->isSettled(); }));
      expectText("a selected call");
    }
  }
  EXPECT_GT(labels_, 500);
  EXPECT_GT(tips_, 50);
}

TEST_F(HostileNames, OfFunctionsAndTheirRunInEveryView) {
  DocumentPage* page = openAndWait(window_.get(), kFunctions);
  ASSERT_NE(page, nullptr);
  if (!WorkerLink::defaultWorker().isEmpty()) {
    RunSpec spec;
    spec.calls.resize(1);
    spec.calls[0].function = QStringLiteral("main");
    spec.calls[0].arguments = {{QStringLiteral("x"), QStringLiteral("1")}};
    spec.repeat = 3;
    ASSERT_TRUE(runAndWait(page, spec)) << page->document()->runFailure().toStdString();
  }
  checkPage(page);
  for (const int64_t function : {2, 30, 37, 43, 44, 57, 58, 59}) {
    Place place;
    place.function = FuncIndex(function);
    place.pc = InstrIndex(page->document()->executable()->function(place.function)->startInstr);
    page->document()->selection()->select(place);
    for (const ViewId view : {ViewId::Listing, ViewId::Cfg, ViewId::Inspector, ViewId::Memory}) {
      window_->showView(view);
      EXPECT_TRUE(waitFor([page] { return page->isSettled(); }));
      window_->grab();
      expectText("a function");
    }
  }
  EXPECT_GT(labels_, 500);
  EXPECT_GT(tips_, 50);
}

TEST_F(HostileNames, InComparisons) {
  ComparisonPage* page = window_->openComparison(kFunctions, kKernels);
  ASSERT_TRUE(waitFor([page] { return page->isSettled() && page->currentView() != nullptr; }));
  window_->grab();
  expectText("comparison");
  expectPlainTips(window_.get(), "comparison");
  EXPECT_GT(tips_, 3);
}

TEST_F(HostileNames, InDialogsAndThePalette) {
  DocumentPage* page = openAndWait(window_.get(), kFunctions);
  ASSERT_NE(page, nullptr);
  Place place;
  place.function = FuncIndex(2);
  place.pc = InstrIndex(page->document()->executable()->function(place.function)->startInstr);
  page->document()->selection()->select(place);
  window_->showView(ViewId::Listing);
  for (const char* id : {"edit.rename", "edit.note", "tools.settings", "help.about"}) {
    trigger(window_.get(), id);
    QDialog* dialog = shownDialog();
    ASSERT_NE(dialog, nullptr) << id;
    expectText(id);
    expectPlainTips(dialog, id);
    dialog->reject();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  }
  RunSpec several;
  several.calls.resize(3);
  several.calls[0].function = QStringLiteral("&x");
  several.calls[1].function = QStringLiteral("<img src=\"/dev/zero\">");
  RunDialog dialog(page->document()->data().executable, several, {QStringLiteral("cpu")}, window_.get());
  dialog.setAttribute(Qt::WA_DeleteOnClose, false);
  dialog.show();
  expectText("run dialog");
  expectPlainTips(&dialog, "run dialog");
  dialog.reject();
  trigger(window_.get(), "tools.palette");
  auto* palette = window_->findChild<CommandPalette*>();
  ASSERT_NE(palette, nullptr);
  for (const char* query : {"@", "img", "&", "%1"}) {
    palette->setQuery(QString::fromLatin1(query));
    EXPECT_TRUE(waitFor([palette] { return palette->isSettled(); }));
    expectText("palette");
  }
}

TEST_F(HostileNames, OfTheFileItself) {
  const QString name = QStringLiteral("a&b <img src='x'> [*] %1\n\x1b[31m\u202e.txt");
  const QString path = folder_.filePath(name);
  ASSERT_TRUE(QFile::copy(kFunctions, path));
  DocumentPage* page = openAndWait(window_.get(), path);
  ASSERT_NE(page, nullptr);
  const QString shown = QStringLiteral("a&b <img src='x'> [*] %1\\n\\x1b[31m\\xe2\\x80\\xae.txt");
  EXPECT_EQ(page->title(), shown);
  auto* tabs = window_->findChild<TabBar*>(QStringLiteral("documents"));
  if (tabs == nullptr) tabs = window_->findChild<TabBar*>();
  ASSERT_NE(tabs, nullptr);
  EXPECT_TRUE(QKeySequence::mnemonic(tabs->tabText(tabs->currentIndex())).isEmpty());
  EXPECT_EQ(window_->windowTitle(),
            QStringLiteral("a&b <img src='x'> [*][*] %1\\n\\x1b[31m\\xe2\\x80\\xae.txt — RelaxScope"));
  expectText("a file");
  expectPlainTips(window_.get(), "a file");
  trigger(window_.get(), "file.close");
  expectText("start page");
  expectPlainTips(window_.get(), "start page");
}

/// A pipe would hang here, a picture would have a size.
TEST(PlainText, NothingIsReadFromTheDisk) {
  const QTemporaryDir folder;
  const QString pipe = folder.filePath(QStringLiteral("pipe")),
                picture = folder.filePath(QStringLiteral("picture.png"));
  ASSERT_EQ(mkfifo(QFile::encodeName(pipe).constData(), 0600), 0);
  QImage large(300, 200, QImage::Format_RGB32);
  large.fill(Qt::red);
  ASSERT_TRUE(large.save(picture));
  for (const QString& source : {pipe, picture, QStringLiteral("file://") + picture, QStringLiteral("/dev/zero")}) {
    const QString markup = QStringLiteral("<img src=\"%1\"><link rel='stylesheet' href='%1'>").arg(source);
    OwnMarkup browser;
    browser.setHtml(markup);
    browser.show();
    browser.grab();
    EXPECT_LT(browser.document()->idealWidth(), 100) << source.toStdString();
    browser.setMarkdown(QStringLiteral("![x](%1)").arg(source));
    browser.grab();
    EXPECT_LT(browser.document()->idealWidth(), 100) << source.toStdString();
    QLabel automatic(markup);  // as Qt's dialogs make them
    EXPECT_GT(automatic.sizeHint().width(), 100) << "it shows " << source.toStdString();
    automatic.show();
    automatic.grab();
    QWidget under;
    under.show();
    QToolTip::showText(under.mapToGlobal(QPoint(3, 3)), markup, &under);
    ASSERT_NE(shownTip(), nullptr);
    EXPECT_EQ(shownTip()->text().remove(QLatin1Char('\n')), markup);
    QToolTip::hideText();
  }
}

TEST(PlainText, LabelsOfQtItselfAreText) {
  QLabel automatic(QStringLiteral("<b>bold</b>"));
  automatic.ensurePolished();
  EXPECT_EQ(automatic.textFormat(), Qt::PlainText);
  QLabel asked(QStringLiteral("<b>bold</b>"));
  asked.setTextFormat(Qt::RichText);
  asked.ensurePolished();
  EXPECT_EQ(asked.textFormat(), Qt::RichText);
  EXPECT_EQ(Label(QStringLiteral("<b>")).textFormat(), Qt::PlainText);
}

TEST(PlainText, ALongTooltipIsWrappedAndShortened) {
  QWidget widget;
  widget.resize(100, 100);
  widget.show();
  QToolTip::showText(widget.mapToGlobal(QPoint(5, 5)), QString(65'536, QLatin1Char('x')), &widget);
  const QLabel* tip = shownTip();
  ASSERT_NE(tip, nullptr);
  const QStringList lines = tip->text().split(QLatin1Char('\n'));
  EXPECT_EQ(lines.size(), 41);
  EXPECT_EQ(lines.front().size(), 120);
  EXPECT_EQ(lines.back(), QString(QChar(0x2026)));
  QToolTip::showText(widget.mapToGlobal(QPoint(6, 6)), QStringLiteral("<i>one</i>\ntwo"), &widget);
  EXPECT_EQ(shownTip()->text(), QStringLiteral("<i>one</i>\ntwo")) << "short ones stay";
  EXPECT_EQ(shownTip()->textFormat(), Qt::PlainText);
  QToolTip::hideText();
}

TEST(PlainText, ButtonsHaveNoShortcutsOfNames) {
  EXPECT_EQ(buttonText(QStringLiteral("a&b\tc")), QStringLiteral("a&&b c"));
  EXPECT_EQ(buttonText(QString(65'536, QLatin1Char('x'))).size(), 201);
  EXPECT_EQ(windowTitleText(QStringLiteral("a[*]b")), QStringLiteral("a[*][*]b"));
}

}  // namespace
}  // namespace relaxscope
