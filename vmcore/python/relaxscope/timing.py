# SPDX-License-Identifier: Apache-2.0
"""How long a call takes."""
from __future__ import annotations

from typing import Any


class Times:
    """Times of repeated calls, without a recording. Nanoseconds per call, with the names that `rscope time --json` has."""

    def __init__(self, measured: dict[str, Any]):
        self._measured = measured
        times: dict[str, Any] = measured["run_ns"]
        self.median_ns: float = times["median"]
        self.half_width_95_ns: float | None = times["half_width_95"]   # half the 95 % interval of the median; None for a single repeat
        self.low_95_ns: float | None = times["low_95"]   # its ends
        self.high_95_ns: float | None = times["high_95"]
        self.mean_ns: float = times["mean"]
        self.min_ns: float = times["min"]
        self.max_ns: float = times["max"]
        self.sigma_ns: float | None = times["sigma"]
        self.repeats_ns: list[float] = measured["repeats_ns"]   # the mean of the calls of each repeat
        self.number: int = measured["number"]                   # calls of a repeat
        self.interval: str = measured["interval"]               # what the interval is of: "within one process"

    def __repr__(self) -> str:
        half = "" if self.half_width_95_ns is None else f" ± {_duration(self.half_width_95_ns)} ({self.interval})"
        return f"<relaxscope.Times: {_duration(self.median_ns)}{half}, {len(self.repeats_ns)} repeats of {self.number} calls>"


def _duration(ns: float) -> str:
    for unit, size in (("s", 1e9), ("ms", 1e6), ("µs", 1e3)):
        if ns >= size:
            return f"{ns / size:.3g} {unit}" if ns / size < 1000 else f"{ns / size:,.0f} {unit}"
    return f"{ns:.3g} ns"
