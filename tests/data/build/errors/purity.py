# A pure function that calls what may have an effect.
n = TypeVar("n")

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((n,), "float32")) -> R.Tensor((n,), "float32"):
        y = R.call_packed("host.count", x, ty_args=(R.Tensor((n,), "float32"),))
        return y

    @R.function(pure=False)
    def impure(x: R.Tensor((n,), "float32")) -> R.Tensor((n,), "float32"):
        y = R.call_packed("host.count", x, ty_args=(R.Tensor((n,), "float32"),))
        return y

    @R.function
    def caller(x: R.Tensor((n,), "float32")) -> R.Tensor((n,), "float32"):
        cls = Module
        y = cls.impure(x)
        return y
