# SPDX-License-Identifier: Apache-2.0
"""What a program does with a VM besides calling it: inputs that stay, saved functions, measured calls, callbacks, instruments."""
import unittest

import numpy as np
import tvm
import tvm_ffi
from tvm.runtime.vm import VMInstrumentReturnKind
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

from drop_in import outcome
from four_ways import FourWays
from relax_programs import f32
from values import Shape, from_tvm, to_tvm


@I.ir_module
class Served:
    @R.function
    def scaled(x: R.Tensor(("n", 2), "float32"), w: R.Tensor((2,), "float32")) -> R.Tensor(("n", 2), "float32"):
        return R.multiply(x, w)

    @R.function
    def grouped(x: R.Tensor((2,), "float32"), t: R.Tuple(R.Tensor((2,), "float32"), R.Tuple(R.Tensor((2,), "float32"), R.Tensor(("k",), "int8")))):
        k = T.int64()
        return (R.add(x, t[0]), (t[1][0], R.shape([k, 2])))

    @R.function
    def number(i: R.Prim("int64"), s: R.Object) -> R.Object:
        return s

    @R.function(pure=False)
    def calls(x: R.Tensor((2,), "float32"), f: R.Callable((R.Tensor((2,), "float32"),), R.Tensor((2,), "float32"), purity=False)) -> R.Tensor((2,),
                                                                                                                                              "float32"):
        y: R.Tensor((2,), "float32") = f(R.exp(x))
        z: R.Tensor((2,), "float32") = f(y)
        return R.add(y, z)

    @R.function(pure=False)
    def untyped(x: R.Object, f: R.Object) -> R.Object:
        return R.call_packed("state.apply", f, x, ty_args=R.Object())


tvm.register_global_func("state.apply", lambda f, x: f(x), override=True)
X, W, V, N = f32(3, 2), f32(2), f32(2, seed=4), np.arange(5, dtype="int8")


def tensor(value):
    return tvm.runtime.tensor(value)


def stateful(vm, name, *arguments, **named):
    vm.set_input(name, *arguments, **named)
    vm.invoke_stateful(name)
    return vm.get_outputs(name)


INPUTS = {
    "early": lambda vm: vm.invoke_stateful("scaled"),
    "early outputs": lambda vm: vm.get_outputs("scaled"),
    "by position": lambda vm: stateful(vm, "scaled", X, W),
    "by name": lambda vm: stateful(vm, "scaled", w=W, x=X),
    "both": lambda vm: stateful(vm, "scaled", X, w=tensor(W)),
    "kept": lambda vm: (vm.invoke_stateful("scaled"), vm.get_outputs("scaled"))[1],
    "another extent": lambda vm: stateful(vm, "scaled", f32(1, 2), W),
    "tuple": lambda vm: stateful(vm, "grouped", W, (V, (W, N))),
    "tuple of arrays": lambda vm: stateful(vm, "grouped", tensor(W), [tensor(V), [W, tensor(N)]]),
    "tuple by name": lambda vm: stateful(vm, "grouped", t=(V, (W, N[:1])), x=V),
    "arities": lambda vm: [vm._get_output_arity("grouped", *at) for at in ((), (0,), (1,), (1, 0), (1, 1))],
    "part": lambda vm: vm._get_output("grouped", 1, 0),
    "too few": lambda vm: vm.set_input("scaled", X),
    "too many": lambda vm: vm.set_input("scaled", X, W, W),
    "twice": lambda vm: vm.set_input("scaled", W, W, x=X),
    "a name that is none": lambda vm: vm.set_input("scaled", X, v=W),
    "unknown function": lambda vm: vm.set_input("nothing", X),
    "wrong field": lambda vm: stateful(vm, "grouped", W, (V, (f32(3), N))),
    "a shape becomes a tuple": lambda vm: stateful(vm, "grouped", W, (V, (W, to_tvm(Shape((5,)))))),
    "field missing": lambda vm: stateful(vm, "grouped", W, (V,)),
    "tensor for a tuple": lambda vm: stateful(vm, "grouped", W, V),
    "wrong type": lambda vm: stateful(vm, "scaled", X.astype("float64"), W),
    "wrong extent": lambda vm: stateful(vm, "scaled", X, f32(3)),
    "outputs of before": lambda vm: vm.get_outputs("grouped"),
    "outputs unknown": lambda vm: vm.get_outputs("nothing"),
    "invoke unknown": lambda vm: vm.invoke_stateful("nothing"),
    "called directly beside it": lambda vm: vm["scaled"](tensor(X), tensor(W)),
}
REFUSED_INPUTS = {"early", "early outputs", "too few", "too many", "twice", "a name that is none", "unknown function", "wrong field",
                  "a shape becomes a tuple", "field missing", "tensor for a tuple", "wrong type",
                  "wrong extent", "outputs unknown", "invoke unknown"}

