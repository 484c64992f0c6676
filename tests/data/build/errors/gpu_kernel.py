# A kernel with a schedule for a GPU has no form in C.
n = TypeVar("n")

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def scale(A: T.Buffer((n,), "float32"), B: T.Buffer((n,), "float32")):
        for i in T.thread_binding(n, thread="threadIdx.x"):
            with T.sblock("B"):
                vi = T.axis.spatial(n, i)
                B[vi] = A[vi] * T.float32(2)

    @R.function
    def main(x: R.Tensor((n,), "float32")) -> R.Tensor((n,), "float32"):
        cls = Module
        y = R.call_tir(cls.scale, (x,), out_ty=R.Tensor((n,), "float32"))
        return y
