# SPDX-License-Identifier: Apache-2.0
"""relaxscope.diff: the same as `rscope diff --json`, row by row, and what other tables of both files and NumPy say. Needs no TVM."""
import collections
import dataclasses
import importlib.util
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest

if importlib.util.find_spec("numpy") is None:
    print("skipped: NumPy is not here; ./dev test sets it up in .venv")
    sys.exit(77)

import numpy as np
import tvm_ffi

import relaxscope

DATA = pathlib.Path(os.environ["RELAXSCOPE_TEST_DATA"])
MODEL = pathlib.Path(os.environ["RELAXSCOPE_EXAMPLES"]) / "mlp_dynamic.so"
PROFILES = [DATA / "profiles" / f"{name}.rsprof" for name in ("mlp_dyn", "mlp_dyn_compiled")]
RELAY = DATA / "relay" / "v0.17.0"
X = np.ones((5, 24), "float32")
TABLES = {"functions": relaxscope.FunctionDifference, "changes": relaxscope.CodeChange, "instructions": relaxscope.InstructionDifference,
          "constants": relaxscope.ConstantDifference, "kernels": relaxscope.KernelDifference, "memory": relaxscope.MemoryDifference,
          "layers": relaxscope.LayerDifference, "facts": relaxscope.FileDifference, "time": relaxscope.TimeDifference}


def setUpModule():
    global SCRATCH, PAIRS
    SCRATCH = tempfile.TemporaryDirectory()
    folder = pathlib.Path(SCRATCH.name)
    with tarfile.open(DATA / "diff" / "executables.tar.xz") as archive:
        for member in archive.getmembers():
            if member.isfile():
                (folder / member.name).parent.mkdir(exist_ok=True)
                (folder / member.name).write_bytes(archive.extractfile(member).read())
    PAIRS = {path.parent.name: (path, path.with_name("new.so")) for path in sorted(folder.glob("*/old.so"))}


def tearDownModule():
    SCRATCH.cleanup()


def said(command, *arguments):
    """The JSON that rscope prints; exit code 1 says that they differ."""
    done = subprocess.run([os.environ["RSCOPE"], command, *map(str, arguments), "--json"], capture_output=True, check=False)
    assert done.returncode in (0, 1), done.stderr
    return json.loads(done.stdout)


def of(pair, **options):
    return relaxscope.diff(*PAIRS[pair], **options)


