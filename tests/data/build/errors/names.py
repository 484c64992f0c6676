# Names that are not there.
n = TypeVar("n")

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def scale(A: T.Buffer((n,), "float32"), B: T.Buffer((n,), "float32")):
        for i in range(n):
            with T.sblock("B"):
                vi = T.axis.spatial(n, i)
                B[vi] = A[vj] * T.float32(2)

    @R.function
    def main(weights: R.Tensor((n,), "float32")) -> R.Tensor((n,), "float32"):
        cls = Module
        with R.dataflow():
            lv = R.call_tir(cls.scal, (weights,), out_ty=R.Tensor((n,), "float32"))
            y = R.call_tir(cls.scale, (weigths,), out_ty=R.Tensor((n,), "float32"))
            R.output(y)
        return lv

    @R.function
    def without_cls(x: R.Tensor((n,), "float32")):
        y = cls.main(x)
        return y

    @R.function
    def constant() -> R.Tensor((3,), "float32"):
        return metadata["ir.GenericConst"][7]
