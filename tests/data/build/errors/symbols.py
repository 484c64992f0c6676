# Symbols that nothing defines.
n = TypeVar("n")
k = TypeVar("k")

@I.ir_module
class Module:
    @T.prim_func
    def kernel(A: T.Buffer((n * 2,), "float32"), B: T.Buffer((q,), "float32")):
        A[0] = B[0]

    @R.function
    def main(x: R.Tensor((n, p), "float32")) -> R.Tensor((n,), "float32"):
        y = R.call_pure_packed("f", x, ty_args=(R.Tensor((n,), "float32"),))
        return y
