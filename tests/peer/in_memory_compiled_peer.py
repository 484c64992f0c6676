# SPDX-License-Identifier: Apache-2.0
"""Executables in compiled mode whose code is in memory: every way in which their functions may reach our VM."""
import gc
import os
import pathlib
import tempfile
import threading
import unittest

import numpy as np
import tvm
import tvm_ffi
from tvm import relax
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

import relaxscope
from drop_in import outcome, own_function, shared
from four_ways import build, bytes_of, from_file, from_memory
from relax_programs import TARGET, f32
from values import difference, from_tvm


@I.ir_module
class Steps:
    """A dynamic chain and a recursion instead of a loop."""

    @R.function
    def main(x: R.Tensor(("n", 4), "float32"), y: R.Tensor((4,), "float32")) -> R.Tensor(("n", 4), "float32"):
        return R.multiply(R.exp(R.add(x, y)), R.const(2.0, "float32"))

    @R.function
    def count(n: R.Tensor((), "int64")) -> R.Tensor((), "int64"):
        cls = Steps
        done = R.less(n, R.const(1, "int64"))
        if done:
            r: R.Tensor((), "int64") = n
        else:
            r: R.Tensor((), "int64") = cls.count(R.subtract(n, R.const(1, "int64")))
        return r


@I.ir_module
class Far:
    """A call of a kernel that another module holds."""

    @R.function
    def far(x: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
        return R.call_dps_packed("apart", (x,), out_ty=R.Tensor((4,), "float32"))


@I.ir_module
class Apart:
    @T.prim_func(s_tir=True)
    def apart(a: T.Buffer((4,), "float32"), b: T.Buffer((4,), "float32")):
        T.func_attr({"global_symbol": "apart"})
        for i in range(4):
            with T.sblock("apart"):
                v = T.axis.remap("S", [i])
                b[v] = a[v] * T.float32(3)


def apart():
    return tvm.tirx.build(Apart, target=tvm.target.Target(TARGET))


def vm_of(module):
    return relax.VirtualMachine(module, tvm.cpu())


def tensor(value):
    return tvm.runtime.tensor(value)


X, Y = f32(3, 4), f32(4)
WANT = np.exp(X + Y) * np.float32(2)


class InMemoryCompiled(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.executable = build(Steps, "compiled")
        cls.bytes = bytes_of(cls.executable)

    def imports(self):
        return list(self.executable.mod.imports)

    def own(self, imports):
        return vm_of(own_function("executable_from_bytes")(self.bytes, imports))

    def check(self, vm):
        np.testing.assert_allclose(vm["main"](tensor(X), tensor(Y)).numpy(), WANT, rtol=1e-5)
        self.assertEqual(int(vm["count"](tensor(np.array(20, "int64"))).numpy()), 0)

    def test_from_bytes_and_from_the_module(self):
        """TVM's VM uses the code before and after ours; both give the same bits."""
        peer, kept = vm_of(self.executable), len(self.imports()[0].imports)
        self.check(peer)
        for module in (shared(self.executable), own_function("executable_from_bytes")(self.bytes, self.imports())):
            own = vm_of(module)
            self.check(own)
            self.check(peer)
            self.assertIsNone(difference(*(from_tvm(vm["main"](tensor(X), tensor(Y))) for vm in (peer, own)), exact=True))
        self.assertEqual(len(self.imports()[0].imports), kept, "TVM's modules are not changed")

    def test_ours_first(self):
        executable = build(Steps, "compiled")
        own = vm_of(shared(executable))
        self.check(own)
        self.check(vm_of(executable))
        self.check(own)

    def test_without_tvm_vm(self):
        """The package's own entry, and the executable's module, which may go away first."""
        own = relaxscope.tvm_vm(build(Steps, "compiled"))
        gc.collect()
        self.assertEqual(own.module.kind, "relaxscope.VirtualMachine")
        self.check(own)

    def test_nested_imports(self):
        """Below a module without code; and a kernel in a module that the code imports, or that stands beside it, which TVM's VM does not find."""
        for _ in range(2):   # TVM's executable and its code stay as they are
            self.check(self.own([self.executable.mod]))
            self.assertEqual(len(self.imports()[0].imports), 0)
        x, want = tensor(f32(4)), f32(4) * np.float32(3)
        for name, place, found in (("beside", lambda of: of.mod, False), ("below", lambda of: of.mod.imports[0], True)):
            with self.subTest(name):
                executable = build(Far, "compiled")
                place(executable).import_module(apart())
                own = vm_of(own_function("executable_from_bytes")(bytes_of(executable), list(executable.mod.imports)))
                self.assertIsNone(difference(want, from_tvm(own["far"](x))))
                self.assertEqual(outcome(lambda: vm_of(executable)["far"](x))[1] is None, found)

    def test_the_same_module_twice(self):
        self.check(self.own(self.imports() * 2))

    def test_our_copies_are_reused(self):
        module = shared(self.executable)
        self.check(vm_of(module))
        self.check(self.own(list(module.imports)))
        self.check(vm_of(module))

    def test_exported_afterwards(self):
        """TVM links our executable with the copied code, before a VM of ours has used it and after; what it loads is ours again."""
        module = shared(self.executable)
        with tempfile.TemporaryDirectory() as folder:
            for name in ("before", "after"):
                path = str(pathlib.Path(folder) / f"{name}.so")
                relax.VMExecutable(module).export_library(path)
                again = vm_of(tvm.runtime.load_module(path))
                self.assertEqual(again.module.kind, "relaxscope.VirtualMachine")
                self.check(again)
                self.check(vm_of(module))

    def test_several_modules(self):
        """Only the one that holds compiled functions is copied."""
        kernels, plain = apart(), tvm.runtime.load_module(os.environ["RELAXSCOPE_PEER_PACKED"])
        for imports in ([kernels, *self.imports()], [*self.imports(), kernels], [plain, *self.imports(), kernels]):
            own = own_function("executable_from_bytes")(self.bytes, imports)
            self.check(vm_of(own))
            shared_with_tvm = [made.__chandle__() for made, given in zip(own.imports, imports, strict=True) if made.same_as(given)]
            self.assertEqual(shared_with_tvm, [given.__chandle__() for given in imports if given not in self.imports()])
        self.assertEqual([len(module.imports) for module in (kernels, plain)], [0, 0], "modules without compiled functions are not changed")

    def test_library_that_tvm_opened(self):
        with tempfile.TemporaryDirectory() as folder:
            path = str(pathlib.Path(folder) / "exported.so")
            self.executable.export_library(path)
            opened = tvm.runtime.load_module(path)
            peer = vm_of(opened)
            self.check(peer)
            for own in (self.own(list(opened.imports)), vm_of(own_function("executable_from_module")(opened)),
                        self.own(list(own_function("load_executable")(path).imports))):
                self.check(own)
                self.check(peer)
        error = outcome(lambda: self.own(list(opened.imports)))[1]   # the file is gone
        self.assertIsInstance(error, RuntimeError)
        self.assertRegex(str(error), "cannot copy the code of functions in compiled mode: .*exported.so.*; export the executable as a library and load that")
        self.check(peer)

    def test_missing_functions(self):
        """Compiled functions are missed when the VM is set up, all at once; what their code calls, when it does. So TVM's VM does."""
        peer = vm_of(build(Far, "compiled"))
        for imports in ([], [apart()]):
            module = own_function("executable_from_bytes")(self.bytes, imports)
            self.assertEqual(module["stats"](), self.executable.stats())
            error = outcome(lambda module=module: vm_of(module))[1]
            self.assertRegex(str(error), r"missing functions: __vmtir__count \(the compiled body of count\); __vmtir__main \(the compiled body of main\)")
            bare = tvm_ffi.get_global_func("ffi.Module.load_from_bytes.relax.VMExecutable")(self.bytes)
            for import_ in imports:
                bare.import_module(import_)
            self.assertIs(type(outcome(lambda bare=bare: vm_of(bare))[1]), type(error))
        errors = [outcome(lambda vm=vm: vm["far"](tensor(f32(4))))[1] for vm in (peer, vm_of(shared(build(Far, "compiled"))))]
        self.assertEqual(*map(type, errors))
        self.assertEqual(*map(str, errors))

    def test_recording_sees_what_it_sees_in_a_library(self):
        counts = []
        with tempfile.TemporaryDirectory() as folder:
            path = str(pathlib.Path(folder) / "exported.so")
            self.executable.export_library(path)
            for module in (shared(self.executable), own_function("load_executable")(path)):
                vm = relaxscope.vm.VM(module)
                for precise in (False, True):
                    profile = vm.record("main", X, Y, repeat=3, warmup=1, precise=precise)
                    counts.append(sorted((row.callee, row.kind, row.count) for row in profile.rows.calls))
        self.assertEqual(counts[:2], counts[2:])
        self.assertIn("main", [callee for callee, _, _ in counts[0]])
        self.assertGreater(len(counts[0]), 4, counts[0])

    def test_limits_hold(self):
        answers = []
        with tempfile.TemporaryDirectory() as folder:
            path = str(pathlib.Path(folder) / "exported.so")
            self.executable.export_library(path)
            for module in map(relaxscope.drop_in.tvm_module, (self.executable, path)):
                for options, call in (({"step_limit": 100}, ("count", np.array(500, "int64"))), ({"stack_limit": 50}, ("count", np.array(500, "int64"))),
                                      ({"memory_limit": 4096}, ("main", f32(500, 4), Y))):
                    vm = relaxscope.vm.VM(module, **options)
                    error = outcome(lambda vm=vm, call=call: vm(*call))[1]
                    answers.append((type(error), str(error)))
                    self.assertEqual(int(vm("count", np.array(3, "int64"))), 0)
        self.assertEqual(answers[:3], answers[3:])
        self.assertEqual([kind for kind, _ in answers[:3]], [RuntimeError, RecursionError, MemoryError], answers)

    def test_threads_have_their_own_vms(self):
        module, answers = shared(self.executable), []

        def use():
            vm = vm_of(module)
            answers.extend(difference(WANT, from_tvm(vm["main"](tensor(X), tensor(Y)))) for _ in range(50))

        threads = [threading.Thread(target=use) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(answers, [None] * 150)

    def test_both_origins_and_modes(self):
        for mode in ("bytecode", "compiled"):
            executable = build(Steps, mode)
            for open_pair in (from_memory, from_file):
                peer, own = open_pair(executable)
                self.check(peer)
                self.check(own)


if __name__ == "__main__":
    unittest.main()
