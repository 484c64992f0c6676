# SPDX-License-Identifier: Apache-2.0
"""The sources of make_pairs.py: Relax modules with switches, each of which changes one thing."""
import numpy as np
from tvm import relax, tirx
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

op = relax.op
BATCH = 4


def normal(seed, *shape, dtype="float32"):
    return (np.random.default_rng(seed).standard_normal(shape) * 0.25).astype(dtype)


def tensor(name, *shape, dtype="float32"):
    return relax.Var(name, relax.TensorType(shape, dtype))


def const(seed, *shape, dtype="float32"):
    return relax.const(normal(seed, *shape, dtype=dtype))


class Function:
    """A function with one dataflow block: `with Function(builder, name, params) as f`, `f(op)` binds, `f.result(value)`."""

    def __init__(self, builder, name, params):
        self.builder, self.output = builder, None
        self.function, self.block = builder.function(name, params), builder.dataflow()

    def __enter__(self):
        self.function.__enter__()
        self.block.__enter__()
        return self

    def __call__(self, value):
        return self.builder.emit(value)

    def result(self, value):
        self.output = self.builder.emit_output(value)

    def __exit__(self, *error):
        self.block.__exit__(*error)
        if error[0] is None:
            self.builder.emit_func_output(self.output)
        self.function.__exit__(*error)


def activation_of(f, name, value):
    if name == "none":
        return value
    return f({"relu": op.nn.relu, "gelu": op.nn.gelu, "sigmoid": op.sigmoid}[name](value))


def add_mlp(builder, *, name="main", batch=BATCH, hidden=32, dtype="float32", seed=1, activation="relu", last="none", biased_last=True,
            unused=False, twice=False, transposed=False, bias_first=True, library=False):
    """x[batch, 16] through two dense layers to [batch, 8]."""
    x = tensor("x", batch, 16, dtype=dtype)
    with Function(builder, name, [x]) as f:
        if transposed:
            product = f(op.matmul(x, f(op.permute_dims(const(seed, hidden, 16, dtype=dtype)))))
        elif library:
            product = f(relax.call_dps_packed("vendor.gemm", [x, const(seed, 16, hidden, dtype=dtype)],
                                              out_ty=relax.TensorType((batch, hidden), dtype)))
        else:
            product = f(op.matmul(x, const(seed, 16, hidden, dtype=dtype)))
        bias = const(seed + 1, hidden, dtype=dtype)
        if bias_first:
            state = activation_of(f, activation, f(op.add(product, bias)))
        else:
            state = f(op.add(activation_of(f, activation, product), bias))
        if unused:
            f(op.exp(state))
        if twice:
            state = f(op.multiply(f(op.tanh(state)), f(op.tanh(state))))
        state = f(op.matmul(state, const(seed + 2, hidden, 8, dtype=dtype)))
        if biased_last:
            state = f(op.add(state, const(seed + 3, 8, dtype=dtype)))
        f.result(activation_of(f, last, state))


def mlp(**switches):
    builder = relax.BlockBuilder()
    add_mlp(builder, **switches)
    return builder.get()


def symbolic_mlp(**switches):
    return mlp(batch=tirx.Var("n", "int64"), **switches)


def mlp_of_weights():
    """A dense layer whose weights, stored transposed, are parameters."""
    builder = relax.BlockBuilder()
    x, weights, bias = tensor("x", BATCH, 16), tensor("weights", 32, 16), tensor("bias", 32)
    with Function(builder, "main", [x, weights, bias]) as f:
        f.result(f(op.nn.relu(f(op.add(f(op.matmul(x, f(op.permute_dims(weights)))), bias)))))
    module = builder.get()
    module.update_func(module.get_global_var("main"), module["main"].with_attr("num_input", 1))
    return module


def bound_mlp(bound):
    """A dense layer whose weights are parameters, or are bound to them and so constants."""
    builder = relax.BlockBuilder()
    x, weights, bias = tensor("x", BATCH, 16), tensor("weights", 16, 32), tensor("bias", 32)
    with Function(builder, "main", [x, weights, bias]) as f:
        f.result(f(op.nn.relu(f(op.add(f(op.matmul(x, weights)), bias)))))
    values = {"weights": normal(1, 16, 32), "bias": normal(2, 32)}
    return relax.transform.BindParams("main", values)(builder.get()) if bound else builder.get()


def quantised_mlp(seed=1):
    """mlp() whose first weights are int8 with a scale, dequantised in the function."""
    weights = normal(seed, 16, 32)
    scale = np.float32(np.abs(weights).max() / 127)
    builder, x = relax.BlockBuilder(), tensor("x", BATCH, 16)
    with Function(builder, "main", [x]) as f:
        whole = f(op.dequantize(relax.const(np.round(weights / scale).astype("int8")), relax.const(scale), relax.const(0, "int8"), axis=-1))
        state = f(op.nn.relu(f(op.add(f(op.matmul(x, whole)), const(seed + 1, 32)))))
        f.result(f(op.add(f(op.matmul(state, const(seed + 2, 32, 8))), const(seed + 3, 8))))
    return builder.get()


