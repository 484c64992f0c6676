// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/options.h"

#include <CLI/CLI.hpp>
#include <QFileInfo>

#include <algorithm>
#include <cstdio>

#include "app/number_options.h"
#include "views/core/view.h"
#include "vmcore/format/container/npz.h"
#include "vmcore/format/file_bytes.h"
#include "vmcore/run/input_spec.h"

namespace relaxscope {
namespace {

int complain(const std::string& text) {
  std::fprintf(stderr, "relaxscope: %s\n", text.c_str());
  return 2;
}

bool parseSize(const std::string& text, QSize& size) {
  const QStringList parts = QString::fromStdString(text).toLower().split(QLatin1Char('x'));
  if (parts.size() != 2) return false;
  bool okWidth = false, okHeight = false;
  size = QSize(parts[0].toInt(&okWidth), parts[1].toInt(&okHeight));
  return okWidth && okHeight && size.width() >= 200 && size.height() >= 150 && size.width() <= 16'384 &&
         size.height() <= 16'384;
}

// Views of the whole program that this build does not have yet.
constexpr const char* kLaterViews[] = {"dataflow", "calls", "memory", "compare", "diff", "build", "query"};

}  // namespace

std::optional<int> parseWindowOptions(int argc, char** argv, WindowOptions& options) {
  CLI::App app{"Look inside Relax VM executables, run them, see where the time went.", "relaxscope"};
  std::vector<std::string> files, libraries, diff;
  std::string screenshot, view, size, theme, language, device = "cpu", allocator = "pooled", inputs, engine = "builtin",
                                                       args, worker, consts;
  double scale = 0, timeout = 0, minTime = 0;
  std::optional<uint64_t> memory, steps, stack;
  bool run = false, noValues = false;
  RunSpec& spec = options.spec;
  app.add_option(
      "FILE", files,
      "Libraries, executables in any form, parameter lists or .rsprof profiles; with --run: FILE [FUNCTION]");
  app.set_version_flag("--version", std::string("relaxscope ") + RELAXSCOPE_VERSION);
  app.add_flag("--run", run, "Open FILE, run FUNCTION (main unless given) and show the timeline");
  app.add_option("--diff", diff, "Compare two files (not there yet)")->expected(2);
  app.add_option("--screenshot", screenshot, "Write a picture of the window to this PNG file and exit");
  app.add_option("--view", view, "View of the screenshot or to start with");
  app.add_option("--size", size, "Window size, WIDTHxHEIGHT");
  app.add_option("--theme", theme, "light or dark");
  app.add_option("--language", language, "en or zh_CN");
  app.add_option("--scale", scale, "Scale of the interface, 0.5 to 4");
  app.add_option("--input", options.inputs, "One argument: NAME=DTYPE[DIMS], NAME=@file.npy, NAME=3")
      ->allow_extra_args(false);
  app.add_option("--inputs", inputs, ".npz with arg0, arg1, ...");
  app.add_option("--args", args, "Arguments as JSON (not in the window yet)");
  app.add_option("--consts", consts, "File with the late-bound constants of a Relay VM executable (of the first FILE)");
  app.add_option("--device", device, "cpu or cuda:N");
  app.add_option("--engine", engine, "builtin (tvm is not there yet)");
  app.add_option("--allocator", allocator, "pooled or naive");
  app.add_option("--load", libraries, "A further library of packed functions")->allow_extra_args(false);
  app.add_option("--seed", spec.seed, "Seed of random arguments")->transform(countText());
  app.add_option("--repeat", spec.repeat, "Measured runs")->transform(countText());
  app.add_option("--warmup", spec.warmup, "Runs before measuring")->transform(countText());
  app.add_option("--min-time", minTime, "Repeat until so many seconds were measured")->check(secondsText(1e9));
  app.add_option("--timeout", timeout, "Time limit of the run in seconds")->check(secondsText(1e9));
  app.add_option("--memory-limit", memory, "Bytes the worker may use; 0: no limit")->transform(countText());
  app.add_option("--step-limit", steps, "Instructions a call may take; 0: no limit")->transform(countText());
  app.add_option("--stack-limit", stack, "Frames a call may use; 0: no limit")->transform(countText());
  app.add_option("--worker", worker, "Command that starts the worker");
  app.add_flag("--precise", spec.precise, "Two clock readings a call");
  app.add_flag("--no-values", noValues, "Record times alone");
  app.add_flag("--print-first-paint", options.printFirstPaint)->group("");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);
    return complain(error.what());
  }
  if (!diff.empty()) return complain("comparing two files is not in this build yet");
  if (engine != "builtin") return complain("--engine " + engine + " is not in this build yet; builtin is");
  if (!args.empty()) return complain("--args is not in the window yet; use --input or --inputs, or rscope profile");
  if (!theme.empty() && theme != "light" && theme != "dark")
    return complain("--theme is light or dark, not \"" + theme + "\"");
  if (!language.empty() && language != "en" && language != "zh_CN")
    return complain("--language is en or zh_CN, not \"" + language + "\"");
  if (allocator != "pooled" && allocator != "naive")
    return complain("--allocator is pooled or naive, not \"" + allocator + "\"");
  if (!size.empty() && !parseSize(size, options.size))
    return complain("--size is WIDTHxHEIGHT, for instance 1600x1000, not \"" + size + "\"");
  if (scale != 0 && (scale < 0.5 || scale > 4)) return complain("--scale is between 0.5 and 4");
  if (!view.empty() && view != "empty" && findView(QString::fromStdString(view)) == nullptr) {
    for (const char* later : kLaterViews)
      if (view == later) return complain("the view \"" + view + "\" is not in this build yet");
    std::string names = "empty";
    for (const ViewRow& row : viewRegistry()) names += std::string(" ") + row.id;
    return complain("there is no view \"" + view + "\"; views: " + names);
  }
  if (!screenshot.empty() && files.empty() && view != "empty" && !view.empty())
    return complain("--screenshot of a view needs a FILE");
  if (run && files.empty()) return complain("--run needs a FILE");
  if (!consts.empty() && files.empty()) return complain("--consts needs a FILE");
  if (run && files.size() > 2) return complain("--run takes FILE [FUNCTION]");
  for (size_t i = 0; i < files.size(); ++i) {
    if (run && i == 1) spec.calls.front().function = QString::fromStdString(files[i]);
    else options.files.append(QString::fromLocal8Bit(files[i].c_str()));
  }
  options.run = run;
  options.screenshot = QString::fromLocal8Bit(screenshot.c_str());
  options.view = QString::fromStdString(view);
  options.theme = QString::fromStdString(theme);
  options.language = QString::fromStdString(language);
  options.constants = QString::fromLocal8Bit(consts.c_str());
  options.inputsFile = QString::fromLocal8Bit(inputs.c_str());
  if (scale != 0) options.scale = scale;
  spec.device = QString::fromStdString(device);
  spec.allocator = QString::fromStdString(allocator);
  spec.workerCommand = QString::fromStdString(worker);
  for (const std::string& library : libraries) spec.libraries.append(QString::fromLocal8Bit(library.c_str()));
  spec.values = !noValues;
  spec.minTimeSeconds = minTime;
  spec.limits.timeSeconds = timeout;
  if (memory) {
    spec.limits.memoryBytes = *memory;
    spec.limits.memoryDefault = false;
  }
  spec.limits.steps = steps.value_or(spec.limits.steps);
  spec.limits.stackDepth = stack.value_or(spec.limits.stackDepth);
  return std::nullopt;
}

