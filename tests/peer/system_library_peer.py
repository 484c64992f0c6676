# SPDX-License-Identifier: Apache-2.0
"""Programs that are linked into the process as system libraries: both execution modes, several in one shared object."""
import ctypes
import pathlib
import tempfile
import unittest

import numpy as np
import tvm
import tvm_ffi
from tvm import relax
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.support import cc

import relaxscope
from drop_in import own_function
from relax_programs import TARGET, f32


@I.ir_module
class Add:
    @R.function
    def main(x: R.Tensor(("n", 3), "float32")) -> R.Tensor(("n", 3), "float32"):
        R.func_attr({"global_symbol": "main"})
        return R.add(x, R.const(1.0, "float32"))


@I.ir_module
class Multiply:
    @R.function
    def main(x: R.Tensor(("n", 3), "float32")) -> R.Tensor(("n", 3), "float32"):
        R.func_attr({"global_symbol": "main"})
        return R.multiply(x, R.const(3.0, "float32"))


PROGRAMS = {"add": Add, "multiply": Multiply}


def linked(mode):
    """Links both programs into one shared object and loads it; the system libraries by name."""
    folder = pathlib.Path(tempfile.mkdtemp())
    archives = []
    for name, module in PROGRAMS.items():
        archives.append(str(folder / f"lib{name}.a"))
        module = module.with_attr("system_lib_prefix", f"{mode}_{name}_")  # tells them apart
        relax.build(module, target=tvm.target.Target(TARGET), exec_mode=mode).export_library(archives[-1], fcompile=cc.create_staticlib)
    library = str(folder / "both.so")
    cc.create_shared(library, [], ["-Wl,--whole-archive", *archives, "-Wl,--no-whole-archive"])
    ctypes.CDLL(library, ctypes.RTLD_GLOBAL)
    return {name: tvm_ffi.system_lib(f"{mode}_{name}_") for name in PROGRAMS}


class SystemLibrary(unittest.TestCase):
    X = f32(5, 3)

    def check(self, mode):
        libraries = linked(mode)
        x = tvm.runtime.tensor(self.X)
        for name, library in libraries.items():
            wanted = relax.VirtualMachine(library, tvm.cpu())["main"](x).numpy()
            np.testing.assert_array_equal(wanted, self.X + np.float32(1) if name == "add" else self.X * np.float32(3))
            ours = relaxscope.tvm_vm(library)["main"](x).numpy()
            np.testing.assert_array_equal(ours, wanted, err_msg=name)
            shared = own_function("executable_from_module")(library)
            self.assertIsNotNone(shared)
            np.testing.assert_array_equal(relax.VirtualMachine(shared, tvm.cpu())["main"](x).numpy(), wanted)

    def test_bytecode(self):
        self.check("bytecode")

    def test_compiled(self):
        self.check("compiled")


if __name__ == "__main__":
    unittest.main()
