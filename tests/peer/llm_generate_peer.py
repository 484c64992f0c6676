# SPDX-License-Identifier: Apache-2.0
"""A language model of four layers with a paged KV cache, whose weights are one tuple: from its library and the folder of its weights to
tokens and to a profile, as `rscope` makes them by one command and TVM's VM by its own."""
import collections
import hashlib
import json
import pathlib
import tempfile
import unittest

import numpy as np
import tvm
from tvm import relax, tirx
from tvm.contrib import tvmjs
from tvm.relax.frontend import nn
from tvm.relax.frontend.nn.llm.kv_cache import PagedKVCache, TIRPagedKVCache

import rscope

LAYERS, WIDTH, HEADS, KV_HEADS, HEAD_WIDTH, WORDS, PAGE = 4, 64, 4, 2, 16, 97, 16
PROMPT, STEPS = (3, 1, 4, 1, 5, 9, 2, 6), 16
METADATA = "_metadata"


class Layer(nn.Module):
    def __init__(self, number):
        self.number = number
        self.norm = nn.RMSNorm(WIDTH, -1, 1e-5, bias=False)
        self.qkv = nn.Linear(WIDTH, (HEADS + 2 * KV_HEADS) * HEAD_WIDTH, bias=False)
        self.out = nn.Linear(HEADS * HEAD_WIDTH, WIDTH, bias=False)
        self.up = nn.Linear(WIDTH, 2 * WIDTH)
        self.down = nn.Linear(2 * WIDTH, WIDTH, bias=False)

    def forward(self, x: nn.Tensor, cache: PagedKVCache):
        batch, tokens, _ = x.shape
        qkv = nn.op.reshape(self.qkv(self.norm(x)), (batch, tokens, HEADS + 2 * KV_HEADS, HEAD_WIDTH))
        attended = cache.attention_with_fused_qkv(self.number, qkv, HEADS, HEAD_WIDTH**-0.5)
        x = x + self.out(nn.op.reshape(attended, (batch, tokens, HEADS * HEAD_WIDTH)))
        return x + self.down(nn.op.silu(self.up(self.norm(x))))


class Model(nn.Module):
    def __init__(self):
        self.words = nn.Embedding(WORDS, WIDTH)
        self.layers = nn.ModuleList([Layer(i) for i in range(LAYERS)])
        self.norm = nn.RMSNorm(WIDTH, -1, 1e-5, bias=False)
        self.head = nn.Linear(WIDTH, WORDS, bias=False)

    def create(self, sequences: tirx.Var, tokens: tirx.Var, chunk: tirx.Var, page: tirx.Var, slides: tirx.Var) -> PagedKVCache:
        return TIRPagedKVCache(
            "mha", sequences, tokens, chunk, page, slides, layer_partition=relax.ShapeExpr([0, LAYERS]), num_hidden_layers=LAYERS,
            num_attention_heads=HEADS, num_key_value_heads=KV_HEADS, qk_head_dim=HEAD_WIDTH, v_head_dim=HEAD_WIDTH, mla_original_qk_head_dim=0,
            mla_original_v_head_dim=0, rope_mode=1, rope_scale=1, rope_theta=10000, rope_scaling={}, rope_ext_factors=relax.prim_value(0),
            rotary_dim=HEAD_WIDTH, enable_disaggregation=False, dtype="float32", target=tvm.target.Target("llvm"))

    def forward(self, ids: nn.Tensor, cache: PagedKVCache):
        """The last token's most likely successor."""
        x = nn.op.reshape(self.words(nn.op.reshape(ids, (ids.shape[0] * ids.shape[1],))), (ids.shape[0], ids.shape[1], WIDTH))
        for layer in self.layers:
            x = layer(x, cache)

        def last(values: tvm.te.Tensor):
            return tvm.te.compute((1, 1, WIDTH), lambda i, _, k: values[i, values.shape[1] - 1, k], name="last")

        scores = self.head(nn.op.tensor_expr_op(last, "last", [self.norm(x)]))
        best = relax.op.argmax(scores._expr, axis=-1)  # pylint: disable=protected-access
        return nn.wrap_nested(relax.BlockBuilder.current().emit(relax.op.astype(best, "int32")), "token")

    def prefill(self, ids: nn.Tensor, cache: PagedKVCache):
        return self.forward(ids, cache)

    def decode(self, ids: nn.Tensor, cache: PagedKVCache):
        return self.forward(ids, cache)


def build(folder):
    """The library, and the folder with its weights; returns both and the weights by name, in the order of the tuple."""
    packed, plain = {"param_mode": "packed", "effect_mode": "none"}, {"param_mode": "none", "effect_mode": "none"}
    cache = {"cache": nn.spec.Object(object_type=PagedKVCache)}
    sizes = {name: int for name in ("sequences", "tokens", "chunk", "page", "slides")}
    module, params = Model().export_tvm({
        "create": {**sizes, "$": plain},
        "prefill": {"ids": nn.spec.Tensor([1, "n"], "int32"), **cache, "$": packed},
        "decode": {"ids": nn.spec.Tensor([1, 1], "int32"), **cache, "$": packed}})
    builder = relax.BlockBuilder(module)
    with builder.function(METADATA, []):
        builder.emit_func_output(builder.emit(tvm.ir.StringImm(json.dumps({"params": [{"name": name} for name, _ in params]}))))
    library = folder / "model.so"
    relax.build(builder.get(), target=tvm.target.Target("llvm")).export_library(str(library))
    random = np.random.default_rng(0)
    weights = {name: (0.3 * random.standard_normal([int(d) for d in param.shape])).astype("float32") for name, param in params}
    stored = dict(sorted(weights.items(), key=lambda row: row[0][::-1]))  # not in the order of the tuple
    tvmjs.dump_tensor_cache(stored, str(folder / "weights"), encode_format="raw", show_progress=False)
    return library, folder / "weights", weights


