#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""check_messages.py SOURCE_FOLDER: the lists in views/core/messages have every message that vmcore can send to the window.

A message is a string literal of two words or more in the folders below. It must be a sentence of the lists, or a part of
one, or in EXEMPT with the reason; and each sentence of the lists must occur in the sources.
"""
import pathlib
import re
import sys

FOLDERS = ["analysis", "base", "device", "format", "run", "trace", "vm", "wire", "worker"]
LISTS = "views/core/messages"
NAMES = "views/hex/byte_names.cpp"  # of the parts and fields of files
LITERALS = re.compile(r'"(?:[^"\\\n]|\\.)*"(?:\s*"(?:[^"\\\n]|\\.)*")*')
PLACEHOLDER = re.compile(r"\{[^{}]*\}|%(?:llu|[1-9sd])")

# Texts that are no messages of a run in the window, by file.
EXEMPT_FILES = {
    "analysis/param_uses.cpp": "sources of types, which the dialog translates",
    "analysis/adt_tags.cpp": "notation of the listing: a constructor without a name",
    "analysis/lint/rule.cpp": "static_assert",
    "analysis/gpu/occupancy.cpp": "names of limits, which views translate",
    "analysis/memory/plan.cpp": "what rscope and Python print",
    "analysis/regions/repeated_regions.cpp": "what rscope prints",
    "analysis/verify/verifier.cpp": "what rules promise; views/code/table_texts.cpp has their titles",
    "worker/library_compiler.cpp": "what rscope build prints",
    "format/assembly/python_writer.cpp": "text of a form",
    "format/assembly/rebuild.cpp": "a comment in the python form",
    "format/assembly/text_writer.cpp": "text of a form",
    "format/code/disassembly.cpp": "lines of code, which rscope and Python print",
    "format/library/code_content.cpp": "names of code",
    "format/library/kernel_checks.cpp": "wording of TVM's kernels",
    "run/compare/value_comparison.cpp": "what rscope prints",
    "trace/compare/comparison_summary.cpp": "what rscope and Python print",
    "trace/compare/trace_comparison.cpp": "what rscope and Python print",
    "trace/event_account.cpp": "what rscope prints",
    "trace/event_kind.h": "names",
    "trace/device/work_kind.h": "static_assert and names, which the timeline translates",
    "trace/figures/outliers.cpp": "what rscope prints; the window has its own",
    "trace/statistics.cpp": "what rscope prints",
    "trace/file/trace_file_schema.h": "SQL",
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
    "vm/native/system_library.cpp": "what Python says of executables in memory",
    "vm/record/run_sampler.cpp": "static_assert",
    "device/cpu_device.cpp": "names",
}
SQL = re.compile(r"(?:SELECT|INSERT|PRAGMA) ")
EXEMPT = {
    # of `rscope diff --run`
    "tensor of pc {}: {}",
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
    "script of 1 call",
    "__vmtir__{} (the compiled body of {})",
    # what an interval is of, in JSON
    "within one process",
    "between processes",
    # names, and what is read
    "RelaxScope kernel image 1\\n",
    ": catastrophic error",
    "could not open source file",
    "cannot open shared object file: No such file",
    "CUDA C++ source",
    'typedef struct __align__(64) CUtensorMap_st {{ unsigned long long opaque[16]; }} CUtensorMap;\\n#line 1 "{}"\\n{}',
    "tar archive",
    "fat Mach-O",
    "aarch64 (32-bit pointers)",
    "# RelaxScope assembler, text form",
    "', at + 1); end != std::string_view::npos; end = text.find('",
    "{{'descr': '{}{}', 'fortran_order': False, 'shape': ({}), }}",
    "unsigned char ",
    "type {}, id {}{}",
    "SQLite format 3\\0",
    "SQLite format 3",
    "{} of {} files",
    "TVM 0.16 or earlier",
    "TVM 0.17 to 0.23",
    "TVM 0.20 or earlier",
    "TVM 0.21 or later",
    "TVM 0.23 or earlier",
    "TVM 0.24 or later",
    "values run",
    # static_assert
    "columns are stored in memory order",
    "columns are sent in memory order",
    "the header is sent in memory order",
    # listed with what stands in the middle
    "{} is {} {} of {}",
    "{} {} Relay tables",
    "{} of {} ns",
    " ({} differ{}, by {:.3g} at most)",
    "{}live peak of storages {} -> {} B",
    "ELF header needs 16 bytes, {} left",
    "the worker was terminated{}: {}",
    # behind "the worker violated the protocol: "
    "invalid run time of {} ns",
    "{} unrecorded runs beside {} measured ones",
}
# What no placeholder stands for: "no array \"{}0\"" names the first of a list.
SPELLED = {'"{}0"': '"{}"', "0x{}": "{}", "0..{}": "{}"}


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
    lists = [*sorted((folder / LISTS).glob("*.h")), folder / NAMES]
    listed = {plain(text) for path in lists for text in literals(path)}
    everything, seen = "\n".join(sorted(listed)), []
    for path in sources(folder):
        name = str(path.relative_to(folder / "vmcore"))
        for text in literals(path):
            seen.append(plain(text))
            if name in EXEMPT_FILES or SQL.match(text) or not is_message(text) or plain(text) in {plain(each) for each in EXEMPT}:
                continue
            if plain(text).removesuffix("{}").strip(" .,;:()") not in everything:
                yield f"{name}: {text!r} is not in {LISTS}"
    for path in [each for kind in ("*.cpp", "*.def", "*.py") for top in ("vmcore", "app") for each in (folder / top).rglob(kind)]:
        seen.extend(plain(text) for text in literals(path) if is_message(text))
    yield from (f"{LISTS}: {text!r} occurs in no source" for text in sorted(listed) if not occurs(text, seen))


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
