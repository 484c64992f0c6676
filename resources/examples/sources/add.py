# SPDX-License-Identifier: Apache-2.0
# The module of one operator in TVM's page on the Relax VM, R.add(x, x), with the operator as a kernel.
#
#   rscope build add.py -o add.so
#   rscope run add.so
#
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.script import relax as R

@I.ir_module
class MyModule:
    @T.prim_func(private=True, s_tir=True)
    def add(A: T.Buffer((3, 4), "float32"), B: T.Buffer((3, 4), "float32"), C: T.Buffer((3, 4), "float32")):
        for i, j in T.grid(3, 4):
            with T.sblock("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                C[vi, vj] = A[vi, vj] + B[vi, vj]

    @R.function
    def main(x: R.Tensor((3, 4), "float32")) -> R.Tensor((3, 4), "float32"):
        cls = MyModule
        y = R.call_tir(cls.add, (x, x), out_ty=R.Tensor((3, 4), "float32"))
        return y
