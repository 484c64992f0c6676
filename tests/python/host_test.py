# SPDX-License-Identifier: Apache-2.0
"""What a Python program does with a VM besides calls of its functions: Ctrl+C, shapes, states driven by global functions, closures, memory,
libraries that register functions. With RELAXSCOPE_TEST_WITH_TVM set, TVM is imported before."""
import contextlib
import importlib.util
import os
import pathlib
import signal
import sys
import tempfile
import threading
import time
import unittest

if importlib.util.find_spec("numpy") is None:
    print("skipped: NumPy is not here; ./dev test sets it up in .venv")
    sys.exit(77)
if os.environ.get("RELAXSCOPE_TEST_WITH_TVM"):
    import tvm  # noqa: F401

import numpy as np
import tvm_ffi

import relaxscope

WITH_TVM = "tvm" in sys.modules

LOOPS = """# RelaxScope assembler, text form
.executable R5 version="0.14"

@jumps():
  goto  0

@calls():
  call  vm.builtin.copy in: i1 dst: %0
  goto  -1

@one():
  call  vm.builtin.copy in: i1 dst: %0
  ret   %0

@vm.builtin.copy packed_func;
"""

COMPILED = """# RelaxScope assembler, text form
.executable R5 version="0.14"

@main(first, second) vm_tir_func;

@same(x):
  ret   %0
"""

STATES = """# RelaxScope assembler, text form
.executable R5 version="0.14"

.const c[0] = tensor float32[2, 1] {1, 2}
.const c[1] = shape (4, 1)

@make():
  call  vm.builtin.make_tuple in: f[vm.builtin.copy] dst: %0
  call  vm.builtin.make_tuple in: c[0] dst: %1
  call  vm.builtin.rnn_state_create in: i1, i4, i2, %0, %0, %1 dst: %2
  ret   %2

@rows():
  call  vm.builtin.attention_kv_cache_create in: c[0], c[1], i-1 dst: %0
  ret   %0

@view(cache):
  call  vm.builtin.attention_kv_cache_view in: %0 dst: %1
  ret   %1

@begin(state, ids, lengths):
  call  vm.builtin.kv_state_begin_forward in: %0, %1, %2
  ret   %0

@same(x):
  ret   %0

@vm.builtin.make_tuple packed_func;
@vm.builtin.copy packed_func;
@vm.builtin.rnn_state_create packed_func;
@vm.builtin.attention_kv_cache_create packed_func;
@vm.builtin.attention_kv_cache_view packed_func;
@vm.builtin.kv_state_begin_forward packed_func;
"""

CLOSURES = """# RelaxScope assembler, text form
.executable R5 version="0.14"

@inner(x, y, z):
  call  vm.builtin.make_tuple in: %0, %1, %2 dst: %3
  ret   %3

@make(y):
  call  vm.builtin.make_closure in: f[inner], %0, i8 dst: %1
  ret   %1

@use(closure, x):
  call  vm.builtin.invoke_closure in: %vm, %0, %1 dst: %2
  ret   %2

@vm.builtin.make_tuple packed_func;
@vm.builtin.make_closure packed_func;
@vm.builtin.invoke_closure packed_func;
"""

STORAGES = """# RelaxScope assembler, text form
.executable R5 version="0.14"

.const c[0] = dtype uint8
.const c[1] = string "global"

@main(bytes):
  call  vm.builtin.alloc_storage in: %vm, %0, i0, c[0], c[1] dst: %1
  ret   %0

@vm.builtin.alloc_storage packed_func;
"""

REGISTERS = """# RelaxScope assembler, text form
.executable R5 version="0.14"

@main(x):
  call  thrice in: %0 dst: %1
  call  relaxscope.test.twice in: %1 dst: %1
  ret   %1

@thrice packed_func;
@relaxscope.test.twice packed_func;
"""


@contextlib.contextmanager
def opened(text):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "program.txt"
        path.write_text(text, "utf-8")
        yield relaxscope.open(path)


def vm_of(text, **options):
    with opened(text) as exe:
        return exe.vm(**options)


