# SPDX-License-Identifier: Apache-2.0
"""Runs the examples of vmcore/python/README.md in their order, and the rscope commands of README.md.

`old.so` and `new.so` are a pair of tests/data/diff: fusion is off and on.

Examples for pandas or TVM are skipped if these are missing."""
import contextlib
import importlib.util
import io
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]

if importlib.util.find_spec("numpy") is None:
    print("skipped: NumPy is not here; ./dev test sets it up in .venv")
    sys.exit(77)

blocks = re.findall(r"^```python ?([\w ]*)\n(.*?)^```$", (ROOT / "vmcore/python/README.md").read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
assert len(blocks) >= 5, f"{len(blocks)} examples"
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    shutil.copy(pathlib.Path(os.environ["RELAXSCOPE_EXAMPLES"]) / "mlp_dynamic.so", "model.so")
    shutil.copy(ROOT / "resources/examples/sources/mvp.py", "mvp.py")
    with tarfile.open(ROOT / "tests/data/diff/executables.tar.xz") as pairs:
        for name in ("old.so", "new.so"):
            pathlib.Path(name).write_bytes(pairs.extractfile(f"fuse_mlp/{name}").read())
    names = {}
    for number, (needs, code) in enumerate(blocks, 1):
        missing = [name for name in needs.split() if importlib.util.find_spec(name) is None]
        if missing:
            print(f"example {number}: skipped, {', '.join(missing)} is not here")
            continue
        with contextlib.redirect_stdout(io.StringIO()) as said:
            exec(compile(code, f"README.md, example {number}", "exec"), names)   # noqa: S102: our own page
        print(f"example {number}: ran, {len(said.getvalue().splitlines())} lines of output")
    assert pathlib.Path("slow.rsprof").stat().st_size > 0
    pathlib.Path("slow.rsprof").unlink()

    # The commands of README.md, with the shape that the example takes and no limit that a busy computer exceeds.
    page = (ROOT / "README.md").read_text(encoding="utf-8").replace("float32[8,128]", "float32[8,24]").replace("--fail-above 2ms", "--fail-above 60s")
    commands = re.findall(r"^rscope .*$", page, re.MULTILINE)
    assert len(commands) >= 9, commands
    programs = os.pathsep.join([str(pathlib.Path(os.environ["RSCOPE"]).parent), os.environ["PATH"]])
    for command in commands:
        done = subprocess.run(["bash", "-c", command], env={**os.environ, "PATH": programs}, capture_output=True, text=True, check=False)
        expected = 1 if command.startswith("rscope diff ") else 0   # they differ
        assert done.returncode == expected, f"{command}: exit code {done.returncode}: {done.stderr}"
    for name in ("w.npy", "model.json", "out.npz", "slow.rsprof", "slow.json"):
        assert pathlib.Path(name).stat().st_size > 0, name
    print(f"README.md: ran {len(commands)} commands")
    os.chdir(ROOT)   # before the folder is deleted
