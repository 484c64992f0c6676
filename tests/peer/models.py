# SPDX-License-Identifier: Apache-2.0
"""Models that real TVM compiles for every test run, each for one feature of Relax programs."""
import pathlib

import numpy as np
import tvm
from tvm import relax
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

from values import Shape

RUNTIME_EXTRA = pathlib.Path(tvm.__file__).parent / "lib" / "libtvm_runtime_extra.so"   # R.sort, R.argsort, R.topk
TARGET = {"kind": "llvm", "mcpu": "x86-64-v2"}


class Model:
    """A module to compile, how, and the calls to make: (function, arguments).

    `refused` are calls in which TVM accesses memory outside of an object; ours must raise an error. `libraries` hold
    functions that its kernels look up by name.
    """

    def __init__(self, name, module, calls, mode="bytecode", fused=False, refused=(), libraries=()):
        self.name, self.module, self.calls, self.mode, self.fused, self.refused = name, module, calls, mode, fused, refused
        self.options = [word for library in libraries for word in ("--load", library)]

    def export(self, folder):
        path = folder / f"{self.name}.so"
        module = relax.get_pipeline("zero")(self.module) if self.fused else self.module
        executable = relax.build(module, target=tvm.target.Target(TARGET), exec_mode=self.mode)
        executable.export_library(str(path))
        return path


def normal(seed, *shape):
    return np.random.default_rng(seed).standard_normal(shape).astype("float32")


def mlp(batch):
    builder = relax.BlockBuilder()
    x = relax.Var("x", relax.TensorType((batch, 10), "float32"))
    with builder.function("main", [x]):
        with builder.dataflow():
            hidden = builder.emit(relax.op.matmul(x, relax.const(normal(1, 10, 16))))
            hidden = builder.emit(relax.op.nn.relu(builder.emit(relax.op.add(hidden, relax.const(normal(2, 16))))))
            result = builder.emit_output(relax.op.nn.softmax(builder.emit(relax.op.matmul(hidden, relax.const(normal(3, 16, 5)))), axis=-1))
        builder.emit_func_output(result)
    return builder.get()


@I.ir_module
class Branch:
    @R.function(private=True)
    def more(x: R.Tensor((3, 4), "float32")) -> R.Tensor((3, 4), "float32"):
        return R.add(R.multiply(x, R.const(2.0, "float32")), x)

    @R.function(private=True)
    def less(x: R.Tensor((3, 4), "float32")) -> R.Tensor((3, 4), "float32"):
        return R.nn.relu(R.subtract(x, R.const(1.0, "float32")))

    @R.function
    def main(c: R.Tensor((), "bool"), x: R.Tensor((3, 4), "float32")) -> R.Tensor((3, 4), "float32"):
        cls = Branch
        if c:
            y: R.Tensor((3, 4), "float32") = cls.more(x)
        else:
            y: R.Tensor((3, 4), "float32") = cls.less(x)
        return y


@I.ir_module
class SharedStorage:
    """TVM 0.27 plans one storage for both branches but allocates it in the first only, and crashes in the second."""

    @R.function
    def main(c: R.Tensor((), "bool"), x: R.Tensor((3, 4), "float32")) -> R.Tensor((3, 4), "float32"):
        if c:
            a = R.multiply(x, R.const(2.0, "float32"))
            y = R.add(a, x)
        else:
            b = R.subtract(x, R.const(1.0, "float32"))
            y = R.nn.relu(b)
        return y


@I.ir_module
class Recursion:
    @R.function
    def loop(i: R.Tensor((), "int32"), h: R.Tensor((1, 8), "float32")) -> R.Tensor((1, 8), "float32"):
        cls = Recursion
        done = R.less_equal(i, R.const(0, "int32"))
        if done:
            out: R.Tensor((1, 8), "float32") = h
        else:
            h2 = R.tanh(R.add(h, h))
            j = R.subtract(i, R.const(1, "int32"))
            out: R.Tensor((1, 8), "float32") = cls.loop(j, h2)
        return out

    @R.function
    def main(n: R.Tensor((), "int32"), x: R.Tensor((1, 8), "float32")) -> R.Tensor((1, 8), "float32"):
        cls = Recursion
        r: R.Tensor((1, 8), "float32") = cls.loop(n, x)
        return r


@I.ir_module
class Closure:
    @R.function
    def main(x: R.Tensor((2, 3), "float32"), y: R.Tensor((2, 3), "float32")) -> R.Tensor((2, 3), "float32"):
        @R.function
        def inner(z: R.Tensor((2, 3), "float32")) -> R.Tensor((2, 3), "float32"):
            w = R.add(z, x)
            return R.multiply(w, w)

        a: R.Tensor((2, 3), "float32") = inner(y)
        b: R.Tensor((2, 3), "float32") = inner(a)
        return b


