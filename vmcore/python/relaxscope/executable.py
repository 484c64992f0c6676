# SPDX-License-Identifier: Apache-2.0
"""An executable file as a value: inspecting it runs none of its code."""
from __future__ import annotations

import json
import os
import warnings
from typing import Any, Sequence

import tvm_ffi

from . import _library, in_memory
from .vm import VM, as_result
from .prepared import Paths, PreparedRun, prepare
from .processes import record_calls, time_calls
from .profile import Profile
from .timing import Times
from .tables import Constant, Finding, Function, Instruction, Layer, LintFinding, Operand, Parameter, Rows, Slot, Storage, Table, rows_of, to_table


class ExecutableRows:
    """The tables of an executable as lists of rows, with or without pandas: `exe.rows.functions`. See Executable for their content."""

    def __init__(self, file: tvm_ffi.Module):
        self._file = file

    @property
    def functions(self) -> Rows[Function]:
        return rows_of(Function, json.loads(self._file["functions"]()))

    def parameters(self, function: str) -> Rows[Parameter]:
        return rows_of(Parameter, json.loads(self._file["parameters"](function)))

    def types(self, function: str) -> Rows[Operand]:
        return rows_of(Operand, json.loads(self._file["types"](function)))

    def slots(self, function: str) -> Rows[Slot]:
        return rows_of(Slot, ({**slot, "function": owner["name"]} for owner in json.loads(self._file["details"](function)) for slot in owner["slots"]))

    def instructions(self, function: str | None = None) -> Rows[Instruction]:
        listed = []
        for owner in json.loads(self._file["export"]("json", function))["functions"]:
            for item in owner.get("instructions", []):
                others = [f"{name} {value}" for name, value in item.items() if name not in ("pc", "op", "dst", "callee", "args")]
                listed.append({**item, "function": owner["name"], "others": ", ".join(others)})
        return rows_of(Instruction, listed)

    def memory_plan(self, **sizes: int) -> Rows[Storage]:
        return rows_of(Storage, (
            {**storage, "function": plan["name"], "tensors": tuple(tensor["type"] for tensor in storage["tensors"])}
            for plan in self._memory(sizes)["functions"] for storage in plan.get("storages", ())))

    def _memory(self, sizes: dict[str, int]) -> dict[str, Any]:
        return json.loads(self._file["memory"](*(part for size in sizes.items() for part in size)))

    def layers(self) -> Rows[Layer]:
        listed = json.loads(self._file["layers"]())["layers"]
        return rows_of(Layer, ({**item, "copies": [(copy["first_pc"], copy["last_pc"]) for copy in item["copies"]]} for item in listed))

    @property
    def constants(self) -> Rows[Constant]:
        listed = json.loads(self._file["constants"]())["constants"]
        return rows_of(Constant, ({**item, "uses": [(use["function"], use["pc"]) for use in item["uses"]]} for item in listed))

    def verify(self) -> Rows[Finding]:
        return rows_of(Finding, json.loads(self._file["findings"]())["findings"])

    def findings(self) -> Rows[LintFinding]:
        listed = json.loads(self._file["lint"]())["lint"]
        return rows_of(LintFinding, ({**item, "pcs": tuple(sorted(pc for part in item["parts"] for pc in part.get("pcs", ())))} for item in listed))


