#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reports classes whose member functions are defined in more than one .cpp file.

    classes.py ROOT [FOLDER...]

Checks .cpp and .h files below the folders, by default those of the programs. Exits with 1 if there are any. A nested
class counts separately; one that a .cpp file declares belongs to that file.
"""
import collections
import pathlib
import re
import sys

from cpp_scopes import blanked, definitions
from functions import FOLDERS, sources

DECLARED = re.compile(r"\b(?:class|struct|union)\s+(?:\[\[[^\]]*\]\]\s*)?(?:\w+\s*::\s*)*(\w+)\s*(?:final\s*)?(?:<[^;{]*>\s*)?(?::[^;{]*)?\{")
MEMBER = re.compile(r"((?:\w+\s*::\s*)+)~?\w+$")


def qualifiers(header):
    """The scopes of a function: [Outer, Inner] of `int Outer::Inner::f(int)`."""
    header = re.sub(r"\[\[.*?\]\]", " ", header, flags=re.S)
    head = re.sub(r"\boperator\s*(\(\s*\)|[^\w\s(]+|[^(]+)", "function", header).split("(")[0]
    while re.search(r"<[^<>]*>", head):
        head = re.sub(r"<[^<>]*>", "", head)   # template arguments
    match = MEMBER.search(head.rstrip())
    return re.findall(r"\w+", match.group(1)) if match else []


def scattered_classes(texts):
    """(class, its files) of each class whose functions are in more than one .cpp. `texts`: source by path."""
    declared = {path: set(DECLARED.findall(blanked(text))) for path, text in texts.items()}
    in_headers = set().union(*(names for path, names in declared.items() if path.endswith(".h")), set())
    places = collections.defaultdict(set)
    for path, text in texts.items():
        if not path.endswith(".cpp"):
            continue
        for found in definitions(text):
            names = qualifiers(found.header)
            if not names or found.classes:
                continue
            if names[-1] in declared[path]:
                continue
            if names[-1] in in_headers:
                scopes = [name for name in found.scopes if name]
                places["::".join(scopes + names)].add(path)
    return sorted((name, sorted(paths)) for name, paths in places.items() if len(paths) > 1)


def main(arguments):
    texts = sources(pathlib.Path(arguments[0]), arguments[1:] or FOLDERS)
    found = scattered_classes(texts)
    for name, paths in found:
        print(f"{name}: its functions are defined in {len(paths)} files: {', '.join(paths)}")
    print(f"{len(texts)} files, {len(found)} classes with functions in more than one .cpp")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
