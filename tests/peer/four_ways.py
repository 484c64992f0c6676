# SPDX-License-Identifier: Apache-2.0
"""A program in both execution modes, from memory and exported, on TVM's VM and on ours, and the same steps on both."""
import pathlib
import tempfile
import traceback
import unittest

import tvm
from tvm import relax

from drop_in import outcome, own_function, shared
from relax_programs import TARGET
from values import difference

MODES = ("bytecode", "compiled")


def build(module, mode, target=None):
    return relax.build(module, target=tvm.target.Target(target or TARGET), exec_mode=mode)


def bytes_of(executable):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "bytes"
        executable.mod.write_to_file(str(path), "")
        return path.read_bytes()


def pair(make, devices=None, **options):
    """(TVM's VM, our VM) for the modules that `make` returns for them."""
    vms = tuple(relax.VirtualMachine(module, devices or tvm.cpu(), **options) for module in make())
    kinds = [vm.module.kind for vm in vms]
    assert kinds == ["relax.VirtualMachine", "relaxscope.VirtualMachine"], kinds
    return vms


def from_memory(executable, devices=None, **options):
    """TVM's VM on the executable's modules first, so that its code has looked TVM's builtins up before ours opens it."""
    return pair(lambda: (executable, shared(executable)), devices, **options)


def from_file(executable, devices=None, **options):
    with tempfile.TemporaryDirectory() as folder:
        path = str(pathlib.Path(folder) / "program.so")
        executable.export_library(path)
        return pair(lambda: (tvm.runtime.load_module(path), own_function("load_executable")(path)), devices, **options)


class FourWays(unittest.TestCase):
    """Base of tests that take the same steps on both VMs."""

    def ways(self, module, target=None, devices=None, modes=MODES, **options):
        """(name, TVM's VM, our VM) by execution mode and origin of the code."""
        for mode in modes:
            executable = build(module, mode, target)
            yield f"{mode} in memory", *from_memory(executable, devices, **options)
            yield f"{mode} exported", *from_file(executable, devices, **options)

    def alike(self, name, step, peer, own):
        """Returns what TVM's VM answers: (value, None) or (None, exception)."""
        want, got = outcome(lambda: step(peer)), outcome(lambda: step(own))
        with self.subTest(name):
            words = f"TVM {shown(want)}, ours {shown(got)}"
            self.assertIs(type(want[1]), type(got[1]), words)
            if want[1] is None:
                self.assertIsNone(difference(want[0], got[0], exact=True), words)
            else:
                self.assertEqual(bool(str(got[1]).strip()), bool(str(want[1]).strip()), f"messages: {words}")
        return want

    def take(self, steps, module, refused=(), **ways):
        """Takes all steps on both VMs of each way; those in `refused` must fail, all others must not."""
        for way, peer, own in self.ways(module, **ways):
            for name, step in steps.items():
                _, error = self.alike(f"{way}: {name}", step, peer, own)
                self.assertEqual(error is not None, name in refused, f"{way}: {name}: TVM {error!r}")


def shown(answer):
    value, error = answer
    return repr(value) if error is None else "".join(traceback.format_exception_only(error)).strip().split("\n")[0][:200]
