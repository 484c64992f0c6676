# SPDX-License-Identifier: Apache-2.0
"""NumPy arrays as tensors on the same memory, and back. Element types that NumPy lacks (bfloat16, float8) are those of the package
ml_dtypes; they cross as unsigned integers of their size, since NumPy has no name for them in DLPack."""
from __future__ import annotations

import functools
import importlib
import types

import numpy as np
import tvm_ffi

from . import _library


def to_tensor(array: np.ndarray | np.generic) -> tvm_ffi.Tensor:
    """A tensor that shares the array's memory, or that of a copy where its elements lie apart, in another byte order, or where no
    kernel could rely on its address (64 bytes). Raises TypeError for masked arrays and for elements that tensors pack."""
    if isinstance(array, np.ma.MaskedArray):
        raise TypeError("a masked array: the VM knows no masks; give its filled() values")
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
        raise TypeError(f"an array of {name}: tensors pack what NumPy keeps in a byte each")
    return _library.function("seen_as")(tvm_ffi.from_dlpack(array.view(_bits(array.dtype.itemsize))), name)


def from_tensor(tensor: tvm_ffi.Tensor) -> np.ndarray | tvm_ffi.Tensor:
    """An array on the tensor's memory; the tensor itself where NumPy, with ml_dtypes where that is installed, cannot show it."""
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
    """A copy at an address that kernels may rely on (64 bytes)."""
    room = np.empty(array.nbytes + 64, "uint8")
    start = -room.ctypes.data % 64
    copy = room[start : start + array.nbytes].view(array.dtype).reshape(array.shape)
    copy[...] = array
    return copy
