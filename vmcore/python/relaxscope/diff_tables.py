# SPDX-License-Identifier: Apache-2.0
"""Rows of the tables of a comparison. `old` and `new` name or number what is compared; None on the side that does not have it."""
from __future__ import annotations

import dataclasses


@dataclasses.dataclass(frozen=True)
class FunctionDifference:
    """A pair of functions with code. `state` is "same", "changed", "added" or "removed"; `score` is the share of instructions that are
    equal, from 0 to 1; `reason` says why the two are a pair: "same name, changed code". `renumbered` and `independent_moves` are no
    change: other numbers of registers, slots and rows, and instructions in another order that do not depend on each other.
    `old_instructions` and `new_instructions` count all instructions, `changes` the rows of `Diff.changes`."""

    old: str | None
    new: str | None
    state: str
    score: float
    reason: str
    renamed: bool
    renumbered: bool
    independent_moves: int
    old_instructions: int
    new_instructions: int
    changes: int


@dataclasses.dataclass(frozen=True)
class InstructionDifference:
    """A row of both listings side by side; those of each side are in order of pc, and all are there. `function` is the name on the new
    side, else on the old one, `pair` its row in `Diff.functions`. `state` is "same", "changed", "removed", "added" or "moved"; of a moved
    instruction, a row on each side, `partner` is the pc on the other one. `change` is a row of `Diff.changes`, `kind` that row's kind. pcs
    are instruction indices of the whole executable; texts are those of `rscope diff`."""

    pair: int
    function: str
    old_pc: int | None
    new_pc: int | None
    state: str
    partner: int | None
    change: int | None
    kind: str | None
    old_text: str | None
    new_text: str | None


@dataclasses.dataclass(frozen=True)
class CodeChange:
    """A change of a function's code: `kind` as in `Diff.kinds`, "fused" or "operands". `function` and `pair` as in InstructionDifference.
    `old_pcs` and `new_pcs` are its instructions, ascending, `old_pc` and `new_pc` the first of them. `old_text` and `new_text` say what
    became what, "matmul, add" and "fused_matmul_add"."""

    pair: int
    function: str
    kind: str
    old_pc: int | None
    new_pc: int | None
    old_pcs: tuple[int, ...]
    new_pcs: tuple[int, ...]
    old_text: str
    new_text: str


@dataclasses.dataclass(frozen=True)
class ConstantDifference:
    """A pair of constants; `old` and `new` are indices into the pools. `kind` is "constant-edited" and so on, None if they are the same;
    an `ignored` one counts as no difference. An `operand` is a shape, type, number or text, whose difference counts at the instructions
    that name it. `dtype` and `shape` are those of the new tensor, of a removed one the old; `old_type` and `new_type` are texts. Of tensors
    of one shape with numbers: `elements`, how many are `differing` (NaN equals NaN), the largest difference of finite ones, absolute and
    relative to the old element, and the numbers of NaN; else None."""

    old: int | None
    new: int | None
    state: str
    kind: str | None
    ignored: bool
    operand: bool
    dtype: str | None
    shape: tuple[int, ...] | None
    old_type: str | None
    new_type: str | None
    elements: int | None = None
    differing: int | None = None
    largest_absolute: float | None = None
    largest_relative: float | None = None
    nan_old: int | None = None
    nan_new: int | None = None


@dataclasses.dataclass(frozen=True)
class KernelDifference:
    """A pair of functions that code only calls by name. `kind` is "kernel-retuned" and so on, None if they are the same; `compared` says
    what was beside the name: "machine code", "text", "binary" or "none"; the details are what differs. A `builtin` counts only if no
    code names it."""

    old: str | None
    new: str | None
    state: str
    kind: str | None
    ignored: bool
    builtin: bool
    reason: str
    compared: str
    old_detail: str
    new_detail: str


@dataclasses.dataclass(frozen=True)
class MemoryDifference:
    """Memory that a function plans, on both sides; `old` and `new` are its names. Peaks and storages in bytes of blocks, with 4 for
    extents of symbolic dimensions; `exact` if no figure depends on that. Formulas are those of the peak, in symbols."""

    old: str | None
    new: str | None
    same: bool
    exact: bool
    old_peak_bytes: int
    new_peak_bytes: int
    old_storages: int
    new_storages: int
    old_storage_bytes: int
    new_storage_bytes: int
    old_formula: str
    new_formula: str


@dataclasses.dataclass(frozen=True)
class LayerDifference:
    """A layer with another number of copies; `old` and `new` are the names of its function."""

    old: str | None
    new: str | None
    name: str
    old_count: int
    new_count: int


@dataclasses.dataclass(frozen=True)
class FileDifference:
    """A fact of the files that differs: "producer", "target", "module:cuda". One of `provenance` is no difference."""

    what: str
    old: str
    new: str
    provenance: bool


@dataclasses.dataclass(frozen=True)
class TimeDifference:
    """What the calls of one callee take per run of two profiles, in nanoseconds of self time. `group` is "in both", "only in the old" or
    "only in the new"; rows add up to `Diff.comparison["sum"]`. `difference_ns` is new less old; `low_ns` and `high_ns` are its 95 %
    interval, None without one (`Diff.comparison["no_interval"]` says why). `mark` is "slower", "faster", "=" (not different) or "" (no
    interval). `share` is of the difference of the sum. A row with `is_group` is of calls that became others, such as fused ones: `old` and
    `new` are texts then ("multiply + add")."""

    group: str
    old: str | None
    new: str | None
    kind: str
    is_group: bool
    old_calls: float
    new_calls: float
    old_ns: float
    new_ns: float
    difference_ns: float
    low_ns: float | None
    high_ns: float | None
    mark: str
    share: float | None
