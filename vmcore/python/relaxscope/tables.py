# SPDX-License-Identifier: Apache-2.0
"""Tables: rows as plain values, and pandas frames of them if pandas is installed."""
from __future__ import annotations

import dataclasses
import functools
import warnings
from typing import TYPE_CHECKING, Any, Iterable, List, TypeVar, Union

if TYPE_CHECKING:
    import pandas

RowType = TypeVar("RowType")


@dataclasses.dataclass(frozen=True)
class Parameter:
    """A parameter, as far as the function's own checks define it: `type` is "f32[n, 16]", or "" if unknown."""

    name: str
    type: str
    annotation: str


@dataclasses.dataclass(frozen=True)
class Operand:
    """An operand of a call of a kernel or VM function: `direction` is "in", "out" (written, and not read before) or "in-out"; that of a
    VM function's result is "result", its `operand` -1. `type` is "f32[n, 16]", or "" if unknown."""

    pc: int
    callee: str
    operand: int
    direction: str
    type: str


@dataclasses.dataclass(frozen=True)
class Function:
    """A row of the function table. `start` and `end` are instruction indices, for bytecode only; `kind` is "bytecode",
    "compiled" or "packed"; `num_args` is -2 if the file does not record it. `operator` has the operators of a kernel, "matmul, add, relu",
    or "" if they are not known. Functions with code also have: `ssa`, whether no register is written twice (kills aside); `merges`, values that
    are one of several by path; natural `loops` and their depth; `live_registers`, the most of its `registers` that hold a value at once;
    and `constant_bytes`, of the tensors it names. Else these are None."""

    name: str
    kind: str
    start: int
    end: int
    num_args: int
    registers: int
    params: tuple[str, ...]
    callers: tuple[str, ...]
    callees: tuple[str, ...]
    operator: str = ""
    ssa: bool | None = None
    merges: int | None = None
    loops: int | None = None
    loop_depth: int | None = None
    live_registers: int | None = None
    constant_bytes: int | None = None


@dataclasses.dataclass(frozen=True)
class Slot:
    """A slot of a function's shape heap. `formula` is its value in symbols, "n * 64", or "" if nothing tells. `origin` is "exact" if match
    instructions store it, else "inferred" from its use or "computed" by code that cannot be read. `written_by` has the
    instructions that store it, else the calls that may have; `read_by` those that name it."""

    function: str
    slot: int
    formula: str
    origin: str
    written_by: tuple[int, ...]
    read_by: tuple[int, ...]


@dataclasses.dataclass(frozen=True)
class Instruction:
    """One instruction in the notation of TVM's listing: registers "%3", constants "c[1]", immediates "i7", functions "f[2]".
    `others` are the operands without a column: "result %3", "cond %1, false 12"."""

    function: str
    pc: int
    op: str
    dst: str = ""
    callee: str = ""
    args: tuple[str, ...] = ()
    others: str = ""


@dataclasses.dataclass(frozen=True)
class Storage:
    """A block that a function allocates, for given extents of symbolic dimensions. `formula` is its size in symbols, `bytes` in bytes (None if
    not known), `block_bytes` that rounded as allocators do. It lives from `pc` to `death_pc`, during the calls `first_call` to `last_call`
    of kernels and VM functions; None: until the function returns. `tensors` has the types of what is placed in it, in order."""

    function: str
    pc: int
    formula: str
    bytes: int | None
    block_bytes: int
    device: int
    scope: str
    death_pc: int | None
    first_call: int
    last_call: int | None
    at_peak: bool
    tensors: tuple[str, ...]


@dataclasses.dataclass(frozen=True)
class Layer:
    """A region of `count` copies of `calls` calls, each copy on results of the one before, as instruction indices. Depth 0 is outermost;
    a region within another stands once, at the place of the first copy, unless the copies around it differ. `name` is the stem of its
    parameters ("blocks" of "blocks.0.weight", with `first_number` 0), else its first callee. `copies` are pairs (first_pc, last_pc).
    Copies that only parameters name may differ (`equal` is False); `calls` are then those of the longest."""

    function: str
    name: str
    count: int
    depth: int
    first_pc: int
    last_pc: int
    calls: int
    equal: bool
    first_number: int | None
    copies: tuple[tuple[int, int], ...]


