# Symbols without a value where they are used.
n = TypeVar("n")
k = TypeVar("k")

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((n,), "float32")) -> R.Tensor((n,), "float32"):
        s = R.shape([n, k])
        return x
