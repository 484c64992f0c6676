# Values of other types than are stated or taken.
n = TypeVar("n")

@I.ir_module
class Module:
    @R.function
    def takes(x: R.Tensor((n, 4), "float32"), y: R.Tensor((n,), "float32")) -> R.Tensor((n, 4), "float32"):
        return x

    @R.function
    def stated(x: R.Tensor((n, 4), "float32")) -> R.Tensor((n, 5), "float32"):
        y: R.Tensor((4, n), "float32") = x
        return x

    @R.function
    def given(x: R.Tensor((n, 4), "float32")) -> R.Tensor((n, 4), "float32"):
        cls = Module
        y = cls.takes(x, x)
        return y

    @R.function
    def cast(x: R.Tensor((n, 4), "float32")) -> R.Tensor((2, 3), "float32"):
        y = R.match_cast(x, R.Tensor((2, 3), "float32"))
        return y

    @R.function
    def field(x: R.Tensor((n, 4), "float32"), t: R.Tuple(R.Tensor((n,), "float32"), R.Shape([n]))) -> R.Tensor((n,), "float32"):
        a = x[0]
        b = t[2]
        return t[0]

    @R.function
    def condition(x: R.Tensor((n, 4), "float32")) -> R.Tensor((n, 4), "float32"):
        if x:
            y = x
        else:
            y = x
        return y

    @R.function
    def called(x: R.Tensor((n,), "float32")) -> R.Tensor((n,), "float32"):
        y = x(x)
        return x
