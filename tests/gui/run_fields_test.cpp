// SPDX-License-Identifier: Apache-2.0
// Fields of the run dialog: the mouse wheel changes none, switching back restores earlier values, numbers keep full
// precision.
#include <gtest/gtest.h>

#include "vmcore/model/builder.h"  // before Qt, which makes `emit` a macro

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpression>
#include <QScrollArea>
#include <QScrollBar>
#include <QWheelEvent>

#include "app/window/run/call_model.h"
#include "app/window/run/run_dialog.h"
#include "gui_support.h"

namespace relaxscope {
namespace {

using namespace gui;

RunCall fieldsCall(const char* function, const QStringList& contents) {
  RunCall call{QLatin1String(function), {}, {}};
  for (const QString& content : contents) call.arguments.push_back({{}, content});
  return call;
}

// ---- switching back -----------------------------------------------------------------------------------------

class RunWaysBack : public ::testing::Test {
 protected:
  QString content(int call, size_t argument = 0) const { return model_.call(call).arguments[argument].value; }
  std::shared_ptr<const Executable> executable_ = std::make_shared<const Executable>(pairExecutable());
  FuncIndex first_ = executable_->findFunction("first"), pair_ = executable_->findFunction("pair");
  RunCallModel model_{executable_,
                      {fieldsCall("first", {QStringLiteral("1")}),
                       fieldsCall("pair", {QStringLiteral("call0"), QStringLiteral("@w.npz:arg3")}),
                       fieldsCall("first", {QStringLiteral("call1.0")})},
                      nullptr};
};

TEST_F(RunWaysBack, ASourceHasItsValueAgain) {
  model_.setSource(1, 1, ArgumentSource::Scalar);
  EXPECT_EQ(content(1, 1), QStringLiteral("1"));
  model_.setValue(1, 1, QStringLiteral("77"));
  model_.setSource(1, 1, ArgumentSource::File);
  EXPECT_EQ(content(1, 1), QStringLiteral("@w.npz:arg3"));
  model_.setSource(1, 1, ArgumentSource::Scalar);
  EXPECT_EQ(content(1, 1), QStringLiteral("77"));
}

TEST_F(RunWaysBack, AFunctionHasItsEditsAgain) {
  model_.setValue(1, 1, QStringLiteral("9"));
  model_.setFunction(1, first_);
  model_.setValue(1, 0, QStringLiteral("8"));
  model_.setFunction(1, pair_);
  EXPECT_EQ(content(1, 0), QStringLiteral("call0"));
  EXPECT_EQ(content(1, 1), QStringLiteral("9"));
  EXPECT_EQ(model_.problem(), QString());
  model_.setFunction(1, first_);
  EXPECT_EQ(content(1), QStringLiteral("8"));
}

TEST_F(RunWaysBack, ResultsThatCameBackAreThoseOfTheSameCalls) {
  model_.setSource(1, 0, ArgumentSource::Scalar);
  model_.setFunction(2, pair_);
  ASSERT_EQ(model_.duplicate(0), 1);
  model_.setFunction(3, first_);
  EXPECT_EQ(content(3), QStringLiteral("call2.0"));
  model_.setSource(2, 0, ArgumentSource::Result);
  EXPECT_EQ(content(2), QStringLiteral("call0"));
  model_.setSource(2, 0, ArgumentSource::Scalar);
  model_.remove(0);
  model_.setSource(1, 0, ArgumentSource::Result);
  EXPECT_EQ(content(1), QStringLiteral("call?")) << "it is gone";
}

TEST_F(RunWaysBack, ARandomTensorFollowsItsDimensionsUnseen) {
  auto window = makeWindow();
  DocumentPage* page = openAndWait(window.get(), example("mlp_dynamic.so"));
  ASSERT_NE(page, nullptr);
  RunCallModel model(page->document()->data().executable, {RunCall()}, nullptr);
  const QString name = model.call(0).dims.firstKey();
  const auto& params = *model.call(0).params;
  const auto symbolic = std::find_if(params.begin(), params.end(), [](const ParamInfo& param) {
    return !param.dims.empty() && param.dims[0].kind == DimSpec::Kind::Symbol;
  });
  ASSERT_NE(symbolic, params.end());
  const auto argument = static_cast<size_t>(symbolic - params.begin());
  model.setValue(0, argument, QStringLiteral("float32[5,6]"));
  model.setSource(0, argument, ArgumentSource::File);
  model.setSource(0, argument, ArgumentSource::Random);
  EXPECT_EQ(model.call(0).arguments[argument].value, QStringLiteral("float32[5,6]"));
  model.setSource(0, argument, ArgumentSource::File);
  model.setDim(0, name, 17);
  EXPECT_EQ(model.call(0).arguments[argument].value, QStringLiteral("@"));
  model.setSource(0, argument, ArgumentSource::Random);
  EXPECT_TRUE(model.call(0).arguments[argument].value.contains(QStringLiteral("[17,")))
      << model.call(0).arguments[argument].value.toStdString();
}

// ---- the dialog ---------------------------------------------------------------------------------------------

void turnWheel(QWidget* over, int notches) {
  const QPointF at(over->rect().center());
  QWheelEvent event(at, over->mapToGlobal(at), {}, {0, notches * 120}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase,
                    false);
  QSpontaneKeyEvent::setSpontaneous(&event);  // like a user's event: propagates to the parent and may set the focus
  qApp->notify(over, &event);
}

std::unique_ptr<RunDialog> dialogOf(const Executable& executable, const RunSpec& last) {
  auto dialog = std::make_unique<RunDialog>(std::make_shared<const Executable>(executable), last,
                                            QStringList{QStringLiteral("cpu"), QStringLiteral("cuda:0")}, nullptr);
  dialog->setAttribute(Qt::WA_DeleteOnClose, false);
  dialog->show();
  dialog->activateWindow();
  EXPECT_TRUE(waitFor([&] { return QApplication::activeWindow() == dialog.get(); }));
  return dialog;
}

/// One function of one argument.
Executable identityExecutable() {
  ExecutableBuilder b;
  b.beginFunction("main", {"x"});
  b.emitRet(0);
  return b.finish();
}

TEST(RunFields, ATypeFromTheChecksOfAKernelSaysSo) {
  ExecutableBuilder b;
  b.beginFunction("main", {"x"});
  b.emitCall("relu", {ExecutableBuilder::r(0)}, 1);
  b.emitRet(1);
  Executable executable = b.finish();
  const KernelTexts::Checks checks{
      {"relu",
       {"relu: num_args should be 1", "relu: Expect arg[0] to be pointer", "relu.x.ndim is expected to equal 1",
        "relu.x.dtype is expected to be float32",
        "Argument relu.x.shape[0] has an unsatisfied constraint: 7 == T.Cast(\"int32\", relu_x_shape[0])"}}};
  executable.kernelTexts = std::make_shared<const KernelTexts>([checks] { return KernelTexts::Found({}, checks); });
  const auto dialog = dialogOf(executable, RunSpec());
  EXPECT_EQ(dialog->findChild<QLineEdit*>(QStringLiteral("run.value.0"))->text(), QStringLiteral("float32[7]"));
  const auto labels = dialog->findChildren<QLabel*>();
  EXPECT_TRUE(std::ranges::any_of(labels, [](const QLabel* label) {
    return label->toolTip() == QStringLiteral("The type is known from: checks of kernel relu");
  }));
}

TEST(RunFields, FurtherOptionsAreClosedUntilOneIsSet) {
  const auto plain = dialogOf(identityExecutable(), RunSpec());
  auto* more = plain->findChild<QAbstractButton*>(QStringLiteral("run.further"));
  ASSERT_NE(more, nullptr);
  EXPECT_FALSE(more->isChecked());
  EXPECT_FALSE(plain->findChild<QWidget*>(QStringLiteral("run.stepLimit"))->isVisible());
  more->click();
  EXPECT_TRUE(plain->findChild<QWidget*>(QStringLiteral("run.stepLimit"))->isVisible());
  EXPECT_EQ(plain->spec().toMap(), RunSpec::fromMap(plain->spec().toMap()).toMap()) << "nothing is set";
  EXPECT_TRUE(plain->spec().limits.memoryDefault);
  EXPECT_EQ(plain->spec().limits.steps, Limits().steps);

  RunSpec last;
  last.limits.timeSeconds = 2.5;
  EXPECT_TRUE(
      dialogOf(identityExecutable(), last)->findChild<QAbstractButton*>(QStringLiteral("run.further"))->isChecked());
}

TEST(RunFields, FurtherOptionsAreThoseOfTheRun) {
  RunSpec last;
  last.calls = {fieldsCall("main", {QStringLiteral("1")})};
  last.minTimeSeconds = 1.5;
  last.limits = {60, 1'000'001, false, 77, 0};  // not a number of MiB
  last.skip = {QStringLiteral("relu"), QStringLiteral("add")};
  last.instrument = QStringLiteral("my.instrument");
  EXPECT_EQ(RunSpec::fromMap(last.toMap()).toMap(), last.toMap());
  const auto dialog = dialogOf(identityExecutable(), last);
  RunSpec made = dialog->spec();
  EXPECT_EQ(made.minTimeSeconds, 1.5);
  EXPECT_EQ(made.limits.timeSeconds, 60);
  EXPECT_EQ(made.limits.memoryBytes, 1'000'001u) << "as it was while nobody edits it";
  EXPECT_EQ(made.limits.steps, 77u);
  EXPECT_EQ(made.limits.stackDepth, 0u);
  EXPECT_EQ(made.skip, last.skip);
  EXPECT_EQ(made.instrument, last.instrument);
  const RunInput input = runInputOf(made, identityExecutable());
  EXPECT_EQ(input.run.instrument.factory, "my.instrument");
  EXPECT_EQ(input.run.instrument.skip, (std::vector<std::string>{"relu", "add"}));

  const auto field = [&](const char* name) { return dialog->findChild<QLineEdit*>(QLatin1String(name)); };
  field("run.skip")->setText(QStringLiteral(" softmax ;; relu "));
  field("run.memoryLimit")->setText(QStringLiteral("64"));
  made = dialog->spec();
  EXPECT_EQ(made.skip, (QStringList{QStringLiteral("softmax"), QStringLiteral("relu")}));
  EXPECT_EQ(made.limits.memoryBytes, 64u << 20);
  EXPECT_FALSE(made.limits.memoryDefault);
  field("run.memoryLimit")->clear();
  EXPECT_TRUE(dialog->spec().limits.memoryDefault);
  for (const char* wrong : {"4 GiB", "-1", "99999999999999999999", "17592186044416"}) {
    field("run.memoryLimit")->setText(QLatin1String(wrong));
    EXPECT_EQ(dialog->problem(), QStringLiteral("Memory limit: %1 is not a number of MiB").arg(QLatin1String(wrong)));
    EXPECT_FALSE(dialog->findChild<QAbstractButton*>(QStringLiteral("run.accept"))->isEnabled());
  }
  field("run.memoryLimit")->setText(QStringLiteral("0"));
  EXPECT_TRUE(dialog->problem().isEmpty());
}

TEST(RunFields, TheWheelScrollsAndChangesNothing) {
  ExecutableBuilder b;
  std::vector<std::string> names;
  for (int i = 0; i < 40; ++i) names.push_back("w" + std::to_string(i));
  for (const char* function : {"first", "second", "third"}) {
    b.beginFunction(function, names);
    b.emitRet(0);
  }
  RunSpec last;
  last.calls = {fieldsCall("second", {}), fieldsCall("second", {})};
  for (int i = 0; i < 40; ++i) last.calls[1].arguments.push_back({{}, QStringLiteral("@weights.npz:arg%1").arg(i)});
  const auto dialog = dialogOf(b.finish(), last);
  dialog->findChild<QAbstractItemView*>(QStringLiteral("run.calls.list"))
      ->setCurrentIndex(dialog->findChild<QAbstractItemView*>(QStringLiteral("run.calls.list"))->model()->index(1, 0));
  auto* bar = dialog->findChild<QScrollArea*>(QStringLiteral("run.arguments"))->verticalScrollBar();
  ASSERT_TRUE(waitFor([&] { return bar->maximum() > 0; }));
  const QVariantMap before = dialog->spec().toMap();
  QList<QWidget*> fields;
  for (QComboBox* box : dialog->findChildren<QComboBox*>()) fields.append(box);
  for (QAbstractSpinBox* box : dialog->findChildren<QAbstractSpinBox*>()) fields.append(box);
  ASSERT_GT(fields.size(), 45);
  for (QWidget* field : fields) {
    EXPECT_EQ(field->focusPolicy() & Qt::WheelFocus, Qt::StrongFocus) << field->objectName().toStdString();
    for (const bool focused : {false, true}) {
      if (focused) field->setFocus();
      for (const int notches : {-1, 2})
        turnWheel(field->childAt(field->rect().center()) != nullptr ? field->childAt(field->rect().center()) : field,
                  notches);  // the editor of a spin box is a widget of its own
    }
  }
  EXPECT_EQ(dialog->spec().toMap(), before);
  bar->setValue(0);
  turnWheel(dialog->findChild<QWidget*>(QStringLiteral("run.source.0")), -1);
  EXPECT_GT(bar->value(), 0);
}

TEST(RunFields, TheWheelLeavesDimensionsAlone) {
  auto window = makeWindow();
  DocumentPage* page = openAndWait(window.get(), example("mlp_dynamic.so"));
  ASSERT_NE(page, nullptr);
  const auto dialog = dialogOf(*page->document()->executable(), {});
  const QVariantMap before = dialog->spec().toMap();
  const auto fields = dialog->findChildren<QAbstractSpinBox*>(QRegularExpression(QStringLiteral("^run\\.dim\\.")));
  ASSERT_FALSE(fields.isEmpty());
  fields.front()->setFocus();
  turnWheel(fields.front(), 1);
  EXPECT_EQ(dialog->spec().toMap(), before);
}

TEST(RunFields, KeysStepThroughTheSourcesAndAChoiceGoesOnToTheValue) {
  RunSpec last;
  last.calls = {fieldsCall("first", {QStringLiteral("float32[2]")})};
  const auto dialog = dialogOf(pairExecutable(), last);
  auto* source = dialog->findChild<QComboBox*>(QStringLiteral("run.source.0"));
  auto* value = dialog->findChild<QLineEdit*>(QStringLiteral("run.value.0"));
  source->setFocus();
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_Down);
  EXPECT_TRUE(source->hasFocus());
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_Down);
  EXPECT_EQ(source->currentIndex(), static_cast<int>(ArgumentSource::Scalar));
  EXPECT_EQ(value->text(), QStringLiteral("1"));
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_Up);
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_Up);
  EXPECT_EQ(value->text(), QStringLiteral("float32[2]")) << "nothing is lost on the way";
  source->showPopup();
  QTest::keyClick(source->view(), Qt::Key_Down);
  QTest::keyClick(source->view(), Qt::Key_Return);
  EXPECT_EQ(source->currentIndex(), static_cast<int>(ArgumentSource::File));
  EXPECT_TRUE(value->hasFocus());
}

