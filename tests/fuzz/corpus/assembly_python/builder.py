# RelaxScope assembler, python form: run it beside TVM and `executable` is built with its ExecBuilder
#: .executable R5 version=""
import numpy as np
import tvm
from tvm import relax

ib = relax.ExecBuilder()
ib.declare_function("main", 1)
ib.declare_function("vm.move", 0)
ib.declare_function("vm.add", 0)
ib.declare_function("vm.mul", 0)

ib.convert_constant(tvm.runtime.tensor(np.array([1.0, 2.0, 3.0, 4.0], "float32")))  # c[0]

with ib.function("main", num_inputs=1, param_names=["x"]):
    ib.emit_call("vm.move", args=[ib.c(0)], dst=ib.r(1))
    ib.emit_call("vm.add", args=[ib.r(0), ib.imm(10)], dst=ib.r(2))
    ib.emit_call("vm.mul", args=[ib.r(2), ib.r(1)], dst=ib.r(3))
    ib.emit_ret(ib.r(3))

executable = ib.get()
