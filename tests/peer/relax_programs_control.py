# SPDX-License-Identifier: Apache-2.0
"""Programs about calls, branches, bindings and passed values, compiled to bytecode and, if possible, to native code."""
import atexit
import builtins
import dataclasses

import numpy as np
import tvm
import tvm_ffi
from tvm import relax
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

from relax_programs import Program, f32, ints
from values import Dtype, Shape


@I.ir_module
class Branches:
    """Nested conditions; the branches call, as TVM 0.27 plans one storage for both but allocates it only in the first."""

    @R.function(private=True)
    def twice(x: R.Tensor(("n",), "float32")) -> R.Tensor(("n",), "float32"):
        return R.add(x, x)

    @R.function(private=True)
    def less(x: R.Tensor(("n",), "float32")) -> R.Tensor(("n",), "float32"):
        return R.subtract(x, R.const(1.0, "float32"))

    @R.function
    def main(a: R.Tensor((), "bool"), b: R.Tensor((), "bool"), x: R.Tensor(("n",), "float32")) -> R.Tensor(("n",), "float32"):
        n = T.int64()
        cls = Branches
        if a:
            if b:
                y: R.Tensor((n,), "float32") = cls.twice(x)
            else:
                y: R.Tensor((n,), "float32") = cls.less(x)
            z: R.Tensor((n,), "float32") = cls.twice(y)
        else:
            z: R.Tensor((n,), "float32") = x
        return z


@I.ir_module
class Loop:
    """Recursion instead of a loop: the sum of 0 ... i."""

    @R.function(private=True)
    def step(i: R.Tensor((), "int64"), sum: R.Tensor((), "int64")) -> R.Tensor((), "int64"):
        cls = Loop
        done = R.less(i, R.const(0, "int64"))
        if done:
            out: R.Tensor((), "int64") = sum
        else:
            more = R.add(sum, i)
            rest = R.subtract(i, R.const(1, "int64"))
            out: R.Tensor((), "int64") = cls.step(rest, more)
        return out

    @R.function
    def main(n: R.Tensor((), "int64")) -> R.Tensor((), "int64"):
        cls = Loop
        r: R.Tensor((), "int64") = cls.step(n, R.const(0, "int64"))
        return r


@I.ir_module
class EvenOdd:
    """Two functions that call each other."""

    @R.function
    def even(n: R.Tensor((), "int32")) -> R.Tensor((), "bool"):
        cls = EvenOdd
        zero = R.equal(n, R.const(0, "int32"))
        if zero:
            r: R.Tensor((), "bool") = R.const(True, "bool")
        else:
            m = R.subtract(n, R.const(1, "int32"))
            r: R.Tensor((), "bool") = cls.odd(m)
        return r

    @R.function
    def odd(n: R.Tensor((), "int32")) -> R.Tensor((), "bool"):
        cls = EvenOdd
        zero = R.equal(n, R.const(0, "int32"))
        if zero:
            r: R.Tensor((), "bool") = R.const(False, "bool")
        else:
            m = R.subtract(n, R.const(1, "int32"))
            r: R.Tensor((), "bool") = cls.even(m)
        return r


@I.ir_module
class Fibonacci:
    """A tree of calls."""

    @R.function
    def fib(n: R.Tensor((), "int64")) -> R.Tensor((), "int64"):
        cls = Fibonacci
        small = R.less(n, R.const(2, "int64"))
        if small:
            r: R.Tensor((), "int64") = n
        else:
            n1 = R.subtract(n, R.const(1, "int64"))
            a: R.Tensor((), "int64") = cls.fib(n1)
            n2 = R.subtract(n, R.const(2, "int64"))
            b: R.Tensor((), "int64") = cls.fib(n2)
            r: R.Tensor((), "int64") = R.add(a, b)
        return r


@I.ir_module
class Captures:
    """A nested function that captures outer variables, twice."""

    @R.function
    def main(x: R.Tensor((2, 3), "float32"), y: R.Tensor((2, 3), "float32")) -> R.Tensor((2, 3), "float32"):
        @R.function
        def outer(z: R.Tensor((2, 3), "float32")) -> R.Tensor((2, 3), "float32"):
            @R.function
            def inner(w: R.Tensor((2, 3), "float32")) -> R.Tensor((2, 3), "float32"):
                return R.add(R.multiply(w, x), z)

            a: R.Tensor((2, 3), "float32") = inner(y)
            b: R.Tensor((2, 3), "float32") = inner(a)
            return b

        c: R.Tensor((2, 3), "float32") = outer(x)
        d: R.Tensor((2, 3), "float32") = outer(c)
        return d


