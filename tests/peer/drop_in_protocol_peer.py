# SPDX-License-Identifier: Apache-2.0
"""The whole API of tvm.relax.VirtualMachine, step by step on TVM's VM and on ours with equal results."""
import gc
import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import traceback
import unittest

import numpy as np
import tvm
import tvm_ffi
from tvm import relax
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

import relax_programs_control as control
import relaxscope
from drop_in import exported, outcome, own_function, own_vm, shared
from relax_programs import TARGET, f32
from values import Shape, difference, from_tvm, to_tvm


@I.ir_module
class Served:
    """The functions that the steps call."""

    @R.function
    def main(x: R.Tensor(("n", 4), "float32"), y: R.Tensor(("n",), "float32")) -> R.Tensor(("n", 4), "float32"):
        return R.add(x, R.expand_dims(y, 1))

    @R.function
    def nested(x: R.Tensor((2, 3), "float32")):
        return (x, (R.exp(x), R.shape([2, 3])))

    @R.function
    def prim(i: R.Prim("int64"), f: R.Prim("float32"), s: R.Shape(["a", "b"])):
        return s

    @R.function(pure=False)
    def throws(x: R.Tensor((2, 3), "float32"), kind: R.Object):
        return R.call_packed("peer.throw", kind, ty_args=R.Object())

    @R.function
    def get_params() -> R.Tuple(R.Tensor((2,), "float32"), R.Tensor((2,), "float32")):
        return (R.const([1.0, 2.0], "float32"), R.const([3.0, 4.0], "float32"))

    @R.function
    def with_params(x: R.Tensor((2,), "float32"), p: R.Tuple(R.Tensor((2,), "float32"), R.Tensor((2,), "float32"))) -> R.Tensor((2,), "float32"):
        return R.add(R.multiply(x, p[0]), p[1])

    @R.function
    def adder(x: R.Tensor((2, 3), "float32")) -> R.Callable((R.Tensor((2, 3), "float32"),), R.Tensor((2, 3), "float32")):
        @R.function
        def inner(y: R.Tensor((2, 3), "float32")) -> R.Tensor((2, 3), "float32"):
            return R.subtract(y, x)

        return inner

    @R.function
    def apply(f: R.Callable((R.Tensor((2, 3), "float32"),), R.Tensor((2, 3), "float32")), x: R.Tensor((2, 3), "float32")) -> R.Tensor((2, 3), "float32"):
        a: R.Tensor((2, 3), "float32") = f(x)
        return R.add(a, a)


def built(mode="bytecode"):
    return relax.build(relax.transform.LambdaLift()(Served), target=tvm.target.Target(TARGET), exec_mode=mode)


def tensor(*shape, dtype="float32"):
    return tvm.runtime.tensor(f32(*shape).astype(dtype))


X, Y, Z = (lambda: tensor(2, 4)), (lambda: tensor(2)), (lambda: tensor(2, 3))


def stateful(vm, name, *arguments, **named):
    vm.set_input(name, *arguments, **named)
    vm.invoke_stateful(name)
    return vm.get_outputs(name)


