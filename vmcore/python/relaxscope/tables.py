# SPDX-License-Identifier: Apache-2.0
"""Rows of the tables, as plain values, and the step from rows to a pandas frame."""
from __future__ import annotations

import dataclasses
from typing import Any, Iterable, Sequence


@dataclasses.dataclass(frozen=True)
class Parameter:
    """A parameter, as far as the function's own checks tell: `type` is "f32[n, 16]", or "" where nothing is known."""

    name: str
    type: str
    annotation: str


@dataclasses.dataclass(frozen=True)
class Function:
    """A row of the function table. `start` and `end` are instruction indices, for bytecode only; `kind` is "bytecode",
    "compiled" or "packed"; `num_args` is -2 where the file does not tell."""

    name: str
    kind: str
    start: int
    end: int
    num_args: int
    registers: int
    params: tuple[str, ...]
    callers: tuple[str, ...]
    callees: tuple[str, ...]


@dataclasses.dataclass(frozen=True)
class Instruction:
    """One instruction in the words of TVM's listing: registers "%3", constants "c[1]", immediates "i7", functions "f[2]".
    `others` are the operands that no column has: "result %3", "cond %1, false 12"."""

    function: str
    pc: int
    op: str
    dst: str = ""
    callee: str = ""
    args: tuple[str, ...] = ()
    others: str = ""


@dataclasses.dataclass(frozen=True)
class Constant:
    """A constant without its data: tensors have dtype, shape and bytes, others a value."""

    index: int
    kind: str
    dtype: str = ""
    shape: tuple[int, ...] = ()
    bytes: int = 0
    value: Any = None
    name: str = ""
    uses: tuple[tuple[str, int], ...] = ()


@dataclasses.dataclass(frozen=True)
class Finding:
    """What the readers or the verifier found; of the place what is known."""

    severity: str
    rule: str
    message: str
    function: str = ""
    pc: int | None = None
    constant: int | None = None
    byte: int | None = None


@dataclasses.dataclass(frozen=True)
class CallStatistics:
    """Calls of one callee (or of one call site: `function` and `pc` are set). Times in nanoseconds; `self_ns` is without
    the calls inside, `total_ns` with them. The cost of recording an event is in them (Profile.event_cost_ns)."""

    callee: str
    kind: str
    count: int
    total_ns: float
    self_ns: float
    mean_ns: float
    median_ns: float
    p90_ns: float
    p99_ns: float
    min_ns: float
    max_ns: float
    sigma_ns: float
    bytes_allocated: int
    function: str = ""
    pc: int | None = None


@dataclasses.dataclass(frozen=True)
class Event:
    """One recorded call or body. `start_ns` counts from the beginning of the recording; `args` says what the call was given
    and `live` how many bytes were in storages after it, both where values were recorded."""

    event: int
    run: int | None
    warmup: bool
    start_ns: float
    duration_ns: float
    depth: int
    kind: str
    function: str
    pc: int | None
    callee: str
    args: str
    allocated: int | None
    freed: int | None
    live: int | None


def row(kind: type, fields: dict[str, Any]) -> Any:
    """A row of this class; lists become tuples and what the class does not know is left out."""
    known = {field.name for field in dataclasses.fields(kind)}
    return kind(**{name: tuple(value) if isinstance(value, list) else value for name, value in fields.items() if name in known})


def to_frame(rows: Iterable[Any]) -> Any:
    """A pandas.DataFrame of rows, one column a field. Raises ImportError, with what to install, where pandas is not there."""
    try:
        import pandas
    except ImportError as error:
        raise ImportError("relaxscope.to_frame needs pandas: pip install pandas") from error
    listed: Sequence[Any] = list(rows)
    columns = [field.name for field in dataclasses.fields(listed[0])] if listed else None
    return pandas.DataFrame([[getattr(item, name) for name in columns] for item in listed] if columns else [], columns=columns)
