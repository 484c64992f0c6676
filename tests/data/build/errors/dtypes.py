# Types of elements that are not there, or do not fit.
n = TypeVar("n")

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((n,), "flaot32"), s: R.Shape([n, 2.5])) -> R.Tensor((3,), "int8"):
        return R.const([1, 2, 300], "int8")

    @T.prim_func
    def kernel(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "int32")):
        for i in range(8):
            with T.sblock("A"):
                vi = T.axis.spatial(8, i)
                A[vi] = A[A[vi]]
                B[vi] = B[vi] / 2
                B[vi] = 99999999999999999999
