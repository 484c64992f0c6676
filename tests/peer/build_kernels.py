# SPDX-License-Identifier: Apache-2.0
"""TIR kernels as text, from a seed: expression trees over all dtypes, reductions, floor division, selects with guarded loads.

Each expression is made with bounds of its value, so that 32- and 64-bit integers never overflow (TVM's result would be undefined)
and floats stay finite. 8- and 16-bit integers may wrap. Functions such as exp stand at the root only: two C libraries agree on
them to a few units in the last place, and nothing magnifies the difference.
"""
import math
import random

BITS = {"int8": 8, "int16": 16, "int32": 32, "int64": 64, "uint8": 8, "float16": 16, "float32": 32, "float64": 64}
INTEGERS = ["int8", "int16", "int32", "int64", "uint8"]
FLOATS = ["float16", "float32", "float64"]
INPUTS = {"A": "int32", "B": "int64", "C": "int8", "D": "uint8", "E": "int16", "F": "float32", "G": "float64", "H": "float16", "K": "bool"}
ROWS, COLUMNS = 6, 5
ROOTS = ["exp", "log", "sqrt", "rsqrt", "tanh", "sigmoid", "erf", "sin", "cos", "floor", "ceil", "trunc", "round", "fabs", "log2", "log10", "exp2", "atan"]


def reach(dtype):
    if dtype == "bool":
        return 0, 1
    if dtype.startswith("float"):
        return -1000, 1000
    if dtype == "uint8":
        return 0, 255
    return -(1 << (BITS[dtype] - 1)), (1 << (BITS[dtype] - 1)) - 1


def limit(dtype):
    """Bounds that an expression of the dtype must keep; 8 and 16 bits wrap."""
    return (-(1 << 60), 1 << 60) if dtype == "int64" else (-(1 << 30), 1 << 30) if dtype == "int32" else (-1000, 1000)


def literal(dtype, value):
    return str(value) if dtype == "int32" else f"T.{dtype}({value})"


