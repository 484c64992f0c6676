# SPDX-License-Identifier: Apache-2.0
"""Runs the `rscope` under test, each command in its own process with a time limit."""
import csv
import json
import os
import pathlib
import subprocess
import tempfile

import numpy as np

from values import from_json, to_json

BINARY = os.environ.get("RELAXSCOPE_RSCOPE", "build/release/bin/rscope")
PACKED = os.environ.get("RELAXSCOPE_PEER_PACKED", "")


class Failed(Exception):
    """A command with a nonzero exit code; has the code and the end of its output."""

    def __init__(self, code, words):
        super().__init__(f"exit {code}: {words.strip()[:300]}")
        self.code, self.words = code, words


def command(*args, timeout=60):
    """Standard output as bytes; raises Failed for a nonzero exit code."""
    done = subprocess.run([BINARY, *map(str, args)], stdin=subprocess.DEVNULL, capture_output=True, timeout=timeout, check=False)
    if done.returncode != 0:
        raise Failed(done.returncode, done.stderr.decode("utf-8", "replace"))
    return done.stdout


def write_arguments(folder, arguments):
    """Options that pass the arguments of a call."""
    arrays = {}
    forms = [to_json(value, arrays, f"arg{i}") for i, value in enumerate(arguments)]
    (folder / "args.json").write_text(json.dumps(forms))
    np.savez(folder / "in.npz", **arrays)
    return "--args", folder / "args.json", "--inputs", folder / "in.npz"


def recorded_calls(file, function, arguments, *options):
    """Names of the callees of one recorded run, in the order in which the calls began."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        command("profile", file, function, *write_arguments(folder, arguments), "--warmup", "0", "--repeat", "1", "--no-reference",
                "--no-values", "--csv", folder / "events.csv", "--timeout", "30", *options)
        with open(folder / "events.csv", newline="", encoding="utf-8") as file:
            events = [event for event in csv.DictReader(file) if event["kind"] == "call" and event["run"] == "0"]
    # Events are listed by their end. In chained recording a first call begins with the one that contains it.
    events.sort(key=lambda event: (float(event["start_ns"]), int(event["depth"]), int(event["event"])))
    return [event["callee"] for event in events]


def run(file, function, arguments, *options):
    """The result of a call as a plain value."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        command("run", file, function, *write_arguments(folder, arguments), "--result", folder / "result.json",
                "--outputs", folder / "out.npz", "--timeout", "30", *options)
        outputs = dict(np.load(folder / "out.npz")) if (folder / "out.npz").exists() else {}
        return from_json(json.loads((folder / "result.json").read_text()), outputs)
