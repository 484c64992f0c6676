# SPDX-License-Identifier: Apache-2.0
"""Comparison with real TVM: we must print, compute, refuse and write the same for everything it compiles.

    RELAXSCOPE_RSCOPE=... RELAXSCOPE_PEER_PACKED=... RELAXSCOPE_EXAMPLES=... RELAXSCOPE_VM=... python -m unittest peer_test.Text
"""
import concurrent.futures
import ctypes
import os
import pathlib
import tempfile
import unittest

import numpy as np
import tvm
import tvm_ffi
from tvm import relax

import models
import programs
import rscope
from assembler_peer import Assembler  # noqa: F401: run by name
from builder_peer import Builder  # noqa: F401
from llm_peer import Llm  # noqa: F401
from pack_peer import Pack  # noqa: F401
from values import difference, from_tvm, to_tvm

RANDOM_PROGRAMS = 120


def peer_packed():
    return tvm.runtime.load_module(rscope.PACKED)


def peer_call(vm, function, arguments):
    """(value, None) or (None, the error's text) of a call in TVM's VM (or ours through its protocol)."""
    try:
        return from_tvm(vm[function](*map(to_tvm, arguments))), None
    except Exception as error:  # noqa: BLE001: every kind of refusal is an answer here
        return None, f"{type(error).__name__}: {error}"


class Files(unittest.TestCase):
    """Creates the files that the tests of a class need in a folder of their own."""

    want_models, seeds = True, range(8)

    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.scratch.name)
        cls.models = [(model, model.export(cls.folder)) for model in (models.models() if cls.want_models else [])]
        cls.programs = []
        for case in programs.chosen() + programs.randoms(cls.seeds):
            path = cls.folder / f"{case.name}.bin"
            case.executable.mod.write_to_file(str(path), "")
            cls.programs.append((case, path))

    @classmethod
    def tearDownClass(cls):
        cls.scratch.cleanup()

    def each(self, items, check):
        """Runs `check(*item)` for each item, two at a time; every failure is reported under the item's name."""
        self.assertGreater(len(items), 0)
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            tasks = [(item[0].name, pool.submit(check, *item)) for item in items]
            for name, task in tasks:
                with self.subTest(name):
                    task.result()

    def compare_call(self, file, vm, function, arguments, *options):
        want, refusal = peer_call(vm, function, arguments)
        try:
            got = rscope.run(file, function, arguments, *options)
        except rscope.Failed as failed:
            self.assertIsNotNone(refusal, f"{function}{arguments}: TVM computes {want!r}, ours ends with {failed}")
            self.assertEqual(failed.code, 2, f"{function}{arguments}: {failed}")
            self.assertTrue(failed.words.strip(), f"{function}: exit 2 without a word")
            return
        self.assertIsNone(refusal, f"{function}{arguments}: TVM refuses ({refusal}), ours computes {got!r}")
        self.assertIsNone(difference(want, got), f"{function}{arguments}")


class Text(Files):
    """dump and stats print what as_text, as_python and stats print."""

    def check(self, _, path):
        if path.suffix == ".so":
            module = tvm.runtime.load_module(str(path))
        else:
            module = tvm_ffi.get_global_func("ffi.Module.load_from_file.relax.VMExecutable")(str(path))
        for name, *command in (("as_text", "dump", "--format", "text"), ("as_python", "dump", "--format", "python"), ("stats", "stats")):
            want = module[name]().rstrip("\n")
            got = rscope.command(command[0], path, *command[1:]).decode().rstrip("\n")
            self.assertEqual(want, got, f"{path.name}: {name}")

    def test_models(self):
        self.each(self.models, self.check)

    def test_programs(self):
        self.each(self.programs, self.check)

    def test_verify_finds_no_error(self):
        self.each(self.models + self.programs, lambda _, path: rscope.command("verify", path))


class Models(Files):
    """Compiled models compute the same values, and fail where TVM fails."""

    seeds = ()

    def test_calls(self):
        def check(model, path):
            vm = relax.VirtualMachine(tvm.runtime.load_module(str(path)), tvm.cpu())
            for function, arguments in model.calls:
                self.compare_call(path, vm, function, arguments, *model.options)

        self.each(self.models, check)

    def test_what_would_leave_an_object_is_refused(self):
        def check(model, path):
            for function, arguments in model.refused:
                with self.assertRaises(rscope.Failed) as caught:
                    rscope.run(path, function, arguments)
                self.assertEqual(caught.exception.code, 2, caught.exception)

        self.each([item for item in self.models if item[0].refused], check)

    def test_functions_that_kernels_look_up_have_a_home(self):
        model, path = next(item for item in self.models if item[0].name == "sorted")
        with self.assertRaises(rscope.Failed) as caught:
            rscope.run(path, *model.calls[0])
        self.assertIn("Cannot find function tvm.contrib.sort.sort", caught.exception.words)
        self.assertIn("(usually in TVM's libtvm_runtime_extra; load it with --load)", caught.exception.words)

    def test_allocators_agree(self):
        def check(model, path):
            for function, arguments in model.calls[:1]:
                results = [rscope.run(path, function, arguments, "--allocator", allocator, *model.options) for allocator in ("pooled", "naive")]
                self.assertIsNone(difference(*results))

        self.each(self.models, check)


