# The output of a kernel needs extents.
n = TypeVar("n")

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((n,), "float32")) -> R.Tensor(dtype="float32", ndim=1):
        y = R.call_dps_packed("f", (x,), out_ty=R.Tensor(dtype="float32", ndim=1))
        return y
