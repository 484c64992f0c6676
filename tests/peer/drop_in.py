# SPDX-License-Identifier: Apache-2.0
"""Our VM and TVM's in one process, and the same call to both."""
import ctypes
import functools
import os
import pathlib
import tempfile

import tvm
import tvm_ffi
from tvm import relax

from values import from_tvm, to_tvm


@functools.cache
def library():
    """Loads relaxscope_vm once; it registers relaxscope.*."""
    return ctypes.CDLL(os.environ["RELAXSCOPE_VM"], ctypes.RTLD_GLOBAL)


def own_function(name):
    library()
    return tvm_ffi.get_global_func(f"relaxscope.{name}")


def exported(executable):
    """The executable's library loaded by us: its kernels use a private copy of the file."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "exported.so"
        executable.export_library(str(path))
        return own_function("load_executable")(str(path))


def shared(executable):
    """The executable with TVM's own modules, those of compiled functions as copies; None if it must be exported."""
    return own_function("executable_from_module")(executable.mod)


def own_vm(executable, device=None, **options):
    return relax.VirtualMachine(shared(executable) or exported(executable), device or tvm.cpu(), **options)


def outcome(call):
    """(value, None) or (None, exception) of `call`."""
    try:
        return from_tvm(call()), None
    except Exception as error:  # noqa: BLE001: every refusal is an answer here
        return None, error


def invoke(vm, function, arguments):
    return outcome(lambda: vm[function](*map(to_tvm, arguments)))