class Programs(Files):
    """Programs of ExecBuilder, hand-written and random."""

    want_models, seeds = False, range(RANDOM_PROGRAMS)

    def test_calls(self):
        def check(case, path):
            executable = tvm_ffi.get_global_func("ffi.Module.load_from_file.relax.VMExecutable")(str(path))
            executable.import_module(peer_packed())
            try:
                vm = relax.VirtualMachine(executable, tvm.cpu())
            except Exception:  # noqa: BLE001: TVM refuses to load; every call of ours must fail too
                vm = {}
            for function, arguments in case.calls:
                self.compare_call(path, vm, function, arguments, "--load", rscope.PACKED)

        self.each(self.programs, check)


class Recorded(Files):
    """A profile has the calls that an instrument of TVM's VM sees, by name and in order."""

    seeds = ()

    def test_models(self):
        def check(model, path):
            if model.mode != "bytecode":
                return
            vm = relax.VirtualMachine(tvm.runtime.load_module(str(path)), tvm.cpu())
            seen = []
            vm.set_instrument(lambda _, name, before, __, *arguments: seen.append(name) if before else None)
            for function, arguments in model.calls:
                seen.clear()
                if peer_call(vm, function, arguments)[1] is not None:
                    continue
                self.assertEqual(rscope.recorded_calls(path, function, arguments, *model.options), seen, function)

        self.each(self.models, check)


class Convert(Files):
    """Files written by convert are executables for TVM, with the same bytes as its own."""

    def check(self, _, path):
        form, back = path.with_suffix(".json"), path.with_suffix(".back")
        rscope.command("convert", path, "--format", "json", "-o", form)
        rscope.command("convert", form, "--format", "binary", "-o", back)
        load = tvm_ffi.get_global_func("ffi.Module.load_from_file.relax.VMExecutable")
        rebuilt = load(str(back))
        if path.suffix == ".bin":
            self.assertEqual(path.read_bytes(), back.read_bytes())
            self.assertEqual(load(str(path))["as_text"](), rebuilt["as_text"]())
        else:
            self.assertEqual(tvm.runtime.load_module(str(path))["as_python"](), rebuilt["as_python"]())

    def test_models(self):
        self.each(self.models, self.check)

    def test_programs(self):
        self.each(self.programs, self.check)

    def test_rebuilt_programs_run_in_tvm(self):
        case, path = next(item for item in self.programs if item[0].name == "fibonacci")
        back = self.folder / "fibonacci.rebuilt"
        rscope.command("convert", path, "--format", "binary", "-o", back)
        executable = tvm_ffi.get_global_func("ffi.Module.load_from_file.relax.VMExecutable")(str(back))
        executable.import_module(peer_packed())
        self.assertEqual(relax.VirtualMachine(executable, tvm.cpu())["fib"](15), 610)
        self.assertEqual(case.calls[-1], ("fib", (15,)))


class Examples(unittest.TestCase):
    """The shipped examples give the same results in TVM, including the one with our own kernels."""

    def test_examples(self):
        folder = pathlib.Path(os.environ["RELAXSCOPE_EXAMPLES"])
        for name, function in (("pool_tree", "main"), ("pool_tree", "each_row"), ("transformer_block", "main"), ("mlp_dynamic", "main")):
            with self.subTest(f"{name} {function}"):
                library = folder / f"{name}.so"
                arguments = list(np.load(folder / f"{name}.npz").values())
                vm = relax.VirtualMachine(tvm.runtime.load_module(str(library)), tvm.cpu())
                want, refusal = peer_call(vm, function, arguments)
                self.assertIsNone(refusal)
                self.assertIsNone(difference(want, rscope.run(library, function, arguments)))
                first = want[0] if isinstance(want, tuple) else want
                self.assertTrue(np.allclose(first.sum(-1), 1, atol=1e-5), "probabilities sum to one")

    def test_pool_tree_on_the_thread_pool_and_with_wrong_arguments(self):
        library = pathlib.Path(os.environ["RELAXSCOPE_EXAMPLES"]) / "pool_tree.so"
        vm = relax.VirtualMachine(tvm.runtime.load_module(str(library)), tvm.cpu())
        for rows, columns, refused in ((1000, 16, False), (1, 16, False), (2, 15, True)):
            x = np.random.default_rng(rows).standard_normal((rows, columns)).astype("float32")
            want, refusal = peer_call(vm, "main", (x,))
            self.assertEqual(refusal is not None, refused, refusal)
            if refused:
                self.assertRaises(rscope.Failed, rscope.run, library, "main", (x,))
            else:
                self.assertIsNone(difference(want, rscope.run(library, "main", (x,))))


