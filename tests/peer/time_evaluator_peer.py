# SPDX-License-Identifier: Apache-2.0
"""TVM's time_evaluator, driven through our VM, against `rscope time` of the same library."""
import json
import math
import pathlib
import statistics
import tempfile
import unittest

import numpy as np
import tvm
from tvm import relax
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

import rscope
from drop_in import own_function
from relax_programs import TARGET

TURNS, REPEATS = 5, 20


@I.ir_module
class Chain:
    """A kernel whose steps wait for each other: its time depends neither on where its data is nor on other threads."""

    @T.prim_func
    def chain(x: T.Buffer((1,), "float32"), y: T.Buffer((1,), "float32")):
        T.func_attr({"tirx.noalias": True})
        y[0] = x[0]
        for _ in range(100000):
            y[0] = y[0] * T.float32(0.999) + x[0]

    @R.function
    def main(x: R.Tensor((1,), "float32")) -> R.Tensor((1,), "float32"):
        cls = Chain
        return R.call_tir(cls.chain, (x,), out_ty=R.Tensor((1,), "float32"))


def interval_of_median(times):
    """Median of at least six times and half its 95 % interval by the sign test."""
    ordered, count = sorted(times), len(times)
    below = next(k for k in range(count) if sum(math.comb(count, i) for i in range(k + 1)) / 2**count > 0.025)
    low, high = ordered[below], ordered[count - 1 - below]
    return statistics.median(ordered), (high - low) / 2


class TimeEvaluator(unittest.TestCase):
    def test_agrees_with_rscope_time(self):
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            path = folder / "chain.so"
            relax.build(Chain, tvm.target.Target(TARGET)).export_library(str(path))
            vm = relax.VirtualMachine(own_function("load_executable")(str(path)), tvm.cpu())
            x = np.ones(1, "float32")
            arguments = rscope.write_arguments(folder, [x])
            theirs, ours = [], []
            for _ in range(TURNS):
                measured = vm.time_evaluator("main", tvm.cpu(), number=1, repeat=REPEATS)(tvm.runtime.tensor(x))
                theirs.append(interval_of_median([1e9 * second for second in measured.results]))
                printed = json.loads(rscope.command("time", path, "main", *arguments, "--repeat", REPEATS, "--json"))
                ours.append((printed["run_ns"]["median"], printed["run_ns"]["half_width_95"]))
        ranges = [(min(median - half for median, half in each), max(median + half for median, half in each)) for each in (theirs, ours)]
        print(f"time_evaluator {ranges[0]} ns, rscope time {ranges[1]} ns")
        self.assertLess(max(low for low, _ in ranges), min(high for _, high in ranges), "the intervals have no time in common")
        medians = [statistics.median(median for median, _ in each) for each in (theirs, ours)]
        self.assertLess(abs(medians[0] / medians[1] - 1), 0.1)
        self.assertGreater(medians[1], 100_000, "the kernel was not optimised away")
