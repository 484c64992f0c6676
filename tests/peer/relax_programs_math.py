# SPDX-License-Identifier: Apache-2.0
"""Element-wise programs: unary and binary operators, comparisons, logic, bits, casts, every element type."""
import numpy as np
from tvm import relax
from tvm.relax import op as R

from relax_programs import Program, as_type, dyn, f32, flags, ints, op, positive, unit

UNARY = {
    "abs": f32, "acos": unit,
    "acosh": lambda *s: positive(*s) + np.float32(1), "asin": unit, "asinh": f32, "atan": f32, "atanh": unit, "ceil": f32, "cos": f32,
    "cosh": f32, "erf": f32, "exp": f32, "floor": f32, "isfinite": f32, "isinf": f32, "isnan": f32, "log": positive, "negative": f32, "round": f32,
    "rsqrt": positive, "sigmoid": f32, "sign": f32, "sin": f32, "sinh": f32, "sqrt": positive, "square": f32, "tan": f32, "tanh": f32, "trunc": f32,
}
BINARY = ["add", "divide", "floor_divide", "floor_mod", "log_add_exp", "maximum", "minimum", "mod", "multiply", "power", "subtract", "atan2",
          "equal", "greater", "greater_equal", "less", "less_equal", "not_equal"]
BITS = ["bitwise_and", "bitwise_or", "bitwise_xor", "left_shift", "right_shift"]
LOGIC = ["logical_and", "logical_or", "logical_xor"]
NUMBERS = ["float64", "float16", "bfloat16", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64", "bool"]
ODD = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, 1e-45, 3e38, -1.5], "float32")


def unary():
    rows = [op(name, getattr(R, name), values(3, 5)) for name, values in UNARY.items()]
    rows += [op(f"{name}_dynamic", getattr(R, name), dyn(f32(3, 5), "n", "m"), more=[(f32(1, 1),), (f32(4, 7),), (f32(0, 3),)])
             for name in ("exp", "negative", "floor", "sigmoid")]
    rows += [op(f"{name}_odd", getattr(R, name), ODD) for name in ("abs", "exp", "isnan", "isinf", "isfinite", "sign", "sqrt", "tanh", "round")]
    rows += [op("bitwise_not", R.bitwise_not, ints(2, 3)),
             op("logical_not", R.logical_not, flags(7))]
    return rows


def binary():
    rows = [op(name, getattr(R, name), positive(2, 3, 4), positive(3, 1, seed=1)) for name in BINARY]
    rows += [op(name, getattr(R, name), ints(4, 3, low=0, high=8), ints(3, low=0, high=8, seed=2)) for name in BITS]
    rows += [op(name, getattr(R, name), flags(4, 3), flags(4, 1, seed=1)) for name in LOGIC]
    rows += [op(f"{name}_dynamic", getattr(R, name), dyn(f32(3, 4), "n", "m"), dyn(f32(4, seed=1), "m"),
                more=[(f32(2, 6), f32(6)), (f32(2, 6), f32(5)), (f32(0, 2), f32(2))]) for name in ("add", "multiply", "less", "maximum")]
    rows += [op(f"{name}_integers", getattr(R, name), ints(4, 3, dtype="int64"), ints(4, 3, low=1, dtype="int64", seed=1))
             for name in ("add", "multiply", "floor_divide", "floor_mod", "maximum")]
    rows += [op("add_scalar", R.add, f32(2, 3), np.array(2.5, "float32")),
             op("add_itself", lambda x: R.add(x, x), f32(5)),
             op("broadcast_both", R.multiply, f32(3, 1, 2), f32(1, 4, 1)),
             op("wraps_around", R.add, np.full(3, 127, "int8"), np.full(3, 2, "int8")),
             op("where", R.where, flags(3, 1), f32(3, 4), f32(4, seed=1)),
             op("clip", lambda x: R.clip(x, -0.5, 0.5), f32(4, 4)),
             op("masked_fill", lambda x, m: R.masked_fill(x, m, relax.const(-1.0, "float32")), f32(3, 4), flags(3, 4)),
             op("odd_comparisons", lambda x: relax.Tuple([R.less(x, x), R.equal(x, x), R.maximum(x, relax.const(0.0, "float32"))]), ODD)]
    return rows


def casts():
    """To each element type and back, and arithmetic in it, with values that all of the types can represent."""
    small = np.array([[0, 1, 2, 3], [5, 7, 40, 100]], "float32")
    rows = [op(f"cast_to_{dtype}", lambda x, dtype=dtype: R.astype(x, dtype), small) for dtype in NUMBERS]
    rows += [op(f"cast_from_{dtype}", lambda x: R.astype(x, "float32"), as_type(small, dtype)) for dtype in NUMBERS]
    rows += [op(f"add_{dtype}", R.add, as_type(small, dtype), as_type(small, dtype)) for dtype in NUMBERS if dtype != "bool"]
    rows += [op("cast_negative_to_unsigned", lambda x: R.astype(x, "uint8"), ints(6)),
             op("cast_int64_to_int8", lambda x: R.astype(x, "int8"), ints(6, low=-999, high=999, dtype="int64")),
             op("cast_chain", lambda x: R.astype(R.astype(R.astype(x, "float16"), "int32"), "bool"), f32(3, 3)),
             op("float16_math", lambda x: R.tanh(R.multiply(x, x)), as_type(f32(4, 4), "float16")),
             op("bfloat16_matmul", R.matmul, as_type(f32(2, 3), "bfloat16"), as_type(f32(3, 2), "bfloat16"))]
    return rows


PROGRAMS: list[Program] = unary() + binary() + casts()
