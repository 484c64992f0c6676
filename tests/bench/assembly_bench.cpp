// SPDX-License-Identifier: Apache-2.0
// assembly_bench [INSTRUCTIONS]: writes and reads the forms of `convert` for one program of a million instructions:
// calls of 200 functions, constants, a jump every 50 instructions. Prints medians of three rounds in processor time,
// which other programs do not affect. Reading includes writing the bytes for comparison.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>

#include "vmcore/format/assembly/assembly.h"
#include "vmcore/format/json/json_form.h"
#include "vmcore/format/vm/vm_executable.h"
#include "vmcore/model/builder.h"

namespace {

using namespace relaxscope;

Executable program(int64_t instructions) {
  constexpr int64_t kCallees = 200, kRegisters = 64, kBlock = 50;
  ExecutableBuilder b;
  b.beginFunction("main", {"x", "y"});
  b.addConstant(ShapeConstant{{1, 2, 3}});
  for (int64_t i = 0; i + 1 < instructions; ++i) {
    if (i % kBlock == kBlock - 1) {
      b.emitIf(i % kRegisters, 1 + i % (instructions - i));
      continue;
    }
    b.emitCall(fmt::format("vm.kernel_{}", i % kCallees),
               {b.r(i % kRegisters), b.r((i + 7) % kRegisters), b.imm(i), b.c(ConstIndex(0))}, 2 + i % kRegisters);
  }
  b.emitRet(0);
  return b.finish();
}

double seconds(std::clock_t since) { return static_cast<double>(std::clock() - since) / CLOCKS_PER_SEC; }

struct Times {
  std::vector<double> write, read;
  size_t bytes = 0;
};
double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

template <class Write, class Read>
void measure(const char* name, Write&& write, Read&& read) {
  Times times;
  for (int round = 0; round < 3; ++round) {
    std::string text;
    const TextSink sink = [&](std::string_view piece) {
      text += piece;
      return true;
    };
    const std::clock_t begin = std::clock();
    write(sink);
    times.write.push_back(seconds(begin));
    times.bytes = text.size();
    const std::clock_t middle = std::clock();
    if (!read(text)) {
      fmt::print("{}: what was written is not read\n", name);
      std::exit(1);
    }
    times.read.push_back(seconds(middle));
  }
  fmt::print("  {:<8}{:8.1f} MB   written in {:6.3f} s   read in {:6.3f} s\n", name,
             static_cast<double>(times.bytes) / 1e6, median(times.write), median(times.read));
}

}  // namespace

int main(int argc, char** argv) {
  const int64_t instructions = argc > 1 ? std::max(1000L, std::atol(argv[1])) : 1'000'000;
  const Executable executable = program(instructions);
  const std::vector<uint8_t> bytes = writeVmExecutable(executable);
  fmt::print("forms of {} instructions ({:.1f} MB of bytes)\n", instructions, static_cast<double>(bytes.size()) / 1e6);
  for (const auto& [name, form] : {std::pair{"text", AssemblyForm::Text}, std::pair{"python", AssemblyForm::Python}})
    measure(
        name, [&, form = form](const TextSink& sink) { writeAssembly(executable, form, {}, sink); },
        [&, form = form](const std::string& text) {
          const Assembled back = assemble(text, form);
          return back.executable && writeVmExecutable(*back.executable) == bytes;
        });
  measure(
      "json", [&](const TextSink& sink) { (void)writeJsonForm(executable, "", sink).ok(); },
      [&](const std::string& text) {
        const auto back = readJsonForm(Bytes::copyOf(text), "x.json");
        return back.ok() && writeVmExecutable(*back) == bytes;
      });
}
