# SPDX-License-Identifier: Apache-2.0
"""NumPy arrays as tensors on the same memory, and back. Element types that NumPy lacks (bfloat16, float8) are those of the package
ml_dtypes; they are passed as unsigned integers of their size, because NumPy cannot express them in DLPack."""
from __future__ import annotations

import functools
import importlib
import types

import numpy as np
import tvm_ffi

from . import _library


def to_tensor(array: np.ndarray | np.generic) -> tvm_ffi.Tensor:
    """A tensor on the array's memory, or on a copy's if the array is strided, in another byte order, or not aligned to the 64 bytes
    that kernels rely on. Raises TypeError for masked arrays and for element types that tensors pack."""
    if isinstance(array, np.ma.MaskedArray):
        raise TypeError("a masked array: masked arrays are not supported; pass its filled() values")
    try:
        return _shared(np.require(array, dtype=array.dtype.newbyteorder("="), requirements=("C", "W")))
    except (BufferError, ValueError) as error:
        raise TypeError(f"an array of {array.dtype}: {error}") from None


def _shared(array: np.ndarray) -> tvm_ffi.Tensor:
    if array.ctypes.data % 64 != 0:
        array = _aligned(array)
    if array.dtype.type.__module__ == "numpy":
        return tvm_ffi.from_dlpack(array)
    name = array.dtype.name
    if tvm_ffi.dtype(name).bits != 8 * array.dtype.itemsize:
        raise TypeError(f"an array of {name}: a tensor packs these elements, a NumPy array does not")
    return _library.function("seen_as")(tvm_ffi.from_dlpack(array.view(_bits(array.dtype.itemsize))), name)


def from_tensor(tensor: tvm_ffi.Tensor) -> np.ndarray | tvm_ffi.Tensor:
    """An array on the tensor's memory; the tensor itself if NumPy, with ml_dtypes if installed, cannot represent it."""
    try:
        return np.from_dlpack(tensor)
    except (BufferError, RuntimeError, TypeError):
        return _of_ml_dtypes(tensor)


@functools.cache
def _ml_dtypes() -> types.ModuleType | None:
    try:
        return importlib.import_module("ml_dtypes")
    except ImportError:
        return None


def _of_ml_dtypes(tensor: tvm_ffi.Tensor) -> np.ndarray | tvm_ffi.Tensor:
    if (ml_dtypes := _ml_dtypes()) is None:
        return tensor
    try:
        dtype = np.dtype(getattr(ml_dtypes, str(tensor.dtype)))
        if tvm_ffi.dtype(tensor.dtype).bits != 8 * dtype.itemsize:
            return tensor
        return np.from_dlpack(_library.function("seen_as")(tensor, np.dtype(_bits(dtype.itemsize)).name)).view(dtype)
    except (AttributeError, BufferError, RuntimeError, TypeError, ValueError):
        return tensor


def _bits(size: int) -> str:
    return f"uint{8 * size}"


def _aligned(array: np.ndarray) -> np.ndarray:
    """A copy at an address aligned to the 64 bytes that kernels rely on."""
    room = np.empty(array.nbytes + 64, "uint8")
    start = -room.ctypes.data % 64
    copy = room[start : start + array.nbytes].view(array.dtype).reshape(array.shape)
    copy[...] = array
    return copy
