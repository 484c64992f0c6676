// SPDX-License-Identifier: Apache-2.0
// The window with files at its size limits (scale_files.h), offscreen at 1600x1000: for every view and every action in
// it the time to the first paint, the time until everything is shown, and the longest time that one event blocked the
// event loop; frame times of scrolling; peak memory of the process.
//
//   scale_bench [FILE...]                  files by id, default: all; each in its own process
//   scale_bench --all [FILE...]            prints every row, not only the slowest of each kind
//   scale_bench --write FOLDER [FILE...]   only writes the files
#include "tests/bench/scale_files.h"  // before Qt

#include <QDir>
#include <QSettings>
#include <QTemporaryDir>
#include <QThreadPool>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "tests/bench/loop_watch.h"
#include "tests/bench/scale_steps.h"
#include "views/theme/theme.h"

namespace relaxscope::bench {
namespace {

/// Drops the offscreen platform's messages about unsupported features.
void handleMessage(QtMsgType type, const QMessageLogContext&, const QString& text) {
  if (type != QtDebugMsg && !text.startsWith(QLatin1String("This plugin")) &&
      !text.startsWith(QLatin1String("QStandardPaths")))
    std::fprintf(stderr, "%s\n", qPrintable(text));
}

int measureHere(int argc, char** argv, const char* id, const char* path, bool all) {
  qputenv("QT_QPA_PLATFORM", "offscreen");
  qInstallMessageHandler(handleMessage);
  LoopWatch app(argc, argv);
  QTemporaryDir settings;
  QCoreApplication::setOrganizationName(QStringLiteral("RelaxScopeBench"));
  QCoreApplication::setApplicationName(QStringLiteral("RelaxScopeBench"));
  QSettings::setDefaultFormat(QSettings::IniFormat);
  QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, settings.path());
  Theme::instance()->install(&app, Theme::Mode::Light);
  const bool good = measureWindow(app, QString::fromLocal8Bit(path), all);
  struct rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  std::printf("  %s: peak memory %.0f MiB\n\n", id, static_cast<double>(usage.ru_maxrss) / 1024);
  std::fflush(stdout);
  QThreadPool::globalInstance()->waitForDone();
  return good ? 0 : 2;
}

/// Runs `work` in a child process; returns its exit code.
template <class Work>
int inChild(Work work) {
  std::fflush(stdout);
  const pid_t child = ::fork();
  if (child < 0) return 2;
  if (child == 0) work();
  int status = 0;
  return ::waitpid(child, &status, 0) == child && WIFEXITED(status) ? WEXITSTATUS(status) : 2;
}

std::string pathOf(const ScaleFile& file, const std::string& folder) {
  return folder + "/" + file.id + (file.library ? ".so" : ".vm");
}

int measure(const ScaleFile& file, const std::string& folder, bool all) {
  const std::string path = pathOf(file, folder);
  // In a child, so that the memory for making the file does not count for the window.
  if (inChild([&] { ::_exit(file.write(path) ? 0 : 2); }) != 0) {
    std::fprintf(stderr, "scale_bench: %s was not written\n", path.c_str());
    return 2;
  }
  std::printf("%s: %s\n", file.id, file.what);
  const int code = inChild([&] {
    ::execl("/proc/self/exe", "scale_bench", "--window", file.id, path.c_str(), all ? "all" : "", nullptr);
    ::_exit(127);
  });
  ::unlink(path.c_str());
  return code;
}

}  // namespace
}  // namespace relaxscope::bench

int main(int argc, char** argv) {
  using namespace relaxscope::bench;
  if (argc == 5 && std::strcmp(argv[1], "--window") == 0)
    return measureHere(argc, argv, argv[2], argv[3], argv[4][0] != 0);
  bool all = false;
  std::string folder;
  std::vector<std::string> wanted;
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--all") == 0) all = true;
    else if (std::strcmp(argv[i], "--write") == 0 && i + 1 < argc) folder = argv[++i];
    else wanted.emplace_back(argv[i]);
  }
  QTemporaryDir scratch(QDir::tempPath() + QStringLiteral("/relaxscope_scale_XXXXXX"));
  int worst = 0;
  for (const ScaleFile& file : scaleFiles()) {
    if (!wanted.empty() && std::find(wanted.begin(), wanted.end(), file.id) == wanted.end()) continue;
    if (folder.empty()) worst = std::max(worst, measure(file, scratch.path().toStdString(), all));
    else if (!file.write(pathOf(file, folder))) worst = 2;
  }
  return worst;
}
