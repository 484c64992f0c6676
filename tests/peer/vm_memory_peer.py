# SPDX-License-Identifier: Apache-2.0
"""Devices, storages with a scope, values that are dropped early, and builtins called one by one from hand-built code."""
import unittest

import numpy as np
import tvm
from tvm import relax
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

from drop_in import outcome, own_function
from four_ways import MODES, FourWays, bytes_of, from_file, from_memory
from relax_programs import TARGET, f32
from values import Dtype, Shape, to_tvm
from vm_language_peer import calls


@I.ir_module
class Several:
    """Values on two devices of the host."""

    I.module_global_infos({"vdevice": [I.vdevice("llvm", 0), I.vdevice("llvm", 1)]})

    @R.function
    def main(x: R.Tensor((2, 3), "float32", "llvm:0"), y: R.Tensor((2, 3), "float32", "llvm:1")) -> R.Tensor((2, 3), "float32", "llvm:1"):
        near = R.add(x, x)
        there: R.Tensor((2, 3), "float32", "llvm:1") = R.to_vdevice(near, "llvm:1")
        return R.multiply(there, y)

    @R.function
    def back(y: R.Tensor((2, 3), "float32", "llvm:1")):
        here: R.Tensor((2, 3), "float32", "llvm:0") = R.to_vdevice(y, "llvm:0")
        return (here, y)


@I.ir_module
class Storages:
    """Memory that the program asks for itself, in a scope, at an offset, and gives back."""

    @T.prim_func(s_tir=True, private=True)
    def twice(a: T.Buffer((8,), "float32"), b: T.Buffer((8,), "float32")):
        for i in range(8):
            with T.sblock("twice"):
                v = T.axis.remap("S", [i])
                b[v] = a[v] * T.float32(2)

    @R.function(pure=False)
    def main(x: R.Tensor((8,), "float32")) -> R.Tensor((8,), "float32"):
        cls = Storages
        storage = R.memory.alloc_storage(R.shape([64]), virtual_device_index=0, storage_scope="global", dtype="float32")
        y = R.memory.alloc_tensor(storage, offset=0, shape=R.shape([8]), dtype="float32")
        cls.twice(x, y)
        R.memory.kill_tensor(y)
        z = R.memory.alloc_tensor(storage, offset=0, shape=R.shape([8]), dtype="float32")
        cls.twice(x, z)
        R.memory.kill_storage(storage)
        return z

    @R.function(pure=False)
    def vm_level(x: R.Tensor((8,), "float32")) -> R.Tensor((8,), "float32"):
        cls = Storages
        storage = R.vm.alloc_storage(R.shape([32]), R.prim_value(0), R.dtype("uint8"), R.str("global"))
        y = R.vm.alloc_tensor(storage, R.prim_value(0), R.shape([8]), R.dtype("float32"))
        cls.twice(x, y)
        R.vm.kill_object(storage)
        return y

    @R.function(pure=False)
    def other_scope(x: R.Tensor((8,), "float32")) -> R.Tensor((8,), "float32"):
        cls = Storages
        storage = R.vm.alloc_storage(R.shape([32]), R.prim_value(0), R.dtype("uint8"), R.str("global.texture"))
        y = R.vm.alloc_tensor(storage, R.prim_value(0), R.shape([8]), R.dtype("float32"))
        cls.twice(x, y)
        return y


