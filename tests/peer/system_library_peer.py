# SPDX-License-Identifier: Apache-2.0
"""Programs that are linked into the process as system libraries: both execution modes, several in one shared object."""
import ctypes
import functools
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
import rscope
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


# Refers to a registration, and never calls it.
REGISTERS = """
extern "C" int TVMFFIFunctionSetGlobal(const void* name, void* function, int override);
extern "C" int registerLater(const void* name) { return TVMFFIFunctionSetGlobal(name, nullptr, 0); }
"""


def link(mode, source=None):
    """Links both programs, and code in C++, into one shared object: its path, and what prefixes of symbols begin with."""
    folder = pathlib.Path(tempfile.mkdtemp())
    inputs = []
    if source:
        inputs.append(str(folder / "more.cc"))
        pathlib.Path(inputs[0]).write_text(source)
    prefix = f"{mode}_{len(inputs)}"  # of names of the process
    for name, module in PROGRAMS.items():
        module = module.with_attr("system_lib_prefix", f"{prefix}_{name}_")
        built = relax.build(module, target=tvm.target.Target(TARGET), exec_mode=mode)
        built.export_library(str(folder / f"lib{name}.a"), fcompile=cc.create_staticlib)
    archives = [str(folder / f"lib{name}.a") for name in PROGRAMS]
    library = str(folder / "both.so")
    cc.create_shared(library, inputs, ["-Wl,--whole-archive", *archives, "-Wl,--no-whole-archive"])
    return library, prefix


def loaded(mode, source=None):
    """Links both programs, and code in C++, into one shared object and loads it: (path, prefix of its names)."""
    library, prefix = link(mode, source)
    ctypes.CDLL(library, ctypes.RTLD_GLOBAL)
    return library, prefix


def linked(mode, source=None):
    """The system libraries of such an object, by name."""
    library, prefix = loaded(mode, source)
    return {name: tvm_ffi.system_lib(f"{prefix}_{name}_") for name in PROGRAMS}


class SystemLibrary(unittest.TestCase):
    X = f32(5, 3)

    def test_bytecode(self):
        x = tvm.runtime.tensor(self.X)
        for name, library in linked("bytecode").items():
            wanted = relax.VirtualMachine(library, tvm.cpu())["main"](x).numpy()
            np.testing.assert_array_equal(wanted, self.X + np.float32(1) if name == "add" else self.X * np.float32(3))
            np.testing.assert_array_equal(relaxscope.tvm_vm(library)["main"](x).numpy(), wanted, err_msg=name)

    def test_compiled(self):
        """The handles of builtins that compiled code keeps are those of the VM that ran it first: each VM has code of its own."""
        x = tvm.runtime.tensor(self.X)
        for name, library in linked("compiled").items():
            wanted = self.X + np.float32(1) if name == "add" else self.X * np.float32(3)
            for make in (relaxscope.tvm_vm, functools.partial(relax.VirtualMachine, device=tvm.cpu())) * 2:
                np.testing.assert_array_equal(make(library)["main"](x).numpy(), wanted, err_msg=name)
            vm = relaxscope.tvm_vm(library)
            with relaxscope.record(vm) as profile:
                vm["main"](x)
            self.assertEqual(sum(row.count for row in profile.rows.calls if row.callee == "main" and row.kind.endswith("body")), 1)
            # The names of the process are still those of the original.
            again = tvm_ffi.system_lib(f"compiled_0_{name}_")
            np.testing.assert_array_equal(relax.VirtualMachine(again, tvm.cpu())["main"](x).numpy(), wanted, err_msg=name)

    def test_from_the_file(self):
        """The file is opened as one of its programs, which a warning names, also where the program is loaded already."""
        for mode in ("bytecode", "compiled"):
            for path in (link(mode)[0], loaded(mode)[0]):
                said = rscope.command("modules", path).decode()
                self.assertIn(f"the file holds 2 programs; that of symbol {mode}_0_add___tvm_ffi__library_bin is opened", said)
                self.assertIn(f"kernel {mode}_0_add_add\n", said)
                self.assertNotIn("multiply", said)
                wanted = self.X + np.float32(1)
                np.testing.assert_array_equal(rscope.run(path, "main", [self.X]), wanted)
                vm = relaxscope.tvm_vm(path)
                np.testing.assert_array_equal(vm["main"](tvm.runtime.tensor(self.X)).numpy(), wanted)

    def test_what_registers_functions_cannot_be_copied(self):
        library = linked("compiled", REGISTERS)["add"]
        relax.VirtualMachine(library, tvm.cpu())["main"](tvm.runtime.tensor(self.X))
        with self.assertRaisesRegex(RuntimeError, "both.so: registers functions or types with tvm-ffi, so .* export the executable"):
            relaxscope.tvm_vm(library)


if __name__ == "__main__":
    unittest.main()
