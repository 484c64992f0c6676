# SPDX-License-Identifier: Apache-2.0
"""Records the calls that a program makes of a VM, ours or TVM's interface to ours."""
from __future__ import annotations

import contextlib
import pathlib
import tempfile
from typing import Any, Iterator

import tvm_ffi

from .profile import Profile, open_profile

MEASURED = 0  # kind of a run, as in vmcore/trace/trace.h
_KIND = "relaxscope.VirtualMachine"


def _module_of(vm: Any) -> tvm_ffi.Module:
    module = vm if isinstance(vm, tvm_ffi.Module) else getattr(vm, "module", None)
    if not isinstance(module, tvm_ffi.Module):
        raise TypeError(f"record expects a relaxscope.VM, or a tvm.relax.VirtualMachine on RelaxScope's VM; got {type(vm).__name__}")
    if module.kind == "rpc":
        try:
            module["relaxscope.start_profile"]
        except AttributeError:
            raise TypeError("record expects a VM that RelaxScope executes, on an RPC server "
                            "tvm.relax.VirtualMachine(relaxscope.remote_module(session, path), device); this module of the server is none") from None
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


def _end(module: tvm_ffi.Module, profile: Profile, reason: str = "") -> None:
    """Ends the run and fills the profile. An error of either is raised; the profile is lost then."""
    try:
        try:
            module["relaxscope.end_run"]()
        except Exception as error:
            reason = reason or _reason(error)
            raise
        finally:
            profile._fill(_received(module["relaxscope.finish_profile"](reason)))
    except Exception as error:
        profile._lose(_reason(error))
        if module.kind == "rpc":
            raise RuntimeError(f"the profile is lost, since the RPC server did not return it: {_reason(error)}") from error
        raise


def _end_after(error: BaseException, module: tvm_ffi.Module, profile: Profile) -> None:
    """Ends the run of a block that raised `error`, which remains the one that is raised."""
    if module.kind == "rpc" and not isinstance(error, Exception):
        # The reply to the call that was interrupted would be taken for that of the next call.
        profile._lose(f"{_reason(error)} interrupted the block, whose last call the RPC server may still execute")
        return
    try:
        _end(module, profile, _reason(error))
    except Exception as second:
        if hasattr(error, "add_note"):   # Python 3.11
            error.add_note(f"relaxscope.record: {second}")


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
    one recording at a time, while several VMs can be recorded at once, each in a `with` of its own. RuntimeError also if an RPC server
    does not return the profile; after an error in the block that is a note of the error. Ctrl+C in a block on an RPC server loses the profile,
    and the session is of no further use.
    """
    module = _module_of(vm)
    module["relaxscope.start_profile"](precise, values, entry or "", "the block of a profile is executed once")
    profile = Profile()
    try:
        module["relaxscope.begin_run"](MEASURED)
        yield profile
    except BaseException as error:
        _end_after(error, module, profile)
        raise
    _end(module, profile)
