# SPDX-License-Identifier: Apache-2.0
"""Locates and loads the shared library, and returns the functions that it registers with tvm-ffi."""
from __future__ import annotations

import ctypes
import functools
import importlib.abc
import importlib.machinery
import os
import pathlib
import sys
from types import ModuleType
from typing import Sequence

import tvm_ffi

NAME = "librelaxscope_vm.so"


class Adt(tvm_ffi.Object):
    """A constructor's value of a Relay program, as the library returns it: `tag` identifies the constructor, `fields` are its arguments."""

    tag: int
    fields: tvm_ffi.Array


class _BeforeTvm(importlib.abc.MetaPathFinder):
    """Takes the global functions on KV caches back while TVM's package is imported, whose runtime registers its own and ends the process
    if there are others."""

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> importlib.machinery.ModuleSpec | None:
        if name != "tvm":
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        if spec is None or spec.loader is None:
            return None
        execute = spec.loader.exec_module

        def execute_apart(module: ModuleType) -> None:
            function("withdraw_state_calls")()
            try:
                execute(module)
            finally:
                function("resume_state_calls")()

        spec.loader.exec_module = execute_apart  # type: ignore[method-assign]
        return spec


def library_path() -> pathlib.Path:
    """The shared library of the engine: $RELAXSCOPE_VM if set, else the one next to this package. A program without this package loads it to
    get the global functions `relaxscope.*`, as an RPC server of TVM does with `load_library=str(relaxscope.library_path())`. ImportError if
    there is none."""
    given = os.environ.get("RELAXSCOPE_VM")
    path = pathlib.Path(given) if given else pathlib.Path(__file__).with_name(NAME)
    if not path.exists():
        raise ImportError(f"relaxscope: {path} does not exist; install the package with pip, or set RELAXSCOPE_VM to the path of a built {NAME}")
    return path.absolute()


@functools.cache
def load() -> ctypes.CDLL:
    """The library, loaded once."""
    path = library_path()
    tvm_ffi.register_error("RecursionError", RecursionError)   # calls nested too deeply
    library = ctypes.CDLL(str(path), ctypes.RTLD_GLOBAL)
    tvm_ffi.register_object("relaxscope.Adt")(Adt)
    if "tvm" not in sys.modules:
        sys.meta_path.insert(0, _BeforeTvm())
    return library


def function(name: str) -> tvm_ffi.Function:
    """The function that the library registers as `relaxscope.<name>`."""
    load()
    return tvm_ffi.get_global_func(f"relaxscope.{name}")
