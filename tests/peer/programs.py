# SPDX-License-Identifier: Apache-2.0
"""Executables made instruction by instruction with TVM's ExecBuilder: hand-written ones, and valid random ones.

Their kernels (k_add, k_sub, k_mul, k_less, k_fail) are those of packed.cpp.
"""
import random

import numpy as np
import tvm
from tvm import relax

from values import Dtype, Shape


class Case:
    """One executable and the calls to make: (function, arguments)."""

    def __init__(self, name, executable, calls):
        self.name, self.executable, self.calls = name, executable, calls


def call(ib, name, *args, dst):
    ib.emit_call(name, args=list(args), dst=ib.r(dst))


def countdown():
    ib = relax.ExecBuilder()
    with ib.function("main", num_inputs=1):
        call(ib, "k_add", ib.imm(0), ib.imm(0), dst=1)
        call(ib, "k_less", ib.imm(0), ib.r(0), dst=2)
        ib.emit_if(ib.r(2), 4)
        call(ib, "k_add", ib.r(1), ib.r(0), dst=1)
        call(ib, "k_sub", ib.r(0), ib.imm(1), dst=0)
        ib.emit_goto(-4)
        ib.emit_ret(ib.r(1))
    return Case("countdown", ib.get(), [("main", (0,)), ("main", (1,)), ("main", (1000,)), ("main", (-5,))])


def fibonacci():
    """Recursion of VM functions with two recursive calls."""
    ib = relax.ExecBuilder()
    with ib.function("fib", num_inputs=1):
        call(ib, "k_less", ib.r(0), ib.imm(2), dst=1)
        ib.emit_if(ib.r(1), 2)
        ib.emit_ret(ib.r(0))
        call(ib, "k_sub", ib.r(0), ib.imm(1), dst=2)
        call(ib, "fib", ib.r(2), dst=3)
        call(ib, "k_sub", ib.r(0), ib.imm(2), dst=2)
        call(ib, "fib", ib.r(2), dst=4)
        call(ib, "k_add", ib.r(3), ib.r(4), dst=5)
        ib.emit_ret(ib.r(5))
    return Case("fibonacci", ib.get(), [("fib", (n,)) for n in (0, 1, 2, 15)])


def closures():
    ib = relax.ExecBuilder()
    with ib.function("body", num_inputs=3):
        call(ib, "k_mul", ib.r(0), ib.r(1), dst=3)
        call(ib, "k_add", ib.r(3), ib.r(2), dst=4)
        ib.emit_ret(ib.r(4))
    with ib.function("main", num_inputs=2):
        call(ib, "vm.builtin.make_closure", ib.f("body"), ib.r(1), ib.imm(7), dst=2)
        call(ib, "vm.builtin.invoke_closure", ib.vm_state(), ib.r(2), ib.r(0), dst=3)
        call(ib, "vm.builtin.invoke_closure", ib.vm_state(), ib.r(2), ib.r(3), dst=4)
        ib.emit_ret(ib.r(4))
    with ib.function("make", num_inputs=1):
        call(ib, "vm.builtin.make_closure", ib.f("body"), ib.r(0), ib.imm(1), dst=1)
        ib.emit_ret(ib.r(1))
    return Case("closures", ib.get(), [("main", (3, 5)), ("main", (-1, 2)), ("make", (4,))])


def constants():
    ib = relax.ExecBuilder()
    rng = np.random.default_rng(7)
    tensors = [rng.standard_normal((2, 3)).astype(d) for d in ("float32", "float64", "float16")]
    tensors += [rng.integers(-9, 9, (4,)).astype(d) for d in ("int8", "int32", "int64")]
    tensors += [np.array([True, False]), np.array(2.5, "float32"), np.zeros((0, 3), "float32"), np.arange(6, dtype="uint16").reshape(1, 2, 3)]
    with ib.function("main", num_inputs=0):
        args = [ib.convert_constant(tvm.runtime.tensor(t)) for t in tensors]
        args += [ib.convert_constant(v) for v in ("short", "a string that is longer than eight bytes", "ünïcödé \u4e2d\u6587", "")]
        args += [ib.convert_constant(tvm.runtime.ShapeTuple(s)) for s in ([], [1], [3, -1, 2**40])]
        args += [ib.convert_constant(tvm.runtime.DataType(d)) for d in ("float32", "bool", "bfloat16", "int8", "float8_e4m3fn")]
        args += [ib.imm(v) for v in (0, -1, 2**54, -(2**55 - 1))]
        call(ib, "vm.builtin.make_tuple", *args, dst=0)
        ib.emit_ret(ib.r(0))
    return Case("constants", ib.get(), [("main", ())])


