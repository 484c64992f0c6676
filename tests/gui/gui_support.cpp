// SPDX-License-Identifier: Apache-2.0
#include "vmcore/model/builder.h"  // before Qt, which makes `emit` a macro

#include "gui_support.h"

#include <gtest/gtest.h>

#include <QAction>
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QSignalSpy>
#include <QWidget>

#include <utility>
#include <vector>

#include "vmcore/format/vm/vm_executable.h"

namespace relaxscope::gui {

bool waitFor(const std::function<bool()>& done, int milliseconds) { return QTest::qWaitFor(done, milliseconds); }

bool waitUntilLaidOut(const QWidget* window) {
  std::vector<QRect> last;
  return waitFor([&] {
    std::vector<QRect> now;
    for (const QWidget* widget : window->findChildren<QWidget*>())
      if (widget->isVisible()) now.push_back(widget->geometry());
    return std::exchange(last, now) == now && !now.empty();
  });
}

QString example(const char* name) { return QStringLiteral(RS_EXAMPLES "/") + QLatin1String(name); }

QString writeExecutable(const QTemporaryDir& folder, const QString& name, const Executable& executable) {
  const QString path = folder.filePath(name);
  QFile file(path);
  if (!file.open(QIODevice::WriteOnly)) return {};
  const std::vector<uint8_t> bytes = writeVmExecutable(executable);
  file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<qint64>(bytes.size()));
  return path;
}

Executable sampleExecutable(int instructions) {
  ExecutableBuilder b;
  b.beginFunction("main", {"x"});
  b.emitCall("block", {b.r(0)}, 1);
  b.emitCall("block", {b.r(1)}, 2);
  for (int i = 0; i < instructions; ++i) b.emitCall(i % 2 == 0 ? "kernel_even" : "kernel_odd", {b.r(1), b.r(2)}, 2);
  b.emitRet(2);
  b.beginFunction("block", {"y"});
  b.emitCall("kernel_even", {b.r(0)}, 1);
  b.emitIf(1, 2);
  b.emitCall("kernel_odd", {b.r(0)}, 1);
  b.emitRet(1);
  return b.finish();
}

Executable pairExecutable() {
  ExecutableBuilder b;
  b.beginFunction("first", {"x"});
  b.emitCall("vm.builtin.copy", {b.r(0)}, 1);
  b.emitRet(1);
  b.beginFunction("pair", {"x", "y"});
  b.emitCall("vm.builtin.make_tuple", {b.r(0), b.r(1)}, 2);
  b.emitRet(2);
  return b.finish();
}

std::unique_ptr<MainWindow> makeWindow() {
  auto window = std::make_unique<MainWindow>();
  window->setKeepState(false);
  window->resize(1600, 1000);
  window->show();
  return window;
}

DocumentPage* openAndWait(MainWindow* window, const QString& path) {
  DocumentPage* page = window->openFile(path);
  if (!waitFor([page] { return page->isLoaded() || !page->loadError().isEmpty(); }) || !page->isLoaded())
    return nullptr;
  QCoreApplication::processEvents();
  return page;
}

void trigger(MainWindow* window, const char* id) {
  QAction* action = window->action(QLatin1String(id));
  if (action == nullptr) {
    ADD_FAILURE() << "no action " << id;
    return;
  }
  action->trigger();
}

bool runAndWait(DocumentPage* page, const std::function<void()>& start) {
  QSignalSpy finished(page, &DocumentPage::runFinished);
  start();
  if (!waitFor([&] { return !finished.isEmpty(); })) {
    ADD_FAILURE() << "the run does not end";
    return false;
  }
  return finished.front().front().toBool();
}

bool runAndWait(DocumentPage* page, const RunSpec& spec) {
  return runAndWait(page, [&] { page->startRun(spec); });
}

QWidget* child(QWidget* parent, const char* name) { return parent->findChild<QWidget*>(QLatin1String(name)); }

QProcessEnvironment programEnvironment() {
  QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
  environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
  environment.insert(QStringLiteral("XDG_CONFIG_HOME"), QDir::tempPath() + QStringLiteral("/relaxscope-test-config"));
  return environment;
}

Ended startProgram(const QStringList& arguments, const QProcessEnvironment& environment) {
  QProcess process;
  process.setProcessEnvironment(environment);
  process.start(QStringLiteral(RS_BIN "/relaxscope"), arguments);
  if (!process.waitForFinished(60'000)) {
    process.kill();
    return {-1, {}, QStringLiteral("timed out")};
  }
  return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -2,
          QString::fromUtf8(process.readAllStandardOutput()), QString::fromUtf8(process.readAllStandardError())};
}

}  // namespace relaxscope::gui
