# SPDX-License-Identifier: Apache-2.0
"""Weights as TVM's own writers and NumPy store them, given to a model whose weights are parameters without checks."""
import json
import pathlib
import struct
import tempfile
import unittest

import numpy as np
import tvm
from tvm import relax
from tvm.contrib import tvmjs
from tvm.script import ir as I
from tvm.script import relax as R

import rscope
from relax_programs import TARGET


@I.ir_module
class Linear:
    @R.function
    def main(x: R.Tensor((3, 8), "float32"), w: R.Tensor((8, 4), "float32"), b: R.Tensor((4,), "float32")) -> R.Tensor((3, 4), "float32"):
        R.func_attr({"num_input": 1})  # TVM checks no parameter beyond these
        with R.dataflow():
            product = R.matmul(x, w)
            result = R.add(product, b)
            R.output(result)
        return result


def write_safetensors(path, arrays):
    header, data = {}, b""
    for name, array in arrays.items():
        header[name] = {"dtype": "F32", "shape": list(array.shape), "data_offsets": [len(data), len(data) + array.nbytes]}
        data += array.tobytes()
    text = json.dumps(header).encode()
    path.write_bytes(struct.pack("<Q", len(text)) + text + data)


def without_low_halves(array):
    return (array.view("uint32") & 0xFFFF0000).view("float32")


class ArraySets(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        holder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(holder.cleanup)
        cls.folder = pathlib.Path(holder.name)
        cls.library = cls.folder / "linear.so"
        relax.build(Linear, tvm.target.Target(TARGET)).export_library(str(cls.library))
        numbers = np.random.default_rng(3)
        cls.x, cls.w, cls.b = (numbers.standard_normal(shape).astype("float32") for shape in ((3, 8), (8, 4), (4,)))
        np.save(cls.folder / "x.npy", cls.x)

    def run_with(self, arrays):
        out = self.folder / "out.npz"
        rscope.command("run", self.library, "--input", f"x=@{self.folder / 'x.npy'}", "--inputs", arrays, "--outputs", out)
        return np.load(out)["out0"]

    def check(self, arrays, w, b):
        np.testing.assert_allclose(self.run_with(arrays), self.x @ w + b, rtol=1e-4, atol=1e-5)

    def test_every_form_gives_the_same_result(self):
        weights = {"w": self.w, "b": self.b}
        tensors = {name: tvm.runtime.tensor(array) for name, array in weights.items()}
        np.savez(self.folder / "w.npz", **weights)
        (self.folder / "w.params").write_bytes(tvm.runtime.save_param_dict(tensors))
        write_safetensors(self.folder / "w.safetensors", weights)
        (self.folder / "raw").mkdir()
        tvmjs.dump_tensor_cache(tensors, str(self.folder / "raw"), encode_format="raw", show_progress=False)
        for name in ("w.npz", "w.params", "w.safetensors", "raw"):
            with self.subTest(name):
                self.check(self.folder / name, self.w, self.b)

    def test_shortened_floats_are_widened(self):
        folder = self.folder / "short"
        folder.mkdir()
        tensors = {"w": tvm.runtime.tensor(without_low_halves(self.w)), "b": tvm.runtime.tensor(without_low_halves(self.b))}
        tvmjs.dump_tensor_cache(tensors, str(folder), encode_format="f32-to-bf16", show_progress=False)
        self.check(folder, without_low_halves(self.w), without_low_halves(self.b))

    def test_types_without_checks_come_from_kernels(self):
        request = json.loads(rscope.command("run", self.library, "--print-request", "--json"))
        shapes = {argument["name"]: argument["shape"] for argument in request["arguments"]}
        self.assertEqual(shapes, {"x": [3, 8], "w": [8, 4], "b": [4]})
        defaulted = {text.split(":")[0]: text for text in request["defaulted"]}
        self.assertNotIn("type from", defaulted["x"])
        self.assertIn("(type from kernel matmul)", defaulted["w"])
        self.assertIn("(type from kernel add)", defaulted["b"])
