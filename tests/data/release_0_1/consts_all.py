# RelaxScope assembler, python form: run it beside TVM and `executable` is built with its ExecBuilder
#: .executable R5 version="0.14"
import numpy as np
import tvm
from tvm import relax

ib = relax.ExecBuilder()
ib.declare_function("main", 1)
ib.declare_function("vm.builtin.copy", 0)
ib.declare_function("vm.builtin.make_tuple", 0)

ib.convert_constant(tvm.runtime.tensor(np.frombuffer(bytes.fromhex("007e00fcd345f7c1c7bf1143"), "float16").reshape((2, 3))))  # c[0]
ib.convert_constant(tvm.runtime.tensor(np.array([2.0578568], "float32").reshape(())))  # c[1]
ib.convert_constant(tvm.runtime.tensor(np.frombuffer(bytes.fromhex("000000000000f87f000000000000f0ff5ed4a2910d4c10409221c8dc2c5316c0"), "float64")))  # c[2]
ib.convert_constant(tvm.runtime.tensor(np.array([-4, -41, 24, -46], "int8").reshape((1, 1, 2, 2))))  # c[3]
ib.convert_constant(tvm.runtime.tensor(np.array([], "uint8").reshape((0, 3))))  # c[4]
ib.convert_constant(tvm.runtime.tensor(np.array([65, 74, -48, -56, -52], "int16")))  # c[5]
ib.convert_constant(tvm.runtime.tensor(np.array([51, 50, 37, 28, 6, 7], "uint16").reshape((2, 3))))  # c[6]
ib.convert_constant(tvm.runtime.tensor(np.array([-60], "int32").reshape(())))  # c[7]
ib.convert_constant(tvm.runtime.tensor(np.array([38, 95, 55, 19], "uint32")))  # c[8]
ib.convert_constant(tvm.runtime.tensor(np.array([-56, 62, 72, 97], "int64").reshape((1, 1, 2, 2))))  # c[9]
ib.convert_constant(tvm.runtime.tensor(np.array([], "uint64").reshape((0, 3))))  # c[10]
ib.convert_constant(tvm.runtime.tensor(np.frombuffer(bytes.fromhex("0001010001"), "bool")))  # c[11]
ib.convert_constant(tvm.runtime.tensor(np.frombuffer(bytes.fromhex("ab404340b13f1b4092405540"), "uint16").reshape((2, 3)))._create_view((2, 3), "bfloat16"))  # c[12]
ib.convert_constant(tvm.runtime.ShapeTuple([1, -1, 1099511627776]))  # c[13]
ib.convert_constant(tvm.runtime.ShapeTuple([]))  # c[14]
ib.convert_constant("a string with \"quotes\" \n and é")  # c[15]
ib.convert_constant("")  # c[16]
ib.convert_constant("xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx")  # c[17]
ib.convert_constant(1152921504606846976)  # c[18]
ib.convert_constant(tvm.DataType("float16x4"))  # c[19]
ib.convert_constant(tvm.DataType("bool"))  # c[20]
ib.convert_constant(tvm.DataType("bfloat16"))  # c[21]

with ib.function("main", num_inputs=0):
    ib.emit_call("vm.builtin.copy", args=[ib.c(0)], dst=ib.r(0))
    ib.emit_call("vm.builtin.copy", args=[ib.c(1)], dst=ib.r(1))
    ib.emit_call("vm.builtin.copy", args=[ib.c(2)], dst=ib.r(2))
    ib.emit_call("vm.builtin.copy", args=[ib.c(3)], dst=ib.r(3))
    ib.emit_call("vm.builtin.copy", args=[ib.c(4)], dst=ib.r(4))
    ib.emit_call("vm.builtin.copy", args=[ib.c(5)], dst=ib.r(5))
    ib.emit_call("vm.builtin.copy", args=[ib.c(6)], dst=ib.r(6))
    ib.emit_call("vm.builtin.copy", args=[ib.c(7)], dst=ib.r(7))
    ib.emit_call("vm.builtin.copy", args=[ib.c(8)], dst=ib.r(8))
    ib.emit_call("vm.builtin.copy", args=[ib.c(9)], dst=ib.r(9))
    ib.emit_call("vm.builtin.copy", args=[ib.c(10)], dst=ib.r(10))
    ib.emit_call("vm.builtin.copy", args=[ib.c(11)], dst=ib.r(11))
    ib.emit_call("vm.builtin.copy", args=[ib.c(12)], dst=ib.r(12))
    ib.emit_call("vm.builtin.copy", args=[ib.c(13)], dst=ib.r(13))
    ib.emit_call("vm.builtin.copy", args=[ib.c(14)], dst=ib.r(14))
    ib.emit_call("vm.builtin.copy", args=[ib.c(15)], dst=ib.r(15))
    ib.emit_call("vm.builtin.copy", args=[ib.c(16)], dst=ib.r(16))
    ib.emit_call("vm.builtin.copy", args=[ib.c(17)], dst=ib.r(17))
    ib.emit_call("vm.builtin.copy", args=[ib.c(18)], dst=ib.r(18))
    ib.emit_call("vm.builtin.copy", args=[ib.imm(5)], dst=ib.r(19))
    ib.emit_call("vm.builtin.copy", args=[ib.c(19)], dst=ib.r(20))
    ib.emit_call("vm.builtin.copy", args=[ib.c(20)], dst=ib.r(21))
    ib.emit_call("vm.builtin.copy", args=[ib.c(21)], dst=ib.r(22))
    ib.emit_call("vm.builtin.make_tuple", args=[ib.r(0), ib.r(1), ib.r(2), ib.r(3), ib.r(4), ib.r(5), ib.r(6), ib.r(7), ib.r(8), ib.r(9), ib.r(10), ib.r(11), ib.r(12), ib.r(13), ib.r(14), ib.r(15), ib.r(16), ib.r(17), ib.r(18), ib.r(19), ib.r(20), ib.r(21), ib.r(22)], dst=ib.r(23))
    ib.emit_ret(ib.r(23))

executable = ib.get()