@I.ir_module
class Tuples:
    @R.function
    def main(p: R.Tuple(R.Tensor((2, 3), "float32"), R.Tuple(R.Tensor((3,), "float32"), R.Tensor((), "int64")))):
        x = p[0]
        q = p[1]
        y = R.add(x, q[0])
        return (y, (q, R.argmax(y, axis=1)), x)


@I.ir_module
class Symbolic:
    @R.function
    def main(x: R.Tensor(("n", "m"), "float32"), y: R.Tensor(("m", "k"), "float32"), s: R.Shape(["n", "q"])):
        n, m, k, q = T.int64(), T.int64(), T.int64(), T.int64()
        z: R.Tensor((n, k), "float32") = R.matmul(x, y)
        flat: R.Tensor((n * k,), "float32") = R.reshape(z, R.shape([n * k]))
        grown: R.Tensor((q, n * k), "float32") = R.broadcast_to(flat, R.shape([q, n * k]))
        joined = R.concat((x, x), axis=1)
        return (grown, joined, R.shape([n * k + 1, 2 * m]))


@I.ir_module
class Computed:
    @R.function
    def main(x: R.Tensor((3, 4), "float32"), s: R.Tensor((2,), "int64")):
        p, q = T.int64(), T.int64()
        shape = R.tensor_to_shape(s)
        checked: R.Shape([p, q]) = R.match_cast(shape, R.Shape([p, q]))
        y: R.Tensor((p, q), "float32") = R.reshape(x, R.shape([p, q]))
        z = R.add(y, R.const(1.0, "float32"))
        return z


@I.ir_module
class Parallel:
    @T.prim_func(s_tir=True)
    def square(x: T.Buffer((64, 32), "float32"), y: T.Buffer((64, 32), "float32")):
        for i in T.parallel(64):
            for j in range(32):
                with T.sblock("square"):
                    vi, vj = T.axis.remap("SS", [i, j])
                    y[vi, vj] = x[vi, vj] * x[vi, vj]

    @R.function
    def main(x: R.Tensor((64, 32), "float32")) -> R.Tensor((64, 32), "float32"):
        cls = Parallel
        y = R.call_tir(cls.square, (x,), out_ty=R.Tensor((64, 32), "float32"))
        return y


