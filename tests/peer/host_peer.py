# SPDX-License-Identifier: Apache-2.0
"""What host programs do, in a process with TVM: the Python package's tests of it, and the cases that need TVM itself."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

HOST_TEST = pathlib.Path(__file__).parents[1] / "python" / "host_test.py"


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
