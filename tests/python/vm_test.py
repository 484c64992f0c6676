# SPDX-License-Identifier: Apache-2.0
"""VMs of the Python package: several of one file, several threads, limits, values with shared parts."""
import importlib.util
import os
import pathlib
import signal
import statistics
import sys
import tempfile
import threading
import unittest

if importlib.util.find_spec("numpy") is None:
    print("skipped: NumPy is not here; ./dev test sets it up in .venv")
    sys.exit(77)

import numpy as np
import tvm_ffi

import relaxscope

MODEL = pathlib.Path(os.environ["RELAXSCOPE_EXAMPLES"]) / "mlp_dynamic.so"
X = np.random.default_rng(1).standard_normal((5, 24)).astype("float32")

ENDLESS = """# RelaxScope assembler, text form
.executable R5 version="0.14"

.const c[0] = dtype uint8
.const c[1] = string "global"
.const c[2] = shape (4096)

@loop():
  goto  0

@recurse():
  call  recurse in:  dst: %0
  ret   %0

@storage():
  call  vm.builtin.alloc_storage in: %vm, c[2], i0, c[0], c[1] dst: %0
  ret   %0

@vm.builtin.alloc_storage packed_func;
"""

WEIGHTS = """# RelaxScope assembler, text form
.executable R5 version="0.14"

.const c[0] = tensor float32[2] {1, 2}

@main():
  call  vm.builtin.copy in: c[0] dst: %0
  ret   %0

@vm.builtin.copy packed_func;
"""


