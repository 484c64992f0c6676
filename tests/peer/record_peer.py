# SPDX-License-Identifier: Apache-2.0
"""relaxscope.record of a VM that TVM's Python made and our engine executes, and relaxscope.open of what TVM's compiler returned."""
import functools
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

import numpy as np
import tvm
import tvm_ffi
from tvm import relax
from tvm.script import ir as I
from tvm.script import relax as R

import llm_generate_peer as llm
import relaxscope
from relax_programs import TARGET, f32
from values import Shape, from_tvm, to_tvm


@I.ir_module
class Served:
    @R.function
    def main(x: R.Tensor(("n", 4), "float32"), y: R.Tensor((4,), "float32")) -> R.Tensor(("n", 4), "float32"):
        return R.multiply(R.exp(R.add(x, y)), R.const(2.0, "float32"))

    @R.function
    def other(x: R.Tensor(("n", 4), "float32")) -> R.Tensor(("n", 4), "float32"):
        return R.nn.softmax(x)


X, Y = f32(3, 4), f32(4)


def tensor(value):
    return tvm.runtime.tensor(value)


@functools.cache
def built(mode="bytecode", target=None):
    return relax.build(Served, target=tvm.target.Target(target or TARGET), exec_mode=mode)


def counts(profile, kind="call"):
    return {row.callee: row.count for row in profile.rows.calls if row.kind == kind}


def bodies(profile):
    return {row.callee: row.count for row in profile.rows.calls if row.kind.endswith("body")}


class Record(unittest.TestCase):
    def check_saved(self, profile):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "saved.rsprof")
            profile.save(path)
            stored = relaxscope.open_profile(path)
            for by in ("callee", "site", "shape", "kind", "layer", "call"):
                self.assertEqual(list(stored.rows.summary(by)), list(profile.rows.summary(by)), by)
            self.assertEqual(stored.overview, profile.overview)
            done = subprocess.run([os.environ["RELAXSCOPE_RSCOPE"], "export", path, "--json"], capture_output=True, text=True, check=True)
            self.assertEqual({(row["callee"], row["kind"]): row["count"] for row in json.loads(done.stdout)["calls"]},
                             {(row.callee, row.kind): row.count for row in profile.rows.calls})

    def test_every_way_of_a_call(self):
        for mode in ("bytecode", "compiled"):
            with self.subTest(mode):
                vm, x, y = relaxscope.tvm_vm(built(mode)), tensor(X), tensor(Y)
                vm.save_function("main", "saved", x, y)
                evaluate = vm.time_evaluator("other", tvm.cpu(), number=3, repeat=2)
                with relaxscope.record(vm) as profile:
                    vm["main"](x, y)
                    vm["other"](x)
                    vm["saved"]()
                    vm.set_input("main", x, y)
                    vm.invoke_stateful("main")
                    outputs = vm.get_outputs("main")
                    evaluate(x)   # one call before the measured ones
                self.assertEqual(bodies(profile), {"main": 3, "other": 1 + 1 + 3 * 2})
                self.assertEqual(profile.overview["entry"], "main; other")
                np.testing.assert_allclose(from_tvm(outputs), np.exp(X + Y) * 2, rtol=1e-5)
                vm["main"](x, y)
                self.assertEqual(bodies(profile)["main"], 3)
                self.check_saved(profile)

    def test_shapes_and_sites(self):
        vm = relaxscope.tvm_vm(built())
        with relaxscope.record(vm) as profile:
            for rows in (1, 3, 3):
                vm["other"](tensor(X[:rows]))
        shapes = {(row.callee, row.shapes): row.count for row in profile.rows.summary("shape") if row.callee == "softmax"}
        self.assertEqual(shapes, {("softmax", "f32[1, 4], f32[1, 4]"): 1, ("softmax", "f32[3, 4], f32[3, 4]"): 2})
        code = {row.pc: row.callee for row in relaxscope.open(built()).rows.instructions("other")}
        sites = [row for row in profile.rows.summary("site") if row.kind == "call"]
        self.assertTrue(sites)
        for site in sites:
            self.assertEqual((code[site.pc], site.count, site.function), (site.callee, 3, "other"))

    def test_a_refused_call_leaves_the_profile(self):
        vm = relaxscope.tvm_vm(built())
        with self.assertRaises(ValueError), relaxscope.record(vm) as profile:
            vm["other"](tensor(X))
            vm["other"](tensor(X.astype("float64")))
        self.assertEqual((counts(profile)["softmax"], bodies(profile)), (1, {"other": 2}))
        self.assertTrue(profile.incomplete.startswith("ValueError: "), profile.incomplete)
        with relaxscope.record(vm) as after:
            vm["main"](tensor(X), tensor(Y))
        self.assertEqual((bodies(after), after.incomplete), ({"main": 1}, ""))

    def test_tvm_vm_is_refused(self):
        with self.assertRaisesRegex(TypeError, "as relaxscope.tvm_vm creates it; got one of kind"):
            relaxscope.record(relax.VirtualMachine(built(), tvm.cpu())).__enter__()

    def test_a_language_model_driven_by_the_global_functions(self):
        """Prefill and two steps as code written for MLC makes them: each call of a kv_state function is in the profile."""
        with tempfile.TemporaryDirectory() as folder:
            library, _, weights = llm.build(pathlib.Path(folder))
            vm = relax.VirtualMachine(relaxscope.tvm_module(library), tvm.cpu())
        call = lambda name, *arguments: tvm_ffi.get_global_func("vm.builtin.kv_state_" + name)(*arguments)
        shape, params = lambda *extents: to_tvm(Shape(extents)), [tensor(value) for value in weights.values()]
        with relaxscope.record(vm) as profile:
            cache = vm["create"](shape(1), shape(256), shape(64), shape(llm.PAGE), shape(0))
            call("add_sequence", cache, 0)
            token = tensor(np.array([llm.PROMPT], "int32"))
            for step in range(3):
                call("begin_forward", cache, shape(0), shape(len(llm.PROMPT) if step == 0 else 1))
                token = vm["prefill" if step == 0 else "decode"](token, cache, params)
                call("end_forward", cache)
        want = {"add_sequence": 1, "begin_forward": 3, "end_forward": 3}
        self.assertEqual(counts(profile, "script builtin"), {f"vm.builtin.kv_state_{name}": count for name, count in want.items()})
        self.assertEqual(bodies(profile), {"create": 1, "prefill": 1, "decode": 2})
        self.assertEqual(counts(profile)["vm.builtin.attention_kv_cache_attention_with_fused_qkv"], 3 * llm.LAYERS)
        self.assertTrue(counts(profile, "nested kernel"), "kernels that the cache calls")
        self.assertTrue(profile.overview["entry"].startswith("create; vm.builtin.kv_state_add_sequence; "), profile.overview["entry"])
        self.check_saved(profile)


