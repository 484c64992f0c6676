# Types that are needed, and are not types.
@I.ir_module
class Module:
    @R.function
    def main(x, y: R.Tensr((3,), "float32"), z: x) -> R.Tensor((3,), "float32"):
        a = R.call_packed(f, x)
        b = R.str(5)
        c = R.Tensor
        return x

    @T.prim_func
    def kernel(A: T.Buffer((3,), "float32"), h: T.handle):
        for i in range(3):
            with T.sblock("A"):
                vi = T.axis.spatial(3, i)
                A[vi] = A + i[vi]
