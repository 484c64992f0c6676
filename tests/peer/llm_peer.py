# SPDX-License-Identifier: Apache-2.0
"""KV caches and recurrent state: the same calls in TVM's VM, in ours in its place, and by `rscope run --script`."""
import ctypes
import json
import os
import pathlib
import tempfile
import unittest

import numpy as np
import tvm
import tvm_ffi
from tvm import relax

import llm_models
import rscope
from values import Opaque, Shape, from_json, from_tvm, to_json, to_tvm

WALKS = 6
STEPS = 40
HEADS = llm_models.QUERY_HEADS + 2 * llm_models.KV_HEADS


class Made:
    """The result of an earlier call, or a field of it, as an argument."""

    def __init__(self, call, *path):
        self.call, self.path = call, path


def exactly(want, got, place="result"):
    """None if both are bitwise equal; objects only need to be objects."""
    if isinstance(want, np.ndarray) and isinstance(got, np.ndarray):
        same = want.dtype == got.dtype and want.shape == got.shape and want.tobytes() == got.tobytes()
        return None if same else f"{place}: {want.dtype}{want.shape} {want.ravel()[:4]} against {got.dtype}{got.shape} {got.ravel()[:4]}"
    if isinstance(want, tuple) and isinstance(got, tuple) and len(want) == len(got):
        return next((d for d in (exactly(w, g, f"{place}.{i}") for i, (w, g) in enumerate(zip(want, got))) if d), None)
    if isinstance(want, Opaque) and isinstance(got, Opaque):
        return None
    return None if type(want) is type(got) and want == got else f"{place}: {want!r} against {got!r}"


def described(function, arguments):
    """A short description of a call."""
    short = [f"tensor{a.shape}" if isinstance(a, np.ndarray) else f"result {a.call}" if isinstance(a, Made) else repr(a) for a in arguments]
    return f"{function}({', '.join(short)})"


class Script:
    """Makes calls in both VMs and keeps their results; `rscope` can repeat them."""

    def __init__(self, test, library, path):
        load = tvm_ffi.get_global_func("relaxscope.load_executable")
        self.test, self.library, self.path = test, library, path
        self.vms = [relax.VirtualMachine(module, tvm.cpu()) for module in (tvm.runtime.load_module(str(path)), load(str(path)))]
        self.calls, self.results, self.plain = [], [], []

    def make(self, vm, function, arguments):
        def value(argument):
            if not isinstance(argument, Made):
                return to_tvm(argument)
            found = self.results[argument.call][vm]
            for index in argument.path:
                found = found[index]
            return found

        if not function.startswith("vm.builtin."):
            return self.vms[vm][function](*map(value, arguments))
        # Calls of the host: the global functions accept the states of both VMs.
        return tvm.get_global_func(function)(*map(value, arguments))

    def __call__(self, function, *arguments):
        """Makes a call in both and compares; returns a placeholder for its result in later calls."""
        made = tuple(self.make(vm, function, arguments) for vm in range(2))
        want, got = map(from_tvm, made)
        self.test.assertIsNone(exactly(want, got), f"{self.library}, call {len(self.calls)}: {described(function, arguments)}")
        self.calls.append((function, arguments))
        self.results.append(made)
        self.plain.append(want)
        return Made(len(self.calls) - 1)

    def refused(self, function, *arguments):
        """Checks that both VMs refuse the call."""
        for vm in range(2):
            with self.test.assertRaises(Exception, msg=f"{described(function, arguments)}, VM {vm}"):
                self.make(vm, function, arguments)

    def repeat_by_rscope(self):
        """All calls as one script: the worker's results equal those of TVM's VM."""
        arrays, script = {}, []
        for number, (function, arguments) in enumerate(self.calls):
            forms = [{"type": "result", "call": a.call, "path": list(a.path)} if isinstance(a, Made) else to_json(a, arrays, f"call{number}.arg{i}")
                     for i, a in enumerate(arguments)]
            script.append({"func": function, "args": forms})
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            (folder / "calls.json").write_text(json.dumps(script))
            np.savez(folder / "in.npz", **arrays)
            rscope.command("run", self.path, "--script", folder / "calls.json", "--inputs", folder / "in.npz", "--result", folder / "result.json",
                           "--outputs", folder / "out.npz", "--timeout", "50")
            outputs = dict(np.load(folder / "out.npz"))
            forms = json.loads((folder / "result.json").read_text())
        self.test.assertEqual(len(forms), len(self.calls))
        for number, (form, want) in enumerate(zip(forms, self.plain)):
            self.test.assertIsNone(exactly(want, from_json(form, outputs)), f"rscope, call {number}: {self.calls[number][0]}")


