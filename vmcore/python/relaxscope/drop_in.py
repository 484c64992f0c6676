# SPDX-License-Identifier: Apache-2.0
"""Our VM as a replacement for TVM's, behind tvm.relax.VirtualMachine. The only file here that uses TVM, which it imports on demand."""
from __future__ import annotations

import os
import warnings
from typing import Any

import tvm_ffi

from . import _library, in_memory
from .executable import Executable


def tvm_module(executable: Any) -> tvm_ffi.Module:
    """The module that tvm.relax.VirtualMachine accepts in place of TVM's own.

    `executable` is a path, what relaxscope.open returned, or what relax.build returned. The modules of the latter then serve both
    VMs, those of functions in compiled mode (VMTIR) as copies. Modules of sources or objects need a compiler: such an executable is
    exported to a temporary file first.
    """
    if isinstance(executable, (str, os.PathLike)):
        return _library.function("load_executable")(os.fspath(executable))
    if isinstance(executable, Executable):
        return executable._code()
    return in_memory.runnable(executable)


def remote_module(session: Any, path: str | os.PathLike[str]) -> tvm_ffi.Module:
    """The module that tvm.relax.VirtualMachine accepts, on a server of tvm.rpc: that of the executable `path` in the folder that
    `session.upload` writes to, or at an absolute path of the server.

        session.upload("model.so")
        vm = relax.VirtualMachine(relaxscope.remote_module(session, "model.so"), session.cpu())

    The server must have loaded our library (`library_path`); RuntimeError if it has not. TypeError if `session` is no session of tvm.rpc.
    """
    if not hasattr(session, "get_function") or not hasattr(session, "upload"):
        raise TypeError(f"remote_module expects a session of tvm.rpc, as rpc.connect returns it; got {type(session).__name__}")
    name = os.fspath(path)
    _library.load()   # for rpc.LocalSession, whose server is this process
    try:
        load = session.get_function("relaxscope.load_executable")
    except AttributeError:
        raise RuntimeError("the RPC server has no relaxscope.load_executable: start it with relaxscope's library, as rpc.Server(..., "
                           "load_library=str(relaxscope.library_path())) does") from None
    return load(session.get_function("tvm.rpc.server.workpath")(name))


def tvm_vm(executable: Any, device: Any = None, memory_cfg: Any = None) -> Any:
    """tvm.relax.VirtualMachine on our VM: `vm = relaxscope.tvm_vm(relax.build(mod, "llvm"))`. Defaults to the CPU."""
    import tvm
    from tvm import relax

    return relax.VirtualMachine(tvm_module(executable), device or tvm.cpu(), memory_cfg)


def tvm_machine(executable: Any, device: Any = None, memory_cfg: Any = None) -> Any:
    """The name of `tvm_vm` before 0.2."""
    warnings.warn("relaxscope.tvm_machine is now relaxscope.tvm_vm", DeprecationWarning, stacklevel=2)
    return tvm_vm(executable, device, memory_cfg)
