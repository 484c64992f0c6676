// SPDX-License-Identifier: Apache-2.0
// diff_trial MODE COUNT SEED [--only NUMBER] [--write PREFIX] [--all] PATH...
// diff_trial renumbered SEED FILE OUT
//
// MODE is renumber: COUNT renumbered executables must be the same; or edit, two, three: edited ones, whose edits must
// be found at their place and as one of the kinds that they may be, 95 % of single ones and 90 % of others, and must
// never be the same. Executables are those of the paths and generated ones. The first form prints trials that failed
// with what the diff said, and a table by kind of edit: how many were found, and as the right kind; on average, how
// many instructions the largest change at the place has, and how many changes there are elsewhere that do not follow
// from others. --only replays one trial; --write stores its executables as PREFIX.old and PREFIX.now; --all prints all,
// and those that were found with many changes elsewhere.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "tests/diff/trial.h"
#include "tests/diff/verdict.h"
#include "vmcore/format/vm/vm_executable.h"

namespace {

using namespace relaxscope;
using namespace relaxscope::test;

constexpr size_t kGenerated = 90;
constexpr size_t kPrintedPerKind = 3;  ///< trials that failed
constexpr size_t kPrintedLines = 12;   ///< of a diff
constexpr size_t kManyElsewhere = 20;

struct Options {
  size_t edits = 0;
  uint64_t count = 0, seed = 1;
  std::optional<uint64_t> only;
  std::string write;
  bool all = false;
  std::vector<std::string> paths;
};

std::optional<Options> parsed(int argc, char** argv) {
  if (argc < 4) return std::nullopt;
  Options options;
  const std::string_view mode = argv[1];
  constexpr std::array<std::string_view, 4> kModes{"renumber", "edit", "two", "three"};
  while (options.edits < kModes.size() && kModes[options.edits] != mode) ++options.edits;
  if (options.edits == kModes.size()) return std::nullopt;
  options.count = std::strtoull(argv[2], nullptr, 10);
  options.seed = std::strtoull(argv[3], nullptr, 10);
  for (int i = 4; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == "--all") options.all = true;
    else if (word == "--only" && i + 1 < argc) options.only = std::strtoull(argv[++i], nullptr, 10);
    else if (word == "--write" && i + 1 < argc) options.write = argv[++i];
    else options.paths.emplace_back(word);
  }
  return options;
}

