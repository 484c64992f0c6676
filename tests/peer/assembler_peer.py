# SPDX-License-Identifier: Apache-2.0
"""The python form and TVM: run as Python it drives TVM's ExecBuilder, and gives the bytes that were dumped."""
import os
import pathlib
import re
import tempfile
import unittest

import builder_programs
import models
import programs
import rscope

PROGRAMS = 150
HEAD = "import numpy as np\nimport tvm\nfrom tvm import relax\nib = relax.ExecBuilder()\n"
# Programs as people write them, without the header of a dump: both make the same bytes of them.
WRITTEN = {
    "values": '''s = ib.convert_constant("text")
again = ib.convert_constant("text")
n = ib.convert_constant(5)
x = tvm.runtime.tensor(np.array([1.0, 2.0], "float32"))
with ib.function("f", num_inputs=1):
    ib.emit_call("g", args=[x, s, again, n, (1, 2), tvm.DataType("int8"), ib.convert_constant(2.5), x, 0], dst=ib.r(700))
    ib.emit_call("h", args=[ib.r(700), ib.r(0), tvm.runtime.tensor(np.array([1.0, 2.0], "float32"))], dst=ib.r(5))
    ib.emit_ret(ib.r(5))
''',
    "registers": '''with ib.function("f", num_inputs=2, param_names=["a", "b"]):
    ib.emit_call("g", args=[ib.r(1), ib.imm(-3)], dst=ib.r(10000))
    ib.emit_if(ib.r(10000), 3)
    ib.emit_call("g", args=[ib.r(0), (), tvm.runtime.ShapeTuple([4])], dst=ib.r(9))
    ib.emit_call("k", args=[ib.r(9), ib.vm_state()], dst=ib.r(10000))
    ib.emit_ret(ib.r(10000))
''',
}
# What both refuse, and what ours says.
REFUSED = {
    'with ib.function("f", num_inputs=1):\n    ib.emit_call("g", args=[ib.r(7)], dst=ib.r(1))\n    ib.emit_ret(ib.r(1))\n': "r(7) is read but never written",
    'with ib.function("f", num_inputs=1):\n    ib.emit_call("g", args=[7], dst=ib.r(1))\n    ib.emit_ret(ib.r(1))\n': "r(7) is read but never written",
    'with ib.function("f", num_inputs=1):\n    ib.emit_call("g", args=[[1, 2]], dst=ib.r(1))\n    ib.emit_ret(ib.r(1))\n': "a list is no argument",
    'with ib.function("f", num_inputs=1):\n    ib.emit_call("g", args=["s"], dst=ib.r(1))\n    ib.emit_ret(ib.r(1))\n': "a string is no argument",
    'with ib.function("f", num_inputs=1):\n    ib.emit_call("g", args=[2.5], dst=ib.r(1))\n    ib.emit_ret(ib.r(1))\n': "a float is no argument",
    'with ib.function("f", num_inputs=1):\n    ib.emit_goto(0)\n    ib.emit_ret(ib.r(0))\n': "goto of offset 0",
}
UNMADE = b"# ExecBuilder makes other bytes: "


