# SPDX-License-Identifier: Apache-2.0
"""What changed between two executables; of two profiles also what it did to the time."""
from __future__ import annotations

import functools
import html
import json
import os
from typing import Any, Iterable, Iterator, Mapping, Sequence, Union

import tvm_ffi

from . import _library
from .diff_tables import (CodeChange, ConstantDifference, FileDifference, FunctionDifference, InstructionDifference, KernelDifference, LayerDifference,
                          MemoryDifference, TimeDifference)
from .executable import Executable
from .processes import record_in_turns
from .profile import Profile
from .tables import Rows, Table, rows_of, to_table

Comparable = Union[str, "os.PathLike[str]", Executable, Profile]  # a path of an executable or of a profile, or one of these opened

_SHOWN = 50   # functions in a notebook


class DiffRows:
    """The tables of a comparison as lists of rows, with or without pandas: `diff.rows.functions`. See Diff for their content."""

    def __init__(self, diff: Diff):
        self._diff = diff

    @property
    def functions(self) -> Rows[FunctionDifference]:
        return rows_of(FunctionDifference, ({**item, **more, "changes": len(item["changes"])} for item, more in self._diff._with_columns("functions")))

    @property
    def changes(self) -> Rows[CodeChange]:
        return rows_of(CodeChange, ({**change, "pair": pair, "function": _name(item)} for pair, item in enumerate(self._diff._report["functions"])
                                    for change in item["changes"]))

    @property
    def instructions(self) -> Rows[InstructionDifference]:
        return rows_of(InstructionDifference, json.loads(self._diff._compared["rows"]()))

    @property
    def constants(self) -> Rows[ConstantDifference]:
        return rows_of(ConstantDifference, ({**item, **{name: more[f"{'old' if item['new'] is None else 'new'}_{name}"] for name in ("dtype", "shape")}}
                                            for item, more in self._diff._with_columns("constants")))

    @property
    def kernels(self) -> Rows[KernelDifference]:
        return rows_of(KernelDifference, self._diff._report["kernels"])

    @property
    def memory(self) -> Rows[MemoryDifference]:
        return rows_of(MemoryDifference, self._diff._report["memory"]["functions"])

    @property
    def layers(self) -> Rows[LayerDifference]:
        return rows_of(LayerDifference, self._diff._report["layers"])

    @property
    def facts(self) -> Rows[FileDifference]:
        return rows_of(FileDifference, self._diff._report["files"])

    @property
    def time(self) -> Rows[TimeDifference] | None:
        compared = self._diff.comparison
        return None if compared is None else rows_of(TimeDifference, map(_with_interval, compared["rows"]))


def _name(item: dict[str, Any]) -> str:
    """A function's name on the new side, else on the old one."""
    return item["old"] if item["new"] is None else item["new"]


def _with_interval(item: dict[str, Any]) -> dict[str, Any]:
    middle, half = item["difference_ns"], item["half_width_95"]
    low, high = (None, None) if half is None else (round(middle - half, 1), round(middle + half, 1))   # in tenths, as the others
    return {**item, "low_ns": low, "high_ns": high}


