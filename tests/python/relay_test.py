# SPDX-License-Identifier: Apache-2.0
"""Values of Relay programs in Python: ADT values, tuples and closures, and the bools in them."""
import importlib.util
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

if importlib.util.find_spec("numpy") is None:
    print("skipped: NumPy is not here; ./dev test sets it up in .venv")
    sys.exit(77)

import numpy as np
import tvm_ffi

import relaxscope

PROGRAM = """# RelaxScope assembler, text form
.executable "Relay C" version="0.17.0" packed_base=6
.device (1, 0)
.const c[0] device=0 = tensor uint1[2] hex {0001}

@main(x, flag) devices=[0, 0]:
  alloc_data tag=0 dst=%2 field=[%1, %0]
  alloc_data tag=3 dst=%3 field=[%0, %1, %2]
  alloc_closure func=pair dst=%4 captured=[%1]
  load_const const=c[0] device=0 dst=%6
  alloc_data tag=16777218 dst=%5 field=[%3, %4, %6]
  ret result=%5

@pair(captured, x) devices=[0, 0]:
  alloc_data tag=0 dst=%2 field=[%0, %1]
  alloc_data tag=5 dst=%3 field=[%0, %1, %2]
  ret result=%2

@in_tuple(value, flag) devices=[0, 0]:
  alloc_data tag=0 dst=%2 field=[%1]
  alloc_data tag=0 dst=%3 field=[%0, %2]
  ret result=%3

@tag_of(value) devices=[0]:
  get_tag object=%0 dst=%1
  ret result=%1

@field(value) devices=[0]:
  get_field object=%0 field_index=1 dst=%1
  ret result=%1

@cons(head, tail) devices=[0, 0]:
  alloc_data tag=1 dst=%2 field=[%0, %1]
  ret result=%2
"""
X, FLAG = np.arange(3, dtype="float32"), np.array([True, False, True])


def is_bool(value, want):
    return (value.dtype, value.tolist()) == (np.dtype(bool), list(want))


