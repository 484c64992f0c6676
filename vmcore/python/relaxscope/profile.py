# SPDX-License-Identifier: Apache-2.0
"""Profiles: recorded runs and their tables."""
from __future__ import annotations

import csv
import io
import json
import os
from typing import Any, Callable

import tvm_ffi

from . import _library
from .tables import CallStatistics, Event, KindStatistics, LayerStatistics, Rows, Table, rows_of, to_table

_NUMBERS: dict[str, Callable[[str], Any]] = {
    "start_ns": float, "duration_ns": float, **dict.fromkeys(("event", "run", "depth", "pc", "allocated", "freed", "live"), int)}
_SUMMARIES = {"callee": "calls", "site": "sites", "shape": "shapes", "kind": "kinds", "layer": "layers", "call": "run_calls"}


def _event(line: dict[str, str]) -> dict[str, Any]:
    """Fields of an event from a row of the CSV, where runs are "3", "warm-up 3" or "values run 0" and unknown values are empty."""
    run = line["run"]
    kind, _, number = run.rpartition(" ")
    fields: dict[str, Any] = {**line, "run": number, "run_kind": kind or ("run" if run else ""), "warmup": bool(kind)}
    return {name: (_NUMBERS[name](text) if text else None) if name in _NUMBERS else text for name, text in fields.items()}


class ProfileRows:
    """The tables of a profile as lists of rows, with or without pandas: `profile.rows.calls`. See Profile for their content."""

    def __init__(self, ask: Callable[[str], str]):
        self._ask = ask

    @property
    def calls(self) -> Rows[CallStatistics]:
        return rows_of(CallStatistics, json.loads(self._ask("by_callee")))

    @property
    def sites(self) -> Rows[CallStatistics]:
        listed = json.loads(self._ask("by_site"))
        return rows_of(CallStatistics, ({**item, **{name: None if item[name] < 0 else item[name] for name in ("pc", "place")}} for item in listed))

    @property
    def shapes(self) -> Rows[CallStatistics]:
        return rows_of(CallStatistics, json.loads(self._ask("by_shape")))

    @property
    def run_calls(self) -> Rows[CallStatistics]:
        listed = json.loads(self._ask("by_call"))
        return rows_of(CallStatistics, ({**item, **{name: item[name] or "" for name in ("callee", "kind")}} for item in listed))

    @property
    def kinds(self) -> Rows[KindStatistics]:
        return rows_of(KindStatistics, json.loads(self._ask("by_kind")))

    @property
    def layers(self) -> Rows[LayerStatistics]:
        return rows_of(LayerStatistics, json.loads(self._ask("by_layer")))

    def summary(self, by: str = "callee") -> Rows[Any]:
        if by not in _SUMMARIES:
            raise ValueError(f"by {by!r}: must be one of {', '.join(_SUMMARIES)}")
        return getattr(self, _SUMMARIES[by])

    @property
    def events(self) -> Rows[Event]:
        return rows_of(Event, map(_event, csv.DictReader(io.StringIO(self._ask("events_csv")))))


