#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The linter's findings of many executables, one archive of them, are those that were looked through by hand.

    lint_of_executables.py [--update] RSCOPE ARCHIVE EXPECTED

EXPECTED has a paragraph per executable with findings: its name in the archive, then the findings as rscope prints them.
Those without any, and those that are refused, are counted in the last line.
"""
import difflib
import pathlib
import subprocess
import sys
import tarfile
import tempfile


def findings(rscope, folder, name):
    """What rscope prints of the linter, without the count in the last line; None if it refuses the file."""
    done = subprocess.run([rscope, "verify", "--lint", name], cwd=folder, capture_output=True, text=True, timeout=60)
    if done.returncode == 2:
        return None
    if done.returncode not in (0, 1) or done.stderr:
        raise SystemExit(f"{name}: exit {done.returncode}: {done.stderr}")
    return [line for line in done.stdout.splitlines() if not line.endswith((" note", " notes"))]


def all_findings(rscope, archive):
    lines, silent, refused = [], 0, 0
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(archive) as files:
            names = sorted(files.getnames())
            files.extractall(folder, filter="data") if hasattr(tarfile, "data_filter") else files.extractall(folder)
        for name in names:
            found = findings(rscope, folder, name)
            silent += found == []
            refused += found is None
            lines += [name, *("  " + line for line in found), ""] if found else []
    return [*lines, f"{len(names)} executables, {silent} without findings, {refused} refused"]


def main(arguments):
    update = arguments[0] == "--update"
    rscope, archive, expected = arguments[update:]
    found = all_findings(str(pathlib.Path(rscope).resolve()), archive)
    if update:
        pathlib.Path(expected).write_text("\n".join(found) + "\n", encoding="utf-8")
        return 0
    wanted = pathlib.Path(expected).read_text(encoding="utf-8").splitlines()
    for line in difflib.unified_diff(wanted, found, expected, "rscope verify --lint", lineterm="", n=1):
        print(line)
    return found != wanted


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
