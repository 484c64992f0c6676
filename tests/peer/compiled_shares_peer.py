# SPDX-License-Identifier: Apache-2.0
"""Shares of kernels in a compiled function, against timers in the C source of the same model (target c)."""
import csv
import os
import pathlib
import re
import statistics
import tempfile
import unittest

import numpy as np
import tvm
from tvm import relax
from tvm.support import cc

import rscope

# The generated source uses these functions of the runtime without a declaration.
PROTOTYPES = """
extern "C" {
int TVMBackendAnyListSetPackedArg(void* list, int index, void* args, int offset);
int TVMBackendAnyListResetItem(void* list, int index);
int TVMBackendAnyListMoveFromPackedReturn(void* list, int index, void* args, int offset);
}
"""
KERNELS, CALLS = 64, 1024  # of the file of times: per kernel a number of calls, then the nanoseconds of each
CLOCK = """
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
static double test_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}
static void test_add(int kernel, double ns) {
  static double* times = NULL;
  if (times == NULL)
    times = (double*)mmap(NULL, KERNELS * (CALLS + 1) * sizeof(double), PROT_READ | PROT_WRITE, MAP_SHARED,
                          open(getenv("TEST_KERNEL_TIMES"), O_RDWR), 0);
  double* const mine = times + kernel * (CALLS + 1);
  if (mine[0] < CALLS) mine[1 + (int)mine[0]++] = ns;
}
"""
TIMED = """
extern "C" TVM_DLL int32_t __tvm_ffi_{name}(void* self, void* args, int32_t count, void* result) {{
  const double begin = test_now();
  const int32_t code = test_untimed_{name}(self, args, count, result);
  test_add({index}, test_now() - begin);
  return code;
}}
"""
DEFINITION = re.compile(r"^TVM_DLL int32_t __tvm_ffi_((?!_)\w+)(\([^;{]*\) \{)$", re.MULTILINE)
# TVM 0.27 leaves the result of a call in a local variable, but reads it from the place after the arguments.
CALL = re.compile(r"(TVMFFIFunctionCall\(\w+, \(TVMFFIAny\*\) stack_ffi_any, (\d+), &(\w+)\) != 0\) \{\n    return -1;\n  \})")
RUNS = 200


def layers(*sizes):
    """Matrix products of different sizes, each followed by an activation; no two kernels are equal."""
    builder = relax.BlockBuilder()
    x = relax.Var("x", relax.TensorType((32, sizes[0]), "float32"))
    with builder.function("main", [x]):
        with builder.dataflow():
            value = x
            for i, (rows, columns) in enumerate(zip(sizes, sizes[1:])):
                weight = np.random.default_rng(i).standard_normal((rows, columns)).astype("float32") / rows
                value = builder.emit(relax.op.matmul(value, relax.const(weight)))
                value = builder.emit(relax.op.sigmoid(value))
            result = builder.emit_output(value)
        builder.emit_func_output(result)
    return builder.get()


class Compiler:
    """A compiler for export_library that puts a timer around each kernel.

    names: the kernels by index of their timer
    calls: the calls of builtins in main
    parts: the calls of builtins before each kernel in main, by name; no two kernels have the same number
    """

    def __init__(self):
        self.names, self.calls, self.parts = [], 0, {}

    def __call__(self, output, objects, **options):
        for path in map(pathlib.Path, objects):
            source = path.read_text() if path.suffix == ".c" else ""
            if DEFINITION.search(source):
                path.write_text(self.changed(source))
        cc.create_shared(output, objects, **{**options, "options": [*options.get("options", []), "-O2"]})

    def changed(self, source):
        at = source.index("void* __tvm_ffi__library_ctx")
        source = source[:at] + PROTOTYPES + source[at:]
        source = CALL.sub(r"\1\n  ((TVMFFIAny*)stack_ffi_any)[\2] = \3;", source)
        self.follow(source)
        self.names = [match[1] for match in DEFINITION.finditer(source)]
        source = DEFINITION.sub(r"static int32_t test_untimed_\1\2", source).replace('extern "C"\n#endif\nstatic', "#endif\nstatic")
        clock = f"#define KERNELS {KERNELS}\n#define CALLS {CALLS}\n" + CLOCK
        return source + clock + "".join(TIMED.format(name=name, index=i) for i, name in enumerate(self.names))

    def follow(self, source):
        """Sets `calls` and `parts`; main has no branches but those of errors."""
        main = re.search(r"^TVM_DLL int32_t __tvm_ffi___vmtir__main\([^;{]*\) \{\n(.*?)^\}", source, re.MULTILINE | re.DOTALL)[1]
        for call in re.finditer(r"TVMFFIFunctionCall\(|__tvm_ffi_((?!_)\w+)\(", main):
            if call[1]:
                assert self.calls not in self.parts.values(), "two kernels without a call between them"
                self.parts[call[1]] = self.calls
            else:
                self.calls += 1


class CompiledShares(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        built = relax.build(layers(8, 256, 8, 512), target=tvm.target.Target("c"), exec_mode="compiled")
        self.compiler = Compiler()
        self.path = str(self.folder / "timed.so")
        built.export_library(self.path, fcompile=self.compiler)
        # The timers are those of the same runs: kernels take other times in another process, by where their data is.
        self.times = self.folder / "times"
        os.environ["TEST_KERNEL_TIMES"] = str(self.times)
        self.x = np.random.default_rng(9).standard_normal((32, 8)).astype("float32")

    def timers(self):
        """Median nanoseconds of each kernel in the measured runs of the last profile by its timer, by name."""
        times = np.fromfile(self.times).reshape(KERNELS, CALLS + 1)
        return {name: float(np.median(times[i, 1:1 + int(times[i, 0])][-RUNS:])) for i, name in enumerate(self.compiler.names)}

    def recorded(self, *options):
        """Median nanoseconds of what compiled code does before, between and after its calls of builtins, in order."""
        np.zeros(KERNELS * (CALLS + 1)).tofile(self.times)
        path = self.folder / "events.csv"
        rscope.command("profile", self.path, "main", *rscope.write_arguments(self.folder, [self.x]), "--repeat", RUNS,
                       "--no-reference", "--no-values", "--csv", path, *options)
        runs = {}
        with open(path, newline="", encoding="utf-8") as file:
            for event in csv.DictReader(file):
                if event["kind"] == "compiled kernels" and event["run"].isdecimal():
                    runs.setdefault(event["run"], []).append(event)
        self.assertEqual(len(runs), RUNS)
        for events in runs.values():
            events.sort(key=lambda event: float(event["start_ns"]))
        times = [[float(event["duration_ns"]) for event in events] for events in runs.values()]
        return [statistics.median(part) for part in zip(*times, strict=True)]

    def test_shares_agree_with_timers_in_the_source(self):
        for options in ((), ("--precise",)):
            parts, timers = self.recorded(*options), self.timers()
            self.assertEqual(len(timers), 6)
            self.assertEqual(sorted(self.compiler.parts), sorted(timers))
            self.assertEqual(len(parts), self.compiler.calls + 1)
            # The kernels have nearly all of the time: no part without a kernel has a share worth naming.
            ours = {name: parts[part] / sum(parts) for name, part in self.compiler.parts.items()}
            self.assertGreater(sum(ours.values()), 0.98)
            for name, time in timers.items():
                share = time / sum(timers.values())
                with self.subTest(kernel=name, options=options):
                    self.assertLess(abs(ours[name] - share), 0.05, f"{ours[name]:.3f} in the profile, {share:.3f} by the timer")