class Vms(unittest.TestCase):

    def test_are_made_of_what_open_accepts(self):
        exe = relaxscope.open(MODEL)
        want = exe.vm()("main", X)[0].tolist()
        for of in (MODEL, str(MODEL), exe):
            vm = relaxscope.VM(of, step_limit=1000)
            self.assertEqual(vm("main", X)[0].tolist(), want)
            self.assertEqual(vm.entry, "main")
        self.assertEqual(relaxscope.VM(MODEL, entry="other").entry, "other")
        with self.assertRaisesRegex(FileNotFoundError, "nowhere.so"):
            relaxscope.VM("nowhere.so")
        with self.assertRaisesRegex(TypeError, "an executable must be a path, .*; got int"):
            relaxscope.VM(3)

    def test_what_was_not_measured_has_no_figure(self):
        vm = relaxscope.VM(MODEL)
        once = vm.record("main", X, repeat=1)
        self.assertIsNone(once.overview["run_half_width_95_ns"])
        self.assertGreater(once.overview["run_median_ns"], 0)
        self.assertRegex(repr(once), r"1 measured runs, \d+ events, median [0-9.]+ us>")
        for wrong in ({"repeat": 0}, {"warmup": -1}):
            with self.assertRaisesRegex(ValueError, "repeat must be at least 1 and warmup at least 0"):
                vm.record("main", X, **wrong)

    def test_times_calls(self):
        vm = relaxscope.VM(MODEL)
        times = vm.time("main", X, repeat=7, number=3, warmup=2, min_repeat=0)
        self.assertEqual((len(times.repeats_ns), times.number, times.interval), (7, 3, "within one process"))
        self.assertAlmostEqual(times.median_ns, statistics.median(times.repeats_ns), places=6)
        self.assertAlmostEqual(times.low_95_ns, min(times.repeats_ns), places=6)
        self.assertAlmostEqual(times.high_95_ns, max(times.repeats_ns), places=6)
        self.assertRegex(repr(times), r"^<relaxscope.Times: [0-9.,]+ [nµm]?s ± [0-9.,]+ [nµm]?s \(within one process\), 7 repeats of 3 calls>$")
        once = relaxscope.open(MODEL).time("main", X, repeat=1, min_repeat=0)
        self.assertEqual((once.half_width_95_ns, once.low_95_ns, once.sigma_ns, once.median_ns), (None, None, None, once.repeats_ns[0]))
        self.assertGreater(relaxscope.open(MODEL).time("main", inputs=["float32[2,24]"], repeat=2).number, 1, "as many as take 0.2 ms")
        for wrong in ({"repeat": 0}, {"warmup": -1}, {"number": 0}, {"min_repeat": -1}):
            with self.assertRaisesRegex(ValueError, "must be at least|at least 1"):
                vm.time("main", X, **wrong)
        with self.assertRaises(ValueError):
            vm.time("main", X.astype("float64"))
        with self.assertRaises(AttributeError):
            vm.time("mian", X)

    def test_signals_end_a_measurement_between_calls(self):
        """Calls of a microsecond: the signal finds none of them under way, or nearly none."""
        def stop(*_):
            raise TimeoutError("stopped")

        before = signal.signal(signal.SIGALRM, stop)
        try:
            for measure in (lambda vm: vm.time("main", X, min_time=1e6), lambda vm: vm.record("main", X, repeat=10_000_000)):
                vm = relaxscope.VM(MODEL)
                signal.setitimer(signal.ITIMER_REAL, 0.2)
                with self.assertRaisesRegex(TimeoutError, "stopped"):
                    measure(vm)
                vm("main", X)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)

    def test_share_constants(self):
        with tempfile.TemporaryDirectory() as folder:
            text = pathlib.Path(folder) / "weights.txt"
            text.write_text(WEIGHTS, "utf-8")
            exe = relaxscope.open(text)
            vms = [exe.vm(), exe.vm(allocator="naive"), relaxscope.open(text).vm()]
            weights = [vm("main") for vm in vms]
            addresses = [array.ctypes.data for array in weights]
            self.assertEqual(addresses[0], addresses[1])
            self.assertNotEqual(addresses[0], addresses[2], "of a file that was opened by itself")
            text.write_text(WEIGHTS.replace("{1, 2}", "{3, 4}"), "utf-8")
            self.assertEqual(exe.vm()("main").tolist(), [3, 4], "the file is another by now")
        del vms, weights[0]
        self.assertEqual(weights[0].tolist(), [1, 2])

    def test_tuples_that_share_their_parts(self):
        """Sixty levels of pairs of the same pair: each is created, passed, kept and returned once."""
        value = (X,)
        for _ in range(60):
            value = (value, value)
        with tempfile.TemporaryDirectory() as folder:
            text = pathlib.Path(folder) / "identity.txt"
            text.write_text('.executable R5 version="0.14"\n@main(x):\n  ret %0\n', "utf-8")
            vm = relaxscope.open(text).vm()
        vm.set_input("main", value)
        vm.invoke("main")
        for seen in (vm("main", value), vm.get_outputs("main")):
            for _ in range(60):
                self.assertIs(seen[0], seen[1])
                seen = seen[0]
            self.assertTrue(np.array_equal(seen[0], X))

    def test_limits(self):
        """An endless loop, endless recursion, and a storage of 4 KiB."""
        with tempfile.TemporaryDirectory() as folder:
            text = pathlib.Path(folder) / "endless.txt"
            text.write_text(ENDLESS, "utf-8")
            exe = relaxscope.open(text)
            with self.assertRaisesRegex(RuntimeError, "reached the limit of 1000 instructions"):
                exe.run("loop", step_limit=1000)
            with self.assertRaisesRegex(RecursionError, "limit of 50 nested calls"):
                exe.run("recurse", stack_limit=50)
            with self.assertRaisesRegex(MemoryError, "limit"):
                exe.run("storage", memory_limit=4000)
            exe.run("storage", memory_limit=4096)
            with self.assertRaisesRegex(ValueError, "a limit must be a non-negative integer, not -1"):
                exe.vm(memory_limit=-1)

    def test_tensors_that_kernels_could_not_read(self):
        """Unaligned, or not contiguous."""
        rows, columns = X.shape
        room = np.zeros(X.size + 1, "float32")[1:].reshape(X.shape)
        room[...] = X
        apart = np.zeros((rows, 2 * columns), "float32")[:, ::2]
        apart[...] = X
        vm = relaxscope.open(MODEL).vm()
        want = vm("main", X)[0].tolist()
        for array in (room, apart):
            self.assertEqual(vm("main", tvm_ffi.from_dlpack(array))[0].tolist(), want)

    def test_begin_anew(self):
        """As in TVM, state is kept: inputs, outputs, saved functions, the instrument."""
        vm = relaxscope.open(MODEL).vm()
        first = vm("main", X)[0].tolist()
        vm.set_input("main", X)
        vm.invoke("main")
        vm.module["save_function"]("main", "saved", 1, tvm_ffi.from_dlpack(X))
        saved, calls = vm["saved"], []
        vm.module["set_instrument"](tvm_ffi.convert(lambda function, name, before, result, *arguments: calls.append(name)))
        for _ in range(3):
            vm.module["vm_initialization"](1, 0, 1)
            self.assertEqual(vm.get_outputs("main")[0].tolist(), first)
            vm.invoke("main")
            for outputs in (vm.get_outputs("main"), relaxscope.vm.as_result(saved()), relaxscope.vm.as_result(vm["saved"]()), vm("main", X)):
                self.assertEqual(outputs[0].tolist(), first)
        self.assertTrue(calls)

    def test_from_several_threads(self):
        """One thread runs at a time; the others get an error for any call, and no state is corrupted."""
        vm, other, failures, ended = relaxscope.open(MODEL).vm(), relaxscope.open(MODEL).vm(), [], threading.Event()
        want = vm("main", X)[0].tolist()
        vm.set_input("main", X)
        argument = relaxscope.vm.as_argument(X)

        def record():
            with vm.profile():
                vm("main", X)

        def set_instrument():
            vm.module["set_instrument"](None)

        def begin_anew():
            vm.module["vm_initialization"](1, 0, 2)

        def save():
            vm.module["save_function"]("main", "saved", 1, argument)
            vm["saved"]()

        def stateful():
            vm.set_input("main", X)
            vm.invoke("main")
            vm.get_outputs("main")

        def check():
            if vm("main", X)[0].tolist() != want:
                failures.append("another result")

        def repeat(action):
            while not ended.is_set():
                try:
                    action()
                except RuntimeError as error:
                    if "another thread is calling" not in str(error) and "is being recorded" not in str(error):
                        failures.append(f"{action.__name__}: {error}")
                except Exception as error:
                    failures.append(f"{action.__name__}: {error!r}")

        threads = [threading.Thread(target=repeat, args=(action,)) for action in (record, set_instrument, begin_anew, begin_anew, save, stateful, check)]
        for thread in threads:
            thread.start()
        for _ in range(300):
            self.assertEqual(other("main", X)[0].tolist(), want)
        ended.set()
        for thread in threads:
            thread.join()
        self.assertEqual(sorted(set(failures)), [])
        self.assertEqual(vm("main", X)[0].tolist(), want)


if __name__ == "__main__":
    unittest.main()
