# SPDX-License-Identifier: Apache-2.0
"""A run as rscope and the window prepare it, before anything runs."""
from __future__ import annotations

import json
import os
from typing import Any, Sequence, Union

import tvm_ffi

from .vm import as_result


class PreparedRun:
    """A run before it starts: `request` as `rscope run --print-request --json` prints it, and the values of the arguments."""

    def __init__(self, request: str, values: Sequence[Any] | None):
        self.request: dict[str, Any] = json.loads(request)
        self._values = values

    @property
    def function(self) -> str:
        """The function of a single call."""
        return self.request["function"]

    @property
    def arguments(self) -> list[Any]:
        """The arguments of a single call, as a VM takes them. Raises TypeError for a script, whose calls may use results of earlier ones."""
        if self._values is None:
            raise TypeError("the run is a script of several calls")
        return [as_result(value) for value in self._values]

    @property
    def limits(self) -> dict[str, Any]:
        """time_seconds, memory_bytes (None: three quarters of the free memory), steps and stack_depth; 0 is no limit."""
        return self.request["limits"]

    @property
    def defaulted(self) -> list[str]:
        """One line per argument that was not given: "x: float32[4, 16], random with seed 0"."""
        return self.request["defaulted"]

    def __repr__(self) -> str:
        return f"<relaxscope.PreparedRun of {self.request.get('function', 'a script')}>"


_Path = Union[str, "os.PathLike[str]"]
Paths = Union[_Path, Sequence[_Path]]  # a path, or several


def prepare(file: tvm_ffi.Module, function: str | None, inputs: Sequence[str], *, args: str | os.PathLike[str] | None, arrays: Paths | None,
            script: str | os.PathLike[str] | None, seed: int, timeout: float, memory_limit: int | None, step_limit: int, stack_limit: int) -> PreparedRun:
    """See Executable.prepare."""
    if script is not None and (function is not None or inputs or args is not None):
        raise TypeError("a script names functions and arguments itself: omit function, inputs and args")
    if args is not None and inputs:
        raise TypeError("args and inputs are mutually exclusive")
    if isinstance(inputs, str):
        inputs = (inputs,)
    if not 0 <= seed < 2**64:
        raise ValueError(f"seed {seed}: must be from 0 to 2^64 - 1")
    sets = [] if arrays is None else [arrays] if isinstance(arrays, (str, os.PathLike)) else arrays
    path_of = {name: os.fsdecode(path) if path is not None else None for name, path in (("args", args), ("script", script))}
    bits = seed - 2**64 if seed >= 2**63 else seed
    request, values = file["prepare"](function, list(inputs), path_of["args"], [os.fsdecode(path) for path in sets], path_of["script"], bits, float(timeout), memory_limit, step_limit, stack_limit)
    return PreparedRun(request, values)
