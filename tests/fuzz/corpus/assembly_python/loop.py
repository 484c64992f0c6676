# RelaxScope assembler, python form: run it beside TVM and `executable` is built with its ExecBuilder
#: .executable R5 version=""
import numpy as np
import tvm
from tvm import relax

ib = relax.ExecBuilder()
ib.declare_function("main", 1)
ib.declare_function("vm.builtin.copy", 0)
ib.declare_function("vm.less", 0)
ib.declare_function("vm.add", 0)
ib.declare_function("vm.sub", 0)

with ib.function("main", num_inputs=1, param_names=["n"]):
    ib.emit_call("vm.builtin.copy", args=[ib.imm(0)], dst=ib.r(1))
    ib.emit_call("vm.less", args=[ib.imm(0), ib.r(0)], dst=ib.r(2))
    ib.emit_if(ib.r(2), 4)
    ib.emit_call("vm.add", args=[ib.r(1), ib.r(0)], dst=ib.r(1))
    ib.emit_call("vm.sub", args=[ib.r(0), ib.imm(1)], dst=ib.r(0))
    ib.emit_goto(-4)
    ib.emit_ret(ib.r(1))

executable = ib.get()
