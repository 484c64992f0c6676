# SPDX-License-Identifier: Apache-2.0
"""The programs of the package on PATH: each replaces this process by the one in the folder of `relaxscope`, which is not imported."""
from __future__ import annotations

import importlib.util
import os
import pathlib
import signal
import sys
from typing import NoReturn


def environment() -> dict[str, str]:
    """In which the worker finds libtvm_ffi: in Python's package tvm_ffi, wherever that is installed."""
    ffi = importlib.util.find_spec("tvm_ffi")
    folders = [f"{folder}/lib" for folder in (ffi.submodule_search_locations or [] if ffi else [])]
    given = os.environ.get("LD_LIBRARY_PATH")
    return {**os.environ, "LD_LIBRARY_PATH": os.pathsep.join(folders + ([given] if given else []))} if folders else dict(os.environ)


def _become(name: str) -> NoReturn:
    """Executes a program with this process's arguments."""
    for ignored in (signal.SIGPIPE, signal.SIGXFSZ):  # by Python; programs that it executes would inherit it
        signal.signal(ignored, signal.SIG_DFL)
    program = pathlib.Path(__file__).with_name("relaxscope") / "bin" / name
    try:
        os.execve(program, [name, *sys.argv[1:]], environment())
    except OSError as error:
        sys.exit(f"{name}: cannot start: {error.strerror} ({program})")


def rscope() -> NoReturn:
    """`rscope`: inspects, runs and profiles executables in a terminal."""
    _become("rscope")


def worker() -> NoReturn:
    """`relaxscope-worker`: runs executables for rscope and the window, also over a connection to another machine."""
    _become("relaxscope-worker")