TEST(RunFields, LargeNumbersOfTheCommandLineStayWhole) {
  RunSpec last;
  last.seed = (uint64_t{1} << 32) + 7;
  last.warmup = 3'000'000'000u;
  last.repeat = 3'500'000;
  last.calls = {fieldsCall("first", {QStringLiteral("1")})};
  const auto dialog = dialogOf(pairExecutable(), last);
  EXPECT_EQ(dialog->spec().seed, last.seed);
  EXPECT_EQ(dialog->spec().warmup, last.warmup);
  EXPECT_EQ(dialog->spec().repeat, last.repeat);
  auto* seed = dialog->findChild<QWidget*>(QStringLiteral("run.seed"));
  EXPECT_EQ(seed->property("value").toULongLong(), last.seed) << "and are shown";
  QTest::keyClick(seed, Qt::Key_Up);
  EXPECT_EQ(dialog->spec().seed, last.seed + 1);
  QTest::keyClick(seed, Qt::Key_A, Qt::ControlModifier);
  QTest::keyClicks(seed, QStringLiteral("18446744073709551615"));
  EXPECT_EQ(dialog->spec().seed, ~uint64_t{0});
  QTest::keyClick(seed, Qt::Key_Up);
  QTest::keyClicks(seed, QStringLiteral("0-x"));
  EXPECT_EQ(dialog->spec().seed, ~uint64_t{0}) << "what is no such number is not taken";
  QTest::keyClick(seed, Qt::Key_A, Qt::ControlModifier);
  QTest::keyClick(seed, Qt::Key_Delete);
  dialog->findChild<QComboBox*>(QStringLiteral("run.device"))->setFocus();
  EXPECT_EQ(dialog->spec().seed, ~uint64_t{0}) << "an empty field has its last number";
}

}  // namespace
}  // namespace relaxscope
