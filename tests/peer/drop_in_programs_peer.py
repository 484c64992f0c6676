# SPDX-License-Identifier: Apache-2.0
"""Every program of the tables with tvm.relax.VirtualMachine, on TVM's VM and on ours: the same bits, the same exceptions."""
import importlib
import unittest

import tvm
from tvm import relax

from drop_in import exported, invoke, shared
from values import difference

LEAST = 150
TABLES = {"operators": ("math", "tensor"), "networks": ("nn", "control")}   # loaded on demand, as parsing TVMScript is slow


def programs_of(name):
    return [program for part in TABLES[name] for program in importlib.import_module(f"relax_programs_{part}").PROGRAMS]


def words(outcome):
    value, error = outcome
    return repr(value) if error is None else f"{type(error).__name__}: {str(error).splitlines()[0][:200]}"


class Programs(unittest.TestCase):
    """Shared part of the two test classes."""

    __test__ = False

    def compare(self, call, peer, own):
        want, got = invoke(peer, *call), invoke(own, *call)
        if want[1] is None or got[1] is None:
            self.assertEqual(want[1] is None, got[1] is None, f"{call[0]}: TVM {words(want)}, ours {words(got)}")
            self.assertIsNone(difference(want[0], got[0], exact=True), call[0])
            return
        self.assertIs(type(want[1]), type(got[1]), f"{call[0]}: TVM {words(want)}, ours {words(got)}")
        self.assertTrue(str(got[1]).strip(), f"{call[0]}: {type(got[1]).__name__} without a word")

    def run_program(self, program):
        """Runs on our VM with TVM's modules and with its own library."""
        executable = program.build()
        peer = relax.VirtualMachine(executable, tvm.cpu())
        vms = [shared(executable), exported(executable)]
        self.assertEqual(len(vms), 2)
        calls = program.all_calls()
        for module in vms:
            own = relax.VirtualMachine(module, tvm.cpu())
            self.assertEqual(own.module.kind, "relaxscope.VirtualMachine")
            for call in calls:
                self.compare(call, peer, own)
        return len(calls)

    def run_table(self, name):
        programs = programs_of(name)
        names = [program.name for program in programs]
        self.assertEqual(len(names), len(set(names)), "names of programs")
        ran = calls = 0
        for program in programs:
            with self.subTest(program.name):
                calls += self.run_program(program)
                ran += 1
        print(f"{ran} programs of {name} agree, {calls} calls each")
        self.assertEqual(ran, len(programs))


class DropInProgramsOperators(Programs):
    def test_programs(self):
        self.run_table("operators")


class DropInProgramsNetworks(Programs):
    def test_programs(self):
        self.run_table("networks")

    def test_tables_are_large_enough(self):
        self.assertGreaterEqual(sum(len(programs_of(name)) for name in TABLES), LEAST)
