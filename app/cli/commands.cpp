// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands.h"

namespace relaxscope::cli {
namespace {

constexpr const char* kInspect = "Inspect (never runs code from the file, but for memory --probe)";
constexpr const char* kCompare = "Compare and read profiles (never runs code from the files)";
constexpr const char* kRun = "Run and profile (in a worker process)";

constexpr const char* kBuild = "Build (runs a compiler, nothing of the source)";

constexpr CommandRow kRows[] = {
    {"dump", kInspect, "Print the instructions of an executable", configureDump},
    {"stats", kInspect, "Print constants and functions as TVM's stats() does", configureStats},
    {"functions", kInspect, "Print the function table", configureFunctions},
    {"layers", kInspect, "Print repeated regions: layers, blocks, unrolled loops", configureLayers},
    {"constants", kInspect, "Print the constant pool, or save a constant", configureConstants},
    {"memory", kInspect, "Print the storages of functions, their lives and the peak", configureMemory},
    {"modules", kInspect, "Print the modules of a library with their kernels", configureModules},
    {"verify", kInspect, "Check an executable and report what is wrong with it", configureVerify},
    {"convert", kInspect, "Convert an executable to another form without loss", configureConvert},
    {"build", kBuild, "Build an executable from a Relax module in TVMScript", configureBuild},
    {"diff", kCompare, "Print what changed between two executables", configureDiff},
    {"compare", kCompare, "Compare the times of two profiles, with their uncertainty", configureCompare},
    {"export", kCompare, "Print the figures of a profile, or write it in other forms", configureExport},
    {"devices", kRun, "Print the devices a run can use", configureDevices},
    {"run", kRun, "Call a function and print its result", configureRun},
    {"time", kRun, "Call a function many times and print how long it takes", configureTime},
    {"profile", kRun, "Call a function and record where its time goes", configureProfile},
};

}  // namespace

std::span<const CommandRow> commandRows() { return kRows; }

}  // namespace relaxscope::cli