def tuples():
    ib = relax.ExecBuilder()
    with ib.function("main", num_inputs=3):
        call(ib, "vm.builtin.make_tuple", ib.r(0), ib.r(1), ib.void_arg(), dst=3)
        call(ib, "vm.builtin.make_tuple", ib.r(3), ib.r(2), dst=4)
        call(ib, "vm.builtin.tuple_getitem", ib.r(4), ib.imm(0), dst=5)
        call(ib, "vm.builtin.tuple_getitem", ib.r(5), ib.imm(1), dst=6)
        call(ib, "vm.builtin.make_tuple", ib.r(6), ib.r(4), dst=7)
        ib.emit_ret(ib.r(7))
    with ib.function("out_of_range", num_inputs=1):
        call(ib, "vm.builtin.make_tuple", ib.r(0), dst=1)
        call(ib, "vm.builtin.tuple_getitem", ib.r(1), ib.imm(3), dst=2)
        ib.emit_ret(ib.r(2))
    x = np.arange(6, dtype="float32").reshape(2, 3)
    return Case("tuples", ib.get(), [("main", (x, 1, 2.5)), ("main", (x, "text", Shape((4, 5)))), ("main", ((1, (2.0, None)), Dtype("int8"), True)),
                                     ("out_of_range", (1,))])


def shapes():
    """The shape heap: match, compute, make; kernels also write it."""
    ib = relax.ExecBuilder()
    context = ib.convert_constant("ErrorContext(fn=main, loc=param[0], param=x, annotation=R.Tensor((n, m))) ")
    f32 = ib.convert_constant(tvm.runtime.DataType("float32"))
    with ib.function("main", num_inputs=2):
        call(ib, "vm.builtin.alloc_shape_heap", ib.vm_state(), ib.imm(4), dst=2)
        call(ib, "vm.builtin.check_tensor_info", ib.r(0), ib.imm(2), f32, context, dst=3)
        call(ib, "vm.builtin.match_shape", ib.r(0), ib.r(2), ib.imm(2), ib.imm(1), ib.imm(0), ib.imm(1), ib.imm(1), context, dst=3)
        call(ib, "vm.builtin.match_shape", ib.r(1), ib.r(2), ib.imm(2), ib.imm(3), ib.imm(1), ib.imm(2), ib.imm(0), context, dst=3)
        call(ib, "vm.builtin.make_shape", ib.r(2), ib.imm(3), ib.imm(1), ib.imm(1), ib.imm(1), ib.imm(0), ib.imm(0), ib.imm(1), dst=4)
        call(ib, "vm.builtin.reshape", ib.r(0), ib.r(4), dst=5)
        call(ib, "vm.builtin.shape_of", ib.r(5), dst=6)
        call(ib, "vm.builtin.make_prim_value", ib.r(2), ib.imm(1), ib.imm(1), dst=7)
        call(ib, "vm.builtin.copy", ib.r(7), dst=8)
        call(ib, "vm.builtin.make_tuple", ib.r(5), ib.r(6), ib.r(8), dst=9)
        ib.emit_ret(ib.r(9))
    x = np.arange(6, dtype="float32").reshape(2, 3)
    return Case("shapes", ib.get(), [
        ("main", (x, Shape((3, 9)))), ("main", (x, np.zeros((3, 1), "int8"))),
        ("main", (x, Shape((2, 9)))), ("main", (x.astype("float64"), Shape((3, 9)))), ("main", (x[0], Shape((3, 9)))), ("main", (5, Shape((3,))))])


def errors():
    """Calls that must fail in both; the VM stays usable."""
    ib = relax.ExecBuilder()
    with ib.function("fails", num_inputs=1):
        call(ib, "k_fail", ib.r(0), dst=1)
        ib.emit_ret(ib.r(1))
    with ib.function("fails_below", num_inputs=1):
        call(ib, "fails", ib.r(0), dst=1)
        ib.emit_ret(ib.r(1))
    with ib.function("two", num_inputs=2):
        ib.emit_ret(ib.r(1))
    with ib.function("wrong_count", num_inputs=1):
        call(ib, "two", ib.r(0), dst=1)
        ib.emit_ret(ib.r(1))
    with ib.function("condition", num_inputs=1):
        ib.emit_if(ib.r(0), 2)
        ib.emit_ret(ib.r(0))
        call(ib, "k_add", ib.imm(10), ib.imm(20), dst=1)
        ib.emit_ret(ib.r(1))
    return Case("errors", ib.get(), [("fails", (1,)), ("fails_below", (2,)), ("two", (1, 2)), ("two", (1,)), ("wrong_count", (1,)),
                                     ("condition", (0,)), ("condition", (-3,)), ("condition", (True,)), ("condition", ("text",)), ("condition", (None,))])