void write(const Executable& executable, const std::string& path) {
  const std::vector<uint8_t> bytes = writeVmExecutable(executable);
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

struct Row {
  size_t trials = 0, found = 0, right = 0, same = 0, printed = 0;
  size_t width = 0, elsewhere = 0;  ///< sums of the verdicts
};

class Trials {
 public:
  explicit Trials(Options options) : options_(std::move(options)), samples_(samplesOf(options_.paths)) {
    for (Sample& sample : generatedSamples(kGenerated)) samples_.push_back(std::move(sample));
  }

  int run() {
    std::printf("%zu executables\n", samples_.size());
    const uint64_t first = options_.only.value_or(0);
    uint64_t made = 0;
    for (uint64_t number = first; made < options_.count && number < first + options_.count * 20; ++number) {
      const auto trial = makeTrial(samples_, number, options_.seed, options_.edits);
      if (trial) {
        ++made;
        one(*trial, number);
      }
      if (options_.only) break;
    }
    return options_.edits == 0 ? finishRenumbered(made) : finishEdited();
  }

 private:
  void one(const TrialPair& trial, uint64_t number) {
    if (!options_.write.empty()) {
      write(*trial.old, options_.write + ".old");
      write(*trial.now, options_.write + ".now");
    }
    const auto diff = diffExecutables({trial.old, nullptr}, {trial.now, nullptr});
    if (!diff.ok()) {
      ++failures_;
      std::printf("trial %llu, %s: %s\n", static_cast<unsigned long long>(number), trial.sample.c_str(),
                  diff.error().text().c_str());
      return;
    }
    if (const std::string problem = rowProblem(*diff, *trial.old, *trial.now); !problem.empty()) {
      ++failures_;
      std::printf("trial %llu, %s: %s\n", static_cast<unsigned long long>(number), trial.sample.c_str(),
                  problem.c_str());
    }
    if (options_.edits == 0) return renumbered(trial, *diff, number);
    for (const Edit& edit : trial.edits) {
      const Verdict verdict = verdictOf(*diff, edit, *trial.old, *trial.now, trial.places);
      for (Row* row : {&rows_[static_cast<size_t>(edit.kind)], edit.neverRuns ? &neverRuns_ : nullptr, &total_})
        if (row != nullptr) count(*row, verdict, diff->same);
      Row& row = rows_[static_cast<size_t>(edit.kind)];
      const bool notable =
          !verdict.right || diff->same || options_.only || (options_.all && verdict.elsewhere > kManyElsewhere);
      if (notable && (options_.all || row.printed++ < kPrintedPerKind))
        print(trial, *diff, number, fmt::format("{}, {}", editKindName(edit.kind), edit.text), verdict);
    }
  }
  static void count(Row& row, const Verdict& verdict, bool same) {
    ++row.trials;
    row.found += verdict.found ? 1 : 0;
    row.right += verdict.right ? 1 : 0;
    row.same += same ? 1 : 0;
    row.width += verdict.width;
    row.elsewhere += verdict.elsewhere;
  }
  void renumbered(const TrialPair& trial, const ExecutableDiff& diff, uint64_t number) {
    const bool same = diff.same;
    if (!same) ++failures_;
    if (same && !options_.only) return;
    if (options_.all || options_.only || total_.printed++ < 4 * kPrintedPerKind)
      print(trial, diff, number, "renumbered", {});
    for (const std::string& each : trial.renumbered)
      if (options_.only) std::printf("    %s\n", each.c_str());
  }
  void print(const TrialPair& trial, const ExecutableDiff& diff, uint64_t number, const std::string& what,
             const Verdict& verdict) const {
    std::printf("%s: trial %llu of %s%s, %s\n", verdict.right && !diff.same ? "found" : "FAILED",
                static_cast<unsigned long long>(number), trial.sample.c_str(),
                trial.renumbered.empty() || trial.edits.empty() ? "" : ", renumbered", what.c_str());
    if (verdict.found) {
      std::string kinds;
      for (const ChangeKind kind : verdict.reported) kinds += std::string(" ") + changeKindName(kind);
      std::printf("    at its place:%s\n", kinds.c_str());
    }
    for (const std::string& line : linesOf(diff, *trial.old, *trial.now, options_.only ? 200 : kPrintedLines))
      std::printf("    %s\n", line.c_str());
  }
  int finishRenumbered(uint64_t made) const {
    std::printf("%llu renumbered executables, seed %llu: %zu are not the same\n", static_cast<unsigned long long>(made),
                static_cast<unsigned long long>(options_.seed), failures_);
    return failures_ == 0 ? 0 : 1;
  }
  int finishEdited() const {
    std::printf("%-24s %6s %6s %6s %6s %6s %7s %6s\n", "edit", "trials", "found", "kind", "same", "%", "instrs",
                "else");
    const auto print = [](const char* name, const Row& row) {
      const auto trials = static_cast<double>(std::max<size_t>(row.trials, 1));
      std::printf("%-24s %6zu %6zu %6zu %6zu %6.1f %7.1f %6.2f\n", name, row.trials, row.found, row.right, row.same,
                  100.0 * static_cast<double>(row.right) / trials, static_cast<double>(row.width) / trials,
                  static_cast<double>(row.elsewhere) / trials);
    };
    for (size_t i = 0; i < kEditKinds; ++i) print(editKindName(static_cast<EditKind>(i)), rows_[i]);
    print("of code that never runs", neverRuns_);
    print("all", total_);
    const double wanted = options_.edits == 1 ? 0.95 : 0.90;
    const bool enough = static_cast<double>(total_.right) >= wanted * static_cast<double>(total_.trials);
    return enough && total_.same == 0 && failures_ == 0 ? 0 : 1;
  }

  Options options_;
  std::vector<Sample> samples_;
  std::array<Row, kEditKinds> rows_;
  Row neverRuns_, total_;
  size_t failures_ = 0;
};

int renumberOne(uint64_t seed, const std::string& file, const std::string& out) {
  const std::vector<std::string> paths{file};
  const std::vector<Sample> samples = samplesOf(paths);
  if (samples.empty()) {
    std::fprintf(stderr, "diff_trial: %s: cannot take apart\n", file.c_str());
    return 2;
  }
  write(*makeTrial(samples, 0, seed, 0)->now, out);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 5 && std::string_view(argv[1]) == "renumbered")
    return renumberOne(std::strtoull(argv[2], nullptr, 10), argv[3], argv[4]);
  const auto options = parsed(argc, argv);
  if (!options) {
    std::fprintf(
        stderr,
        "usage: diff_trial renumber|edit|two|three COUNT SEED [--only NUMBER] [--write PREFIX] [--all] PATH...\n");
    return 2;
  }
  return Trials(*options).run();
}
