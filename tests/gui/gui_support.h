// SPDX-License-Identifier: Apache-2.0
// Shared helpers of GUI tests: files to open, waiting for events, the window in its initial state, runs, and the
// program as a process.
#pragma once

#include <gtest/gtest.h>

#include <QProcessEnvironment>
#include <QString>
#include <QTemporaryDir>
#include <QTest>
#include <QTranslator>

#include <functional>
#include <memory>

#include "app/window/shell/main_window.h"
#include "vmcore/model/executable.h"

namespace relaxscope::gui {

inline constexpr int kWaitMs = 20'000;

/// Runs the event loop until `done` holds; returns false on timeout.
bool waitFor(const std::function<bool()>& done, int milliseconds = kWaitMs);
/// Waits until layouts are done: no visible child of `window` has moved since the last look.
bool waitUntilLaidOut(const QWidget* window);
/// Path of a shipped example.
QString example(const char* name);
/// Writes an executable to a file in `folder`.
QString writeExecutable(const QTemporaryDir& folder, const QString& name, const Executable& executable);
/// main calls block twice, block calls packed functions; `instructions` pads main.
Executable sampleExecutable(int instructions = 0);
/// first(x) gives x, pair(x, y) gives (x, y): calls of builtins alone, which any worker can run.
Executable pairExecutable();

/// A window of the default size that saves no state.
std::unique_ptr<MainWindow> makeWindow();
/// Opens a file and waits until it is loaded; returns null if that failed.
DocumentPage* openAndWait(MainWindow* window, const QString& path);
/// Triggers an action of the action table or of a view; an unknown id fails the running test.
void trigger(MainWindow* window, const char* id);
/// Calls `start`, waits until the run that it starts has ended, and returns whether the run succeeded.
bool runAndWait(DocumentPage* page, const std::function<void()>& start);
bool runAndWait(DocumentPage* page, const RunSpec& spec);
/// The first child with that object name, of any type.
QWidget* child(QWidget* parent, const char* name);

/// The application in another language, as long as it exists.
class Language {
 public:
  explicit Language(const char* code) {
    EXPECT_TRUE(words_.load(QStringLiteral(":/i18n/relaxscope_%1.qm").arg(QLatin1String(code)))) << code;
    QCoreApplication::installTranslator(&words_);
  }
  ~Language() { QCoreApplication::removeTranslator(&words_); }

 private:
  QTranslator words_;
};

struct Ended {
  int code;  ///< -1: it took too long; -2: it crashed
  QString output, errors;
};
/// The environment of a process under test: offscreen, with its own settings.
QProcessEnvironment programEnvironment();
/// Runs the program to its end.
Ended startProgram(const QStringList& arguments, const QProcessEnvironment& environment = programEnvironment());

}  // namespace relaxscope::gui
