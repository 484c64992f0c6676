#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""table_texts.py ROOT OUT.cpp: the sentences of the core's tables as a source that lupdate reads (the core knows no Qt)."""
import pathlib
import re
import sys

# Context of the translations, file, and the row whose last argument is the sentence.
TABLES = [("builtins", "model/builtin.def", "RS_BUILTIN", 40), ("opcodes", "model/relax.def", "RS_OPCODE", 4), ("opcodes", "model/relay.def", "RS_OPCODE", 20),
          ("obstacles", "analysis/run_obstacle.def", "RS_OBSTACLE", 10)]


def texts(root, file, row):
    pattern = re.compile(r'^' + row + r'\(.*, ("(?:[^"\\]|\\.)*")\)\s*$', re.MULTILINE)
    return set(pattern.findall((root / "vmcore" / file).read_text(encoding="utf-8")))


if __name__ == "__main__":
    found = set()
    for context, file, row, least in TABLES:
        rows = texts(pathlib.Path(sys.argv[1]), file, row)
        if len(rows) < least:
            sys.exit(f"table_texts.py: hardly any row of {file} was understood")
        found |= {(context, text) for text in rows}
    pathlib.Path(sys.argv[2]).write_text("".join(f'QT_TRANSLATE_NOOP("{context}", {text});\n' for context, text in sorted(found)), encoding="utf-8")
