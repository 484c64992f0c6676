@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((3,), "float32")):
        y = (x, (x, x
        return y
