# Too few and too many, as they are read.
n = TypeVar("n")

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def add(A: T.Buffer((n, 4), "float32"), B: T.Buffer((n,), "float32")):
        for i in range(n):
            with T.sblock("B"):
                vi = T.axis.spatial(n, i)
                B[vi] = A[vi] + T.exp(A[vi, 0], A[vi, 1])

    @R.function
    def main(x: R.Tensor((n, 4), "float32")) -> R.Tensor((n,), "float32"):
        cls = Module
        y = R.call_tir(cls.add, (x,))
        z = R.match_cast(x)
        s = R.shape()
        return y
