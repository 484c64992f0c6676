# RelaxScope assembler, python form: run it beside TVM and `executable` is built with its ExecBuilder
# ExecBuilder makes other bytes: not every instruction is one of the Relax VM's
#: .executable R5 version="0.14"
import numpy as np
import tvm
from tvm import relax

ib = relax.ExecBuilder()
ib.declare_function("main", 1)
ib.declare_function("vm.builtin.copy", 0)
ib.declare_function("vm.builtin.make_tuple", 0)

ib.convert_constant("hello")  # c[0]
ib.convert_constant(tvm.runtime.ShapeTuple([3, 4]))  # c[1]
ib.convert_constant(tvm.DataType("float32"))  # c[2]
ib.convert_constant(tvm.runtime.tensor(np.array([1.0, 2.0, 3.0, 4.0], "float32")))  # c[3]
ib.convert_constant(1152921504606846976)  # c[4]

with ib.function("main", num_inputs=1, param_names=["x"]):
    ib.emit_call("vm.builtin.copy", args=[ib.r(0)], dst=ib.r(1))
    ib.emit_call("vm.builtin.make_tuple", args=[ib.r(1), ib.c(0), ib.c(1), ib.c(2), ib.c(3), ib.c(4)], dst=ib.r(2))
    #:   .at 0
    #:   .data 2 2

executable = ib.get()
