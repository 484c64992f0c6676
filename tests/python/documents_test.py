# SPDX-License-Identifier: Apache-2.0
"""docs/profiles.md and docs/cli.md describe what is written: tables, keys and columns of an .rsprof, fields of the JSON reports."""
import csv
import ctypes
import ctypes.util
import json
import os
import pathlib
import re
import sqlite3
import struct
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).parents[2]
EXAMPLE = pathlib.Path(os.environ["RELAXSCOPE_EXAMPLES"]) / "pool_tree"
PAGE = (ROOT / "docs" / "profiles.md").read_text(encoding="utf-8")
CLI = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
NONE = 0xFFFFFFFF


def rscope(*arguments):
    done = subprocess.run([os.environ["RSCOPE"], *map(str, arguments)], capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stderr
    return done.stdout


def section(title):
    """The text of a section of the page."""
    return re.search(rf"## \d+\. {title}\n(.*?)(?=\n## |\Z)", PAGE, re.S)[1]


def table_rows(title):
    """Cells of the rows of the section's table, without its head."""
    lines = [line for line in section(title).splitlines() if line.startswith("|")][2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def words(cell):
    return re.findall(r"\w+", cell)


def decompressed(frame, size):
    """The bytes of a zstd frame, by the system's library."""
    library = ctypes.CDLL(ctypes.util.find_library("zstd") or "libzstd.so.1")
    library.ZSTD_decompress.restype = ctypes.c_size_t
    out = ctypes.create_string_buffer(size)
    got = library.ZSTD_decompress(out, ctypes.c_size_t(size), frame, ctypes.c_size_t(len(frame)))
    assert got == size, (got, size)
    return out.raw


def events_of(database):
    """Events by the page: dictionaries of start, duration, pc, function, callee, depth and kind."""
    columns = re.findall(r"`(\w+)` ([iu]\d+)", section("Events").split("Events are in")[0])
    letters = {"i64": "q", "u32": "I", "u16": "H"}
    events = []
    for count, frame in database.execute("SELECT events, event_columns FROM chunks ORDER BY id"):
        raw, at, chunk = decompressed(frame, 32 * count), 0, {}
        for name, kind in columns:
            form = f"<{count}{letters[kind]}"
            chunk[name] = list(struct.unpack_from(form, raw, at))
            at += struct.calcsize(form)
        assert at == len(raw), "the columns of the page fill the frame"
        start = 0
        for i in range(count):
            start += chunk["start"][i]
            events.append({name: values[i] for name, values in chunk.items()} | {"start": start})
    return events


NAMED_BY_DATA = {"time_by_kind", "operators"}


def keys(value):
    """Names of all fields of a JSON value, but those of objects whose names are data."""
    if isinstance(value, list):
        return set().union(*map(keys, value)) if value else set()
    if not isinstance(value, dict):
        return set()
    return set(value) | set().union(*(keys(item) for name, item in value.items() if name not in NAMED_BY_DATA))


class Documents(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.profile = pathlib.Path(cls.folder.name) / "tree.rsprof"
        rscope("profile", EXAMPLE.with_suffix(".so"), "--inputs", EXAMPLE.with_suffix(".npz"), "--repeat", "3", "-o", cls.profile)
        cls.database = sqlite3.connect(cls.profile)

    @classmethod
    def tearDownClass(cls):
        cls.database.close()
        cls.folder.cleanup()

    def test_tables_and_their_columns(self):
        written = {}
        for (name,) in self.database.execute("SELECT name FROM sqlite_schema WHERE type = 'table'"):
            written[name] = [row[1] for row in self.database.execute(f"PRAGMA table_info({name})")]
        documented = {words(row[0])[0]: words(row[1]) for row in table_rows("Tables")}
        self.assertEqual(documented, written)

    def test_header(self):
        application = self.database.execute("PRAGMA application_id").fetchone()[0]
        version = self.database.execute("PRAGMA user_version").fetchone()[0]
        self.assertIn(f"`application_id` 0x{application:X}", PAGE)
        self.assertIn(f"describes version {version}.", PAGE)
        self.assertIn(f"versions 2 to {version} open", PAGE)

    def test_keys_of_info(self):
        written = {key for (key,) in self.database.execute("SELECT key FROM info")}
        self.assertEqual({word for row in table_rows("Keys of info") for word in words(row[0])}, written)

    def test_events_decode_to_those_of_the_csv(self):
        table = self.profile.with_suffix(".csv")
        rscope("export", self.profile, "--csv", table)
        with open(table, newline="", encoding="utf-8") as lines:
            wanted = list(csv.DictReader(lines))
        scale = float(self.database.execute("SELECT value FROM info WHERE key = 'ns_per_tick'").fetchone()[0])
        functions = dict(self.database.execute("SELECT id, name FROM functions"))
        kinds = {int(row[0]): (row[1], row[2]) for row in table_rows("Events")}
        events = events_of(self.database)
        self.assertEqual(len(events), len(wanted))
        self.assertGreater(len(events), 20)
        for event, line in zip(events, wanted):
            name, table_of_callee = kinds[event["kind"]]
            self.assertEqual(line["kind"], name)
            self.assertAlmostEqual(float(line["start_ns"]), event["start"] * scale, delta=0.51)
            self.assertAlmostEqual(float(line["duration_ns"]), event["duration"] * scale, delta=0.51)
            self.assertEqual(int(line["depth"]), event["depth"])
            if event["function"] != NONE and line["function"]:
                self.assertEqual(line["function"], functions[event["function"]])
            if table_of_callee == "functions" and line["callee"]:
                self.assertEqual(line["callee"], functions[event["callee"]])

    def test_values_fill_their_frames(self):
        sizes = {"args": 24, "dims": 8, "slots": 24, "memory": 32, "uses": 8}
        rows = self.database.execute("SELECT args, dims, slots, memory, uses, value_columns FROM chunks").fetchall()
        self.assertGreater(sum(row[0] for row in rows), 0)
        for *counts, frame in rows:
            size = sum(count * each for count, each in zip(counts, sizes.values()))
            if size:
                self.assertEqual(len(decompressed(frame, size)), size)

    def test_fields_of_the_reports(self):
        library, arrays = EXAMPLE.with_suffix(".so"), EXAMPLE.with_suffix(".npz")
        reports = [["stats", library, "--json"], ["functions", library, "--json"], ["constants", library, "--json"], ["layers", library, "--json"],
                   ["memory", library, "--json"], ["modules", library, "--json"], ["verify", library, "--lint", "--json"],
                   ["time", library, "--inputs", arrays, "--repeat", "2", "--json"], ["profile", library, "--inputs", arrays, "--repeat", "2", "--json"],
                   ["compare", self.profile, self.profile, "--json"], ["diff", library, library, "--json"], ["devices", "--json"],
                   *(["export", self.profile, "--by", by, "--json"] for by in ("callee", "site", "shape", "kind", "layer", "call"))]
        described = set(re.findall(r"\w+", CLI))
        missing = {}
        for report in reports:
            unknown = keys(json.loads(rscope(*report))) - described
            if unknown:
                missing[report[0]] = sorted(unknown)
        self.assertEqual(missing, {})


if __name__ == "__main__":
    unittest.main()
