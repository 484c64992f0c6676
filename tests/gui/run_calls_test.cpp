// SPDX-License-Identifier: Apache-2.0
// Several calls in the run dialog: the list and its keyboard shortcuts, results of earlier calls, runs.
#include <gtest/gtest.h>

#include "vmcore/model/builder.h"  // before Qt, which makes `emit` a macro

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QStandardItemModel>

#include "app/window/run/call_model.h"
#include "app/window/run/run_dialog.h"
#include "app/window/settings.h"
#include "gui_support.h"
#include "views/widgets/number_field.h"
#include "vmcore/format/loader.h"

namespace relaxscope {
namespace {

using namespace gui;

RunCall callOf(const char* function, const QStringList& contents, bool stateful = false) {
  RunCall call{QLatin1String(function), {}, {}, stateful ? CallMode::Stateful : CallMode::Call};
  for (const QString& content : contents) call.arguments.push_back({{}, content});
  return call;
}

std::vector<RunCall> threeCalls() {
  return {callOf("first", {QStringLiteral("1")}), callOf("pair", {QStringLiteral("call0"), QStringLiteral("2")}, true),
          callOf("first", {QStringLiteral("call1.0")})};
}

QString contentOf(const RunCallModel& model, int call, size_t argument = 0) {
  return model.call(call).arguments[argument].value;
}
QStringList functionsOf(const RunCallModel& model) {
  QStringList out;
  for (int i = 0; i < model.count(); ++i) out << model.functionName(i);
  return out;
}

class RunCalls : public ::testing::Test {
 protected:
  std::vector<ArgumentSource> edit(const std::vector<RunCall>& calls) const {
    const RunCallModel model(executable_, calls, nullptr);
    std::vector<ArgumentSource> sources;
    for (int i = 0; i < model.count(); ++i) sources.push_back(model.call(i).arguments[0].source);
    return sources;
  }
  std::shared_ptr<const Executable> executable_ = std::make_shared<const Executable>(pairExecutable());
  RunCallModel model_{executable_, threeCalls(), nullptr};
};

TEST_F(RunCalls, ACopyIsUsedByNoCallAndLaterCallsAreRenumbered) {
  EXPECT_EQ(model_.duplicate(0), 1);
  EXPECT_EQ(functionsOf(model_), (QStringList{QStringLiteral("first"), QStringLiteral("first"), QStringLiteral("pair"),
                                              QStringLiteral("first")}));
  EXPECT_EQ(contentOf(model_, 1), QStringLiteral("1"));
  EXPECT_EQ(contentOf(model_, 2), QStringLiteral("call0"));
  EXPECT_EQ(contentOf(model_, 3), QStringLiteral("call2.0"));
  EXPECT_EQ(model_.duplicate(2), 3);
  EXPECT_EQ(model_.call(3).mode, CallMode::Stateful);
  EXPECT_EQ(contentOf(model_, 3), QStringLiteral("call0"));
  EXPECT_EQ(contentOf(model_, 4), QStringLiteral("call2.0"));
  EXPECT_EQ(model_.problem(), QString());
}

TEST_F(RunCalls, ANewCallHasTheDefaultsOfItsFunction) {
  EXPECT_EQ(model_.add(0), 1);
  EXPECT_EQ(model_.functionName(1), QStringLiteral("first")) << "no main, and two that nobody calls";
  EXPECT_EQ(contentOf(model_, 3), QStringLiteral("call2.0"));
  EXPECT_EQ(model_.problem(),
            QStringLiteral("call1 (first), x: enter a value, for example float32[2,3], @file.npy or 5"));
  model_.setFunction(1, executable_->findFunction("pair"));
  model_.setValue(1, 0, QStringLiteral("call0"));
  model_.setValue(1, 1, QStringLiteral("float32[2]"));
  EXPECT_EQ(model_.problem(), QString());
}

TEST_F(RunCalls, ARemovedResultIsAProblemWithAName) {
  model_.remove(0);
  EXPECT_EQ(contentOf(model_, 0), QStringLiteral("call?"));
  EXPECT_EQ(contentOf(model_, 1), QStringLiteral("call0.0"));
  EXPECT_EQ(model_.problem(),
            QStringLiteral("call0 (pair), x: the call whose result it uses was removed; choose another one"));
  EXPECT_FALSE(model_.index(0).data(RunCallModel::ProblemRole).toString().isEmpty());
  EXPECT_TRUE(model_.index(1).data(RunCallModel::ProblemRole).toString().isEmpty());
  model_.setValue(0, 0, QStringLiteral("5"));
  EXPECT_EQ(model_.problem(), QString());
  model_.remove(0);
  EXPECT_EQ(contentOf(model_, 0), QStringLiteral("call?.0")) << "the field is kept";
  EXPECT_EQ(model_.problem(), QStringLiteral("x: the call whose result it uses was removed; choose another one"));
  model_.remove(0);
  EXPECT_EQ(model_.count(), 1) << "the last call stays";
}

TEST_F(RunCalls, ResultsInTuplesFollowTheirCalls) {
  model_.setValue(1, 1, QStringLiteral(" (call0.1, \"call0\", tuple(@call0.npy, call0)) "));
  EXPECT_EQ(model_.problem(), QString());
  EXPECT_EQ(model_.index(1).data(RunCallModel::DetailRole).toString(),
            QStringLiteral("stateful · takes call0, call0.1"));
  model_.duplicate(0);
  ASSERT_TRUE(model_.move(0, 1));
  EXPECT_EQ(contentOf(model_, 2, 1), QStringLiteral(" (call1.1, \"call0\", tuple(@call0.npy, call1)) "));
  model_.remove(1);
  EXPECT_EQ(contentOf(model_, 1, 1), QStringLiteral(" (call?.1, \"call0\", tuple(@call0.npy, call?)) "));
  model_.setValue(1, 0, QStringLiteral("1"));
  EXPECT_EQ(model_.problem(),
            QStringLiteral("call1 (pair), y: the call whose result it uses was removed; choose another one"));
  model_.setValue(1, 1, QStringLiteral("(true, call1)"));
  EXPECT_EQ(model_.problem(),
            QStringLiteral("call1 (pair), y: a call cannot use its own result, only that of an earlier call"));
  EXPECT_EQ(edit({callOf("first", {QStringLiteral("(true, 1)")}), callOf("first", {QStringLiteral("(2, 1)")}),
                  callOf("first", {QStringLiteral("bfloat16@x.npy")}), callOf("first", {QStringLiteral("adt2(1)")})}),
            (std::vector<ArgumentSource>{ArgumentSource::Tuple, ArgumentSource::Scalar, ArgumentSource::File,
                                         ArgumentSource::Tuple}));
}

TEST_F(RunCalls, AFunctionIsSavedForLaterCalls) {
  model_.setMode(0, CallMode::Save);
  EXPECT_EQ(model_.problem(), QStringLiteral("call0: enter a name for the saved function first"));
  model_.setSavedAs(0, QStringLiteral("pair"));
  EXPECT_EQ(model_.problem(), QStringLiteral("call0: pair is a function of this file; save under another name"));
  model_.setSavedAs(0, QStringLiteral("one"));
  EXPECT_EQ(model_.problem(), QString());
  EXPECT_EQ(model_.index(0).data(RunCallModel::DetailRole).toString(), QStringLiteral("saved as one"));
  EXPECT_EQ(model_.otherFunctions(2).front(), QStringLiteral("one"));
  EXPECT_NE(model_.otherFunctions(0).front(), QStringLiteral("one")) << "only for calls behind it";
  model_.setOther(2, QStringLiteral("one"));
  EXPECT_EQ(model_.functionName(2), QStringLiteral("one"));
  EXPECT_TRUE(model_.call(2).arguments.empty()) << "its only argument is saved";
  model_.setValue(0, 0, QString());
  EXPECT_EQ(model_.problem(), QString()) << "it may be left open";
  model_.setFunction(2, executable_->findFunction("first"));
  EXPECT_EQ(contentOf(model_, 2), QStringLiteral("call1.0"));
  model_.setOther(2, QStringLiteral("one"));
  EXPECT_EQ(model_.call(2).arguments.size(), 1u);
  const std::vector<RunCall> calls = model_.calls();
  EXPECT_EQ(calls[0].savedAs, QStringLiteral("one"));
  EXPECT_EQ(calls[2].function, QStringLiteral("one"));
  EXPECT_EQ(RunCallModel(executable_, calls, nullptr).functionName(2), QStringLiteral("one"));
  model_.remove(0);
  model_.setValue(0, 0, QStringLiteral("1"));
  EXPECT_EQ(model_.problem(), QStringLiteral("call1: no earlier call saves a function as one"));
}

/// makes(x) returns a closure. uses(c) calls a closure, so the file lists the builtin among its own functions.
Executable usingExecutable() {
  ExecutableBuilder b;
  b.beginFunction("makes", {"x"});
  b.emitCall("vm.builtin.make_closure", {b.f("makes"), b.r(0)}, 1);
  b.emitRet(1);
  b.beginFunction("uses", {"c"});
  b.emitCall("vm.builtin.invoke_closure", {b.vm(), b.r(0)}, 1);
  b.emitRet(1);
  return b.finish();
}

TEST_F(RunCalls, AHostCallThatTheFileMakesItselfStaysOne) {
  const auto executable = std::make_shared<const Executable>(usingExecutable());
  ASSERT_TRUE(executable->findFunction("vm.builtin.invoke_closure").valid());
  RunCallModel model(executable,
                     {callOf("makes", {QStringLiteral("1")}),
                      callOf("vm.builtin.invoke_closure", {QStringLiteral("call0"), QStringLiteral("3")})},
                     nullptr);
  EXPECT_EQ(model.functionName(1), QStringLiteral("vm.builtin.invoke_closure"));
  EXPECT_EQ(contentOf(model, 1, 1), QStringLiteral("3"));
  EXPECT_EQ(model.problem(), QString());
  model.setFunction(1, executable->findFunction("uses"));
  model.setOther(1, QStringLiteral("vm.builtin.invoke_closure"));
  EXPECT_EQ(contentOf(model, 1, 1), QStringLiteral("3"));
  model.setMode(0, CallMode::Save);
  model.setSavedAs(0, QStringLiteral("vm.builtin.make_closure"));
  EXPECT_EQ(model.problem(), QString()) << "a name that no function of the file to call has";
}

TEST_F(RunCalls, OnlyFunctionsOfTheFileAreSavedOrStateful) {
  model_.setOther(1, QStringLiteral("vm.builtin.kv_state_clear"));
  EXPECT_EQ(
      model_.problem(),
      QStringLiteral("call1: vm.builtin.kv_state_clear is not a function of this file, so it can only be called"));
  model_.setMode(1, CallMode::Save);
  EXPECT_EQ(
      model_.problem(),
      QStringLiteral("call1: vm.builtin.kv_state_clear is not a function of this file, so it can only be called"));
  model_.setMode(1, CallMode::Call);
  model_.setValue(1, 0, QStringLiteral("call0"));
  EXPECT_EQ(model_.problem(), QString());
}

TEST_F(RunCalls, ADimensionLeavesOpenArgumentsOpen) {
  const auto file = loadFile(RS_EXAMPLES "/mlp_dynamic.so");
  ASSERT_TRUE(file.ok());
  const std::shared_ptr<const Executable> executable = file->executable;
  RunCall saves = callOf("main", {QString()});
  saves.mode = CallMode::Save;
  saves.savedAs = QStringLiteral("later");
  RunCallModel model(executable, {saves}, nullptr);
  ASSERT_FALSE(model.call(0).dims.isEmpty());
  model.setDim(0, model.call(0).dims.firstKey(), 9);
  EXPECT_EQ(contentOf(model, 0), QString());
  EXPECT_EQ(model.problem(), QString());
  model.setMode(0, CallMode::Call);
  EXPECT_FALSE(model.problem().isEmpty()) << "a call wants them";
}

TEST_F(RunCalls, WhatWasGivenFromOtherSourcesFollowsItsCallToo) {
  model_.setSource(2, 0, ArgumentSource::Random);
  model_.setValue(2, 0, QStringLiteral("(call1, true)"));
  model_.setSource(2, 0, ArgumentSource::File);
  model_.remove(0);
  model_.setSource(1, 0, ArgumentSource::Random);
  EXPECT_EQ(contentOf(model_, 1), QStringLiteral("(call0, true)"));
}

TEST_F(RunCalls, OnlyTheLastArgumentsAreSaved) {
  model_.setMode(1, CallMode::Save);
  model_.setSavedAs(1, QStringLiteral("half"));
  model_.setValue(1, 0, QString());
  EXPECT_EQ(model_.problem(), QString());
  model_.setValue(1, 0, QStringLiteral("5"));
  model_.setValue(1, 1, QString());
  EXPECT_EQ(
      model_.problem(),
      QStringLiteral(
          "call1 (pair), y: enter a value, because an earlier argument has one; only trailing arguments can be saved"));
  model_.setValue(1, 0, QString());
  EXPECT_EQ(model_.problem(), QString());
}

TEST_F(RunCalls, HostCallsHaveTheArgumentsThatAreKnownAndMore) {
  model_.setOther(1, QStringLiteral("vm.builtin.kv_state_fork_sequence"));
  model_.setMode(1, CallMode::Call);
  ASSERT_EQ(model_.call(1).arguments.size(), 3u);
  EXPECT_EQ(
      model_.problem(),
      QStringLiteral(
          "call1 (vm.builtin.kv_state_fork_sequence), state: enter a value, for example float32[2,3], @file.npy or 5"));
  model_.addArgument(1);
  ASSERT_EQ(model_.call(1).arguments.size(), 4u);
  EXPECT_EQ((*model_.call(1).params)[3].name, "arg3");
  for (size_t i = 0; i < 4; ++i) model_.setValue(1, i, QStringLiteral("call0"));
  EXPECT_EQ(model_.problem(), QString());
  const RunCallModel again(executable_, model_.calls(), nullptr);
  EXPECT_EQ(again.call(1).arguments.size(), 4u);
  model_.removeArgument(1);
  EXPECT_EQ(model_.call(1).arguments.size(), 3u);
  model_.addArgument(0);
  EXPECT_EQ(model_.call(0).arguments.size(), 1u) << "a function of the file takes what it takes";
  model_.setOther(1, QStringLiteral("no.such"));
  EXPECT_EQ(model_.functionName(1), QStringLiteral("vm.builtin.kv_state_fork_sequence"));
}

TEST_F(RunCalls, TheDialogOffersOtherFunctionsAndTheirArguments) {
  RunSpec last;
  last.calls = threeCalls();
  RunDialog dialog(executable_, last, {}, nullptr);
  dialog.setAttribute(Qt::WA_DeleteOnClose, false);
  dialog.show();
  auto* function = dialog.findChild<QComboBox*>(QStringLiteral("run.function"));
  auto* list = dialog.findChild<QListView*>(QStringLiteral("run.calls.list"));
  auto* mode = dialog.findChild<QComboBox*>(QStringLiteral("run.mode"));
  mode->setCurrentIndex(2);
  auto* savedAs = dialog.findChild<QLineEdit*>(QStringLiteral("run.savedAs"));
  ASSERT_TRUE(savedAs->isVisible());
  EXPECT_FALSE(dialog.problem().isEmpty());
  savedAs->setText(QStringLiteral("one"));
  EXPECT_EQ(dialog.problem(), QString());
  list->setCurrentIndex(list->model()->index(2, 0));
  EXPECT_FALSE(savedAs->isVisible());
  const int saved = function->findText(QStringLiteral("one"));
  ASSERT_GT(saved, 0);
  function->setCurrentIndex(saved);
  EXPECT_EQ(dialog.spec().calls[2].function, QStringLiteral("one"));
  EXPECT_EQ(dialog.findChild<QLineEdit*>(QStringLiteral("run.value.0")), nullptr);
  dialog.findChild<QAbstractButton*>(QStringLiteral("run.arguments.add"))->click();
  ASSERT_TRUE(waitFor([&] { return dialog.findChild<QLineEdit*>(QStringLiteral("run.value.0")) != nullptr; }));
  EXPECT_EQ(dialog.problem(),
            QStringLiteral("call2 (one), arg0: enter a value, for example float32[2,3], @file.npy or 5"));
  dialog.findChild<QComboBox*>(QStringLiteral("run.source.0"))
      ->setCurrentIndex(static_cast<int>(ArgumentSource::Tuple));
  EXPECT_EQ(dialog.findChild<QLineEdit*>(QStringLiteral("run.value.0"))->text(), QStringLiteral("tuple()"));
  EXPECT_EQ(dialog.problem(), QString());
  function->setCurrentIndex(0);
  EXPECT_EQ(dialog.findChild<QAbstractButton*>(QStringLiteral("run.arguments.add")), nullptr)
      << "a function of the file tells how many it takes";
}

TEST_F(RunCalls, AMoveTakesItsResultsAlong) {
  EXPECT_FALSE(model_.move(0, -1));
  EXPECT_FALSE(model_.move(2, 3));
  ASSERT_TRUE(model_.move(0, 1));
  EXPECT_EQ(functionsOf(model_),
            (QStringList{QStringLiteral("pair"), QStringLiteral("first"), QStringLiteral("first")}));
  EXPECT_EQ(contentOf(model_, 0), QStringLiteral("call1"));
  EXPECT_EQ(contentOf(model_, 2), QStringLiteral("call0.0"));
  EXPECT_EQ(model_.problem(),
            QStringLiteral("call0 (pair), x: call1 comes later; only the result of an earlier call can be used"));
  ASSERT_TRUE(model_.move(1, 0));
  EXPECT_EQ(model_.problem(), QString()) << "back where it was, nothing is wrong";
  ASSERT_TRUE(model_.move(2, 0));
  EXPECT_EQ(contentOf(model_, 0), QStringLiteral("call2.0"));
  EXPECT_EQ(contentOf(model_, 2), QStringLiteral("call1"));
}

TEST_F(RunCalls, OnlyEarlierCallsHaveResultsToTake) {
  model_.setValue(1, 1, QStringLiteral("call1"));
  EXPECT_EQ(model_.problem(),
            QStringLiteral("call1 (pair), y: a call cannot use its own result, only that of an earlier call"));
  model_.setValue(1, 1, QStringLiteral("call7.1"));
  EXPECT_EQ(model_.problem(), QStringLiteral("call1 (pair), y: there is no call7"));
  model_.setValue(1, 1, QStringLiteral("call0.out0"));
  EXPECT_EQ(model_.problem(),
            QStringLiteral("call1 (pair), y: \"call0.out0\" is neither DTYPE[DIM,...], @FILE nor a number"));
}

TEST_F(RunCalls, ARowSaysWhatItsCallIs) {
  EXPECT_EQ(model_.index(1).data(RunCallModel::NumberRole).toString(), QStringLiteral("call1"));
  EXPECT_EQ(model_.index(1).data(RunCallModel::DetailRole).toString(), QStringLiteral("stateful · takes call0"));
  EXPECT_EQ(model_.index(1).data(Qt::AccessibleTextRole).toString(),
            QStringLiteral("call1, pair, stateful · takes call0"));
}

TEST_F(RunCalls, TheWayBackToAFunctionKeepsWhatWasGiven) {
  model_.setFunction(1, executable_->findFunction("first"));
  EXPECT_EQ(model_.call(1).mode, CallMode::Stateful);
  EXPECT_EQ(model_.call(1).arguments.size(), 1u);
  model_.setFunction(1, executable_->findFunction("pair"));
  EXPECT_EQ(contentOf(model_, 1, 1), QStringLiteral("2"));
}

// ---- the dialog --------------------------------------------------------------------------------------

class RunCallsDialog : public RunCalls {
 protected:
  void open(const std::vector<RunCall>& calls) {
    RunSpec last;
    last.calls = calls;
    dialog_ = std::make_unique<RunDialog>(executable_, last, QStringList(), nullptr);
    dialog_->setAttribute(Qt::WA_DeleteOnClose, false);
    dialog_->show();
    dialog_->activateWindow();
    ASSERT_TRUE(waitFor([this] { return QApplication::activeWindow() == dialog_.get(); }));
  }
  template <class T>
  T* find(const char* name) {
    return dialog_->findChild<T*>(QLatin1String(name));
  }
  QListView* list() { return find<QListView>("run.calls.list"); }
  QStringList functions() {
    QStringList out;
    for (const RunCall& call : dialog_->spec().calls) out << call.function;
    return out;
  }
  std::unique_ptr<RunDialog> dialog_;
};

TEST_F(RunCallsDialog, OneCallHasNoListUntilAnotherIsAdded) {
  open({callOf("first", {QStringLiteral("1")})});
  EXPECT_FALSE(list()->isVisible());
  EXPECT_FALSE(find<QComboBox>("run.mode")->isVisible());
  EXPECT_FALSE(find<QWidget>("run.open")->isVisible());
  ASSERT_TRUE(find<QWidget>("run.add")->isVisible());
  QTest::mouseClick(find<QWidget>("run.add"), Qt::LeftButton, {}, QPoint(8, 8));
  EXPECT_TRUE(list()->isVisible());
  EXPECT_TRUE(find<QComboBox>("run.mode")->isVisible());
  EXPECT_FALSE(find<QWidget>("run.add")->isVisible());
  EXPECT_EQ(list()->currentIndex().row(), 1);
  EXPECT_TRUE(find<QComboBox>("run.function")->hasFocus()) << "a new call wants a function";
  list()->setFocus();
  find<QAbstractButton>("run.calls.remove")->click();
  EXPECT_FALSE(list()->isVisible());
  EXPECT_TRUE(find<QComboBox>("run.function")->hasFocus()) << "the list that had it is gone";
  EXPECT_EQ(dialog_->spec().calls.size(), 1u);
  EXPECT_EQ(dialog_->problem(), QString());
}

TEST_F(RunCallsDialog, ALoneStatefulCallShowsItsMode) {
  open({callOf("first", {QStringLiteral("1")}, true)});
  EXPECT_TRUE(find<QComboBox>("run.mode")->isVisible());
  find<QComboBox>("run.mode")->setCurrentIndex(0);
  EXPECT_EQ(dialog_->spec().calls[0].mode, CallMode::Call);
  EXPECT_TRUE(find<QComboBox>("run.mode")->isVisible()) << "nothing goes away under the hand";
}

TEST_F(RunCallsDialog, TheFieldsAreThoseOfTheSelectedCall) {
  open(threeCalls());
  EXPECT_EQ(find<QLineEdit>("run.value.0")->text(), QStringLiteral("1"));
  list()->setCurrentIndex(list()->model()->index(1, 0));
  EXPECT_EQ(find<QComboBox>("run.function")->currentText(), QStringLiteral("pair"));
  EXPECT_EQ(find<QComboBox>("run.mode")->currentIndex(), 1);
  EXPECT_EQ(find<QLineEdit>("run.value.0")->text(), QStringLiteral("call0"));
  EXPECT_EQ(find<QComboBox>("run.source.0")->currentText(), QStringLiteral("result"));
  find<QLineEdit>("run.value.1")->setText(QStringLiteral("9"));
  find<QComboBox>("run.mode")->setCurrentIndex(0);
  const RunSpec spec = dialog_->spec();
  ASSERT_EQ(spec.calls.size(), 3u);
  EXPECT_EQ(spec.calls[1].arguments[1].content, QStringLiteral("9"));
  EXPECT_EQ(spec.calls[1].mode, CallMode::Call);
  EXPECT_EQ(spec.calls[0].arguments[0].content, QStringLiteral("1"));
}

TEST_F(RunCallsDialog, AResultIsChosenFromTheEarlierCalls) {
  auto calls = threeCalls();
  calls[2].arguments[0].content = QStringLiteral("7");
  open(calls);
  const auto isOffered = [this] {
    auto* box = find<QComboBox>("run.source.0");
    return static_cast<QStandardItemModel*>(box->model())->item(static_cast<int>(ArgumentSource::Result))->isEnabled();
  };
  EXPECT_FALSE(isOffered()) << "the first call has none before it";
  list()->setCurrentIndex(list()->model()->index(2, 0));
  EXPECT_TRUE(isOffered());
  auto* source = find<QComboBox>("run.source.0");
  source->setCurrentIndex(static_cast<int>(ArgumentSource::Scalar));
  EXPECT_FALSE(find<QLineEdit>("run.value.0")->actions().contains(find<QAction>("run.choose.0")));
  source->showPopup();
  QTest::keyClick(source->view(), Qt::Key_End);
  QTest::keyClick(source->view(), Qt::Key_Return);
  auto* value = find<QLineEdit>("run.value.0");
  EXPECT_EQ(value->text(), QStringLiteral("call1")) << "the last one is the likeliest";
  EXPECT_TRUE(value->hasFocus());
  QTest::keyClick(value, Qt::Key_Down);
  auto* menu = find<QMenu>("run.calls");
  ASSERT_NE(menu, nullptr);
  ASSERT_EQ(menu->actions().size(), 2);
  EXPECT_EQ(menu->actions()[1]->text(), QStringLiteral("call1  pair"));
  QTest::keyClick(menu, Qt::Key_Return);
  EXPECT_EQ(value->text(), QStringLiteral("call0"));
  EXPECT_EQ(dialog_->spec().calls[2].arguments[0].content, QStringLiteral("call0"));
}

TEST_F(RunCallsDialog, AProblemIsShownInTheListAndBelowAndPreventsTheRun) {
  open(threeCalls());
  list()->setCurrentIndex(list()->model()->index(1, 0));
  find<QLineEdit>("run.value.1")->setText(QStringLiteral("call2"));
  EXPECT_EQ(find<QLabel>("run.problem")->text(),
            QStringLiteral("call1 (pair), y: call2 comes later; only the result of an earlier call can be used"));
  EXPECT_TRUE(find<QLabel>("run.problem")->isVisible());
  EXPECT_FALSE(find<QAbstractButton>("run.accept")->isEnabled());
  EXPECT_FALSE(list()->model()->index(1, 0).data(RunCallModel::ProblemRole).toString().isEmpty());
}

TEST_F(RunCallsDialog, EverythingIsDoneWithTheKeyboard) {
  open({callOf("first", {QStringLiteral("1")})});
  QTest::keyClick(dialog_.get(), Qt::Key_C, Qt::AltModifier);
  ASSERT_TRUE(waitFor([this] { return functions().size() == 2; })) << "a button that is pressed by key is seen to be";
  auto* function = find<QComboBox>("run.function");
  ASSERT_TRUE(function->hasFocus());
  QTest::keyClick(function, Qt::Key_P);
  EXPECT_EQ(functions(), (QStringList{QStringLiteral("first"), QStringLiteral("pair")}));
  list()->setFocus();
  QTest::keyClick(list(), Qt::Key_D, Qt::ControlModifier);
  EXPECT_EQ(list()->currentIndex().row(), 2);
  QTest::keyClick(list(), Qt::Key_Up, Qt::AltModifier);
  QTest::keyClick(list(), Qt::Key_Up, Qt::AltModifier);
  EXPECT_EQ(functions(), (QStringList{QStringLiteral("pair"), QStringLiteral("first"), QStringLiteral("pair")}));
  EXPECT_EQ(list()->currentIndex().row(), 0);
  EXPECT_EQ(function->currentText(), QStringLiteral("pair"));
  QTest::keyClick(list(), Qt::Key_Down, Qt::AltModifier);
  EXPECT_EQ(functions(), (QStringList{QStringLiteral("first"), QStringLiteral("pair"), QStringLiteral("pair")}));
  QTest::keyClick(list(), Qt::Key_Delete);
  EXPECT_EQ(functions(), (QStringList{QStringLiteral("first"), QStringLiteral("pair")}));
  EXPECT_EQ(function->currentText(), QStringLiteral("pair")) << "what follows is selected";
  QTest::keyClick(list(), Qt::Key_Up);
  EXPECT_EQ(function->currentText(), QStringLiteral("first"));
  QTest::keyClick(list(), Qt::Key_Insert);
  EXPECT_EQ(functions().size(), 3);
  QSet<QString> reached;  // by Tab alone
  for (int i = 0; i < 40; ++i) {
    reached.insert(QApplication::focusWidget()->objectName());
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
  }
  for (const char* name :
       {"run.calls.list", "run.calls.add", "run.calls.duplicate", "run.calls.remove", "run.calls.up", "run.function",
        "run.mode", "run.source.0", "run.value.0", "run.device", "run.warmup", "run.open", "run.save", "run.cancel"})
    EXPECT_TRUE(reached.contains(QLatin1String(name))) << name;
}

TEST_F(RunCallsDialog, NoTextIsCutOff) {
  auto calls = threeCalls();
  calls[1].arguments[1].content = QStringLiteral("@x.npy");
  for (const auto& shown : {std::vector<RunCall>{calls[0]}, calls}) {
    open(shown);
    if (list()->isVisible()) list()->setCurrentIndex(list()->model()->index(1, 0));
    QCoreApplication::processEvents();
    ASSERT_EQ(dialog_->size(), (shown.size() == 1 ? QSize(820, 600) : QSize(980, 600)));
    int seen = 0;
    for (const QWidget* widget : dialog_->findChildren<QWidget*>()) {
      const auto* label = qobject_cast<const QLabel*>(widget);
      const bool text = (label != nullptr && !label->wordWrap()) ||
                        qobject_cast<const QAbstractButton*>(widget) != nullptr ||
                        qobject_cast<const QComboBox*>(widget) != nullptr;
      if (!text || !widget->isVisible() || widget->inherits("QLineEditIconButton")) continue;
      if (const auto* button = qobject_cast<const QAbstractButton*>(widget);
          button != nullptr && button->text().isEmpty())
        continue;  // an icon
      ++seen;
      EXPECT_GE(widget->width(), widget->minimumSizeHint().width()) << widget->objectName().toStdString();
      const QRect place(widget->mapTo(dialog_.get(), QPoint()), widget->size());
      EXPECT_TRUE(dialog_->rect().contains(place)) << widget->objectName().toStdString();
    }
    EXPECT_GT(seen, 12);
  }
}

TEST_F(RunCallsDialog, TheSelectedCallStaysInSight) {
  open(std::vector<RunCall>(40, callOf("first", {QStringLiteral("1")})));
  list()->setCurrentIndex(list()->model()->index(39, 0));
  find<QLineEdit>("run.value.0")->setText(QStringLiteral("call77"));  // a line below shows the error
  ASSERT_TRUE(waitFor([this] { return list()->height() > 0 && find<QLabel>("run.problem")->isVisible(); }));
  EXPECT_TRUE(
      waitFor([this] { return list()->viewport()->rect().contains(list()->visualRect(list()->currentIndex())); }));
}

TEST_F(RunCallsDialog, TheListSurvivesTheSettings) {
  open(threeCalls());
  const RunSpec kept = RunSpec::fromMap(dialog_->spec().toMap());
  open(kept.calls);
  const RunSpec back = dialog_->spec();
  ASSERT_EQ(back.calls.size(), 3u);
  for (size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(back.calls[i].function, kept.calls[i].function);
    EXPECT_EQ(back.calls[i].mode, threeCalls()[i].mode);
    ASSERT_EQ(back.calls[i].arguments.size(), threeCalls()[i].arguments.size());
    for (size_t a = 0; a < back.calls[i].arguments.size(); ++a)
      EXPECT_EQ(back.calls[i].arguments[a].content, threeCalls()[i].arguments[a].content);
  }
}

TEST(RunOfCalls, TwoLayersOfAModelAreOneProfile) {
  if (WorkerLink::defaultWorker().isEmpty()) GTEST_SKIP() << "this build has no worker";
  if (QSysInfo::currentCpuArchitecture() != QStringLiteral("x86_64"))
    GTEST_SKIP() << "the kernels of the example are x86-64 code";
  auto window = makeWindow();
  DocumentPage* page = openAndWait(window.get(), example("transformer_block.so"));
  ASSERT_NE(page, nullptr);
  ASSERT_EQ(page->whyNotRunnable().toStdString(), "");
  settings::setLastRun(page->path(), {});
  trigger(window.get(), "run.dialog");
  auto* dialog = window->findChild<RunDialog*>();
  ASSERT_NE(dialog, nullptr);
  const auto chooseBlock = [dialog] {
    auto* box = dialog->findChild<QComboBox*>(QStringLiteral("run.function"));
    box->setCurrentIndex(box->findText(QStringLiteral("block")));
  };
  chooseBlock();
  dialog->findChild<QAbstractButton*>(QStringLiteral("run.add"))->click();
  chooseBlock();
  dialog->findChild<QComboBox*>(QStringLiteral("run.source.0"))
      ->setCurrentIndex(static_cast<int>(ArgumentSource::Result));
  dialog->findChild<QComboBox*>(QStringLiteral("run.mode"))->setCurrentIndex(1);
  dialog->findChild<NumberField*>(QStringLiteral("run.repeat"))->setValue(2);
  dialog->findChild<NumberField*>(QStringLiteral("run.warmup"))->setValue(0);
  ASSERT_EQ(dialog->problem(), QString());
  auto* accept = dialog->findChild<QAbstractButton*>(QStringLiteral("run.accept"));
  ASSERT_NE(accept, nullptr);
  ASSERT_TRUE(runAndWait(page, [accept] { accept->click(); })) << page->document()->runFailure().toStdString();
  const auto trace = page->document()->trace();
  EXPECT_EQ(trace->info.entry, "block ×2");
  EXPECT_NE(trace->info.argumentsText.find("; block(x: call0; "), std::string::npos) << trace->info.argumentsText;
  EXPECT_TRUE(trace->info.argumentsText.ends_with(", stateful"));
  ASSERT_TRUE(waitFor([page] { return page->document()->byCallee() != nullptr; }));
  EXPECT_EQ(page->document()->byCallee()->runs, 2u);
  for (const StatisticsRow& row : page->document()->byCallee()->rows)
    EXPECT_EQ(row.count % 4, 0u) << trace->info.functionNames.at(row.callee) << ": as often in each call of each run";
  const RunSpec last = RunSpec::fromMap(settings::lastRun(page->path()));
  ASSERT_EQ(last.calls.size(), 2u) << "the next dialog has both again";
  EXPECT_EQ(last.calls[1].arguments[0].content, QStringLiteral("call0"));
  EXPECT_EQ(last.calls[1].mode, CallMode::Stateful);
}

}  // namespace
}  // namespace relaxscope
