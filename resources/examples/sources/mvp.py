# SPDX-License-Identifier: Apache-2.0
# The two-function module of the "Relax Compilation MVP" document of 2022, as TVM 0.27 writes it: a kernel and a
# flattening whose extents, n and m, are known only at run time.
#
#   rscope build mvp.py -o mvp.so --dump-stages stages
#   rscope run mvp.so --input 'x=float32[2,3]'
#
# from typing import TypeVar
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.script import relax as R

n = TypeVar("n")
m = TypeVar("m")

@I.ir_module
class MyIRModule:
    @T.prim_func(private=True, s_tir=True)
    def tirexp(X: T.Buffer((n, m), "float32"), Y: T.Buffer((n, m), "float32")):
        for i, j in T.grid(n, m):
            with T.sblock("Y"):
                vi, vj = T.axis.remap("SS", [i, j])
                Y[vi, vj] = T.exp(X[vi, vj])

    @T.prim_func(private=True, s_tir=True)
    def flatten(A: T.Buffer((n, m), "float32"), B: T.Buffer((m * n,), "float32")):
        for k in range(m * n):
            with T.sblock("B"):
                vk = T.axis.spatial(m * n, k)
                B[vk] = A[vk // m, vk % m]

    @R.function
    def myfunc(x: R.Tensor((n, m), "float32")):
        cls = MyIRModule
        with R.dataflow():
            lv0 = R.call_tir(cls.tirexp, (x,), out_ty=R.Tensor((n, m), "float32"))
            gv0 = R.call_tir(cls.flatten, (lv0,), out_ty=R.Tensor((m * n,), "float32"))
            R.output(gv0)
        return gv0
