#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the section `memory` of expected meanings (tests/data/meaning) with `rscope memory`, to the byte.

    meaning_memory.py RSCOPE NAME.expected...
"""
import difflib
import json
import pathlib
import subprocess
import sys

SECTIONS = {"types", "slots", "layers", "memory", "calls"}


def section_of(text, wanted):
    """The lines of a section without comments and empty lines; nothing if it is not there."""
    inside, lines = False, []
    for line in text.splitlines():
        if line in SECTIONS:
            inside = line == wanted
        elif inside and line and not line.startswith("#"):
            lines.append(line)
    return lines


def plans_of(rscope, file):
    return json.loads(subprocess.run([rscope, "memory", file, "--json"], check=True, capture_output=True).stdout)["functions"]


def place_of(plan):
    """`storage NUMBER` or `call NUMBER`, where the peak is reached first."""
    for number, storage in enumerate(plan["storages"]):
        if storage["pc"] == plan["peak_pc"]:
            return f"storage {number}"
    return f"call {plan['peak_call']}"


def lines_of(plan):
    sizes = ", ".join(f"{name} = {extent}" for name, extent in sorted(plan["sizes"].items()))
    yield (f"{plan['name']}{' with ' + sizes if sizes else ''}: constants {plan['constants_bytes']}, "
           f"storages {plan['storages_peak_bytes']}, peak {plan['peak_bytes']} at {place_of(plan)}, "
           f"exact {'yes' if plan['exact'] else 'no'}")
    for number, storage in enumerate(plan["storages"]):
        size = storage["formula"] if storage["formula"].isdigit() else f"{storage['formula']} = {storage['bytes']}"
        last = "return" if storage["last_call"] is None else storage["last_call"]
        tensors = "; ".join(tensor["type"] for tensor in storage["tensors"])
        yield f"  {number} {size}, calls {storage['first_call']}-{last}: {tensors}"


def main(rscope, *cases):
    failed = 0
    for case in map(pathlib.Path, cases):
        text = case.read_text()
        want = section_of(text, "memory")
        if not want:
            continue
        file = next(line.split(" ", 1)[1] for line in text.splitlines() if line.startswith("file "))
        got = [line for plan in plans_of(rscope, case.parent / file) for line in lines_of(plan)]
        if got == want:
            print(f"{case.name}: {len(want)} lines are equal")
            continue
        failed += 1
        print("\n".join(difflib.unified_diff(want, got, f"{case.name} (expected)", f"{case.name} (now)", lineterm="")))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