class Diff:
    """A comparison of two executables. Numbers that another build may give (registers, rows of tables, pcs, shape-heap slots, the order of
    independent instructions) are no difference.

    Tables (`functions`, `changes`, `instructions`, `constants`, `kernels`, `memory`, `layers`, `facts`, `time`) are pandas frames if pandas is
    installed, else lists of rows; `rows` always has them as lists. Made by `relaxscope.diff`.
    """

    def __init__(self, compared: tvm_ffi.Module):
        self._compared = compared

    @functools.cached_property
    def _report(self) -> dict[str, Any]:
        return json.loads(self.to_json())

    def _with_columns(self, table: str) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
        return zip(self._report[table], json.loads(self._compared["columns"]())[table])

    # ---- the answer ----

    @property
    def same(self) -> bool:
        """No difference up to numbering, and up to what was ignored: exit code 0 of `rscope diff`."""
        return self._report["same"]

    @property
    def identical(self) -> bool:
        """The same, and nothing is renumbered, ignored or in another order."""
        return self._report["identical"]

    @property
    def summary(self) -> list[str]:
        """At most five sentences, as an engineer would say it."""
        return list(self._report["summary"])

    @property
    def kinds(self) -> dict[str, int]:
        """How many differences are of a kind, {"fused": 2, "memory": 1}; without kinds that do not occur, and without ignored ones."""
        return dict(self._report["kinds"])

    @property
    def not_compared(self) -> list[str]:
        """What could not be compared, and why."""
        return list(self._report["not_compared"])

    @property
    def paths(self) -> tuple[str, str]:
        """Of the old and the new side, as reports print them; of a profile that was not read from a file that of its executable."""
        old, new = self._compared["names"]()
        return str(old), str(new)

    # ---- tables ----

    @property
    def rows(self) -> DiffRows:
        """The tables as lists of rows, with or without pandas: `diff.rows.functions`."""
        return DiffRows(self)

    @property
    def functions(self) -> Table[FunctionDifference]:
        """Pairs of functions with code, in the order of the new table; removed ones where the old table has them."""
        return to_table(self.rows.functions)

    @property
    def changes(self) -> Table[CodeChange]:
        """What changed in the code of all functions, in their order."""
        return to_table(self.rows.changes)

    @property
    def instructions(self) -> Table[InstructionDifference]:
        """The listings of all functions side by side, equal instructions too."""
        return to_table(self.rows.instructions)

    @property
    def constants(self) -> Table[ConstantDifference]:
        """All constants, equal ones too, in the order of the new pool, then removed ones."""
        return to_table(self.rows.constants)

    @property
    def kernels(self) -> Table[KernelDifference]:
        """Kernels, functions of libraries and builtins, equal ones too; likewise."""
        return to_table(self.rows.kernels)

    @property
    def memory(self) -> Table[MemoryDifference]:
        """What matched functions plan to allocate, in bytes."""
        return to_table(self.rows.memory)

    @property
    def layers(self) -> Table[LayerDifference]:
        """Layers whose number of copies differs."""
        return to_table(self.rows.layers)

    @property
    def facts(self) -> Table[FileDifference]:
        """Facts of the files that differ: TVM version, layout, modules, targets."""
        return to_table(self.rows.facts)

    # ---- time ----

    @property
    def time(self) -> Table[TimeDifference] | None:
        """Self time per run and callee, with the uncertainty of its difference, if both sides are profiles; else None, and `time_reason` says why."""
        rows = self.rows.time
        return None if rows is None else to_table(rows)

    @property
    def time_reason(self) -> str | None:
        """Why `time` is None."""
        return str(self._compared["no_times"]()) or None

    @functools.cached_property
    def comparison(self) -> dict[str, Any] | None:
        """All of the times: the object of `rscope compare --json`, matched as `functions` is. None if `time` is."""
        return None if self.time_reason else json.loads(self._compared["times"]())

    # ---- forms ----

    def to_text(self) -> str:
        """The report as `rscope diff` prints it, without colours."""
        return str(self._compared["text"]())

    def to_json(self) -> str:
        """The object of `rscope diff --json`."""
        return str(self._compared["json"]())

    def to_markdown(self) -> str:
        """For a review: tables, and a unified diff of each function."""
        return str(self._compared["markdown"]())

    def to_html(self) -> str:
        """One page that needs nothing from elsewhere and no script."""
        return str(self._compared["html"]())

    def _headline(self) -> str:
        if not self.same:
            return ": ".join(filter(None, ("different", ", ".join(f"{count} {kind}" for kind, count in self.kinds.items()))))
        return ("identical" if self.identical else "same up to numbering") + (", but not all was compared" if self.not_compared else "")

    def __repr__(self) -> str:
        old, new = self.paths
        return f"<relaxscope.Diff of {old} and {new}: {self._headline()}>"

    def _repr_html_(self) -> str:
        """For notebooks: the summary, and the functions that differ. `to_html()` has everything."""
        old, new = (html.escape(path) for path in self.paths)
        parts = [f"<p><b>{html.escape(self._headline())}</b><br>{old} &rarr; {new}</p>"]
        parts.append("<ul>" + "".join(f"<li>{html.escape(line)}</li>" for line in self.summary + self.not_compared) + "</ul>")
        differing = [row for row in self.rows.functions if row.state != "same"]
        if differing:
            columns = ("old", "new", "state", "score", "reason", "changes")
            cells = ([_cell(getattr(row, column)) for column in columns] for row in differing[:_SHOWN])
            parts.append("<table><thead><tr>" + "".join(f"<th>{column}</th>" for column in columns) + "</tr></thead><tbody>"
                         + "".join(f"<tr>{''.join(line)}</tr>" for line in cells) + "</tbody></table>")
        if len(differing) > _SHOWN:
            parts.append(f"<p>{len(differing) - _SHOWN} more functions differ</p>")
        return "<div>" + "".join(parts) + "</div>"


