# SPDX-License-Identifier: Apache-2.0
"""Builds the models of the comparison with the installed TVM: models.py FOLDER [cuda]. Prints the path of each library."""
import pathlib
import sys

import numpy as np
import tvm
from tvm import relax

TARGET = {"kind": "llvm", "mcpu": "x86-64-v2"}
# Its kernels are source: the build needs no GPU.
CUDA_TARGET = {"kind": "cuda", "arch": "sm_80", "max_threads_per_block": 1024, "max_shared_memory_per_block": 49152, "thread_warp_size": 32, "host": TARGET}


def weights(seed, *shape):
    return relax.const((np.random.default_rng(seed).standard_normal(shape) / np.sqrt(shape[0])).astype("float32"))


def module(shape, body):
    """A module whose main takes one float32 tensor; `body` emits operators and returns the last."""
    builder = relax.BlockBuilder()
    x = relax.Var("x", relax.TensorType(shape, "float32"))
    with builder.function("main", [x]):
        with builder.dataflow():
            result = builder.emit_output(body(builder.emit, x))
        builder.emit_func_output(result)
    return builder.get()


def deep(operators):
    """One function of small operators, each on the previous result: all dispatch."""
    op = relax.op
    kinds = [lambda v, x: op.tanh(v), lambda v, x: op.add(v, x), lambda v, x: op.nn.relu(v), lambda v, x: op.multiply(v, x)]

    def body(emit, x):
        value = x
        for i in range(operators - 1):
            value = emit(kinds[i % len(kinds)](value, x))
        return kinds[0](value, x)

    return module((2, 8), body)


def perceptron(*widths):
    def body(emit, x):
        value = x
        for i, (rows, columns) in enumerate(zip(widths, widths[1:])):
            value = emit(relax.op.add(emit(relax.op.matmul(value, weights(2 * i, rows, columns))), weights(2 * i + 1, columns)))
            if i + 2 < len(widths):
                value = emit(relax.op.nn.relu(value))
        return relax.op.nn.softmax(value, axis=-1)

    return module((1, widths[0]), body)


def attention(layers, tokens, width, heads):
    op = relax.op

    def body(emit, x):
        value, seed = x, iter(range(1000))
        for _ in range(layers):
            parts = []
            for _ in range(3):
                part = emit(op.reshape(emit(op.matmul(value, weights(next(seed), width, width))), (tokens, heads, width // heads)))
                parts.append(emit(op.permute_dims(part, [1, 0, 2])))
            query, key, content = parts
            scores = emit(op.nn.softmax(emit(op.matmul(query, emit(op.permute_dims(key, [0, 2, 1])))), axis=-1))
            mixed = emit(op.reshape(emit(op.permute_dims(emit(op.matmul(scores, content)), [1, 0, 2])), (tokens, width)))
            value = emit(op.add(value, emit(op.matmul(mixed, weights(next(seed), width, width)))))
            hidden = emit(op.nn.relu(emit(op.matmul(value, weights(next(seed), width, 2 * width)))))
            value = emit(op.add(value, emit(op.matmul(hidden, weights(next(seed), 2 * width, width)))))
        return op.nn.softmax(value, axis=-1)

    return module((tokens, width), body)


def main():
    folder = pathlib.Path(sys.argv[1])
    models = {"mlp_784": perceptron(784, 512, 256, 10), "transformer_d128": attention(2, 32, 128, 4)}
    if sys.argv[2:] == ["cuda"]:
        target, suffix = tvm.target.Target(CUDA_TARGET), "_cuda"
    else:
        target, suffix = tvm.target.Target(TARGET), ""
        models = {"deep_3000": deep(3000), **models}
    for name, model in models.items():
        path = folder / f"{name}{suffix}.so"
        with target:
            relax.build(model, target=target).export_library(str(path))
        print(path, flush=True)


if __name__ == "__main__":
    main()
