#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Lists what may be too small to be a file: headers with one user, and sources of less than 80 lines.

    fragments.py ROOT

A header needs two users, or an interface worth a test; a helper with one user belongs to that user's file. Users are the
files that include the header, tests among them, without its own source. Exits with 1 if there are more than MAX_HEADERS
or MAX_SOURCES: lower these numbers when there are fewer.
"""
import pathlib
import re
import sys

MAX_HEADERS = 198
MAX_SOURCES = 275
MIN_LINES = 80
FOLDERS = ("app", "views", "vmcore")
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.M)


def headers_with_one_user(texts):
    """Paths of headers below FOLDERS that one other file includes."""
    users = {path: 0 for path in texts if path.endswith(".h") and path.startswith(tuple(f"{f}/" for f in FOLDERS))}
    for path, text in texts.items():
        for header in set(INCLUDE.findall(text)):
            if header in users and path.rsplit(".", 1)[0] != header.rsplit(".", 1)[0]:
                users[header] += 1
    return sorted(path for path, count in users.items() if count == 1)


def small_sources(texts):
    return sorted(path for path, text in texts.items()
                  if path.endswith(".cpp") and path.startswith(tuple(f"{f}/" for f in FOLDERS)) and text.count("\n") < MIN_LINES)


def sources(root):
    paths = [path for folder in FOLDERS + ("tests",) for path in (root / folder).rglob("*") if path.suffix in (".cpp", ".h")]
    return {path.relative_to(root).as_posix(): path.read_text(errors="replace") for path in paths}


def main(arguments):
    texts = sources(pathlib.Path(arguments[0]))
    headers, small = headers_with_one_user(texts), small_sources(texts)
    print("\n".join(["Headers with one user:", *headers, f"Sources of less than {MIN_LINES} lines:", *small]))
    print(f"{len(headers)} headers with one user, at most {MAX_HEADERS}; "
          f"{len(small)} sources of less than {MIN_LINES} lines, at most {MAX_SOURCES}")
    return 1 if len(headers) > MAX_HEADERS or len(small) > MAX_SOURCES else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
