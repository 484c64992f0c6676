# SPDX-License-Identifier: Apache-2.0
"""passes_bench.py: a module of 1,000 calls through the parser and all passes of `rscope build`, beside TVM's passes on the same text, and
kernels of both builds at the same -mcpu.

Needs TVM in this Python; RELAXSCOPE_RSCOPE names the program (default build/release/bin/rscope). Prints tables; exits with 1 where our
passes take more than LIMIT_MS.
"""
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time
import typing

import tvm
from tvm import relax
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

RSCOPE = os.environ.get("RELAXSCOPE_RSCOPE", "build/release/bin/rscope")
LIMIT_MS, CALLS, REPEATS, CPU = 300, 1000, 5, "x86-64-v3"
PASSES = ("LambdaLift", "LegalizeOps", "RewriteDataflowReshape", "ToNonDataflow", "RemovePurityChecking", "CallTIRRewrite", "StaticPlanBlockMemory",
          "LowerAllocTensor", "KillAfterLastUse", "LowerRuntimeBuiltin", "ComputePrimValue", "VMShapeLower", "AttachGlobalSymbol")
HEAD = 'n = TypeVar("n")\n@I.ir_module\nclass Module:\n'


def kernel(name, buffers, grid, kinds, body, init=""):
    """buffers: (name, extents); extents as TIR has them."""
    names = [f"v{i}" for i in range(len(grid))]
    loops = [f"i{i}" for i in range(len(grid))]
    parameters = ", ".join(f'{each}: T.Buffer(({", ".join(extents)},), "float32")' for each, extents in buffers)
    lines = ["@T.prim_func(private=True, s_tir=True)", f"def {name}({parameters}):", '    T.func_attr({"tirx.noalias": True})',
             f"    for {', '.join(loops)} in T.grid({', '.join(grid)}):", '        with T.sblock("O"):',
             f'            {", ".join(names)} = T.axis.remap("{kinds}", [{", ".join(loops)}])']
    lines += ["            with T.init():", f"                {init}"] if init else []
    return "\n".join("    " + line for line in [*lines, f"            {body}"]) + "\n"


def chain(extent, calls):
    """A module whose function has that many calls, each of the last value and of one before it."""
    inner = extent if not extent.isdigit() else f"T.int64({extent})"
    kind = f'R.Tensor(({extent}, 16), dtype="float32")'
    shape = (inner, "T.int64(16)")
    text = HEAD + kernel("add", [("A", shape), ("B", shape), ("O", shape)], shape, "SS", "O[v0, v1] = A[v0, v1] + B[v0, v1]")
    text += kernel("half", [("A", shape), ("O", shape)], shape, "SS", "O[v0, v1] = A[v0, v1] * T.float32(0.5)")
    lines = ["@R.function", f"def main(x: {kind}) -> {kind}:", "    cls = Module", "    with R.dataflow():"]
    for i in range(calls):
        last, before = f"v{i - 1}" if i else "x", f"v{i - 7}" if i >= 7 else "x"
        arguments = f"{last}, {before}" if i % 2 else f"{last},"
        lines.append(f"        v{i} = R.call_tir(cls.{'add' if i % 2 else 'half'}, ({arguments}), out_ty={kind})")
    lines += [f"        R.output(v{calls - 1})", f"    return v{calls - 1}"]
    return text + "\n".join("    " + line for line in lines) + "\n"


def tvm_module(text):
    return tvm.script.from_source(text, extra_vars={"I": I, "R": R, "T": T, "tvm": tvm, "TypeVar": typing.TypeVar})


def own_passes(source):
    """{pass: ms, "parse": ms}: medians; parsing is what the whole run takes beside its passes, with the start of the process."""
    runs, wholes = [], []
    for _ in range(REPEATS):
        start = time.perf_counter()
        done = subprocess.run([RSCOPE, "build", str(source), "--stop-after", PASSES[-1], "--json"], capture_output=True, check=True, timeout=60)
        wholes.append((time.perf_counter() - start) * 1000)
        runs.append({stage["pass"]: stage["ms"] for stage in json.loads(done.stdout)["stages"]})
    times = {name: statistics.median(run[name] for run in runs) for name in runs[0]}
    return times, statistics.median(wholes)


def tvm_passes(text):
    """{pass: ms}, and the parser's ms: medians."""
    runs, parses = [], []
    for _ in range(REPEATS):
        start = time.perf_counter()
        module = tvm_module(text)
        parses.append((time.perf_counter() - start) * 1000)
        times = {}
        for name in PASSES:
            one = getattr(relax.transform, name)()
            start = time.perf_counter()
            module = one(module)
            times[name] = (time.perf_counter() - start) * 1000
        runs.append(times)
    return {name: statistics.median(run[name] for run in runs) for name in PASSES}, statistics.median(parses)


