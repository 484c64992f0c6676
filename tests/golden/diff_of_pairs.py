#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""rscope diff says of pairs of executables what an engineer found by hand: the README of tests/data/diff says how.

    diff_of_pairs.py RSCOPE ARCHIVE EXPECTED [PAIR...]

Prints for each pair what was expected, what came, and what is missing; exit 1 if anything is.
"""
import collections
import json
import pathlib
import re
import subprocess
import sys
import tarfile
import tempfile

MEMORY_BUILTINS = re.compile(r"vm\.builtin\.(?!reshape$)")  # also of shapes, checks and tuples: none of them computes
TENSOR = re.compile(r"[a-z]+\d+\[")
KERNEL_KINDS = {"kernel-added": "added", "kernel-removed": "removed", "kernel-renamed": "renamed", "kernel-retuned": "retuned", "kernel-interface": "interface"}


def run(rscope, *arguments):
    return subprocess.run([rscope, *arguments], capture_output=True, text=True, timeout=120)


class Pair:
    """Both files of a pair, and what rscope diff says of them."""

    def __init__(self, rscope, folder, name, expected):
        self.rscope, self.expected, self.misses = rscope, expected, []
        names = [f"{case}.so" for case in expected["corpus"]] if "corpus" in expected else [f"{name}/old.so", f"{name}/new.so"]
        self.files = [str(folder / file) for file in names]
        done = run(rscope, "diff", *self.files, "--format", "json")
        self.exit, self.error = done.returncode, done.stderr
        self.said = json.loads(done.stdout) if done.returncode in (0, 1) else {"summary": []}

    def callees(self, side):
        """The callee of each call, by pc, of one of the files."""
        starts = {row["name"]: row["start"] for row in json.loads(run(self.rscope, "functions", self.files[side], "--json").stdout) if row["kind"] == "bytecode"}
        found, pc = {}, 0
        for line in run(self.rscope, "dump", self.files[side]).stdout.splitlines():
            if line.startswith("@"):
                pc = starts.get(line[1:].rstrip(":"), 0)
            elif line.startswith("  "):
                words = line.split()
                if words[0] == "call":
                    found[pc] = words[1]
                pc += 1
        return found

    def operations(self):
        """Changes as (kind, operators of the old side, of the new side)."""
        callees = [self.callees(side) for side in (0, 1)]
        for function in self.said["functions"]:
            for change in function["changes"]:
                sides = ([callees[side][pc] for pc in change[key] if pc in callees[side]] for side, key in enumerate(("old_pcs", "new_pcs")))
                yield change["kind"], *([name for name in side if not MEMORY_BUILTINS.match(name)] for side in sides)

    def want(self, what, expected, came):
        if expected != came:
            self.misses.append(f"{what}: expected {json.dumps(expected)}, came {json.dumps(came)}")

    def check_exits(self):
        self.want("exit", self.expected["exit"], self.exit)
        for options, code in self.expected.get("exits", {}).items():
            self.want(f"exit with {options}", code, run(self.rscope, "diff", *self.files, "--summary", *options.split()).returncode)

    def check_functions(self):
        came = [[row["old"], row["new"], row["state"]] for row in self.said["functions"]]
        self.want("functions", sorted(map(str, self.expected["functions"])), sorted(map(str, came)))

    def constants(self):
        """Tensors that differ. Shapes, types and texts of the pool are told by the instructions that name them."""
        types = ("old_type", "new_type")
        return [row for row in self.said["constants"] if row["state"] != "same" and any(TENSOR.match(row[side] or "") for side in types)]

    def check_kinds(self):
        wanted, came = self.expected["kinds"], {kind: n for kind, n in self.said["kinds"].items() if not kind.startswith("constant-") or kind == "constant-folded"}
        came.update(collections.Counter(row["kind"] for row in self.constants()))
        for kind, count in wanted.items():
            least = isinstance(count, dict)
            if came.get(kind, 0) < count["min"] if least else came.get(kind, 0) != count:
                self.want(f"kind {kind}", count, came.get(kind, 0))
        for kind in sorted(set(came) - set(wanted) - set(self.expected.get("may", ()))):
            self.want(f"kind {kind}", 0, came[kind])

    def check_operations(self):
        if "operations" not in self.expected and "calls" not in self.expected:
            return
        found = list(self.operations())
        for kind, old, new in self.expected.get("operations", ()):
            if (kind, old, new) not in found:
                self.want(f"operation {kind}", [old, new], [[o, n] for k, o, n in found if k == kind])
        for kind, count in self.expected.get("calls", {}).items():
            self.want(f"calls {kind}", count, sum(len(old) + len(new) for found_kind, old, new in found if found_kind == kind))

    def check_memory(self):
        rows = {row["new"]: row for row in self.said["memory"]["functions"]}
        same = [row["new"] for row in self.said["functions"] if row["state"] == "same"]
        for function, figures in self.expected.get("memory", {}).items():
            row = rows.get(function, {})
            if not row and function in same and all(old == new for old, new in figures.values()):
                continue  # a function that is the same needs no row
            for figure, key in (("peak", "peak_bytes"), ("storages", "storages"), ("bytes", "storage_bytes")):
                self.want(f"memory of {function}, {figure}", figures[figure], [row.get(f"old_{key}"), row.get(f"new_{key}")])

    def check_constants(self):
        if "constants" not in self.expected:
            return
        changed = self.constants()
        wanted = self.expected["constants"]
        self.want("constants", [[row["kind"], row["old"], row["new"]] for row in wanted], [[row["kind"], row["old_type"], row["new_type"]] for row in changed])
        for row, came in zip(wanted, changed):
            for figure in ("elements", "differing", "largest_absolute"):
                value = came.get(figure)
                if figure in row and (value is None or abs(value - row[figure]) > 1e-6 * row[figure]):
                    self.want(f"constant {row['old']}, {figure}", row[figure], value)

    def check_kernels(self):
        if "kernels" not in self.expected:
            return
        came = {name: [] for name in KERNEL_KINDS.values()}
        for row in self.said["kernels"]:
            if row["state"] != "same" and not row["builtin"] and row["kind"] in KERNEL_KINDS:
                group = KERNEL_KINDS[row["kind"]]
                came[group].append([row["old"], row["new"]] if group == "renamed" else row["new"] or row["old"])
        for group, names in came.items():
            self.want(f"kernels {group}", sorted(self.expected["kernels"].get(group, [])), sorted(names))

    def check_layers(self):
        came = [[row["new"], row["old_count"], row["new_count"]] for row in self.said["layers"]]
        for layer in self.expected.get("layers", ()):
            if layer not in came:
                self.want("layers", layer, came)

    def check_summary(self):
        text = "\n".join(f"{topic}: {line}" for topic, line in zip(self.said["summary_topics"], self.said["summary"], strict=True))
        if len(self.said["summary"]) > 5:
            self.want("lines of the summary", 5, len(self.said["summary"]))
        for words in self.expected["summary"]:
            if not re.search(rf"(?<![A-Za-z0-9])(?:{'|'.join(map(re.escape, words.split('|')))})s?(?![A-Za-z0-9])", text, re.IGNORECASE):
                self.want("summary", words, text)

    def check(self):
        if self.exit not in (0, 1) or self.error:
            return [f"exit {self.exit}: {self.error.strip()}"]
        for name in ("exits", "functions", "kinds", "operations", "memory", "constants", "kernels", "layers", "summary"):
            getattr(self, f"check_{name}")()
        return self.misses


def compare(rscope, archive, pairs):
    """Prints all about each pair; the names of those that are not as expected."""
    missed = []
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(archive) as files:
            files.extractall(folder, filter="data") if hasattr(tarfile, "data_filter") else files.extractall(folder)
        for name, expected in pairs.items():
            pair = Pair(str(pathlib.Path(rscope).resolve()), pathlib.Path(folder), name, expected)
            misses = pair.check()
            missed += [name] if misses else []
            print(f"{'MISSED' if misses else 'ok'} {name}: {expected['changed']}")
            print(*(f"    {line}" for line in pair.said["summary"]), *(f"  - {miss}" for miss in misses), sep="\n")
    return missed


def main(arguments):
    rscope, archive, expected, *names = arguments
    pairs = json.loads(pathlib.Path(expected).read_text(encoding="utf-8"))["pairs"]
    names = names or list(pairs)
    missed = compare(rscope, archive, {name: pairs[name] for name in names})
    print(f"{len(names)} pairs, {len(missed)} not as expected: {', '.join(missed)}" if missed else f"{len(names)} pairs, all as expected")
    return bool(missed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
