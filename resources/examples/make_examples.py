#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the shipped models with TVM: a small transformer and a classifier with a dynamic batch.

    .venv/bin/python resources/examples/make_examples.py [FOLDER]

Writes NAME.so (x86-64, SSE4.2 and up) and NAME.npz (its inputs: arg0, arg1, ...) into FOLDER, which is the script's own by
default. Needs apache-tvm 0.27.0.post1 and NumPy, and a C++ compiler as linker; nothing is random from run to run.
"""
import pathlib
import subprocess
import sys

import numpy as np
import tvm
from tvm import relax
from tvm.relax import op

TARGET = {"kind": "llvm", "mtriple": "x86_64-linux-gnu", "mcpu": "x86-64-v2"}


class Weights:
    """Constants with small, repeatable values."""

    def __init__(self, seed):
        self._random = np.random.default_rng(seed)

    def __call__(self, *shape):
        scale = 1.0 / np.sqrt(shape[0])
        return relax.const((self._random.standard_normal(shape) * scale).astype("float32"))


def tensor(shape, dtype="float32"):
    return relax.TensorType(shape, dtype)


# --- Transformer: tokens -> embedding -> twice the function `block` -> logits of the last token --------------

SEQUENCE, WIDTH, HEADS, HIDDEN, VOCABULARY, LAYERS = 12, 32, 4, 64, 96, 2


def layer_norm(x, gamma, beta):
    return op.nn.layer_norm(x, gamma, beta, axes=[-1], epsilon=1e-5)


def attention(emit, x, query, key, value, out):
    """Self-attention with HEADS heads over x (1, SEQUENCE, WIDTH); every token sees only those before it."""
    depth = WIDTH // HEADS

    def heads(weight):
        split = op.reshape(emit(op.matmul(x, weight)), (1, SEQUENCE, HEADS, depth))
        return emit(op.permute_dims(emit(split), [0, 2, 1, 3]))

    scores = emit(op.matmul(heads(query), emit(op.permute_dims(heads(key), [0, 1, 3, 2]))))
    mask = np.triu(np.full((SEQUENCE, SEQUENCE), -1e9, "float32"), k=1)
    scores = emit(op.add(emit(op.multiply(scores, relax.const(1.0 / np.sqrt(depth), "float32"))), relax.const(mask)))
    mixed = emit(op.matmul(emit(op.nn.softmax(scores, axis=-1)), heads(value)))
    joined = emit(op.reshape(emit(op.permute_dims(mixed, [0, 2, 1, 3])), (1, SEQUENCE, WIDTH)))
    return emit(op.matmul(joined, out))


def transformer():
    weights = Weights(1)
    builder = relax.BlockBuilder()
    shapes = [(WIDTH,), (WIDTH,)] + [(WIDTH, WIDTH)] * 4 + [(WIDTH,), (WIDTH,), (WIDTH, HIDDEN), (HIDDEN, WIDTH)]
    names = ["gamma1", "beta1", "query", "key", "value", "out", "gamma2", "beta2", "up", "down"]
    x = relax.Var("x", tensor((1, SEQUENCE, WIDTH)))
    parameters = [relax.Var(name, tensor(shape)) for name, shape in zip(names, shapes)]
    with builder.function("block", [x, *parameters]):
        gamma1, beta1, query, key, value, out, gamma2, beta2, up, down = parameters
        with builder.dataflow():
            emit = builder.emit
            mixed = attention(emit, emit(layer_norm(x, gamma1, beta1)), query, key, value, out)
            y = emit(op.add(x, mixed))
            hidden = emit(op.nn.gelu(emit(op.matmul(emit(layer_norm(y, gamma2, beta2)), up))))
            result = builder.emit_output(op.add(y, emit(op.matmul(hidden, down))))
        block = builder.emit_func_output(result)

    tokens = relax.Var("tokens", tensor((1, SEQUENCE), "int32"))
    with builder.function("main", [tokens]):
        embedded = builder.emit(op.take(weights(VOCABULARY, WIDTH), tokens, axis=0, mode="clip"))
        state = builder.emit(op.add(embedded, weights(SEQUENCE, WIDTH)))
        ones, zeros = relax.const(np.ones(WIDTH, "float32")), relax.const(np.zeros(WIDTH, "float32"))
        for _ in range(LAYERS):
            layer = [ones, zeros] + [weights(*shape) for shape in shapes[2:6]] + [ones, zeros] + [weights(*shape) for shape in shapes[8:]]
            state = builder.emit(relax.Call(block, [state, *layer]))
        last = builder.emit(op.strided_slice(state, axes=[1], begin=[SEQUENCE - 1], end=[SEQUENCE]))
        logits = builder.emit(op.matmul(builder.emit(op.reshape(last, (1, WIDTH))), weights(WIDTH, VOCABULARY)))
        builder.emit_func_output(builder.emit(op.nn.softmax(logits, axis=-1)))
    inputs = [np.random.default_rng(2).integers(0, VOCABULARY, (1, SEQUENCE)).astype("int32")]
    return builder.get(), inputs


# --- Classifier whose batch is known only when it runs -----------------------------------------------------------

FEATURES, CLASSES = 24, 8


def classifier():
    weights = Weights(3)
    builder = relax.BlockBuilder()
    batch = tvm.tirx.Var("batch", "int64")
    x = relax.Var("x", tensor((batch, FEATURES)))
    with builder.function("main", [x]):
        state, width = x, FEATURES
        with builder.dataflow():
            for next_width in (64, 48, CLASSES):
                product = builder.emit(op.matmul(state, weights(width, next_width)))
                state = builder.emit(op.add(product, weights(next_width)))
                if next_width != CLASSES:
                    state = builder.emit(op.nn.relu(state))
                width = next_width
            scores = builder.emit(op.nn.softmax(state, axis=-1))
            best = builder.emit(op.argmax(scores, axis=-1))
            result = builder.emit_output(relax.Tuple([scores, best]))
        builder.emit_func_output(result)
    return builder.get(), [np.random.default_rng(4).standard_normal((9, FEATURES)).astype("float32")]


# --- Writing -----------------------------------------------------------------------------------------------------

def write(name, module, inputs, folder):
    executable = tvm.compile(module, target=tvm.target.Target(TARGET))
    library = folder / f"{name}.so"
    executable.export_library(str(library))
    subprocess.run(["strip", "--strip-unneeded", library], check=True)
    np.savez(folder / f"{name}.npz", **{f"arg{i}": value for i, value in enumerate(inputs)})
    machine = relax.VirtualMachine(tvm.runtime.load_module(str(library)), tvm.cpu())
    result = machine["main"](*[tvm.runtime.tensor(value) for value in inputs])
    first = result if hasattr(result, "numpy") else result[0]
    assert np.allclose(first.numpy().sum(-1), 1, atol=1e-5), "probabilities must sum to one"
    print(f"{library}: {library.stat().st_size:,} bytes")


def main(arguments):
    folder = pathlib.Path(arguments[0]) if arguments else pathlib.Path(__file__).resolve().parent
    folder.mkdir(parents=True, exist_ok=True)
    write("transformer_block", *transformer(), folder)
    write("mlp_dynamic", *classifier(), folder)


if __name__ == "__main__":
    main(sys.argv[1:])