def script(names):
    """The list of calls: the prompt, then each token as the argument of the next step."""
    shape = lambda *values: {"type": "shape", "value": list(values)}
    result = lambda call: {"type": "result", "call": call}
    weights = {"type": "tuple", "keys": names}
    calls = [{"func": "create", "args": [shape(1), shape(256), shape(64), shape(PAGE), shape(0)]},
             {"func": "vm.builtin.kv_state_add_sequence", "args": [result(0), {"type": "int", "value": 0}]}]
    token = {"type": "tensor", "key": "prompt"}
    for step in range(STEPS + 1):
        calls.append({"func": "vm.builtin.kv_state_begin_forward", "args": [result(0), shape(0), shape(len(PROMPT) if step == 0 else 1)]})
        token = {"func": "prefill" if step == 0 else "decode", "args": [token, result(0), weights]}
        calls.append(token)
        token = result(len(calls) - 1)
        calls.append({"func": "vm.builtin.kv_state_end_forward", "args": [result(0)]})
    return calls


def tokens_of_tvm(library, weights):
    """The tokens of TVM's VM, and how often it called each function of prefill and decode."""
    vm = relax.VirtualMachine(tvm.runtime.load_module(str(library)), tvm.cpu())
    called = collections.Counter()

    def count(function, name, before, result, *args):  # pylint: disable=unused-argument
        if before:
            called[name] += 1
        return relax.VMInstrumentReturnKind.NO_OP

    vm.set_instrument(count)
    state = lambda name, *args: tvm.get_global_func(f"vm.builtin.kv_state_{name}")(*args)
    shape = lambda *values: tvm.runtime.ShapeTuple(values)
    packed = [tvm.runtime.tensor(value) for value in weights]
    cache = vm["create"](shape(1), shape(256), shape(64), shape(PAGE), shape(0))
    state("add_sequence", cache, 0)
    ids, tokens = tvm.runtime.tensor(np.array([PROMPT], "int32")), []
    for step in range(STEPS + 1):
        state("begin_forward", cache, shape(0), shape(len(PROMPT) if step == 0 else 1))
        ids = vm["prefill" if step == 0 else "decode"](ids, cache, packed)
        state("end_forward", cache)
        tokens.append(int(ids.numpy()[0, 0]))
    return tokens, called


class LlmGenerate(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.scratch.name)
        cls.library, cls.weights_folder, weights = build(cls.folder)
        cls.names, cls.weights = list(weights), list(weights.values())
        (cls.folder / "calls.json").write_text(json.dumps(script(cls.names)))
        np.savez(cls.folder / "prompt.npz", prompt=np.array([PROMPT], "int32"))
        cls.tokens, cls.called = tokens_of_tvm(cls.library, cls.weights)

    @classmethod
    def tearDownClass(cls):
        cls.scratch.cleanup()

    def command(self, name, *options):
        return rscope.command(name, self.library, "--script", self.folder / "calls.json", "--inputs", self.weights_folder, "--inputs", self.folder / "prompt.npz",
                              *options)

    def test_the_tokens_are_those_of_tvm(self):
        self.command("run", "--result", self.folder / "result.json", "--outputs", self.folder / "out.npz")
        outputs = dict(np.load(self.folder / "out.npz"))
        forms = json.loads((self.folder / "result.json").read_text())
        steps = [form for form, call in zip(forms, script(self.names)) if call["func"] in ("prefill", "decode")]
        self.assertEqual([int(outputs[form["key"]][0, 0]) for form in steps], self.tokens)
        self.assertGreater(len(set(self.tokens)), 1, "a model whose tokens depend on nothing would prove nothing")

    def test_one_command_makes_a_profile_with_every_kernel(self):
        profile = json.loads(self.command("profile", "--json"))
        counts = {row["callee"]: row["count"] / profile["runs"] for row in profile["calls"] if row["kind"] == "call"}
        self.assertEqual({name: counts.get(name) for name in self.called}, dict(self.called))
        nested = {row["callee"]: row["count"] / profile["runs"] for row in profile["calls"] if row["kind"] == "nested kernel"}
        self.assertEqual(nested.get("tir_kv_cache_transpose_append"), LAYERS * (STEPS + 1))
        self.assertEqual(nested.get("batch_prefill_ragged_kv", 0) + nested.get("batch_decode_paged_kv_cpu", 0) + nested.get("batch_prefill_paged_kv_cpu", 0),
                         LAYERS * (STEPS + 1), nested)

    def test_layers_are_named_by_the_models_metadata(self):
        found = json.loads(rscope.command("layers", self.library, "--json"))["layers"]
        self.assertEqual([(row["function"], row["name"], row["count"], row["first_number"]) for row in found if row["depth"] == 0],
                         [("decode", "layers", LAYERS, 0), ("prefill", "layers", LAYERS, 0)])

    def test_the_weights_of_one_call_are_found_by_the_models_metadata(self):
        request = json.loads(rscope.command("run", self.library, "decode", "--inputs", self.weights_folder, "--input", "ids=int32[1,1]", "--input", "cache=none",
                                            "--print-request", "--json"))
        packed = next(argument for argument in request["arguments"] if argument["name"] == "packed_params")
        want = [hashlib.sha256(value.tobytes()).hexdigest() for value in self.weights]
        self.assertEqual([field["sha256"] for field in packed["fields"]], want)


if __name__ == "__main__":
    unittest.main()