def refusals():
    """Refusals of builtins, with the kind of the error (DropIn); none for which TVM reads a null pointer."""
    ib = relax.ExecBuilder()
    u8, f32 = (ib.convert_constant(tvm.runtime.DataType(d)) for d in ("uint8", "float32"))
    bytes64, two = (ib.convert_constant(tvm.runtime.ShapeTuple([n])) for n in (64, 2))
    context, everywhere = ib.convert_constant("ErrorContext(fn=main) "), ib.convert_constant("global")

    def function(name, arity, builtin, *args):
        with ib.function(name, num_inputs=arity):
            call(ib, "vm.builtin.alloc_shape_heap", ib.vm_state(), ib.imm(2), dst=7)
            call(ib, "vm.builtin.alloc_storage", ib.vm_state(), bytes64, ib.imm(0), u8, everywhere, dst=8)
            call(ib, f"vm.builtin.{builtin}", *args, dst=9)
            ib.emit_ret(ib.r(9))

    a, b, heap, storage = ib.r(0), ib.r(1), ib.r(7), ib.r(8)
    for builtin in ("tensor_to_shape", "read_if_cond", "shape_of"):
        function(builtin, 1, builtin, a)
    for builtin in ("reshape", "tuple_getitem"):
        function(builtin, 2, builtin, a, b)
    function("match_prim_value", 2, "match_prim_value", a, heap, b, ib.imm(0), context)
    function("make_prim_value", 1, "make_prim_value", heap, a, ib.imm(0))
    function("match_shape", 2, "match_shape", a, heap, ib.imm(1), b, ib.imm(0), context)
    function("match_shape_of_nine", 1, "match_shape", a, heap, ib.imm(9), ib.imm(1), ib.imm(0), context)
    function("make_shape", 1, "make_shape", heap, ib.imm(1), a, ib.imm(1))
    function("alloc_storage", 1, "alloc_storage", ib.vm_state(), bytes64, a, u8, everywhere)
    function("alloc_storage_scope", 1, "alloc_storage", ib.vm_state(), bytes64, ib.imm(0), u8, a)
    function("alloc_tensor", 1, "alloc_tensor", storage, a, two, f32)
    function("to_device", 2, "to_device", a, ib.imm(1), ib.imm(0), b)
    x, texture = np.zeros((2, 3), "float32"), "global.texture"
    calls = {
        "tensor_to_shape": [(np.zeros(s, d),) for s, d in (((2, 2), "int64"), ((), "int64"), ((2,), "float32"), ((2,), "int8"), ((2,), "uint64"))] + [(3,)],
        "read_if_cond": [(np.array(1.5, "float32"),), ("text",), (1.5,)],
        "shape_of": [(3,), ("text",)],
        "reshape": [(x, Shape((4, 2))), (3, Shape((1,)))],
        "tuple_getitem": [((1, 2), 5), ((1, 2), -1), (3, 1)],
        "match_prim_value": [(1, 7), (1, -1), (1, 0)],
        "make_prim_value": [(5,), (-1,)],
        "match_shape": [(Shape((3,)), 7), (Shape((3, 4)), 1), (Shape((3,)), 0), (3, 1)],
        "match_shape_of_nine": [(Shape((3,)),)],
        "make_shape": [(7,), (-1,)],
        "alloc_storage": [(1,), (5,), (-2,)],
        "alloc_storage_scope": [(texture,)],
        "alloc_tensor": [(1 << 20,)],
        "to_device": [(x, texture), (3, "global")],
    }
    return Case("refusals", ib.get(), [(name, given) for name, each in calls.items() for given in each])


def missing():
    ib = relax.ExecBuilder()
    with ib.function("main", num_inputs=1):
        call(ib, "no.such.function", ib.r(0), dst=1)
        ib.emit_ret(ib.r(1))
    return Case("missing", ib.get(), [("main", (1,))])


def chosen():
    return [countdown(), fibonacci(), closures(), constants(), tuples(), shapes(), errors(), refusals(), missing()]


# --- Random programs -----------------------------------------------------------------------------------------

