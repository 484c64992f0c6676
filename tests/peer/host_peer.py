# SPDX-License-Identifier: Apache-2.0
"""What host programs do, in a process with TVM: the Python package's tests of it, and the cases that need TVM itself."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import numpy as np
import tvm
import tvm_ffi
from tvm import relax
from tvm.script import ir as I
from tvm.script import tirx as T

from drop_in import exported, outcome, own_function, shared
from values import difference

HOST_TEST = pathlib.Path(__file__).parents[1] / "python" / "host_test.py"


@I.ir_module
class Kernels:
    @T.prim_func(s_tir=True)
    def double(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32")):
        for i in range(4):
            with T.sblock("double"):
                v = T.axis.spatial(4, i)
                B[v] = A[v] * T.float32(2)


def tensors_in_storages():
    """main(x, offset): a kernel writes to a tensor at the offset in a storage; likewise to a view of it, and to one whose offset was removed."""
    ib = relax.ExecBuilder()
    for name, steps in {"main": 0, "view": 1, "moved": 2}.items():
        with ib.function(name, num_inputs=2):
            storage = [ib.vm_state(), tvm_ffi.Shape((256,)), ib.imm(0), tvm.DataType("uint8"), ib.convert_constant("global")]
            ib.emit_call("vm.builtin.alloc_storage", args=storage, dst=ib.r(2))
            ib.emit_call("vm.builtin.alloc_tensor", args=[ib.r(2), ib.r(1), tvm_ffi.Shape((4,)), tvm.DataType("float32")], dst=ib.r(3))
            if steps > 0:
                ib.emit_call("vm.builtin.reshape", args=[ib.r(3), tvm_ffi.Shape((4,))], dst=ib.r(3))
            if steps > 1:
                ib.emit_call("vm.builtin.ensure_zero_offset", args=[ib.r(3)], dst=ib.r(3))
            ib.emit_call("double", args=[ib.r(0), ib.r(3)])
            ib.emit_ret(ib.r(3))
    executable = ib.get()
    executable.mod.import_module(tvm.compile(Kernels, target="llvm").mod)
    return executable


TVM_SECOND = """
import os, sys
import tvm_ffi
import relaxscope
vm = relaxscope.open(sys.argv[1]).vm()
state = vm("make")
tvm_ffi.get_global_func("vm.builtin.kv_state_add_sequence")(state, 0)
import tvm
tvm.get_global_func("vm.builtin.kv_state_remove_sequence")(state, 0)
try:
    tvm.get_global_func("vm.builtin.kv_state_add_sequence")("text", 0)
except TypeError as error:
    print("KVState" in str(error))
tvm.get_global_func("vm.builtin.kv_state_add_sequence")(vm("make"), 0)
print(True)
"""


class Host(unittest.TestCase):
    def test_the_package_with_tvm_imported(self):
        done = subprocess.run([sys.executable, HOST_TEST], env={**os.environ, "RELAXSCOPE_TEST_WITH_TVM": "1"}, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_tvm_may_come_after_a_state(self):
        """The global functions for states are ours before, and serve both VMs after."""
        sys.path.insert(0, str(HOST_TEST.parent))
        from host_test import STATES

        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder) / "states.txt"
            program.write_text(STATES, "utf-8")
            done = subprocess.run([sys.executable, "-c", TVM_SECOND, program], capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stdout.split()), (0, ["True"] * 2), done.stderr)

    def test_offsets_in_storages(self):
        """Kernels refuse a tensor with an offset in both VMs, whether it would keep their alignment or not."""
        executable = tensors_in_storages()
        with tempfile.TemporaryDirectory() as folder:
            path = str(pathlib.Path(folder) / "exported.so")
            executable.export_library(path)
            vms = {"shared": relax.VirtualMachine(shared(executable), tvm.cpu()), "exported": relax.VirtualMachine(exported(executable), tvm.cpu()),
                   "package": own_function("load_executable")(path)["vm_load_executable"]()}
        vms["package"]["vm_initialization"](1, 0, 2)
        peer, x = relax.VirtualMachine(executable, tvm.cpu()), tvm.runtime.tensor(np.arange(4, dtype="float32"))
        for function in ("main", "view", "moved"):
            for offset in (0, 64, 4):
                want, refusal = outcome(lambda: peer[function](x, offset))
                self.assertEqual(refusal is None, offset == 0 or function == "moved")
                for name, vm in vms.items():
                    with self.subTest(function=function, offset=offset, vm=name):
                        got, error = outcome(lambda vm=vm: vm[function](x, offset))
                        self.assertEqual((type(error), str(error)), (type(refusal), str(refusal)))
                        self.assertIsNone(difference(want, got))
