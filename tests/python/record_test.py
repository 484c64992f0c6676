# SPDX-License-Identifier: Apache-2.0
"""relaxscope.record: what is in the profile of a block, on one VM and several, from one thread and several; executables in memory."""
import importlib.util
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import time
import unittest

if importlib.util.find_spec("numpy") is None:
    print("skipped: NumPy is not here; ./dev test sets it up in .venv")
    sys.exit(77)

import numpy as np
import tvm_ffi

import relaxscope
from relaxscope import _library

MODEL = pathlib.Path(os.environ["RELAXSCOPE_EXAMPLES"]) / "mlp_dynamic.so"
X = np.random.default_rng(1).standard_normal((5, 24)).astype("float32")

PROGRAM = """# RelaxScope assembler, text form
.executable R5 version="0.14"

.const c[0] = tensor float32[2, 1] {1, 2}

@prefill(x):
  call  record.step in: %0 dst: %1
  call  record.step in: %1 dst: %1
  ret   %1

@decode(x):
  call  record.step in: %0 dst: %1
  ret   %1

@same(x):
  ret   %0

@state():
  call  vm.builtin.make_tuple in: f[vm.builtin.copy] dst: %0
  call  vm.builtin.make_tuple in: c[0] dst: %1
  call  vm.builtin.rnn_state_create in: i1, i4, i2, %0, %0, %1 dst: %2
  ret   %2

@record.step packed_func;

@vm.builtin.copy packed_func;

@vm.builtin.make_tuple packed_func;

@vm.builtin.rnn_state_create packed_func;
"""


def step(value):
    if hooks:
        hooks[-1]()
    if value == "fail":
        raise ValueError("the step failed\nfor a reason")
    return value


hooks = []   # what record.step does besides; the last one
tvm_ffi.register_global_func("record.step", step, override=True)


def program():
    with tempfile.TemporaryDirectory() as folder:
        text = pathlib.Path(folder) / "program.txt"
        text.write_text(PROGRAM, "utf-8")
        return relaxscope.open(_library.function("load_executable")(str(text)))   # needs the file no more


def counts(profile, kind="call"):
    return {row.callee: row.count for row in profile.rows.calls if row.kind == kind}