class AsTheCommand(unittest.TestCase):
    def compare_rows(self, table, rows, listed, also=()):
        self.assertEqual(len(rows), len(listed), table)
        for row, item in zip(rows, listed):
            ours = {name: list(value) if isinstance(value, tuple) else value for name, value in vars(row).items() if name not in also}
            self.assertEqual(ours, {name: item.get(name) for name in ours}, table)

    def test_every_pair(self):
        self.assertGreater(len(PAIRS), 35)
        for name, (old, new) in PAIRS.items():
            with self.subTest(name):
                diff, report = relaxscope.diff(old, new), said("diff", old, new)
                self.assertEqual(json.loads(diff.to_json()), report)
                for field in ("same", "identical", "summary", "kinds", "not_compared"):
                    self.assertEqual(getattr(diff, field), report[field])
                rows = diff.rows
                self.compare_rows("functions", rows.functions, report["functions"], ("old_instructions", "new_instructions", "changes"))
                self.assertEqual([row.changes for row in rows.functions], [len(item["changes"]) for item in report["functions"]])
                self.compare_rows("changes", rows.changes, [change for item in report["functions"] for change in item["changes"]], ("pair", "function"))
                self.compare_rows("constants", rows.constants, report["constants"], ("dtype", "shape"))
                self.compare_rows("kernels", rows.kernels, report["kernels"])
                self.compare_rows("memory", rows.memory, report["memory"]["functions"])
                self.compare_rows("layers", rows.layers, report["layers"])
                self.compare_rows("facts", rows.facts, report["files"])

    def test_options(self):
        for pair, arguments, options in (("retrained", ["--ignore", "constants"], {"ignore": "constants"}),
                                         ("function_renamed", ["--ignore", "names"], {"ignore": ["names"]}),
                                         ("function_renamed", ["--function", "score"], {"functions": "score"}),
                                         ("function_added", ["--function", "encode", "--function", "score"], {"functions": ["encode", "score"]}),
                                         ("kernel_tuned", ["--ignore", "kernels", "--ignore", "constants"], {"ignore": ("kernels", "constants")}),
                                         ("function_renamed", ["--match", "decode=score"], {"match": [("decode", "score")]}),
                                         ("function_renamed", ["--match", "decode=score"], {"match": {"decode": "score"}})):
            with self.subTest(pair, options=options):
                report = said("diff", *PAIRS[pair], *arguments)
                diff = of(pair, **options)
                self.assertEqual(json.loads(diff.to_json()), report)
                self.assertEqual((diff.same, len(diff.rows.functions)), (report["same"], len(report["functions"])))

    def test_names_that_are_not_utf8(self):
        """They are given as tables and reports print them."""
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "odd.bin"
            path.write_bytes((DATA / "relax" / "fib.bin").read_bytes().replace(b"fib", b"f\xffb"))
            self.assertEqual({row.new for row in relaxscope.diff(path, path).rows.functions}, {"f\\xffb", "main"})
            for options, arguments in (({"functions": "f\\xffb"}, ["--function", "f\\xffb"]), ({"match": [("f\\xffb", "main")]}, ["--match", "f\\xffb=main"])):
                self.assertEqual(json.loads(relaxscope.diff(path, path, **options).to_json()), said("diff", path, path, *arguments))

    def test_forms(self):
        old, new = PAIRS["fuse_mlp"]
        for form in ("text", "markdown", "html"):
            done = subprocess.run([os.environ["RSCOPE"], "diff", old, new, "--format", form], capture_output=True, text=True, check=False)
            self.assertEqual(getattr(of("fuse_mlp"), f"to_{form}")(), done.stdout, form)

    def test_profiles_of_files(self):
        diff, report = relaxscope.diff(*PROFILES), said("compare", *PROFILES)
        self.assertEqual(diff.comparison, report)
        self.assertEqual(json.loads(diff.to_json()), said("diff", *PROFILES))
        self.compare_rows("time", diff.rows.time, report["rows"], ("low_ns", "high_ns"))


