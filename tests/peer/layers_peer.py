# SPDX-License-Identifier: Apache-2.0
"""Repeated regions of models that TVM builds: they have as many copies as the model has layers, and copy i takes the parameters of layer i."""
import itertools
import json
import pathlib
import tempfile
import unittest

import tvm
from tvm import relax
from tvm.relax.backend.cpu_generic import pipeline as cpu
from tvm.relax.frontend import nn

import rscope

WIDTH, HEADS, TOKENS, WORDS = 32, 4, 6, 50
PLAIN = {"param_mode": "plain", "effect_mode": "none"}


class Block(nn.Module):
    def __init__(self, wide=2):
        self.first_norm, self.second_norm = nn.LayerNorm(WIDTH), nn.LayerNorm(WIDTH)
        self.qkv, self.out = nn.Linear(WIDTH, 3 * WIDTH), nn.Linear(WIDTH, WIDTH, bias=False)
        self.up, self.down = nn.Linear(WIDTH, wide * WIDTH), nn.Linear(wide * WIDTH, WIDTH)

    def forward(self, x):
        batch, tokens, _ = x.shape
        q, k, v = nn.op.split(self.qkv(self.first_norm(x)), 3, axis=-1)
        heads = lambda y: nn.op.permute_dims(nn.op.reshape(y, (batch, tokens, HEADS, WIDTH // HEADS)), [0, 2, 1, 3])
        scores = nn.op.softmax(nn.op.matmul(heads(q), nn.op.permute_dims(heads(k), [0, 1, 3, 2])) * 0.35, axis=-1)
        attended = nn.op.permute_dims(nn.op.matmul(scores, heads(v)), [0, 2, 1, 3])
        x = x + self.out(nn.op.reshape(attended, (batch, tokens, WIDTH)))
        return x + self.down(nn.op.gelu(self.up(self.second_norm(x))))


class Transformer(nn.Module):
    """An embedding, layers and a head; `ends`: the first and the last layer are wider."""

    def __init__(self, layers, ends=False):
        self.words = nn.Embedding(WORDS, WIDTH)
        self.layers = nn.ModuleList([Block(3 + number // (layers - 1) if ends and number in (0, layers - 1) else 2) for number in range(layers)])
        self.norm, self.head = nn.LayerNorm(WIDTH), nn.Linear(WIDTH, WORDS, bias=False)

    def forward(self, ids: nn.Tensor):
        x = self.words(ids)
        for layer in self.layers:
            x = layer(x)
        return self.head(self.norm(x))


class Residual(nn.Module):
    def __init__(self, before, width):
        self.first = nn.Conv2D(before, width, 3, stride=width // before, padding=1, bias=False)
        self.second = nn.Conv2D(width, width, 3, padding=1, bias=False)
        self.skip = nn.Conv2D(before, width, 1, stride=2, bias=False) if before != width else None

    def forward(self, x):
        y = self.second(nn.op.relu(self.first(x)))
        return nn.op.relu(y + (x if self.skip is None else self.skip(x)))


class Stage(nn.Module):
    def __init__(self, before, width, blocks):
        self.blocks = nn.ModuleList([Residual(before if number == 0 else width, width) for number in range(blocks)])

    def forward(self, x):
        for block in self.blocks:
            x = block(x)
        return x


class Convolutions(nn.Module):
    """Stages of 3, 3 and 4 blocks; the first block of the second and third halves the picture."""

    def __init__(self):
        self.stem = nn.Conv2D(3, 4, 3, padding=1)
        self.stages = nn.ModuleList([Stage(4, 4, 3), Stage(4, 8, 3), Stage(8, 16, 4)])

    def forward(self, image: nn.Tensor):
        x = nn.op.relu(self.stem(image))
        for stage in self.stages:
            x = stage(x)
        return x


class Funnel(nn.Module):
    def __init__(self):
        self.steps = nn.ModuleList([nn.Linear(width, width // 2) for width in (64, 32, 16)])

    def forward(self, x: nn.Tensor):
        return nn.op.softmax(self.steps[2](nn.op.gelu(self.steps[1](nn.op.relu(self.steps[0](x))))))


class Recurrent(nn.Module):
    """A recurrent cell, unrolled."""

    def __init__(self, steps):
        self.steps, self.input, self.state = steps, nn.Linear(6, 8), nn.Linear(8, 8, bias=False)

    def forward(self, xs: nn.Tensor, h: nn.Tensor):
        for step in range(self.steps):
            x = nn.op.wrap_nested(relax.op.strided_slice(xs._expr, [0], [step], [step + 1]), "slice")
            h = nn.op.tanh(self.input(nn.op.reshape(x, (4, 6))) + self.state(h))
        return h


def pipeline(fused, planned):
    """TVM's for the CPU, without its fusion or its memory planning."""
    passes = [*(cpu.legalize_passes(None) if fused else [relax.transform.LegalizeOps()]), *cpu.dataflow_lower_passes(None), *cpu.finalize_passes(None)]
    return tvm.transform.Sequential(passes if planned else [one for one in passes if one.info.name != "StaticPlanBlockMemory"])


def build(model, inputs, path, fused=True, planned=True, params="plain"):
    module, _ = model.export_tvm({"forward": {**inputs, "$": {**PLAIN, "param_mode": params}}})
    relax.build(module, target=tvm.target.Target("llvm"), relax_pipeline=pipeline(fused, planned)).export_library(str(path))
    return path


IDS = {"ids": nn.spec.Tensor([1, TOKENS], "int32")}


class Layers(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.path = pathlib.Path(scratch.name) / "model.so"

    def regions(self, *arguments, **options):
        build(*arguments, self.path, **options)
        return json.loads(rscope.command("layers", self.path, "--json"))["layers"]

    def outer(self, *arguments, **options):
        return [row for row in self.regions(*arguments, **options) if row["depth"] == 0]

    def expect_own_parameters(self, region):
        """Copy i takes all parameters of layer i and no others: the listing is the witness."""
        listing = json.loads(rscope.command("dump", self.path, "--format", "json", "--function", region["function"]))
        function = next(row for row in listing["functions"] if row["name"] == region["function"])
        for number, copy in enumerate(region["copies"], region["first_number"]):
            mine = {f"%{i}" for i, name in enumerate(function["params"]) if name.startswith(f"{region['name']}.{number}.")}
            others = {f"%{i}" for i in range(len(function["params"]))} - mine
            taken = {arg for row in function["instructions"] if copy["first_pc"] <= row["pc"] <= copy["last_pc"] for arg in row.get("args", [])}
            self.assertTrue(mine and mine <= taken, (number, mine - taken))
            self.assertFalse(others & taken, number)

    def test_transformers(self):
        for layers, fused, planned in itertools.product((2, 12, 48), (False, True), (False, True)):
            with self.subTest(layers=layers, fused=fused, planned=planned):
                region, = self.outer(Transformer(layers), IDS, fused=fused, planned=planned)
                self.assertEqual((region["name"], region["count"], region["first_number"]), ("layers", layers, 0))
                self.expect_own_parameters(region)

    def test_another_first_and_last_layer(self):
        for fused in (False, True):
            with self.subTest(fused=fused):
                region, = self.outer(Transformer(12, ends=True), IDS, fused=fused)
                self.assertEqual((region["name"], region["count"], region["first_number"], region["equal"]), ("layers", 12, 0, False))
                self.expect_own_parameters(region)

    def test_ends_that_no_parameters_name(self):
        region, = self.outer(Transformer(12, ends=True), IDS, params="packed")
        self.assertEqual((region["count"], region["first_number"], region["equal"]), (10, None, True))
        almost = json.loads(rscope.command("layers", self.path, "--json"))["almost"]
        self.assertTrue(any(row["last_pc"] < region["first_pc"] for row in almost), almost)
        self.assertTrue(any(row["first_pc"] > region["last_pc"] for row in almost), almost)

    def test_parameters_in_one_tuple(self):
        region, = self.outer(Transformer(12), IDS, params="packed")
        self.assertEqual((region["count"], region["first_number"]), (12, None))

    def test_symbolic_shapes(self):
        region, = self.outer(Transformer(12), {"ids": nn.spec.Tensor([1, "n"], "int32")})
        self.assertEqual((region["name"], region["count"]), ("layers", 12))
        self.expect_own_parameters(region)

    def test_convolutions_fold_by_stage(self):
        image = {"image": nn.spec.Tensor([1, 3, 16, 16], "float32")}
        for fused in (False, True):
            with self.subTest(fused=fused):
                found = self.outer(Convolutions(), image, fused=fused)
                self.assertEqual([(row["name"], row["count"], row["first_number"]) for row in found],
                                 [("stages.0.blocks", 3, 0), ("stages.1.blocks", 3, 0), ("stages.2.blocks", 4, 0)])
                for region in found:
                    self.expect_own_parameters(region)

    def test_steps_of_other_sizes(self):
        """Kernels of their own, of the same operators but for the last."""
        for fused in (False, True):
            with self.subTest(fused=fused):
                region, = self.outer(Funnel(), {"x": nn.spec.Tensor([1, 64], "float32")}, fused=fused)
                self.assertEqual((region["name"], region["count"], region["equal"]), ("steps", 3, False))

    def test_steps_on_slices_of_one_tensor(self):
        """Each slice is a kernel of its own, as its place is in its code."""
        for fused in (False, True):
            with self.subTest(fused=fused):
                region, = self.outer(Recurrent(10), {"xs": nn.spec.Tensor([10, 4, 6], "float32"), "h": nn.spec.Tensor([4, 8], "float32")}, fused=fused)
                self.assertEqual((region["count"], region["equal"]), (10, True))
                self.assertIn("strided_slice", region["name"])


if __name__ == "__main__":
    unittest.main()
