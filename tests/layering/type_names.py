#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reports types of one name in one namespace that different files define: linked together, they break the program
without a message.

    type_names.py ROOT [FOLDER...]

Checks .cpp and .h files below the folders, by default those of the programs. Exits with 1 if there are any. Types in
unnamed namespaces and nested types have no such conflicts.
"""
import collections
import pathlib
import sys

from cpp_scopes import types
from functions import FOLDERS, sources


def shared_names(texts):
    """(qualified name, its places) of each type that more than one file defines. `texts`: source by path."""
    places = collections.defaultdict(dict)
    for path, text in texts.items():
        for found in types(text):
            if "" not in found.scopes:
                places["::".join([*found.scopes, found.name])].setdefault(path, found.line)
    return sorted((name, [f"{path}:{line}" for path, line in sorted(at.items())])
                  for name, at in places.items() if len(at) > 1)


def main(arguments):
    texts = sources(pathlib.Path(arguments[0]), arguments[1:] or FOLDERS)
    found = shared_names(texts)
    for name, places in found:
        print(f"{name}: defined in {', '.join(places)}")
    print(f"{len(texts)} files, {len(found)} types of one name in several files")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
