# SPDX-License-Identifier: Apache-2.0
"""A VM of RelaxScope, driven from Python without TVM."""
from __future__ import annotations

import contextlib
import json
import os
from typing import Any, Iterator, Sequence

import numpy as np
import tvm_ffi

from . import _library
from ._library import Adt
from .arrays import from_tensor, to_tensor
from .profile import Profile
from .recording import record
from .timing import Times

_ALLOCATORS = {"naive": 1, "pooled": 2}


class Constructed:
    """A value made by a constructor of a Relay program, such as `Cons` of a list. Those with tag 0 are returned as tuples, which have that tag.

    VMs return it, by itself or inside tuples and other such values, and accept it as an argument.
    """

    def __init__(self, value: Adt):
        self._value = value

    @property
    def tag(self) -> int:
        """Identifies the constructor within its type."""
        return self._value.tag

    @property
    def fields(self) -> tuple[Any, ...]:
        """The constructor's arguments, converted by as_result. Each access converts them anew, so keep them if they are needed more than once."""
        return tuple(as_result(field) for field in self._value.fields)

    def __repr__(self) -> str:
        return f"<relaxscope.Constructed: tag {self.tag}, {len(self._value.fields)} fields>"


class Closure:
    """A function with captured values that a VM returned: `function` is the name of the executable's function ("" if it is not one),
    `captured` are the values that are passed after the arguments of a call. VMs accept it as an argument."""

    def __init__(self, value: tvm_ffi.Function, function: str, captured: Sequence[Any]):
        self._value = value
        self.function = function
        self._captured = captured

    @property
    def captured(self) -> tuple[Any, ...]:
        """Converted by as_result, anew with each access."""
        return tuple(as_result(value) for value in self._captured)

    def __call__(self, *arguments: Any) -> Any:
        """Calls it with conversion (as_argument, as_result)."""
        return as_result(self._value(*map(as_argument, arguments)))

    def __repr__(self) -> str:
        return f"<relaxscope.Closure of {self.function or 'a function'}, captured: {', '.join(map(_brief, self._captured)) or 'nothing'}>"


def _brief(value: Any) -> str:
    """A value as the list of captured ones shows it."""
    if isinstance(value, tvm_ffi.Tensor):
        return f"{value.dtype}[{', '.join(map(str, value.shape))}]"
    if isinstance(value, tvm_ffi.Array):
        return f"tuple of {len(value)}"
    if isinstance(value, tvm_ffi.Function):
        return repr(as_result(value))
    return str(value) if isinstance(value, (int, float, str, tvm_ffi.Shape)) else type(value).__name__


def as_argument(value: Any) -> Any:
    """Converts a Python value for the VM: arrays become tensors that share their memory, tuples and lists become tuples; a tvm_ffi.Shape
    is one, although it is a Python tuple.
    Arrays and tensors that kernels cannot read are copied: strided ones, and those at an address that is not a multiple of 64.
    Everything else is passed unchanged."""
    return _as_argument(value, {})


def _as_argument(value: Any, tuples: dict[int, tvm_ffi.Array]) -> Any:
    """`tuples` holds those converted so far, by the tuple's or list's id."""
    if isinstance(value, (Constructed, Closure)):
        return value._value
    if isinstance(value, tvm_ffi.Shape):
        return value
    if isinstance(value, (np.ndarray, np.generic)):
        return to_tensor(value)
    if isinstance(value, tvm_ffi.Tensor) and (value.data_ptr() % 64 != 0 or not value.is_contiguous()):
        array = from_tensor(value)   # the tensor itself if NumPy cannot represent it
        return to_tensor(array) if isinstance(array, np.ndarray) else value
    if isinstance(value, (tuple, list)):
        if id(value) not in tuples:
            tuples[id(value)] = tvm_ffi.Array([_as_argument(item, tuples) for item in value])
        return tuples[id(value)]
    return value


