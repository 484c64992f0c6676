# SPDX-License-Identifier: Apache-2.0
"""What Relax programs consist of: kernels and their shapes, tuples, functions, immediates and constants, checks and their refusals."""
import unittest

import numpy as np
import tvm
import tvm_ffi
from tvm import relax, te, topi
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

from four_ways import FourWays
from relax_programs import f32
from values import Dtype, Shape, to_tvm


def calls(*table):
    """{name: step} for (function, argument...)."""
    steps = {}
    for function, *arguments in table:
        def step(vm, function=function, arguments=arguments):
            return vm[function](*map(to_tvm, arguments))
        steps[f"{len(steps)} {function}"] = step
    return steps


def emitted():
    """Kernels made by emit_te: symbolic extents, sums of extents, several results, extents that only a shape has."""
    builder = relax.BlockBuilder()
    n, m = tvm.tirx.Var("n", "int64"), tvm.tirx.Var("m", "int64")
    x, y = relax.Var("x", relax.TensorType((n, m), "float32")), relax.Var("y", relax.TensorType((m,), "float32"))

    def weighted(a, b):
        return te.compute((a.shape[0], a.shape[1] + 1), lambda i, j: te.if_then_else(j < a.shape[1], a[i, te.min(j, a.shape[1] - 1)] * b[0], b[0]),
                          "weighted")

    with builder.function("weighted", [x, y]):
        builder.emit_func_output(builder.emit_te(weighted, x, y))
    n, m = tvm.tirx.Var("n", "int64"), tvm.tirx.Var("m", "int64")
    x = relax.Var("x", relax.TensorType((n, m), "float32"))
    with builder.function("parts", [x]):
        halves = builder.emit_te(topi.split, x, 2, axis=1)
        builder.emit_func_output(halves)
    n = tvm.tirx.Var("n", "int64")
    x, s = relax.Var("x", relax.TensorType((n,), "float32")), relax.Var("s", relax.ShapeType([n]))
    k = tvm.tirx.Var("k", "int64")
    t = relax.Var("t", relax.ShapeType([k, k + n]))
    with builder.function("tiled", [x, s, t]):
        builder.emit_func_output(builder.emit_te(lambda a: te.compute((n * 2, k), lambda i, j: a[i % n] + j.astype("float32"), "tiled"), x))
    return builder.get()


@I.ir_module
class InPlace:
    """Kernels that change their arguments, one of two or both."""

    @T.prim_func(s_tir=True, private=True)
    def shift(a: T.handle, b: T.Buffer((1,), "int32")):
        n = T.int64()
        x = T.match_buffer(a, (n,), "int32")
        for i in range(n):
            with T.sblock("shift"):
                v = T.axis.remap("S", [i])
                x[v] = x[v] + b[0]

    @T.prim_func(s_tir=True, private=True)
    def swap(a: T.Buffer((3,), "int32"), b: T.Buffer((3,), "int32"), c: T.Buffer((3,), "int32")):
        for i in range(3):
            with T.sblock("swap"):
                v = T.axis.remap("S", [i])
                c[v] = a[v]
                a[v] = b[v]
                b[v] = c[v]

    @R.function
    def fresh(x: R.Tensor(("n",), "int32"), y: R.Tensor((1,), "int32")) -> R.Tensor(("n",), "int32"):
        n = T.int64()
        cls = InPlace
        z = R.add(x, x)
        return R.call_tir_inplace(cls.shift, (z, y), inplace_indices=[0], out_ty=R.Tensor((n,), "int32"))

    @R.function(pure=False)
    def given(x: R.Tensor(("n",), "int32"), y: R.Tensor((1,), "int32")) -> R.Tensor(("n",), "int32"):
        n = T.int64()
        cls = InPlace
        return R.call_tir_inplace(cls.shift, (x, y), inplace_indices=[0], out_ty=R.Tensor((n,), "int32"))

    @R.function(pure=False)
    def both(x: R.Tensor((3,), "int32"), y: R.Tensor((3,), "int32")):
        cls = InPlace
        z = R.call_tir_inplace(cls.swap, (x, y), inplace_indices=[0, 1, -1],
                               out_ty=[R.Tensor((3,), "int32"), R.Tensor((3,), "int32"), R.Tensor((3,), "int32")])
        return z


@I.ir_module
class Tuples:
    @R.function(private=True)
    def turned(t: R.Tuple(R.Tensor(("n",), "float32"), R.Tensor((2,), "float32"))):
        return (t[1], t[0])

    @R.function
    def main(t: R.Tuple(R.Tensor(("n",), "float32"), R.Tensor((2,), "float32")), x: R.Tensor((2,), "float32")):
        cls = Tuples
        u = cls.turned(t)
        first = u[0]
        pair = (R.add(first, x), (u, R.shape([2, 5])))
        return (pair, pair[1][0][1], R.tuple())

    @R.function
    def field(t: R.Tuple(R.Tuple(R.Tensor((2,), "float32")), R.Tensor((2,), "float32"))) -> R.Tensor((2,), "float32"):
        return t[0][0]

    @R.function
    def whole(t: R.Tuple(R.Object, R.Tuple(R.Object))):
        return t


