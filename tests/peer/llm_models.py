# SPDX-License-Identifier: Apache-2.0
"""Small language-model parts built with TVM's own frontend: attention over a paged KV cache, a recurrent state,
the simple KV cache. Functions that wrap the state builtins make all of them callable by the executable's names."""
import numpy as np
import tvm
from tvm import relax, tirx
from tvm.relax.frontend import nn
from tvm.relax.frontend.nn.llm.kv_cache import PagedKVCache, TIRPagedKVCache
from tvm.script import tirx as T

QUERY_HEADS, KV_HEADS, WIDTH, LAYERS = 4, 2, 8, 2
PAGE = 16  # the size that TVM's kernels are compiled for
LAYER_WINDOW = 20
SCALE = 0.35
STATE_WIDTH = 4

PLAIN = {"param_mode": "none", "effect_mode": "none"}


class Attention(nn.Module):
    """Two layers of attention without weights, and caches for them; the rotary embedding mode is chosen at run time."""

    def __init__(self, kinds):
        super().__init__()
        self.kinds = kinds

    def create(self, a: tirx.Var, b: tirx.Var, c: tirx.Var, d: tirx.Var, e: tirx.Var, rope: tirx.Var) -> PagedKVCache:
        return TIRPagedKVCache(
            self.kinds, a, b, c, d, e, layer_partition=relax.ShapeExpr([0, LAYERS]), num_hidden_layers=LAYERS, num_attention_heads=QUERY_HEADS,
            num_key_value_heads=KV_HEADS, qk_head_dim=WIDTH, v_head_dim=WIDTH, mla_original_qk_head_dim=0, mla_original_v_head_dim=0, rope_mode=rope,
            rope_scale=1, rope_theta=10000, rope_scaling={}, rope_ext_factors=relax.prim_value(0), rotary_dim=WIDTH, enable_disaggregation=False,
            dtype="float32", target=tvm.target.Target("llvm"), layer_sliding_window_size=LAYER_WINDOW)

    def forward(self, qkv: nn.Tensor, cache: PagedKVCache):
        first = cache.attention_with_fused_qkv(0, qkv, QUERY_HEADS, SCALE)
        second = cache.attention_with_fused_qkv(1, qkv * 0.5, QUERY_HEADS, SCALE)
        return first, second, cache.get_query_positions(qkv.shape[0] * qkv.shape[1])

    def forward_shared(self, qkv: nn.Tensor, q: nn.Tensor, k: nn.Tensor, v: nn.Tensor, cache: PagedKVCache):
        first = cache.attention_with_fused_qkv(0, qkv, QUERY_HEADS, SCALE)
        shared = cache.attention_with_shared_kv(0, q, k, v, SCALE)
        return first, shared, cache.attention_with_fused_qkv(1, qkv, QUERY_HEADS, SCALE)

    def forward_parts(self, q: nn.Tensor, k: nn.Tensor, v: nn.Tensor, cache: PagedKVCache):
        own, own_lse = cache.self_attention(0, q, k, v, SCALE)
        stored, stored_lse = cache.cross_attention(0, q, WIDTH, SCALE)
        return own, own_lse, stored, stored_lse


ANY, INT, SHAPE = relax.AnyType, lambda: tvm.ir.PrimType("int64"), lambda: relax.ShapeType(ndim=-1)
STATE_CALLS = {
    "clear": ("kv_state_clear", [ANY]),
    "add": ("kv_state_add_sequence", [ANY, INT]),
    "remove": ("kv_state_remove_sequence", [ANY, INT]),
    "fork": ("kv_state_fork_sequence", [ANY, INT, INT, INT]),
    "pop": ("kv_state_popn", [ANY, INT, INT]),
    "begin": ("kv_state_begin_forward", [ANY, SHAPE, SHAPE]),
    "propose": ("kv_state_begin_forward", [ANY, SHAPE, SHAPE, SHAPE]),
    "end": ("kv_state_end_forward", [ANY]),
    "slide": ("attention_kv_cache_enable_sliding_window_for_seq", [ANY, INT, INT, INT]),
    "commit": ("attention_kv_cache_commit_accepted_token_tree_nodes", [ANY, SHAPE, SHAPE]),
    "empty": ("attention_kv_cache_empty", [ANY]),
    "pages": ("attention_kv_cache_get_num_available_pages", [ANY]),
    "total": ("attention_kv_cache_get_total_sequence_length", [ANY]),
    "length": ("attention_kv_cache_get_sequence_length", [ANY, INT]),
    "state_of": ("rnn_state_debug_get", [ANY, INT, INT, INT]),
}


