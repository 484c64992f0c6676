# Extents that cannot be, or are not what they must be.
n = TypeVar("n")

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((n, -4), "float32"), y: R.Tensor((n, 4), "float32", ndim=3)) -> R.Tensor((2, 2), "float32"):
        return R.const([[1.0, 2.0], [3.0]], "float32")

    @T.prim_func
    def kernel(A: T.Buffer((8, 4), "float32")):
        for i, j in T.grid(8, 4):
            with T.sblock("A"):
                vi = T.axis.spatial(7, i)
                vj = T.axis.spatial(4, j)
                A[vi, vj] = T.float32(0)
