# SPDX-License-Identifier: Apache-2.0
"""`rscope build` and TVM's build of the same text: equal bytes of the executable, and equal results four ways: both libraries on both engines.

RELAXSCOPE_FULL=1: 200 generated modules and 400 kernels instead of 20 and 40. RELAXSCOPE_SEED: the first seed.
"""
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import typing
import unittest

import numpy as np
import tvm
import tvm_ffi.libinfo
from tvm import relax
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

import build_kernels
import build_programs
import rscope
from four_ways import bytes_of
from values import Shape, difference, from_tvm, to_tvm

FULL = os.environ.get("RELAXSCOPE_FULL", "0") != "0"
FIRST = int(os.environ.get("RELAXSCOPE_SEED", "0"))
MODULES, KERNELS, BATCH = (200, 400, 20) if FULL else (20, 40, 10)
CPU = "x86-64-v2"  # without fused multiply-add, which TVM uses where it is there
SOURCES = pathlib.Path(__file__).resolve().parent.parent / "data" / "build"
WORDS = re.compile(r"ErrorContext\(.*?\) ", re.DOTALL)


class Constants:
    """metadata[kind][i] of a source."""

    def __init__(self, file):
        self.constants = {name: relax.const(array, str(array.dtype)) for name, array in (np.load(file) if file.exists() else {}).items()}

    def __getitem__(self, index):
        return self.constants[f"const{index}"]


def tvm_module(text, consts=None):
    names = {"I": I, "R": R, "T": T, "tvm": tvm, "TypeVar": typing.TypeVar, "metadata": {"ir.GenericConst": consts}}
    return tvm.script.from_source(text, extra_vars=names)


def tvm_build(text, path, consts=None):
    """TVM's executable, also exported to `path`."""
    executable = relax.build(relax.transform.LambdaLift()(tvm_module(text, consts)), target=tvm.target.Target({"kind": "llvm", "mcpu": CPU}))
    executable.export_library(str(path))
    return executable


def own_build(text, path):
    source = path.with_suffix(".py")
    source.write_text(text)
    rscope.command("build", source, "-o", path, "--mcpu", CPU)
    rscope.command("convert", path, "-o", path.with_suffix(".bin"))
    return path.with_suffix(".bin").read_bytes()


def outcome(call):
    """(value, "") or (None, the error's text)."""
    try:
        return call(), ""
    except rscope.Failed as error:
        return None, error.words
    except Exception as error:  # noqa: BLE001: every kind of refusal is an answer here
        return None, f"{type(error).__name__}: {error}"


def context(words):
    found = WORDS.search(words)
    return " ".join(found.group(0).split()) if found else ""


def close(want, got, tolerance):
    """None, or how they differ; integers, bools and shapes must be equal."""
    if isinstance(want, tuple) and isinstance(got, tuple) and len(want) == len(got) and not isinstance(want, Shape):
        return next((found for found in (close(w, g, tolerance) for w, g in zip(want, got)) if found), None)
    if isinstance(want, np.ndarray) and isinstance(got, np.ndarray) and want.dtype == got.dtype and want.shape == got.shape and want.dtype.kind == "f":
        allowed = 2e-3 if want.dtype == np.float16 and tolerance else tolerance
        if np.allclose(want, got, rtol=allowed, atol=allowed, equal_nan=True):
            return None
        at = np.unravel_index(np.nanargmax(np.abs(want.astype("f8") - got.astype("f8"))), want.shape)
        return f"at {tuple(map(int, at))} {want[at]!r} against {got[at]!r}"
    return difference(want, got)


class Random:
    """Arguments for types."""

    def __init__(self, seed):
        self.random = np.random.default_rng(seed)

    def tensor(self, dtype, shape, low=-9, high=10):
        if dtype == "bool":
            return self.random.integers(0, 2, shape).astype(bool)
        if dtype.startswith("float"):
            return (self.random.integers(low * 16, high * 16, shape) / 16).astype(dtype)
        return self.random.integers(max(low, 0) if dtype.startswith("uint") else low, high, shape).astype(dtype)

    def argument(self, kind):
        """Of (dtype, shape), or ("tuple", kinds)."""
        return tuple(self.argument(each) for each in kind[1]) if kind[0] == "tuple" else self.tensor(*kind)


