# SPDX-License-Identifier: Apache-2.0
"""The Python package with the shipped examples: tables, texts, runs, refusals, profiles. Needs no TVM."""
import importlib.util
import json
import os
import pathlib
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import traceback
import unittest
import unittest.mock

if importlib.util.find_spec("numpy") is None:
    print("skipped: NumPy is not here; ./dev test sets it up in .venv")
    sys.exit(77)

import numpy as np
import tvm_ffi

import relaxscope

EXAMPLES = pathlib.Path(os.environ["RELAXSCOPE_EXAMPLES"])
DATA = pathlib.Path(os.environ["RELAXSCOPE_TEST_DATA"])
MODEL = EXAMPLES / "mlp_dynamic.so"
X = np.random.default_rng(1).standard_normal((5, 24)).astype("float32")


class Look(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.exe = relaxscope.open(MODEL)

    def test_a_relative_path_is_kept_whole(self):
        """A VM opens the file again, even after a change of the working directory."""
        here = os.getcwd()
        try:
            os.chdir(EXAMPLES)
            exe = relaxscope.open(MODEL.name)
            os.chdir("/")
            self.assertEqual(exe.path, str(MODEL.resolve()))
            self.assertEqual(exe.run("main", X)[0].shape[0], 5)
        finally:
            os.chdir(here)

    def test_arrays_of_another_byte_order_and_with_masks(self):
        vm = self.exe.vm()
        np.testing.assert_array_equal(vm("main", X.astype(">f4"))[0], vm("main", X)[0])
        with self.assertRaisesRegex(TypeError, "filled"):
            vm("main", np.ma.masked_less(X, 0))
        for odd in (np.zeros(2, [("a", "i4")]), np.array(["x"]), np.zeros(3, "M8[s]"), np.array([None])):
            with self.assertRaises(TypeError):
                vm("main", odd)

    @unittest.skipUnless(importlib.util.find_spec("ml_dtypes"), "ml_dtypes is not here")
    def test_element_types_that_numpy_lacks(self):
        import ml_dtypes

        for name in ("bfloat16", "float8_e4m3fn", "float8_e5m2"):
            array = np.array([[1, -2.5, 0.25]] * 64).astype(getattr(ml_dtypes, name))[1:]
            tensor = relaxscope.vm.as_argument(array)
            self.assertEqual((str(tensor.dtype), tuple(tensor.shape)), (name, (63, 3)))
            back = relaxscope.vm.as_result(tensor)
            self.assertEqual((back.dtype, back.tolist()), (array.dtype, array.tolist()))
        with self.assertRaisesRegex(TypeError, "int4"):
            relaxscope.vm.as_argument(np.array([1, 2]).astype(ml_dtypes.int4))
        with self.assertRaises(Exception) as caught:   # a float32 model reports the expected and the actual type
            self.exe.run("main", X.astype(ml_dtypes.bfloat16))
        self.assertIn("float32", str(caught.exception))

    def test_overview(self):
        self.assertEqual((self.exe.path, self.exe.overview["vm"], self.exe.overview["entry"]), (str(MODEL), "Relax VM", "main"))
        self.assertEqual(self.exe.overview["obstacles"], [])
        self.assertIn("74 instructions", repr(self.exe))

    def test_functions_and_parameters(self):
        functions = self.exe.rows.functions
        self.assertEqual(len(functions), self.exe.overview["functions"])
        main = next(function for function in functions if function.name == "main")
        self.assertEqual((main.kind, main.start, main.end, main.params), ("bytecode", 0, 74, ("x",)))
        self.assertIn("softmax", main.callees)
        self.assertEqual({f.name: f.operator for f in functions if f.operator}["softmax"], "softmax")
        self.assertEqual(main.operator, "")
        self.assertEqual((main.ssa, main.merges, main.loops, main.loop_depth), (True, 0, 0, 0))
        self.assertLess(main.live_registers, main.registers)
        self.assertTrue(all(f.ssa is None and f.live_registers is None for f in functions if f.kind == "packed"))
        self.assertEqual([(p.name, p.type) for p in self.exe.rows.parameters("main")], [("x", "f32[batch, 24]")])
        with self.assertRaisesRegex(ValueError, "no function nothing"):
            self.exe.parameters("nothing")

    def test_slots_of_the_shape_heap(self):
        exe = relaxscope.open(pathlib.Path(__file__).parents[1] / "data/relax/mlp_dyn.so")
        slots = exe.rows.slots("main")
        self.assertEqual([(s.slot, s.formula, s.origin) for s in slots[:2]], [(0, "n", "exact"), (1, "n * 96", "inferred")])
        code = {line.pc: line.callee for line in exe.rows.instructions("main")}
        self.assertEqual([code[pc] for pc in slots[0].written_by + slots[1].written_by], ["vm.builtin.match_shape", "shape_func"])
        self.assertEqual({code[pc] for pc in slots[1].read_by}, {"vm.builtin.make_shape"})
        with self.assertRaisesRegex(ValueError, "no function nothing"):
            exe.slots("nothing")

    def test_memory_plan(self):
        exe = relaxscope.open(pathlib.Path(__file__).parents[1] / "data/relax/mlp_dyn.so")
        for n, measured in ((1, 2560), (3, 2944), (17, 5632)):  # by naive allocators: tests/data/meaning
            plan = exe.memory(n=n)["functions"][0]
            self.assertEqual((plan["name"], plan["exact"], plan["peak_bytes"]), ("main", True, measured))
            rows = exe.rows.memory_plan(n=n)
            self.assertEqual(sum(row.block_bytes for row in rows if row.at_peak), plan["storages_peak_bytes"])
            self.assertEqual((rows[0].formula, rows[0].bytes, rows[0].tensors), ("n * 96", 96 * n, ("f32[n, 24]", "f32[n, 24]")))
        with self.assertRaisesRegex(ValueError, "no dimension m; the functions have n"):
            exe.memory_plan(m=3)

    def test_types_of_operands(self):
        rows = self.exe.rows.types("main")
        softmax = [(row.operand, row.direction, row.type) for row in rows if row.callee == "softmax"]
        self.assertEqual([(number, direction) for number, direction, _ in softmax], [(0, "in"), (1, "out")])
        self.assertEqual(softmax[0][2], softmax[1][2], "softmax keeps the shape")
        self.assertTrue(softmax[0][2].startswith("f32[batch, "), softmax)
        pcs = {instruction.pc: instruction.callee for instruction in self.exe.rows.instructions("main")}
        self.assertEqual({row.callee for row in rows if pcs[row.pc] != row.callee}, set())
        with self.assertRaisesRegex(ValueError, "no function nothing"):
            self.exe.types("nothing")

    def test_instructions(self):
        code = self.exe.rows.instructions()
        self.assertEqual([i.pc for i in code], list(range(74)))
        self.assertEqual(code, self.exe.rows.instructions("main"))
        self.assertEqual(code[-1].op, "ret")
        self.assertIn("result %", code[-1].others)
        check = next(i for i in code if i.callee == "vm.builtin.check_tensor_info")
        self.assertEqual(check.args[:2], ("%0", "i2"))

    def test_constants(self):
        tensors = [constant for constant in self.exe.rows.constants if constant.kind == "tensor"]
        for constant in tensors:
            value = self.exe.constant(constant.index)
            self.assertEqual((value.shape, str(value.dtype), value.nbytes), (constant.shape, constant.dtype, constant.bytes))
            self.assertTrue(np.isfinite(value).all() and constant.uses)
        self.assertGreater(len(tensors), 0)
        with self.assertRaisesRegex(IndexError, "no constant 999"):
            self.exe.constant(999)
        with self.assertRaises(IndexError):
            self.exe.constant(-1)

    def test_modules_and_kernels(self):
        self.assertEqual([module["kind"] for module in self.exe.modules["modules"]], ["relax.VMExecutable", "_lib"])
        self.assertIn("softmax", self.exe.kernels)

    def test_texts(self):
        self.assertIn("@main:", self.exe.text())
        self.assertIn("emit_call", self.exe.python("main"))
        self.assertTrue(self.exe.dot().startswith("digraph"))
        self.assertIn("Relax VM executable statistics", self.exe.stats())

    def test_verify(self):
        self.assertEqual([f for f in self.exe.rows.verify() if f.severity == "error"], [])
        whole = MODEL.read_bytes()
        with tempfile.TemporaryDirectory() as folder:
            for name, data in (("empty", b""), ("text", b"no executable\n"), ("half.so", whole[: len(whole) // 2])):
                path = pathlib.Path(folder) / name
                path.write_bytes(data)
                with self.assertRaisesRegex(ValueError, name):
                    relaxscope.open(path)
        with self.assertRaises(FileNotFoundError):
            relaxscope.open("/nothing/here.so")

    def test_nothing_of_the_file_is_opened(self):
        """The process maps the package's library but not the file's."""
        code = f"""import relaxscope
exe = relaxscope.open({str(MODEL)!r})
exe.functions, exe.instructions(), exe.modules, exe.verify(), exe.constant(0)
code = [line.split('/')[-1] for line in open('/proc/self/maps').read().splitlines() if 'x' in line.split()[1]]
assert 'librelaxscope_vm.so' in code
print({MODEL.name!r} in code)
"""
        self.assertEqual(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip(), "False")


class Run(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.exe = relaxscope.open(MODEL)
        cls.vm = cls.exe.vm()

    def test_results_are_arrays(self):
        probabilities, *_ = self.vm("main", X)
        self.assertIsInstance(probabilities, np.ndarray)
        self.assertEqual(probabilities.shape[0], 5)
        self.assertTrue(np.allclose(probabilities.sum(-1), 1, atol=1e-5))
        for options in ({"allocator": "naive"}, {"allocator": "pooled", "device": "cpu"}):
            self.assertTrue(np.array_equal(self.exe.run("main", X, **options)[0], probabilities))

    def test_arrays_of_every_layout(self):
        want = self.vm("main", X)[0]
        wide = np.zeros((5, 48), "float32")
        wide[:, ::2] = X
        unaligned = np.frombuffer(b"\0" + X.tobytes(), "uint8")[1:].view("float32").reshape(X.shape)
        frozen = X.copy()
        frozen.setflags(write=False)
        arrays = {"strided": wide[:, ::2], "column major": np.asfortranarray(X), "unaligned": unaligned, "read-only": frozen,
                  "tensor": tvm_ffi.from_dlpack(X.copy())}
        for name, array in arrays.items():
            with self.subTest(name):
                self.assertTrue(np.array_equal(self.vm("main", array)[0], want))
        self.assertEqual(self.vm("main", X[:0])[0].shape[0], 0)

    def test_refusals(self):
        for arguments, kind, words in (((X.astype("float64"),), ValueError, "expect Tensor with dtype float32"), ((X[0],), ValueError, "ndim 2"),
                                       (("x",), TypeError, "expect a Tensor"), ((X[:, 1:],), RuntimeError, "expected 24"),
                                       ((), RuntimeError, r"expects 1 arguments \(x\)")):
            with self.subTest(words), self.assertRaisesRegex(kind, words):
                self.vm("main", *arguments)
        with self.assertRaises(AttributeError):
            self.vm("nothing")
        with self.assertRaisesRegex(ValueError, "must be one of naive, pooled"):
            self.exe.vm(allocator="odd")
        with self.assertRaises(FileNotFoundError):
            self.exe.vm(load=["/nothing.so"])

    def test_kinds_of_refusals_are_those_of_tvm(self):
        InternalError = tvm_ffi.error.get_registered_error("InternalError") if hasattr(tvm_ffi.error, "get_registered_error") else RuntimeError
        for name, arguments, kind in (("invoke_stateful", ("main", 1), TypeError), ("get_function_arity", ("main", 1), TypeError), ("get_output", (), ValueError),
                                      ("invoke_closure", ("main",), TypeError), ("invoke_closure", (1,), TypeError), ("invoke_closure", (None,), InternalError),
                                      ("save_function", ("main", "s"), InternalError), ("set_input_with_param_module", ("main",), InternalError),
                                      ("vm_initialization", (7, 0, 1, 1, 0, 1), InternalError)):
            with self.subTest(name, arguments=arguments), self.assertRaises(kind):
                self.vm.module[name](*arguments)
        with self.assertRaisesRegex(InternalError, "is a packed function"):
            self.vm["vm.builtin.match_shape"]

    def test_the_place_is_in_the_traceback(self):
        try:
            self.vm("main", X.astype("int32"))
        except ValueError as error:
            last = traceback.extract_tb(error.__traceback__)[-1]
            self.assertEqual((last.filename, last.name), ("main", "call vm.builtin.check_tensor_info"))

    def test_stateful(self):
        self.vm.set_input("main", x=X)
        self.vm.invoke("main")
        self.assertTrue(np.array_equal(self.vm.get_outputs("main")[0], self.vm("main", X)[0]))
        for named in ({"y": X}, {"x": X, "y": X}):
            with self.assertRaisesRegex(TypeError, "main expects x"):
                self.vm.set_input("main", **named)
        with self.assertRaises(RuntimeError):
            self.vm.set_input("main", X, X)

    def test_other_examples(self):
        for name in ("pool_tree", "transformer_block"):
            with self.subTest(name):
                exe = relaxscope.open(EXAMPLES / f"{name}.so")
                result = exe.run(exe.overview["entry"], *np.load(EXAMPLES / f"{name}.npz").values())
                first = result[0] if isinstance(result, tuple) else result
                self.assertTrue(np.allclose(first.sum(-1), 1, atol=1e-5))


BOOLS = """# RelaxScope assembler, text form
.executable R3 version="0.14"

.const c[0] = dtype uint1
.const c[1] = string "flags"

@main(x):
  call  vm.builtin.check_tensor_info in: %0, i2, c[0], c[1]   dst: %void
  call  vm.builtin.make_tuple        in: %0                   dst: %1
  call  vm.builtin.make_tuple        in: %0, %1               dst: %1
  ret   %1

@vm.builtin.check_tensor_info packed_func;

@vm.builtin.make_tuple packed_func;
"""


# main is that of tests/data/engine/compiled.cpp.
COMPILED = """# RelaxScope assembler, text form
.executable R5 version="0.14"

@main(first, second) vm_tir_func;

@same(x):
  ret   %0
"""


class OldFiles(unittest.TestCase):
    """Executables of the Relay VM; kernels of TVM up to 0.21 are called as their release called them."""

    DATA = DATA / "relay"

    def test_an_executable_alone(self):
        exe = relaxscope.open(self.DATA / "v0.17.0" / "identity.ro")
        self.assertEqual((exe.overview["vm"], exe.run("main", X).tolist()), ("Relay VM", X.tolist()))
        self.assertIn("VM Function[0]: main", exe.text())
        with self.assertRaisesRegex(ValueError, "a Relay VM has no TVM Python"):
            exe.python()

    @unittest.skipIf(shutil.which("cc") is None, "no C compiler")
    def test_a_library(self):
        with tempfile.TemporaryDirectory() as folder:
            library = pathlib.Path(folder) / "ro.so"
            blob = self.DATA / "v0.17.0" / "add_const.devblob"
            subprocess.run(["cc", "-shared", "-fPIC", f'-DBLOB="{blob}"', self.DATA / "old_add.c", "-o", library], check=True)
            exe = relaxscope.open(library)
            self.assertIn("vm_mod_fused_add", exe.kernels)
            x = np.arange(1, 7, dtype="float32").reshape(2, 3)
            for _ in range(2):   # the second opens a copy of the file
                self.assertEqual(exe.run("main", x).tolist(), [[11, 22, 33], [14, 25, 36]])
            profile = exe.profile("main", x, repeat=2)
            self.assertEqual(next(call for call in profile.rows.calls if call.callee == "vm_mod_fused_add").count, 2)

    def test_constants_of_a_file_of_their_own(self):
        exe = relaxscope.open(self.DATA / "v0.17.0" / "late_bound.ro")
        with self.assertRaisesRegex(RuntimeError, "is late-bound"):
            exe.vm()
        late = [constant.index for constant in exe.rows.constants if constant.kind == "late-bound"]
        self.assertGreater(late[-1], 0)
        with self.assertRaisesRegex(ValueError, f"constant {late[-1]} of .*late_bound.ro: it is late-bound"):
            exe.constant(late[-1])
        with self.assertRaisesRegex(RuntimeError, "missing functions: vm_mod_fused_multiply; vm_mod_fused_add"):
            exe.vm(constants=self.DATA / "v0.17.0" / "late_bound.consts")

    def test_a_function_that_is_not_reached_may_be_missing(self):
        exe = relaxscope.open(self.DATA.parent / "run" / "missing_functions.so")
        x = np.ones((2, 8), "float32")
        self.assertEqual(exe.run("helper", x).tolist(), x.tolist())
        self.assertEqual(exe.profile("helper", x, repeat=2).rows.calls[0].count > 0, True)
        with self.assertRaisesRegex(RuntimeError, "missing functions: my_backend.fused_gelu; my_lib.rope_cache"):
            exe.run("main", x)
        with self.assertRaisesRegex(RuntimeError, "missing functions: my_backend.fused_gelu; my_lib.rope_cache"):
            exe.vm()

    def test_bools_are_those_of_the_release(self):
        """Up to 0.21 a bool is uint1 in whole bytes; Python has it as bool."""
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder) / "bools.txt"
            program.write_text(BOOLS, "utf-8")
            vm = relaxscope.open(program).vm()
            flags = np.array([[True, False, False], [True, True, False]])
            for given in (flags, flags.T, tvm_ffi.from_dlpack(flags.copy())):
                want = np.asarray(given) if isinstance(given, np.ndarray) else flags
                one, pair = vm("main", given)
                for got in (one, pair[0]):
                    self.assertEqual((got.dtype, got.tolist()), (np.dtype(bool), want.tolist()))
            vm.set_input("main", flags)
            vm.invoke("main")
            self.assertEqual(vm.get_outputs("main")[1][0].tolist(), flags.tolist())
            with self.assertRaisesRegex(ValueError, "flags expect Tensor with dtype uint1 but get uint8"):
                vm("main", flags.astype("uint8"))


class Profiles(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.exe = relaxscope.open(MODEL)
        cls.vm = cls.exe.vm()
        cls.profile = cls.vm.record("main", X, repeat=4, warmup=1)

    def test_runs(self):
        self.assertEqual(len(self.profile.run_ns), 4)
        overview = self.profile.overview
        self.assertEqual([run["warmup"] for run in overview["runs"]], [True, True, False, False, False, False])
        self.assertEqual([(run["kind"], run["index"]) for run in overview["runs"][:3]], [("warm-up", 0), ("values run", 0), ("run", 0)])
        self.assertEqual((overview["entry"], overview["mode"], overview["values"], overview["file"]), ("main", "chained", True, str(MODEL)))
        self.assertIn("4 measured runs", repr(self.profile))

    def test_calls(self):
        calls = {call.callee: call for call in self.profile.rows.calls if call.kind == "call"}
        self.assertEqual(calls["softmax"].count, 4, "warm-up is left out")
        self.assertEqual([c.self_ns for c in self.profile.rows.calls], sorted((c.self_ns for c in self.profile.rows.calls), reverse=True))
        for call in calls.values():
            self.assertLessEqual(call.min_ns, call.median_ns)
            self.assertLessEqual(call.median_ns, call.max_ns)
        site = next(site for site in self.profile.rows.sites if site.callee == "softmax")
        self.assertEqual((site.function, self.exe.rows.instructions()[site.pc].callee), ("main", "softmax"))

    def test_layers_add_up_to_the_calls(self):
        rows = self.profile.rows.layers
        self.assertIs(rows.row_type, relaxscope.LayerStatistics)
        self.assertAlmostEqual(sum(row.share for row in rows), 1, places=6)
        self.assertEqual(sum(row.count for row in rows), sum(call.count for call in self.profile.rows.calls))
        outside = [row for row in rows if row.layer is None]
        self.assertEqual([(row.function, row.first_pc, row.last_pc) for row in outside], [(None, None, None)])

    def test_sites_of_recursive_functions(self):
        tvm_ffi.register_global_func("k_lt", lambda a, b: a < b, override=True)
        tvm_ffi.register_global_func("k_add", lambda a, b: a + b, override=True)
        profile = relaxscope.open(DATA / "relax" / "fib.bin").vm().record("main", 5, repeat=2, warmup=0)
        sites = {(site.callee, site.function, site.pc, site.recursive) for site in profile.rows.sites if site.kind == "call"}
        self.assertEqual({site for site in sites if site[0] == "fib"}, {("fib", "fib", 4, True), ("fib", "fib", 6, True), ("fib", "main", 9, False)})
        self.assertTrue(all(site.place is None for site in profile.rows.sites), "no compiled code")

    def test_sites_of_compiled_code_are_places(self):
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder) / "compiled.txt"
            program.write_text(COMPILED, encoding="utf-8")
            profile = relaxscope.open(program).vm(load=os.environ["RELAXSCOPE_COMPILED"]).record("main", 1000, 1000, repeat=1, warmup=0)
            kernels = [(site.place, site.pc, site.recursive) for site in profile.rows.sites if site.kind == "compiled kernels"]
            self.assertEqual(sorted(kernels), [(0, None, False), (1, None, False), (2, None, False)])

    def test_events(self):
        events = self.profile.rows.events
        self.assertEqual(len(events), self.profile.overview["events"])
        softmax = [event for event in events if event.callee == "softmax"]
        self.assertEqual([(event.run, event.run_kind) for event in softmax],
                         [(0, "warm-up"), (0, "values run"), (0, "run"), (1, "run"), (2, "run"), (3, "run")])
        self.assertEqual([event.warmup for event in softmax], [True, True, False, False, False, False])
        for event in softmax:
            self.assertIn("f32[5, ", event.args, "of the values run, as the instructions are the same")
        self.assertTrue(all(a.start_ns <= b.start_ns + b.duration_ns for a, b in zip(softmax, softmax[1:])))

    def test_without_values_and_precise(self):
        self.assertEqual(len(self.profile.unrecorded_ns), 4)
        self.assertIsNone(self.profile.accuracy)
        self.assertEqual(self.profile.overview["accuracy_reason"], "4 pairs of runs are fewer than the 6 that an interval needs")
        paired = self.vm.record("main", X, repeat=8, warmup=1)
        self.assertEqual([len(paired.run_ns), len(paired.unrecorded_ns), paired.accuracy["pairs"]], [8, 8, 8])
        raw = [run["raw_duration_ns"] for run in paired.overview["runs"] if run["kind"] == "run"]
        ratios = sorted(a / b for a, b in zip(raw, paired.unrecorded_ns))
        recorded = paired.overview["recorded"]
        self.assertAlmostEqual(recorded["low"], ratios[0], places=6)
        self.assertAlmostEqual(recorded["high"], ratios[-1], places=6)
        if paired.overview["correction"]["factor"] == 0:
            self.assertEqual(paired.run_ns, raw)
        else:
            self.assertTrue(all(corrected < as_recorded for corrected, as_recorded in zip(paired.run_ns, raw)))
            self_ns = sum(call.self_ns for call in paired.rows.calls)
            self.assertLess(self_ns, sum(call.raw_self_ns for call in paired.rows.calls))
        self.assertNotIn("accuracy_reason", paired.overview)
        alone = self.vm.record("main", X, repeat=8, reference=False)
        self.assertEqual([alone.unrecorded_ns, alone.accuracy], [[], None])
        bare = self.vm.record("main", X, repeat=1, warmup=0, values=False, precise=True)
        self.assertEqual((bare.overview["mode"], bare.overview["values"], len(bare.run_ns)), ("precise", False, 1))
        self.assertTrue(all(not event.args for event in bare.rows.events))

    def test_context(self):
        with self.vm.profile() as profile:
            self.vm("main", X)
            self.vm("main", X)
            with self.assertRaisesRegex(RuntimeError, "not ended"):
                profile.calls  # noqa: B018
        self.assertEqual(next(call for call in profile.rows.calls if call.callee == "softmax").count, 2)
        self.assertEqual(len(profile.run_ns), 1)

    def test_names_of_release_0_1_still_work(self):
        with self.assertWarns(DeprecationWarning):
            vm = self.exe.machine(allocator="naive")
        self.assertIsInstance(vm, relaxscope.VM)
        self.assertIs(relaxscope.Machine, relaxscope.VM)
        with unittest.mock.patch("relaxscope.drop_in.tvm_vm") as tvm_vm, self.assertWarns(DeprecationWarning):   # needs TVM
            self.assertIs(relaxscope.tvm_machine(MODEL, memory_cfg="naive"), tvm_vm.return_value)
        tvm_vm.assert_called_once_with(MODEL, None, "naive")

    def test_failures_keep_the_vm_and_the_profile(self):
        with self.assertRaises(ValueError), self.vm.profile() as failed:
            self.vm("main", X.astype("float64"))
        # What ended before the failure, and the body; the call of vm.builtin.check_tensor_info that failed is no event.
        self.assertEqual([(event.callee, event.kind) for event in failed.rows.events], [("vm.builtin.alloc_shape_heap", "call"), ("main", "function body")])
        with self.assertRaises(ValueError):
            self.vm.record("main", X.astype("float64"))
        with self.vm.profile(), self.assertRaisesRegex(RuntimeError, "already"), self.vm.profile():
            self.fail("two recordings at once")
        self.assertEqual(len(self.vm.record("main", X, repeat=2, warmup=0).run_ns), 2)

    def check_stored(self, stored):
        """A stored profile has the tables of the recording that it was saved from."""
        for name in ("calls", "sites", "shapes", "kinds", "layers", "events"):
            rows = getattr(self.profile.rows, name)
            self.assertTrue(rows, name)
            self.assertEqual(list(getattr(stored.rows, name)), list(rows), name)
        self.assertEqual(stored.overview, self.profile.overview)
        self.assertEqual(repr(stored), repr(self.profile))
        shapes = {row.shapes for row in stored.rows.shapes if row.callee == "softmax"}
        self.assertEqual(len(shapes), 1)
        self.assertIn("f32[5, ", shapes.pop())
        self.assertEqual(sum(row.count for row in stored.rows.kinds), sum(row.count for row in stored.rows.calls))

    def test_a_profile_of_rscope_is_read(self):
        """Of release 0.1, with the CSV that it wrote then."""
        stored = relaxscope.open_profile(DATA / "profiles" / "mlp_dyn.rsprof")
        self.assertEqual(stored.overview["entry"], "main")
        text = (DATA / "profiles" / "mlp_dyn.csv").read_text(encoding="utf-8")
        self.assertEqual(len(stored.rows.events), text.count("\n") - 1)
        self.assertEqual({row.kind for row in stored.rows.kinds}, {"kernel", "memory", "shape", "check", "VM function"})

    def test_what_is_no_profile(self):
        with self.assertRaisesRegex(ValueError, "not a profile"):
            relaxscope.open_profile(MODEL)
        with self.assertRaisesRegex(FileNotFoundError, "nothing.rsprof"):
            relaxscope.open_profile("nothing.rsprof")

    def test_files(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "a.rsprof"
            self.profile.save(path)
            with sqlite3.connect(path) as file:
                tables = {name for (name,) in file.execute("select name from sqlite_master where type = 'table'")}
                self.assertEqual(file.execute("select count(*) from runs").fetchone(), (6,), tables)
            file.close()
            self.check_stored(relaxscope.open_profile(path))
            chrome = pathlib.Path(folder) / "a.json"
            self.profile.save_chrome(chrome)
            self.assertGreater(len(json.loads(chrome.read_text(encoding="utf-8"))), len(self.profile.rows.events) // 2)
            self.assertIn(str(MODEL), chrome.read_text(encoding="utf-8"))
            self.profile.save_chrome(chrome, anonymous=True)
            written = chrome.read_text(encoding="utf-8")
            self.assertEqual([str(MODEL) in written, MODEL.name in written], [False, True])
            with self.assertRaises(RuntimeError):
                self.profile.save(pathlib.Path(folder) / "nothing" / "a.rsprof")


if __name__ == "__main__":
    unittest.main()