# Each step is made on both VMs, in this order; later steps see the effects of earlier ones.
CALLS = {
    "a call": lambda vm: vm["main"](X(), Y()),
    "as an attribute": lambda vm: vm.module.main(X(), Y()),
    "numpy arguments": lambda vm: vm["main"](f32(2, 4), f32(2)),
    "too few": lambda vm: vm["main"](X()),
    "too many": lambda vm: vm["main"](X(), Y(), Y()),
    "element type": lambda vm: vm["main"](tensor(2, 4, dtype="float64"), Y()),
    "rank": lambda vm: vm["main"](tensor(2, 4, 1), Y()),
    "fixed extent": lambda vm: vm["main"](tensor(2, 5), Y()),
    "symbolic extent": lambda vm: vm["main"](X(), tensor(3)),
    "number for tensor": lambda vm: vm["main"](X(), 3),
    "None for tensor": lambda vm: vm["main"](X(), None),
    "text for tensor": lambda vm: vm["main"](X(), "x"),
    "shape for tensor": lambda vm: vm["main"](X(), to_tvm(Shape((2,)))),
    "tuple for tensor": lambda vm: vm["main"](X(), (Y(),)),
    "unknown": lambda vm: vm["nothing"](Y()),
    "kernel by name": lambda vm: vm["exp"](Y()),
    "builtin by name": lambda vm: vm["vm.builtin.copy"](1),
    "numbers": lambda vm: vm["prim"](3, 1.5, to_tvm(Shape((2, 3)))),
    "bool for int": lambda vm: vm["prim"](True, 1, to_tvm(Shape((2, 3)))),
    "float for int": lambda vm: vm["prim"](3.0, 1.5, to_tvm(Shape((2, 3)))),
    "text for float": lambda vm: vm["prim"](3, "a", to_tvm(Shape((2, 3)))),
    "shape rank": lambda vm: vm["prim"](3, 1.5, to_tvm(Shape((2, 3, 4)))),
    "int for shape": lambda vm: vm["prim"](3, 1.5, 7),
    "tuple for shape": lambda vm: vm["prim"](3, 1.5, (2, 3)),
    "callee throws ValueError": lambda vm: vm["throws"](Z(), "ValueError"),
    "callee throws KeyError": lambda vm: vm["throws"](Z(), "KeyError"),
    "callee throws its own": lambda vm: vm["throws"](Z(), "Own"),
    "still works": lambda vm: vm["nested"](Z()),
    "functions it has": lambda vm: [vm.module.implements_function(name) for name in ("main", "adder", "nothing", "set_input", "vm.builtin.copy")],
    "kinds behind it": lambda vm: [m.kind for m in vm.module.imports],
}
STATEFUL = {
    "invoke too early": lambda vm: vm.invoke_stateful("nested"),
    "invoke unknown": lambda vm: vm.invoke_stateful("nothing"),
    "outputs too early": lambda vm: vm.get_outputs("nested"),
    "outputs unknown": lambda vm: vm.get_outputs("nothing"),
    "too few inputs": lambda vm: vm.set_input("main", X()),
    "inputs unknown": lambda vm: vm.set_input("nothing", X()),
    "whole": lambda vm: stateful(vm, "main", X(), Y()),
    "named": lambda vm: stateful(vm, "main", y=f32(2), x=f32(2, 4)),
    "half named": lambda vm: stateful(vm, "main", X(), y=Y()),
    "again": lambda vm: (vm.invoke_stateful("main"), vm.get_outputs("main")),
    "a direct call beside it": lambda vm: vm["main"](tensor(1, 4), tensor(1)),
    "refused when invoked": lambda vm: stateful(vm, "main", f32(2, 4).astype("float64"), f32(2)),
    "the last output stays": lambda vm: vm.get_outputs("main"),
    "Python numbers become tensors": lambda vm: stateful(vm, "prim", 3, 1.5, to_tvm(Shape((2, 3)))),
    "no inputs": lambda vm: stateful(vm, "get_params"),
    "nested outputs": lambda vm: stateful(vm, "nested", f32(2, 3)),
    "arities": lambda vm: [vm._get_output_arity("nested", *i) for i in ((), (0,), (1,), (1, 0), (1, 1))],
    "output 1 1": lambda vm: vm._get_output("nested", 1, 1),
    "output that is a tuple": lambda vm: vm._get_output("nested", 1),
    "output without a name": lambda vm: vm._get_output(),
    "output index too large": lambda vm: vm._get_output("nested", 5),
    "output index below zero": lambda vm: vm._get_output("nested", -1),
    "output of no tuple": lambda vm: vm._get_output("nested", 0, 0),
    "arity index too large": lambda vm: vm._get_output_arity("nested", 5),
    "arity of no tuple": lambda vm: vm._get_output_arity("nested", 0, 0),
    "tuple input": lambda vm: stateful(vm, "with_params", f32(2), (f32(2), f32(2))),
    "parameters from a module": lambda vm: (
        vm.module["set_input_with_param_module"]("with_params", tensor(2), vm.module), vm.invoke_stateful("with_params"), vm.get_outputs("with_params")),
    "module without parameters": lambda vm: vm.module["set_input_with_param_module"]("with_params", tensor(2), vm.module.imports[0]),
}
SAVED = {
    "save": lambda vm: vm.save_function("main", "whole", X(), Y()),
    "saved": lambda vm: vm["whole"](),
    "saved with more": lambda vm: vm["whole"](Y()),
    "save half": lambda vm: vm.save_function("main", "half", Y()),
    "half": lambda vm: vm["half"](X()),
    "half without": lambda vm: vm["half"](),
    "save without result": lambda vm: vm.save_function("main", "silent", X(), Y(), include_return=False),
    "silent": lambda vm: vm["silent"](),
    "save named": lambda vm: vm.save_function("main", "named", y=f32(2), x=f32(2, 4)),
    "named": lambda vm: vm["named"](),
    "save unknown": lambda vm: vm.save_function("nothing", "n", Y()),
    "save a saved one": lambda vm: vm.save_function("half", "both", X()),
    "both": lambda vm: vm["both"](),
    "over a function's name": lambda vm: vm.save_function("nested", "nested", Z()),
    "the saved one wins": lambda vm: vm["nested"](),
    "no refusal when saved": lambda vm: vm.save_function("main", "wrong", Y(), Y()),
    "but when called": lambda vm: vm["wrong"](),
    "timed": lambda vm: len(vm.time_evaluator("whole", tvm.cpu(), number=2, repeat=3)().results),
    "timed with arguments": lambda vm: vm.time_evaluator("main", tvm.cpu(), number=2)(X(), Y()).mean > 0,
    "timed without result": lambda vm: vm.time_evaluator("silent", tvm.cpu(), min_repeat_ms=1)().mean > 0,
    "timed stateful": lambda vm: (vm.set_input("main", X(), Y()), vm.time_evaluator("invoke_stateful", tvm.cpu())("main").mean > 0),
    "timed and refused": lambda vm: vm.time_evaluator("main", tvm.cpu())(X(), tensor(3)),
    "timed unknown": lambda vm: vm.time_evaluator("nothing", tvm.cpu())(),
}
ABOUT = {
    "arity": lambda vm: [vm._get_function_arity(name) for name in ("main", "nested", "get_params", "vm.builtin.match_shape")],
    "arity unknown": lambda vm: vm._get_function_arity("nothing"),
    "arity of nothing": lambda vm: vm._get_function_arity(),
    "arity of a number": lambda vm: vm._get_function_arity(3),
    "names": lambda vm: [vm._get_function_param_name("main", i) for i in (0, 1)],
    "name too far": lambda vm: vm._get_function_param_name("main", 2),
    "name below zero": lambda vm: vm._get_function_param_name("main", -1),
    "name unknown": lambda vm: vm._get_function_param_name("nothing", 0),
    "closure": lambda vm: vm.invoke_closure(vm["adder"](Z()), Z()),
    "closure with too few": lambda vm: vm.invoke_closure(vm["adder"](Z())),
    "closure refuses": lambda vm: vm.invoke_closure(vm["adder"](Z()), Y()),
    "closure as argument": lambda vm: vm["apply"](vm["adder"](Z()), tensor(2, 3)),
    "tensor as closure": lambda vm: vm["apply"](Z(), Z()),
    "function as closure": lambda vm: vm.invoke_closure(vm["nested"], Z()),
    "call a tensor": lambda vm: vm.invoke_closure(Z()),
    "call None": lambda vm: vm.invoke_closure(None),
    "call a host function": lambda vm: vm.invoke_closure(tvm_ffi.get_global_func("peer.same"), 7),
    "no instrument": lambda vm: vm.set_instrument(None),
    "instrument unknown": lambda vm: vm.set_instrument("no.such"),
    "instrument a number": lambda vm: vm.set_instrument(3),
    "initialised with two numbers": lambda vm: vm.module["vm_initialization"](1, 0),
    "initialised with an unknown allocator": lambda vm: vm.module["vm_initialization"](1, 0, 9),
    "initialised again": lambda vm: vm.module["vm_initialization"](1, 0, 1),
    "and used": lambda vm: vm["main"](X(), Y()),
}


