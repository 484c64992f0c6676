# SPDX-License-Identifier: Apache-2.0
"""Runs prepared from Python: the same function, arguments and limits as rscope with the same options."""
import hashlib
import importlib.util
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

if importlib.util.find_spec("numpy") is None:
    print("skipped: NumPy is not here; ./dev test sets it up in .venv")
    sys.exit(77)

import numpy as np

import relaxscope

FILE = pathlib.Path(os.environ["RELAXSCOPE_TEST_DATA"]) / "run" / "arguments.txt"


def rscope(*options: str) -> dict:
    command = [os.environ["RSCOPE"], "run", str(FILE), *options, "--print-request", "--json"]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


class Prepared(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.exe = relaxscope.open(FILE)
        cls.folder = tempfile.TemporaryDirectory()
        cls.arrays = pathlib.Path(cls.folder.name) / "arrays.dat"   # not named .npz
        with open(cls.arrays, "wb") as out:
            np.savez(out, y=np.array([1, 2], "float32"), w=np.array([1, 2, 3], "int8"))

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_is_the_request_of_the_command_line(self):
        seed = 2**64 - 5
        for inputs in ([], ["y=float32[5]"], ["w=int8[3]", "float32[9,3]"], [f"y=@{self.arrays}:y"], ["(float32[2], 3, (float32[1], none))", f"@{self.arrays}:y", "2.5"]):
            given = [option for text in inputs for option in ("--input", text)]
            expected = rscope("--seed", str(seed), "--step-limit", "1000", "--memory-limit", "5", "--timeout", "2.5", *given)
            prepared = self.exe.prepare(inputs=inputs, seed=seed, step_limit=1000, memory_limit=5, timeout=2.5)
            self.assertEqual(prepared.request, expected)
            self.assertEqual(prepared.function, "main")
            self.assertEqual(prepared.limits, {"time_seconds": 2.5, "memory_bytes": 5, "steps": 1000, "stack_depth": 10_000})
            self.assert_digests(prepared.arguments, expected["arguments"])

    def assert_digests(self, values, told):
        self.assertEqual(len(values), len(told))
        for value, row in zip(values, told):
            if row["type"] == "tensor":
                self.assertEqual((value.dtype.name, list(value.shape), value.nbytes), (row["dtype"], row["shape"], row["bytes"]))
                self.assertEqual(hashlib.sha256(value.tobytes()).hexdigest(), row["sha256"])
            elif row["type"] == "tuple":
                self.assert_digests(value, row["fields"])
            else:
                self.assertEqual(value, row.get("value"))

    def test_the_arguments_of_a_file_and_a_script(self):
        args = pathlib.Path(self.folder.name) / "args.json"
        args.write_text('[{"type":"tensor","key":"y"},{"type":"random","dtype":"int8","shape":[4],"seed":3},{"type":"int","value":7}]')
        self.assertEqual(self.exe.prepare("main", args=args, arrays=self.arrays).request, rscope("main", "--args", str(args), "--inputs", str(self.arrays)))
        script = pathlib.Path(self.folder.name) / "script.json"
        script.write_text('[{"func":"main","args":[{"type":"int","value":1}]},{"func":"main","args":[{"type":"result","call":0}]}]')
        prepared = self.exe.prepare(script=script)
        self.assertEqual(prepared.request, rscope("--script", str(script)))
        with self.assertRaisesRegex(TypeError, "script"):
            prepared.arguments

    def test_arrays_fill_the_arguments_of_their_names(self):
        prepared = self.exe.prepare("main", arrays=self.arrays)
        self.assertEqual(prepared.request, rscope("--inputs", str(self.arrays)))
        rows = {row["name"]: row for row in prepared.request["arguments"]}
        self.assertEqual(rows["y"]["source"], f"@{self.arrays}:y")
        self.assertEqual(rows["w"]["source"], f"@{self.arrays}:w")
        self.assertEqual((rows["x"]["source"], rows["x"]["shape"]), ("default", [2, 3]))  # n is the extent of y

    def test_a_run_takes_them(self):
        prepared = self.exe.prepare("main", ["y=float32[5]"], seed=7)
        self.assertEqual(prepared.defaulted, ["x: float32[5, 3], random with seed 7", "w: int8[3], random with seed 7"])
        for result, value in zip(self.exe.run("main", inputs=["y=float32[5]"], seed=7), prepared.arguments):
            np.testing.assert_array_equal(result, value)
        self.assertEqual(len(self.exe.profile("main", inputs=[], repeat=2).run_ns), 2)
        with self.assertRaisesRegex(TypeError, "not both"):
            self.exe.run("main", 1, inputs=[])

    def test_what_cannot_be_is_said(self):
        for inputs, message in ((["z=3"], 'no parameter "z"; the function takes x, y, w'), (["x=what"], "is neither")):
            with self.assertRaisesRegex(ValueError, message):
                self.exe.prepare(inputs=inputs)
        with self.assertRaisesRegex(ValueError, "seed"):
            self.exe.prepare(seed=-1)
        with self.assertRaisesRegex(TypeError, "mutually exclusive|omit function"):
            self.exe.prepare("main", script="x.json")


if __name__ == "__main__":
    unittest.main()