class Arithmetic(unittest.TestCase):
    """Against the other tables of the package, and NumPy."""

    def test_constants(self):
        old, new = map(relaxscope.open, PAIRS["retrained"])
        differing = [row for row in relaxscope.diff(old, new).rows.constants if row.state == "changed"]
        self.assertEqual(len(differing), 4)
        for row in differing:
            before, after = (exe.constant(index).astype("float64") for exe, index in ((old, row.old), (new, row.new)))
            error = np.abs(after - before)
            self.assertEqual((row.kind, row.dtype, row.shape, row.elements), ("constant-edited", "float32", after.shape, after.size))
            self.assertEqual((row.differing, row.nan_old, row.nan_new), (np.count_nonzero(error), 0, 0))
            self.assertAlmostEqual(row.largest_absolute, error.max(), places=12)
            self.assertAlmostEqual(row.largest_relative, (error[before != 0] / np.abs(before[before != 0])).max(), places=9)

    def test_types_of_tensors_are_those_of_both_pools(self):
        for pair in ("quantised", "half_precision", "layers_fewer", "layer_more"):
            pools = [relaxscope.open(side).rows.constants for side in PAIRS[pair]]
            rows = of(pair).rows.constants
            for side, (pool, name) in enumerate(zip(pools, ("old", "new"))):
                self.assertEqual(sorted(getattr(row, name) for row in rows if getattr(row, name) is not None), list(range(len(pool))), (pair, side))
            for row in rows:
                constant = pools[0][row.old] if row.new is None else pools[1][row.new]
                want = (constant.dtype, constant.shape) if constant.kind == "tensor" else (None, None)
                self.assertEqual((row.dtype, row.shape), want, pair)
                self.assertEqual(row.operand, constant.kind != "tensor", pair)

    def test_instructions_are_all_of_both_listings(self):
        for pair in PAIRS:
            diff = of(pair)
            rows, changes, functions = diff.rows.instructions, diff.rows.changes, diff.rows.functions
            for side, path in zip(("old", "new"), PAIRS[pair]):
                code = {line.pc: line for line in relaxscope.open(path).rows.instructions()}
                found = [(getattr(row, f"{side}_pc"), getattr(row, f"{side}_text")) for row in rows if getattr(row, f"{side}_pc") is not None]
                self.assertEqual(sorted(pc for pc, _ in found), sorted(code), (pair, side))
                for pc, text in found:
                    self.assertIn(code[pc].callee if code[pc].op == "call" else code[pc].op.lower(), text, (pair, side, pc))
            for row in rows:
                self.assertEqual(row.kind, None if row.change is None else changes[row.change].kind)
                self.assertEqual(row.pair, row.pair if row.change is None else changes[row.change].pair)
                if row.change is not None:
                    change = changes[row.change]
                    self.assertTrue(row.old_pc in change.old_pcs or row.new_pc in change.new_pcs, (pair, row))
                self.assertEqual({"same": (True, True), "changed": (True, True), "removed": (True, False), "added": (False, True)}.get(row.state),
                                 None if row.state == "moved" else (row.old_pc is not None, row.new_pc is not None), (pair, row))
            moved = {(row.old_pc, row.partner) for row in rows if row.state == "moved" and row.old_pc is not None}
            self.assertEqual(moved, {(row.partner, row.new_pc) for row in rows if row.state == "moved" and row.new_pc is not None}, pair)
            counted = collections.Counter((row.pair, side) for row in rows for side in ("old", "new") if getattr(row, f"{side}_pc") is not None)
            for number, function in enumerate(functions):
                self.assertEqual((function.old_instructions, function.new_instructions), (counted[number, "old"], counted[number, "new"]))
                equal = sum(row.state in ("same", "moved") and row.change is None and row.old_pc is not None for row in rows if row.pair == number)
                if function.state in ("same", "changed") and function.old_instructions:
                    self.assertAlmostEqual(function.score, 2 * equal / (function.old_instructions + function.new_instructions), msg=pair)

    def test_memory_is_that_of_both_plans(self):
        for pair in ("fuse_mlp", "plan_memory", "fuse_transformer", "generalise", "specialise"):
            plans = [{plan["name"]: plan for plan in relaxscope.open(side).memory()["functions"]} for side in PAIRS[pair]]
            rows = of(pair).rows.memory
            self.assertTrue(rows, pair)
            for row in rows:
                for side, name, plan in zip(("old", "new"), (row.old, row.new), plans):
                    storages = plan[name]["storages"]
                    figures = (getattr(row, f"{side}_peak_bytes"), getattr(row, f"{side}_storages"), getattr(row, f"{side}_storage_bytes"))
                    self.assertEqual(figures, (plan[name]["storages_peak_bytes"], len(storages), sum(storage["block_bytes"] for storage in storages)), pair)

    def test_layers(self):
        row, = of("layer_more").rows.layers
        for path, count in zip(PAIRS["layer_more"], (row.old_count, row.new_count)):
            self.assertEqual([layer.count for layer in relaxscope.open(path).rows.layers() if layer.depth == 0], [count])

    def test_a_profile_of_two_rounds(self):
        exe = relaxscope.open(MODEL)
        old, new = exe.profile("main", X, repeat=6), exe.profile("main", X, repeat=8)
        diff = relaxscope.diff(old, new)
        self.assertEqual((diff.same, diff.time_reason), (True, None))
        self.assertEqual(diff.paths, (str(MODEL), str(MODEL)))
        rows, comparison = diff.rows.time, diff.comparison
        self.assertEqual((comparison["runs"], comparison["in_turns"]), ({"old": 6, "new": 8}, False))
        for side, profile in (("old", old), ("new", new)):
            calls = {(call.callee, call.kind): call for call in profile.rows.calls}
            self.assertEqual(set(calls), {(getattr(row, side), row.kind) for row in rows})
            runs = len(profile.run_ns)
            for row in rows:
                self.assertAlmostEqual(getattr(row, f"{side}_calls"), calls[getattr(row, side), row.kind].count / runs)
            # Of two profiles the cost of recording is the mean of both; of one and itself it is its own.
            for row in relaxscope.diff(profile, profile).rows.time:
                call = calls[row.old, row.kind]
                self.assertAlmostEqual(row.old_ns, call.self_ns / runs, delta=0.2)
                self.assertEqual(row.difference_ns, 0)
            self.assertAlmostEqual(sum(getattr(row, f"{side}_ns") for row in rows), comparison["sum"][f"{side}_ns"], delta=0.1 * len(rows))
        for row in rows:
            self.assertAlmostEqual(row.difference_ns, row.new_ns - row.old_ns, delta=0.2)
            if row.low_ns is not None:
                self.assertLessEqual(row.low_ns, row.difference_ns)
                self.assertAlmostEqual(row.difference_ns - row.low_ns, row.high_ns - row.difference_ns, delta=0.2)
        some = relaxscope.diff(old, new, functions=["main"])
        self.assertEqual(some.rows.time, rows, "times are of all calls")

    def test_interval_and_marks(self):
        """Of profiles of several processes, where there is an interval."""
        with tempfile.TemporaryDirectory() as folder:
            files = [str(pathlib.Path(folder) / f"{name}.rsprof") for name in "ab"]
            for file in files:
                subprocess.run([os.environ["RSCOPE"], "profile", str(MODEL), "main", "--input", "float32[5,24]", "--repeat", "6", "--processes", "3", "-o", file],
                               check=True, capture_output=True)
            diff, report = relaxscope.diff(*files), said("compare", *files)
            self.assertEqual(diff.comparison, report)
            halves = [item["half_width_95"] for item in report["rows"]]
            self.assertIn(True, [half is not None for half in halves])
            for row, half in zip(diff.rows.time, halves):
                if half is not None:
                    self.assertAlmostEqual(row.high_ns - row.low_ns, 2 * half, delta=0.2)
                if row.mark in ("slower", "faster"):
                    self.assertGreater(row.low_ns * row.high_ns, 0)


