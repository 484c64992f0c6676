# RelaxScope assembler, python form: run it beside TVM and `executable` is built with its ExecBuilder
#: .executable R5 version=""
import numpy as np
import tvm
from tvm import relax

ib = relax.ExecBuilder()
ib.declare_function("main", 1)
ib.declare_function("vm.builtin.alloc_shape_heap", 0)
ib.declare_function("vm.builtin.shape_of", 0)
ib.declare_function("vm.builtin.store_shape", 0)
ib.declare_function("vm.builtin.load_shape", 0)

ib.convert_constant(tvm.runtime.tensor(np.array([0.5, 1.0, 1.5, 2.0, 2.5, 3.0], "float32").reshape((2, 3))))  # c[0]

with ib.function("main", num_inputs=0):
    ib.emit_call("vm.builtin.alloc_shape_heap", args=[ib.imm(2)], dst=ib.r(0))
    ib.emit_call("vm.builtin.shape_of", args=[ib.c(0)], dst=ib.r(1))
    ib.emit_call("vm.builtin.store_shape", args=[ib.r(1), ib.r(0), ib.imm(0), ib.imm(1)])
    ib.emit_call("vm.builtin.load_shape", args=[ib.r(0), ib.imm(0), ib.imm(1)], dst=ib.r(2))
    ib.emit_ret(ib.r(2))

executable = ib.get()