class Both:
    """A source built by both builders, and a call of it four ways."""

    def __init__(self, test, text, folder, consts=None, packed=()):
        self.test, self.options = test, [word for file in packed for word in ("--load", file)]
        executable = tvm_build(text, folder / "tvm.so", consts)
        self.bytes = (bytes_of(executable), own_build(text, folder / "own.so"))
        self.files = (folder / "tvm.so", folder / "own.so")
        self.vms = [relax.VirtualMachine(tvm.runtime.load_module(str(file)), tvm.cpu()) for file in self.files]

    def results(self, function, arguments, engines=True):
        """(way, outcome), TVM's build on TVM's engine first."""
        for name, vm in zip(("TVM's build", "our build"), self.vms):
            yield f"{name} in TVM", outcome(lambda vm=vm: from_tvm(vm[function](*map(to_tvm, arguments))))
        if engines:
            for name, file in zip(("TVM's build", "our build"), self.files):
                yield f"{name} in rscope", outcome(lambda file=file: rscope.run(file, function, arguments, *self.options))

    def compare(self, function, arguments, tolerance, engines=True):
        """Whether TVM gave a value; all others must give the same, or refuse with the same context."""
        (_, (want, refusal)), *others = self.results(function, arguments, engines)
        for way, (got, words) in others:
            with self.test.subTest(way, function=function):
                self.test.assertEqual(bool(refusal), bool(words), f"TVM: {refusal[-300:] or want!r}, here: {words[-300:] or got!r}")
                if not refusal:
                    self.test.assertIsNone(close(want, got, tolerance))
                elif context(refusal):
                    self.test.assertEqual(context(refusal), context(words), f"{refusal[-500:]}\n{words[-500:]}")
        return not refusal


def spoiled(arguments):
    """The arguments with one extent more in the last tensor that has one."""
    changed = list(arguments)
    for at in range(len(changed) - 1, -1, -1):
        if isinstance(changed[at], np.ndarray) and changed[at].ndim > 0:
            changed[at] = np.concatenate([changed[at], changed[at][-1:]])
            return tuple(changed)
    return None