def add_calls(module, names):
    """Adds a function per state call."""
    builder = relax.BlockBuilder(module)
    for name in names:
        builtin, types = STATE_CALLS[name]
        params = [relax.Var(f"p{i}", make()) for i, make in enumerate(types)]
        with builder.function(name, params):
            builder.emit_func_output(builder.emit(relax.call_pure_packed(f"vm.builtin.{builtin}", *params, ty_args=relax.AnyType())))
    return builder.get()


def add_read_back(module):
    """read_back(cache, sequence, length): keys and values of its first tokens."""
    builder = relax.BlockBuilder(module)
    cache, sequence, tokens = relax.Var("cache", relax.AnyType()), relax.Var("sequence", INT()), tirx.Var("tokens", "int64")
    length = relax.Var("length", relax.ShapeType([tokens]))
    kind = relax.TensorType((LAYERS, tokens, KV_HEADS, WIDTH), "float32")
    with builder.function("read_back", [cache, sequence, length]):
        call = relax.call_dps_packed("vm.builtin.attention_kv_cache_debug_get_kv", [cache, sequence, relax.prim_value(0), relax.prim_value(tokens)], out_ty=[kind, kind])
        builder.emit_func_output(builder.emit(call))
    return builder.get()


def tensor_spec(heads):
    return nn.spec.Tensor([1, "n", heads, WIDTH], "float32")


def attention_module(kinds):
    """create(sequences, tokens, tokens of a forward step, tokens of a page, whether sequences slide, rotary mode), steps, state calls."""
    cache = {"cache": nn.spec.Object(object_type=PagedKVCache), "$": PLAIN}
    parts = {"q": tensor_spec(QUERY_HEADS), "k": tensor_spec(KV_HEADS), "v": tensor_spec(KV_HEADS)}
    qkv = {"qkv": tensor_spec(QUERY_HEADS + 2 * KV_HEADS)}
    module, _ = Attention(kinds).export_tvm({
        "create": {**{name: int for name in ("a", "b", "c", "d", "e", "rope")}, "$": PLAIN}, "forward": {**qkv, **cache},
        "forward_shared": {**qkv, **parts, **cache}, "forward_parts": {**parts, **cache}})
    return add_read_back(add_calls(module, [name for name in STATE_CALLS if name != "state_of"]))


@T.prim_func(s_tir=True)
def read_state(var_storage: T.handle, var_slots: T.handle, var_steps: T.handle, var_output: T.handle):
    slots, history, batch = T.int64(), T.int64(), T.int64()
    storage = T.match_buffer(var_storage, (slots, history, 4), "float32")
    slot_of = T.match_buffer(var_slots, (batch,), "int32")
    step_of = T.match_buffer(var_steps, (batch,), "int32")
    output = T.match_buffer(var_output, (batch, 4), "float32")
    for i, j in T.grid(batch, 4):
        with T.sblock("read"):
            vi, vj = T.axis.remap("SS", [i, j])
            output[vi, vj] = storage[T.cast(slot_of[vi], "int64"), T.cast(step_of[vi], "int64"), vj]


@T.prim_func(s_tir=True)
def write_state(var_storage: T.handle, var_slots: T.handle, var_steps: T.handle, var_values: T.handle):
    slots, history, batch = T.int64(), T.int64(), T.int64()
    storage = T.match_buffer(var_storage, (slots, history, 4), "float32")
    slot_of = T.match_buffer(var_slots, (batch,), "int32")
    step_of = T.match_buffer(var_steps, (batch,), "int32")
    values = T.match_buffer(var_values, (batch, 4), "float32")
    for i, j in T.grid(batch, 4):
        with T.sblock("write"):
            vi, vj = T.axis.remap("SS", [i, j])
            storage[T.cast(slot_of[vi], "int64"), (T.cast(step_of[vi], "int64") + T.int64(1)) % history, vj] = values[vi, vj]