class Generator:
    """Structured random programs over integers, tuples and shapes; every loop is counted, so every run terminates."""

    def __init__(self, seed):
        self.random, self.ib, self.seed = random.Random(seed), relax.ExecBuilder(), seed
        self.functions = []  # (name, arity) of integer functions made so far
        self.next = 0

    def fresh(self):
        self.next += 1
        return self.next - 1

    def operand(self, ints):
        if self.random.random() < 0.3:
            return self.ib.imm(self.random.choice([0, 1, -1, 2, 7, -100, 2**31, self.random.randrange(-(2**50), 2**50)]))
        return self.ib.r(self.random.choice(ints))

    def arithmetic(self, ints):
        dst = self.random.choice(ints) if self.random.random() < 0.25 else self.fresh()
        name = self.random.choice(["k_add", "k_sub", "k_mul", "k_less", "k_add"])
        call(self.ib, name, self.operand(ints), self.operand(ints), dst=dst)
        return ints if dst in ints else ints + [dst]

    def invoke(self, ints):
        if not self.functions:
            return self.arithmetic(ints)
        name, arity = self.random.choice(self.functions)
        dst = self.fresh()
        args = [self.operand(ints) for _ in range(arity)]
        if self.random.random() < 0.3 and arity > 1:
            closure = self.fresh()
            call(self.ib, "vm.builtin.make_closure", self.ib.f(name), *args[1:], dst=closure)
            call(self.ib, "vm.builtin.invoke_closure", self.ib.vm_state(), self.ib.r(closure), args[0], dst=dst)
        else:
            call(self.ib, name, *args, dst=dst)
        return ints + [dst]

    def body(self, length):
        """A list of statements; lengths are needed before jumps can be written."""
        plan = []
        for _ in range(length):
            plan.append(self.random.choices(["int", "call", "if", "loop", "tuple"], [6, 2, 1, 1, 1])[0])
        return plan

    def emit(self, plan, ints, depth):
        for kind in plan:
            if kind == "int" or (kind in ("if", "loop") and depth > 1):
                ints = self.arithmetic(ints)
            elif kind == "call":
                ints = self.invoke(ints)
            elif kind == "if":
                self.diamond(ints)
            elif kind == "loop":
                self.loop(ints)
            else:
                first, second = self.fresh(), self.fresh()
                call(self.ib, "vm.builtin.make_tuple", self.operand(ints), self.operand(ints), dst=first)
                call(self.ib, "vm.builtin.tuple_getitem", self.ib.r(first), self.ib.imm(self.random.randrange(2)), dst=second)
                ints = ints + [second]
        return ints

    def straight(self, ints, count):
        """`count` calls that only write existing registers, so that both branches define the same set."""
        for _ in range(count):
            call(self.ib, self.random.choice(["k_add", "k_sub", "k_mul"]), self.operand(ints), self.operand(ints), dst=self.random.choice(ints))

    def diamond(self, ints):
        condition = self.fresh()
        call(self.ib, "k_less", self.operand(ints), self.operand(ints), dst=condition)
        yes, no = self.random.randrange(1, 4), self.random.randrange(1, 4)
        self.ib.emit_if(self.ib.r(condition), yes + 2)
        self.straight(ints, yes)
        self.ib.emit_goto(no + 1)
        self.straight(ints, no)

    def loop(self, ints):
        counter, condition = self.fresh(), self.fresh()
        inner = self.random.randrange(1, 4)
        call(self.ib, "k_add", self.ib.imm(0), self.ib.imm(self.random.randrange(6)), dst=counter)
        call(self.ib, "k_less", self.ib.imm(0), self.ib.r(counter), dst=condition)
        self.ib.emit_if(self.ib.r(condition), inner + 3)
        self.straight(ints, inner)
        call(self.ib, "k_sub", self.ib.r(counter), self.ib.imm(1), dst=counter)
        self.ib.emit_goto(-(inner + 3))

    def function(self, name, arity, length, result):
        with self.ib.function(name, num_inputs=arity):
            self.next = arity
            ints = list(range(arity))
            ints = self.emit(self.body(length), ints, 0)
            if result == "int":
                self.ib.emit_ret(self.ib.r(self.random.choice(ints)))
                return
            picked = [self.ib.r(r) for r in self.random.sample(ints, min(len(ints), 5))]
            shape = self.ib.convert_constant(tvm.runtime.ShapeTuple([self.random.randrange(9) for _ in range(self.random.randrange(4))]))
            tensor = self.ib.convert_constant(tvm.runtime.tensor(np.arange(self.random.randrange(1, 5), dtype=self.random.choice(["int8", "float32", "int64"]))))
            out = self.fresh()
            call(self.ib, "vm.builtin.make_tuple", *picked, shape, tensor, dst=out)
            self.ib.emit_ret(self.ib.r(out))

    def case(self):
        for i in range(self.random.randrange(0, 4)):
            arity = self.random.randrange(1, 4)
            self.function(f"f{i}", arity, self.random.randrange(1, 10), "int")
            self.functions.append((f"f{i}", arity))
        self.function("main", 2, self.random.randrange(3, 30), "tuple")
        numbers = [0, 1, -1, 5, 2**40, -(2**63), 2**63 - 1]
        calls = [("main", (self.random.choice(numbers), self.random.choice(numbers)))]
        return Case(f"random{self.seed}", self.ib.get(), calls)


def randoms(seeds):
    return [Generator(seed).case() for seed in seeds]