class Assembler(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.scratch.name)

    @classmethod
    def tearDownClass(cls):
        cls.scratch.cleanup()

    def dumped(self, path):
        """The python form of a file; must read back as the same bytes."""
        form, bare = path.with_suffix(".py"), path.with_suffix(".bare")
        rscope.command("convert", path, "-o", bare, "--format", "binary")
        rscope.command("convert", path, "-o", form)
        back = path.with_suffix(".back")
        rscope.command("convert", form, "-o", back, "--format", "binary")
        self.assertEqual(bare.read_bytes(), back.read_bytes(), path.name)
        return form, bare.read_bytes()

    def rebuilt(self, form):
        """The result of TVM's ExecBuilder for it, run in its own scope in the folder of its side file."""
        scope = {}
        here = os.getcwd()
        os.chdir(form.parent)
        try:
            exec(compile(form.read_text(), form.name, "exec"), scope)  # noqa: S102: that is the test
            made = form.with_suffix(".made")
            scope["executable"].mod.write_to_file(str(made), "")
            return made.read_bytes()
        finally:
            os.chdir(here)

    def check(self, path):
        form, bare = self.dumped(path)
        text = form.read_bytes()
        self.assertNotIn(UNMADE, text, f"{path.name}: {text[:400]!r}")
        self.assertEqual(self.rebuilt(form), bare, path.name)

    def test_programs_of_exec_builder(self):
        for case in programs.chosen() + programs.randoms(range(20)):
            with self.subTest(case.name):
                path = self.folder / f"{case.name}.bin"
                case.executable.mod.write_to_file(str(path), "")
                self.check(path)

    def test_random_programs_with_every_constant(self):
        for seed in range(PROGRAMS):
            built, _ = builder_programs.tvm_builds(builder_programs.Maker(seed, False).program())
            with self.subTest(seed=seed):
                path = self.folder / f"random{seed}.bin"
                path.write_bytes(built)
                self.check(path)

    def test_compiled_models(self):
        """Relax's compiler uses the same builder, except for memory scopes and compiled functions."""
        made = 0
        for model in models.models():
            path = pathlib.Path(model.export(self.folder))
            with self.subTest(path.name):
                form, bare = self.dumped(path)
                if UNMADE in form.read_bytes():
                    continue
                self.assertEqual(self.rebuilt(form), bare)
                made += 1
        self.assertGreater(made, 3)

    def test_a_reason_is_never_given_in_vain(self):
        """If the form states that ExecBuilder cannot make the bytes, the statements alone do not give them."""
        seen = 0
        for seed in range(40):
            built, _ = builder_programs.tvm_builds(builder_programs.Maker(seed, False).program())
            damaged = bytearray(built)
            damaged[-8] ^= 1 + seed % 3  # the low byte of the last word, a returned register
            path = self.folder / f"damaged{seed}.bin"
            path.write_bytes(bytes(damaged))
            try:
                form, bare = self.dumped(path)
            except rscope.Failed:  # there is no code, so that was a count
                continue
            with self.subTest(seed=seed):
                try:
                    made = self.rebuilt(form)
                except Exception:  # noqa: BLE001: TVM refuses it
                    made = None
                self.assertEqual(UNMADE in form.read_bytes(), made != bare)
                seen += made != bare
        self.assertGreater(seen, 10)

    def test_programs_without_a_header_drive_the_builder(self):
        for name, text in WRITTEN.items():
            with self.subTest(name):
                form = self.folder / f"{name}.py"
                form.write_text(HEAD + text + "executable = ib.get()\n")
                back = form.with_suffix(".back")
                rscope.command("convert", form, "-o", back, "--format", "binary")
                self.assertEqual(back.read_bytes(), self.rebuilt(form))

    def test_dumps_without_their_header_give_the_same_bytes(self):
        for case in programs.chosen():
            with self.subTest(case.name):
                path = self.folder / f"{case.name}.bin"
                case.executable.mod.write_to_file(str(path), "")
                form, bare = self.dumped(path)
                lines = form.read_text().splitlines(keepends=True)
                form.write_text("".join(line for line in lines if not line.lstrip().startswith("#:")))
                back = form.with_suffix(".back")
                rscope.command("convert", form, "-o", back, "--format", "binary")
                self.assertEqual(back.read_bytes(), bare)

    def test_what_the_builder_refuses_is_refused(self):
        for number, (text, words) in enumerate(REFUSED.items()):
            with self.subTest(words):
                form = self.folder / f"refused{number}.py"
                form.write_text(HEAD + text + "executable = ib.get()\n")
                with self.assertRaises(Exception):  # noqa: B017: TypeError or InternalError
                    self.rebuilt(form)
                with self.assertRaisesRegex(Exception, re.escape(words)):
                    rscope.command("convert", form, "-o", form.with_suffix(".back"), "--format", "binary")
