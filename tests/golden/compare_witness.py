#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks rscope compare on two profiles of one session by arithmetic on their SQLite tables.

    compare_witness.py RSCOPE OLD.rsprof NEW.rsprof

The run times, their difference and its interval follow from the tables turns and unrecorded_runs; rows add up to
groups, groups to the sum, and the sum with what is not attributed to the run. Standard library only.
"""
import json
import math
import sqlite3
import statistics
import subprocess
import sys

STUDENT = {2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 6: 2.447, 7: 2.365}  # 97.5 %, by degrees of freedom


def middle_half(values):
    ordered = sorted(values)
    out = len(ordered) // 4
    return statistics.fmean(ordered[out : len(ordered) - out])


def turns_of(path):
    """Mean unrecorded and recorded time by place, and process by place."""
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as database:
        times = [row[0] for row in database.execute("SELECT duration_ns FROM unrecorded_runs ORDER BY id")]
        recorded = [row[0] for row in database.execute("SELECT duration_ns FROM runs WHERE warmup = 0 ORDER BY id")]
        rows = database.execute("SELECT first_run, runs, process, place FROM turns").fetchall()
        session = database.execute("SELECT value FROM info WHERE key = 'session'").fetchone()[0]
    unrecorded = {place: middle_half(times[first : first + runs]) for first, runs, _, place in rows}
    recorded = {place: middle_half(recorded[first : first + runs]) for first, runs, _, place in rows}
    return session, unrecorded, recorded, {place: process for _, _, process, place in rows}


def undisturbed(places, pairs):
    """The half of the places whose differences are nearest to the medians, for both kinds of runs."""
    scores = [0.0] * len(places)
    for old, new in pairs:
        differences = [new[place] - old[place] for place in places]
        far = [abs(each - statistics.median(differences)) for each in differences]
        usual = max(1e-3, statistics.median(far))
        scores = [max(score, each / usual) for score, each in zip(scores, far)]
    ordered = sorted(range(len(places)), key=lambda i: scores[i])
    return [places[i] for i in ordered[: len(places) - 2 * (len(places) // 4)]]


def main():
    rscope, old, new = sys.argv[1:]
    report = json.loads(subprocess.run([rscope, "compare", old, new, "--json"], capture_output=True, check=True).stdout)
    old_session, old_times, old_recorded, processes = turns_of(old)
    new_session, new_times, new_recorded, _ = turns_of(new)
    problems = []

    def expect(what, found, wanted, tolerance=1.0):
        if abs(found - wanted) > tolerance:
            problems.append(f"{what}: {found}, by arithmetic {wanted}")

    if old_session != new_session or not old_session or not report["in_turns"]:
        problems.append("the profiles are not of one session")
    run = report["run_ns"]
    by_process = {}
    for place, process in processes.items():
        by_process.setdefault(process, []).append(place)
    kinds = ((old_recorded, new_recorded), (old_times, new_times))
    places = [undisturbed(each, kinds) for each in by_process.values()]
    old_means = [statistics.fmean(old_times[place] for place in each) for each in places]
    new_means = [statistics.fmean(new_times[place] for place in each) for each in places]
    expect("old run", run["old_ns"], statistics.fmean(old_means))
    expect("new run", run["new_ns"], statistics.fmean(new_means))
    differences = [new - old for old, new in zip(old_means, new_means)]
    expect("difference", run["difference_ns"], statistics.fmean(differences))
    half = STUDENT[len(differences) - 1] * statistics.stdev(differences) / math.sqrt(len(differences))
    expect("half width", run["half_width_95"], half, 0.01 * half)
    slack = 0.1 * (len(report["rows"]) + 2)  # figures are rounded to tenths
    for key in ("old_ns", "new_ns", "difference_ns", "old_calls", "new_calls"):
        calls = key.endswith("calls")
        rows = [r for r in report["rows"] if not (calls and r["kind"] not in ("call", "compiled builtin"))]
        for group in report["groups"]:
            expect(f"{group['group']}: {key}", group[key], sum(r[key] for r in rows if r["group"] == group["group"]), slack)
        expect(f"sum: {key}", report["sum"][key], sum(r[key] for r in rows), slack)
        if not calls:
            expect(f"run: {key}", run[key], report["sum"][key] + report["not_attributed_ns"][key], slack)
    shares = [r["share"] for r in report["rows"] if r["share"] is not None]
    if shares:
        expect("shares", sum(shares), 1, 1e-3)
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
