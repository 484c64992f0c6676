# SPDX-License-Identifier: Apache-2.0
"""Executables that a program holds in memory: what TVM's compiler returned, or a module of it."""
from __future__ import annotations

import os
import pathlib
import tempfile
from typing import Any

import tvm_ffi

from . import _library

KINDS = ("relax.VMExecutable", "relaxscope.Executable")
ACCEPTED = ("a path, what relax.build returns (tvm.relax.VMExecutable, tvm.runtime.Executable), or a tvm_ffi.Module of kind "
            + " or ".join(KINDS))


def module_of(executable: Any) -> tvm_ffi.Module:
    """Its module. Raises TypeError, which lists what is accepted, if it is no executable in memory."""
    module = getattr(executable, "mod", executable)
    if not isinstance(module, tvm_ffi.Module):
        raise TypeError(f"an executable must be {ACCEPTED}; got {type(executable).__name__}")
    if module.kind not in KINDS:
        raise TypeError(f"an executable must be {ACCEPTED}; got a module of kind {module.kind}")
    return module


def runnable(executable: Any) -> tvm_ffi.Module:
    """The module that creates our VMs. It shares the native code, of functions in compiled mode (VMTIR) copies. Modules of sources
    or objects need a compiler: such an executable is exported to a temporary file first."""
    module = module_of(executable)
    if module.kind == "relaxscope.Executable":
        return module
    shared = _library.function("executable_from_module")(module)
    if shared is not None:
        return shared
    if not hasattr(executable, "export_library"):
        from tvm import relax   # the module is TVM's

        executable = relax.VMExecutable(module)
    with tempfile.TemporaryDirectory(prefix="relaxscope-") as folder:
        path = pathlib.Path(folder) / "exported.so"
        executable.export_library(str(path))
        return _library.function("load_executable")(os.fspath(path))
