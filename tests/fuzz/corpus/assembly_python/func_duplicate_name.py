# RelaxScope assembler, python form: run it beside TVM and `executable` is built with its ExecBuilder
# ExecBuilder makes other bytes: two functions are called main
#: .executable R5 version="0.14"
import numpy as np
import tvm
from tvm import relax

ib = relax.ExecBuilder()
#: @main(x) order=0:
#:   call  vm.builtin.copy  in: %0           dst: %1
#:   call  vm.builtin.make_tuple in: %1, c[0], c[1], c[2], c[3], c[4] dst: %2
#:   ret   %2
ib.declare_function("vm.builtin.copy", 0)
ib.declare_function("vm.builtin.make_tuple", 0)
#: @main(x) registers=3 end=3 vm_func;

ib.convert_constant("hello")  # c[0]
ib.convert_constant(tvm.runtime.ShapeTuple([3, 4]))  # c[1]
ib.convert_constant(tvm.DataType("float32"))  # c[2]
ib.convert_constant(tvm.runtime.tensor(np.array([1.0, 2.0, 3.0, 4.0], "float32")))  # c[3]
ib.convert_constant(1152921504606846976)  # c[4]

executable = ib.get()
