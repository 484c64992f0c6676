# SPDX-License-Identifier: Apache-2.0
"""Locates and loads the shared library, and returns the functions that it registers with tvm-ffi."""
from __future__ import annotations

import ctypes
import functools
import os
import pathlib

import tvm_ffi

NAME = "librelaxscope_vm.so"


class Adt(tvm_ffi.Object):
    """A constructor's value of a Relay program, as the library returns it: `tag` identifies the constructor, `fields` are its arguments."""

    tag: int
    fields: tvm_ffi.Array


@functools.cache
def _open() -> ctypes.CDLL:
    """Loads the library: $RELAXSCOPE_VM if set, else the one next to this package."""
    given = os.environ.get("RELAXSCOPE_VM")
    path = pathlib.Path(given) if given else pathlib.Path(__file__).with_name(NAME)
    if not path.exists():
        raise ImportError(f"relaxscope: {path} does not exist; install the package with pip, or set RELAXSCOPE_VM to the path of a built {NAME}")
    tvm_ffi.register_error("RecursionError", RecursionError)   # calls nested too deeply
    library = ctypes.CDLL(str(path), ctypes.RTLD_GLOBAL)
    tvm_ffi.register_object("relaxscope.Adt")(Adt)
    return library


def function(name: str) -> tvm_ffi.Function:
    """The function that the library registers as `relaxscope.<name>`."""
    _open()
    return tvm_ffi.get_global_func(f"relaxscope.{name}")