def as_result(value: Any) -> Any:
    """Converts a VM's result to Python: tensors become NumPy arrays on the same memory (those of an element type that neither
    NumPy nor ml_dtypes has, or of another device, stay tvm_ffi.Tensor), tuples become tuples, constructors' values Constructed,
    closures Closure, shapes tvm_ffi.Shape."""
    return _as_result(value, {})


def _as_result(value: Any, tuples: dict[int, tuple[Any, ...]]) -> Any:
    """`tuples` holds those converted so far, by the array's address: without it, tuples that each contain the previous one twice would be converted exponentially often."""
    if isinstance(value, Adt):
        return Constructed(value)
    if isinstance(value, tvm_ffi.Array):
        address = value.__chandle__()
        if address not in tuples:
            tuples[address] = tuple(_as_result(item, tuples) for item in value)
        return tuples[address]
    if isinstance(value, tvm_ffi.Tensor):
        return from_tensor(value)
    if isinstance(value, tvm_ffi.Function) and (parts := _library.function("closure_parts")(value)) is not None:
        return Closure(value, str(parts[0]), parts[1:])
    return value


def _code_of(executable: Any) -> tuple[tvm_ffi.Module, str | None]:
    """The module that creates VMs of an executable, and its entry function."""
    if isinstance(executable, tvm_ffi.Module) and executable.kind == "relaxscope.Executable":
        return executable, None
    from .executable import Executable   # it imports this file

    known = executable if isinstance(executable, Executable) else Executable(executable)
    return known._code(), known.overview.get("entry")