class Answers(unittest.TestCase):
    def test_the_same(self):
        exe = relaxscope.open(PAIRS["same_mlp"][0])
        for other in (exe, exe.path, pathlib.Path(exe.path), os.fsencode(exe.path).decode()):
            diff = relaxscope.diff(exe, other)
            self.assertEqual((diff.same, diff.identical, diff.kinds, list(diff.rows.changes)), (True, True, {}, []))
        self.assertIn(": identical>", repr(diff))

    def test_ignored_is_not_identical(self):
        diff = of("retrained", ignore="constants")
        self.assertEqual((diff.same, diff.identical, diff.kinds), (True, False, {}))
        self.assertEqual([row.ignored for row in diff.rows.constants if row.state == "changed"], [True] * 4)
        self.assertIn("same up to numbering", repr(diff))

    def test_matched_by_hand(self):
        by_name = {row.old: (row.new, row.reason) for row in of("function_renamed", match=[("decode", "score")]).rows.functions}
        self.assertEqual(by_name["decode"], ("score", "matched by hand"))

    def test_a_profile_against_a_file(self):
        exe = relaxscope.open(MODEL)
        profile = exe.profile("main", X, repeat=2)
        for pair, reason in (((exe, profile), f"the old side, {MODEL}, is not a profile"), ((profile, MODEL), f"the new side, {MODEL}, is not a profile"),
                             ((exe, exe), "neither side is a profile")):
            diff = relaxscope.diff(*pair)
            self.assertTrue(diff.same, diff.summary)
            self.assertEqual((diff.time, diff.rows.time, diff.comparison, diff.time_reason), (None, None, None, reason))
        self.assertTrue(any("kernels" in line for line in relaxscope.diff(profile, exe).not_compared))
        self.assertIn("but not all was compared", repr(relaxscope.diff(profile, exe)))

    def test_relay(self):
        """Also with constants that are bound late, and data types that tensors cannot have."""
        old = RELAY / "identity.ro"
        self.assertTrue(relaxscope.diff(old, old).identical)
        files = [path for path in sorted(RELAY.glob("*.ro")) if path != old]
        self.assertGreater(len(files), 6)
        for new in files:
            diff, exe = relaxscope.diff(old, new), relaxscope.open(new)
            self.assertEqual(json.loads(diff.to_json()), said("diff", old, new))
            self.assertEqual(sorted(row.new_pc for row in diff.rows.instructions if row.new_pc is not None), [line.pc for line in exe.rows.instructions()], new)

    def test_notebooks_show_escaped_texts(self):
        with tempfile.TemporaryDirectory() as folder:
            odd = pathlib.Path(folder) / "a<b>&\".so"
            shutil.copy(PAIRS["fuse_mlp"][1], odd)
            page = relaxscope.diff(PAIRS["fuse_mlp"][0], odd)._repr_html_()
        self.assertNotIn("<b>&", page)
        self.assertIn("a&lt;b&gt;&amp;&quot;.so", page)
        for text in ("2 fused", "matmul + add + relu -&gt; fused_matmul_add_relu", "<td>main</td><td>main</td><td>changed</td>"):
            self.assertIn(text, page)

    def test_nothing_of_the_files_runs(self):
        if shutil.which("cc") is None:
            self.skipTest("no C compiler")
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            (folder / "loud.c").write_text(f'#include <stdio.h>\n__attribute__((constructor)) static void loud(void) {{ fclose(fopen("{folder}/ran", "w")); }}\n')
            libraries = [folder / "a.so", folder / "b.so"]
            for library in libraries:
                subprocess.run(["cc", "-shared", "-fPIC", f'-DBLOB="{RELAY / "add_const.devblob"}"', DATA / "relay" / "old_add.c", folder / "loud.c", "-o", library], check=True)
            diff = relaxscope.diff(*libraries)
            self.assertTrue(diff.same and diff.to_html() and diff.rows.instructions)
            self.assertFalse((folder / "ran").exists())


