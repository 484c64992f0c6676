# What is no statement; reading goes on behind each.
n = TypeVar("n")

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((n,), "float32")) -> R.Tensor((n,), "float32"):
        y = R.call_pure_packed("f", x, ty_args=(R.Tensor((n,), "float32"),)
        return y

    @R.function
    def second(x: R.Tensor((n,), "float32")) -> R.Tensor((n,), "float32"):
        y = = x
        z = "never closed
        return y
        w = x

    @R.function
    def main(x: R.Tensor((n,), "float32")):
        x

    def alone(x):
        return x