@I.ir_module
class Tuples:
    @R.function(private=True)
    def swap(p: R.Tuple(R.Tensor((2,), "float32"), R.Tensor((3,), "float32"))) -> R.Tuple(R.Tensor((3,), "float32"), R.Tensor((2,), "float32")):
        return (p[1], p[0])

    @R.function
    def main(p: R.Tuple(R.Tensor((2,), "float32"), R.Tensor((3,), "float32")), x: R.Tensor((2,), "float32")):
        cls = Tuples
        q: R.Tuple(R.Tensor((3,), "float32"), R.Tensor((2,), "float32")) = cls.swap(p)
        s = R.add(q[1], x)
        return (s, (q, (p[0], R.shape([2, 3]))), R.exp(q[0]))

    @R.function
    def empty(x: R.Tensor((2,), "float32")):
        return R.tuple()

    @R.function
    def alone(x: R.Tensor((2,), "float32")):
        return (x,)


@I.ir_module
class Arithmetic:
    """Extents computed from extents."""

    @R.function
    def main(x: R.Tensor(("n", "m"), "float32"), s: R.Shape(["a", "b"])):
        n, m, a, b = T.int64(), T.int64(), T.int64(), T.int64()
        flat: R.Tensor((n * m,), "float32") = R.reshape(x, R.shape([n * m]))
        grown = R.broadcast_to(flat, R.shape([a, n * m]))
        zeros = R.zeros(R.shape([n + a, m * 2 - 1, b // 2]), "int8")
        return (grown, zeros, R.shape([T.max(n, a), T.min(m, b), n % 3, (n + 7) // 8 * 8]))


@I.ir_module
class Casts:
    """match_cast of a tensor, of a shape, and of what a packed function returned."""

    @R.function(pure=False)
    def main(x: R.Tensor("float32"), t: R.Tensor((2,), "int64")):
        n, m, p, q = T.int64(), T.int64(), T.int64(), T.int64()
        y: R.Tensor((n, m), "float32") = R.match_cast(x, R.Tensor((n, m), "float32"))
        s = R.tensor_to_shape(t)
        checked: R.Shape([p, q]) = R.match_cast(s, R.Shape([p, q]))
        z: R.Tensor((p, q), "float32") = R.reshape(y, R.shape([p, q]))
        u = R.call_packed("peer.same", z, ty_args=R.Tensor("float32"))
        v: R.Tensor((p, q), "float32") = R.match_cast(u, R.Tensor((p, q), "float32"))
        return (R.add(v, v), checked, R.shape([n, m]))


@I.ir_module
class Numbers:
    """Numbers, shapes and texts as arguments and results."""

    @R.function
    def main(i: R.Prim("int64"), f: R.Prim("float64"), b: R.Prim("bool"), s: R.Shape(ndim=3)):
        return (i, f, b, s)

    @R.function(pure=False)
    def constants():
        return R.call_packed("peer.list", R.str("text"), R.prim_value(7), R.prim_value(2.5), R.dtype("int8"), R.shape([1, 2]), ty_args=R.Object())


@I.ir_module
class PackedCalls:
    """Functions of the host program: pure, with an output argument, in place, throwing."""

    @R.function
    def main(x: R.Tensor((3,), "float32")):
        a = R.call_pure_packed("peer.same", x, ty_args=R.Tensor((3,), "float32"))
        b = R.call_dps_packed("peer.double_into", (a,), out_ty=R.Tensor((3,), "float32"))
        return R.add(a, b)

    @R.function(pure=False)
    def throws(x: R.Tensor((3,), "float32"), kind: R.Object):
        return R.call_packed("peer.throw", kind, ty_args=R.Object())

    @R.function(pure=False)
    def nothing(x: R.Tensor((3,), "float32")):
        return R.call_packed("peer.nothing", x, ty_args=R.Object())

    @R.function(pure=False)
    def python(x: R.Tensor((3,), "float32")) -> R.Tensor((3,), "float32"):
        return R.call_py_func("peer_python", (x,), out_ty=R.Tensor((3,), "float32"))


@I.ir_module
class Kernels:
    """Hand-written kernels: extents as arguments, several threads, in-place work, scratch memory."""

    @T.prim_func(s_tir=True, private=True)
    def scale(a: T.handle, k: T.int64, b: T.handle):
        n = T.int64()
        x = T.match_buffer(a, (n,), "float32")
        y = T.match_buffer(b, (n,), "float32")
        for i in range(n):
            with T.sblock("scale"):
                v = T.axis.remap("S", [i])
                y[v] = x[v] * T.Cast("float32", k)

    @T.prim_func(s_tir=True, private=True)
    def rows(a: T.handle, b: T.handle):
        n = T.int64()
        x = T.match_buffer(a, (n, 16), "float32")
        y = T.match_buffer(b, (n, 16), "float32")
        for i in T.parallel(n):
            for j in range(16):
                with T.sblock("rows"):
                    vi, vj = T.axis.remap("SS", [i, j])
                    y[vi, vj] = x[vi, vj] + T.Cast("float32", vi)

    @T.prim_func(s_tir=True, private=True)
    def bump(a: T.Buffer((4,), "int32")):
        for i in range(4):
            with T.sblock("bump"):
                v = T.axis.remap("S", [i])
                a[v] = a[v] + 1

    @R.function
    def main(x: R.Tensor(("n",), "float32"), s: R.Shape(["k"])) -> R.Tensor(("n",), "float32"):
        n, k = T.int64(), T.int64()
        cls = Kernels
        return R.call_tir(cls.scale, (x, k + 1), out_ty=R.Tensor((n,), "float32"))

    @R.function
    def threads(x: R.Tensor(("n", 16), "float32")) -> R.Tensor(("n", 16), "float32"):
        n = T.int64()
        cls = Kernels
        return R.call_tir(cls.rows, (x,), out_ty=R.Tensor((n, 16), "float32"))

    @R.function
    def in_place(x: R.Tensor((4,), "int32")) -> R.Tensor((4,), "int32"):
        cls = Kernels
        y = R.add(x, x)
        return R.call_tir_inplace(cls.bump, (y,), inplace_indices=[0], out_ty=R.Tensor((4,), "int32"))


@I.ir_module
class Words:
    """Output of R.print and errors of R.assert_op."""

    @R.function(pure=False)
    def main(x: R.Tensor((2, 2), "float32"), c: R.Tensor((), "bool")) -> R.Tensor((2, 2), "float32"):
        R.print(x, c, format=R.str("x = {}, c = {}"))
        R.assert_op(c, x, format=R.str("refused: {}"))
        return x

    @R.function(pure=False)
    def bare(c: R.Tensor((), "bool")) -> R.Tensor((), "bool"):
        R.assert_op(c)
        return c


@I.ir_module
class Plain:
    """Nearly empty functions."""

    @R.function
    def main(x: R.Tensor(("n", "m"), "float16")) -> R.Tensor(("n", "m"), "float16"):
        return x

    @R.function
    def second(x: R.Object, y: R.Object) -> R.Object:
        return y

    @R.function
    def constant() -> R.Tensor((2,), "float32"):
        return R.const([1.5, -2.0], "float32")

    @R.function
    def shape() -> R.Shape([2, 3]):
        return R.shape([2, 3])

    @R.function
    def nothing() -> R.Tuple():
        return R.tuple()


def chain(steps):
    """A long straight line with reuse of memory."""
    builder, n = relax.BlockBuilder(), tvm.tirx.Var("n", "int64")
    x = relax.Var("x", relax.TensorType((n, 8), "float32"))
    with builder.function("main", [x]):
        with builder.dataflow():
            state = x
            for i in range(steps):
                state = builder.emit((relax.op.tanh if i % 2 else relax.op.negative)(builder.emit(relax.op.add(state, x))))
            result = builder.emit_output(state)
        builder.emit_func_output(result)
    return builder.get()


def lifted(module):
    return lambda: relax.transform.LambdaLift()(module)


def number(value, dtype="int64"):
    return np.array(value, dtype)


def flag(value):
    return np.array(value, "bool")


PAIR = (f32(2), f32(3))
BYTECODE = [
    Program("branches", lambda: Branches, [("main", (flag(a), flag(b), f32(4))) for a in (1, 0) for b in (1, 0)]),
    Program("loop", lambda: Loop, [("main", (number(n),)) for n in (10, 0, -1, 300)]),
    Program("loop_deep", lambda: Loop, [("main", (number(n),)) for n in (2000, 1)]),
    Program("even_odd", lambda: EvenOdd, [(f, (number(n, "int32"),)) for f in ("even", "odd") for n in (0, 1, 7, 40)]),
    Program("fibonacci", lambda: Fibonacci, [("fib", (number(n),)) for n in (12, 1, 0)]),
    Program("captures", lifted(Captures), [("main", (f32(2, 3), f32(2, 3, seed=1)))]),
    Program("tuples", lambda: Tuples, [("main", (PAIR, f32(2))), ("empty", (f32(2),)), ("alone", (f32(2),)), ("main", ((f32(2),), f32(2))), ("main", (PAIR,
            f32(3))),
                                       ("main", (PAIR[::-1], f32(2))), ("main", (f32(2), f32(2)))]),
    Program("arithmetic", lambda: Arithmetic, [("main", (f32(n, m), Shape((a, b)))) for n, m, a, b in ((2, 3, 4, 5), (1, 1, 1, 1), (9, 2, 3, 8))]
            + [("main", (f32(2, 3), Shape((1, 2, 3)))), ("main", (f32(2, 3), f32(2)))]),
    Program("casts", lambda: Casts, [("main", (f32(3, 4), np.array(s, "int64"))) for s in ((4, 3), (2, 6), (12, 1), (5, 5))]
            + [("main", (f32(12), np.array((4, 3), "int64"))), ("main", (f32(3, 4), np.array((4, 3, 1), "int64")))]),
    Program("numbers", lambda: Numbers, [("main", (5, 2.5, True, Shape((1, 2, 3)))), ("main", (True, 1.0, False, Shape((1, 2, 3)))),
            ("main", (2.5, 2.5, True, Shape((1, 2, 3)))),
                                         ("main", ("5", 2.5, True, Shape((1, 2, 3)))), ("main", (5, "x", True, Shape((1, 2, 3)))),
                                            ("main", (5, 2.5, True, Shape((1, 2)))),
                                         ("main", (5, 2.5, 7, Shape((1, 2, 3)))), ("main", (5, 3, True, Shape((1, 2, 3)))),
                                            ("main", (f32(1), 2.5, True, Shape((1, 2, 3)))),
                                         ("constants", ())], refusals=False),
    Program("packed_calls", lambda: PackedCalls, [("main", (f32(3),)), ("nothing", (f32(3),)), ("python", (f32(3),))]
            + [("throws", (f32(3), kind)) for kind in ("ValueError", "KeyError", "TypeError", "ZeroDivisionError", "Own")]),
    Program("kernels", lambda: Kernels, [("main", (f32(5), Shape((3,)))), ("threads", (f32(300, 16),)), ("threads", (f32(1, 16),)), ("in_place", (ints(4),)),
            ("threads", (f32(2, 15),))]),
    Program("words", lambda: Words, [("main", (f32(2, 2), flag(True))), ("main", (f32(2, 2), flag(False))), ("bare", (flag(True),)), ("bare", (flag(False),))]),
    Program("plain", lambda: Plain, [("main", (f32(2, 3).astype("float16"),)), ("second", (1, "b")), ("second", (None, (1, (2.5, None)))),
            ("second", (1, Shape((4,)))),
                                     ("second", (1, Dtype("int8"))), ("constant", ()), ("shape", ()), ("nothing", ()),
                                        ("main", (f32(0, 3).astype("float16"),))]),
    Program("chain", lambda: chain(60), [("main", (f32(n, 8),)) for n in (1, 5)]),
    Program("chain_long", lambda: chain(600), [("main", (f32(2, 8),))]),
]
COMPILED = [dataclasses.replace(program, name=f"{program.name}_compiled", mode="compiled") for program in BYTECODE if program.name not in ("chain_long",)]
PROGRAMS: list[Program] = BYTECODE + COMPILED


class OwnError(Exception):
    """An exception class in no registry."""


def register_host_functions():
    """The functions that programs of this table call by name."""
    @tvm.register_global_func("peer.throw", override=True)
    def throw(kind):
        raise getattr(builtins, kind, OwnError)(f"{kind} on purpose")

    @tvm.register_global_func("peer.double_into", override=True)
    def double_into(x, out):
        out.copyfrom(x.numpy() * 2)

    tvm.get_global_func("vm.builtin.register_py_func")("peer_python", tvm_ffi.convert(lambda x: tvm.runtime.tensor(x.numpy() - 1)))
    atexit.register(tvm.get_global_func("vm.builtin.clear_py_func_registry"))   # TVM's table would outlive Python
    tvm.register_global_func("peer.same", lambda x: x, override=True)
    tvm.register_global_func("peer.nothing", lambda x: None, override=True)
    tvm.register_global_func("peer.list", lambda *values: list(values), override=True)


register_host_functions()