class Executable:
    """An executable of the Relax (or Relay) VM: a library of `export_library`, executable bytes, or a form that `rscope convert` wrote,
    or one in memory, as relax.build returns it.

    Everything except `vm`, `run`, `time` and `profile` reads the parsed file; a library is not opened and nothing in it runs.
    Of an executable in memory it reads the bytes that it saves; its kernels are those that its modules list.
    Tables (`functions`, `parameters`, `types`, `slots`, `instructions`, `layers`, `memory_plan`, `constants`, `verify`, `findings`) are pandas frames if pandas is installed, else lists of
    rows; `rows` always has them as lists.
    """

    def __init__(self, source: str | os.PathLike[str] | Any):
        self._source: Any = None   # what an executable in memory was opened from
        if isinstance(source, (str, bytes, os.PathLike)):
            where = os.path.abspath(os.fsdecode(source))   # absolute: VMs open it again, perhaps from another working directory
            os.stat(where)   # raises Python's own exception for a missing file
            self._file = _library.function("inspect.open")(where)
        else:
            self._file = _library.function("inspect.module")(in_memory.module_of(source))
            self._source = source
        self.overview: dict[str, Any] = json.loads(self._file["overview"]())
        self._opened: tuple[tuple[int, ...], tvm_ffi.Module] | None = None

    @property
    def path(self) -> str:
        """Of the file; "executable in memory" if there is none."""
        return self.overview["path"]

    def __repr__(self) -> str:
        o = self.overview
        return f"<relaxscope.Executable {self.path}: {o['producer']}, {o['functions']} functions, {o['instructions']} instructions, {o['constants']} constants>"

    # ---- tables ----

    @property
    def rows(self) -> ExecutableRows:
        """The tables as lists of rows, with or without pandas: `exe.rows.functions`, `exe.rows.instructions("main")`."""
        return ExecutableRows(self._file)

    @property
    def functions(self) -> Table[Function]:
        """Every function of the function table: bytecode, compiled and packed."""
        return to_table(self.rows.functions)

    def parameters(self, function: str) -> Table[Parameter]:
        """Names and types of a function's parameters, from its own checks. Raises ValueError for an unknown function."""
        return to_table(self.rows.parameters(function))

    def types(self, function: str) -> Table[Operand]:
        """Types and directions of the operands of a function's calls of kernels and VM functions, without running anything."""
        return to_table(self.rows.types(function))

    def slots(self, function: str) -> Table[Slot]:
        """The slots of a function's shape heap: formula, origin, writers and readers."""
        return to_table(self.rows.slots(function))

    def instructions(self, function: str | None = None) -> Table[Instruction]:
        """The code of all bytecode functions, or of those with this name."""
        return to_table(self.rows.instructions(function))

    def memory_plan(self, **sizes: int) -> Table[Storage]:
        """The storages of all functions, as `memory_plan(n=17)` for extents of symbolic dimensions; 4 for those not given. Nothing runs."""
        return to_table(self.rows.memory_plan(**sizes))

    def memory(self, **sizes: int) -> dict[str, Any]:
        """The same with the peak of each function, what is alive there and what allocators keep: the JSON of `rscope memory`."""
        return self.rows._memory(sizes)

    def layers(self) -> Table[Layer]:
        """The repeated regions of all functions: layers, blocks in layers, unrolled loops."""
        return to_table(self.rows.layers())

    @property
    def constants(self) -> Table[Constant]:
        """The constant pool without data; `constant(index)` gives a value."""
        return to_table(self.rows.constants)

    def constant(self, index: int) -> Any:
        """The value of a constant: an array (see vm.as_result), tvm_ffi.Shape, dtype, str, int or float."""
        return as_result(self._file["constant"](index))

    @property
    def modules(self) -> dict[str, Any]:
        """The container and its import tree: kernels, device code, constants, and what a loader must provide."""
        return json.loads(self._file["modules"]())

    @property
    def kernels(self) -> list[str]:
        """Names of the kernels of every module of the library."""
        return [kernel if isinstance(kernel, str) else kernel["name"] for module in self.modules["modules"] for kernel in module.get("kernels", [])]

    # ---- findings ----

    def verify(self) -> Table[Finding]:
        """The findings of the readers and the verifier, errors first; empty for a valid file."""
        return to_table(self.rows.verify())

    def findings(self) -> Table[LintFinding]:
        """What runs without need and what is likely to be a mistake, warnings first: the linter's findings. Those of the verifier are in `verify()`."""
        return to_table(self.rows.findings())

    # ---- texts ----

    def text(self, function: str | None = None) -> str:
        """The listing that TVM's as_text prints (for a Relay VM that of its TVM release)."""
        return self._file["export"]("text", function)

    def annotated(self, function: str | None = None) -> str:
        """The listing with types of results, and names of registers, constants and slots; `Profile.annotated` adds costs."""
        return self._file["export"]("annotated", function)

    def python(self, function: str | None = None) -> str:
        """The program that TVM's as_python prints."""
        return self._file["export"]("python", function)

    def dot(self, function: str | None = None) -> str:
        """Control flow as a Graphviz digraph."""
        return self._file["export"]("dot-cfg", function)

    def stats(self) -> str:
        """The text that TVM's stats prints."""
        return self._file["stats"]()

    # ---- running ----

    def vm(self, *, device: str = "cpu", allocator: str = "pooled", load: str | os.PathLike[str] | Sequence[str | os.PathLike[str]] = (),
                constants: str | os.PathLike[str] | None = None, step_limit: int = 2**32, stack_limit: int = 10_000,
                memory_limit: int = 0, functions: Sequence[str] = ()) -> VM:
        """A VM for this file, in this process. The file's native code is loaded: run only files that you trust.

        `load` are libraries with more packed functions, `constants` a file with the late-bound constants of a Relay executable.
        A call ends with an error beyond `step_limit` instructions, `stack_limit` frames of VM functions or `memory_limit` bytes of
        storage at once; 0 is no limit. Ctrl+C ends a call at its next instruction that calls or jumps back; a running kernel is not interrupted.
        VMs of an unchanged file share its code and its constants. Raises RuntimeError with everything that is missing; with `functions`, those that
        will be called, only with what they reach: `run`, `profile` and `time` name theirs.
        """
        return VM(self._code(), device=device, allocator=allocator, load=load, constants=constants, entry=self.overview.get("entry"), step_limit=step_limit,
                       stack_limit=stack_limit, memory_limit=memory_limit, functions=functions)

    def machine(self, **options: Any) -> VM:
        """The name of `vm` before 0.2."""
        warnings.warn("Executable.machine is now Executable.vm", DeprecationWarning, stacklevel=2)
        return self.vm(**options)

    def _code(self) -> tvm_ffi.Module:
        """The file opened for running; opened again if it has changed."""
        if self._source is not None:
            if self._opened is None:
                self._opened = (), in_memory.runnable(self._source)
            return self._opened[1]
        now = os.stat(self.path)
        version = (now.st_dev, now.st_ino, now.st_size, now.st_mtime_ns)
        if self._opened is None or self._opened[0] != version:
            self._opened = version, _library.function("load_executable")(self.path)
        return self._opened[1]

    def prepare(self, function: str | None = None, inputs: Sequence[str] = (), *, args: str | os.PathLike[str] | None = None,
                arrays: Paths | None = None, script: str | os.PathLike[str] | None = None, seed: int = 0, timeout: float = 0,
                memory_limit: int | None = None, step_limit: int = 2**32, stack_limit: int = 10_000) -> PreparedRun:
        """The run that `rscope run` would make from the same options, without running it: arguments by name or position in the syntax of
        `--input` ("x=float32[2,3]", "@in.npz:x", "5"), files of --args, --inputs (`arrays`, one or several) and --script, and defaults for arguments not given.
        The same seed gives the same numbers as on the command line and in the window. Raises ValueError for invalid options."""
        return prepare(self._file, function, inputs, args=args, arrays=arrays, script=script, seed=seed, timeout=timeout, memory_limit=memory_limit,
                       step_limit=step_limit, stack_limit=stack_limit)

    def _arguments(self, function: str, arguments: Sequence[Any], inputs: Sequence[str] | None, seed: int) -> Sequence[Any]:
        if inputs is None:
            return arguments
        if arguments:
            raise TypeError("give the arguments as values or as inputs, not both")
        return self.prepare(function, inputs, seed=seed).arguments

    def run(self, function: str, *arguments: Any, inputs: Sequence[str] | None = None, seed: int = 0, **options: Any) -> Any:
        """One call on its own VM; `options` are those of `vm`. With `inputs` the arguments are those of `prepare`."""
        return self.vm(**{"functions": (function,), **options})(function, *self._arguments(function, arguments, inputs, seed))

    def _path_of_file(self) -> str:
        if self._source is not None:
            raise TypeError("other processes need a file, and this executable is in memory; export it, or omit processes")
        return self.path

    def profile(self, function: str, *arguments: Any, inputs: Sequence[str] | None = None, seed: int = 0, repeat: int = 10, warmup: int = 2, values: bool = True,
                precise: bool = False, reference: bool = True, processes: int = 1, **options: Any) -> Profile:
        """Records `repeat` calls on their own VM; see VM.record and `run` for the other parameters. With `processes` of 3 or more they are
        recorded in a worker process, and repeated in as many in all, so that the accuracy and the intervals of comparisons hold between
        processes, as `rscope profile` does; RuntimeError if that fails."""
        given = self._arguments(function, arguments, inputs, seed)
        if processes != 1:
            if not reference:
                raise ValueError("processes compares unrecorded calls; omit reference=False")
            profile = Profile()
            profile._fill(record_calls(self._path_of_file(), function, given, processes, repeat, warmup, values, precise, **options))
            return profile
        return self.vm(**{"functions": (function,), **options}).record(function, *given, repeat=repeat, warmup=warmup, values=values, precise=precise, reference=reference)

    def time(self, function: str, *arguments: Any, inputs: Sequence[str] | None = None, seed: int = 0, repeat: int = 20, number: int = 1, warmup: int = 3,
             min_repeat: float = 2e-4, min_time: float = 0.0, processes: int = 1, **options: Any) -> Times:
        """Times calls on their own VM, without recording; see VM.time and `run` for the other parameters. With `processes` of 3 or more they
        are timed in as many worker processes, as `rscope time` does, and the interval is between processes; RuntimeError if that fails."""
        given = self._arguments(function, arguments, inputs, seed)
        if processes != 1:
            return Times(time_calls(self._path_of_file(), function, given, processes, repeat, number, warmup, min_repeat, min_time, **options))
        return self.vm(**{"functions": (function,), **options}).time(function, *given, repeat=repeat, number=number, warmup=warmup, min_repeat=min_repeat, min_time=min_time)


def open(source: str | os.PathLike[str] | Any) -> Executable:   # noqa: A001: as in gzip.open
    """Parses a file, or an executable in memory: what relax.build returned, or its tvm_ffi.Module. Raises OSError if a file does not
    exist, ValueError with file and place if it cannot be read, TypeError, which lists what is accepted, for another object."""
    return Executable(source)