QString applyInputs(WindowOptions& options, const Executable& executable) {
  RunCall& call = options.spec.calls.front();
  std::vector<std::string> contents;
  if (!options.inputsFile.isEmpty()) {
    const auto bytes = readFileBytes(options.inputsFile.toStdString());
    if (!bytes.ok()) return QString::fromStdString(bytes.error().text());
    const auto arrays = readNpz(*bytes);
    if (!arrays.ok()) return options.inputsFile + QStringLiteral(": ") + QString::fromStdString(arrays.error().text());
    const auto has = [&](const std::string& name) {
      return std::any_of(arrays->begin(), arrays->end(), [&](const auto& row) { return row.first == name; });
    };
    const std::string path = QFileInfo(options.inputsFile).absoluteFilePath().toStdString();
    for (std::string name = "arg0"; has(name); name = "arg" + std::to_string(contents.size()))
      contents.push_back(inputText(ArraySpec{path, name}));
  }
  const std::string function = call.function.isEmpty() ? std::string() : callName(executable, call.function);
  auto placed = placeInputs(std::move(contents), options.inputs, executable, function);
  if (!placed.ok()) return QString::fromStdString(placed.error().text());
  call.arguments.resize(placed->size());
  for (size_t i = 0; i < placed->size(); ++i) call.arguments[i].content = QString::fromStdString((*placed)[i]);
  return {};
}

}  // namespace relaxscope
