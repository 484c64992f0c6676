# SPDX-License-Identifier: Apache-2.0
"""Conversion of values between Python, TVM and the JSON that `rscope run` reads and writes.

Plain Python values represent VM values: numpy.ndarray a tensor, int, bool, float, str, None, Shape, Dtype, tuple.
"""
import numpy as np
import tvm


class Shape(tuple):
    """A shape, as distinct from a tuple of values."""


class Dtype(str):
    """A data type by its name."""


class Opaque(str):
    """An object that cannot leave the VM (a closure, a storage)."""


def to_tvm(value):
    if isinstance(value, np.ndarray):
        return tvm.runtime.tensor(value)
    if isinstance(value, Shape):
        return tvm.runtime.ShapeTuple(list(value))
    if isinstance(value, Dtype):
        return tvm.runtime.DataType(str(value))
    if isinstance(value, tuple):
        return tuple(to_tvm(v) for v in value)
    return value


def from_tvm(value):
    if isinstance(value, tvm.runtime.Tensor):
        return value.numpy()
    if value is None or isinstance(value, (bool, int, float)):
        return value
    if isinstance(value, tvm.runtime.ShapeTuple):
        return Shape(int(v) for v in value)
    if isinstance(value, tvm.runtime.DataType):
        return Dtype(str(value))
    if isinstance(value, str):
        return str(value)
    if isinstance(value, (tuple, list)) or type(value).__name__ == "Array":
        return tuple(from_tvm(v) for v in value)
    return Opaque(type(value).__name__)


def to_json(value, arrays, key):
    """The form of --args; tensors go to `arrays` under `key`."""
    if isinstance(value, np.ndarray):
        arrays[key] = value
        return {"type": "tensor", "key": key, "dtype": str(value.dtype), "shape": list(value.shape)}
    if value is None:
        return {"type": "none"}
    if isinstance(value, (bool, np.bool_)):
        return {"type": "bool", "value": bool(value)}
    if isinstance(value, int):
        return {"type": "int", "value": value}
    if isinstance(value, float):
        return {"type": "float", "value": value}
    if isinstance(value, Dtype):
        return {"type": "dtype", "value": str(value)}
    if isinstance(value, str):
        return {"type": "str", "value": value}
    if isinstance(value, Shape):
        return {"type": "shape", "value": list(value)}
    if isinstance(value, tuple):
        return {"type": "tuple", "fields": [to_json(v, arrays, f"{key}.{i}") for i, v in enumerate(value)]}
    raise TypeError(f"no JSON form for {type(value).__name__}")


def from_json(form, arrays):
    """The inverse, for --result; `arrays` are those of --outputs."""
    kind = form["type"]
    if kind == "tensor":
        array = arrays[form["key"]]
        if form["dtype"] in ("bool",) and array.dtype != np.bool_:
            array = array.view(np.bool_)
        assert list(array.shape) == list(form["shape"]), f"{form} but the array has shape {array.shape}"
        return array
    if kind == "tuple":
        return tuple(from_json(f, arrays) for f in form["fields"])
    if kind == "none":
        return None
    if kind == "object":
        return Opaque(form.get("repr", ""))
    wrap = {"int": int, "bool": bool, "float": float, "str": str, "dtype": Dtype, "shape": Shape}[kind]
    return wrap(form["value"])


def difference(want, got, path="result", exact=False):
    """None if both are bitwise equal (floats: within 1e-6, NaN equals NaN, unless `exact`), else the difference."""
    if isinstance(want, Opaque) or isinstance(got, Opaque):
        return None if isinstance(want, Opaque) and isinstance(got, Opaque) else f"{path}: {want!r} against {got!r}"
    if isinstance(want, np.ndarray) != isinstance(got, np.ndarray):
        return f"{path}: {type(want).__name__} against {type(got).__name__}"
    if isinstance(want, np.ndarray):
        if want.dtype != got.dtype or want.shape != got.shape:
            return f"{path}: {want.dtype}{want.shape} against {got.dtype}{got.shape}"
        if want.tobytes() == got.tobytes():
            return None
        if not exact and want.dtype.kind == "f" and np.allclose(want, got, rtol=1e-6, atol=1e-6, equal_nan=True):
            return None
        return f"{path}: values differ, {want.ravel()[:4]} against {got.ravel()[:4]}"
    if isinstance(want, tuple) and isinstance(got, tuple):
        if isinstance(want, Shape) != isinstance(got, Shape) or len(want) != len(got):
            return f"{path}: {want!r} against {got!r}"
        return next((d for d in (difference(w, g, f"{path}.{i}", exact) for i, (w, g) in enumerate(zip(want, got))) if d), None)
    if type(want) is not type(got):
        return f"{path}: {want!r} ({type(want).__name__}) against {got!r} ({type(got).__name__})"
    same = want == got or (isinstance(want, float) and want != want and got != got)
    return None if same else f"{path}: {want!r} against {got!r}"
