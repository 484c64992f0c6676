// SPDX-License-Identifier: Apache-2.0
// diff_bench [NAME]: processor time and memory of diffs of large executables beside git's diff of their texts. The new
// executable is edited, then its registers are numbered again as a compiler does; lines that git reports more than for
// the edits alone are renumbering only.
#include <fmt/format.h>
#include <time.h>

#include <cstdio>
#include <fstream>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tests/bench/diff_programs.h"
#include "tests/bench/large_program.h"
#include "tests/support/mutate/bulk_edits.h"
#include "vmcore/analysis/diff/diff.h"
#include "vmcore/analysis/function_facts.h"
#include "vmcore/analysis/memory/plan.h"
#include "vmcore/export/exporter.h"
#include "vmcore/model/exec_builder.h"

namespace {

using namespace relaxscope;
using namespace relaxscope::bench;
using test::Draft;

/// A line of /proc/self/status in bytes.
double status(const std::string& name) {
  std::ifstream file("/proc/self/status");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with(name)) return std::stod(line.substr(name.size())) * 1024;
  return 0;
}
/// Processor time of all threads, so that other work of the machine does not count.
double processorSeconds() {
  timespec now{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}
/// Starts the peak of this process anew.
void resetPeak() { std::ofstream("/proc/self/clear_refs") << "5"; }

struct Changed {
  double seconds = 0;
  size_t lines = 0;
};
/// git's diff of two texts.
Changed gitDiff(const std::string& old, const std::string& now) {
  const std::string out = scratchFolder() + "/git.diff";
  const std::string command =
      fmt::format("git diff --no-index --no-ext-diff --no-color {} {} || test $? = 1", old, now);
  const auto measured = runProcess({"/bin/sh", "-c", command}, out);
  Changed changed;
  if (!measured) return changed;
  changed.seconds = measured->seconds;
  std::ifstream file(out);
  for (std::string line; std::getline(file, line);)
    if ((line.starts_with('+') || line.starts_with('-')) && !line.starts_with("+++") && !line.starts_with("---"))
      ++changed.lines;
  return changed;
}

void writeText(const Executable& executable, const std::string& path) {
  std::ofstream file(path, std::ios::binary);
  std::vector<std::string> warnings;
  writeTvmText(
      executable, {},
      [&](std::string_view piece) {
        return static_cast<bool>(file.write(piece.data(), static_cast<std::streamsize>(piece.size())));
      },
      warnings);
}

/// Seconds of the memory plans of all bytecode functions, which a diff compares too.
double planSeconds(const Executable& executable) {
  const double start = processorSeconds();
  const FunctionFacts facts(executable);
  for (size_t i = 0; i < executable.functions.size(); ++i)
    if (executable.functions[i].isBytecode()) (void)memoryPlan(facts, FuncIndex(static_cast<int64_t>(i)), {});
  return processorSeconds() - start;
}

struct Case {
  const char* name;
  std::function<Executable()> program;
  std::function<size_t(Draft&, fuzz::Random&)> edit;
  bool texts = true;
};

std::vector<Case> cases() {
  const auto share = [](size_t oneIn) {
    return [oneIn](Draft& draft, fuzz::Random& random) { return editMany(draft, oneIn, random); };
  };
  constexpr int64_t kInstructions = 100'000;
  std::vector<Case> all;
  const auto add = [&](const char* name, std::function<Executable()> program) {
    all.push_back({name, program, [](Draft&, fuzz::Random&) { return size_t{0}; }});
    all.push_back({name, program, share(100)});
    all.push_back({name, program, share(10)});
    all.push_back({name, program, share(2)});
  };
  add("straight-line", [] { return straightLine(kInstructions); });
  add("1,000 functions", [] { return manyFunctions(1000, kInstructions / 1000); });
  add("repeated layer", [] { return repeatedLayer(8000); });
  add("all alike", [] { return alike(kInstructions); });
  add("random", [] { return randomNetwork(kInstructions); });
  all.push_back({"nothing alike", [] { return straightLine(kInstructions); },
                 [](Draft& draft, fuzz::Random&) {
                   draft = *Draft::of(alike(kInstructions));
                   return draft.bodies[0].code.size();
                 }});
  all.push_back({"1,000 renamed", [] { return manyFunctions(1000, kInstructions / 1000); },
                 [](Draft& draft, fuzz::Random&) {
                   renameFunctions(draft);
                   return draft.bodies.size();
                 }});
  all.push_back({"64 MiB constant", [] { return largeConstant(64 << 20); },
                 [](Draft& draft, fuzz::Random&) {
                   auto& tensor = std::get<TensorConstant>(draft.tables.constants[0].value);
                   std::vector<uint8_t> data(tensor.data.span().begin(), tensor.data.span().end());
                   data[data.size() / 2] ^= 1;
                   tensor.data = Bytes::own(std::move(data));
                   return size_t{1};
                 },
                 false});
  return all;
}

void run(const Case& row) {
  fuzz::Random random(7);
  Executable original = row.program();
  formalizeRegisters(original);
  auto draft = Draft::of(original);
  if (!draft) return static_cast<void>(std::printf("%s: cannot be taken apart\n", row.name));
  const size_t edits = row.edit(*draft, random);
  const auto edited = draft->build();
  auto renumbered = std::make_shared<Executable>(edited);
  formalizeRegisters(*renumbered);
  const auto old = std::make_shared<Executable>(std::move(original));

  resetPeak();
  const double before = status("VmRSS:");
  const double start = processorSeconds();
  const auto diff = diffExecutables({old, nullptr}, {renumbered, nullptr});
  const double seconds = processorSeconds() - start;
  const double memory = (status("VmHWM:") - before) / (1 << 20);
  size_t changes = 0;
  if (diff.ok())
    for (const FunctionPair& pair : diff->functions) changes += pair.changes.size();

  Changed all, genuine;
  if (row.texts) {
    const std::string folder = scratchFolder();
    writeText(*old, folder + "/old.txt");
    writeText(edited, folder + "/edited.txt");
    writeText(*renumbered, folder + "/now.txt");
    all = gitDiff(folder + "/old.txt", folder + "/now.txt");
    genuine = gitDiff(folder + "/old.txt", folder + "/edited.txt");
  }
  const double plans = planSeconds(*old) + planSeconds(*renumbered);
  std::printf("%-16s %8zu %8zu %8.3f s %8.3f s %7.0f MiB %8zu %10.3f s %9zu %9zu  %s\n", row.name, old->code.size(),
              edits, seconds, plans, memory, changes, all.seconds, all.lines,
              all.lines - std::min(all.lines, genuine.lines),
              diff.ok() ? (diff->same ? "same" : "different") : diff.error().text().c_str());
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  std::printf("%-16s %8s %8s %10s %10s %11s %8s %12s %9s %9s\n", "program", "instrs", "edits", "diff", "of plans",
              "memory", "changes", "git diff", "lines", "renumbered");
  for (const Case& row : cases())
    if (argc < 2 || std::string(row.name).find(argv[1]) != std::string::npos) run(row);
  return 0;
}
