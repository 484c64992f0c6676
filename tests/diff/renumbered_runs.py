#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Libraries with a renumbered executable compute what they did: the renumberings of tests/support/mutate change nothing.

    renumbered_runs.py RSCOPE DIFF_TRIAL LIBRARY...
"""
import pathlib
import subprocess
import sys
import tempfile

SEEDS = range(1, 5)


def outputs(rscope, library, folder):
    """What a run with random arguments prints, and the bytes of its arrays."""
    arrays = pathlib.Path(folder) / "out.npz"
    arrays.unlink(missing_ok=True)
    command = [rscope, "run", str(library), "--seed", "3", "--outputs", str(arrays)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(command)}: exit {done.returncode}: {done.stderr}")
    return done.stdout, arrays.read_bytes()


def main(arguments):
    rscope, trial, *libraries = arguments
    with tempfile.TemporaryDirectory() as folder:
        for library in libraries:
            original = pathlib.Path(folder) / "original.vm"
            subprocess.run([rscope, "convert", library, "-o", str(original)], check=True)
            wanted = outputs(rscope, library, folder)
            for seed in SEEDS:
                renumbered, packed = pathlib.Path(folder) / "renumbered.vm", pathlib.Path(folder) / "renumbered.so"
                subprocess.run([trial, "renumbered", str(seed), library, str(renumbered)], check=True)
                if renumbered.read_bytes() == original.read_bytes():
                    raise SystemExit(f"{library}: seed {seed} renumbers nothing")
                subprocess.run([rscope, "convert", str(renumbered), "--with", library, "-o", str(packed)], check=True)
                if outputs(rscope, packed, folder) != wanted:
                    raise SystemExit(f"{library}: seed {seed} changes what it computes")
    print(f"{len(libraries)} libraries, {len(SEEDS)} renumberings each: the outputs are the same")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