class Llm(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.library = ctypes.CDLL(os.environ["RELAXSCOPE_VM"], ctypes.RTLD_GLOBAL)
        cls.scratch = tempfile.TemporaryDirectory()
        cls.paths = {name: llm_models.export(name, pathlib.Path(cls.scratch.name)) for name in llm_models.MODULES}

    @classmethod
    def tearDownClass(cls):
        cls.scratch.cleanup()

    def script(self, library):
        return Script(self, library, self.paths[library])

    def cache(self, script, rope=1, slides=0, tokens=512, sequences=8):
        sizes = (sequences, tokens, 96, llm_models.PAGE, slides, rope)
        return script("create", *(Shape((size,)) for size in sizes))

    def forward(self, script, cache, random, ids, lengths):
        """One forward step; all results, and the positions of its tokens, are compared."""
        script("begin", cache, Shape(ids), Shape(lengths))
        script("forward", random.standard_normal((1, sum(lengths), HEADS, llm_models.WIDTH)).astype("float32"), cache)
        script("end", cache)

    def walk(self, library, seed, rope, slides):
        """Random operations on up to six sequences."""
        random, script = np.random.default_rng(seed), self.script(library)
        cache = self.cache(script, rope, slides)
        lengths, windows, fresh = {}, {}, 0
        for _ in range(STEPS):
            what, ids = random.integers(10), list(map(int, random.permutation(list(lengths))))
            if not ids or (what == 0 and len(ids) < 6):
                script("add", cache, fresh)
                if slides and random.integers(2):
                    windows[fresh] = int(random.integers(24, 40))
                    script("slide", cache, fresh, windows[fresh], int(random.integers(20)))
                lengths[fresh], fresh = 0, fresh + 1
            elif what == 1:
                script("remove", cache, ids[0])
                del lengths[ids[0]]
            elif what in (2, 3) and ids[0] not in windows and len(ids) < 6:
                position = int(random.integers(-1, lengths[ids[0]] + 1))
                script("fork", cache, ids[0], fresh, position)
                lengths[fresh], fresh = lengths[ids[0]] if position < 0 else position, fresh + 1
            elif what == 4 and ids[0] not in windows:
                count = int(random.integers(lengths[ids[0]] + 1))
                script("pop", cache, ids[0], count)
                lengths[ids[0]] -= count
            else:
                ids = ids[:random.integers(1, len(ids) + 1)]
                added = [1] * len(ids) if what < 8 else [int(random.integers(1, 18)) for _ in ids]
                if max(lengths[i] for i in ids) > 60 or sum(added) > 96:
                    continue
                if library == "windowed" and max(lengths[i] + count for i, count in zip(ids, added)) > llm_models.LAYER_WINDOW:
                    added = [1] * len(ids)   # TVM's masked kernel for several tokens reads uninitialised stack values
                self.forward(script, cache, random, ids, added)
                for i, count in zip(ids, added):
                    lengths[i] = min(lengths[i] + count, windows.get(i, 10**6))
            script("total", cache)
            if not slides:
                script("pages", cache)   # sliding sequences get and return pages in another order than TVM's
            for sequence, length in lengths.items():
                self.assertEqual(script.plain[script("length", cache, sequence).call], length)
                if length and library != "windowed":
                    script("read_back", cache, sequence, Shape((length,)))
        return script

    def test_random_walks_with_every_rotary_mode(self):
        for seed in range(WALKS):
            with self.subTest(seed=seed):
                self.walk("attention", seed, rope=seed % 3, slides=0)

    def test_random_walks_of_functions_compiled_whole(self):
        self.walk("compiled", 300, rope=1, slides=0).repeat_by_rscope()
        self.walk("compiled", 301, rope=2, slides=1)

    def test_random_walks_with_sliding_sequences(self):
        for seed in range(WALKS):
            with self.subTest(seed=seed):
                self.walk("attention", 100 + seed, rope=seed % 3, slides=1)

    def test_random_walks_with_a_layer_that_has_a_window(self):
        for seed in range(WALKS):
            with self.subTest(seed=seed):
                self.walk("windowed", 200 + seed, rope=1, slides=0)

    def test_scripts_by_rscope(self):
        self.walk("attention", 7, rope=1, slides=0).repeat_by_rscope()
        self.walk("windowed", 8, rope=1, slides=0).repeat_by_rscope()

    def test_many_decodes_of_one_prefix(self):
        """Enough sequences that TVM reads their common prefix in one go."""
        random, script = np.random.default_rng(3), self.script("attention")
        cache = self.cache(script, tokens=2048, sequences=64)
        script("add", cache, 0)
        for _ in range(3):
            self.forward(script, cache, random, [0], [64])
        for child in range(1, 49):
            script("fork", cache, 0, child, 160 if child % 2 else 192)
        for count in (20, 40, 48):
            self.forward(script, cache, random, list(range(1, count + 1)), [1] * count)
        self.forward(script, cache, random, [3, 4, 0, 5], [2, 1, 5, 3])

    def test_parts_of_attention_and_keys_of_another_layer(self):
        random, script = np.random.default_rng(4), self.script("attention")
        cache = self.cache(script, rope=0)
        for sequence in (0, 1):
            script("add", cache, sequence)
        self.forward(script, cache, random, [0, 1], [20, 5])
        for lengths in ((3, 18), (1, 1)):
            tokens = sum(lengths)
            q, k, v = (random.standard_normal((1, tokens, heads, llm_models.WIDTH)).astype("float32") for heads in (llm_models.QUERY_HEADS, llm_models.KV_HEADS, llm_models.KV_HEADS))
            script("begin", cache, Shape((0, 1)), Shape(lengths))
            if lengths != (1, 1):   # for single tokens TVM's VM reads keys that are not stored yet
                script("forward_parts", q, k, v, cache)
            script("forward_shared", np.concatenate([q, k, v], axis=2), q, k, v, cache)
            script("end", cache)

    def test_proposed_tokens(self):
        random, script = np.random.default_rng(5), self.script("attention")
        cache = self.cache(script)
        for sequence in (0, 1):
            script("add", cache, sequence)
        self.forward(script, cache, random, [0, 1], [20, 5])
        for accepted in ((2, -1), (0, 3), (3, 3)):
            script("propose", cache, Shape((0, 1)), Shape((4, 4)), Shape((-1, 0, 1, 2) * 2))
            script("forward", random.standard_normal((1, 8, HEADS, llm_models.WIDTH)).astype("float32"), cache)
            script("end", cache)
            script("commit", cache, Shape((0, 1)), Shape(accepted))
            for sequence in (0, 1):
                length = script.plain[script("length", cache, sequence).call]
                script("read_back", cache, sequence, Shape((length,)))
            self.forward(script, cache, random, [1, 0], [1, 1])

    def test_the_host_works_on_states_by_the_names_of_the_builtins(self):
        random, script = np.random.default_rng(8), self.script("attention")
        cache, state = self.cache(script), "vm.builtin.kv_state_"
        for sequence in (0, 1):
            script(f"{state}add_sequence", cache, sequence)
        for lengths in ((17, 4), (1, 1)):
            script(f"{state}begin_forward", cache, Shape((0, 1)), Shape(lengths))
            script("forward", random.standard_normal((1, sum(lengths), HEADS, llm_models.WIDTH)).astype("float32"), cache)
            script(f"{state}end_forward", cache)
        script(f"{state}popn", cache, 1, 2)
        script("vm.builtin.attention_kv_cache_get_total_sequence_length", cache)
        script.refused(f"{state}remove_sequence", cache, 5)
        script.repeat_by_rscope()

    def test_both_refuse_and_go_on(self):
        random, script = np.random.default_rng(6), self.script("attention")
        cache = self.cache(script)
        script("add", cache, 0)
        self.forward(script, cache, random, [0], [20])
        for call in (("add", cache, 0), ("remove", cache, 3), ("fork", cache, 3, 4, -1), ("fork", cache, 0, 0, -1), ("fork", cache, 0, 1, 21), ("pop", cache, 0, 21),
                     ("pop", cache, 0, -1), ("pop", cache, 9, 1), ("slide", cache, 0, 8, 1), ("read_back", cache, 0, Shape((21,))), ("length", cache, 8),
                     ("forward", np.zeros((1, 1, HEADS, llm_models.WIDTH), "float64"), cache), ("total", 3), ("begin", cache, Shape((0, 1)), Shape((1,)))):
            script.refused(*call)
        self.forward(script, cache, random, [0], [1])
        script("clear", cache)
        self.assertTrue(script.plain[script("empty", cache).call])

    def test_recurrent_state(self):
        random, script = np.random.default_rng(7), self.script("recurrent")
        state = script("create")

        def step(ids, lengths):
            script("begin", state, Shape(ids), Shape(lengths))
            made = script("step", random.standard_normal((len(ids), llm_models.STATE_WIDTH)).astype("float32"), state)
            script("end", Made(made.call, 1))

        for sequence in (4, 7):
            script("add", state, sequence)
        for ids, lengths in (((4,), (9,)), ((7, 4), (1, 1)), ((4, 7), (1, 1)), ((4,), (1,))):
            step(ids, lengths)
        script("fork", state, 4, 0, -1)
        script("pop", state, 0, 2)
        step((0, 7, 4), (1, 1, 1))
        for call in (("add", state, 5), ("pop", state, 0, 3), ("remove", state, 6), ("pop", state, 4, -1), ("state_of", state, 0, 0, 6)):
            script.refused(*call)
        script("remove", state, 7)
        script("add", state, 5)
        step((5, 4), (3, 1))
        for layer in range(2):
            for sequence in (0, 4, 5):
                script("state_of", state, layer, 0, sequence)
        script.repeat_by_rscope()

    def test_the_simple_cache(self):
        script = self.script("append")
        rows = lambda count, first: (np.arange(2 * count, dtype="float32") + first).reshape(count, 2)
        cache = script("create", rows(1, 0))
        for count in (1, 4, 2):
            script("append", cache, rows(count, 10 * count))
        script("array_popn", cache)
        script("update", cache, rows(7, 50))
        script.refused("update", cache, rows(3, 0))
        script("array_clear", cache)
        for count, first in ((3, 0), (2, 100), (3, 200)):
            script("window_override_with_sinks", cache, rows(count, first))
        script.refused("window_override_with_sinks", cache, rows(4, 0))
        script("array_clear", cache)
        for count, first in ((3, 0), (2, 100), (4, 200)):
            script("window_override", cache, rows(count, first))
        script.refused("append", cache, np.zeros((1, 2), "float64"))


if __name__ == "__main__":
    unittest.main()
