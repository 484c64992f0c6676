# SPDX-License-Identifier: Apache-2.0
"""rscope build --builder tvm: the installed TVM builds what rscope has read, and never evaluates a text of the user."""
import importlib.util
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import numpy as np
import tvm
from tvm import relax
from tvm.script import ir, relax as script, tirx

import rscope
from values import difference, from_tvm, to_tvm

ROOT = pathlib.Path(__file__).parents[2]
CASES = ROOT / "tests/data/build"
SCRIPT = ROOT / "vmcore/python/tvm_builder/relaxscope_tvm_build.py"

MODULE = """
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 3), dtype="float32"), w: R.Tensor((4, 5), dtype="float32")):
        with R.dataflow():
            y = {first}


            z = {second}
            R.output(z)
        return z
"""
HOSTILE = [  # expressions that Python would evaluate
    '__import__("os").mkdir("{mark}")', 'R.Tensor((__import__("os").mkdir("{mark}"),), "float32")', 'eval("1")',
    'R.parser.tvm.runtime.load_module("x")', 'R.print.__globals__["os"].mkdir("{mark}")', "R.emit_te(x, x)",
    "R.call_py_func(x)", "R.nn.nn.Expr(x)", "T.call_kernel(x)", "T.cuda.func_call(x)", "I.entry.os(x)", "(lambda: 1)()", "[y for y in x]",
    "x.__class__", 'open("{mark}", "w")', 'R.zeros(R.Tensor(("__import__(\'os\').mkdir(\'{mark}\')",), "float32"), "float32")',
    'R.add(x, f"{{x}}")', "(z := x)", "getattr(R, 'x')(x)", "R.dist.Any(x)", "tvm.runtime.load_module(x)"]


