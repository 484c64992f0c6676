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

    def test_bytecode(self):
        x = tvm.runtime.tensor(self.X)
        for name, library in linked("bytecode").items():
            wanted = relax.VirtualMachine(library, tvm.cpu())["main"](x).numpy()
            np.testing.assert_array_equal(wanted, self.X + np.float32(1) if name == "add" else self.X * np.float32(3))
            np.testing.assert_array_equal(relaxscope.tvm_vm(library)["main"](x).numpy(), wanted, err_msg=name)

    def test_compiled_code_is_not_shared(self):
        """The handles of builtins that compiled code keeps are those of the VM that ran it first, so it needs a copy, which code that is
        linked into the process cannot have."""
        for library in linked("compiled").values():
            with self.assertRaisesRegex(RuntimeError, "export the executable as a library and load that"):
                relaxscope.tvm_vm(library)
            relax.VirtualMachine(library, tvm.cpu())["main"](tvm.runtime.tensor(self.X))  # still TVM's


if __name__ == "__main__":
    unittest.main()