class DropIn(Files):
    """Our VM with TVM's module protocol, in a process that has TVM loaded."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.library = ctypes.CDLL(os.environ["RELAXSCOPE_VM"], ctypes.RTLD_GLOBAL)

    def vm(self, module):
        return relax.VirtualMachine(module, tvm.cpu())

    def compare_both(self, calls, peer, own):
        for function, arguments in calls:
            want, refusal = peer_call(peer, function, arguments)
            got, own_refusal = peer_call(own, function, arguments)
            self.assertEqual(refusal is None, own_refusal is None, f"{function}{arguments}: TVM {refusal or want!r}, ours {own_refusal or got!r}")
            if refusal is None:
                self.assertIsNone(difference(want, got), f"{function}{arguments}")

    def test_models(self):
        load = tvm_ffi.get_global_func("relaxscope.load_executable")
        for model, path in self.models:
            with self.subTest(model.name):
                peer = self.vm(tvm.runtime.load_module(str(path)))
                own = self.vm(load(str(path)))
                self.compare_both(model.calls, peer, own)
                self.compare_both(model.calls[:1], peer, own)

    def test_programs(self):
        load = tvm_ffi.get_global_func("relaxscope.executable_from_bytes")
        for case, path in self.programs:
            with self.subTest(case.name):
                if case.name == "missing":
                    self.assertRaises(Exception, lambda p=path: self.vm(load(p.read_bytes(), [peer_packed()])))
                    continue
                executable = tvm_ffi.get_global_func("ffi.Module.load_from_file.relax.VMExecutable")(str(path))
                executable.import_module(peer_packed())
                self.compare_both(case.calls, self.vm(executable), self.vm(load(path.read_bytes(), [peer_packed()])))

    def test_builtins_refuse_alike(self):
        """Errors of the same kind for invalid arguments of builtins."""
        load = tvm_ffi.get_global_func("relaxscope.executable_from_bytes")
        case, path = next(item for item in self.programs if item[0].name == "refusals")
        peer = self.vm(tvm_ffi.get_global_func("ffi.Module.load_from_file.relax.VMExecutable")(str(path)))
        own = self.vm(load(path.read_bytes(), []))
        for function, arguments in case.calls:
            want, got = (peer_call(vm, function, arguments)[1] for vm in (peer, own))
            self.assertIsNotNone(want, f"{function}{arguments}: TVM takes it")
            self.assertEqual(want.split(":")[0], (got or "no error").split(":")[0], f"{function}{arguments}: TVM {want}, ours {got}")

    def test_saved_functions_bind_the_last_arguments(self):
        load = tvm_ffi.get_global_func("relaxscope.load_executable")
        model, path = next(item for item in self.models if item[0].name == "several")
        function, (first, second) = next(call for call in model.calls if len(call[1]) == 2)
        answers = []
        for vm in (self.vm(tvm.runtime.load_module(str(path))), self.vm(load(str(path)))):
            vm.save_function(function, "whole", tvm.runtime.tensor(first), tvm.runtime.tensor(second))
            vm.save_function(function, "half", tvm.runtime.tensor(second))
            answers.append([peer_call(vm, "whole", ()), peer_call(vm, "half", (first,))])
            self.assertIsNotNone(peer_call(vm, "whole", (first,))[1])
        for want, got in zip(*answers):
            self.assertIsNone(want[1])
            self.assertIsNone(got[1])
            self.assertIsNone(difference(want[0], got[0]))

    def test_instruments(self):
        """Skipping, data types as text, and a factory by name behave alike."""
        load = tvm_ffi.get_global_func("relaxscope.load_executable")
        model, path = next(item for item in self.models if item[0].name == "mlp_dynamic")
        seen = []

        @tvm.register_global_func("peer.instrument", override=True)
        def make(skipped):
            def instrument(_, name, before, __, *arguments):
                seen[-1].append((name, before, [a for a in arguments if isinstance(a, str)]))
                return int(before and name == skipped)
            return tvm.runtime.convert(instrument)

        for vm in (self.vm(tvm.runtime.load_module(str(path))), self.vm(load(str(path)))):
            seen.append([])
            vm.module["set_instrument"]("peer.instrument", "vm.builtin.check_tensor_info")
            self.assertIsNone(peer_call(vm, *model.calls[0])[1])
        self.assertGreater(len(seen[0]), 10)
        self.assertEqual(seen[0], seen[1])

    def test_tvm_keeps_its_own_builtins(self):
        """Loading our library does not replace TVM's global functions."""
        make = tvm_ffi.get_global_func("vm.builtin.make_tuple")
        self.assertEqual([int(v) for v in make(1, 2)], [1, 2])
        model, path = next(item for item in self.models if item[0].name == "mlp_dynamic_compiled")
        vm = self.vm(tvm.runtime.load_module(str(path)))
        self.assertIsNone(peer_call(vm, *model.calls[0])[1])


if __name__ == "__main__":
    unittest.main()
