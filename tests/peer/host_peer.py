# SPDX-License-Identifier: Apache-2.0
"""What host programs do, in a process with TVM: the Python package's tests of it, and the cases that need TVM itself."""
import os
import pathlib
import subprocess
import sys
import unittest

HOST_TEST = pathlib.Path(__file__).parents[1] / "python" / "host_test.py"


class Host(unittest.TestCase):
    def test_the_package_with_tvm_imported(self):
        done = subprocess.run([sys.executable, HOST_TEST], env={**os.environ, "RELAXSCOPE_TEST_WITH_TVM": "1"}, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
