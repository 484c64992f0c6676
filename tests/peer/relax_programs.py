# SPDX-License-Identifier: Apache-2.0
"""Programs for both VMs: the representation of a Relax program in the drop-in tests, built from the rows of tables.

A table (relax_programs_*.py) is a list of Program. Rows of operators are made by `op`, whose arguments determine the
types of the parameters. Everything is a value: a program is built and compiled when it is run.
"""
import dataclasses
from typing import Any, Callable, Sequence

import ml_dtypes
import numpy as np
import tvm
from tvm import relax

from values import Shape

TARGET = {"kind": "llvm", "mcpu": "x86-64-v2"}


@dataclasses.dataclass
class Program:
    """A module to compile and the calls to make in both VMs: (function, arguments).

    `module` makes the IRModule. `mode` is relax.build's exec_mode. `refusals` adds calls that every tensor function refuses:
    no arguments, another element type, another rank; off if a program has parameters that TVM reads unchecked.
    """

    name: str
    module: Callable[[], tvm.IRModule]
    calls: Sequence[tuple[str, tuple]]
    mode: str = "bytecode"
    refusals: bool = True

    def build(self):
        return relax.build(self.module(), target=tvm.target.Target(TARGET), exec_mode=self.mode)

    def all_calls(self):
        calls = list(self.calls)
        function, arguments = calls[0]
        if not self.refusals or not arguments:
            return calls
        calls.append((function, ()))
        calls.append((function, (*arguments, arguments[0])))
        first = arguments[0]
        if isinstance(first, np.ndarray):
            calls.append((function, (first.astype("float64" if first.dtype != np.float64 else "float32"), *arguments[1:])))
            calls.append((function, (first[None], *arguments[1:])))
            calls.append((function, ("text", *arguments[1:])))
        calls.append(calls[0])   # and the VM still works
        return calls


@dataclasses.dataclass
class Dynamic:
    """An argument whose type has symbolic extents; None in `symbols` keeps an extent static."""

    value: np.ndarray
    symbols: Sequence[Any]


def dyn(value, *symbols):
    return Dynamic(value, symbols)


def plain(argument):
    """The value passed for a table's argument."""
    if isinstance(argument, Dynamic):
        return argument.value
    if isinstance(argument, tuple) and not isinstance(argument, Shape):
        return tuple(plain(field) for field in argument)
    return argument


def type_of(argument, symbols):
    """The Relax type of a parameter for `argument`; equal names of extents are one variable of `symbols`."""
    if isinstance(argument, Dynamic):
        variables = [symbols.setdefault(name, tvm.tirx.Var(name, "int64")) if name else int(extent)
                     for name, extent in zip(argument.symbols, argument.value.shape, strict=True)]
        return relax.TensorType(variables, str(argument.value.dtype))
    if isinstance(argument, np.ndarray):
        return relax.TensorType(argument.shape, str(argument.dtype))
    if isinstance(argument, Shape):
        return relax.ShapeType(list(argument))
    return relax.TupleType([type_of(field, symbols) for field in argument])


def op(name, body, *arguments, more=(), **options):
    """A program whose only function `main` is `body` of its parameters; `more` are further arguments for dynamic extents."""
    def module():
        builder, symbols = relax.BlockBuilder(), {}
        parameters = [relax.Var(f"x{i}", type_of(argument, symbols)) for i, argument in enumerate(arguments)]
        with builder.function("main", parameters):
            with builder.dataflow():
                result = builder.emit_output(builder.emit(body(*parameters)))
            builder.emit_func_output(result)
        return builder.get()

    calls = [("main", tuple(plain(argument) for argument in arguments)), *(("main", given) for given in more)]
    return Program(name, module, calls, **options)


# ---- arguments ----------------------------------------------------------------------------------

def f32(*shape, seed=0):
    return np.random.default_rng(seed + 100 * len(shape)).standard_normal(shape).astype("float32")


def positive(*shape, seed=0):
    return np.abs(f32(*shape, seed=seed)) + np.float32(0.1)


def unit(*shape, seed=0):
    """Between -1 and 1, for the inverse trigonometric functions."""
    return np.tanh(f32(*shape, seed=seed))


def ints(*shape, low=-9, high=10, dtype="int32", seed=0):
    return np.random.default_rng(seed).integers(low, high, shape).astype(dtype)


def flags(*shape, seed=0):
    return ints(*shape, low=0, high=2, seed=seed).astype("bool")


def as_type(values, dtype):
    """`values` in an element type that NumPy may lack (bfloat16, float8_e4m3fn, ...)."""
    return values.astype(getattr(ml_dtypes, dtype, dtype))
