# SPDX-License-Identifier: Apache-2.0
"""A file as a value: looking at it runs nothing of it."""
from __future__ import annotations

import json
import os
from typing import Any, Sequence


from . import _library
from .machine import Machine, as_result
from .profile import Profile
from .tables import Constant, Finding, Function, Instruction, Parameter, row


class Executable:
    """An executable of the Relax (or Relay) VM: a library of `export_library`, executable bytes, or a form `rscope convert` wrote.

    Everything but `machine`, `run` and `profile` reads the parsed file; a library is not opened and nothing in it runs.
    """

    def __init__(self, path: str | os.PathLike[str]):
        where = os.path.abspath(os.fspath(path))   # machines open it again, wherever the program has gone by then
        os.stat(where)   # the exception that Python has for a file that is not there
        self._file = _library.function("inspect.open")(where)
        self.overview: dict[str, Any] = json.loads(self._file["overview"]())

    @property
    def path(self) -> str:
        return self.overview["path"]

    def __repr__(self) -> str:
        o = self.overview
        return f"<relaxscope.Executable {self.path}: {o['producer']}, {o['functions']} functions, {o['instructions']} instructions, {o['constants']} constants>"

    # ---- tables ----

    @property
    def functions(self) -> list[Function]:
        return [row(Function, item) for item in json.loads(self._file["functions"]())]

    def parameters(self, function: str) -> list[Parameter]:
        """Names and types of a function's parameters, from its own checks. Raises ValueError for an unknown function."""
        return [row(Parameter, item) for item in json.loads(self._file["parameters"](function))]

    def instructions(self, function: str | None = None) -> list[Instruction]:
        """The code of all bytecode functions, or of those with this name."""
        listed = []
        for owner in json.loads(self._file["export"]("json", function))["functions"]:
            for item in owner.get("instructions", []):
                others = [f"{name} {value}" for name, value in item.items() if name not in ("pc", "op", "dst", "callee", "args")]
                listed.append(row(Instruction, {**item, "function": owner["name"], "others": ", ".join(others)}))
        return listed

    @property
    def constants(self) -> list[Constant]:
        """The constant pool without data; `constant(index)` gives a value."""
        listed = json.loads(self._file["constants"]())["constants"]
        return [row(Constant, {**item, "uses": [(use["function"], use["pc"]) for use in item["uses"]]}) for item in listed]

    def constant(self, index: int) -> Any:
        """The value of a constant: an array (as machine.as_result), tvm_ffi.Shape, dtype, str, int or float."""
        return as_result(self._file["constant"](index))

    @property
    def modules(self) -> dict[str, Any]:
        """The container and its import tree: kernels, device code, constants, what a loader must provide."""
        return json.loads(self._file["modules"]())

    @property
    def kernels(self) -> list[str]:
        """Names of the kernels of every module of the library."""
        return [kernel if isinstance(kernel, str) else kernel["name"] for module in self.modules["modules"] for kernel in module.get("kernels", [])]

    # ---- findings ----

    def verify(self) -> list[Finding]:
        """What the readers and the verifier found, errors first; empty for a sound file."""
        return [row(Finding, item) for item in json.loads(self._file["findings"]())["findings"]]

    # ---- texts ----

    def text(self, function: str | None = None) -> str:
        """The listing that TVM's as_text prints (of a Relay VM the one of its release)."""
        return self._file["export"]("text", function)

    def python(self, function: str | None = None) -> str:
        """The program that TVM's as_python prints."""
        return self._file["export"]("python", function)

    def dot(self, function: str | None = None) -> str:
        """Control flow as a Graphviz digraph."""
        return self._file["export"]("dot-cfg", function)

    def stats(self) -> str:
        """What TVM's stats prints."""
        return self._file["stats"]()

    # ---- running ----

    def machine(self, *, device: str = "cpu", allocator: str = "pooled", load: Sequence[str | os.PathLike[str]] = (),
                constants: str | os.PathLike[str] | None = None) -> Machine:
        """A machine for this file, in this process. The file's native code is opened: run only what you trust.

        `load` are libraries with more packed functions, `constants` a file with the late-bound constants of a Relay executable.
        Raises RuntimeError with everything that is missing.
        """
        module = _library.function("load_executable")(self.path)
        return Machine(module, device=device, allocator=allocator, load=load, constants=constants, entry=self.overview.get("entry"))

    def run(self, function: str, *arguments: Any, **options: Any) -> Any:
        """One call on a machine of its own; `options` are those of `machine`."""
        return self.machine(**options)(function, *arguments)

    def profile(self, function: str, *arguments: Any, repeat: int = 10, warmup: int = 2, values: bool = True, precise: bool = False, **options: Any) -> Profile:
        """Records `repeat` calls on a machine of its own; the rest as Machine.record."""
        return self.machine(**options).record(function, *arguments, repeat=repeat, warmup=warmup, values=values, precise=precise)


def open(path: str | os.PathLike[str]) -> Executable:   # noqa: A001: as in gzip.open
    """Parses a file. Raises OSError where there is none, ValueError with file and place where it cannot be read."""
    return Executable(path)