SAVED = {
    "save": lambda vm: vm.save_function("scaled", "bound", X, W),
    "bound": lambda vm: vm["bound"](),
    "as an attribute": lambda vm: vm.module.bound(),
    "with keywords": lambda vm: vm.save_function("scaled", "named", w=W, x=X),
    "named": lambda vm: vm["named"](),
    "with both": lambda vm: vm.save_function("scaled", "mixed", X, w=W),
    "mixed": lambda vm: vm["mixed"](),
    "silently": lambda vm: vm.save_function("scaled", "silent", X, W, include_return=False),
    "silent": lambda vm: vm["silent"](),
    "a tuple": lambda vm: vm.save_function("grouped", "of tuple", W, (V, (W, N))),
    "of tuple": lambda vm: vm["of tuple"](),
    "part of them": lambda vm: vm.save_function("scaled", "half", W),
    "half": lambda vm: vm["half"](tensor(X)),
    "half without": lambda vm: vm["half"](),
    "keywords unknown": lambda vm: vm.save_function("scaled", "k", v=W),
    "unknown": lambda vm: vm.save_function("nothing", "n", W),
    "over another": lambda vm: vm.save_function("scaled", "bound", f32(1, 2), W),
    "the other": lambda vm: vm["bound"](),
    "wrong later": lambda vm: vm.save_function("scaled", "wrong", X, f32(3)),
    "wrong": lambda vm: vm["wrong"](),
    "timed": lambda vm: (lambda times: (len(times), min(times) > 0))(vm.time_evaluator("bound", tvm.cpu(), number=3, repeat=2)().results),
    "timed with arguments": lambda vm: vm.time_evaluator("scaled", tvm.cpu(), number=2)(tensor(X), tensor(W)).mean > 0,
    "timed silent": lambda vm: vm.time_evaluator("silent", tvm.cpu())().mean > 0,
    "timed stateful": lambda vm: (vm.set_input("scaled", X, W), vm.time_evaluator("invoke_stateful", tvm.cpu(), number=2)("scaled").mean > 0)[1],
    "timed and refused": lambda vm: vm.time_evaluator("scaled", tvm.cpu())(tensor(X)),
    "timed unknown": lambda vm: vm.time_evaluator("nothing", tvm.cpu())(),
}
REFUSED_SAVED = {"half without", "keywords unknown", "unknown", "wrong", "timed and refused", "timed unknown"}


def raising(kind):
    def callback(*_):
        raise kind("by the callback")
    return callback


def counted(vm):
    seen = []

    def callback(x):
        seen.append(from_tvm(x))
        return tensor(x.numpy() * 2)

    return from_tvm(vm["calls"](tensor(W), tvm_ffi.convert(callback))), tuple(seen)