class VM:
    """A Relax or Relay VM with the file's native code in this process. One thread calls at a time.

    Errors are the exceptions that kernels raised, or those that TVM's VM would raise; the traceback has a frame for the
    current function and call. After an error the VM can be used again.

    `executable` is what relaxscope.open accepts or returned; Executable.vm describes the options. Errors are those of these two.
    """

    def __init__(self, executable: Any, *, device: str = "cpu", allocator: str = "pooled",
                 load: str | os.PathLike[str] | Sequence[str | os.PathLike[str]] = (), constants: str | os.PathLike[str] | None = None,
                 entry: str | None = None, step_limit: int = 2**32, stack_limit: int = 10_000, memory_limit: int = 0, functions: Sequence[str] = ()):
        if allocator not in _ALLOCATORS:
            raise ValueError(f"allocator {allocator!r}: must be one of {', '.join(_ALLOCATORS)}")
        if isinstance(load, (str, bytes, os.PathLike)):
            load = (load,)
        for path in (*load, *((constants,) if constants else ())):
            os.stat(path)   # raises Python's own exception for a missing file
        module, default = _code_of(executable)
        self.entry = entry or default
        self.module = module["vm_load_executable"]()
        self.module["relaxscope.use_files"](os.fsdecode(constants or ""), *map(os.fsdecode, load))
        self.module["relaxscope.use_functions"](*functions)
        self.module["relaxscope.set_limits"](step_limit, stack_limit, memory_limit)
        given = tvm_ffi.device(device)
        kind = _ALLOCATORS[allocator]
        self.module["vm_initialization"](given.dlpack_device_type(), given.index, kind, 1, 0, kind)

    def __getitem__(self, function: str) -> tvm_ffi.Function:
        return self.module.get_function(function)

    def __call__(self, function: str, *arguments: Any) -> Any:
        """Calls a function of the executable; `vm[name](...)` does so without conversion (as_argument, as_result)."""
        return as_result(self[function](*map(as_argument, arguments)))

    def parameters(self, function: str) -> list[str]:
        """Names of a function's parameters."""
        count = self.module["get_function_arity"](function)
        return [self.module["get_function_param_name"](function, i) for i in range(count)]

    @property
    def memory(self) -> dict[str, Any]:
        """Memory of storages since the VM was created, as `rscope time --json` has it: peak_bytes, allocations, pool_hits and
        pool_unused_bytes (of blocks that the pool keeps for later storages), besides live_bytes, and `devices` where there are several."""
        return json.loads(self.module["relaxscope.memory"]())

    # ---- the stateful interface ----

    def set_input(self, function: str, *arguments: Any, **named: Any) -> None:
        """Sets the arguments of later `invoke` calls; by position, then by name."""
        names = self.parameters(function)[len(arguments) :] if named else []
        if set(named) != set(names):
            raise TypeError(f"{function} expects {', '.join(names) or 'no named arguments'}, but got {', '.join(named)}")
        self.module["set_input"](function, *map(as_argument, arguments), *(as_argument(named[name]) for name in names))

    def invoke(self, function: str) -> None:
        """Calls the function with the inputs that were set."""
        self.module["invoke_stateful"](function)

    def get_outputs(self, function: str) -> Any:
        """The result of the last `invoke`; tuples become Python tuples."""
        return as_result(self.module["relaxscope.get_output"](function))

    # ---- recording ----

    def _start_profile(self, precise: bool, values: bool, entry: str, no_reference: str) -> None:
        self.module["relaxscope.start_profile"](precise, values, entry, no_reference)

    @contextlib.contextmanager
    def profile(self, *, values: bool = True, precise: bool = False, entry: str | None = None) -> Iterator[Profile]:
        """Records the calls inside the block: `with vm.profile() as profile: vm("main", x)`. See relaxscope.record."""
        with record(self, values=values, precise=precise, entry=entry) as profile:
            yield profile

    def record(self, function: str, *arguments: Any, repeat: int = 10, warmup: int = 2, values: bool = True, precise: bool = False,
               reference: bool = True) -> Profile:
        """Records `warmup` and then `repeat` calls of a function, each as one run. With `values` one call between them records arguments,
        shapes and memory; the measured calls record times only. With `reference` each measured call has an unrecorded one, before or
        after it at random; their ratio is the accuracy of the recorded times. Calls of less than a millisecond are made more often: each
        measured one follows others that are not measured, and the unrecorded time is the mean of as many as take 0.2 ms (at most 1,000).
        Calls are made and timed as `rscope profile` makes them: arguments are converted and moved to the device before."""
        _check_counts(repeat, warmup)
        self[function]   # raises for a name that cannot be called
        given = [as_argument(argument) for argument in arguments]
        self._start_profile(precise, values, function, "" if reference else "unrecorded runs were not requested")
        profile = Profile()
        try:
            self.module["relaxscope.record_calls"](function, warmup, repeat, reference, *given)
        finally:
            profile._fill(self.module["relaxscope.finish_profile"]())
        return profile

    def time(self, function: str, *arguments: Any, repeat: int = 20, number: int = 1, warmup: int = 3, min_repeat: float = 2e-4,
             min_time: float = 0.0) -> Times:
        """How long a call takes, without recording, as `rscope time` measures it in one process: `repeat` times the mean of `number` calls,
        or of as many as take `min_repeat` seconds, and further repeats until `min_time` seconds were measured. A call releases the result
        of the call before, calls, and waits for GPUs; arguments are converted and moved to the device before."""
        _check_counts(repeat, warmup)
        if number < 1 or min_repeat < 0 or min_time < 0:
            raise ValueError(f"number must be at least 1, min_repeat and min_time at least 0; got {number}, {min_repeat} and {min_time}")
        self[function]   # raises for a name that cannot be called
        given = [as_argument(argument) for argument in arguments]
        return Times(json.loads(self.module["relaxscope.time_calls"](function, warmup, repeat, number, float(min_repeat), float(min_time), *given)))


def _check_counts(repeat: int, warmup: int) -> None:
    if repeat < 1 or warmup < 0:
        raise ValueError(f"repeat must be at least 1 and warmup at least 0; got {repeat} and {warmup}")
