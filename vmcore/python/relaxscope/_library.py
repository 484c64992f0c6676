# SPDX-License-Identifier: Apache-2.0
"""Finds and opens the shared library, and hands out the functions it registers with tvm-ffi."""
from __future__ import annotations

import ctypes
import functools
import os
import pathlib

import tvm_ffi

NAME = "librelaxscope_vm.so"


@functools.cache
def _open() -> ctypes.CDLL:
    """Opens the library: $RELAXSCOPE_VM where it is set, else the one beside this package."""
    given = os.environ.get("RELAXSCOPE_VM")
    path = pathlib.Path(given) if given else pathlib.Path(__file__).with_name(NAME)
    if not path.exists():
        raise ImportError(f"relaxscope: {path} does not exist; install the package with pip, or let RELAXSCOPE_VM name a {NAME} that was built")
    tvm_ffi.register_error("RecursionError", RecursionError)   # calls nested too deeply
    return ctypes.CDLL(str(path), ctypes.RTLD_GLOBAL)


def function(name: str) -> tvm_ffi.Function:
    """The function that the library registers as `relaxscope.<name>`."""
    _open()
    return tvm_ffi.get_global_func(f"relaxscope.{name}")