class CtrlC(unittest.TestCase):
    """A signal ends a call at its next instruction that calls or jumps back."""

    LIMIT = 0.1  # seconds from the signal to the exception

    def interrupted(self, call, number=signal.SIGINT, error=KeyboardInterrupt, after=0.2):
        """Whether the signal, sent `after` seconds, ends the call in time. The best of three: the machine may be busy."""
        took = []
        for _ in range(3):
            sent = []

            def send():
                sent.append(time.perf_counter())
                os.kill(os.getpid(), number)

            timer = threading.Timer(after, send)
            timer.start()
            with self.assertRaises(error):
                call()
            took.append(time.perf_counter() - sent[0])
            timer.join()
            if took[-1] < self.LIMIT:
                return
        self.fail(f"it took {took} s")

    def test_ends_every_kind_of_loop(self):
        vm = vm_of(LOOPS)
        for function in ("jumps", "calls"):
            with self.subTest(function):
                self.interrupted(lambda function=function: vm(function))
                self.assertEqual(vm("one"), 1, "the VM goes on")

    def test_ends_other_ways_into_the_vm(self):
        vm = vm_of(LOOPS)
        vm.set_input("calls")
        self.interrupted(lambda: vm.invoke("calls"))
        vm.module["save_function"]("calls", "saved", 1)
        self.interrupted(lambda: vm["saved"]())
        with self.assertRaises(KeyboardInterrupt):
            with vm.profile():
                self.interrupted(lambda: vm("jumps"))
                raise KeyboardInterrupt
        self.assertEqual(vm("one"), 1)

    def test_ends_compiled_code_at_its_next_builtin(self):
        vm = vm_of(COMPILED, load=os.environ["RELAXSCOPE_COMPILED"])
        start = time.perf_counter()
        timer = threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        with self.assertRaises(KeyboardInterrupt):
            vm("main", 500_000_000, 60_000_000_000)  # nanoseconds before the builtin, and after it
        self.assertLess(time.perf_counter() - start, 20)
        timer.join()
        self.assertEqual(vm("main", 1000, 1000), 1000)

    def test_asks_the_handler_that_the_program_has_set(self):
        """Also one that is set after the VM's first call, as in a notebook; one that raises nothing lets the call go on."""
        class Stop(Exception):
            pass

        def stop(number, frame):
            raise Stop

        seen = []
        vm = vm_of(LOOPS, step_limit=0)
        before = signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGALRM)
        try:
            vm("one")
            signal.signal(signal.SIGINT, stop)
            time.sleep(0.03)
            self.interrupted(lambda: vm("calls"), error=Stop)
            signal.signal(signal.SIGALRM, lambda number, frame: seen.append(number))
            time.sleep(0.03)
            signal.setitimer(signal.ITIMER_REAL, 0.05)
            self.interrupted(lambda: vm("calls"), error=Stop)
            self.assertEqual(seen, [signal.SIGALRM])
            signal.signal(signal.SIGALRM, stop)
            self.interrupted(lambda: vm("jumps"), number=signal.SIGALRM, error=Stop)
        finally:
            signal.signal(signal.SIGINT, before[0])
            signal.signal(signal.SIGALRM, before[1] or signal.SIG_DFL)
        self.assertEqual(vm("one"), 1)

    def test_leaves_other_threads_alone(self):
        vm, other, results = vm_of(LOOPS), vm_of(LOOPS, step_limit=200_000_000), []

        def run():
            try:
                other("jumps")
            except RuntimeError as error:
                results.append(str(error))

        thread = threading.Thread(target=run)
        thread.start()
        self.interrupted(lambda: vm("calls"), after=0.05)
        thread.join()
        self.assertEqual(results, ["the call reached the limit of 200000000 instructions"])