def transformer(layers, length=6, width=16, heads=2):
    """A stack of blocks: attention of `heads`, then two dense layers, each after a layer norm, with residuals."""
    builder, x = relax.BlockBuilder(), tensor("x", length, width)
    each = width // heads
    with Function(builder, "main", [x]) as f:
        state = x
        for layer in range(layers):
            seed = 100 * (layer + 1)

            def weights(index, *shape):
                return const(seed + index, *shape)

            def split(value):
                return f(op.permute_dims(f(op.reshape(value, (length, heads, each))), [1, 0, 2]))

            def norm(value, index):
                return f(op.nn.layer_norm(value, weights(index, width), weights(index + 1, width), axes=-1))

            inner = norm(state, 0)
            q, k, v = (split(f(op.matmul(inner, weights(2 + i, width, width)))) for i in range(3))
            scores = f(op.multiply(f(op.matmul(q, f(op.permute_dims(k, [0, 2, 1])))), relax.const(np.float32(each**-0.5))))
            mixed = f(op.permute_dims(f(op.matmul(f(op.nn.softmax(scores, axis=-1)), v)), [1, 0, 2]))
            state = f(op.add(state, f(op.matmul(f(op.reshape(mixed, (length, width))), weights(5, width, width)))))
            inner = f(op.nn.relu(f(op.matmul(norm(state, 6), weights(8, width, 2 * width)))))
            state = f(op.add(state, f(op.matmul(inner, weights(9, 2 * width, width)))))
        f.result(state)
    return builder.get()


def conv_net():
    """Two convolutions with bias and relu, a pooling after each, a dense layer."""
    builder, x = relax.BlockBuilder(), tensor("x", 1, 1, 12, 12)
    with Function(builder, "main", [x]) as f:
        state = x
        for layer, (before, after) in enumerate(((1, 4), (4, 8))):
            state = f(op.nn.conv2d(state, const(10 + layer, after, before, 3, 3), padding=1))
            state = f(op.nn.relu(f(op.add(state, const(20 + layer, 1, after, 1, 1)))))
            state = f(op.nn.max_pool2d(state, pool_size=(2, 2), strides=(2, 2)))
        state = f(op.matmul(f(op.reshape(state, (1, 72))), const(30, 72, 5)))
        f.result(f(op.nn.softmax(f(op.add(state, const(31, 5))), axis=-1)))
    return builder.get()


def flattener(batch):
    """Tensors of computed extents: [n, 6] and itself joined, flattened to [n * 12], with a shape function if n is symbolic."""
    builder, x = relax.BlockBuilder(), tensor("x", batch, 6)
    with Function(builder, "main", [x]) as f:
        joined = f(op.concat([f(op.exp(x)), x], axis=1))
        flat = f(op.reshape(joined, (batch * 12,)))
        f.result(f(op.add(flat, relax.const(np.float32(1)))))
    return builder.get()


def symbolic_flattener():
    return flattener(tirx.Var("n", "int64"))


def several(order=("encode", "decode", "score"), renamed=()):
    """A module of independent functions, each its own small network."""
    builder = relax.BlockBuilder()

    def encode(name):
        add_mlp(builder, name=name, seed=40, activation="relu")

    def decode(name):
        z = tensor("z", BATCH, 8)
        with Function(builder, name, [z]) as f:
            f.result(f(op.sigmoid(f(op.matmul(z, const(50, 8, 16))))))

    def score(name):
        x, y = tensor("x", BATCH, 16), tensor("y", BATCH, 16)
        with Function(builder, name, [x, y]) as f:
            difference = f(op.subtract(x, y))
            f.result(f(op.mean(f(op.multiply(difference, difference)), axis=[1])))

    for name in order:
        {"encode": encode, "decode": decode, "score": score}[name](dict(renamed).get(name, name))
    return builder.get()


def blend(swapped=False):
    """x * 2 - tanh(y): the parameters are in one order or the other."""
    builder, x, y = relax.BlockBuilder(), tensor("x", BATCH, 16), tensor("y", BATCH, 16)
    with Function(builder, "main", [y, x] if swapped else [x, y]) as f:
        f.result(f(op.subtract(f(op.multiply(x, relax.const(np.float32(2)))), f(op.tanh(y)))))
    return builder.get()


def two_branches(exchanged=False, same_operator=False):
    """Two values of x that do not depend on each other, added; computed in one order or the other."""
    builder, x = relax.BlockBuilder(), tensor("x", BATCH, 16)
    with Function(builder, "main", [x]) as f:

        def first():
            return f(op.matmul(f(op.matmul(x, const(60, 16, 12))), const(61, 12, 8))) if same_operator else f(op.exp(x))

        def second():
            return f(op.matmul(x, const(62, 16, 8))) if same_operator else f(op.tanh(x))

        if exchanged:
            right, left = second(), first()
        else:
            left, right = first(), second()
        f.result(f(op.add(left, right)))
    return builder.get()


@I.ir_module
class Straight:
    @R.function
    def main(c: R.Tensor((), "bool"), x: R.Tensor((4, 16), "float32")) -> R.Tensor((4, 16), "float32"):
        a = R.exp(x)
        y = R.add(a, x)
        return y


@I.ir_module
class Branch:
    @R.function
    def main(c: R.Tensor((), "bool"), x: R.Tensor((4, 16), "float32")) -> R.Tensor((4, 16), "float32"):
        a = R.exp(x)
        if c:
            y = R.add(a, x)
        else:
            y = R.tanh(a)
        return y


@I.ir_module
class Tiled:
    """A product of matrices as a kernel written by hand, to be scheduled."""

    @T.prim_func(s_tir=True)
    def product(a: T.Buffer((64, 64), "float32"), b: T.Buffer((64, 64), "float32"), c: T.Buffer((64, 64), "float32")):
        for i, j, k in T.grid(64, 64, 64):
            with T.sblock("product"):
                vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                with T.init():
                    c[vi, vj] = T.float32(0)
                c[vi, vj] = c[vi, vj] + a[vi, vk] * b[vk, vj]

    @R.function
    def main(a: R.Tensor((64, 64), "float32"), b: R.Tensor((64, 64), "float32")) -> R.Tensor((64, 64), "float32"):
        cls = Tiled
        with R.dataflow():
            c = R.call_tir(cls.product, (a, b), out_ty=R.Tensor((64, 64), "float32"))
            R.output(c)
        return c