@I.ir_module
class Printing:
    @R.function(pure=False)
    def main(x: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
        R.print(x, format=R.str("x = {}"))
        y = R.add(x, x)
        return y


@I.ir_module
class Asserting:
    @R.function(pure=False)
    def main(c: R.Tensor((), "bool"), x: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
        R.assert_op(c, x, format=R.str("bad {}"))
        return x


@I.ir_module
class Unique:
    @R.function
    def main(x: R.Tensor(("n",), "int64")) -> R.Tensor(dtype="int64", ndim=1):
        y: R.Tensor(dtype="int64", ndim=1) = R.unique(x, True, False, False, False)
        return y


@I.ir_module
class Nonzero:
    @R.function
    def main(x: R.Tensor(("n", "m"), "float32")) -> R.Tensor(dtype="int64", ndim=2):
        y: R.Tensor(dtype="int64", ndim=2) = R.nonzero(x)
        return y


@I.ir_module
class Sorted:
    @R.function
    def main(x: R.Tensor(("n", 7), "float32")):
        with R.dataflow():
            ordered = R.sort(x, axis=1, descending=True)
            places = R.argsort(x, axis=0, dtype="int64")
            largest = R.topk(x, k=3, axis=1, ret_type="both", dtype="int32")
            all_of_them = (ordered, places, largest)
            R.output(all_of_them)
        return all_of_them


@I.ir_module
class Types:
    """One cast to each element type that a CPU kernel handles."""

    @R.function
    def main(x: R.Tensor((2, 5), "float32")):
        return (R.astype(x, "float64"), R.astype(x, "float16"), R.astype(x, "int8"), R.astype(x, "int64"), R.greater(x, R.const(0.0, "float32")),
                R.astype(R.nn.relu(x), "uint8"))


@I.ir_module
class Scalars:
    @R.function
    def main(x: R.Tensor((4,), "float32"), n: R.Prim("int64")) -> R.Tensor((4,), "float32"):
        return R.add(x, x)


@I.ir_module
class Several:
    @R.function(private=True)
    def helper(x: R.Tensor((4, 8), "float32")) -> R.Tensor((4, 8), "float32"):
        return R.nn.relu(x)

    @R.function
    def twice(x: R.Tensor((4, 8), "float32")) -> R.Tensor((4, 8), "float32"):
        cls = Several
        a: R.Tensor((4, 8), "float32") = cls.helper(x)
        return R.add(a, a)

    @R.function
    def norms(x: R.Tensor((4, 8), "float32"), y: R.Tensor((4, 8), "float32")):
        m = R.subtract(x, y)
        return (R.sum(R.multiply(m, m), axis=[1]), (m, R.max(m)))


def chain():
    """Enough calls in a row for a program of some length, with memory reuse."""
    builder = relax.BlockBuilder()
    n = tvm.tirx.Var("n", "int64")
    x = relax.Var("x", relax.TensorType((n, 6), "float32"))
    with builder.function("main", [x]):
        state = x
        with builder.dataflow():
            for i in range(40):
                state = builder.emit(relax.op.add(relax.op.tanh(state) if i % 3 else relax.op.exp(relax.op.negative(state)), x))
            result = builder.emit_output(state)
        builder.emit_func_output(result)
    return builder.get()


def models():
    x34, flag = normal(11, 3, 4), lambda v: np.array(v, "bool")
    batch = tvm.tirx.Var("n", "int64")
    symbolic_args = [(normal(1, n, m), normal(2, m, k), Shape((n, q))) for n, m, k, q in ((1, 1, 1, 1), (4, 3, 5, 2), (7, 2, 1, 3))]
    dynamic_calls = [("main", (normal(n, n, 10),)) for n in (1, 3, 64)] + [("main", (normal(4, 3, 9),)), ("main", (normal(4, 3, 10).astype("float64"),)), ("main", ())]
    return [
        Model("mlp_static", mlp(4), [("main", (normal(4, 4, 10),)), ("main", (normal(4, 5, 10),))]),
        Model("mlp_dynamic", mlp(batch), dynamic_calls),
        Model("mlp_compiled", mlp(4), [("main", (normal(4, 4, 10),)), ("main", ())], mode="compiled"),
        Model("mlp_dynamic_compiled", mlp(batch), dynamic_calls, mode="compiled"),
        Model("mlp_fused", mlp(batch), dynamic_calls[:3], fused=True),
        Model("branch", Branch, [("main", (flag(v), x34)) for v in (True, False)]),
        Model("branch_compiled", Branch, [("main", (flag(v), x34)) for v in (True, False)], mode="compiled"),
        Model("shared_storage", SharedStorage, [("main", (flag(True), x34))], refused=[("main", (flag(False), x34))]),
        Model("recursion", Recursion, [("main", (np.array(n, "int32"), normal(5, 1, 8))) for n in (0, 1, 30)]),
        Model("recursion_compiled", Recursion, [("main", (np.array(n, "int32"), normal(5, 1, 8))) for n in (0, 30)], mode="compiled"),
        Model("closure", relax.transform.LambdaLift()(Closure), [("main", (normal(6, 2, 3), normal(7, 2, 3)))]),
        Model("tuples", Tuples, [("main", ((normal(8, 2, 3), (normal(9, 3), np.array(4, "int64"))),)), ("main", (normal(8, 2, 3),))]),
        Model("symbolic", Symbolic, [("main", a) for a in symbolic_args] + [("main", (normal(1, 2, 3), normal(2, 4, 5), Shape((2, 2))))]),
        Model("computed", Computed, [("main", (x34, np.array(s, "int64"))) for s in ((4, 3), (2, 6), (12, 1), (5, 5))]),
        Model("parallel", Parallel, [("main", (normal(10, 64, 32),))]),
        Model("printing", Printing, [("main", (normal(12, 2),))]),
        Model("asserting", Asserting, [("main", (flag(v), normal(12, 2))) for v in (True, False)]),
        Model("unique", Unique, [("main", (np.array(v, "int64"),)) for v in ((3, 1, 3, -2, 1), (7,), (5, 5, 5))]),
        Model("nonzero", Nonzero, [("main", (np.array(v, "float32"),)) for v in ([[0, 1.5], [-2, 0]], [[0, 0]], [[1]])]),
        Model("sorted", Sorted, [("main", (normal(n, n, 7),)) for n in (1, 6)], libraries=[RUNTIME_EXTRA]),
        Model("types", Types, [("main", (np.array([[-3.5, -1, 0, 0.25, 1], [2, 7.75, 100, -100, 64]], "float32"),))]),
        Model("scalars", Scalars, [("main", (normal(13, 4), 5)), ("main", (normal(13, 4), "five"))]),
        Model("several", Several, [("twice", (normal(14, 4, 8),)), ("norms", (normal(14, 4, 8), normal(15, 4, 8))), ("nothing", ())]),
        Model("chain", chain(), [("main", (normal(16, n, 6),)) for n in (1, 9)]),
    ]
