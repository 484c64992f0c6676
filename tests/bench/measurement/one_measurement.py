#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Whether every front end measures the same, and whether intervals hold. Needs a build (--build, default build/release) and, for `region`,
TVM in this Python. Prints a line per program and a sum; exits with 1 where a limit is missed.

    one_measurement.py region              rscope time, exe.time() and TVM's time_evaluator, by number of arguments
    one_measurement.py intervals FILE...   20 invocations of rscope time per file: how many intervals hold the median of all
    one_measurement.py modes FILE...       five profiles per file chained and precise: the kernels' share (before a file: name=value of an argument)
    one_measurement.py copies FILE...      rscope diff --run of a file and its copies under paths of 8 to 200 characters
    one_measurement.py rows FILE...        five turns of exe.profile, each in a Python of its own, and rscope profile per file: how many rows agree
    one_measurement.py accuracy FILE...    10 profiles per file, each between two rscope time: how many accuracy intervals hold the ratio
    one_measurement.py lengths             default profiles of programs of 10 us to 3 s
"""
import argparse
import json
import os
import pathlib
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[3]
TURNS = 5


class Build:
    def __init__(self, folder):
        self.rscope = folder / "bin" / "rscope"
        os.environ["RELAXSCOPE_VM"] = str(next(folder.glob("lib/librelaxscope_vm.so")))
        sys.path.insert(0, str(ROOT / "vmcore" / "python"))

    def run(self, *arguments, check=True):
        done = subprocess.run([self.rscope, *map(str, arguments)], capture_output=True, text=True, check=False)
        if check and done.returncode not in (0, 1):
            sys.exit(f"rscope {' '.join(map(str, arguments))}: {done.stderr}")
        return done.stdout

    def json(self, *arguments):
        return json.loads(self.run(*arguments, "--json"))


def program(folder, arguments, calls):
    """A text executable of main with that many arguments, which it reads, and calls of a builtin."""
    names = [f"x{i}" for i in range(arguments)]
    lines = [f"@main({', '.join(names)}):"]
    register = arguments
    for i in range(calls):
        lines.append(f"  call vm.builtin.copy in: %{i % arguments} dst: %{register}")
        register += 1
    lines += [f"  ret %{register - 1}", "@vm.builtin.copy packed_func;", ""]
    path = folder / f"args{arguments}_calls{calls}.txt"
    path.write_text("\n".join(lines))
    return path


# ---- region ----


def region(build, _):
    import numpy as np
    import relaxscope
    import tvm
    from tvm import relax

    missed = 0
    with tempfile.TemporaryDirectory() as folder:
        for arguments in (1, 16, 50, 300):
            for calls in (1, 10, 100):
                path = program(pathlib.Path(folder), arguments, calls)
                values = [np.ones((2, 3), "float32") for _ in range(arguments)]
                exe, vm = relaxscope.open(path), relax.VirtualMachine(relaxscope.tvm_module(str(path)), tvm.cpu())
                given = [tvm.runtime.tensor(value) for value in values]
                inputs = [part for i in range(arguments) for part in ("--input", f"x{i}=float32[2,3]")]
                found = {"rscope": [], "python": [], "tvm": []}
                for _ in range(TURNS):
                    found["rscope"].append(build.json("time", path, "main", *inputs)["run_ns"]["median"])
                    found["python"].append(exe.time("main", *values).median_ns)
                    measured = vm.time_evaluator("main", tvm.cpu(), number=1, repeat=20, min_repeat_ms=1)(*given)
                    found["tvm"].append(1e9 * statistics.median(measured.results))
                medians = {name: statistics.median(times) for name, times in found.items()}
                middle = statistics.median(medians.values())
                limit = max(0.05 * middle, 15)
                good = max(medians.values()) - min(medians.values()) <= limit
                missed += not good
                print(f"{arguments:4} arguments {calls:4} calls: " + ", ".join(f"{name} {ns:9,.0f} ns" for name, ns in medians.items())
                      + f", apart {max(medians.values()) - min(medians.values()):6,.0f} of {limit:6,.0f}{'' if good else '  MISSED'}", flush=True)
    print(f"region: {missed} of 12 missed")
    return missed == 0


# ---- intervals ----


def intervals(build, files):
    held = total = 0
    for path in files:
        runs = [build.json("time", path)["run_ns"] for _ in range(20)]
        middle = statistics.median(run["median"] for run in runs)
        holds = sum(run["low_95"] <= middle <= run["high_95"] for run in runs)
        width = statistics.median(run["half_width_95"] for run in runs) / middle
        held, total = held + holds, total + len(runs)
        print(f"{path.name:40} {middle:12,.0f} ns ± {100 * width:4.1f} %: {holds} of {len(runs)} hold the median of all", flush=True)
    print(f"intervals: {held} of {total} ({100 * held / total:.0f} %)")
    return held >= 0.9 * total


# ---- rows ----


def agree(one, other):
    """Whether two figures with their 95 % half widths do not differ by more than the two together: as intervals of differences do."""
    return abs(one[0] - other[0]) <= (one[1] ** 2 + other[1] ** 2) ** 0.5


PROFILE = """import json, sys, relaxscope
profile = relaxscope.open(sys.argv[1]).profile("main", inputs=[], repeat=int(sys.argv[2]), warmup=int(sys.argv[3]))
print(json.dumps([len(profile.run_ns), [[row.callee, row.kind, row.self_ns, row.uncertainty_ns] for row in profile.rows.calls]]))
"""


def rows(build, files):
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "vmcore" / "python")}
    held = total = 0
    for path in files:
        good = seen = 0
        for _ in range(TURNS):
            ours = build.json("profile", path, "main")
            answer = subprocess.run([sys.executable, "-c", PROFILE, path, str(ours["runs"]), str(ours["warmup_runs"])], env=environment, check=True,
                                    capture_output=True).stdout
            runs, theirs = json.loads(answer)
            python = {(callee, kind): (ns, half) for callee, kind, ns, half in theirs}
            for row in ours["calls"]:
                other = python[row["callee"], row["kind"]]
                if None in (row["uncertainty_ns"], other[1]):
                    continue
                seen += 1
                good += agree((row["self_ns"] / ours["runs"], row["uncertainty_ns"] / ours["runs"]), (other[0] / runs, other[1] / runs))
        held, total = held + good, total + seen
        print(f"{str(path)[-40:]:40} {good} of {seen} rows agree", flush=True)
    print(f"rows: {held} of {total} agree ({100 * held / total:.0f} %)")
    return held >= 0.9 * total


# ---- accuracy ----


def accuracy(build, files):
    held = total = 0
    for path in files:
        good, ratios = 0, []
        for _ in range(10):
            before = build.json("time", path)["run_ns"]["median"]
            profile = build.json("profile", path)
            after = build.json("time", path)["run_ns"]["median"]
            ratio = 2 * profile["run_ns"]["median"] / (before + after)
            within = profile["accuracy"]
            total += 1
            good += within is not None and within["low"] <= ratio <= within["high"]
            ratios.append(f"{ratio:.3f} {'-' if within is None else '[%.3f, %.3f]' % (within['low'], within['high'])}")
        held += good
        print(f"{str(path)[-40:]:40} {good} of 10 hold the ratio to rscope time: {', '.join(ratios)}", flush=True)
    print(f"accuracy: {held} of {total}")
    return held >= 0.9 * total


# ---- modes ----


def modes(build, files):
    missed, inputs = 0, []
    for path in files:
        if "=" in str(path):
            inputs = ["--input", path]
            continue
        shares = {}
        for mode in ((), ("--precise",)):
            profiles = [build.json("profile", path, *inputs, "--processes", 1, *mode) for _ in range(TURNS)]
            shares[mode] = [100 * profile["time_by_kind"]["kernel"] for profile in profiles]
        inputs = []
        chained, precise = map(statistics.median, shares.values())
        missed += abs(chained - precise) > 3
        print(f"{str(path)[-40:]:40} kernels {chained:.1f} % chained, {precise:.1f} % precise" + ("  MISSED" if abs(chained - precise) > 3 else ""), flush=True)
    print(f"modes: {missed} missed")
    return missed == 0


# ---- copies ----


def copies(build, files):
    marks = rows = odd = trials = 0
    with tempfile.TemporaryDirectory() as folder:
        for trial in range(max(1, 40 // len(files))):
            for path in files:
                pair = []
                for side in range(2):
                    length = random.randint(8, 200)
                    name = f"{trial}{side}".ljust(max(3, length - len(folder) - 1), "x")[:200] + path.suffix
                    pair.append(pathlib.Path(folder) / name)
                    shutil.copy(path, pair[-1])
                times = json.loads(build.run("diff", "--run", *pair, "--json"))["run"]
                trials += 1
                marks += times["run_ns"]["mark"] not in ("=", "")
                found = [row["mark"] for row in times["rows"]]
                rows += len(found)
                odd += sum(mark not in ("=", "") for mark in found)
                for each in pair:
                    each.unlink()
                print(f"trial {trials}: {path.name}: run {times['run_ns']['mark']!r}, rows {[mark for mark in found if mark != '=']}", flush=True)
    print(f"copies: the run in {marks} of {trials} trials, rows {odd} of {rows}")
    return marks <= trials / 10 and odd <= 0.05 * rows


# ---- lengths ----

SPINNER = """#include <time.h>
#include <tvm/ffi/c_api.h>
extern "C" __attribute__((visibility("default"))) int __tvm_ffi_spin(void*, const TVMFFIAny* args, int32_t, TVMFFIAny*) {
  timespec now, end;
  clock_gettime(CLOCK_MONOTONIC, &end);
  long ns = end.tv_nsec + args[0].v_int64;
  end.tv_sec += ns / 1000000000, end.tv_nsec = ns % 1000000000;
  do clock_gettime(CLOCK_MONOTONIC, &now);
  while (now.tv_sec < end.tv_sec || (now.tv_sec == end.tv_sec && now.tv_nsec < end.tv_nsec));
  return 0;
}
"""


def lengths(build, _):
    import tvm_ffi

    missed = 0
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "spin.cc").write_text(SPINNER)
        subprocess.run(["c++", "-std=c++17", "-shared", "-fPIC", "-O1", *[f"-I{path}" for path in tvm_ffi.libinfo.include_paths()],
                        "-o", folder / "spin.so", folder / "spin.cc"], check=True)
        for seconds in (1e-5, 1e-3, 0.1, 0.3, 0.5, 1, 1.5, 1.9, 2.1, 2.5, 3):
            path = folder / "program.txt"
            path.write_text(f"@main(n):\n  call spin in: %0 dst: %1\n  ret %1\n@spin packed_func;\n")
            start = time.monotonic()
            found = build.json("profile", path, "main", "--load", folder / "spin.so", "--input", str(int(seconds * 1e9)))
            took = time.monotonic() - start
            accuracy = found["accuracy"]
            good = took <= 20 or found["runs"] <= 3
            missed += not good
            print(f"{seconds * 1e3:8,.2f} ms: {took:5.1f} s, {found['runs']} rounds, "
                  f"{accuracy['processes'] if accuracy else '-'} processes{'' if good else '  MISSED'}"
                  + ("" if accuracy else f" ({found['accuracy_reason']})"), flush=True)
    print(f"lengths: {missed} missed")
    return missed == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("region", "intervals", "rows", "accuracy", "modes", "copies", "lengths"))
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build" / "release")
    given = parser.parse_args()
    if given.what not in ("region", "lengths") and not given.files:
        parser.error(f"{given.what} needs files")
    sys.exit(0 if globals()[given.what](Build(given.build.resolve()), given.files) else 1)


if __name__ == "__main__":
    main()