class Refusals(unittest.TestCase):
    def test_wrong_input(self):
        old, new = PAIRS["fuse_mlp"]
        with self.assertRaises(FileNotFoundError):
            relaxscope.diff(old, old.with_name("nothing.so"))
        with self.assertRaisesRegex(TypeError, "b must be a path, an Executable or a Profile, not int"):
            relaxscope.diff(old, 7)
        with self.assertRaisesRegex(TypeError, "a must be a path, .* not NoneType"):
            relaxscope.diff(None, new)
        with self.assertRaisesRegex(ValueError, "must be constants, names or kernels, not weights"):
            relaxscope.diff(old, new, ignore=["weights"])
        for options in ({"functions": ["nothing"]}, {"match": [("main", "nothing")]}, {"match": [("nothing", "main")]}):
            with self.assertRaisesRegex(ValueError, f"{old}, {new}: .*nothing"):
                relaxscope.diff(old, new, **options)
        for options in ({"functions": [7]}, {"ignore": [None]}, {"match": ["main"]}, {"match": [("main",)]}, {"match": [("main", 7)]}):
            with self.assertRaises(TypeError):
                relaxscope.diff(old, new, **options)
        with self.assertRaises((ValueError, OSError)):
            relaxscope.diff(old, old.parent)
        with self.assertRaises(TypeError):
            relaxscope._library.function("inspect.diff")(tvm_ffi.system_lib(), str(new), None, None, [], [], [])

    def test_two_instruction_sets(self):
        for pair in ((MODEL, RELAY / "identity.ro"), (RELAY / "identity.ro", MODEL)):
            with self.assertRaisesRegex(ValueError, "instruction set"):
                relaxscope.diff(*pair)
            done = subprocess.run([os.environ["RSCOPE"], "diff", *map(str, pair)], capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 2)

    def test_damaged_files(self):
        """An error with the file's name, or a comparison; what can be opened is compared in all its tables."""
        refused = 0
        for path in sorted((DATA / "damaged").iterdir()):
            for pair in ((path, PAIRS["fuse_mlp"][0]), (PAIRS["fuse_mlp"][0], path)):
                try:
                    diff = relaxscope.diff(*pair)
                    rows = [getattr(diff.rows, name) for name in TABLES if name != "time"]
                    self.assertEqual(len(rows), len(TABLES) - 1)
                    self.assertTrue(diff.to_text() and diff._repr_html_())
                except ValueError as error:
                    refused += 1
                    self.assertIn(str(path), str(error))
        self.assertGreater(refused, 50)

    def test_a_file_that_changes_while_it_is_open(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "model.so"
            shutil.copy(MODEL, path)
            os.truncate(path, 20 << 20)   # files of this size are read as they are needed
            exe = relaxscope.open(path)
            self.assertTrue(relaxscope.diff(exe, MODEL).same)
            os.truncate(path, 100)
            with self.assertRaisesRegex(RuntimeError, f"{path}: the file changed while it was read"):
                relaxscope.diff(exe, MODEL)

    def test_a_recording_that_has_not_ended(self):
        vm = relaxscope.open(MODEL).vm()
        with vm.profile() as profile:
            vm("main", X)
            with self.assertRaisesRegex(RuntimeError, "not ended"):
                relaxscope.diff(profile, MODEL)
        self.assertTrue(relaxscope.diff(profile, MODEL).same)


class Tables(unittest.TestCase):
    def test_rows_know_their_class(self):
        diff = relaxscope.diff(*PROFILES)
        for name, row_type in TABLES.items():
            self.assertIs(getattr(diff.rows, name).row_type, row_type, name)

    def test_without_pandas(self):
        old, new = map(str, PAIRS["fuse_mlp"])
        code = f"""import sys
sys.modules["pandas"] = None
import relaxscope
diff = relaxscope.diff({old!r}, {new!r})
assert all(getattr(diff, name) == getattr(diff.rows, name) and isinstance(getattr(diff, name), list) for name in {[name for name in TABLES if name != "time"]})
assert diff.time is None
"""
        subprocess.run([sys.executable, "-c", code], check=True)

    @unittest.skipIf(importlib.util.find_spec("pandas") is None, "frames: pandas is not here")
    def test_frames(self):
        import pandas

        full, profiles = of("retrained"), relaxscope.diff(*PROFILES)
        types = {}
        for diff in (full, of("fuse_mlp"), of("same_mlp"), profiles):
            for name, row_type in TABLES.items():
                frame = getattr(diff, name)
                if frame is None:
                    continue
                self.assertEqual(list(frame.columns), [field.name for field in dataclasses.fields(row_type)])
                self.assertEqual(types.setdefault(name, list(frame.dtypes)), list(frame.dtypes), f"{name}: whatever it holds")
                for line, row in zip(frame.to_dict("records"), getattr(diff.rows, name)):
                    self.assertEqual({column: None if value is pandas.NA else value for column, value in line.items()}, vars(row))
        constants = full.constants
        self.assertEqual(str(constants.largest_absolute.dtype), "Float64")
        self.assertEqual(constants.largest_absolute.max(), max(row.largest_absolute for row in full.rows.constants if row.largest_absolute is not None))
        fused = of("fuse_mlp")
        joined = fused.instructions.merge(fused.changes, left_on="change", right_index=True, suffixes=("", "_change"))
        self.assertEqual(list(joined.kind), list(joined.kind_change))
        self.assertGreater(len(joined), 10)


if __name__ == "__main__":
    unittest.main()