@I.ir_module
class Lowered:
    """The lowest form of a program, in which kernels, the shape heap and checks are explicit."""

    @R.function(pure=False)
    def heap(x: R.Tensor(ndim=2, dtype="float32"), s: R.Shape(ndim=1)) -> R.Shape(ndim=3):
        R.func_attr({"global_symbol": "heap"})
        heap = R.call_builtin_with_ctx("vm.builtin.alloc_shape_heap", (R.prim_value(3),), ty_args=(R.Tensor(ndim=1, dtype="int64"),))
        _ = R.call_packed("vm.builtin.check_tensor_info", x, R.prim_value(2), R.dtype("float32"), R.str("x"), ty_args=(R.Tuple(),))
        _1 = R.call_packed("vm.builtin.match_shape", x, heap, R.prim_value(2), R.prim_value(1), R.prim_value(0), R.prim_value(1), R.prim_value(1),
                           R.str("x"), ty_args=(R.Tuple(),))
        _2 = R.call_packed("vm.builtin.match_shape", s, heap, R.prim_value(1), R.prim_value(3), R.prim_value(0), R.str("s"), ty_args=(R.Tuple(),))
        return R.call_packed("vm.builtin.make_shape", heap, R.prim_value(3), R.prim_value(1), R.prim_value(1), R.prim_value(0), R.prim_value(7),
                             R.prim_value(1), R.prim_value(0),
                             ty_args=(R.Shape(ndim=3),))

    @R.function(pure=False)
    def branch(c: R.Tensor((), "bool"), x: R.Object) -> R.Object:
        R.func_attr({"global_symbol": "branch"})
        if R.call_packed("vm.builtin.read_if_cond", c, ty_args=(R.Tensor((), "bool"),)):
            y: R.Object = R.call_packed("vm.builtin.make_tuple", x, x, ty_args=(R.Object,))
        else:
            y: R.Object = R.call_packed("vm.builtin.copy", x, ty_args=(R.Object,))
        return y

    @R.function(pure=False)
    def item(t: R.Object, i: R.Prim("int64")) -> R.Object:
        R.func_attr({"global_symbol": "item"})
        return R.call_packed("vm.builtin.tuple_getitem", t, i, ty_args=(R.Object,))


def link_lowered(mode):
    """Code generation alone, without any pass of the compiler."""
    builder = relax.ExecBuilder()
    rest = relax.vm_build._vmcodegen(builder, Lowered, exec_mode=mode)
    return relax.vm_build._vmlink(builder, tvm.target.Target(TARGET), relax.vm_build._filter_tir(rest))


# The builtins that a program calls: (name, arity of the function, arguments of the builtin by register "r0" or value).
BUILTINS = {
    "make_shape": (0, [("heap", 0), 2, 0, 5, 0, 8]),
    "match_shape": (1, ["r0", ("heap", 0), 2, 1, 0, 0, 4, "words"]),
    "match_prim_value": (1, ["r0", ("heap", 0), 0, 6, "words"]),
    "check_shape_info": (2, ["r0", "r1", "words"]),
    "check_prim_value_info": (1, ["r0", Dtype("int64"), "words"]),
    "check_tensor_info": (2, ["r0", "r1", Dtype("float32"), "words"]),
    "check_tuple_info": (2, ["r0", "r1", "words"]),
    "check_func_info": (1, ["r0", "words"]),
    "tuple_getitem": (2, ["r0", "r1"]),
    "tuple_reset_item": (2, ["r0", "r1"]),
    "shape_of": (1, ["r0"]),
    "tensor_to_shape": (1, ["r0"]),
    "reshape": (2, ["r0", "r1"]),
    "ensure_zero_offset": (1, ["r0"]),
    "null_value": (0, []),
    "copy": (1, ["r0"]),
    "make_tuple": (2, ["r0", "r1", "r0"]),
    "read_if_cond": (1, ["r0"]),
    "to_device": (1, ["r0", 1, 0, "global"]),
}
SHAPE, PAIR = Shape((3, 4)), (1, (f32(2), "text"))
BUILTIN_CALLS = [
    ("make_shape",), ("match_shape", Shape((9, 4))), ("match_shape", f32(2, 4)), ("match_prim_value", 6), ("check_shape_info", SHAPE, 2),
    ("check_shape_info", SHAPE, -1), ("check_prim_value_info", 3), ("check_tensor_info", f32(2, 2), 2), ("check_tensor_info", f32(2, 2), -1),
    ("check_tuple_info", PAIR, 2), ("tuple_getitem", PAIR, 1), ("shape_of", f32(3, 1)), ("tensor_to_shape", np.array([2, 7], "int64")),
    ("reshape", f32(2, 6), Shape((3, 4))), ("reshape", f32(2, 6), Shape((12,))), ("ensure_zero_offset", f32(2)), ("null_value",), ("copy", PAIR),
    ("make_tuple", 1, "b"), ("read_if_cond", np.array(True)), ("read_if_cond", np.array(0, "int32")), ("read_if_cond", np.array(3, "int64")),
    ("to_device", f32(2, 2)),
]
BUILTIN_REFUSALS = [
    ("match_shape", Shape((9, 5))), ("match_shape", Shape((9,))), ("match_shape", 3), ("match_prim_value", 7), ("match_prim_value", "x"),
    ("check_shape_info", SHAPE, 1), ("check_shape_info", PAIR, 1), ("check_prim_value_info", "x"), ("check_tensor_info", f32(2), 2),
    ("check_tensor_info", f32(2, 2).astype("int8"), 2), ("check_tensor_info", SHAPE, 2), ("check_tuple_info", PAIR, 3),
    ("check_tuple_info", f32(2), 1), ("check_func_info", f32(2)), ("check_func_info", 3), ("tuple_getitem", PAIR, 2), ("tuple_getitem", PAIR, -1),
    ("tuple_getitem", f32(2), 0), ("shape_of", 3), ("tensor_to_shape", f32(2)), ("reshape", f32(2, 6), Shape((5, 4))), ("reshape", 3, Shape((1,))),
    ("read_if_cond", "x"), ("to_device", 3),
]


