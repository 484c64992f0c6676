# SPDX-License-Identifier: Apache-2.0
"""convert --with and TVM: a library with a replaced program loads in TVM and computes what that program specifies.

Programs are edited in the JSON form: constants, instructions, ballast too large for the old place.
"""
import json
import pathlib
import shutil
import subprocess
import tempfile
import unittest

import numpy as np
import tvm
from tvm import relax

import models
import rscope
from values import difference, from_tvm, to_tvm

BALLAST = {"kind": "string", "value": "ballast " * 3000}
TOOLS = (["readelf", "-aW"], ["objdump", "-hpTt"], ["nm", "-D"], ["nm"])


def call(library, function, arguments):
    """(value, None) or (None, error's class) from TVM."""
    try:
        vm = relax.VirtualMachine(tvm.runtime.load_module(str(library)), tvm.cpu())
        return from_tvm(vm[function](*map(to_tvm, arguments))), None
    except Exception as error:  # noqa: BLE001: every kind of refusal is an answer here
        return None, f"{type(error).__name__}"


class Pack(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.scratch.name)
        cls.models = {model.name: (model, model.export(cls.folder)) for model in models.models()}

    @classmethod
    def tearDownClass(cls):
        cls.scratch.cleanup()

    def edited(self, library, name, edit):
        """The library's program, changed by `edit(form)`, packed with the library's kernels."""
        form_path, out = self.folder / f"{name}.json", self.folder / f"{name}.so"
        rscope.command("convert", library, "-o", form_path)
        form = json.loads(form_path.read_text())
        edit(form)
        form_path.write_text(json.dumps(form))
        rscope.command("convert", form_path, "--with", library, "-o", out)
        return out

    def assert_same(self, model, old, new):
        for function, arguments in model.calls:
            want, refusal = call(old, function, arguments)
            got, own_refusal = call(new, function, arguments)
            self.assertEqual(refusal, own_refusal, f"{function}{arguments}")
            if refusal is None:
                self.assertIsNone(difference(want, got), f"{function}{arguments}")

    def test_every_model_computes_the_same_from_an_appended_segment(self):
        for name, (model, library) in self.models.items():
            with self.subTest(name):
                new = self.edited(library, f"{name}_more", lambda form: form["constants"].append(BALLAST))
                self.assertGreater(new.stat().st_size, library.stat().st_size + 20000)
                self.assert_same(model, library, new)
                function, arguments = model.calls[0]
                want, refusal = call(library, function, arguments)
                if refusal is None:
                    self.assertIsNone(difference(want, rscope.run(new, function, arguments, *model.options)), "our own worker")

    def test_the_same_program_gives_the_same_file(self):
        for name in ("mlp_static", "several"):
            _, library = self.models[name]
            self.assertEqual(self.edited(library, f"{name}_same", lambda form: None).read_bytes(), library.read_bytes())

    def test_a_changed_constant_shows_in_the_result(self):
        model, library = self.models["mlp_static"]

        def zeros(form):
            last = next(c for c in form["constants"] if c.get("shape") == [16, 5])
            last["hex"] = "00" * (16 * 5 * 4)

        new = self.edited(library, "mlp_zeros", zeros)
        function, arguments = model.calls[0]
        for result in (call(new, function, arguments)[0], rscope.run(new, function, arguments)):
            self.assertTrue(np.allclose(result, 0.2), "softmax of zeros")

    def test_a_changed_instruction_shows_in_the_result(self):
        model, library = self.models["branch"]
        function, (_, x) = model.calls[0]

        def swap(form):
            for instruction in form["instructions"]:
                if instruction.get("func") in ("more", "less"):
                    instruction["func"] = "less" if instruction["func"] == "more" else "more"

        new = self.edited(library, "branch_swapped", swap)
        for flag in (True, False):
            want, _ = call(library, function, (np.array(not flag), x))
            self.assertIsNone(difference(want, call(new, function, (np.array(flag), x))[0]))
            self.assertIsNone(difference(want, rscope.run(new, function, (np.array(flag), x))))

    def test_packing_again_does_not_pile_up(self):
        model, library = self.models["mlp_static"]
        new = self.edited(library, "again0", lambda form: form["constants"].append(BALLAST))
        first = new.read_bytes()
        for step in range(1, 6):
            new = self.edited(new, f"again{step}", lambda form: form["constants"].pop() if len(form["constants"]) % 2 else form["constants"].append(BALLAST))
        self.assertLessEqual(len(new.read_bytes()), len(first) + len(BALLAST["value"]) + 64)
        rscope.command("convert", self.folder / "again0.json", "--with", new, "-o", self.folder / "again_first.so")
        self.assertEqual((self.folder / "again_first.so").read_bytes(), first)
        self.assert_same(model, library, new)

    def test_tools_read_what_was_packed(self):
        _, library = self.models["mlp_static"]
        new = self.edited(library, "tools", lambda form: form["constants"].append(BALLAST))
        for tool in TOOLS:
            if shutil.which(tool[0]) is None:
                continue
            before, after = (subprocess.run([*tool, str(path)], capture_output=True, check=False, env={"LC_ALL": "C"}) for path in (library, new))
            self.assertEqual(before.returncode, after.returncode, tool)
            self.assertEqual(before.stderr.replace(str(library).encode(), b"F"), after.stderr.replace(str(new).encode(), b"F"), tool)
        if shutil.which("strip"):
            stripped = self.folder / "stripped.so"
            subprocess.run(["strip", "-o", stripped, new], check=True)
            model, _ = self.models["mlp_static"]
            self.assert_same(model, library, stripped)
