# SPDX-License-Identifier: Apache-2.0
"""Tables of the Python package: pandas frames if pandas is installed, else lists of rows; rows always on request."""
import dataclasses
import importlib.util
import json
import os
import pathlib
import subprocess
import sys
import unittest

if importlib.util.find_spec("numpy") is None:
    print("skipped: NumPy is not here; ./dev test sets it up in .venv")
    sys.exit(77)

import numpy as np

import relaxscope

MODEL = str(pathlib.Path(os.environ["RELAXSCOPE_EXAMPLES"]) / "mlp_dynamic.so")
X = np.ones((5, 24), "float32")
TABLES = {"functions": relaxscope.Function, "instructions": relaxscope.Instruction, "layers": relaxscope.Layer, "constants": relaxscope.Constant, "verify": relaxscope.Finding, "findings": relaxscope.LintFinding,
          "calls": relaxscope.CallStatistics, "sites": relaxscope.CallStatistics, "events": relaxscope.Event}


def in_a_new_process(code):
    """The words of a program's output; it has MODEL and X."""
    head = f"import sys\nimport numpy as np\nimport relaxscope\nMODEL, X = {MODEL!r}, np.ones((5, 24), 'float32')\n"
    done = subprocess.run([sys.executable, "-c", head + code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def table(owners, name, *arguments):
    """The table of that name from the first owner that has it."""
    found = next(getattr(owner, name) for owner in owners if hasattr(owner, name))
    return found(*arguments) if callable(found) else found


class Listings(unittest.TestCase):
    """The annotated listing, of an executable and with the costs of a profile."""

    def test_a_line_per_instruction_with_its_type(self):
        exe = relaxscope.open(MODEL)
        text = exe.annotated("main")
        body = [line for line in text.splitlines() if line.split() and line.split()[0].isdigit()]
        self.assertEqual(len(body), len(exe.rows.instructions("main")))
        self.assertEqual([int(line.split()[0]) for line in body], [row.pc for row in exe.rows.instructions("main")])
        self.assertIn("@main(x: f32[batch, 24])", text)
        with self.assertRaisesRegex(ValueError, "nothing"):
            exe.annotated("nothing")

    def test_costs_are_those_of_the_call_sites(self):
        exe = relaxscope.open(MODEL)
        profile = exe.profile("main", X, repeat=5)
        lines = {int(line.split()[0]): line for line in profile.annotated("main").splitlines() if line.split() and line.split()[0].isdigit()}
        sites = {site.pc: site for site in profile.rows.sites if site.kind == "call" and site.function == "main"}
        self.assertGreater(len(sites), 5)
        for pc, line in lines.items():
            if pc in sites:
                calls = sites[pc].count / len(profile.run_ns)
                self.assertEqual(line.split()[1], f"{calls:g}", line)
                self.assertIn(" % ", line)
            else:
                self.assertNotIn(" % ", line)
        with self.assertRaisesRegex(ValueError, "nothing"):
            profile.annotated("nothing")

    def test_a_function_is_the_only_call_of_its_runs(self):
        profile = relaxscope.open(MODEL).profile("main", X, repeat=5)
        [row] = profile.rows.run_calls
        self.assertEqual((row.call, row.callee, row.kind, row.count), (0, "main", "function body", 5))
        self.assertAlmostEqual(row.self_ns, sum(each.self_ns for each in profile.rows.calls), delta=1)
        self.assertAlmostEqual(row.share, 1)


class WithoutPandas(unittest.TestCase):
    def test_a_broken_one_is_told_of_and_not_needed(self):
        code = """import importlib.abc
import warnings

class Broken(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name == "pandas":
            raise ValueError("numpy.dtype size changed")

sys.meta_path.insert(0, Broken())
with warnings.catch_warnings(record=True) as told:
    warnings.simplefilter("always")
    print(type(relaxscope.open(MODEL).functions).__name__, "dtype size changed" in str(told[0].message), len(told))
"""
        self.assertEqual(in_a_new_process(code), ["Rows", "True", "1"])

    def test_tables_are_rows(self):
        code = f"""sys.modules["pandas"] = None
exe = relaxscope.open(MODEL)
profile = exe.profile("main", X, repeat=2)
for name, owner in (("functions", exe), ("constants", exe), ("calls", profile), ("sites", profile), ("events", profile)):
    listed = getattr(owner, name)
    assert isinstance(listed, list) and listed == getattr(owner.rows, name) and type(listed[0]) is listed.row_type, name
assert exe.instructions("main")[0].pc == 0 and exe.parameters("main")[0].name == "x"
assert [finding.severity for finding in exe.verify()] == [finding.severity for finding in exe.rows.verify()]
try:
    relaxscope.to_frame(exe.functions)
except ImportError as error:
    print(error)
"""
        self.assertEqual(" ".join(in_a_new_process(code)), "relaxscope.to_frame needs pandas: pip install pandas")

    def test_layers_are_those_of_the_command(self):
        path = str(pathlib.Path(os.environ["RELAXSCOPE_TEST_DATA"]) / "meaning" / "transformer2.so")
        row, = relaxscope.open(path).rows.layers()
        self.assertEqual((row.function, row.name, row.count, row.depth, row.calls, row.first_number), ("forward", "blocks", 2, 0, 25, 0))
        listed, = json.loads(subprocess.run([os.environ["RSCOPE"], "layers", path, "--json"], capture_output=True, check=True).stdout)["layers"]
        self.assertEqual((row.first_pc, row.last_pc), (listed["first_pc"], listed["last_pc"]))
        self.assertEqual(row.copies, tuple((copy["first_pc"], copy["last_pc"]) for copy in listed["copies"]))

    def test_rows_are_a_list_that_knows_its_class(self):
        rows = relaxscope.Rows(relaxscope.Finding)
        self.assertEqual((rows, rows.row_type, rows or "none"), ([], relaxscope.Finding, "none"))

    def test_pandas_is_imported_by_the_first_table(self):
        """Not by the package, nor by rows, runs and profiles: it would add half a second to every start."""
        code = """print("pandas" in sys.modules)
exe = relaxscope.open(MODEL)
exe.rows.functions, exe.rows.verify(), exe.profile("main", X, repeat=1).rows.calls
print("pandas" in sys.modules)
"""
        self.assertEqual(in_a_new_process(code), ["False", "False"])


@unittest.skipIf(importlib.util.find_spec("pandas") is None, "frames: pandas is not here")
class WithPandas(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        exe = relaxscope.open(MODEL)
        profile = exe.profile("main", X, repeat=3, warmup=1)
        cls.exe, cls.profile = exe, profile
        cls.frames = {name: table((exe, profile), name) for name in TABLES}
        cls.rows = {name: table((exe.rows, profile.rows), name) for name in TABLES}

    def test_tables_are_frames_with_a_column_a_field(self):
        import pandas

        for name, row_type in TABLES.items():
            with self.subTest(name):
                frame, rows = self.frames[name], self.rows[name]
                self.assertIsInstance(frame, pandas.DataFrame)
                self.assertEqual(list(frame.columns), [field.name for field in dataclasses.fields(row_type)])
                self.assertEqual(len(frame), len(rows))
                for line, row in zip(frame.to_dict("records"), rows):
                    self.assertEqual({column: None if value is pandas.NA else value for column, value in line.items()}, vars(row))

    def test_column_types(self):
        """Determined by the field, not by a table's content."""
        types = {column: str(kind) for frame in self.frames.values() for column, kind in frame.dtypes.items()}
        texts = str(self.frames["functions"].name.dtype)
        self.assertIn(texts, ("str", "object"))   # pandas 3, older releases
        want = {"start": "int64", "count": "int64", "bytes_allocated": "int64", "event": "int64", "depth": "int64", "run": "Int64", "freed": "Int64",
                "byte": "Int64", "start_ns": "float64", "median_ns": "float64", "warmup": "bool", "callee": texts, "params": "object",
                "shape": "object", "uses": "object", "value": "object"}
        self.assertEqual({column: types[column] for column in want}, want)
        for name in ("calls", "sites"):   # all missing, none missing
            self.assertEqual(str(self.frames[name].pc.dtype), "Int64")
        self.assertEqual(str(self.frames["instructions"].pc.dtype), "int64")

    def test_nested_values_stay_tuples(self):
        functions, constants = self.frames["functions"], self.frames["constants"]
        self.assertEqual(functions[functions.name == "main"].params.iloc[0], ("x",))
        tensor = constants[constants.kind == "tensor"].iloc[0]
        self.assertEqual(tensor["shape"], self.exe.constant(int(tensor["index"])).shape)
        self.assertEqual(type(tensor.uses[0]), tuple)

    def test_empty_tables_keep_their_columns(self):
        whole = self.frames["events"]
        empty = relaxscope.to_frame(relaxscope.Rows(relaxscope.Event))
        self.assertEqual((len(empty), list(empty.dtypes.items())), (0, list(whole.dtypes.items())))
        self.assertEqual(relaxscope.to_frame([]).shape, (0, 0))

    def test_some_rows_and_frames_themselves(self):
        calls = [row for row in self.rows["calls"] if row.kind == "call"]
        self.assertEqual(list(relaxscope.to_frame(calls).callee), [row.callee for row in calls])
        frame = self.frames["calls"]
        self.assertIs(relaxscope.to_frame(frame), frame)

    def test_questions_of_pandas(self):
        events = self.frames["events"]
        measured = events[~events.warmup & (events.callee == "softmax")]
        self.assertEqual(list(measured.groupby("run").duration_ns.count()), [1, 1, 1])
        sites = self.frames["sites"]
        joined = sites[sites.kind == "call"].merge(self.frames["instructions"], on=["function", "pc"], suffixes=("", "_said"))
        self.assertGreater(len(joined), 0)
        self.assertEqual(list(joined.callee), list(joined.callee_said))

if __name__ == "__main__":
    unittest.main()