class DropInProtocol(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.executables = {mode: built(mode) for mode in ("bytecode", "compiled")}

    def both(self, mode="bytecode", **options):
        vms = relax.VirtualMachine(self.executables[mode], tvm.cpu(), **options), own_vm(self.executables[mode], **options)
        self.assertEqual([vm.module.kind for vm in vms], ["relax.VirtualMachine", "relaxscope.VirtualMachine"])
        return vms

    def alike(self, name, want, got):
        with self.subTest(name):
            self.assertIs(type(want[1]), type(got[1]), f"TVM {want[1] or want[0]!r}, ours {got[1] or got[0]!r}")
            if want[1] is None:
                self.assertIsNone(difference(want[0], got[0], exact=True))

    def steps(self, table, mode, unlike=()):
        peer, own = self.both(mode)
        for name, step in table.items():
            if name not in unlike:
                self.alike(f"{mode}: {name}", outcome(lambda: step(peer)), outcome(lambda: step(own)))

    def test_calls(self):
        self.steps(CALLS, "bytecode")
        self.steps(CALLS, "compiled")

    def test_stateful(self):
        self.steps(STATEFUL, "bytecode")
        self.steps(STATEFUL, "compiled")

    def test_saved_functions(self):
        self.steps(SAVED, "bytecode")
        self.steps(SAVED, "compiled")

    def test_functions_and_closures(self):
        self.steps(ABOUT, "bytecode")
        self.steps(ABOUT, "compiled")

    def test_allocators_and_devices(self):
        modules = self.executables["bytecode"], shared(self.executables["bytecode"])
        for configuration in ("naive", "pooled", {tvm.cpu(): 1}, {}, {tvm.cpu(): "naive"}, "odd", 3):
            self.alike(repr(configuration), *(outcome(lambda m=m: relax.VirtualMachine(m, tvm.cpu(), configuration)["main"](X(), Y())) for m in modules))
        for devices in (lambda: [tvm.cpu()], lambda: [tvm.cpu(), tvm.cpu()], lambda: (tvm.cpu(),), lambda: "cpu"):
            self.alike("devices", *(outcome(lambda m=m: relax.VirtualMachine(m, devices())["main"](X(), Y())) for m in modules))

    def test_ways_in(self):
        """A path, a library that TVM also opened, an executable that was never saved, and TVM's wrapper of ours."""
        want = from_tvm(relax.VirtualMachine(self.executables["bytecode"], tvm.cpu())["main"](X(), Y()))
        with tempfile.TemporaryDirectory() as folder:
            for mode, executable in self.executables.items():
                path = str(pathlib.Path(folder) / f"{mode}.so")
                executable.export_library(path)
                load = own_function("load_executable")
                modules = {"path": load(path), "wrapped": relax.VMExecutable(load(path)), "export": exported(executable)}
                self.assertEqual(modules["wrapped"].stats(), executable.stats())
                self.assertEqual(modules["wrapped"].as_text(), executable.as_text())
                peer = relax.VirtualMachine(tvm.runtime.load_module(path), tvm.cpu())
                for of in (path, executable, relaxscope.open(path), relaxscope.open(executable)):
                    own = relaxscope.tvm_vm(of, memory_cfg="naive")
                    self.assertEqual(own.module.kind, "relaxscope.VirtualMachine")
                    self.assertIsNone(difference(want, from_tvm(own["main"](X(), Y()))))
                self.assertEqual(relaxscope.VM(executable)("main", X().numpy(), Y().numpy()).tolist(), want.tolist())
                with self.assertWarns(DeprecationWarning):
                    former = relaxscope.tvm_machine(path)
                self.assertIsNone(difference(want, from_tvm(former["main"](X(), Y()))))
                for way, module in modules.items():
                    with self.subTest(f"{mode} {way}"):
                        self.assertIsNone(difference(want, from_tvm(relax.VirtualMachine(module, tvm.cpu())["main"](X(), Y()))))
                        self.assertIsNone(difference(want, from_tvm(peer["main"](X(), Y()))))
            path = str(pathlib.Path(folder) / "again.so")   # ours with TVM's kernels, exported by TVM
            relax.VMExecutable(shared(self.executables["bytecode"])).export_library(path)
            again = relax.VirtualMachine(tvm.runtime.load_module(path), tvm.cpu())
            self.assertEqual(again.module.kind, "relaxscope.VirtualMachine")
            self.assertIsNone(difference(want, from_tvm(again["main"](X(), Y()))))

    def test_instruments(self):
        """Arguments and order of their calls, and the effect of skipping a call; the VM survives an exception."""
        for mode in self.executables:
            seen = []
            for vm in self.both(mode):
                seen.append([])

                def instrument(function, name, before, result, *arguments, log=seen[-1]):
                    fresh = name.startswith("vm.builtin.alloc_")   # holds old memory content
                    plain = [argument for argument in arguments if isinstance(argument, (str, int))]
                    log.append((name, before, None if before or fresh else from_tvm(result), len(arguments), plain))
                    return int(before and name == "vm.builtin.check_shape_info")

                vm.set_instrument(instrument)
                seen[-1].append(from_tvm(vm["main"](X(), Y())))
                seen[-1].append(from_tvm(vm["prim"](1, 2.0, to_tvm(Shape((1, 2))))))
                vm.set_instrument(refusing)
                seen[-1].append(type(outcome(lambda vm=vm: vm["main"](X(), Y()))[1]))
                vm.set_instrument(lambda *_: None)
                seen[-1].append(from_tvm(vm["main"](X(), Y())))
            for want, got in zip(*seen, strict=True):
                self.assertIsNone(difference(to_plain(want), to_plain(got)), f"{mode}: {want} against {got}")
            self.assertGreater(len(seen[0]), 20 if mode == "bytecode" else 2)

    def test_skipped_kernels_leave_their_output(self):
        answers = []
        for vm in self.both():
            vm.set_instrument(lambda _, name, before, *rest: int(before and name in ("exp", "vm.builtin.match_shape")))
            answers.append(from_tvm(vm["nested"](Z()))[1][1])
        self.assertEqual(answers[0], answers[1])

    def test_errors_keep_their_words_and_tell_the_place(self):
        _, own = self.both()
        try:
            own["throws"](Z(), "KeyError")
        except KeyError as error:
            self.assertEqual(str(error), "\"'KeyError on purpose'\"")
            frames = [(frame.filename, frame.name) for frame in traceback.extract_tb(error.__traceback__)]
            self.assertIn(("throws", "call peer.throw"), frames)
        with self.assertRaisesRegex(RuntimeError, "fixed|constant.*got 5, expected 4"):
            own["main"](tensor(2, 5), Y())
        loop = own_vm(control.BYTECODE[1].build())
        with self.assertRaisesRegex(RuntimeError, "10000 nested calls"):
            loop["main"](tvm.runtime.tensor(np.array(20_000, "int64")))
        self.assertEqual(int(loop["main"](tvm.runtime.tensor(np.array(3, "int64"))).numpy()), 6)

    def test_where_tvm_would_read_through_null(self):
        _, own = self.both()
        for name, step in {"None for shape": lambda vm: vm["prim"](1, 1.0, None),
        "no closure": lambda vm: vm._invoke_closure(),
        "no input name": lambda vm: vm._set_input(),
                           "before it is set up": lambda _: shared(self.executables["bytecode"])["vm_load_executable"]()["set_input"]("nested", Z())}.items():
            with self.subTest(name):
                self.assertIsInstance(outcome(lambda: step(own))[1], (TypeError, RuntimeError))

    def test_lifetimes(self):
        """Functions keep the VM alive; closures outlive it and then raise; tensors outlive both."""
        own = own_vm(self.executables["bytecode"])
        function, closure, value = own["main"], own["adder"](Z()), own["main"](X(), Y())
        del own
        gc.collect()
        self.assertIsNone(difference(from_tvm(value), from_tvm(function(X(), Y()))))
        kept = value.numpy().copy()
        other = own_vm(self.executables["bytecode"])
        other.save_function("main", "saved", X(), Y())
        saved = other["saved"]
        del other
        gc.collect()
        self.assertIsNone(difference(from_tvm(value), from_tvm(saved())))
        del function
        gc.collect()
        with self.assertRaisesRegex(RuntimeError, "no longer exists"):
            closure(Z())
        self.assertTrue(np.array_equal(kept, value.numpy()))

    def test_an_instrument_may_take_itself_away(self):
        answers = []
        for vm in self.both():
            seen = []

            def once(_, name, before, *rest):
                seen.append((name, before))
                if not before:
                    vm.set_instrument(None)

            vm.set_instrument(once)
            vm["nested"](Z())
            answers.append(seen)
        self.assertEqual(answers[0], answers[1])
        self.assertEqual(len(answers[1]), 2)

    def test_modules_of_source(self):
        """relax.build for target c gives C source; TVM's VM and ours compile it first."""
        executable = relax.build(relax.transform.LambdaLift()(Served), target=tvm.target.Target("c"))
        self.assertIsNone(own_function("executable_from_module")(executable.mod))
        want = relax.VirtualMachine(executable, tvm.cpu())["main"](X(), Y())
        self.assertIsNone(difference(from_tvm(want), from_tvm(own_vm(executable)["main"](X(), Y()))))

    def test_other_threads(self):
        peer, own = self.both()
        answers = []
        for _ in range(3):
            thread = threading.Thread(target=lambda: answers.append(from_tvm(own["main"](X(), Y()))))
            thread.start()
            thread.join()
        for answer in answers:
            self.assertIsNone(difference(from_tvm(peer["main"](X(), Y())), answer))
        self.assertEqual(len(answers), 3)

    def test_tvm_may_come_second(self):
        """Our package runs a multithreaded model in a process that imports TVM only afterwards; both keep working."""
        said = subprocess.run([sys.executable, "-c", OURS_FIRST, os.environ["RELAXSCOPE_EXAMPLES"]], capture_output=True, text=True, check=False)
        self.assertEqual((said.returncode, said.stdout.split()), (0, ["True"] * 3), said.stderr)

    def test_before_it_is_set_up(self):
        """Queries about functions need no devices."""
        for module in (self.executables["bytecode"].mod, shared(self.executables["bytecode"])):
            vm = module["vm_load_executable"]()
            self.assertEqual(vm["get_function_arity"]("main"), 2)
            self.assertEqual(str(vm["get_function_param_name"]("main", 1)), "y")
            self.assertTrue(vm.implements_function("main"))


OURS_FIRST = """
import sys
import numpy as np
import relaxscope
library, arguments = sys.argv[1] + "/pool_tree.so", list(np.load(sys.argv[1] + "/pool_tree.npz").values())
vm = relaxscope.open(library).vm()
alone = vm("main", *arguments)
import tvm
from tvm import relax
peer = relax.VirtualMachine(tvm.runtime.load_module(library), tvm.cpu())
answers = [relaxscope.vm.as_result(peer["main"](*map(tvm.runtime.tensor, arguments))), vm("main", *arguments),
           relaxscope.vm.as_result(relaxscope.tvm_vm(library)["main"](*map(tvm.runtime.tensor, arguments)))]
for answer in answers:
    print(all(np.array_equal(a, b) for a, b in zip(alone, answer, strict=True)) if isinstance(alone, tuple) else np.array_equal(alone, answer))
"""


def refusing(*_):
    raise IndexError("by the instrument")


def to_plain(value):
    return tuple(map(to_plain, value)) if isinstance(value, (list, tuple)) else str(value) if isinstance(value, (type, str)) else value


if __name__ == "__main__":
    unittest.main()