@dataclasses.dataclass(frozen=True)
class Constant:
    """A constant without its data: tensors have dtype, shape and bytes, others a value. `scope` is the memory scope that the file records,
    `same_as` the index of the first constant of equal type and content, None if it is the first itself or was not `compared`:
    contents are read up to 64 MiB in all, smallest first."""

    index: int
    kind: str
    dtype: str = ""
    shape: tuple[int, ...] = ()
    bytes: int = 0
    value: Any = None
    name: str = ""
    uses: tuple[tuple[str, int], ...] = ()
    scope: str = ""
    same_as: int | None = None
    compared: bool = True


@dataclasses.dataclass(frozen=True)
class Finding:
    """A finding of the readers or the verifier, with the known parts of its place."""

    severity: str
    rule: str
    message: str
    function: str = ""
    pc: int | None = None
    constant: int | None = None
    byte: int | None = None


@dataclasses.dataclass(frozen=True)
class LintFinding:
    """A finding of the linter: one rule in one function, or in the file if `function` is empty. `pc`, `constant` and `kernel` are of the
    first site, `pcs` those of up to 1,000 per part, ascending; `count` is exact. `rscope verify --explain RULE` prints what a rule means."""

    severity: str
    rule: str
    title: str
    message: str
    function: str = ""
    pc: int | None = None
    constant: int | None = None
    kernel: str = ""
    count: int = 0
    pcs: tuple[int, ...] = ()


@dataclasses.dataclass(frozen=True)
class CallStatistics:
    """Calls of one callee (or of one call site: `function` and `pc` are set; of one callee with arguments of certain `shapes`; or the call of
    that number in each run, `call`, from 0 on, whose `self_ns` is all that happens in it). Times in nanoseconds; `self_ns` excludes nested
    calls, `total_ns` includes them. Counts and sums are those of all measured runs, each taken as the mean of the runs in the middle half
    of times; the figures of a call are of those runs. `uncertainty_ns` is half the 95 % interval of `self_ns`, None with a single run;
    `mark` says what limits it: "=" tied with the row above, "~" recording took over 30 % of it, "<" within its uncertainty, "below
    resolution". `share` is of the self times of all rows. The cost of recording is taken out where `overview["correction"]["factor"]` is
    not 0; `raw_total_ns` and `raw_self_ns` are as recorded. `place` numbers the places of a compiled function between two of its calls
    ("compiled kernels"). A corrected time of next to nothing may be negative."""

    callee: str
    kind: str
    count: int
    total_ns: float
    self_ns: float
    uncertainty_ns: float | None
    mark: str
    raw_total_ns: float
    raw_self_ns: float
    mean_ns: float
    median_ns: float
    p90_ns: float
    p99_ns: float
    min_ns: float
    max_ns: float
    sigma_ns: float
    bytes_allocated: int
    workspace_peak_bytes: int
    share: float
    recursive: bool = False
    function: str = ""
    pc: int | None = None
    place: int | None = None
    shapes: str = ""
    call: int | None = None


@dataclasses.dataclass(frozen=True)
class KindStatistics:
    """Calls of one kind, as `rscope profile --by kind` names them: "kernel", "memory", "shape", "check" and so on. Figures as those
    of CallStatistics."""

    kind: str
    count: int
    total_ns: float
    self_ns: float
    uncertainty_ns: float | None
    mark: str
    raw_total_ns: float
    raw_self_ns: float
    mean_ns: float
    median_ns: float
    p90_ns: float
    p99_ns: float
    min_ns: float
    max_ns: float
    sigma_ns: float
    bytes_allocated: int
    workspace_peak_bytes: int
    share: float
    recursive: bool = False


