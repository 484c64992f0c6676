// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/options.h"

#include <CLI/CLI.hpp>
#include <QFileInfo>

#include <algorithm>
#include <cstdio>

#include "app/number_options.h"
#include "app/window/document/layouts.h"
#include "views/core/view.h"
#include "vmcore/base/text/text.h"
#include "vmcore/base/version.h"
#include "vmcore/run/option_conflicts.h"

namespace relaxscope {
namespace {

int complain(const std::string& text) {
  std::fprintf(stderr, "relaxscope: %s\n", printable(text).c_str());
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

/// Options as parsed, before conversion to the types of WindowOptions.
struct TypedOptions {
  std::vector<std::string> files, compared, inputs, inputSpecs, libraries;
  std::string screenshot, view, layout, size, theme, language, worker, consts, args, script, instrument;
  std::vector<std::string> skip;
  std::string device, allocator = "pooled", engine = "builtin";
  double scale = 0, timeout = 0, minTime = 0;
  std::optional<uint64_t> memory, steps, stack;
  bool run = false, noValues = false, noReference = false;
};

void addWindowOptions(CLI::App& app, TypedOptions& typed, WindowOptions& options) {
  app.add_option(
      "FILE", typed.files,
      "Libraries, executables in any form, parameter lists or .rsprof profiles; with --run: FILE [FUNCTION]");
  app.set_version_flag("--version", withVersion("relaxscope"));
  app.add_option("--diff", typed.compared, "Compare two files, OLD NEW")->expected(2)->type_name("OLD NEW");
  app.add_flag("--run", typed.run, "Open FILE, run FUNCTION (main unless given) and show the timeline");
  app.add_option("--screenshot", typed.screenshot, "Write a picture of the window to this PNG file and exit");
  app.add_option("--view", typed.view, "View of the screenshot or to start with");
  app.add_option("--layout", typed.layout, "Layout of the panels: all, read, profile, graph or bytes");
  app.add_option("--size", typed.size, "Window size, WIDTHxHEIGHT");
  app.add_option("--theme", typed.theme, "light or dark");
  app.add_option("--language", typed.language, "en or zh_CN");
  app.add_option("--scale", typed.scale, "Scale of the interface, 0.5 to 4");
  app.add_flag("--print-first-paint", options.printFirstPaint)->group("");
}

void addRunOptions(CLI::App& app, TypedOptions& typed, WindowOptions& options) {
  RunSpec& spec = options.spec;
  app.add_option("--input", typed.inputSpecs, "One argument: NAME=DTYPE[DIMS], NAME=@file.npy, NAME=3")
      ->allow_extra_args(false);
  app.add_option("--inputs", typed.inputs, "Arrays by parameter name, as fields of a tuple, else arg0, arg1, ...")
      ->allow_extra_args(false);
  app.add_option("--args", typed.args, "Arguments with their types, ARGS.json");
  app.add_option("--script", typed.script, "Several calls on one VM, CALLS.json");
  app.add_option("--skip", typed.skip,
                 "A kernel or builtin that is not run, or a pattern of their names ('matmul*'); its calls return None")
      ->allow_extra_args(false);
  app.add_option("--instrument", typed.instrument,
                 "Function of a --load library that returns an instrument, called before and after each call");
  app.add_option("--consts", typed.consts,
                 "File with the late-bound constants of a Relay VM executable (of the first FILE)");
  app.add_option("--device", typed.device,
                 "cpu[:N], cuda[:N] or emulated[:N]; default: a GPU, if need be the emulated one, for a file with CUDA "
                 "kernels, else cpu");
  app.add_option("--engine", typed.engine, "Engine: builtin");
  app.add_option("--allocator", typed.allocator, "pooled or naive");
  app.add_option("--load", typed.libraries, "A further library of packed functions")->allow_extra_args(false);
  app.add_option("--seed", spec.seed, "Seed of random arguments")->transform(countText());
  app.add_option("--repeat", spec.repeat, "Measured runs")->transform(countText());
  app.add_option("--warmup", spec.warmup, "Warm-up runs, which are not measured")->transform(countText());
  app.add_option("--min-time", typed.minTime, "Repeat until this many seconds have been measured")
      ->check(secondsText(1e9));
  app.add_option("--timeout", typed.timeout, "Time limit of the run in seconds")->check(secondsText(1e9));
  app.add_option("--memory-limit", typed.memory,
                 "Bytes the worker may use; 0: no limit; default: three quarters of free memory")
      ->transform(countText());
  app.add_option("--step-limit", typed.steps, "Instructions a call may take; 0: no limit")->transform(countText());
  app.add_option("--stack-limit", typed.stack, "Frames a call may use; 0: no limit")->transform(countText());
  app.add_option("--worker", typed.worker, "Command that starts the worker");
  app.add_flag("--precise", spec.precise, "Read the clock before and after each call (default: once per call)");
  app.add_flag("--no-reference", typed.noReference, "Make no unrecorded runs beside the measured ones");
  app.add_flag("--synchronise", spec.synchronised, "Wait for the GPU after each launch, inside its call");
  app.add_flag("--no-values", typed.noValues, "Record no shapes, shape-heap values and bytes");
}

/// An error sentence if `value` is neither `first` nor `second`; otherwise empty.
std::string notOneOf(const char* option, const std::string& value, const std::string& first,
                     const std::string& second) {
  if (value.empty() || value == first || value == second) return {};
  return std::string(option) + " must be " + first + " or " + second + ", not \"" + value + "\"";
}

bool isView(const std::string& name) { return viewOfName(QString::fromStdString(name)) != ViewId::None; }

/// The first invalid option value as an error sentence, or empty.
std::string problemOf(const TypedOptions& typed) {
  if (typed.engine != "builtin") return "--engine must be builtin, not \"" + typed.engine + "\"";
  if (auto text = notOneOf("--theme", typed.theme, "light", "dark"); !text.empty()) return text;
  if (auto text = notOneOf("--language", typed.language, "en", "zh_CN"); !text.empty()) return text;
  if (auto text = notOneOf("--allocator", typed.allocator, "pooled", "naive"); !text.empty()) return text;
  if (QSize size; !typed.size.empty() && !parseSize(typed.size, size))
    return "--size must be WIDTHxHEIGHT, for instance 1600x1000, not \"" + typed.size + "\"";
  if (typed.scale != 0 && (typed.scale < 0.5 || typed.scale > 4)) return "--scale must be between 0.5 and 4";
  const bool startPage = typed.view == "empty";
  if (!typed.view.empty() && !startPage && !isView(typed.view)) {
    std::string names = "empty";
    for (const ViewRow& row : viewRegistry()) names += std::string(" ") + row.name();
    return "there is no view \"" + typed.view + "\"; views: " + names;
  }
  const bool isOfPair = typed.view == viewName(ViewId::Diff) || typed.view == viewName(ViewId::Compare);
  if (isOfPair && typed.compared.empty()) return "--view " + typed.view + " needs --diff OLD NEW";
  if (!typed.compared.empty() && typed.run) return "--diff and --run exclude each other";
  const bool noFile = typed.files.empty() && typed.compared.empty();
  if (!typed.layout.empty() && findLayout(QString::fromStdString(typed.layout)) == nullptr)
    return "--layout must be all, read, profile, graph or bytes, not \"" + typed.layout + "\"";
  if (!typed.screenshot.empty() && noFile && !startPage && !typed.view.empty())
    return "--screenshot of a view needs a FILE";
  if (typed.run && noFile) return "--run needs a FILE";
  if (!typed.consts.empty() && noFile) return "--consts needs a FILE";
  if (typed.run && typed.files.size() > 2) return "--run takes FILE [FUNCTION]";
  return GivenOptions()
      .add(RunOption::Function, typed.files.size() > 1)
      .add(RunOption::Args, !typed.args.empty())
      .add(RunOption::Input, !typed.inputSpecs.empty())
      .add(RunOption::Script, !typed.script.empty())
      .conflict();
}

QString pathOf(const std::string& text) { return QString::fromLocal8Bit(text.c_str()); }

void takeWindowOptions(const TypedOptions& typed, WindowOptions& options) {
  for (size_t i = 0; i < typed.files.size(); ++i) {
    if (typed.run && i == 1) options.spec.calls.front().function = QString::fromStdString(typed.files[i]);
    else options.files.append(pathOf(typed.files[i]));
  }
  for (const std::string& path : typed.compared) options.compared.append(pathOf(path));
  options.run = typed.run;
  options.screenshot = pathOf(typed.screenshot);
  options.startPage = typed.view == "empty";
  options.view = viewOfName(QString::fromStdString(typed.view));
  options.layout = QString::fromStdString(typed.layout);
  options.theme = QString::fromStdString(typed.theme);
  options.language = QString::fromStdString(typed.language);
  if (!typed.size.empty()) parseSize(typed.size, options.size);
  if (typed.scale != 0) options.scale = typed.scale;
}

void takeRunOptions(const TypedOptions& typed, WindowOptions& options) {
  RunSpec& spec = options.spec;
  options.constants = pathOf(typed.consts);
  options.inputs = typed.inputSpecs;
  options.args = pathOf(typed.args);
  options.script = pathOf(typed.script);
  spec.instrument = nameKey(typed.instrument);
  for (const std::string& name : typed.skip) spec.skip.append(nameKey(name));
  for (const std::string& inputs : typed.inputs)
    options.inputsFiles.push_back(QFileInfo(pathOf(inputs)).absoluteFilePath().toStdString());
  spec.device = QString::fromStdString(typed.device);
  spec.allocator = QString::fromStdString(typed.allocator);
  spec.workerCommand = QString::fromStdString(typed.worker);
  for (const std::string& library : typed.libraries) spec.libraries.append(pathOf(library));
  spec.values = !typed.noValues;
  spec.reference = !typed.noReference;
  spec.minTimeSeconds = typed.minTime;
  spec.limits.timeSeconds = typed.timeout;
  if (typed.memory) {
    spec.limits.memoryBytes = *typed.memory;
    spec.limits.memoryDefault = false;
  }
  spec.limits.steps = typed.steps.value_or(spec.limits.steps);
  spec.limits.stackDepth = typed.stack.value_or(spec.limits.stackDepth);
}

}  // namespace

std::optional<int> parseWindowOptions(int argc, char** argv, WindowOptions& options) {
  CLI::App app{"Inspects, runs and profiles Relax VM executables.", "relaxscope"};
  TypedOptions typed;
  addWindowOptions(app, typed, options);
  addRunOptions(app, typed, options);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);
    return complain(error.what());
  }
  if (const std::string problem = problemOf(typed); !problem.empty()) return complain(problem);
  takeWindowOptions(typed, options);
  takeRunOptions(typed, options);
  return std::nullopt;
}

}  // namespace relaxscope