def _cell(value: Any) -> str:
    text = "" if value is None else f"{value:.2f}" if isinstance(value, float) else str(value)
    return f"<td>{html.escape(text)}</td>"


def _side(name: str, given: Comparable) -> tuple[tvm_ffi.Module | str, str | None]:
    """What the library takes for an input, and how reports call it."""
    if isinstance(given, Executable):
        return given._file, given.path
    if isinstance(given, Profile):
        return given._module(), None
    if isinstance(given, (str, os.PathLike)):
        path = os.fsdecode(given)
        os.stat(path)   # raises Python's own exception for a missing file
        return os.path.abspath(path), path
    raise TypeError(f"{name} must be a path, an Executable or a Profile, not {type(given).__name__}")


def compare_in_turns(a: str | os.PathLike[str] | Executable, b: str | os.PathLike[str] | Executable, function: str, *arguments: Any, inputs: Sequence[str] | None = None,
                     seed: int = 0, repeat: int = 40, warmup: int = 3, processes: int | None = None, precise: bool = False, **options: Any) -> Diff:
    """Runs two executables, the old one first, on the same arguments in turns, and compares their profiles as `rscope diff --run` does: `.time` and
    `.comparison` have the difference of each row and of the run with its interval, over pairs of processes (12, or as many as half a minute allows).
    What the machine does meanwhile is in both. `options` are those of Executable.vm, `inputs` those of Executable.prepare.

    Raises RuntimeError with what went wrong if one of them fails, TypeError for executables in memory and values that cannot be passed to
    another process."""
    old, new = (given if isinstance(given, Executable) else Executable(given) for given in (a, b))
    given = old._arguments(function, arguments, inputs, seed)
    recorded = record_in_turns(old._path_of_file(), new._path_of_file(), function, given, processes, repeat, warmup, precise, **options)
    profiles = []
    for module in recorded:
        profiles.append(Profile())
        profiles[-1]._fill(module)
    return diff(*profiles)


def _listed(name: str, given: str | Iterable[str]) -> list[str]:
    names = [given] if isinstance(given, str) else list(given)
    for item in names:
        if not isinstance(item, str):
            raise TypeError(f"{name} must be names, not {type(item).__name__}")
    return names


def _pairs(match: Mapping[str, str] | Iterable[tuple[str, str]]) -> list[str]:
    """Old and new names in turns."""
    flat: list[str] = []
    for pair in match.items() if isinstance(match, Mapping) else match:
        if isinstance(pair, str) or len(pair) != 2:
            raise TypeError("match must be pairs of an old and a new name")
        flat += _listed("match", pair)
    return flat


def diff(a: Comparable, b: Comparable, *, ignore: str | Iterable[str] = (), functions: str | Iterable[str] = (),
         match: Mapping[str, str] | Iterable[tuple[str, str]] = ()) -> Diff:
    """Compares two executables, the old one first: paths (of profiles too), opened ones, or profiles. None of their code runs.

    `ignore` names what is no difference, of "constants", "names" and "kernels"; `functions` limits the comparison to functions with
    these names on either side; `match` pairs functions by hand, as (old name, new name). A profile holds the code of its executable but
    not its file: kernels and modules are then not compared, and for a profile of a file contents of constants; `not_compared` says so.

    Raises OSError for a missing file, ValueError for one that cannot be read, executables of two instruction sets and unknown names,
    RuntimeError if a file changes while it is read.
    """
    (old, old_name), (new, new_name) = _side("a", a), _side("b", b)
    return Diff(_library.function("inspect.diff")(old, new, old_name, new_name, _listed("ignore", ignore), _listed("functions", functions), _pairs(match)))