def passes_table(folder):
    worst = 0.0
    for extent in ("8", "n"):
        text = chain(extent, CALLS)
        source = folder / "chain.py"
        source.write_text(text)
        own, whole = own_passes(source)
        peer, parse = tvm_passes(text)
        print(f"\n{CALLS} calls, extent {extent}, {len(text)} bytes; median of {REPEATS}\n{'pass':<24}{'ours ms':>10}{'TVM ms':>10}")
        for name in own:
            print(f"{name:<24}{own[name]:>10.2f}{peer.get(name, float('nan')):>10.2f}")
        print(f"{'all passes':<24}{sum(own.values()):>10.2f}{sum(peer.values()):>10.2f}")
        print(f"{'whole process / + parse':<24}{whole:>10.2f}{sum(peer.values()) + parse:>10.2f}   limit {LIMIT_MS}")
        worst = max(worst, whole)
    return worst


def models():
    """(name, text, inputs of `rscope time`)"""
    t = lambda *extents: tuple(f"T.int64({e})" for e in extents)  # noqa: E731
    tensor = lambda *extents: f'R.Tensor(({", ".join(map(str, extents))}), dtype="float32")'  # noqa: E731

    def module(kernels, parameters, result, body):
        lines = ["@R.function", f"def main({parameters}) -> {result}:", "    cls = Module", *[f"    {one}" for one in body]]
        return HEAD + "".join(kernels) + "\n".join("    " + line for line in lines) + "\n"

    n = 128
    square = t(n, n)
    matmul = kernel("matmul", [("A", square), ("B", square), ("O", square)], t(n, n, n), "SSR", "O[v0, v1] = O[v0, v1] + A[v0, v2] * B[v2, v1]",
                    init="O[v0, v1] = T.float32(0)")
    yield "matmul 128", module([matmul], f"x: {tensor(n, n)}, y: {tensor(n, n)}", tensor(n, n),
                               [f"z = R.call_tir(cls.matmul, (x, y), out_ty={tensor(n, n)})", "return z"]), [f"float32[{n},{n}]"] * 2
    wide = t(1024, 1024)
    add = kernel("add", [("A", wide), ("B", wide), ("O", wide)], wide, "SS", "O[v0, v1] = A[v0, v1] + B[v0, v1]")
    yield "add 1024 x 1024", module([add], f"x: {tensor(1024, 1024)}, y: {tensor(1024, 1024)}", tensor(1024, 1024),
                                    [f"z = R.call_tir(cls.add, (x, y), out_ty={tensor(1024, 1024)})", "return z"]), ["float32[1024,1024]"] * 2
    exp = kernel("exp", [("A", t(256, 256)), ("O", t(256, 256))], t(256, 256), "SS", "O[v0, v1] = T.exp(A[v0, v1])")
    yield "exp 256 x 256", module([exp], f"x: {tensor(256, 256)}", tensor(256, 256),
                                  [f"z = R.call_tir(cls.exp, (x,), out_ty={tensor(256, 256)})", "return z"]), ["float32[256,256]"]
    total = kernel("total", [("A", t(512, 512)), ("O", t(512))], t(512, 512), "SR", "O[v0] = O[v0] + A[v0, v1]", init="O[v0] = T.float32(0)")
    yield "row sums 512 x 512", module([total], f"x: {tensor(512, 512)}", 'R.Tensor((512,), dtype="float32")',
                                       ['z = R.call_tir(cls.total, (x,), out_ty=R.Tensor((512,), dtype="float32"))', "return z"]), ["float32[512,512]"]
    yield "1,000 small calls", chain("8", CALLS), ["float32[8,16]"]


def kernels_table(folder):
    print(f"\nkernels at -mcpu={CPU}, `rscope time` of both libraries\n{'model':<24}{'ours us':>10}{'TVM us':>10}{'ours/TVM':>10}")
    for name, text, inputs in models():
        source, own, peer = folder / "model.py", folder / "own.so", folder / "tvm.so"
        source.write_text(text)
        subprocess.run([RSCOPE, "build", str(source), "-o", str(own), "--mcpu", CPU], capture_output=True, check=True, timeout=300)
        relax.build(tvm_module(text), target=tvm.target.Target({"kind": "llvm", "mcpu": CPU})).export_library(str(peer))
        figures = []
        for library in (own, peer):
            arguments = [word for one in inputs for word in ("--input", one)]
            done = subprocess.run([RSCOPE, "time", str(library), *arguments, "--processes", "3", "--json"], capture_output=True, check=True, timeout=120)
            figures.append(json.loads(done.stdout)["run_ns"]["median"] / 1000)
        print(f"{name:<24}{figures[0]:>10.1f}{figures[1]:>10.1f}{figures[0] / figures[1]:>10.2f}")


def main():
    with tempfile.TemporaryDirectory() as scratch:
        worst = passes_table(pathlib.Path(scratch))
        kernels_table(pathlib.Path(scratch))
    return 1 if worst > LIMIT_MS else 0


if __name__ == "__main__":
    sys.exit(main())