class Profile:
    """Runs, their calls and events. Times in nanoseconds; `overview` reports how they were measured.

    Tables (`calls`, `sites`, `shapes`, `run_calls`, `kinds`, `layers`, `events`) are pandas frames if pandas is installed, else lists of rows; `rows` always has them as lists.
    """

    def __init__(self) -> None:
        self._recorded: tvm_ffi.Module | None = None
        self._lost = ""

    def _fill(self, recorded: tvm_ffi.Module) -> None:
        self._recorded = recorded

    def _lose(self, why: str) -> None:
        """There will be none, unless it is filled already."""
        self._lost = why

    def _module(self) -> tvm_ffi.Module:
        if self._recorded is None:
            raise RuntimeError(f"the profile is lost: {self._lost}" if self._lost else "the recording has not ended yet")
        return self._recorded

    def _ask(self, name: str, *arguments: Any) -> Any:
        return self._module()[name](*arguments)

    @property
    def overview(self) -> dict[str, Any]:
        """File and its sha256, host, processor, entry, device, mode, clock, cost per event, accuracy, `per_run` (rows and
        `not_attributed_ns` make an unrecorded run), `leading_ns`, the time of a run that every view names first, `leading_runs`
        ("unrecorded", else "recorded") it is of, `below_resolution`, `outliers` with their causes, and `runs` with index, kind ("run",
        "warm-up", "values run"), warmup (not measured) and duration_ns."""
        return json.loads(self._ask("overview"))

    @property
    def run_ns(self) -> list[float]:
        """Durations of the measured runs, without warm-ups and the run that recorded values."""
        return [run["duration_ns"] for run in self.overview["runs"] if run["kind"] == "run"]

    @property
    def unrecorded_ns(self) -> list[float]:
        """Durations of the unrecorded calls, the i-th beside the i-th measured run; empty without `reference`."""
        return list(self.overview["unrecorded_ns"])

    @property
    def accuracy(self) -> dict[str, float] | None:
        """Of the corrected times: `ratio` of corrected over unrecorded time (the median of the pairs), `low` and `high` of its 95 %
        interval, `pairs`, and `processes`, the number that the interval holds for (1 if recorded here; `rscope profile` makes 9); None
        with fewer than 6 pairs (`overview["accuracy_reason"]` says why). `overview["recorded"]` has the same of the times as recorded,
        with `wall_ratio`; where `overview["correction"]["factor"]` is 0, times are as recorded."""
        return self.overview["accuracy"]

    @property
    def rows(self) -> ProfileRows:
        """The tables as lists of rows, with or without pandas: `profile.rows.calls`."""
        return ProfileRows(self._ask)

    @property
    def calls(self) -> Table[CallStatistics]:
        """Calls grouped by callee, the largest self time first; warm-up excluded."""
        return to_table(self.rows.calls)

    @property
    def sites(self) -> Table[CallStatistics]:
        """Calls grouped by the instruction that made them."""
        return to_table(self.rows.sites)

    @property
    def shapes(self) -> Table[CallStatistics]:
        """Calls grouped by callee and the shapes of their arguments; "" where the recording has no values."""
        return to_table(self.rows.shapes)

    @property
    def run_calls(self) -> Table[CallStatistics]:
        """The calls that a run consists of, such as those of a script: `call` numbers them from 1 on, None for what is in none, such as the wait for a GPU."""
        return to_table(self.rows.run_calls)

    @property
    def kinds(self) -> Table[KindStatistics]:
        """Calls grouped by what they are for: kernels, memory, shapes, checks and so on."""
        return to_table(self.rows.kinds)

    @property
    def layers(self) -> Table[LayerStatistics]:
        """Calls grouped by the outermost layer of the function that makes them (`exe.layers()`), and one row for what is in none."""
        return to_table(self.rows.layers)

    def summary(self, by: str = "callee") -> Table[Any]:
        """The calls by "callee", "site", "shape", "kind", "layer" or "call": the tables `calls`, `sites`, `shapes`, `kinds`, `layers` and
        `run_calls`. ValueError for another word."""
        return to_table(self.rows.summary(by))

    @property
    def incomplete(self) -> str:
        """Why the recording ended early, in one line: what a run failed with, or a block that was recorded raised; "" if it did not."""
        return self.overview["incomplete"] or ""

    @property
    def events(self) -> Table[Event]:
        """Every event, of warm-ups and of the values run too, in the order of recording."""
        return to_table(self.rows.events)

    def annotated(self, function: str | None = None) -> str:
        """The listing of the program, or of one function, with types of results, names of registers, constants and slots, and for each call its
        calls and time per run and its share of the run."""
        return self._ask("annotated", function)

    def save(self, path: str | os.PathLike[str], anonymous: bool = False) -> None:
        """Writes a .rsprof, which the window and `rscope` open; with `anonymous`, without host, command and folders."""
        self._ask("save", os.fspath(path), anonymous)

    def save_chrome(self, path: str | os.PathLike[str], anonymous: bool = False) -> None:
        """Writes a Chrome trace (chrome://tracing, ui.perfetto.dev); `anonymous` as in `save`."""
        with open(path, "w", encoding="utf-8") as out:
            out.write(self._ask("chrome", anonymous))

    def __repr__(self) -> str:
        if self._recorded is None:
            return f"<relaxscope.Profile: {'lost' if self._lost else 'recording'}>"
        o = self.overview
        runs = sum(run["kind"] == "run" for run in o["runs"])
        median = "" if o["leading_ns"] is None else f", median {o['leading_ns']['median'] / 1e3:.1f} us"
        return f"<relaxscope.Profile of {o['entry']}: {runs} measured runs, {o['events']} events{median}>"


def open_profile(path: str | os.PathLike[str]) -> Profile:
    """A profile from a .rsprof of `Profile.save`, `rscope profile` or the window; nothing runs. OSError if there is none, ValueError if it is not one, or
    is damaged."""
    os.stat(path)   # raises Python's own exception for a missing file
    profile = Profile()
    profile._fill(_library.function("profile.open")(os.fspath(path)))
    return profile