def recurrent_module():
    """create(): a state of two layers, three sequences and a history of four; step(x, state): each layer's next state."""
    builder = relax.BlockBuilder()
    reader, writer = builder.add_func(read_state, "read_state"), builder.add_func(write_state, "write_state")
    initial = relax.const(np.arange(1, STATE_WIDTH + 1, dtype="float32"))
    with builder.function("create", []):
        made = relax.call_pure_packed("vm.builtin.rnn_state_create", relax.prim_value(2), relax.prim_value(3), relax.prim_value(4), relax.Tuple([reader]),
                                      relax.Tuple([writer]), relax.Tuple([initial]), ty_args=relax.AnyType())
        builder.emit_func_output(builder.emit(made))
    kind = relax.TensorType((tirx.Var("n", "int64"), STATE_WIDTH), "float32")
    x, state = relax.Var("x", kind), relax.Var("state", relax.AnyType())
    with builder.function("step", [x, state]):
        current, kept = x, state
        for layer in range(2):
            old = builder.emit(relax.call_dps_packed("vm.builtin.rnn_state_get", [kept, relax.prim_value(layer), relax.prim_value(0)], out_ty=kind))
            current = builder.emit(relax.op.tanh(relax.op.add(relax.op.multiply(old, relax.const(0.5, "float32")), current)))
            kept = builder.emit(relax.call_pure_packed("vm.builtin.rnn_state_set", kept, relax.prim_value(layer), relax.prim_value(0), current, ty_args=relax.AnyType()))
        builder.emit_func_output(builder.emit(relax.Tuple([current, kept])))
    return add_calls(builder.get(), ["clear", "add", "remove", "pop", "begin", "end", "fork", "state_of"])


def append_module():
    """The cache of one sequence: create(rows), append(cache, rows) -> all rows, override(cache, rows) -> all rows of a window of 4."""
    builder = relax.BlockBuilder()
    kind = relax.TensorType((tirx.Var("n", "int64"), 2), "float32")
    rows = relax.Var("rows", kind)
    packed = lambda name, *args: builder.emit(relax.call_pure_packed(f"vm.builtin.attention_kv_cache_{name}", *args, ty_args=relax.AnyType()))
    with builder.function("create", [rows]):
        builder.emit_func_output(packed("create", rows, relax.ShapeExpr([2, 2]), relax.prim_value(-1)))
    for function, extra in (("append", []), ("window_override", [4]), ("window_override_with_sinks", [4, 1]), ("update", [])):
        cache, rows = relax.Var("cache", relax.AnyType()), relax.Var("rows", relax.TensorType((tirx.Var("n", "int64"), 2), "float32"))
        with builder.function(function, [cache, rows]):
            changed = packed(function, cache, rows, *[relax.prim_value(number) for number in extra])
            builder.emit_func_output(packed("view", changed))
    for function, extra in (("array_popn", [1]), ("array_clear", [])):
        cache = relax.Var("cache", relax.AnyType())
        with builder.function(function, [cache]):
            done = packed(function, relax.Tuple([cache]), *[relax.prim_value(number) for number in extra])
            builder.emit_func_output(done)
    return builder.get()


MODULES = {
    "attention": lambda: attention_module("mha"),
    "compiled": lambda: attention_module("mha"),
    "windowed": lambda: attention_module(["mha", "mha_sliding"]),
    "recurrent": recurrent_module,
    "append": append_module,
}


def export(name, folder):
    """Compiles one of MODULES for the CPU, "compiled" with its functions as native code; the library's path."""
    path = folder / f"{name}.so"
    relax.build(MODULES[name](), target=tvm.target.Target("llvm"), exec_mode="compiled" if name == "compiled" else "bytecode").export_library(str(path))
    return path