def check_source(text):
    spec = importlib.util.spec_from_file_location("relaxscope_tvm_build", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    try:
        module.SourceCheck(text, {"R": script, "T": tirx, "I": ir}).run()
    except module.Refused as refused:
        return str(refused)
    return None


class TvmBuilder(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)

    def build(self, source, out, *options, python=sys.executable):
        """(exit code, standard output, standard error)."""
        done = subprocess.run([rscope.BINARY, "build", source, *(["-o", self.folder / out] if out else []), "--python", python, *map(str, options)],
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120, check=False,
                              env={**os.environ, "TMPDIR": str(self.folder)})
        self.assertEqual(list(self.folder.glob("relaxscope-tvm-*")), [], "its temporary folder remains")
        return done.returncode, done.stdout, done.stderr

    def source(self, first="R.nn.relu(x)", second="R.exp(y)"):
        path = self.folder / "source.py"
        path.write_text(MODULE.format(first=first, second=second))
        return path

    def test_operators_that_the_own_builder_leaves_to_tvm(self):
        code, report, words = self.build(CASES / "operators/source.py", "model.so", "--json", "--dump-stages", self.folder / "stages")
        self.assertEqual(code, 0, words)
        self.assertIn(f"TVM {tvm.__version__} builds it: line 11: operator R.matmul", words)
        report = json.loads(report)
        self.assertEqual((report["builder"], report["diagnostics"], report["failed"]), ("tvm", [], None))
        self.assertIn("R.matmul", report["builder_reason"])
        stages = {stage["pass"]: stage for stage in report["stages"]}
        self.assertTrue(stages["LegalizeOps"]["changed"] and not stages["DispatchSortScan"]["changed"])
        self.assertIn("shape_func", stages["VMShapeLower"]["functions"])
        files = sorted(path.name for path in (self.folder / "stages").iterdir())
        self.assertEqual(len(files), 1 + sum(stage["changed"] for stage in report["stages"]))
        self.assertIn("00_parsed.py", files)
        rng = np.random.default_rng(1)
        arguments = [rng.standard_normal(shape).astype("float32") for shape in ((7, 8), (8, 12), (12,), (12,))]
        vm = relax.VirtualMachine(tvm.runtime.load_module(str(self.folder / "model.so")), tvm.cpu())
        expected = from_tvm(vm["main"](*map(to_tvm, arguments)))
        self.assertIsNone(difference(expected, rscope.run(self.folder / "model.so", "main", arguments)))
        code, _, words = self.build(CASES / "operators/source.py", "fewer.so", "-O1")
        self.assertEqual(code, 0, words)
        self.assertIsNone(difference(expected, rscope.run(self.folder / "fewer.so", "main", arguments)))

    def test_same_executable_as_the_own_builder(self):
        for name in ("constants", "dynamic_mlp", "if_else", "closure", "prim_values", "upper_bound"):
            consts = CASES / name / "consts.npz"
            options = ("--consts", consts) if consts.exists() else ()
            with self.subTest(name):
                for builder in ("own", "tvm"):
                    code, _, words = self.build(CASES / name / "source.py", f"{builder}.bin", "--builder", builder, *options)
                    self.assertEqual(code, 0, words)
                self.assertEqual((self.folder / "own.bin").read_bytes(), (self.folder / "tvm.bin").read_bytes())

    def test_the_own_builder_is_used_where_it_takes_the_module(self):
        code, report, words = self.build(CASES / "static_mlp/source.py", "model.bin", "--json", python="/nonexistent")
        self.assertEqual((code, json.loads(report)["builder"]), (0, "own"), words)

    def test_errors_have_their_place_in_the_source(self):
        for second in ("R.matmul(y,   w)", "R.no_such_operator(y)", 'R.parser.tvm.runtime.load_module("x")'):
            with self.subTest(second):
                code, _, words = self.build(self.source(second=second), "model.so")
                self.assertEqual(code, 2)
                self.assertIn("source.py:10:13: error: ", words)
                self.assertIn(" [tvm]", words)
                self.assertFalse((self.folder / "model.so").exists())

    def test_no_text_is_evaluated(self):
        mark = self.folder / "evaluated"
        self.assertIsNone(check_source(MODULE.format(first="R.nn.relu(x)", second="R.exp(y)")))
        for expression in HOSTILE:
            with self.subTest(expression):
                text = expression.format(mark=mark)
                self.assertIsNotNone(check_source(MODULE.format(first="R.nn.relu(x)", second=text)))
                code, _, words = self.build(self.source(second=text), "model.so", "--builder", "tvm")
                self.assertEqual(code, 2, words)
                self.assertFalse(mark.exists())

    def test_failures_of_the_process_are_one_message(self):
        for python, options, words in (
                ("/nonexistent", (), "/nonexistent cannot be started: No such file or directory"),
                ("/bin/false", (), "/bin/false ended with exit code 1"),
                ("/bin/echo", (), "sent what is no event"),
                (sys.executable, ("--compiler-limit", "0.2"), "reached the time limit of 0.2 s"),
                (sys.executable, ("--mcpu", "no-such-cpu"), "LLVM knows no CPU"),
                (sys.executable, ("--cc", "/bin/false"), "Compilation error")):
            with self.subTest(python=python, options=options):
                code, _, found = self.build(self.source(), "model.so", "--builder", "tvm", *options, python=python)
                self.assertEqual((code, found.count("\n")), (2, 1), found)
                self.assertIn(words, found)
                self.assertFalse((self.folder / "model.so").exists())

    def test_a_killed_python(self):
        killer = self.folder / "killed"
        killer.write_text("#!/bin/sh\nkill -9 $$\n")
        killer.chmod(0o755)
        code, _, words = self.build(self.source(), "model.so", "--builder", "tvm", python=killer)
        self.assertEqual(code, 2)
        self.assertIn("was killed by signal 9", words)

    def test_without_any_tvm_the_own_diagnostics_remain(self):
        code, report, words = self.build(self.source(), "model.so", python="/nonexistent")
        self.assertEqual((code, report), (2, ""))
        self.assertIn("source.py:7:17: error: operator R.nn.relu", words)
        self.assertIn("nor can TVM build it: /nonexistent cannot be started", words)

    def test_passes(self):
        code, stage, words = self.build(self.source(), "model.so", "--builder", "tvm", "--print-after", "LegalizeOps")
        self.assertEqual(code, 0, words)
        self.assertIn("R.call_tir(cls.relu", stage)
        _, report, _ = self.build(self.source(), None, "--builder", "tvm", "--stop-after", "ToNonDataflow", "--json")
        self.assertEqual(json.loads(report)["stages"][-1]["pass"], "ToNonDataflow")

    def test_protocol(self):
        done = subprocess.run([sys.executable, "-I", SCRIPT], input='{"protocol": 99}', capture_output=True, text=True, timeout=60, check=False)
        event, = map(json.loads, done.stdout.splitlines())
        self.assertEqual((done.returncode, event["ev"], event["kind"]), (1, "error", "ProtocolError"))


if __name__ == "__main__":
    unittest.main()
