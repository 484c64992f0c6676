# SPDX-License-Identifier: Apache-2.0
"""What a Python program does with a VM besides calls of its functions: Ctrl+C, shapes, states driven by global functions, closures, memory,
libraries that register functions. With RELAXSCOPE_TEST_WITH_TVM set, TVM is imported before."""
import contextlib
import importlib.util
import os
import pathlib
import sys
import tempfile
import unittest

if importlib.util.find_spec("numpy") is None:
    print("skipped: NumPy is not here; ./dev test sets it up in .venv")
    sys.exit(77)
if os.environ.get("RELAXSCOPE_TEST_WITH_TVM"):
    import tvm  # noqa: F401

import tvm_ffi

import relaxscope

WITH_TVM = "tvm" in sys.modules

REGISTERS = """# RelaxScope assembler, text form
.executable R5 version="0.14"

@main(x):
  call  thrice in: %0 dst: %1
  call  relaxscope.test.twice in: %1 dst: %1
  ret   %1

@thrice packed_func;
@relaxscope.test.twice packed_func;
"""


@contextlib.contextmanager
def opened(text):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "program.txt"
        path.write_text(text, "utf-8")
        yield relaxscope.open(path)


class Libraries(unittest.TestCase):
    def test_that_register_functions_are_opened_once(self):
        """A second opening would end the process, as each name can be registered once. Such a library stays open without a VM."""
        library = os.environ["RELAXSCOPE_REGISTERING"]
        if WITH_TVM:
            tvm.runtime.load_module(library)
        with opened(REGISTERS) as exe:
            for load in (library, [library, library], library):
                self.assertEqual(exe.run("main", 7, load=load), 42)
            vms = [exe.vm(load=library), relaxscope.open(exe.path).vm(load=library)]
        self.assertEqual([vm("main", value) for value, vm in enumerate(vms, 1)], [6, 12])


if __name__ == "__main__":
    unittest.main()
