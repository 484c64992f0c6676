# What is TVMScript or Python, and is not read.
import os
n = TypeVar("n")

@T.prim_func
def alone(A: T.Buffer((4,), "float32")):
    A[0] = T.float32(0)

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": []})

    @R.function
    def main(x: R.Tensor((n,), "float32")) -> R.Tensor((n,), "float32"):
        for i in range(3):
            y = x
        a, b = x
        z = x.shape
        f = lambda v: v
        u = None
        return x

    @R.function(check=True)
    def keyword(x: R.Tensor((n,), "float32")) -> R.Tensor((n,), "float32"):
        return os.getpid(x)

    @T.prim_func
    def kernel(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32")):
        for i in range(4):
            with T.sblock("A"):
                vi = T.axis.spatial(4, i)
                A[vi] = T.expp(A[vi]) if 1 < vi < 3 else B[0:2]
        for i in range(4):
            with T.sblock("B"):
                vi = T.axis.spatial(4, i)
                B[vi] = T.expp(A[vi])
                B[vi] = A[vi] ** 2
                B[vi] = A[0:2]
                while True:
                    B[vi] = A[vi]

@I.ir_module
class Other:
    @R.function
    def main(x: R.Tensor((n,), "float32")):
        return x
