#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs golden cases: shell commands with their expected output, in one file each (README).

    golden.py [--update] RSCOPE DATA CASE...

RSCOPE is the program under test; commands call it by the name `rscope`. Commands run in DATA
with $TMP, a folder per case. Prints a diff for each case that differs and exits with 1 if any did;
--update writes the new output into the cases instead.
"""
import difflib
import os
import pathlib
import subprocess
import sys
import tempfile

NO_END = b"~ no line end\n"
TIME_S = 60


def commands_of(case):
    """The commands of a case, and its text before the first one."""
    head, commands = [], []
    for line in case.read_bytes().splitlines(keepends=True):
        if line.startswith(b"$ "):
            commands.append(line[2:].rstrip(b"\n"))
        elif not commands:
            head.append(line)
    return b"".join(head), commands


def marked(output, mark):
    lines = b"".join(mark + line for line in output.splitlines(keepends=True)) if output else b""
    return lines if not output or output.endswith(b"\n") else lines + b"\n" + NO_END


def transcript(case, rscope, data):
    head, commands = commands_of(case)
    text = head
    with tempfile.TemporaryDirectory() as scratch:
        path = os.pathsep.join([str(pathlib.Path(rscope).resolve().parent), os.environ.get("PATH", "")])
        environment = {**os.environ, "PATH": path, "TMP": scratch, "LC_ALL": "C.UTF-8"}
        for command in commands:
            done = subprocess.run(["bash", "-o", "pipefail", "-c", command], cwd=data, env=environment, timeout=TIME_S,
                                  stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            out, err = (stream.replace(scratch.encode(), b"$TMP") for stream in (done.stdout, done.stderr))
            text += b"$ " + command + b"\n" + marked(out, b"> ") + marked(err, b"! ")
            if done.returncode:
                text += b"= %d\n" % done.returncode
    return text


def main(arguments):
    update = arguments[:1] == ["--update"]
    rscope, data, *cases = arguments[update:]
    failed = 0
    for case in map(pathlib.Path, cases):
        want, got = case.read_bytes(), transcript(case, rscope, data)
        if got == want:
            continue
        if update:
            case.write_bytes(got)
            print(f"{case.name}: written")
            continue
        failed += 1
        show = lambda text: text.decode("utf-8", "backslashreplace").splitlines(keepends=True)
        sys.stdout.writelines(difflib.unified_diff(show(want), show(got), f"{case.name} (expected)", f"{case.name} (now)"))
    print(f"{len(cases)} cases, {failed} differ")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
