# SPDX-License-Identifier: Apache-2.0
"""Measurements in processes of their own, by the package's `rscope`, which starts `relaxscope-worker`s: times of a program differ from process
to process by more than the repeats of one show."""
from __future__ import annotations

import contextlib
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
from typing import Any, Iterator, Sequence

import numpy as np
import tvm_ffi
from relaxscope_programs import environment

from . import _library
from .arrays import from_tensor


def _rscope() -> pathlib.Path:
    """That of the package; of the build whose library is used; or on PATH."""
    library = _library.library_path()
    found = shutil.which("rscope")
    for path in (library.parent / "bin" / "rscope", library.parent.parent / "bin" / "rscope", *([pathlib.Path(found)] if found else [])):
        if os.access(path, os.X_OK):
            return path
    raise RuntimeError("rscope, which makes processes, is not with the package, and not on PATH; omit processes, or install the package with pip")


def _run(*arguments: str | os.PathLike[str], succeeds: Sequence[int] = (0,)) -> bytes:
    """Standard output. Raises RuntimeError with what rscope says if it fails, which other exit codes tell."""
    done = subprocess.run([_rscope(), *map(os.fspath, arguments)], stdin=subprocess.DEVNULL, capture_output=True, env=environment(), check=False)
    if done.returncode not in succeeds:
        lines = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise RuntimeError(lines[-1].removeprefix("rscope: ") if lines else f"rscope ended with exit code {done.returncode}")
    return done.stdout


def _form(value: Any, arrays: dict[str, np.ndarray], name: str) -> dict[str, Any]:
    """A value as --args has it; its arrays go to `arrays`."""
    if isinstance(value, tvm_ffi.Tensor):
        value = from_tensor(value)
    if isinstance(value, (np.ndarray, np.generic)):
        array = np.ascontiguousarray(value).reshape(np.shape(value))
        form: dict[str, Any] = {"type": "tensor", "key": name, "dtype": array.dtype.name, "shape": list(array.shape)}
        arrays[name] = array if array.dtype.type.__module__ == "numpy" else array.view(f"uint{8 * array.dtype.itemsize}")
        return form
    if value is None:
        return {"type": "none"}
    if isinstance(value, (bool, int, float)):
        return {"type": type(value).__name__, "value": value}
    if isinstance(value, tvm_ffi.Shape):
        return {"type": "shape", "value": list(value)}
    if isinstance(value, str):
        return {"type": "str", "value": value}
    fields = getattr(value, "fields", None)
    if isinstance(value, (tuple, list)) or (hasattr(value, "tag") and fields is not None):
        listed = [_form(item, arrays, f"{name}.{i}") for i, item in enumerate(value if fields is None else fields)]
        return {"type": "tuple", "fields": listed} if fields is None else {"type": "adt", "tag": value.tag, "fields": listed}
    raise TypeError(f"{type(value).__name__} cannot be passed to another process; omit processes")


def _vm_options(device: str = "cpu", allocator: str = "pooled", load: Any = (), constants: Any = None, step_limit: int = 2**32, stack_limit: int = 10_000,
                memory_limit: int = 0) -> list[str]:
    """Those of Executable.vm as options of rscope."""
    options = ["--device", device, "--allocator", allocator, "--step-limit", str(step_limit), "--stack-limit", str(stack_limit), "--memory-limit", str(memory_limit)]
    for path in (load,) if isinstance(load, (str, bytes, os.PathLike)) else load:
        options += ["--load", os.fsdecode(path)]
    return options + (["--consts", os.fsdecode(constants)] if constants is not None else [])


@contextlib.contextmanager
def _call(arguments: Sequence[Any]) -> Iterator[tuple[pathlib.Path, list[str]]]:
    """A folder for files, and the options that pass the arguments."""
    with tempfile.TemporaryDirectory(prefix="relaxscope-") as name:
        folder, arrays = pathlib.Path(name), {}
        (folder / "args.json").write_text(json.dumps([_form(value, arrays, f"arg{i}") for i, value in enumerate(arguments)]), "utf-8")
        options = ["--args", str(folder / "args.json")]
        if arrays:
            np.savez(folder / "args.npz", **arrays)
            options += ["--inputs", str(folder / "args.npz")]
        yield folder, options


def time_calls(path: str, function: str, arguments: Sequence[Any], processes: int, repeat: int, number: int, warmup: int, min_repeat: float, min_time: float,
               **vm: Any) -> dict[str, Any]:
    """The report of `rscope time --json`."""
    with _call(arguments) as (_, options):
        return json.loads(_run("time", path, function, *options, *_vm_options(**vm), "--json", "--processes", str(processes), "--repeat", str(repeat), "--number",
                               str(number), "--warmup", str(warmup), "--min-repeat", str(min_repeat), "--min-time", str(min_time)))


def record_calls(path: str, function: str, arguments: Sequence[Any], processes: int, repeat: int, warmup: int, values: bool, precise: bool, **vm: Any) -> tvm_ffi.Module:
    """The profile that `rscope profile` writes."""
    with _call(arguments) as (folder, options):
        flags = ([] if values else ["--no-values"]) + (["--precise"] if precise else [])
        _run("profile", path, function, *options, *_vm_options(**vm), *flags, "--processes", str(processes), "--repeat", str(repeat), "--warmup", str(warmup),
             "-o", folder / "p.rsprof")
        return _library.function("profile.open")(str(folder / "p.rsprof"))


def record_in_turns(old: str, new: str, function: str, arguments: Sequence[Any], processes: int | None, repeat: int, warmup: int, precise: bool, **vm: Any) -> tuple[tvm_ffi.Module, tvm_ffi.Module]:
    """The two profiles that `rscope diff --run` writes."""
    with _call(arguments) as (folder, options):
        paths = [folder / "old.rsprof", folder / "new.rsprof"]
        _run("diff", old, new, "--run", "--call", function, *options, *_vm_options(**vm), *(["--precise"] if precise else []),
             *(["--processes", str(processes)] if processes is not None else []), "--repeat", str(repeat), "--warmup", str(warmup), "-o", *paths, "--json", succeeds=(0, 1))
        old_profile, new_profile = (_library.function("profile.open")(str(path)) for path in paths)
        return old_profile, new_profile