class Values(unittest.TestCase):
    def test_shapes_are_passed_as_such(self):
        vm, shape = vm_of(STATES), tvm_ffi.Shape([2, 3])
        for value in (vm("same", shape), vm("same", (shape, 1))[0]):
            self.assertIsInstance(value, tvm_ffi.Shape)
            self.assertEqual(tuple(value), (2, 3))
        self.assertIsInstance(vm("same", (2, 3)), tuple)
        self.assertNotIsInstance(vm("same", (2, 3)), tvm_ffi.Shape)
        vm.set_input("same", shape)
        vm.invoke("same")
        self.assertIsInstance(vm.get_outputs("same"), tvm_ffi.Shape)

    def test_closures_tell_what_they_capture(self):
        vm, y = vm_of(CLOSURES), np.arange(3, dtype="float32")
        closure = vm("make", y)
        self.assertIsInstance(closure, relaxscope.Closure)
        self.assertEqual(repr(closure), "<relaxscope.Closure of inner, captured: float32[3], 8>")
        self.assertEqual(closure.function, "inner")
        self.assertEqual((closure.captured[0].tolist(), closure.captured[1]), (y.tolist(), 8))
        for result in (closure(7), vm("use", closure, 7), relaxscope.vm.as_result(vm.module["invoke_closure"](closure._value, 7))):
            self.assertEqual((result[0], result[1].tolist(), result[2]), (7, y.tolist(), 8))
        nested = vm("make", closure)
        self.assertEqual(repr(nested), f"<relaxscope.Closure of inner, captured: {closure!r}, 8>")
        self.assertIsInstance(vm["make"](tvm_ffi.from_dlpack(y)), tvm_ffi.Function, "without conversion")

    def test_memory_names_what_the_pool_keeps(self):
        vm = vm_of(STORAGES)
        vm["main"](tvm_ffi.Shape([4096]))
        self.assertEqual({name: vm.memory[name] for name in ("live_bytes", "peak_bytes", "allocations", "pool_hits", "pool_unused_bytes")},
                         {"live_bytes": 0, "peak_bytes": 4096, "allocations": 1, "pool_hits": 0, "pool_unused_bytes": 4096})
        vm["main"](tvm_ffi.Shape([4096]))
        self.assertEqual((vm.memory["pool_hits"], vm.memory["pool_unused_bytes"]), (1, 4096))
        naive = vm_of(STORAGES, allocator="naive")
        naive["main"](tvm_ffi.Shape([4096]))
        self.assertEqual((naive.memory["peak_bytes"], naive.memory["pool_unused_bytes"]), (4096, 0))


class States(unittest.TestCase):
    """A program written for MLC takes the functions that begin and end sequences from the global table."""

    def test_are_driven_by_global_functions(self):
        vm = vm_of(STATES)
        state = vm("make")
        add, end, remove = (tvm_ffi.get_global_func(f"vm.builtin.kv_state_{what}") for what in ("add_sequence", "end_forward", "remove_sequence"))
        add(state, 0)
        with self.assertRaises(Exception):
            add(state, 0)
        for _ in range(2):
            vm("begin", state, tvm_ffi.Shape([0]), tvm_ffi.Shape([1]))
            end(state)
        vm["vm.builtin.kv_state_popn"](state, 0, 1)
        remove(state, 0)
        with self.assertRaises(Exception):
            remove(state, 0)

    def test_of_rows_are_too(self):
        vm = vm_of(STATES)
        cache = vm("rows")
        tvm_ffi.get_global_func("vm.builtin.attention_kv_cache_append")(cache, tvm_ffi.from_dlpack(np.array([[3]], "float32")))
        self.assertEqual(vm("view", cache).ravel().tolist(), [1, 2, 3])
        tvm_ffi.get_global_func("vm.builtin.attention_kv_cache_array_popn")(tvm_ffi.Array([cache]), 2)
        self.assertEqual(vm("view", cache).ravel().tolist(), [1])

    def test_other_values_are_refused(self):
        vm = vm_of(STATES)
        state = vm("make")
        add = tvm_ffi.get_global_func("vm.builtin.kv_state_add_sequence")
        with self.assertRaisesRegex(TypeError, "KVState" if WITH_TVM else "not a state of a RelaxScope VM"):
            add(vm("same", "text"), 0)
        del vm
        with self.assertRaisesRegex(RuntimeError, "VM of this state no longer exists"):
            add(state, 0)


class Libraries(unittest.TestCase):
    def test_that_register_functions_are_opened_once(self):
        """A second opening would end the process, as each name can be registered once. Such a library stays open without a VM."""
        library = os.environ["RELAXSCOPE_REGISTERING"]
        if WITH_TVM:
            tvm.runtime.load_module(library)
        with opened(REGISTERS) as exe:
            for load in (library, [library, library], library):
                self.assertEqual(exe.run("main", 7, load=load), 42)
            vms = [exe.vm(load=library), relaxscope.open(exe.path).vm(load=library)]
        self.assertEqual([vm("main", value) for value, vm in enumerate(vms, 1)], [6, 12])


if __name__ == "__main__":
    unittest.main()
