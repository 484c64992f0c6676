# RelaxScope assembler, python form: run it beside TVM and `executable` is built with its ExecBuilder
#: .executable R5 version=""
import numpy as np
import tvm
from tvm import relax

ib = relax.ExecBuilder()
ib.declare_function("main", 1)
ib.declare_function("vm.add", 0)
ib.declare_function("vm.mul", 0)

with ib.function("main", num_inputs=3, param_names=["condition", "x", "y"]):
    ib.emit_if(ib.r(0), 3)
    ib.emit_call("vm.add", args=[ib.r(1), ib.r(2)], dst=ib.r(3))
    ib.emit_goto(2)
    ib.emit_call("vm.mul", args=[ib.r(1), ib.r(2)], dst=ib.r(3))
    ib.emit_ret(ib.r(3))

executable = ib.get()