@I.ir_module
class Functions:
    """Closures, recursion through them, calls of functions of the module."""

    @R.function
    def power(n: R.Tensor((), "int32"), x: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
        @R.function
        def less(i: R.Tensor((), "int32"), acc: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
            if R.less(i, R.const(1, "int32")):
                r: R.Tensor((2,), "float32") = acc
            else:
                r: R.Tensor((2,), "float32") = less(R.subtract(i, R.const(1, "int32")), R.multiply(acc, x))
            return r

        return less(n, R.ones((2,), "float32"))

    @R.function
    def make(x: R.Tensor((2,), "float32")) -> R.Callable((R.Tensor((2,), "float32"),), R.Tensor((2,), "float32")):
        @R.function
        def with_both(y: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
            return R.divide(y, x)

        return with_both

    @R.function
    def used(x: R.Tensor((2,), "float32"), y: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
        cls = Functions
        f = cls.make(cls.named(x))
        z: R.Tensor((2,), "float32") = f(y)
        again: R.Tensor((2,), "float32") = f(z)
        return again

    @R.function
    def named(x: R.Tensor(("n",), "float32")) -> R.Tensor(("n",), "float32"):
        return R.negative(R.add(x, R.const(1.0, "float32")))


@I.ir_module
class Immediates:
    """Strings, types, numbers, shapes and tensors as arguments of host functions; conditions that are constants."""

    @R.function(pure=False)
    def listed(x: R.Tensor(("n",), "float32")):
        n = T.int64()
        return R.call_packed("four.tuple", R.str("a word"), R.str(""), R.dtype("float16"), R.dtype("bool"), R.prim_value(-7), R.prim_value(n + 1),
                             R.prim_value(T.float32(0.5)), R.shape([n, 3]), R.const(2.5, "float32"), R.const([[1, 2]], "int8"), x, ty_args=R.Object())

    @R.function
    def chosen(x: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
        if R.const(True, "bool"):
            y: R.Tensor((2,), "float32") = R.add(x, x)
        else:
            y: R.Tensor((2,), "float32") = R.multiply(x, x)
        return y

    @R.function
    def unchosen(x: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
        if R.const(False, "bool"):
            y: R.Tensor((2,), "float32") = R.add(x, x)
        else:
            y: R.Tensor((2,), "float32") = R.multiply(x, x)
        return y

    @R.function
    def constants() -> R.Tensor((2, 2), "float32"):
        return R.add(R.const([[1.0, 2.0], [3.0, 4.0]], "float32"), R.const(0.5, "float32"))

    @R.function
    def texts() -> R.Object:
        return R.str("returned")

    @R.function
    def types() -> R.Object:
        return R.dtype("float8_e4m3fn")

    @R.function
    def prim(n: R.Prim("int64")) -> R.Prim("int64"):
        return n


@I.ir_module
class Checks:
    @R.function
    def shapes(x: R.Tensor(("n", "m"), "float32"), y: R.Tensor(("m", 3), "float32"), s: R.Shape(["n", 2])) -> R.Shape(["m", "n"]):
        n, m = T.int64(), T.int64()
        return R.shape([m, n])

    @R.function
    def types(x: R.Tensor(dtype="int32", ndim=2), y: R.Tensor(ndim=1), z: R.Tensor, o: R.Object):
        return (x, y, o)

    @R.function
    def tuples(t: R.Tuple(R.Tensor((2,), "float32"), R.Tuple(R.Shape(ndim=2)))):
        return t[1]

    @R.function
    def matched(x: R.Tensor) -> R.Tensor(ndim=2, dtype="float32"):
        n = T.int64()
        y = R.match_cast(x, R.Tensor((n, n + 1), "float32"))
        return y

    @R.function
    def reshaped(x: R.Tensor(("n", 4), "float32")) -> R.Tensor((2, "n * 2"), "float32"):
        n = T.int64()
        return R.reshape(x, (2, n * 2))

    @R.function
    def flat(x: R.Tensor((2, "n"), "float32"), s: R.Shape(["k"])) -> R.Tensor(("k",), "float32"):
        k = T.int64()
        return R.reshape(x, (k,))

    @R.function
    def calls(f: R.Callable((R.Tensor((2,), "float32"),), R.Tensor((2,), "float32"))) -> R.Tensor((2,), "float32"):
        x = R.ones((2,), "float32")
        y: R.Tensor((2,), "float32") = f(x)
        return y


tvm.register_global_func("four.tuple", lambda *values: tuple(values), override=True)


class VmLanguage(FourWays):
    def test_emitted_kernels(self):
        x = f32(3, 4)
        steps = calls(("weighted", x, f32(4)), ("weighted", f32(1, 1), f32(1)), ("weighted", x, f32(5)), ("parts", x), ("parts", f32(2, 6)),
                      ("tiled", f32(3), Shape((3,)), Shape((2, 5))), ("tiled", f32(3), Shape((4,)), Shape((2, 5))),
                      ("tiled", f32(3), Shape((3,)), Shape((2, 6))))
        self.take(steps, emitted(), refused={"2 weighted", "6 tiled", "7 tiled"})

    def test_in_place(self):
        x, y = np.arange(3, dtype="int32"), np.array([10], "int32")

        def changes(function, *arguments):
            def step(vm):
                given = [to_tvm(argument.copy()) for argument in arguments]
                return vm[function](*given), given
            return step

        self.take({"fresh": changes("fresh", x, y), "given": changes("given", x, y), "both": changes("both", x, x * 5), "still": changes("fresh", x[:1], y),
                   "wrong type": changes("given", x.astype("int64"), y)}, InPlace, refused={"wrong type"})

    def test_tuples(self):
        pair, x = (f32(5), f32(2)), f32(2, seed=3)
        steps = calls(("main", pair, x), ("field", ((x,), x)), ("whole", (1, (Shape((2,)),))),
                      ("main", (f32(5), f32(3)), x), ("main", (f32(5),), x), ("main", x, x), ("field", (x, x)), ("whole", (1, (2, 3))), ("whole", (1, ("a",))))
        self.take(steps, Tuples, refused={"3 main", "4 main", "5 main", "6 field", "7 whole"})

    def test_functions(self):
        x, y = f32(2), f32(2, seed=5)
        steps = calls(*(("power", np.array(n, "int32"), x) for n in (0, 1, 5)), ("used", x, y), ("named", f32(7)), ("used", x, f32(3)))
        steps["a closure"] = lambda vm: vm.invoke_closure(vm["make"](to_tvm(x)), to_tvm(y))
        steps["a closure with one argument too many"] = lambda vm: vm.invoke_closure(vm["make"](to_tvm(x)), to_tvm(y), to_tvm(y))
        self.take(steps, relax.transform.LambdaLift()(Functions), refused={"5 used", "a closure with one argument too many"})

    def test_immediates_and_constants(self):
        x = f32(2)
        self.take(calls(("listed", f32(4)), ("chosen", x), ("unchosen", x), ("constants",), ("texts",), ("types",), ("prim", 3), ("prim", "x"),
                        ("constants", x)),
                  Immediates, refused={"7 prim", "8 constants"})

    def test_checks(self):
        x, y = f32(2, 4), f32(4, 3)
        same = Shape((2, 2))
        good = [("shapes", x, y, same), ("types", np.ones((1, 2), "int32"), f32(1), f32(1, 1), "any"), ("tuples", (f32(2), (same,))),
                ("matched", f32(2, 3)), ("reshaped", f32(3, 4)), ("flat", f32(2, 3), Shape((6,))), ("flat", f32(2, 3), Shape((5,)))]
        bad = [("shapes", x, f32(3, 3), same), ("shapes", x, f32(4, 2), same), ("shapes", x, y, Shape((3, 2))), ("shapes", x, y, Shape((2, 3))),
               ("shapes", x, y, Shape((2,))), ("shapes", x.astype("float16"), y, same), ("shapes", x[0], y, same), ("shapes", x, y, f32(2)),
               ("shapes", x, y), ("shapes", None, y, same), ("types", np.ones((1, 2), "int64"), f32(1), f32(1), 1),
               ("types", np.ones((1, 2), "int32"), f32(1, 1), f32(1), 1), ("types", np.ones((1, 2), "int32"), f32(1), 5, 1),
               ("tuples", (f32(2), (Shape((2,)),))), ("tuples", (f32(2), same)), ("tuples", (f32(3), (same,))), ("tuples", (f32(2), (same, same))),
               ("tuples", Dtype("int8")), ("matched", f32(3, 3)), ("matched", np.ones((2, 3), "int32")), ("matched", f32(2)), ("matched", 7),
               ("reshaped", f32(3, 5)), ("calls", 5)]
        steps = calls(*good, *bad)
        steps["a callback"] = lambda vm: vm["calls"](tvm_ffi.convert(lambda x: tvm.runtime.tensor(x.numpy() * 3)))
        names = list(steps)
        self.take(steps, Checks, refused=set(names[len(good):-1]))


if __name__ == "__main__":
    unittest.main()
