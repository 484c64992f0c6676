#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""check_translations.py LUPDATE SOURCE_FOLDER TS...: every language is complete and matches the source strings.

A copy of each file is first updated from the sources, so that added or reworded strings are detected.
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml

PLACEHOLDER = re.compile(r"%(?:L?\d{1,2}|L?n)")
TAG = re.compile(r"</?[a-z]+[^>]*>")
MNEMONIC = re.compile(r"&(?=[^\s&])")
# Words that are not translated, as they occur in files and commands.
FIXED = re.compile(r"\b(?:RelaxScope|Relax|TVM|CUDA|PTX|SQLite|NumPy|rscope|relaxscope-worker|vm\.builtin\.[a-z_]+)\b|(?<!\w)\.(?:rsprof|npz|npy|so)\b")


def bring_up_to_date(lupdate, folder, tables, ts):
    sources = ["-I", str(folder), str(folder / "views"), str(folder / "app"), str(tables)]
    only = ["-pluralonly"] if is_english(ts) else []  # the sources are English; only "1 call, 2 calls" needs a file
    done = subprocess.run([lupdate, *only, "-locations", "none", "-extensions", "cpp,h", *sources, "-ts", str(ts)], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        yield f"lupdate failed: {done.stderr.strip()[:300]}"
    for line in done.stderr.splitlines():
        if "lacks Q_OBJECT" in line or "unknown namespace" in line:  # such texts are looked up in another context
            yield line.replace(f"{folder}/", "").strip()


def is_english(ts):
    return ts.stem.endswith("_en")


def shorten(text):
    return repr(text if len(text) < 70 else text[:67] + "...")


def compare(source, text, numerus):
    """Differences between a translation and `source`."""
    if not text.strip():
        yield "is empty"
        return
    want, got = sorted(PLACEHOLDER.findall(source)), sorted(PLACEHOLDER.findall(text))
    if numerus:  # a form may omit the number ("one file")
        want, got = [p for p in want if "n" not in p], [p for p in got if "n" not in p]
    if want != got:
        yield f"has placeholders {got}, not {want}"
    if sorted(TAG.findall(source)) != sorted(TAG.findall(text)):
        yield "has other tags"
    if bool(MNEMONIC.search(source.replace("&&", ""))) != bool(MNEMONIC.search(text.replace("&&", ""))):
        yield "has another mnemonic (&)"
    if source.count("\n") != text.count("\n"):
        yield "has other line breaks"
    for word in sorted(set(FIXED.findall(source))):
        if word not in text:
            yield f"lost {word}"


def check_file(ts, minimum):
    count = 0
    for context in xml.parse(ts).getroot().iter("context"):
        name = context.findtext("name")
        for message in context.iter("message"):
            source, translation = message.findtext("source") or "", message.find("translation")
            where = f"{name}: {shorten(source)}"
            count += 1
            kind = translation.get("type") if translation is not None else "missing"
            if kind is not None:
                yield f"{where} is {kind}"
                continue
            numerus = message.get("numerus") == "yes"
            texts = [form.text or "" for form in translation.iter("numerusform")] if numerus else [translation.text or ""]
            for text in texts or [""]:
                for fault in compare(source, text, numerus):
                    yield f"{where} -> {shorten(text)} {fault}"
    if count < minimum:
        yield f"only {count} strings were found"


def main(arguments):
    lupdate, folder, files = arguments[0], pathlib.Path(arguments[1]), [pathlib.Path(a) for a in arguments[2:]]
    if not files:
        print("no .ts file was given")
        return 1
    bad = 0
    with tempfile.TemporaryDirectory() as scratch:
        tables = pathlib.Path(scratch) / "table_texts.cpp"
        subprocess.run([sys.executable, str(folder / "translations" / "table_texts.py"), str(folder), str(tables)], check=True)
        for ts in files:
            copy = pathlib.Path(scratch) / ts.name
            shutil.copyfile(ts, copy)
            found = list(bring_up_to_date(lupdate, folder, tables, copy)) + list(check_file(copy, 10 if is_english(ts) else 300))
            for fault in found:
                print(f"{ts.name}: {fault}")
            print(f"{ts.name}: {len(found)} faults")
            bad += len(found)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