CALLBACKS = {
    "a callback": counted,
    "a Python function as it is": lambda vm: vm["calls"](tensor(W), lambda x: x),
    "one that returns something else": lambda vm: vm["calls"](tensor(W), lambda x: 3),
    "one that returns None": lambda vm: vm["calls"](tensor(W), lambda x: None),
    "one with another shape": lambda vm: vm["calls"](tensor(W), lambda x: tensor(f32(3))),
    "one of the VM's own functions": lambda vm: vm["calls"](tensor(W), vm["calls"]),
    "a builtin": lambda vm: vm["calls"](tensor(W), tvm.get_global_func("vm.builtin.copy")),
    "one that calls the VM": lambda vm: vm["untyped"](tensor(X), lambda x: vm["scaled"](x, tensor(W))),
    "one that calls the VM that calls one": lambda vm: vm["untyped"](1, lambda x: vm["untyped"](x + 1, lambda y: y * 10)),
    "one that raises ValueError": lambda vm: vm["calls"](tensor(W), raising(ValueError)),
    "one that raises KeyError": lambda vm: vm["untyped"](1, raising(KeyError)),
    "one that asks for too much": lambda vm: vm["calls"](tensor(W), lambda x, y: x),
    "a number instead": lambda vm: vm["calls"](tensor(W), 5),
    "and it still works": counted,
}
REFUSED_CALLBACKS = {"one that returns something else", "one that returns None", "one with another shape", "one of the VM's own functions",
                     "one that raises ValueError",
                     "one that raises KeyError", "one that asks for too much", "a number instead"}


def watched(skipped=(), raises=()):
    """A step: two calls under an instrument that writes down what it sees and skips or refuses some calls."""
    def step(vm):
        seen = []

        def instrument(function, name, before, result, *arguments):
            fresh = name.startswith("vm.builtin.alloc_")   # what is in new memory is undefined
            seen.append((name, before, len(arguments), "" if before or fresh else repr(from_tvm(result))))
            if before and name in raises:
                raise IndexError("by the instrument")
            return VMInstrumentReturnKind.SKIP_RUN if before and name in skipped else VMInstrumentReturnKind.NO_OP

        vm.set_instrument(instrument)
        answers = [outcome(lambda: vm["scaled"](tensor(X), tensor(W))), outcome(lambda: vm["number"](3, "text"))]
        vm.set_instrument(lambda *_: VMInstrumentReturnKind.NO_OP)
        known = tuple(answer[0] if "multiply" not in skipped else None for answer in answers)
        return known, tuple(type(error).__name__ for _, error in answers), tuple(seen)
    return step


INSTRUMENTS = {
    "all calls": watched(),
    "a kernel is skipped": watched(skipped=("multiply",)),
    "checks are skipped": watched(skipped=("vm.builtin.check_tensor_info", "vm.builtin.check_prim_value_info")),
    "it raises": watched(raises=("multiply", "vm.builtin.check_prim_value_info")),
    "one by the name of its factory": lambda vm: (vm.set_instrument("state.factory"), from_tvm(vm["scaled"](tensor(X), tensor(W))))[1],
    "no factory": lambda vm: vm.set_instrument("state.no_such"),
    "a number": lambda vm: vm.set_instrument(3),
    "none any more": lambda vm: (vm.set_instrument(None), vm["scaled"](tensor(X), tensor(W)))[1],
}
tvm.register_global_func("state.factory", lambda: tvm_ffi.convert(lambda *_: 0), override=True)


class VmState(FourWays):
    """None as a callback, for which TVM's VM reads a null pointer, is an error here."""

    def test_inputs(self):
        self.take(INPUTS, Served, refused=REFUSED_INPUTS)

    def test_saved_and_measured_functions(self):
        self.take(SAVED, Served, refused=REFUSED_SAVED)

    def test_callbacks(self):
        self.take(CALLBACKS, Served, refused=REFUSED_CALLBACKS)

    def test_instruments(self):
        self.take(INSTRUMENTS, Served, refused={"no factory", "a number"})

    def test_no_callback(self):
        for way, _, own in self.ways(Served):
            with self.subTest(way), self.assertRaises((TypeError, RuntimeError)):
                own["calls"](tensor(W), None)

    def test_a_callback_keeps_its_words(self):
        for way, peer, own in self.ways(Served):
            for vm in (peer, own):
                with self.subTest(way), self.assertRaisesRegex(ValueError, "by the callback"):
                    vm["calls"](tensor(W), raising(ValueError))


if __name__ == "__main__":
    unittest.main()
