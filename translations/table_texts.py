#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""table_texts.py ROOT OUT.cpp: the sentences of vmcore/model/builtin.def as a source that lupdate reads (the core knows no Qt)."""
import pathlib
import re
import sys

ROW = re.compile(r'^RS_BUILTIN\(.*, ("(?:[^"\\]|\\.)*")\)\s*$', re.MULTILINE)


def texts(root):
    return sorted(set(ROW.findall((root / "vmcore/model/builtin.def").read_text(encoding="utf-8"))))


if __name__ == "__main__":
    found = texts(pathlib.Path(sys.argv[1]))
    if len(found) < 40:
        sys.exit("table_texts.py: hardly any row of builtin.def was understood")
    pathlib.Path(sys.argv[2]).write_text("".join(f'QT_TRANSLATE_NOOP("builtins", {text});\n' for text in found), encoding="utf-8")