class Values(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with tempfile.TemporaryDirectory() as folder:
            cls.program = pathlib.Path(folder) / "values.txt"
            cls.program.write_text(PROGRAM, "utf-8")
            cls.vm = relaxscope.open(cls.program).vm()

    def test_tag_and_fields(self):
        value = self.vm("main", X, FLAG)
        self.assertIsInstance(value, relaxscope.Constructed)
        self.assertEqual((value.tag, len(value.fields), repr(value)), (16777218, 3, "<relaxscope.Constructed: tag 16777218, 3 fields>"))
        inner, _, constant = value.fields
        self.assertEqual((inner.tag, inner.fields[0].tolist()), (3, X.tolist()))
        self.assertTrue(is_bool(constant, [False, True]))
        self.assertEqual(list(map(type, inner.fields)), [np.ndarray, np.ndarray, tuple])

    def test_bools_in_values_and_tuples(self):
        inner = self.vm("main", X, FLAG).fields[0]
        self.assertTrue(is_bool(inner.fields[1], FLAG))
        self.assertTrue(is_bool(inner.fields[2][0], FLAG), "in a tuple in the value")
        for given in (FLAG, np.repeat(FLAG, 2)[::2]):
            value, (flag,) = self.vm("in_tuple", inner, given)
            self.assertTrue(is_bool(flag, FLAG) and is_bool(value.fields[1], FLAG))

    def test_values_and_tuples_go_back(self):
        value = self.vm("main", X, FLAG)
        self.assertEqual(self.vm("tag_of", value).tolist(), [16777218])
        self.assertEqual(self.vm("tag_of", value.fields[0]).tolist(), [3])
        self.assertTrue(is_bool(self.vm("field", (X, FLAG)), FLAG))
        self.assertTrue(is_bool(self.vm("field", (X, (X, FLAG)))[1], FLAG))
        self.assertEqual(self.vm("field", (X, (X, (X, X))))[1][1].tolist(), X.tolist())

    def test_tuples_given_stay_what_they_are(self):
        """Bools of the program share the memory, in a new tuple."""
        given = tvm_ffi.Array([tvm_ffi.from_dlpack(FLAG.copy()), tvm_ffi.from_dlpack(FLAG.copy())])
        got = self.vm["field"](given)
        self.assertEqual((str(given[1].dtype), str(got.dtype)), ("bool", "bool"))
        self.assertEqual(np.from_dlpack(got).ctypes.data, np.from_dlpack(given[1]).ctypes.data)

    def test_closures_take_and_give_bools(self):
        closure = self.vm("main", X, FLAG).fields[1]
        for given in (FLAG, ~FLAG):
            captured, argument = relaxscope.vm.as_result(closure(relaxscope.vm.as_argument(given)))
            self.assertTrue(is_bool(captured, FLAG) and is_bool(argument, given))

    def test_as_the_library_has_them(self):
        value = self.vm["main"](tvm_ffi.from_dlpack(X.copy()), tvm_ffi.from_dlpack(FLAG.copy()))
        self.assertEqual((value.tag, value.fields[0].tag, len(value.fields[0].fields)), (16777218, 3, 3))
        self.assertIsInstance(value.fields[0].fields, tvm_ffi.Array)
        self.assertEqual(str(value.fields[0].fields[1].dtype), "bool")
        self.assertTrue(value.same_as(self.vm["in_tuple"](value, tvm_ffi.from_dlpack(FLAG.copy()))[0]))
        for name in ("tag", "fields"):
            with self.subTest(name), self.assertRaises(AttributeError):
                setattr(value, name, 1)
        with self.assertRaises(TypeError):
            type(value)()

    def test_outputs_are_whole_values(self):
        self.vm.set_input("main", X, FLAG)
        self.vm.invoke("main")
        value = self.vm.get_outputs("main")
        self.assertEqual((value.tag, value.fields[0].tag), (16777218, 3))
        self.vm.set_input("in_tuple", value, FLAG)
        self.vm.invoke("in_tuple")
        value, (flag,) = self.vm.get_outputs("in_tuple")
        self.assertEqual(value.tag, 16777218)
        self.assertTrue(is_bool(flag, FLAG))
        self.assertTrue(is_bool(np.from_dlpack(self.vm.module["get_output"]("main", 0, 2, 0)), FLAG), "by its place")

    def test_values_outlive_their_vm(self):
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder) / "values.txt"
            program.write_text(PROGRAM, "utf-8")
            value = relaxscope.open(program).vm()("main", X, FLAG)
        self.assertTrue(is_bool(value.fields[0].fields[1], FLAG))
        with self.assertRaisesRegex(RuntimeError, "VM of this closure no longer exists"):
            value.fields[1](1)

    def test_a_long_list(self):
        """A list nested as deep as it is long: made, read and released without recursion."""
        cons, x = self.vm["cons"], tvm_ffi.from_dlpack(FLAG.copy())
        value = cons(x, ())
        for _ in range(100_000):
            value = cons(x, value)
        self.assertEqual((value.tag, value.fields[1].fields[1].tag, str(value.fields[1].fields[0].dtype)), (1, 1, "bool"))
        self.assertEqual((repr(value), relaxscope.vm.as_result(value).fields[1].tag), ("relaxscope.Adt(tag=1)", 1))
        self.assertEqual(self.vm("tag_of", value).tolist(), [1])


class Library(unittest.TestCase):
    """Programs that open the library themselves."""

    def run_alone(self, *libraries):
        code = f"""import ctypes, sys
import numpy as np
import tvm_ffi
for path in {list(map(str, libraries))!r}:
    ctypes.CDLL(path, ctypes.RTLD_GLOBAL)
vm = tvm_ffi.get_global_func("relaxscope.load_executable")(sys.argv[1])["vm_load_executable"]()
vm["vm_initialization"](1, 0, 2)
value = vm["main"](tvm_ffi.from_dlpack(np.ones(2, "float32")), tvm_ffi.from_dlpack(np.ones(2, bool)))
print(type(value).__name__, value.tag, value.fields[0].tag, value.fields[0].fields[1].dtype, value.fields[0].fields[2][0].dtype)
"""
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder) / "values.txt"
            program.write_text(PROGRAM, "utf-8")
            done = subprocess.run([sys.executable, "-c", code, program], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout), (0, "Adt 16777218 3 bool bool\n"), done.stderr)

    def test_without_the_package(self):
        self.run_alone(os.environ["RELAXSCOPE_VM"])

    def test_two_copies_of_the_library(self):
        with tempfile.TemporaryDirectory() as folder:
            copy = shutil.copy(os.environ["RELAXSCOPE_VM"], pathlib.Path(folder) / "copy.so")
            self.run_alone(os.environ["RELAXSCOPE_VM"], copy)


if __name__ == "__main__":
    unittest.main()
