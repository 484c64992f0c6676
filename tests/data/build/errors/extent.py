# The extent n * 2 does not tell n.
n = TypeVar("n")

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((n * 2,), "float32")) -> R.Tensor((n * 3,), "float32"):
        y = R.call_dps_packed("f", (x,), out_ty=R.Tensor((n * 3,), "float32"))
        return y
