// SPDX-License-Identifier: Apache-2.0
// Every focusable or clickable widget has an accessible name.
#include <gtest/gtest.h>

#include <QAbstractButton>
#include <QAccessible>
#include <QDialog>
#include <QLabel>
#include <QMenu>

#include <memory>

#include "app/window/run/run_dialog.h"
#include "app/window/shell/command_palette.h"
#include "app/window/shell/help_page.h"
#include "app/window/shell/start_page.h"
#include "gui_support.h"
#include "tests/support/synthetic_trace.h"
#include "views/core/view.h"

namespace relaxscope {
namespace {

using namespace gui;

/// Internal parts of Qt's own widgets; the enclosing widget has the name.
bool isPartOfAControl(const QWidget* widget) {
  const QString name = widget->objectName();
  if (name.startsWith(QLatin1String("qt_")) || widget->inherits("QLineEditIconButton") ||
      widget->inherits("QTableCornerButton") || widget->inherits("QComboBoxPrivateContainer"))
    return true;
  for (const QWidget* up = widget->parentWidget(); up != nullptr; up = up->parentWidget())
    if (up->inherits("QComboBoxPrivateContainer") || up->inherits("QAbstractSpinBox")) return true;
  return false;
}

bool hasLetterOrDigit(const QString& name) {
  return std::any_of(name.begin(), name.end(), [](QChar c) { return c.isLetterOrNumber(); });
}

bool hasName(QWidget* widget) {
  const QAccessibleInterface* accessible = QAccessible::queryAccessibleInterface(widget);
  return accessible != nullptr && hasLetterOrDigit(accessible->text(QAccessible::Name));
}

/// Visible and usable widgets below `root` without a name.
QStringList nameless(QWidget* root) {
  QStringList out;
  int seen = 0;
  for (QWidget* widget : root->findChildren<QWidget*>()) {
    const bool used = widget->focusPolicy() != Qt::NoFocus || qobject_cast<QAbstractButton*>(widget) != nullptr;
    if (!used || !widget->isVisibleTo(root) || isPartOfAControl(widget)) continue;
    if (const auto* label = qobject_cast<QLabel*>(widget); label != nullptr && label->text().isEmpty()) continue;
    if (widget->focusProxy() != nullptr && root->isAncestorOf(widget->focusProxy())) continue;  // visited itself
    ++seen;
    if (!hasName(widget))
      out << QString::fromLatin1(widget->metaObject()->className()) + QLatin1Char(' ') + widget->objectName() +
                 QLatin1String(" in ") +
                 (widget->parentWidget() != nullptr ? widget->parentWidget()->objectName() : QString());
  }
  if (seen == 0) out << QStringLiteral("nothing was looked at");
  return out;
}

class Names : public ::testing::Test {
 protected:
  void SetUp() override { window_ = makeWindow(); }
  void expectNames(QWidget* root, const char* where) {
    ASSERT_NE(root, nullptr) << where;
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    EXPECT_EQ(nameless(root).join(QStringLiteral("\n")).toStdString(), "") << where;
  }
  /// A dialog without fields and buttons: a screen reader reads its labels.
  void expectReadable(QDialog* dialog) {
    const QList<QLabel*> labels = dialog->findChildren<QLabel*>();
    EXPECT_FALSE(labels.isEmpty());
    for (QLabel* label : labels) EXPECT_TRUE(label->isVisible() && hasName(label)) << label->text().toStdString();
  }
  std::unique_ptr<MainWindow> window_;
};

TEST_F(Names, OfTheStartPageAndThePalette) {
  expectNames(window_.get(), "start page");
  trigger(window_.get(), "tools.palette");
  expectNames(window_->palettePanel(), "palette");
}

TEST_F(Names, OfEveryViewWithAndWithoutARun) {
  DocumentPage* page = openAndWait(window_.get(), example("transformer_block.so"));
  ASSERT_NE(page, nullptr);
  for (const ViewRow& row : viewsOf(Subject::Executable)) {
    trigger(window_.get(), ("show." + std::string(row.name())).c_str());
    EXPECT_TRUE(waitFor([page] { return page->isSettled(); }));
    expectNames(window_.get(), row.name());
  }
  trigger(window_.get(), "show.listing");
  trigger(window_.get(), "edit.find");
  expectNames(window_.get(), "find bar");
  trigger(window_.get(), "edit.code");
  expectNames(window_.get(), "editor");
  trigger(window_.get(), "edit.code");
  page->document()->setRunFailure(QStringLiteral("It failed."), {});
  expectNames(window_.get(), "a failure");
  const auto model = testing::dynamicModel(6);
  page->document()->setTrace(model.trace);
  page->document()->setStatistics(std::make_shared<TraceStatistics>(computeStatistics(*model.trace, Grouping::Callee)),
                                  std::make_shared<TraceStatistics>(computeStatistics(*model.trace, Grouping::Site)));
  for (const char* id : {"overview", "timeline", "statistics", "values", "inspector"}) {
    trigger(window_.get(), ("show." + std::string(id)).c_str());
    EXPECT_TRUE(waitFor([page] { return page->isSettled(); }));
    expectNames(window_.get(), id);
  }
  trigger(window_.get(), "show.timeline");
  trigger(window_.get(), "edit.find");
  expectNames(window_.get(), "search in the timeline");
}

TEST_F(Names, OfEveryDialog) {
  DocumentPage* page = openAndWait(window_.get(), example("mlp_dynamic.so"));
  ASSERT_NE(page, nullptr);
  for (const char* id : {"tools.settings", "help.shortcuts", "help.assembler", "help.about", "edit.rename"}) {
    trigger(window_.get(), id);
    QDialog* dialog = nullptr;
    for (QDialog* each : window_->findChildren<QDialog*>())
      if (each->isVisible()) dialog = each;
    ASSERT_NE(dialog, nullptr) << id;
    EXPECT_TRUE(hasName(dialog)) << id;
    if (QLatin1String(id) != QLatin1String("help.about")) expectNames(dialog, id);
    else expectReadable(dialog);
    dialog->reject();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  }
  RunDialog dialog(page->document()->data().executable, {}, {QStringLiteral("cpu")}, window_.get());
  dialog.setAttribute(Qt::WA_DeleteOnClose, false);
  dialog.show();
  expectNames(&dialog, "run dialog");
  RunSpec several;
  several.calls.resize(2);
  several.calls[1] = {{}, {{{}, QStringLiteral("call0")}}, {}, CallMode::Stateful};
  RunDialog list(page->document()->data().executable, several, {QStringLiteral("cpu")}, window_.get());
  list.setAttribute(Qt::WA_DeleteOnClose, false);
  list.show();
  expectNames(&list, "run dialog, first of several calls");
  child(&list, "run.calls.list")->setFocus();
  QTest::keyClick(child(&list, "run.calls.list"), Qt::Key_Down);
  expectNames(&list, "run dialog, second of several calls");
}

}  // namespace
}  // namespace relaxscope