class Build(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)

    def folder_of(self, name):
        folder = self.folder / str(name)
        folder.mkdir()
        return folder

    # --- The sources of the tests ------------------------------------------------------------------

    def packed_functions(self):
        """The library of demo.* for rscope; TVM has them in this process."""
        path = self.folder / "packed.so"
        include = tvm_ffi.libinfo.find_include_path()
        more = [f"-I{each}" for each in {tvm_ffi.libinfo.find_dlpack_include_path()}]
        subprocess.run(["cc", "-O2", "-shared", "-fPIC", f"-I{include}", *more, str(SOURCES / "packed.c"), "-o", str(path)], check=True)
        library = tvm.runtime.load_module(str(path))
        for name in ("axpy", "rowsum", "split2", "second", "numel"):
            tvm.register_global_func(f"demo.{name}", library[f"demo.{name}"], override=True)
        return path

    def sources(self):
        """(name, calls of it): (function, arguments). The last calls of some have a shape that does not fit."""
        make = Random(7)
        f = lambda *shape: make.tensor("float32", shape)  # noqa: E731
        i32 = lambda *shape: make.tensor("int32", shape)  # noqa: E731
        integers = np.array([7, -7, 6, -1, 0, 300], "int32"), np.array([2, 2, -4, -3, 5, 7], "int32")
        mlp = f(4, 8), f(8, 16), f(16), f(16, 6), f(6)
        nested = f(5), (f(5), make.tensor("int64", (2,)))
        return {
            "call_dps_packed": [("main", (f(3, 5),)), ("main", (f(3),)), ("halves", (f(9),))],
            "call_packed": [("main", (f(2, 3),)), ("main", (f(2, 4),)), ("count", (f(4, 9),))],
            "closure": [("main", (f(2, 3), f(2, 3))), ("main", (f(2, 3), f(2, 4)))],
            "constants": [("main", (f(2, 3),)), ("table", ())],
            "dynamic_mlp": [("main", (f(4, 8), f(8, 16), f(16), f(16, 4))), ("main", (f(0, 8), f(8, 16), f(16), f(16, 4))), ("main", (f(4, 9), f(8, 16), f(16), f(16, 4)))],
            "if_else": [("main", (np.array(flag), f(6))) for flag in (True, False)] + [("main", (np.array(True), f(7)))],
            "match_cast": [("main", (f(2, 3), f(3, 2))), ("main", (f(2, 3), f(2, 3))), ("main", (f(2), f(2, 3)))],
            "prim_values": [("main", (f(4), 3)), ("size", (f(4), -2)), ("main", (f(4), f(4)))],
            "recursion": [("main", (np.array(4, "int32"), f(3), f(3))), ("main", (np.array([4], "int32"), f(3), f(3)))],
            "reuse_chain": None,
            "several_functions": [("start", ()), ("main", (f(4),)), ("main", (f(5),))],
            "shape_compute": [("main", (f(4, 5), Shape((4, 9)))), ("main", (f(4, 5), Shape((5, 9)))), ("product", (f(8, 3), i32(2))), ("product", (f(8, 3), i32(3)))],
            "softmax_tir": None,
            "static_mlp": [("main", mlp), ("main", (f(3, 8), *mlp[1:]))],
            "tir_expressions": [("main", (f(9),)), ("ints", integers), ("rows", (f(4, 3), np.array([3, 0, 1, 1, 2], "int64")))],
            "tuples": [("main", (nested,)), ("main", ((f(5), (f(4), nested[1][1])),)), ("main", ((f(5),),))],
            "upper_bound": [("main", (f(1, 4), f(4, 4))), ("main", (f(64, 4), f(4, 4))), ("main", (f(3, 5), f(4, 4)))],
        }

    def default_calls(self, text, symbols):
        """Calls of all public functions with arguments of their types, and with a shape that does not fit."""
        make, calls = Random(3), []
        extent = lambda each: int(each) if isinstance(each, (int, tvm.tirx.IntImm)) else symbols.setdefault(each.name, 3 + len(symbols))  # noqa: E731
        for name, function in tvm_module(text).functions.items():
            if isinstance(function, relax.Function) and function.attrs and "global_symbol" in function.attrs:
                kinds = [parameter.ty for parameter in function.params]
                arguments = tuple(make.tensor(str(kind.dtype), tuple(map(extent, kind.shape))) for kind in kinds)
                calls += [(name.name_hint, arguments), (name.name_hint, spoiled(arguments))]
        return calls

    def test_sources(self):
        packed = self.packed_functions()
        for name, calls in self.sources().items():
            with self.subTest(name):
                text, folder, consts = (SOURCES / name / "source.py").read_text(), self.folder_of(name), SOURCES / name / "consts.npz"
                if consts.exists():
                    shutil.copy(consts, folder / "own.npz")
                elif "metadata[" in text:
                    self.skipTest(f"{consts} is missing")
                both = Both(self, text, folder, Constants(consts), [packed] if "demo." in text else ())
                self.assertTrue(both.bytes[0] == both.bytes[1], "bytes of the executable")
                worked = [both.compare(function, arguments, 1e-5) for function, arguments in calls or self.default_calls(text, {})]
                self.assertIn(True, worked)

    # --- Generated modules -------------------------------------------------------------------------

    def test_modules(self):
        worked = refused = 0
        for seed in range(FIRST, FIRST + MODULES):
            text, functions = build_programs.Maker(seed).make()
            with self.subTest(seed=seed):
                both, make = Both(self, text, self.folder_of(seed)), Random(seed)
                with self.subTest("bytes of the executable"):
                    self.assertTrue(both.bytes[0] == both.bytes[1], f"{len(both.bytes[0])} bytes of TVM, {len(both.bytes[1])} of ours")
                for function, kinds in functions:
                    arguments = tuple(make.argument(kind) for kind in kinds)
                    worked += both.compare(function, arguments, 1e-5)
                    refused += not both.compare(function, spoiled(arguments), 1e-5)
        self.assertGreaterEqual(worked, MODULES)
        self.assertGreater(refused, MODULES // 2)

    # --- Generated kernels -------------------------------------------------------------------------

    def test_kernels(self):
        called = 0
        for first in range(FIRST, FIRST + KERNELS, BATCH):
            text, calls = build_kernels.module(range(first, first + BATCH))
            with self.subTest(first=first):
                both, make = Both(self, text, self.folder_of(first)), Random(first)
                self.assertTrue(both.bytes[0] == both.bytes[1], "bytes of the executable")
                for number, (function, dtypes, dtype) in enumerate(calls):
                    with self.subTest(seed=first + number, dtype=dtype):
                        arguments = tuple(make.tensor(each, (build_kernels.ROWS, build_kernels.COLUMNS), -20, 21) for each in dtypes)
                        self.assertTrue(both.compare(function, arguments, 1e-6, engines=False), "TVM's own kernel fails")
                        called += 1
        self.assertEqual(called, KERNELS)


if __name__ == "__main__":
    unittest.main()