class Recorded(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.exe = program()

    def setUp(self):
        self.vm = self.exe.vm()
        self.addCleanup(hooks.clear)

    def test_several_functions_in_every_way_to_call_them(self):
        same = self.vm["same"]   # looked up before
        self.vm.module["save_function"]("decode", "saved", 1, 7)
        saved = self.vm["saved"]
        with relaxscope.record(self.vm) as profile:
            self.vm("prefill", 1)
            self.vm["decode"](2)
            same(3)
            saved()
            self.vm.set_input("decode", 4)
            self.vm.invoke("decode")
            self.vm.module["invoke_stateful"]("decode")
            self.assertEqual(self.vm.get_outputs("decode"), 4)
            self.vm.module["invoke_closure"](same, 5)
        self.assertEqual(counts(profile), {"record.step": 6})
        self.assertEqual(counts(profile, "function body"), {"prefill": 1, "decode": 4, "same": 2})
        self.assertEqual((profile.overview["entry"], len(profile.run_ns), profile.incomplete), ("prefill; decode; same", 1, ""))
        self.assertEqual(profile.overview["accuracy_reason"], "the block of a profile is executed once")
        self.vm("decode", 1)
        self.assertEqual(counts(profile), {"record.step": 6}, "what follows is not recorded")

    def test_states_by_the_vm_and_by_global_functions(self):
        with relaxscope.record(self.vm, entry="a session") as profile:
            state = self.vm("state")
            self.vm["vm.builtin.kv_state_add_sequence"](state, 0)
            tvm_ffi.get_global_func("vm.builtin.kv_state_add_sequence")(state, 1)
            tvm_ffi.get_global_func("vm.builtin.kv_state_remove_sequence")(state, 0)
        self.assertEqual(counts(profile, "script builtin"), {"vm.builtin.kv_state_add_sequence": 2, "vm.builtin.kv_state_remove_sequence": 1})
        self.assertEqual(counts(profile)["vm.builtin.rnn_state_create"], 1)
        self.assertEqual(profile.overview["entry"], "a session")

    def test_the_summary_by_each_word(self):
        with relaxscope.record(self.vm) as profile:
            self.vm("prefill", 1)
        self.assertEqual(list(profile.rows.summary()), list(profile.rows.calls))
        for by, table in (("callee", "calls"), ("site", "sites"), ("shape", "shapes"), ("kind", "kinds"), ("layer", "layers"), ("call", "run_calls")):
            rows = profile.rows.summary(by)
            self.assertEqual(list(rows), list(getattr(profile.rows, table)))
            self.assertTrue(rows)
            self.assertEqual(len(profile.summary(by)), len(rows))
        self.assertEqual({row.pc for row in profile.rows.summary("site") if row.callee == "record.step"}, {0, 1})
        self.assertIn("VM function", {row.kind for row in profile.rows.summary("kind")})
        with self.assertRaisesRegex(ValueError, "'name': must be one of callee, site, shape, kind, layer, call"):
            profile.summary("name")

    def test_shapes_are_recorded_unless_left_out(self):
        vm = relaxscope.open(MODEL).vm()
        with relaxscope.record(vm) as whole:
            vm("main", X)
        self.assertIn("f32[5, ", {row.callee: row.shapes for row in whole.rows.summary("shape")}["softmax"])
        with relaxscope.record(vm, values=False, precise=True) as bare:
            vm("main", X)
        self.assertEqual({row.shapes for row in bare.rows.summary("shape")}, {""})
        self.assertEqual((bare.overview["mode"], bare.overview["values"]), ("precise", False))

    def test_a_block_that_raises_leaves_what_was_recorded(self):
        with self.assertRaisesRegex(ValueError, "the step failed"), relaxscope.record(self.vm) as profile:
            self.vm("prefill", 1)
            self.vm("prefill", "fail")
        self.assertEqual(counts(profile), {"record.step": 2}, "the call that failed is no event")
        self.assertEqual(counts(profile, "function body"), {"prefill": 2})
        self.assertEqual(profile.incomplete, "ValueError: the step failed")
        with self.assertRaises(KeyboardInterrupt), relaxscope.record(self.vm) as stopped:
            self.vm("decode", 1)
            raise KeyboardInterrupt
        self.assertEqual((counts(stopped), stopped.incomplete), ({"record.step": 1}, "KeyboardInterrupt"))
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "part.rsprof")
            profile.save(path)
            self.assertEqual(relaxscope.open_profile(path).incomplete, "ValueError: the step failed")
            text = subprocess.run([os.environ["RSCOPE"], "export", path], capture_output=True, text=True, check=True).stdout
            self.assertIn("\n  incomplete ValueError: the step failed\n", text)

    def test_a_block_without_a_call(self):
        with relaxscope.record(self.vm) as profile:
            pass
        self.assertEqual((list(profile.rows.calls), list(profile.rows.events), len(profile.run_ns)), ([], [], 1))
        self.assertEqual(profile.overview["entry"], "no call")
        for by in ("callee", "site", "shape", "kind", "layer", "call"):
            self.assertEqual(len(profile.summary(by)), 0)
        self.check_saved(profile)

    def check_saved(self, profile):
        """The file has equal figures in Python, and in rscope export."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "saved.rsprof")
            profile.save(path)
            stored = relaxscope.open_profile(path)
            self.assertEqual(stored.overview, profile.overview)
            for by in ("callee", "site", "shape", "kind", "layer", "call"):
                self.assertEqual(list(stored.rows.summary(by)), list(profile.rows.summary(by)), by)
            self.assertEqual(list(stored.rows.events), list(profile.rows.events))
            done = subprocess.run([os.environ["RSCOPE"], "export", path, "--json"], capture_output=True, text=True, check=True)
            figures = json.loads(done.stdout)
            self.assertEqual((figures["function"], figures["events"]), (profile.overview["entry"], len(profile.rows.events)))
            want = [(row.callee, row.kind, row.count) for row in profile.rows.calls]
            self.assertEqual([(row["callee"], row["kind"], row["count"]) for row in figures["calls"]], want)
            for row, call in zip(figures["calls"], profile.rows.calls):
                self.assertAlmostEqual(row["total_ns"], call.total_ns, delta=0.1)

    def test_is_saved_with_equal_figures(self):
        vm = relaxscope.open(MODEL).vm()
        with relaxscope.record(vm) as profile:
            for rows in (1, 5):
                vm("main", X[:rows])
        self.check_saved(profile)

    def test_one_recording_of_a_vm_at_a_time(self):
        other = self.exe.vm()
        with relaxscope.record(self.vm) as outer:
            self.vm("decode", 1)
            with self.assertRaisesRegex(RuntimeError, "a profile of this VM is being recorded already"), relaxscope.record(self.vm):
                self.fail("two recordings of a VM")
            with relaxscope.record(other) as inner:
                self.vm("decode", 2)
                other("prefill", 3)
            with self.assertRaisesRegex(RuntimeError, "vm_initialization cannot be called: a profile of this VM is being recorded"):
                self.vm.module["vm_initialization"](1, 0, 1)
            self.vm("decode", 4)
        self.assertEqual((counts(outer), counts(inner)), ({"record.step": 3}, {"record.step": 2}))
        self.assertEqual(outer.incomplete, "")

    def test_neither_begins_nor_ends_during_a_call(self):
        """A recording that ended under a call would leave it without the memory that it writes to."""
        failures = []

        def attempt(action):
            try:
                action()
            except RuntimeError as error:
                failures.append(str(error))

        def begin():
            attempt(lambda: relaxscope.record(self.vm).__enter__())

        hooks.append(begin)
        self.vm("decode", 1)
        self.assertEqual(failures, ["relaxscope.start_profile cannot be called during a call of this VM"])
        failures.clear()
        with relaxscope.record(self.vm) as profile:
            hooks.append(lambda: [attempt(lambda what=what: self.vm.module["relaxscope." + what]()) for what in ("end_run", "finish_profile")])
            self.vm("prefill", 1)
            hooks.clear()
        self.assertEqual(failures, [f"relaxscope.{what} cannot be called during a call of this VM" for what in ("end_run", "finish_profile")] * 2)
        self.assertEqual(counts(profile), {"record.step": 2})

    def test_calls_of_another_thread(self):
        """Its calls are recorded; one is refused only while the recording begins or ends."""
        calls, failures, ended = [], [], threading.Event()

        def serve():
            while not ended.is_set():
                try:
                    self.vm("decode", len(calls))
                    calls.append(1)
                except RuntimeError as error:
                    failures.append(str(error))

        thread = threading.Thread(target=serve)
        thread.start()
        profiles = []
        for _ in range(20):
            with relaxscope.record(self.vm) as profile:
                before = len(calls)   # the last of them may not be in the profile
                while len(calls) < before + 10:
                    time.sleep(0.0005)
            profiles.append(profile)
        ended.set()
        thread.join()
        self.assertTrue(all("another thread is calling this VM" in failure for failure in failures), failures[:1])
        for profile in profiles:
            self.assertGreaterEqual(counts(profile)["record.step"], 9)
            self.assertEqual(counts(profile)["record.step"], counts(profile, "function body")["decode"], "whole calls")
        self.assertLessEqual(sum(counts(profile)["record.step"] for profile in profiles), len(calls))

    def test_begins_and_ends_between_the_calls_of_another_thread(self):
        inside, go_on = threading.Event(), threading.Event()

        def wait():
            inside.set()
            go_on.wait(60)

        hooks.append(wait)
        thread = threading.Thread(target=lambda: self.vm("prefill", 1))
        thread.start()
        inside.wait(60)
        threading.Timer(0.1, go_on.set).start()
        with relaxscope.record(self.vm) as profile:   # waits
            self.assertTrue(go_on.is_set())
            hooks.clear()
            self.vm("decode", 2)
        thread.join()
        self.assertEqual(counts(profile), {"record.step": 1}, "the call that was in progress is not in it")

    def test_what_is_no_vm(self):
        for other in (self.exe, "model.so", None, 3):
            with self.assertRaisesRegex(TypeError, f"record expects a relaxscope.VM, .*; got {type(other).__name__}"):
                relaxscope.record(other).__enter__()
        with self.assertRaisesRegex(TypeError, "of kind relaxscope.VirtualMachine, .*; got one of kind relaxscope.Executable"):
            relaxscope.record(self.exe._code()).__enter__()
        with relaxscope.record(self.vm.module) as profile:
            self.vm("decode", 1)
        self.assertEqual(counts(profile), {"record.step": 1}, "the module is accepted")


class InMemory(unittest.TestCase):
    """An executable that this package loaded, as a module. Those of TVM are in tests/peer."""

    @classmethod
    def setUpClass(cls):
        cls.file = relaxscope.open(MODEL)
        cls.module = _library.function("load_executable")(str(MODEL))
        cls.exe = relaxscope.open(cls.module)

    def test_tables_are_those_of_the_file(self):
        for name in ("functions", "constants"):
            self.assertEqual(list(getattr(self.exe.rows, name)), list(getattr(self.file.rows, name)), name)
        for name in ("instructions", "layers"):
            self.assertEqual(list(getattr(self.exe.rows, name)()), list(getattr(self.file.rows, name)()), name)
        self.assertEqual(list(self.exe.rows.memory_plan(batch=17)), list(self.file.rows.memory_plan(batch=17)))
        for name in ("parameters", "types", "slots"):
            self.assertEqual(list(getattr(self.exe.rows, name)("main")), list(getattr(self.file.rows, name)("main")), name)
        for name in ("text", "python", "dot", "stats"):
            self.assertEqual(getattr(self.exe, name)(), getattr(self.file, name)(), name)
        index = next(row.index for row in self.exe.rows.constants if row.kind == "tensor")
        np.testing.assert_array_equal(self.exe.constant(index), self.file.constant(index))
        self.assertEqual([row for row in self.exe.rows.verify() if row.severity == "error"], [])
        self.assertEqual(self.exe.path, "executable in memory")
        self.assertEqual(self.exe.modules["modules"][0]["kind"], "relaxscope.Executable")
        self.assertTrue(relaxscope.diff(self.exe, self.file, ignore=["kernels"]).same)

    def test_runs_and_is_recorded(self):
        want = self.file.run("main", X)
        np.testing.assert_array_equal(self.exe.run("main", X)[0], want[0])
        profile = self.exe.profile("main", X, repeat=2, warmup=0)
        self.assertEqual(next(row.count for row in profile.rows.calls if row.callee == "softmax"), 2)

    def test_what_is_no_executable(self):
        accepted = "a path, what relax.build returns .*relax.VMExecutable or relaxscope.Executable; got "
        for other in (3, None, self.exe, self.exe.vm(), [MODEL]):
            with self.assertRaisesRegex(TypeError, accepted + type(other).__name__):
                relaxscope.open(other)
        with self.assertRaisesRegex(TypeError, accepted + "a module of kind relaxscope.VirtualMachine"):
            relaxscope.open(self.exe.vm().module)


if __name__ == "__main__":
    unittest.main()