@dataclasses.dataclass(frozen=True)
class LayerStatistics:
    """Calls of one layer: of the instructions from `first_pc` to `last_pc` of `function`; all four are None for the row of what
    is in no layer, and of what functions called from layers do. Figures as those of CallStatistics."""

    layer: str | None
    function: str | None
    first_pc: int | None
    last_pc: int | None
    count: int
    total_ns: float
    self_ns: float
    uncertainty_ns: float | None
    mark: str
    raw_total_ns: float
    raw_self_ns: float
    mean_ns: float
    median_ns: float
    p90_ns: float
    p99_ns: float
    min_ns: float
    max_ns: float
    sigma_ns: float
    bytes_allocated: int
    workspace_peak_bytes: int
    share: float
    recursive: bool = False


@dataclasses.dataclass(frozen=True)
class Event:
    """One recorded call or body. `run` counts from 0 among the runs of its kind, "run", "warm-up" or "values run" ("" outside
    runs); `warmup`: not measured; `start_ns` counts from the beginning of the recording; `args` are the call's arguments and `live` the bytes in storages after it, of
    a measured run those of the same event of the values run."""

    event: int
    run: int | None
    run_kind: str
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


class Rows(List[RowType]):
    """A list of rows with their class, `row_type`, also when it is empty."""

    def __init__(self, row_type: type[RowType], items: Iterable[RowType] = ()):
        super().__init__(items)
        self.row_type = row_type


Table = Union["pandas.DataFrame", Rows[RowType]]
"""A frame with a column per field of RowType if pandas can be imported, else Rows of it."""

# By a field's annotation; a column's type does not depend on its content. Others (tuples, any value) are objects.
_COLUMN_TYPES = {"str": "str", "int": "int64", "int | None": "Int64", "float": "float64", "float | None": "Float64", "bool": "bool", "bool | None": "boolean"}


def row(kind: type[RowType], fields: dict[str, Any]) -> RowType:
    """A row of this class; lists become tuples and unknown fields are dropped."""
    known = {field.name for field in dataclasses.fields(kind)}   # type: ignore[arg-type]
    return kind(**{name: tuple(value) if isinstance(value, list) else value for name, value in fields.items() if name in known})


def rows_of(kind: type[RowType], items: Iterable[dict[str, Any]]) -> Rows[RowType]:
    """Rows of this class, one per item."""
    return Rows(kind, (row(kind, item) for item in items))


@functools.cache
def _pandas() -> Any:
    """pandas, or None if it cannot be imported. Imported once, for the first table, because that takes half a second."""
    try:
        import pandas
    except ImportError:
        return None
    except Exception as error:  # noqa: BLE001: built for another NumPy, it may raise anything
        warnings.warn(f"pandas is installed but cannot be imported ({error}); tables are lists of rows", RuntimeWarning, stacklevel=3)
        return None
    return pandas


def to_table(rows: Rows[RowType]) -> Table[RowType]:
    """A frame if pandas is installed, else the rows."""
    return rows if _pandas() is None else to_frame(rows)


def to_frame(rows: Table[Any] | Iterable[Any]) -> pandas.DataFrame:
    """A pandas.DataFrame of rows (all or some of one table), one column per field; a frame is returned unchanged.

    Strings, numbers and bools have columns of their own type (str, int64, float64, bool); numbers that may be missing are Int64 with
    pandas.NA, tuples and values of constants are objects. Raises ImportError, with what to install, if pandas is missing.
    """
    pandas = _pandas()
    if pandas is None:
        raise ImportError("relaxscope.to_frame needs pandas: pip install pandas")
    if isinstance(rows, pandas.DataFrame):
        return rows
    listed = list(rows)
    kind = rows.row_type if isinstance(rows, Rows) else type(listed[0]) if listed else None
    fields = dataclasses.fields(kind) if kind else ()
    return pandas.DataFrame({field.name: _column(pandas, field, listed) for field in fields})


def _column(pandas: Any, field: dataclasses.Field[Any], rows: list[Any]) -> pandas.Series:
    return pandas.Series([getattr(item, field.name) for item in rows], dtype=_COLUMN_TYPES.get(str(field.type), "object"))
