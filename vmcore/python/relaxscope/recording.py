# SPDX-License-Identifier: Apache-2.0
"""Records the calls that a program makes of a VM, ours or TVM's interface to ours."""
from __future__ import annotations

import contextlib
import pathlib
import tempfile
from typing import Any, Iterator

import tvm_ffi

from .profile import Profile, open_profile

MEASURED, WARM_UP, VALUES = range(3)  # kinds of runs, as in vmcore/trace/trace.h
_KIND = "relaxscope.VirtualMachine"


def _module_of(vm: Any) -> tvm_ffi.Module:
    module = vm if isinstance(vm, tvm_ffi.Module) else getattr(vm, "module", None)
    if not isinstance(module, tvm_ffi.Module):
        raise TypeError(f"record expects a relaxscope.VM, or a tvm.relax.VirtualMachine on RelaxScope's VM; got {type(vm).__name__}")
    if module.kind == "rpc":
        try:
            module["relaxscope.start_profile"]
        except AttributeError:
            raise TypeError("record expects a VM that RelaxScope executes, as relaxscope.remote_module provides it; the RPC server executes "
                            "this one by another VM") from None
    elif module.kind != _KIND:
        raise TypeError(f"record expects a VM whose module is of kind {_KIND}, as relaxscope.tvm_vm creates it; got one of kind {module.kind}, "
                        "which RelaxScope does not execute")
    return module


def _received(recorded: tvm_ffi.Module) -> tvm_ffi.Module:
    """The profile here, if it is one of an RPC server."""
    if recorded.kind != "rpc":
        return recorded
    with tempfile.TemporaryDirectory(prefix="relaxscope-") as folder:
        path = pathlib.Path(folder) / "received.rsprof"
        path.write_bytes(recorded["bytes"]())
        return open_profile(path)._module()


def _reason(error: BaseException) -> str:
    first = next(iter(str(error).strip().splitlines()), "")
    return f"{type(error).__name__}: {first}" if first else type(error).__name__


@contextlib.contextmanager
def record(vm: Any, *, values: bool = True, precise: bool = False, entry: str | None = None) -> Iterator[Profile]:
    """Records every call that the program makes of `vm` inside the block, on any thread, as one run:

        with relaxscope.record(vm) as profile:
            vm["prefill"](x)
            vm["decode"](y)

    `vm` is a relaxscope.VM, or a tvm.relax.VirtualMachine that RelaxScope executes (relaxscope.tvm_vm), here or on a server of tvm.rpc
    (relaxscope.remote_module): the profile then has the server's times and is received when the block ends. Also recorded: set_input with
    invoke_stateful, time_evaluator, saved functions, closures, and builtins on KV caches and states by their global names. Times between
    the calls are in the run's duration, but in no row. The profile is filled when the block ends, also by an exception, which
    `profile.incomplete` then names.

    `values` records shapes of arguments, the shape heap and memory; `precise` reads the clock before and after each call; `entry` is how
    the profile calls what was recorded, by default the functions that were called. Start and end wait for a call of another thread.

    Raises TypeError for another object, and RuntimeError if this VM is being recorded already, or during one of its own calls: a VM has
    one recording at a time, while several VMs can be recorded at once, each in a `with` of its own.
    """
    module = _module_of(vm)
    module["relaxscope.start_profile"](precise, values, entry or "", "the block of a profile is executed once")
    profile = Profile()
    reason = ""
    try:
        module["relaxscope.begin_run"](MEASURED)
        try:
            yield profile
        finally:
            module["relaxscope.end_run"]()
    except BaseException as error:
        reason = _reason(error)
        raise
    finally:
        profile._fill(_received(module["relaxscope.finish_profile"](reason)))