def by_hand():
    builder = relax.ExecBuilder()
    for name, (arity, arguments) in BUILTINS.items():
        with builder.function(name, num_inputs=arity):
            builder.emit_call("vm.builtin.alloc_shape_heap", [builder.vm_state(), builder.imm(2)], builder.r(8))
            made = []
            for argument in arguments:
                if isinstance(argument, tuple):
                    made.append(builder.r(8))
                elif isinstance(argument, int):
                    made.append(builder.imm(argument))
                elif isinstance(argument, Dtype):
                    made.append(builder.convert_constant(tvm.runtime.DataType(argument)))
                elif argument[0] == "r" and argument[1:].isdigit():
                    made.append(builder.r(int(argument[1:])))
                else:
                    made.append(builder.convert_constant(argument))
            builder.emit_call(f"vm.builtin.{name}", made, builder.r(9))
            builder.emit_ret(builder.r(9))
    return builder.get()


class VmMemory(FourWays):
    def test_several_devices(self):
        devices = [tvm.cpu(0), tvm.cpu(1), tvm.cpu(0)]
        x, y = f32(2, 3), f32(2, 3, seed=2)

        def on_both(vm):
            result = vm["main"](tvm.runtime.tensor(x, devices[0]), tvm.runtime.tensor(y, devices[1]))
            here, there = vm["back"](tvm.runtime.tensor(y, devices[1]))
            return result, str(result.device), here, str(here.device), str(there.device)

        steps = {"on both": on_both, **calls(("main", x[:1], y), ("main", x.astype("int32"), y))}
        self.take(steps, Several, devices=devices, refused={"1 main", "0 main"} & set(steps))

    def test_storages(self):
        x = f32(8)
        self.take(calls(("main", x), ("vm_level", x), ("main", f32(7)), ("main", x)), Storages, refused={"2 main"})

    def test_scopes_that_the_host_lacks(self):
        self.take(calls(("other_scope", f32(8))), Storages, modes=("bytecode",), refused={"0 other_scope"})

    def test_code_generation_alone(self):
        x, pair = f32(2, 5), (1, "b")
        good = [("heap", x, Shape((2,))), ("branch", np.array(True), 5), ("branch", np.array(False), pair), ("item", pair, 0)]
        bad = [("heap", x, Shape((3,))), ("heap", f32(2), Shape((2,))), ("heap", x.astype("int8"), Shape((2,))), ("branch", "x", 5),
               ("item", pair, 2), ("item", 3, 0)]
        steps = calls(*good, *bad)
        for mode in MODES:
            executable = link_lowered(mode)
            pairs = {"in memory": from_memory(executable)}
            if mode == "compiled":   # TVM's linker needs code
                pairs["exported"] = from_file(executable)
            for way, (peer, own) in pairs.items():
                for number, (name, step) in enumerate(steps.items()):
                    _, error = self.alike(f"{mode} {way}: {name}", step, peer, own)
                    self.assertEqual(error is not None, number >= len(good), f"{mode} {way}: {name}: {error!r}")

    def test_builtins_by_hand(self):
        """The values and the refusals of builtins."""
        executable = by_hand()
        own = relax.VirtualMachine(own_function("executable_from_bytes")(bytes_of(executable), []), tvm.cpu())
        peer = relax.VirtualMachine(executable, tvm.cpu())
        for table, refused in ((BUILTIN_CALLS, False), (BUILTIN_REFUSALS, True)):
            for name, *arguments in table:
                words = f"{name}{tuple(arguments)}"
                _, error = self.alike(words, lambda vm, name=name, arguments=arguments: vm[name](*map(to_tvm, arguments)), peer, own)
                self.assertEqual(error is not None, refused, f"{words}: TVM {error!r}")

    def test_a_cache_that_grows(self):
        """KV caches of one sequence: filled, grown, viewed, shortened and emptied, with what the cache refuses."""
        builder = relax.ExecBuilder()
        cache, prefix = "vm.builtin.attention_kv_cache_", f32(2, 4)
        with builder.function("main", num_inputs=3):
            filled = [builder.convert_constant(tvm.runtime.tensor(prefix)), builder.convert_constant(tvm.runtime.ShapeTuple([3, 4])), builder.imm(1)]
            builder.emit_call(cache + "create", filled, builder.r(3))
            builder.emit_call(cache + "append", [builder.r(3), builder.r(0)], builder.r(3))
            builder.emit_call(cache + "append", [builder.r(3), builder.r(1)], builder.r(3))
            builder.emit_call(cache + "view", [builder.r(3)], builder.r(4))
            builder.emit_call("vm.builtin.make_tuple", [builder.r(3)], builder.r(5))
            builder.emit_call(cache + "array_popn", [builder.r(5), builder.r(2)])
            builder.emit_call(cache + "view", [builder.r(3)], builder.r(6))
            builder.emit_call(cache + "array_clear", [builder.r(5)])
            builder.emit_call(cache + "append", [builder.r(3), builder.r(0)], builder.r(3))
            builder.emit_call(cache + "view", [builder.r(3)], builder.r(7))
            builder.emit_call("vm.builtin.make_tuple", [builder.r(4), builder.r(6), builder.r(7)], builder.r(8))
            builder.emit_ret(builder.r(8))
        executable = builder.get()
        own = relax.VirtualMachine(own_function("executable_from_bytes")(bytes_of(executable), []), tvm.cpu())
        peer = relax.VirtualMachine(executable, tvm.cpu())
        rows = [f32(1, 4, seed=n) for n in range(9)]
        good = [("main", rows[0], rows[1], 0), ("main", rows[2], f32(5, 4), 3), ("main", rows[3], rows[4], 3)]
        bad = [("main", rows[0], rows[1], 4), ("main", f32(1, 5), rows[1], 0), ("main", rows[0].astype("float64"), rows[1], 0), ("main", 3, rows[1], 0)]
        for number, (name, step) in enumerate(calls(*good, *bad).items()):
            _, error = self.alike(name, step, peer, own)
            self.assertEqual(error is not None, number >= len(good), f"{name}: TVM {error!r}")

    def test_functions_as_values(self):
        """check_func_info takes what can be called."""
        executable = by_hand()
        own = relax.VirtualMachine(own_function("executable_from_bytes")(bytes_of(executable), []), tvm.cpu())
        for vm in (relax.VirtualMachine(executable, tvm.cpu()), own):
            self.assertIsNone(outcome(lambda vm=vm: vm["check_func_info"](vm["copy"]))[1])


if __name__ == "__main__":
    unittest.main()
