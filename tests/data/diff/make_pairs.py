#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Builds pairs of executables with TVM, from one source with one thing changed, and packs them.

    make_pairs.py [--keep FOLDER] CORPUS ARCHIVE

ARCHIVE (.tar.xz) gets PAIR/old.so and PAIR/new.so for each pair of PAIRS, and CASE.so for each case that EXPECTED of the
corpus folder names. Run by hand with a Python that has TVM 0.27 (README.md); tests read the archive and need no TVM.
"""
import argparse
import io
import json
import lzma
import pathlib
import subprocess
import sys
import tarfile
import tempfile

import tvm
from tvm import relax
from tvm.relax import transform

import pair_models as models

FUSION = ("AnnotateTIROpPattern", "FuseOps", "FuseTIR")
TARGET = {"kind": "llvm", "mcpu": "x86-64-v2", "mtriple": "x86_64-unknown-linux-gnu"}
STRIP = ("-Wl,--strip-all", "-Wl,--build-id=none")


def passes(fused, folded, planned, before):
    """The pipeline of TVM for a CPU, by the switches."""
    return [
        *before,
        relax.backend.DispatchSampling(), relax.backend.DispatchSortScan(), transform.LegalizeOps(),
        *([transform.FoldConstant()] if folded else []),
        *([getattr(transform, name)() for name in FUSION] if fused else []),
        transform.RewriteDataflowReshape(), transform.ToNonDataflow(), transform.RemovePurityChecking(), transform.CallTIRRewrite(),
        *([transform.StaticPlanBlockMemory()] if planned else []),
        transform.LowerAllocTensor(), transform.KillAfterLastUse(), transform.LowerRuntimeBuiltin(), transform.ComputePrimValue(),
        transform.VMShapeLower(), transform.AttachGlobalSymbol(),
    ]


class Build:
    """One executable: its source, and how it is compiled and linked."""

    def __init__(self, source, *, fused=False, folded=False, planned=True, before=(), target=None, mode="bytecode", link=STRIP):
        self.source, self.switches = source, (fused, folded, planned, before)
        self.target, self.mode, self.link = {**TARGET, **(target or {})}, mode, link

    def export(self, path):
        module = self.source() if callable(self.source) else self.source
        pipeline = tvm.transform.Sequential(passes(*self.switches))
        built = relax.build(module, target=tvm.target.Target(self.target), relax_pipeline=pipeline, exec_mode=self.mode)
        built.export_library(str(path), options=list(self.link))


def source(make, **switches):
    return lambda: make(**switches)


def scheduled():
    """Tiled, in blocks of 8 by 8 with the reduction inside, the innermost loop in vectors."""
    schedule = tvm.s_tir.Schedule(models.Tiled["product"])
    block = schedule.get_sblock("product")
    i, j, k = schedule.get_loops(block)
    (i0, i1), (j0, j1) = schedule.split(i, [None, 8]), schedule.split(j, [None, 8])
    schedule.reorder(i0, j0, k, i1, j1)
    schedule.vectorize(j1)
    module = models.Tiled.clone() if hasattr(models.Tiled, "clone") else tvm.IRModule(dict(models.Tiled.functions.items()))
    module.update_func(module.get_global_var("product"), schedule.mod["main"].with_attr("global_symbol", "product"))
    return module


MLP = models.mlp
PAIRS = {
    # A pass on or off.
    "fuse_mlp": (Build(MLP), Build(MLP, fused=True)),
    "fuse_transformer": (Build(source(models.transformer, layers=3)), Build(source(models.transformer, layers=3), fused=True)),
    "fuse_conv_net": (Build(models.conv_net), Build(models.conv_net, fused=True)),
    "plan_memory": (Build(MLP, planned=False), Build(MLP)),
    "fold_constant": (Build(source(MLP, transposed=True)), Build(source(MLP, transposed=True), folded=True)),
    "eliminate_dead_code": (Build(source(MLP, unused=True)), Build(source(MLP, unused=True), before=[transform.DeadCodeElimination()])),
    "eliminate_common": (Build(source(MLP, twice=True)), Build(source(MLP, twice=True), before=[transform.EliminateCommonSubexpr()])),
    "lift_parameters": (Build(models.mlp_of_weights), Build(models.mlp_of_weights, before=[transform.LiftTransformParams()])),
    # The target.
    "opt_level": (Build(MLP, target={"opt-level": 3}), Build(MLP, target={"opt-level": 0})),
    "target_avx2": (Build(MLP), Build(MLP, target={"mcpu": "x86-64-v3"})),
    "target_avx512": (Build(models.conv_net, target={"mcpu": "x86-64-v3"}), Build(models.conv_net, target={"mcpu": "x86-64-v4"})),
    "compiled": (Build(MLP), Build(MLP, mode="compiled")),
    # The model.
    "layer_more": (Build(source(models.transformer, layers=3)), Build(source(models.transformer, layers=4))),
    "half_precision": (Build(MLP), Build(source(MLP, dtype="float16"))),
    "hidden_size": (Build(MLP), Build(source(MLP, hidden=48))),
    "specialise": (Build(models.symbolic_mlp), Build(MLP)),
    "generalise": (Build(source(models.flattener, batch=4)), Build(models.symbolic_flattener)),
    "epilogue": (Build(MLP, fused=True), Build(source(MLP, last="sigmoid"), fused=True)),
    "retrained": (Build(MLP), Build(source(MLP, seed=7))),
    "activation": (Build(MLP), Build(source(MLP, activation="gelu"))),
    "library": (Build(MLP), Build(source(MLP, library=True))),
    "quantised": (Build(MLP), Build(models.quantised_mlp)),
    "operator_order": (Build(MLP), Build(source(MLP, bias_first=False))),
    "function_added": (Build(source(models.several, order=("encode", "decode"))), Build(models.several)),
    "function_renamed": (Build(models.several), Build(source(models.several, renamed=(("decode", "deconstruct"),)))),
    "function_renamed_last": (Build(models.several), Build(source(models.several, renamed=(("decode", "reconstruct"),)))),
    "branch": (Build(models.Straight), Build(models.Branch)),
    "parameters_swapped": (Build(models.blend), Build(source(models.blend, swapped=True))),
    "kernels_swapped": (Build(source(models.two_branches, same_operator=True)),
                        Build(source(models.two_branches, same_operator=True, exchanged=True))),
    "kernel_tuned": (Build(models.Tiled), Build(scheduled)),
    "layers_fewer": (Build(source(models.transformer, layers=12), fused=True), Build(source(models.transformer, layers=10), fused=True)),
    "bind_parameters": (Build(source(models.bound_mlp, bound=False)), Build(source(models.bound_mlp, bound=True))),
    "mixed_precision": (Build(MLP), Build(MLP, before=[transform.ToMixedPrecision(out_dtype="float32")])),
    "in_place": (Build(source(models.transformer, layers=1)), Build(source(models.transformer, layers=1), before=[transform.DataflowUseInplaceCalls()])),
    "fused_and_retrained": (Build(MLP), Build(source(MLP, seed=7), fused=True)),
    # The same.
    "same_mlp": (Build(MLP), Build(MLP)),
    "same_transformer": (Build(source(models.transformer, layers=2), fused=True), Build(source(models.transformer, layers=2), fused=True)),
    "same_functions_reordered": (Build(models.several), Build(source(models.several, order=("score", "encode", "decode")))),
    "same_branches_exchanged": (Build(models.two_branches, planned=False), Build(source(models.two_branches, exchanged=True), planned=False)),
    # Provenance.
    "linked_unstripped": (Build(MLP), Build(MLP, link=())),
    "linked_elsewhere": (Build(models.several), Build(models.several, link=(*STRIP, "-Wl,-z,norelro", "-Wl,--hash-style=sysv"))),
}


def build_all(folder, names):
    for name in names:
        (folder / name).mkdir(parents=True, exist_ok=True)
        for build, side in zip(PAIRS[name], ("old", "new")):
            build.export(folder / name / f"{side}.so")
        print(name, flush=True)


def copy_cases(folder, corpus):
    """The libraries of the corpus that expected.json names."""
    expected = json.loads(pathlib.Path(__file__).with_name("expected.json").read_text(encoding="utf-8"))
    for case in sorted({case for pair in expected["pairs"].values() for case in pair.get("corpus", ())}):
        (folder / f"{case}.so").write_bytes((corpus / "relax" / case / "model.so").read_bytes())


def pack(folder, archive):
    """Without times and owners, in order of name: equal files give equal bytes."""
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w", format=tarfile.USTAR_FORMAT) as files:
        for path in sorted(folder.rglob("*.so")):
            entry = tarfile.TarInfo(str(path.relative_to(folder)))
            entry.size, entry.mode = path.stat().st_size, 0o644
            with path.open("rb") as data:
                files.addfile(entry, data)
    archive.write_bytes(lzma.compress(plain.getvalue(), preset=9 | lzma.PRESET_EXTREME))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=pathlib.Path, help="folder with relax/CASE/model.so")
    parser.add_argument("archive", type=pathlib.Path)
    parser.add_argument("--keep", type=pathlib.Path, help="builds in this folder, and leaves it")
    parser.add_argument("--only", nargs="*", default=sorted(PAIRS), help="builds these pairs only; nothing is packed")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.keep or pathlib.Path(temporary)
        build_all(folder, options.only)
        if set(options.only) == set(PAIRS):
            copy_cases(folder, options.corpus)
            pack(folder, options.archive)
    return 0


if __name__ == "__main__":
    sys.exit(main())