class OpenInMemory(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.executable = built()
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "served.so")
            cls.executable.export_library(path)
            cls.file = relaxscope.open(path)

    def forms(self):
        """What a program may hold."""
        return {"build": self.executable, "module": self.executable.mod, "runtime": tvm.runtime.Executable(self.executable.mod),
                "compiled": built("compiled"), "ours": relaxscope.tvm_module(self.executable)}

    def test_tables(self):
        for name in ("build", "module", "runtime", "ours"):
            exe = relaxscope.open(self.forms()[name])
            with self.subTest(name):
                for table in ("functions", "constants"):
                    self.assertEqual(list(getattr(exe.rows, table)), list(getattr(self.file.rows, table)), table)
                self.assertEqual(list(exe.rows.instructions()), list(self.file.rows.instructions()))
                self.assertEqual(list(exe.rows.memory_plan(n=17)), list(self.file.rows.memory_plan(n=17)))
                self.assertEqual(list(exe.rows.types("main")), list(self.file.rows.types("main")))
                self.assertEqual((exe.text(), exe.python(), exe.stats()), (self.file.text(), self.file.python(), self.file.stats()))
                self.assertEqual([row for row in exe.rows.verify() if row.severity == "error"], [])
                self.assertTrue(relaxscope.diff(exe, self.file, ignore=["kernels"]).same)
        self.assertEqual(relaxscope.open(self.executable).text(), self.executable.as_text())

    def test_kernels_are_those_that_the_compiler_names(self):
        exe = relaxscope.open(self.executable)
        kinds = [module["kind"] for module in exe.modules["modules"]]
        self.assertEqual(kinds[0], "relax.VMExecutable")
        called = {row.callee for row in exe.rows.instructions("main")} & set(self.file.kernels)
        self.assertTrue(called)
        self.assertLessEqual(called, set(exe.kernels))

    def test_runs(self):
        for name, form in self.forms().items():
            with self.subTest(name):
                exe = relaxscope.open(form)
                np.testing.assert_allclose(exe.run("main", X, Y), np.exp(X + Y) * 2, rtol=1e-5)
                profile = exe.profile("main", X, Y, repeat=2, warmup=0)
                self.assertEqual(bodies(profile), {"main": 2})
                prepared = exe.prepare("main", ["x=float32[3,4]", "y=float32[4]"], seed=7)
                self.assertEqual(len(prepared.arguments), 2)

    def test_code_that_must_be_compiled_first(self):
        """C source is exported to a file, for the build and for its bare module."""
        executable = built(target="c")
        self.assertEqual(relaxscope.open(executable).text(), executable.as_text())
        for form in (executable, executable.mod):
            np.testing.assert_allclose(relaxscope.open(form).run("main", X, Y), np.exp(X + Y) * 2, rtol=1e-5)

    def test_others_are_refused(self):
        accepted = r"an executable must be a path, what relax.build returns \(tvm.relax.VMExecutable, tvm.runtime.Executable\), or a tvm_ffi.Module"
        for other, got in ((Served, "IRModule"), (relax.VirtualMachine(self.executable, tvm.cpu()), "VirtualMachine"), (tensor(X), "Tensor"),
                           (self.executable.mod.imports[0], "a module of kind ")):
            for action in (relaxscope.open, relaxscope.tvm_module):
                with self.assertRaisesRegex(TypeError, accepted + ".* got " + got):
                    action(other)
