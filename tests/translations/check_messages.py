#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""check_messages.py SOURCE_FOLDER: views/core/engine_messages.h has every message that vmcore can send to the window.

A message is a string literal of two words or more in the folders below. It must be a sentence of the list, or a part of
one, or in EXEMPT with the reason; and each sentence of the list must occur in the sources.
"""
import pathlib
import re
import sys

FOLDERS = ["run", "vm", "worker", "device", "trace/accuracy.cpp", "trace/correction.cpp", "wire/session.cpp"]
LIST = "views/core/engine_messages.h"
LITERALS = re.compile(r'"(?:[^"\\\n]|\\.)*"(?:\s*"(?:[^"\\\n]|\\.)*")*')
PLACEHOLDER = re.compile(r"\{[^{}]*\}|%(?:llu|[1-9sd])")

# Texts that are no messages of a run in the window, by file.
EXEMPT_FILES = {
    "run/input_text.cpp": "code",
    "run/option_conflicts.cpp": "a command line",
    "run/position.cpp": "the window builds its own",
    "run/request.cpp": "the plan of a run, which the window builds itself",
    "run/value_summary.cpp": "values",
    "vm/builtins/check.cpp": "wording of TVM's runtime",
    "vm/builtins/format_value.cpp": "wording of Python's format",
    "vm/builtins/run_ops.cpp": "wording of TVM's runtime",
    "vm/builtins/table.cpp": "where a missing builtin is found: names of libraries",
    "vm/load_engine.h": "steps",
    "vm/lazy_array.h": "static_assert",
    "vm/record/tick_clock.cpp": "names of clocks",
    "vm/record/run_sampler.cpp": "static_assert",
    "device/cpu_device.cpp": "names",
}
EXEMPT = {
    # wording of TVM's runtime
    "{} match_cast shape size mismatch: got {} dimensions, expected {}",
    "{} match_cast error, shape[{}] mismatch to specified constant: got {}, expected {}",
    "{} match_cast error, shape[{}] mismatch to a previous populated value: got {}, expected {}",
    "{} match_cast error, PrimValue mismatch to specified constant: got {}, expected {}",
    "{} match_cast error, PrimValue mismatch to a previous populated value: got {}, expected {}",
    "{}: Index {} out of bounds {}",
    "{}: The device index {} is out of VM physical devices list; there {} {} device{}",
    # what a profile or a request says of itself, not an error
    "NVIDIA GPU",
    "this processor",
    "model name",
    " (type from {})",
    ", random with seed {}",
    ", saved as {}",
    "script of {} calls",
    "__vmtir__{} (the compiled body of {})",
    # listed with what stands in the middle
    "the worker was terminated{}: {}",
    # behind "the worker violated the protocol: "
    "invalid run time of {} ns",
    "{} unrecorded runs beside {} measured ones",
}
# What no placeholder stands for: "no array \"{}0\"" names the first of a list.
SPELLED = {'"{}0"': '"{}"'}


def literals(path):
    text = re.sub(r"^#include.*$", "", re.sub(r"//[^\n]*", "", path.read_text(encoding="utf-8")), flags=re.M)
    for match in LITERALS.finditer(text):
        parts = re.findall(r'"((?:[^"\\\n]|\\.)*)"', match[0])
        yield "".join(parts).replace('\\"', '"').replace("\\\\", "\\")


def plain(text):
    """The text with all placeholders alike, and one for several in a row."""
    text = re.sub(r"(?:\{\})+", "{}", PLACEHOLDER.sub("{}", text))
    for spelled, general in SPELLED.items():
        text = text.replace(spelled, general)
    return text


def is_message(text):
    return " " in text.strip() and len(re.findall(r"[A-Za-z]{2,}", text)) >= 2


def sources(folder):
    for name in FOLDERS:
        path = folder / "vmcore" / name
        yield from sorted([*path.rglob("*.cpp"), *path.rglob("*.h")]) if path.is_dir() else [path]


def faults(folder):
    listed = {plain(text) for text in literals(folder / LIST)}
    everything, seen = "\n".join(sorted(listed)), []
    for path in sources(folder):
        name = str(path.relative_to(folder / "vmcore"))
        for text in literals(path):
            seen.append(plain(text))
            if name in EXEMPT_FILES or not is_message(text) or plain(text) in {plain(each) for each in EXEMPT}:
                continue
            if plain(text).removesuffix("{}").strip(" .,;:()") not in everything:
                yield f"{name}: {text!r} is not in {LIST}"
    for path in [each for kind in ("*.cpp", "*.py") for top in ("vmcore", "app") for each in (folder / top).rglob(kind)]:
        seen.extend(plain(text) for text in literals(path) if is_message(text))
    yield from (f"{LIST}: {text!r} occurs in no source" for text in sorted(listed) if not occurs(text, seen))


def occurs(sentence, seen):
    """Whether a sentence is a literal of the sources, or is made of several."""
    if sentence in seen:
        return True
    rest = sentence
    for text in sorted({part.strip(" ():,") for t in seen for part in t.split("{}")}, key=len, reverse=True):
        if len(text) > 3:
            rest = rest.replace(text, " ")
    return len(re.findall(r"[A-Za-z]{3,}", rest)) <= 2


def main():
    found = sorted(set(faults(pathlib.Path(sys.argv[1]))))
    for fault in found:
        print(fault)
    print(f"{len(found)} faults")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
