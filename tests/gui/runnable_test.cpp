// SPDX-License-Identifier: Apache-2.0
// Files that cannot be run: every action that starts a run is disabled with the same reason. Edited code can be run as
// the code that it was made from.
#include <gtest/gtest.h>

#include "vmcore/model/builder.h"  // before Qt, which makes `emit` a macro

#include <QAction>
#include <QLineEdit>
#include <QPushButton>
#include <QToolButton>

#include "app/window/document/document_loader.h"
#include "app/window/run/run_dialog.h"
#include "app/window/shell/status_bar.h"
#include "gui_support.h"
#include "views/core/view.h"
#include "views/findings/finding_list.h"
#include "views/widgets/empty_note.h"
#include "vmcore/analysis/params.h"

namespace relaxscope {
namespace {

using namespace gui;

struct Case {
  const char* name;
  QString path;
  QString reason;
};
void PrintTo(const Case& kase, std::ostream* out) { *out << kase.name; }

class NotRunnable : public ::testing::TestWithParam<Case> {};

TEST_P(NotRunnable, EveryActionIsDisabledAndSaysWhy) {
  auto window = makeWindow();
  DocumentPage* page = openAndWait(window.get(), GetParam().path);
  ASSERT_NE(page, nullptr);
  const QString why = page->whyNotRunnable();
  EXPECT_TRUE(why.contains(GetParam().reason)) << why.toStdString();
  ASSERT_TRUE(
      waitFor([&] { return window->findChild<StatusBar*>()->text().contains(QStringLiteral("Cannot be run")); }));
  for (const char* id : {"run.run", "run.dialog"}) {
    if (page->document()->needsLibrary() && id == std::string_view("run.dialog")) continue;  // asks for the library
    EXPECT_FALSE(window->action(QLatin1String(id))->isEnabled()) << id;
    EXPECT_EQ(window->action(QLatin1String(id))->toolTip(), why) << id;
  }
  EXPECT_FALSE(child(window.get(), "toolbar.run")->isEnabled());
  EXPECT_EQ(child(window.get(), "toolbar.run")->toolTip(), why);
  window->showView(ViewId::Overview);
  ASSERT_TRUE(waitFor([page] { return page->isSettled(); }));
  if (QWidget* run = child(page, "overview.run")) {
    EXPECT_FALSE(run->isEnabled());
    EXPECT_EQ(run->toolTip(), why);
  }
  for (const ViewId id : {ViewId::Timeline, ViewId::Statistics, ViewId::Values}) {
    const char* view = viewName(id);
    window->showView(id);
    auto* note = page->workspace()->view(id)->findChild<EmptyNote*>();
    ASSERT_NE(note, nullptr) << view;
    EXPECT_EQ(note->sentence(), why) << view;
    for (const QPushButton* button : note->findChildren<QPushButton*>()) EXPECT_TRUE(button->isHidden()) << view;
  }
}

std::vector<Case> cases() {
  const QString data = QStringLiteral(RELAXSCOPE_TEST_DATA);
  return {
      {"late_bound", data + QStringLiteral("/relay/v0.17.0/late_bound.ro"), QStringLiteral("is late-bound")},
      {"parameter_list", data + QStringLiteral("/relay/v0.17.0/late_bound.consts"), QStringLiteral("parameter list")},
      {"object_file", data + QStringLiteral("/containers/tvm_llvm.tar"), QStringLiteral("not linked")},
      {"other_system", data + QStringLiteral("/containers/mach_o_arm64.dylib"), QStringLiteral("does not load")},
      {"old_library", data + QStringLiteral("/containers/era_020.so"), QStringLiteral("k_lt")},
      {"device_code", data + QStringLiteral("/containers/tvm_opencl.so"), QStringLiteral("opencl")}};
}
INSTANTIATE_TEST_SUITE_P(Files, NotRunnable, ::testing::ValuesIn(cases()),
                         [](const auto& kase) { return kase.param.name; });

TEST(Runnable, AFileWithoutItsKernelsSaysWhichAreMissing) {
  QTemporaryDir folder;
  auto window = makeWindow();
  const QString path = writeExecutable(folder, QStringLiteral("sample.bin"), sampleExecutable());
  DocumentPage* page = openAndWait(window.get(), path);
  ASSERT_NE(page, nullptr);
  EXPECT_TRUE(page->whyNotRunnable().contains(QStringLiteral("kernel_even"))) << page->whyNotRunnable().toStdString();
  RunSpec spec;
  spec.libraries = QStringList{QStringLiteral("/some/library.so")};
  EXPECT_TRUE(page->whyNotRunnable(spec).isEmpty()) << "they may be in a library that is given";
}

TEST(Runnable, AFunctionThatReachesNothingMissingCanBeRun) {
  auto window = makeWindow();
  DocumentPage* page = openAndWait(window.get(), QStringLiteral(RELAXSCOPE_TEST_DATA "/run/missing_functions.so"));
  ASSERT_NE(page, nullptr);
  RunSpec spec;
  spec.calls.front().function = QStringLiteral("main");
  EXPECT_TRUE(page->whyNotRunnable(spec).contains(QStringLiteral("my_backend.fused_gelu (main:12)")))
      << page->whyNotRunnable(spec).toStdString();
  spec.skip = QStringList{QStringLiteral("my_*")};
  EXPECT_EQ(page->whyNotRunnable(spec), QString()) << "the worker tells whether all that is missing is skipped";
  spec.skip.clear();
  spec.calls.front().function = QStringLiteral("helper");
  EXPECT_EQ(page->whyNotRunnable(spec), QString());
  EXPECT_TRUE(waitFor([&] { return window->action(QStringLiteral("run.dialog"))->isEnabled(); }));
  // Nothing says that all is well.
  ASSERT_TRUE(page->document()->data().diagnostics != nullptr);
  const FindingList list({page->document()->data().diagnostics, nullptr, page->document()->data().executable, nullptr,
                          page->document()->data().obstacles.empty()});
  EXPECT_EQ(list.noErrorsText(), QStringLiteral("None: the verifier found no error."));
}

TEST(Runnable, TheRunDialogAsksForTheLibraryThatIsMissing) {
  QTemporaryDir folder;
  auto window = makeWindow();
  const QString path = writeExecutable(folder, QStringLiteral("lacking.bin"), sampleExecutable());
  DocumentPage* page = openAndWait(window.get(), path);
  ASSERT_NE(page, nullptr);
  EXPECT_TRUE(waitFor([&] { return window->action(QStringLiteral("run.dialog"))->isEnabled(); }));
  EXPECT_FALSE(window->action(QStringLiteral("run.run"))->isEnabled());
  auto* with = page->findChild<QAbstractButton*>(QStringLiteral("overview.runWith"));
  ASSERT_NE(with, nullptr);
  EXPECT_TRUE(with->isEnabled());
  EXPECT_FALSE(page->findChild<QAbstractButton*>(QStringLiteral("overview.run"))->isEnabled());
  trigger(window.get(), "run.dialog");
  auto* dialog = window->findChild<RunDialog*>();
  ASSERT_NE(dialog, nullptr);
  for (int i = 0; dialog->findChild<QLineEdit*>(QStringLiteral("run.value.%1").arg(i)) != nullptr; ++i)
    dialog->findChild<QLineEdit*>(QStringLiteral("run.value.%1").arg(i))->setText(QStringLiteral("1"));
  EXPECT_TRUE(dialog->problem().contains(QStringLiteral("kernel_even"))) << dialog->problem().toStdString();
  dialog->findChild<QLineEdit*>(QStringLiteral("run.libraries"))->setText(QStringLiteral("/some/a.so;  /some/b.so ;"));
  EXPECT_EQ(dialog->problem(), QString());
  EXPECT_EQ(dialog->spec().libraries, (QStringList{QStringLiteral("/some/a.so"), QStringLiteral("/some/b.so")}));
  RunSpec odd;
  odd.libraries = QStringList{QStringLiteral("/a;b\\c.so"), QStringLiteral("d.so")};
  RunDialog again(page->document()->data().executable, odd, {}, nullptr);
  again.setAttribute(Qt::WA_DeleteOnClose, false);
  EXPECT_EQ(again.spec().libraries, odd.libraries)
      << again.findChild<QLineEdit*>(QStringLiteral("run.libraries"))->text().toStdString();
}

TEST(Runnable, LibrariesOfTheCommandLineServeEveryRun) {
  QTemporaryDir folder;
  auto window = makeWindow();
  const QString path = writeExecutable(folder, QStringLiteral("given.bin"), sampleExecutable());
  DocumentPage* page = window->openFile(path, {}, {QStringLiteral("/some/a.so")});
  ASSERT_TRUE(waitFor([&] { return page->isLoaded(); }));
  EXPECT_EQ(page->whyNotRunnable(), QString());
  EXPECT_TRUE(waitFor([&] { return window->action(QStringLiteral("run.run"))->isEnabled(); }));
  EXPECT_EQ(page->lastRun().libraries, QStringList{QStringLiteral("/some/a.so")});
}

TEST(Runnable, BuiltinsAloneNeedNoLibrary) {
  QTemporaryDir folder;
  ExecutableBuilder b;
  b.beginFunction("main", {"x"});
  b.emitCall("vm.builtin.copy", {b.r(0)}, 1);
  b.emitRet(1);
  auto window = makeWindow();
  DocumentPage* page = openAndWait(window.get(), writeExecutable(folder, QStringLiteral("plain.bin"), b.finish()));
  ASSERT_NE(page, nullptr);
  EXPECT_TRUE(page->whyNotRunnable().isEmpty()) << page->whyNotRunnable().toStdString();
  EXPECT_TRUE(waitFor([&] { return window->action(QStringLiteral("run.run"))->isEnabled(); }));
  EXPECT_NE(window->action(QStringLiteral("run.run"))->toolTip(), QString());
}

TEST(Runnable, ARelayProgramCanBeRun) {
  auto window = makeWindow();
  DocumentPage* page = openAndWait(window.get(), QStringLiteral(RELAXSCOPE_TEST_DATA "/relay/v0.17.0/identity.ro"));
  ASSERT_NE(page, nullptr);
  EXPECT_TRUE(page->whyNotRunnable().isEmpty()) << page->whyNotRunnable().toStdString();
  EXPECT_TRUE(waitFor([&] { return window->action(QStringLiteral("run.run"))->isEnabled(); }));
}

TEST(Runnable, AnEditCanDisableAndEnableRuns) {
  QTemporaryDir folder;
  ExecutableBuilder b;
  b.beginFunction("main", {"x"});
  b.emitCall("vm.builtin.copy", {b.r(0)}, 1);
  b.emitRet(1);
  auto window = makeWindow();
  const QString path = writeExecutable(folder, QStringLiteral("plain.bin"), b.finish());
  DocumentPage* page = openAndWait(window.get(), path);
  ASSERT_NE(page, nullptr);
  const auto good = page->document()->data().executable;
  page->applyEdit(std::make_shared<const Executable>(sampleExecutable()));
  ASSERT_TRUE(waitFor([&] { return !page->document()->whyNotRunnable().isEmpty(); }));
  EXPECT_TRUE(waitFor([&] { return !window->action(QStringLiteral("run.run"))->isEnabled(); }));
  page->applyEdit(good);
  ASSERT_TRUE(waitFor([&] { return page->document()->whyNotRunnable().isEmpty(); }));
  EXPECT_TRUE(waitFor([&] { return window->action(QStringLiteral("run.run"))->isEnabled(); }));
}

TEST(Runnable, AnUnknownConstantOfATextDumpIsNamed) {
  const QString path = QStringLiteral(RELAXSCOPE_TEST_DATA "/tvm_text/consts_all.astext.txt");
  auto window = makeWindow();
  DocumentPage* page = openAndWait(window.get(), path);
  ASSERT_NE(page, nullptr) << window->currentPage()->loadError().toStdString();
  EXPECT_TRUE(page->whyNotRunnable().contains(QStringLiteral("constant 0"))) << page->whyNotRunnable().toStdString();
}

/// main(x) that passes x to a kernel whose signature is in the library.
Executable callOfKernel() {
  ExecutableBuilder b;
  b.beginFunction("main", {"x"});
  b.emitCall("relu", {ExecutableBuilder::r(0), ExecutableBuilder::r(1)});
  b.emitRet(1);
  return b.finish();
}

TEST(EditedCode, KeepsWhatTheKernelsTellOfItsParameters) {
  Executable original = callOfKernel();
  original.kernelTexts = std::make_shared<const KernelTexts>([] {
    return KernelTexts::Map{{"relu", "relu(x: Tensor([T.int64(7)], float32), y: Tensor([T.int64(7)], float32))"}};
  });
  DocumentData origin;
  origin.executable = std::make_shared<const Executable>(original);
  const DocumentData edited = editedData(origin, std::make_shared<const Executable>(callOfKernel()), {});
  ASSERT_NE(edited.executable, nullptr);
  EXPECT_TRUE(edited.edited);
  EXPECT_EQ(recoverParams(*edited.executable, FuncIndex(0)).front().text(), "f32[7]");
}

}  // namespace
}  // namespace relaxscope
