# Arms of an if.
n = TypeVar("n")

@I.ir_module
class Module:
    @R.function
    def names(c: R.Tensor((), "bool"), x: R.Tensor((n,), "float32")) -> R.Tensor((n,), "float32"):
        if c:
            r = x
        else:
            q = x
        return r

    @R.function
    def lone(c: R.Tensor((), "bool"), x: R.Tensor((n,), "float32")) -> R.Tensor((n,), "float32"):
        if c:
            r = x
        return x

    @R.function
    def result(x: R.Tensor((n,), "float32")) -> R.Tensor((n,), "float32"):
        y = x
