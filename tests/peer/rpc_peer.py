# SPDX-License-Identifier: Apache-2.0
"""VMs that TVM's RPC server runs, TVM's and ours in one session, and the same steps on both from the client."""
import contextlib
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import unittest

import numpy as np
import psutil
import tvm
from tvm import relax, rpc
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

import llm_generate_peer as llm
import relaxscope
from four_ways import MODES, FourWays, build
from record_peer import bodies, counts
from relax_programs import f32
from values import from_tvm


@I.ir_module
class Remote:
    @R.function
    def scaled(x: R.Tensor(("n", 2), "float32"), w: R.Tensor((2,), "float32")) -> R.Tensor(("n", 2), "float32"):
        return R.multiply(x, w)

    @R.function
    def same(x: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
        return x

    @R.function
    def nested(x: R.Tensor(("n", 2), "float32"), w: R.Tensor((2,), "float32")):
        n = T.int64()
        return (R.add(x, w), ((R.exp(w), w), R.shape([n, 2])))

    @R.function
    def chosen(b: R.Tensor((), "bool"), w: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
        if b:
            r = R.add(w, w)
        else:
            r = R.exp(w)
        return r

    @R.function
    def number(i: R.Prim("int64"), s: R.Object) -> R.Object:
        return s

    @R.function
    def rows(x: R.Tensor(("n", 2), "float32")) -> R.Shape:
        n = T.int64()
        return R.shape([n, n * 3])

    @R.function
    def adder(v: R.Tensor((2,), "float32")) -> R.Object:
        w = R.add(v, v)

        @R.function
        def inner(x: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
            return R.add(x, w)

        return inner

    @R.function
    def twice(w: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
        cls = Remote
        f = cls.adder(w)
        r: R.Tensor((2,), "float32") = f(w)
        return r


X, W, V = f32(3, 2), f32(2), f32(2, seed=4)


class Client:
    """A VM of the server and what puts arguments there."""

    def __init__(self, session, module):
        self.session, self.module, self.device = session, module, session.cpu()
        self.vm = relax.VirtualMachine(module, self.device)

    def put(self, array):
        return tvm.runtime.tensor(array, self.device)

    def call(self, name, *arrays):
        return self.vm[name](*map(self.put, arrays))

    def stateful(self, name, *arrays, **named):
        self.vm.set_input(name, *map(self.put, arrays), **{key: self.put(array) for key, array in named.items()})
        self.vm.invoke_stateful(name)
        return self.vm.get_outputs(name)

    def save(self, name, saved, *arrays, include_return=True, **named):
        self.vm.save_function(name, saved, *map(self.put, arrays), include_return=include_return,
                              **{key: self.put(array) for key, array in named.items()})

    def times(self, name, *arguments, **counts):
        """Repeats that were measured, and whether each took time."""
        results = self.vm.time_evaluator(name, self.device, **counts)(*arguments).results
        return len(results), min(results) > 0


def connected(port):
    """A session of a server that is bound to the port and listens soon."""
    for _ in range(100):
        with contextlib.suppress(RuntimeError):
            return rpc.connect("127.0.0.1", port)
        time.sleep(0.1)
    raise TimeoutError(f"no server listens on port {port}")


def overwritten(client, keep, take):
    """The result with inputs whose memory on the server changes, and is freed, after the VM got them."""
    x, w = client.put(X), client.put(W)
    keep(x, w)
    x.copyfrom(np.zeros_like(X))
    del x, w
    return take()


CALLS = {
    "direct": lambda c: c.call("scaled", X, W),
    "another extent": lambda c: c.call("scaled", f32(1, 2), W),
    "no rows": lambda c: c.call("scaled", f32(0, 2), W),
    "a number and text": lambda c: c.vm["number"](3, "text"),
    "a float": lambda c: c.vm["number"](3, 2.5),
    "a number": lambda c: c.vm["number"](3, 7),
    "a truth value": lambda c: c.vm["number"](3, True),
    "nothing": lambda c: c.vm["number"](3, None),
    "a tuple as the result": lambda c: c.call("nested", X, W),
    "a shape as the result": lambda c: c.call("rows", X),
    "a closure as the result": lambda c: c.call("adder", W),
    "a closure called inside": lambda c: c.call("twice", W),
    "a tensor of the client": lambda c: c.vm["same"](tvm.runtime.tensor(W)),
    "too few": lambda c: c.call("scaled", X),
    "too many": lambda c: c.call("scaled", X, W, W),
    "wrong type": lambda c: c.call("scaled", X.astype("float64"), W),
    "wrong extent": lambda c: c.call("scaled", X, f32(3)),
    "unknown": lambda c: c.call("nothing", X),
    "it still works": lambda c: c.call("scaled", X, W),
    "instrument by name": lambda c: c.vm.set_instrument("rpc.no_such"),
    "on several devices": lambda c: relax.VirtualMachine(c.module, [c.device, c.device])["scaled"](c.put(X), c.put(W)),
    "with the naive allocator": lambda c: relax.VirtualMachine(c.module, c.device, "naive")["scaled"](c.put(X), c.put(W)),
}
REFUSED_CALLS = {"a tensor of the client", "too few", "too many", "wrong type", "wrong extent", "unknown",
                 "instrument by name"}

INPUTS = {
    "early": lambda c: c.vm.invoke_stateful("scaled"),
    "early outputs": lambda c: c.vm.get_outputs("scaled"),
    "by position": lambda c: c.stateful("scaled", X, W),
    "by name": lambda c: c.stateful("scaled", w=W, x=X),
    "both": lambda c: c.stateful("scaled", X, w=W),
    "kept": lambda c: (c.vm.invoke_stateful("scaled"), c.vm.get_outputs("scaled"))[1],
    "another extent": lambda c: c.stateful("scaled", f32(1, 2), W),
    "overwritten": lambda c: overwritten(c, lambda *inputs: c.vm.set_input("scaled", *inputs),
                                         lambda: (c.vm.invoke_stateful("scaled"), c.vm.get_outputs("scaled"))[1]),
    "a condition": lambda c: tuple(from_tvm(c.stateful("chosen", np.array(b), W)) for b in (True, False)),
    "an input as the result": lambda c: c.stateful("same", W),
    "tuples as the result": lambda c: (from_tvm(c.stateful("nested", X, W)[0]), from_tvm(c.vm.get_outputs("nested")[1][0])),
    "arities": lambda c: [c.vm._get_output_arity("nested", *at) for at in ((), (0,), (1,), (1, 0), (1, 0, 1), (1, 1))],
    "part": lambda c: c.vm._get_output("nested", 1, 0, 1),
    "a part that is a tuple": lambda c: c.vm._get_output("nested", 1),
    "beyond": lambda c: c.vm._get_output("nested", 2),
    "an array of the client": lambda c: c.vm.set_input("scaled", X, W),
    "a number of the client": lambda c: c.vm.set_input("number", 3, "text"),
    "too few": lambda c: c.vm.set_input("scaled", c.put(X)),
    "too many": lambda c: c.vm.set_input("scaled", c.put(X), c.put(W), c.put(W)),
    "a name that is none": lambda c: c.vm.set_input("scaled", c.put(X), v=c.put(W)),
    "unknown function": lambda c: c.vm.set_input("nothing", c.put(X)),
    "wrong type": lambda c: c.stateful("scaled", X.astype("float64"), W),
    "wrong extent": lambda c: c.stateful("scaled", X, f32(3)),
    "outputs of before": lambda c: c.vm._get_output("nested", 0),
    "outputs unknown": lambda c: c.vm.get_outputs("nothing"),
    "invoke unknown": lambda c: c.vm.invoke_stateful("nothing"),
    "called directly beside it": lambda c: c.call("scaled", X, W),
}
REFUSED_INPUTS = {"early", "early outputs", "a part that is a tuple", "beyond", "an array of the client", "a number of the client", "too few", "too many", "a name that is none",
                  "unknown function", "wrong type", "wrong extent", "outputs unknown", "invoke unknown"}

SAVED = {
    "save": lambda c: c.save("scaled", "bound", X, W),
    "bound": lambda c: c.vm["bound"](),
    "overwritten": lambda c: overwritten(c, lambda *inputs: c.vm.save_function("scaled", "over", *inputs), lambda: c.vm["over"]()),
    "with keywords": lambda c: c.save("scaled", "named", w=W, x=X),
    "named": lambda c: c.vm["named"](),
    "with both": lambda c: c.save("scaled", "mixed", X, w=W),
    "mixed": lambda c: c.vm["mixed"](),
    "silently": lambda c: c.save("scaled", "silent", X, W, include_return=False),
    "silent": lambda c: c.vm["silent"](),
    "part of them": lambda c: c.save("scaled", "half", W),
    "half": lambda c: c.vm["half"](c.put(X)),
    "half without": lambda c: c.vm["half"](),
    "unknown": lambda c: c.save("nothing", "n", W),
    "wrong later": lambda c: c.save("scaled", "wrong", X, f32(3)),
    "wrong": lambda c: c.vm["wrong"](),
    "timed": lambda c: c.times("bound", number=3, repeat=2),
    "timed silent": lambda c: c.times("silent", number=2, min_repeat_ms=1),
    "timed with arguments": lambda c: c.times("scaled", c.put(X), c.put(W), number=2, repeat=4),
    "timed stateful": lambda c: (c.vm.set_input("scaled", c.put(X), c.put(W)), c.times("invoke_stateful", "scaled", number=2))[1],
    "timed and refused": lambda c: c.times("scaled", c.put(X)),
    "timed unknown": lambda c: c.times("nothing"),
}
REFUSED_SAVED = {"half without", "unknown", "wrong", "timed and refused", "timed unknown"}


class Rpc(FourWays):
    """By an RPC server of another process, and by a session of this one."""

    @classmethod
    def setUpClass(cls):
        cls.server = rpc.Server("127.0.0.1", load_library=str(relaxscope.library_path()), silent=True)
        cls.addClassCleanup(cls.server.terminate)

    def sessions(self, served_only):
        remote = rpc.connect("127.0.0.1", self.server.port)
        try:
            yield "a server", remote
        finally:
            with contextlib.suppress(RuntimeError):   # lost already
                remote.get_function("CloseRPCConnection")()   # the server takes the next client then
        if served_only:
            return
        yield "this process", rpc.LocalSession()

    def ways(self, module, modes=MODES, served_only=False):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "program.so"
            for mode in modes:
                build(relax.transform.LambdaLift()(module), mode).export_library(str(path))
                for where, session in self.sessions(served_only):
                    session.upload(str(path))
                    yield (f"{mode} on {where}", Client(session, session.load_module(path.name)),
                           Client(session, relaxscope.remote_module(session, pathlib.Path(path.name))))

    def test_calls(self):
        self.take(CALLS, Remote, refused=REFUSED_CALLS)

    def test_inputs(self):
        self.take(INPUTS, Remote, refused=REFUSED_INPUTS)

    def test_what_rpc_cannot_send(self):
        """The client refuses it, so that both VMs are left as they were."""
        steps = {"a tuple": lambda c: c.vm["number"](3, (c.put(W), c.put(V))), "a callback": lambda c: c.vm["number"](3, lambda x: x),
                 "it still works": lambda c: c.call("scaled", X, W)}
        self.take(steps, Remote, refused={"a tuple", "a callback"}, served_only=True)

    def test_inputs_as_results(self):
        """TVM's VM returns the memory of the caller, with which RPC cannot end the call: ours returns a copy that the server owns."""
        for way, peer, own in self.ways(Remote):
            with self.subTest(way):
                if "this process" in way:   # a server loses its connection
                    with self.assertRaises(RuntimeError):
                        peer.call("same", W)
                np.testing.assert_array_equal(own.call("same", W).numpy(), W)
                np.testing.assert_array_equal(own.vm["number"](3, own.put(V)).numpy(), V)
                held = []
                np.testing.assert_array_equal(overwritten(own, lambda x, _: held.append(own.vm["number"](3, x)), held.pop).numpy(), X)
                np.testing.assert_array_equal(own.call("chosen", np.array(True), W).numpy(), W + W)

    def test_closures(self):
        """TVM's are objects, which invoke_closure takes; ours are functions, which RPC does not send back but the client can call."""
        for way, peer, own in self.ways(Remote, served_only=True):
            with self.subTest(way):
                want = peer.vm.invoke_closure(peer.call("adder", W), peer.put(V)).numpy()
                np.testing.assert_array_equal(own.call("adder", W)(own.put(V)).numpy(), want)
                with self.assertRaisesRegex(ValueError, "Cannot pass type ffi.Function"):
                    own.vm.invoke_closure(own.call("adder", W), own.put(V))

    def test_a_recording(self):
        """The profile comes from the server, where the calls are counted, and can be saved here."""
        for mode in MODES:
            for way, peer, own in self.ways(Remote, modes=(mode,)):
                with self.subTest(way), tempfile.TemporaryDirectory() as folder:
                    with relaxscope.record(own.vm) as profile:
                        own.call("scaled", X, W)
                        own.stateful("scaled", X, W)
                        own.times("nested", own.put(X), own.put(W), number=3, repeat=2)   # one call before the measured ones
                    self.assertEqual(bodies(profile), {"scaled": 2, "nested": 1 + 3 * 2})
                    if mode == "bytecode":
                        self.assertEqual(counts(profile)["multiply"], 2)
                    self.assertEqual((profile.overview["entry"], profile.incomplete), ("scaled; nested", ""))
                    path = pathlib.Path(folder) / "remote.rsprof"
                    profile.save(path)
                    self.assertEqual(relaxscope.open_profile(path).overview, profile.overview)
                    with self.assertRaises(Exception) as raised, relaxscope.record(own.vm) as failed:
                        own.call("scaled", X)
                    self.assertTrue(failed.incomplete.startswith(type(raised.exception).__name__), failed.incomplete)
                    with self.assertRaisesRegex(TypeError, "this module of the server is none"):
                        relaxscope.record(peer.vm).__enter__()
                    with self.assertRaisesRegex(TypeError, "this module of the server is none"):
                        relaxscope.record(own.module).__enter__()
                    with relaxscope.record(own.vm), self.assertRaisesRegex(RuntimeError, "record"):
                        relaxscope.record(own.vm).__enter__()

    def test_a_lost_server(self):
        """The error of the block is raised, or one that says that the profile is lost; and nothing is asked of a session after an interrupt."""
        def close(client):
            client.session.get_function("CloseRPCConnection")()

        def interrupted(client):
            raise KeyboardInterrupt

        def of_the_block(client):
            close(client)
            raise KeyError("of the block")

        for block, kind, note in ((close, RuntimeError, ""), (of_the_block, KeyError, "RPC server did not return it"), (interrupted, KeyboardInterrupt, "")):
            for way, _, own in self.ways(Remote, modes=("bytecode",), served_only=True):
                with self.subTest(block.__name__):
                    with self.assertRaises(kind) as raised, relaxscope.record(own.vm) as profile:
                        own.call("scaled", X, W)
                        block(own)
                    self.assertIs(type(raised.exception), kind)
                    self.assertIn(note, "".join(getattr(raised.exception, "__notes__", [])))
                    self.assertIn("lost", f"{profile!r}")
                    with self.assertRaisesRegex(RuntimeError, "the profile is lost: "):
                        profile.rows.calls

    def test_a_language_model(self):
        """TVM's and our VM yield the same tokens with a KV cache on the server; the recording has the calls of its builtins."""
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            library, _, weights = llm.build(folder)
            want, _ = llm.tokens_of_tvm(library, list(weights.values()))
            for _, session in self.sessions(served_only=True):
                session.upload(str(library))
                vm = relax.VirtualMachine(relaxscope.remote_module(session, library.name), session.cpu())
                call = lambda name, *arguments: session.get_function(name)(*arguments)
                shape = lambda *extents: call("ffi.Shape", *extents)
                state = lambda name, *arguments: call("vm.builtin.kv_state_" + name, *arguments)
                call("vm.builtin.tensor_cache.load", str(folder / "weights"), 1, 0)
                params = call("vm.builtin.param_array_from_cache_by_name_unpacked", *weights)
                tokens, token = [], tvm.runtime.tensor(np.array([llm.PROMPT], "int32"), session.cpu())
                with relaxscope.record(vm) as profile:
                    cache = vm["create"](shape(1), shape(256), shape(64), shape(llm.PAGE), shape(0))
                    state("add_sequence", cache, 0)
                    for step in range(llm.STEPS + 1):
                        state("begin_forward", cache, shape(0), shape(len(llm.PROMPT) if step == 0 else 1))
                        token = vm["prefill" if step == 0 else "decode"](token, cache, params)
                        state("end_forward", cache)
                        tokens.append(int(token.numpy()[0, 0]))
                self.assertEqual(tokens, want)
                self.assertEqual(counts(profile, "script builtin")["vm.builtin.kv_state_begin_forward"], llm.STEPS + 1)
                self.assertEqual(bodies(profile), {"create": 1, "prefill": 1, "decode": llm.STEPS})

    def test_what_is_no_session(self):
        for session in (None, self.server, "127.0.0.1"):
            with self.subTest(session), self.assertRaisesRegex(TypeError, "expects a session of tvm.rpc"):
                relaxscope.remote_module(session, "program.so")
        with self.assertRaises(TypeError):
            relaxscope.remote_module(rpc.LocalSession(), 3)

    def test_a_server_of_the_command_line(self):
        command = [sys.executable, "-m", "tvm.exec.rpc_server", "--host=127.0.0.1", f"--load-library={relaxscope.library_path()}"]
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process, tempfile.TemporaryDirectory() as folder:
            try:
                bound = next(filter(None, (re.search(r"bind to 127.0.0.1:([0-9]+)", line) for line in process.stderr)), None)
                self.assertIsNotNone(bound, "the server ended before it listened")
                session = connected(int(bound[1]))
                path = pathlib.Path(folder) / "program.so"
                build(relax.transform.LambdaLift()(Remote), "bytecode").export_library(str(path))
                session.upload(str(path))
                client = Client(session, relaxscope.remote_module(session, path.name))
                np.testing.assert_array_equal(client.call("scaled", X, W).numpy(), X * W)
            finally:
                for child in psutil.Process(process.pid).children(recursive=True):
                    child.kill()
                process.kill()

    def test_a_server_without_our_library(self):
        server = rpc.Server("127.0.0.1", silent=True)
        self.addCleanup(server.terminate)
        with self.assertRaisesRegex(RuntimeError, "load_library=str"):
            relaxscope.remote_module(rpc.connect("127.0.0.1", server.port), "program.so")

    def test_saved_and_measured_functions(self):
        self.take(SAVED, Remote, refused=REFUSED_SAVED)


if __name__ == "__main__":
    unittest.main()
