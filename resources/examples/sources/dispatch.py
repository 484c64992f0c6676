# SPDX-License-Identifier: Apache-2.0
# A layer whose matrix product is left to a library, host.c, while the rest is a kernel of the module.
#
#   cc -O2 -shared -fPIC host.c -o host.so
#   rscope build dispatch.py -o dispatch.so
#   rscope run dispatch.so --load host.so --input 'x=float32[5,8]' --input 'w=float32[8,3]' --input 'b=float32[3]'
#
# from typing import TypeVar
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.script import relax as R

n = TypeVar("n")
k = TypeVar("k")
m = TypeVar("m")

@I.ir_module
class Layer:
    @T.prim_func(private=True, s_tir=True)
    def bias_relu(X: T.Buffer((n, m), "float32"), B: T.Buffer((m,), "float32"), Y: T.Buffer((n, m), "float32")):
        for i, j in T.grid(n, m):
            with T.sblock("Y"):
                vi, vj = T.axis.remap("SS", [i, j])
                Y[vi, vj] = T.max(X[vi, vj] + B[vj], T.float32(0))

    @R.function
    def main(x: R.Tensor((n, k), "float32"), w: R.Tensor((k, m), "float32"), b: R.Tensor((m,), "float32")) -> R.Tensor((n, m), "float32"):
        cls = Layer
        with R.dataflow():
            product = R.call_dps_packed("host.matmul", (x, w), out_ty=R.Tensor((n, m), "float32"))
            y = R.call_tir(cls.bias_relu, (product, b), out_ty=R.Tensor((n, m), "float32"))
            R.output(y)
        return y
