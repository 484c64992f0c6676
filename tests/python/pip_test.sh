#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# pip_test.sh PYTHON SOURCE EXAMPLES SCRATCH: installs the package with pip into a new environment and uses it there.
set -euo pipefail
python=$1 source=$2 examples=$3 scratch=$4/pip
rm -rf "$scratch"
"$python" -m venv "$scratch"
if ! "$scratch/bin/pip" download --quiet --disable-pip-version-check --no-deps --dest "$scratch/probe" scikit-build-core; then
  echo "skipped: no package index can be reached"
  exit 77
fi
"$scratch/bin/pip" install --quiet --disable-pip-version-check "$source"
cd "$scratch"   # outside the source tree
# The programs come along, and the worker finds the tvm-ffi of this Python.
"$scratch/bin/rscope" --version
"$scratch/bin/rscope" run "$examples/pool_tree.so" --inputs "$examples/pool_tree.npz"
env -u PYTHONPATH -u RELAXSCOPE_VM "$scratch/bin/python" - "$examples/mlp_dynamic.so" <<'PYTHON'
import sys
import numpy as np
import relaxscope
executable = relaxscope.open(sys.argv[1])
assert not [finding for finding in executable.rows.verify() if finding.severity == "error"]
probabilities, _ = executable.run("main", np.ones((3, 24), "float32"))
assert np.allclose(probabilities.sum(-1), 1, atol=1e-5)
profile = executable.profile("main", np.ones((3, 24), "float32"), repeat=3)
assert len(profile.run_ns) == 3 and profile.rows.calls
print(relaxscope.__file__, profile)
PYTHON
