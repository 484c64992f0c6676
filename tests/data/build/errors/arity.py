# Too few and too many.
n = TypeVar("n")

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def add(A: T.Buffer((n,), "float32"), B: T.Buffer((n,), "float32"), C: T.Buffer((n,), "float32")):
        for i in range(n):
            with T.sblock("C"):
                vi = T.axis.spatial(n, i)
                C[vi] = A[vi] + B[vi]

    @R.function
    def main(x: R.Tensor((n,), "float32")) -> R.Tensor((n,), "float32"):
        cls = Module
        y = R.call_tir(cls.add, (x,), out_ty=R.Tensor((n,), "float32"))
        z = cls.main(x, x)
        return y
