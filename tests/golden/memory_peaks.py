#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The peak that `rscope memory` derives is the one that a run of the same arguments measures.

    memory_peaks.py RSCOPE DATA
"""
import json
import pathlib
import subprocess
import sys

# File, function, sizes, inputs of these sizes. Exact figures only: those of rnn_recursive's main depend on values.
CASES = [
    ("relax/mlp_dyn.so", "main", {}, []),
    *[("relax/mlp_dyn.so", "main", {"n": n}, [f"float32[{n},16]"]) for n in (1, 3, 17)],
    ("meaning/call_tir_dyn.so", "main", {}, []),
    ("meaning/call_tir_dyn.so", "main", {"n": 100}, ["float32[100]"]),
    ("meaning/chain_dyn_planned.so", "main", {}, []),
    ("meaning/chain_dyn_planned.so", "main", {"n": 33}, ["float32[33,8]"]),
    ("meaning/chain_unplanned.so", "main", {}, []),
    ("meaning/dyn_multi.so", "main", {}, []),
    ("meaning/dyn_multi.so", "main", {"n": 3, "m": 5, "k": 7, "q": 2}, ["float32[3,5]", "float32[7,5]", "s=(3, 2)"]),
    ("meaning/lenet.so", "main", {}, []),
    ("meaning/lstm3.so", "cell", {}, []),
    ("meaning/lstm3.so", "main", {}, []),
    ("meaning/rnn_recursive.so", "step", {}, []),
    ("meaning/transformer2.so", "forward", {}, []),
    ("meaning/transformer2_fused.so", "forward", {}, []),
    ("engine/mlp_dyn.so", "main", {}, []),
    ("relax/consts_all.so", "main", {}, []),
    ("relay/v0.17.0/const_dtypes.ro", "main", {}, []),
    ("relay/v0.17.0/identity.ro", "main", {}, ["float32[2]"]),
]


# Slots that a run must tell: the same of `rscope memory --probe`, and the slots by the program's source.
PROBES = [
    *[("meaning/strided_rows.so", "main", {"n": n}, [f"float32[{n},6]"],
       {("main", 1): (n + 1) // 2 * 24, ("main", 2): (n + 1) // 2, ("main", 3): (n + 1) // 2 * 48}) for n in (1, 4, 17, 100)],
    *[("meaning/strided_calls.so", "main", {"n": n}, [f"float32[{n},6]"],
       {("rows", 1): (n + 1) // 2 * 24, ("rows", 2): (n + 1) // 2}) for n in (1, 17)],
]


def output(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}: {done.stderr}")
    return json.loads(done.stdout)


def derived(rscope, file, function, sizes, *more):
    options = [option for name, extent in sizes.items() for option in ("--size", f"{name}={extent}")]
    plan, = output(rscope, "memory", file, "--function", function, *options, *more, "--json")["functions"]
    return plan["peak_bytes"], plan["exact"], {(row["function"], row["slot"]): row["value"] for row in plan["slots"]}


def measured(rscope, file, function, inputs):
    options = [option for text in inputs for option in ("--input", text)]
    run = output(rscope, "profile", file, function, *options, "--repeat", "1", "--warmup", "0", "--processes", "1",
                 "--allocator", "naive", "--json")
    return run["memory"]["peak_bytes"]


def main(rscope, data):
    failed = 0
    for name, function, sizes, inputs in CASES:
        file = str(pathlib.Path(data) / name)
        plan, exact, slots = derived(rscope, file, function, sizes)
        run = measured(rscope, file, function, inputs)
        failed += plan != run or not exact or bool(slots)
        print(f"{name} {function} {sizes}: derived {plan}, measured {run}, exact {exact}")
    for name, function, sizes, inputs, slots in PROBES:
        file = str(pathlib.Path(data) / name)
        _, exact, _ = derived(rscope, file, function, sizes)
        plan, probed, values = derived(rscope, file, function, sizes, "--probe")
        run = measured(rscope, file, function, inputs)
        failed += exact or not probed or plan != run or values != slots
        print(f"{name} {function} {sizes}: probed {plan}, measured {run}, exact {exact}, then {probed}, slots {values}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