class Kernel:
    """One PrimFunc `NAME(inputs..., O)` over a grid of ROWS x COLUMNS."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.used = {}
        self.dtype = self.random.choice(["bool", *INTEGERS, *FLOATS, "int32", "float32"])

    # An expression is (text, low, high).

    def load(self, dtype):
        name = next(name for name, kind in INPUTS.items() if kind == dtype)
        self.used[name] = dtype
        low, high = (0, 1) if dtype == "bool" else (0, 20) if dtype == "uint8" else (-20, 20)
        if self.random.random() < 0.2 and dtype != "bool":
            where, index = self.random.choice([("vi >= T.int64(2)", "vi - T.int64(2), vj"), ("vj < T.int64(3)", "vi, vj + T.int64(2)"),
                                               ("vi % T.int64(2) == T.int64(1) and vj > T.int64(0)", "vi - T.int64(1), vj - T.int64(1)")])
            other = self.random.randint(0, 9)
            return f"T.if_then_else({where}, {name}[{index}], {literal(dtype, other)})", low, max(high, other)
        return f"{name}[vi, vj]", low, high

    def leaf(self, dtype):
        if self.random.random() < 0.25 and dtype != "bool":
            low = 0 if dtype == "uint8" else -9
            value = self.random.randint(low, 9) if not dtype.startswith("float") else self.random.choice([0.5, -1.5, 2.0, 3.25, -0.125])
            return literal(dtype, value), value, value
        if dtype == "int64" and self.random.random() < 0.3:
            return self.random.choice([("vi", 0, ROWS - 1), ("vj", 0, COLUMNS - 1), ("(vi * T.int64(5) + vj)", 0, ROWS * COLUMNS - 1)])
        return self.load(dtype)

    def expression(self, dtype, depth):
        if depth <= 0:
            return self.leaf(dtype)
        for _ in range(20):
            made = self.boolean(depth) if dtype == "bool" else self.select(dtype, depth) if self.random.random() < 0.2 else (
                self.floating(dtype, depth) if dtype.startswith("float") else self.integer(dtype, depth))
            if made is None:
                continue
            text, low, high = made
            bottom, top = limit(dtype)
            if dtype in ("int8", "int16", "uint8"):
                if low < reach(dtype)[0] or high > reach(dtype)[1]:
                    low, high = reach(dtype)
                return text, low, high
            if bottom <= low and high <= top:
                return made
        return self.leaf(dtype)

    def boolean(self, depth):
        kind = self.random.choice(["and", "or", "not", "compare", "compare", "compare"])
        if kind == "not":
            return f"(not {self.expression('bool', depth - 1)[0]})", 0, 1
        if kind != "compare":
            return f"({self.expression('bool', depth - 1)[0]} {kind} {self.expression('bool', depth - 1)[0]})", 0, 1
        dtype = self.random.choice(INTEGERS + FLOATS)
        return f"({self.expression(dtype, depth - 1)[0]} {self.random.choice(['<', '<=', '>', '>=', '==', '!='])} {self.expression(dtype, depth - 1)[0]})", 0, 1

    def select(self, dtype, depth):
        test, (a, la, ha), (b, lb, hb) = self.expression("bool", depth - 1)[0], self.expression(dtype, depth - 1), self.expression(dtype, depth - 1)
        return f"T.{self.random.choice(['Select', 'if_then_else'])}({test}, {a}, {b})", min(la, lb), max(ha, hb)

    def cast(self, dtype, depth):
        source = self.random.choice([each for each in [*INTEGERS, *FLOATS, "bool"] if each != dtype])
        text, low, high = self.expression(source, depth - 1)
        if dtype == "uint8" and low == high:
            return None
        bottom, top = reach(dtype) if dtype not in ("int32", "int64") else limit(dtype)
        if source.startswith("float") and not dtype.startswith("float"):  # out of range is undefined
            bottom, top = max(bottom, -100), min(top, 100)
            text = f"T.min(T.max({text}, {literal(source, float(bottom))}), {literal(source, float(top))})"
            low, high = bottom, top
        if dtype.startswith("float"):
            if max(abs(low), abs(high)) > 1000:
                return None
            return f'T.Cast("{dtype}", {text})', low, high
        if low < bottom or high > top:
            if dtype in ("int32", "int64"):
                return None
            low, high = reach(dtype)
        return f'T.Cast("{dtype}", {text})', low, high

    def floating(self, dtype, depth):
        kind = self.random.choice(["+", "-", "*", "/", "max", "min", "cast", "round", "fabs"])
        if kind == "cast":
            return self.cast(dtype, depth)
        a, la, ha = self.expression(dtype, depth - 1)
        if kind == "round":
            return f"T.{self.random.choice(['floor', 'ceil', 'trunc', 'round'])}({a})", la - 1, ha + 1
        if kind == "fabs":
            return f"T.fabs({a})", 0, max(abs(la), abs(ha))
        if kind == "/":
            divisor = self.random.choice([2.0, -4.0, 3.0, 0.7, -1.3])
            ends = [la / divisor, ha / divisor]
            return f"({a} / {literal(dtype, divisor)})", min(ends), max(ends)
        b, lb, hb = self.expression(dtype, depth - 1)
        return self.arithmetic(kind, a, la, ha, b, lb, hb)

    def arithmetic(self, kind, a, la, ha, b, lb, hb):
        if kind == "+":
            return f"({a} + {b})", la + lb, ha + hb
        if kind == "-":
            return f"({a} - {b})", la - hb, ha - lb
        if kind == "*":
            ends = [la * lb, la * hb, ha * lb, ha * hb]
            return f"({a} * {b})", min(ends), max(ends)
        pick = max if kind == "max" else min
        return f"T.{kind}({a}, {b})", pick(la, lb), pick(ha, hb)

    def integer(self, dtype, depth):
        kind = self.random.choice(["+", "-", "*", "max", "min", "//", "%", "//", "%", "truncdiv", "truncmod", "&", "|", "^", "<<", ">>", "~", "cast", "cast"])
        if kind == "cast":
            return self.cast(dtype, depth)
        a, la, ha = self.expression(dtype, depth - 1)
        if kind in ("//", "%", "truncdiv", "truncmod"):
            divisor = self.random.choice([1, 2, 3, 4, 7, 8, 10] + ([] if dtype == "uint8" else [-1, -2, -3, -4, -5, -7]))
            by = literal(dtype, divisor)
            if divisor == -1 and la <= reach(dtype)[0]:
                return None
            text = f"({a} {kind} {by})" if kind in "//%" else f"T.{kind}({a}, {by})"
            if kind == "//":
                ends = [la // divisor, ha // divisor]
            elif kind == "truncdiv":
                ends = [math.trunc(la / divisor) - 1, math.trunc(ha / divisor) + 1]
                ends = [min(ends) - 1, max(ends) + 1]
            else:
                ends = [-abs(divisor), abs(divisor)]
            return text, min(ends), max(ends)
        if kind == "~":
            if dtype == "uint8" and la == ha:  # TVM folds it to a negative value, and refuses that
                return None
            return (f"(~{a})", -ha - 1, -la - 1) if dtype != "uint8" else (f"(~{a})", 0, 255)
        if kind in ("<<", ">>"):
            by = self.random.randint(0, 5)
            ends = [la << by, ha << by] if kind == "<<" else [la >> by, ha >> by]
            if kind == "<<" and la < 0:
                return None
            return f"({a} {kind} {literal(dtype, by)})", min(ends), max(ends)
        b, lb, hb = self.expression(dtype, depth - 1)
        if kind in "&|^":
            top = (1 << max(int(abs(v)).bit_length() for v in (la, ha, lb, hb))) - 1
            return f"({a} {kind} {b})", -top - 1 if min(la, lb) < 0 else 0, top
        if dtype == "uint8" and la == ha and lb == hb:
            return None
        return self.arithmetic(kind, a, la, ha, b, lb, hb)

    # --- Whole kernels -----------------------------------------------------------------------------

    def root(self):
        text, low, high = self.expression(self.dtype, self.random.randint(1, 5))
        if self.dtype in ("float32", "float64") and self.random.random() < 0.5:
            function = self.random.choice(ROOTS)
            inside = f"T.min(T.max({text}, {literal(self.dtype, -8.0)}), {literal(self.dtype, 8.0)})"
            if function in ("log", "sqrt", "rsqrt", "log2", "log10"):
                inside = f"(T.fabs({inside}) + {literal(self.dtype, 0.5)})"
            return f"T.{function}({inside})", None, None
        return text, low, high

    def elementwise(self):
        text = self.root()[0]
        return [ROWS, COLUMNS], [f"for i, j in T.grid(T.int64({ROWS}), T.int64({COLUMNS})):", '    with T.sblock("O"):',
                                 '        vi, vj = T.axis.remap("SS", [i, j])', f"        O[vi, vj] = {text}"]

    def reduction(self):
        dtype = self.dtype
        text, low, high = self.expression(dtype, self.random.randint(1, 3))
        place, shape, kinds = self.random.choice([("vi", [ROWS], "SR"), ("vj", [COLUMNS], "RS"), ("()", [], "RR")])
        if dtype == "bool":
            first, form = self.random.choice([("T.bool(False)", "{0} or {1}"), ("T.bool(True)", "{0} and {1}")])
        else:
            choices = [(literal(dtype, 0), "{0} + {1}"), (literal(dtype, -20 if dtype != "uint8" else 0), "T.max({0}, {1})"),
                       (literal(dtype, 20), "T.min({0}, {1})")]
            if not dtype.startswith("float"):
                choices.append((literal(dtype, 0), "{0} ^ {1}"))
            if max(abs(low), abs(high)) * 30 > reach(dtype)[1] and dtype in ("int32", "int64"):
                choices = choices[1:]
            first, form = self.random.choice(choices)
        place_text = f"O[{place}]"
        return shape, [f"for i, j in T.grid(T.int64({ROWS}), T.int64({COLUMNS})):", '    with T.sblock("O"):',
                       f'        vi, vj = T.axis.remap("{kinds}", [i, j])', "        with T.init():", f"            {place_text} = {first}",
                       f"        {place_text} = {form.format(place_text, text)}"]

    def make(self, name):
        """(lines of the PrimFunc, dtypes of the inputs, dtype and shape of the output)"""
        shape, body = self.reduction() if self.random.random() < 0.3 else self.elementwise()
        if not self.used:
            self.used["A"] = "int32"
        inputs = [f'{each}: T.Buffer((T.int64({ROWS}), T.int64({COLUMNS})), "{dtype}")' for each, dtype in sorted(self.used.items())]
        extents = "".join(f"T.int64({e}), " for e in shape)
        output = f'O: T.Buffer(({extents.removesuffix(" ") if len(shape) == 1 else extents.removesuffix(", ")}), "{self.dtype}")'
        lines = ["@T.prim_func(private=True, s_tir=True)", f"def {name}({', '.join(inputs + [output])}):", *[f"    {line}" for line in body]]
        return lines, [dtype for _, dtype in sorted(self.used.items())], self.dtype, shape


def module(seeds):
    """(text, [(function, dtypes of its arguments, dtype of its result)]): a Relax function for each kernel."""
    blocks, calls = [], []
    for number, seed in enumerate(seeds):
        lines, inputs, dtype, shape = Kernel(seed).make(f"kernel{number}")
        blocks.append(lines)
        kinds = [f'x{i}: R.Tensor(({ROWS}, {COLUMNS}), dtype="{each}")' for i, each in enumerate(inputs)]
        result = f'R.Tensor(({"".join(f"{e}, " for e in shape)}), dtype="{dtype}")'
        arguments = "".join(f"x{i}, " for i in range(len(inputs)))
        blocks.append(["@R.function", f"def call{number}({', '.join(kinds)}) -> {result}:", "    cls = Module",
                       f"    y = R.call_tir(cls.kernel{number}, ({arguments}), out_ty={result})", "    return y"])
        calls.append((f"call{number}", inputs, dtype))
    return "@I.ir_module\nclass Module:\n" + "\n\n".join("\n".join("    " + line for line in lines) for lines in blocks) + "\n", calls
