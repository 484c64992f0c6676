#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reports functions that are too long, counted from the first line of the header to the closing brace.

    functions.py ROOT [FOLDER...]

Checks .cpp and .h files below the folders, by default those of the programs. Exits with 1 if there are any.
"""
import pathlib
import re
import sys

from cpp_scopes import blanked, definitions

MOST_LINES = 60
FOLDERS = ("app", "views", "vmcore")
# A row of a dispatch loop: `RS_OP(Name, handler())` on its own line does not count for the loop, whose length is that
# of its longest handler.
DISPATCH_ROW = re.compile(r"^\s*RS_OP\(\w+, .*\)$")


def name_of(header):
    head = re.sub(r"\[\[.*?\]\]", " ", header, flags=re.S).split("(")[0]
    return head.split()[-1] if head.split() else "?"


def long_functions(texts, most=MOST_LINES):
    """(path, line, name, lines) of each function with more than `most` lines. `texts`: source by path."""
    for path, text in sorted(texts.items()):
        lines = blanked(text).split("\n")
        for found in definitions(text):
            own = lines[found.first - 1:found.last]
            length = len(own) - sum(1 for line in own if DISPATCH_ROW.match(line))
            if length > most:
                yield path, found.first, name_of(found.header), length


def sources(root, folders):
    paths = [path for folder in folders for path in (root / folder).rglob("*") if path.suffix in (".cpp", ".h")]
    return {path.relative_to(root).as_posix(): path.read_text() for path in paths}


def main(arguments):
    texts = sources(pathlib.Path(arguments[0]), arguments[1:] or FOLDERS)
    found = list(long_functions(texts))
    for path, line, name, lines in found:
        print(f"{path}:{line}: {name} has {lines} lines, more than {MOST_LINES}")
    print(f"{len(texts)} files, {len(found)} functions above {MOST_LINES} lines")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
