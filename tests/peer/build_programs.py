# SPDX-License-Identifier: Apache-2.0
"""Relax modules as text, from a seed: chains of kernels with reuse, If, tuples, several functions, closures, match_cast, scalars and shapes.

A value is (name, dtype, extents); an extent is text that is valid in Relax: "4", "n", "n * 2". Kernels come from a small set of
templates, one PrimFunc for each combination of template, dtypes and shapes.
"""
import random

SYMBOLS = {"n": 3, "m": 5}
HEAD = 'n = TypeVar("n")\nm = TypeVar("m")\np = TypeVar("p")\n@I.ir_module\nclass Module:\n'
CONSTANT = {"float32": "T.float32({})", "int32": "{}", "int64": "T.int64({})", "float64": "T.float64({})"}


def in_kernel(extent):
    """An extent as TIR has it. A kernel has a symbol of its own for n * 2, which would not give it n."""
    if extent == "n * 2":
        return "p"
    return " ".join(f"T.int64({word})" if word.isdigit() else word for word in extent.split())


def tensor(dtype, extents):
    return f'R.Tensor(({"".join(e + ", " for e in extents)}), dtype="{dtype}")'.replace(", )", ")" if len(extents) != 1 else ",)")


def signature(text):
    """A type as it stands in a signature, where compound extents are strings."""
    return text if " * " not in text else text.replace("n * 2", '"n * 2"').replace("m * 2", '"m * 2"')


def buffer(dtype, extents):
    shape = "".join(in_kernel(e) + ", " for e in extents)
    return f'T.Buffer(({shape.removesuffix(" ") if len(extents) == 1 else shape.removesuffix(", ")}), "{dtype}")'


class Maker:
    """One module; text() and calls() after make()."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.kernels, self.functions, self.count = {}, [], 0
        self.symbolic = self.random.random() < 0.6
        self.helpers = []

    # --- Kernels -----------------------------------------------------------------------------------

    def kernel(self, stem, buffers, loops, kinds, body, init=None, scalars=(), outputs=1):
        """The name of the PrimFunc; buffers: (name, dtype, extents) with the output last."""
        parameters = [f"{name}: {buffer(dtype, extents)}" for name, dtype, extents in buffers]
        parameters[-outputs:-outputs] = scalars
        lines = [f"def NAME({', '.join(parameters)}):"]
        if self.random.random() < 0.7:
            lines.append('    T.func_attr({"tirx.noalias": True})')
        pad = "    "
        names = [f"v{i}" for i in range(len(loops))]
        if loops:
            variables = [f"i{i}" for i in range(len(loops))]
            extents = [in_kernel(e) for e in loops]
            lines.append(f"    for {', '.join(variables)} in {'T.grid' if len(loops) > 1 else 'range'}({', '.join(extents)}):")
            pad = "        "
        lines.append(f'{pad}with T.sblock("{stem}"):')
        if len(loops) == 1:
            lines.append(f"{pad}    v0 = T.axis.{'spatial' if kinds == 'S' else 'reduce'}({extents[0]}, i0)")
        elif loops:
            lines.append(f'{pad}    {", ".join(names)} = T.axis.remap("{kinds}", [{", ".join(variables)}])')
        if init:
            lines += [f"{pad}    with T.init():", f"{pad}        {init}"]
        lines += [f"{pad}    {line}" for line in body]
        key = (stem, "\n".join(lines[0:1] + lines[2:] if "func_attr" in lines[1] else lines))
        if key not in self.kernels:
            name = stem if all(stem != old for old, _ in self.kernels.values()) else f"{stem}{len(self.kernels)}"
            self.kernels[key] = (name, ["@T.prim_func(private=True, s_tir=True)", lines[0].replace("NAME", name), *lines[1:]])
        return self.kernels[key][0]

    def at(self, extents):
        return ", ".join(f"v{i}" for i in range(len(extents))) or "()"

    def grid(self, extents):
        return list(extents), "S" * len(extents)

    def unary(self, value):
        _, dtype, extents = value
        c = CONSTANT[dtype]
        at = f"A[{self.at(extents)}]"
        stem, form = self.random.choice([
            ("scale", f"{at} * {c.format('2' if dtype.startswith('int') else '0.5')}"), ("shift", f"{at} + {c.format(3)}"),
            ("negate", f"{c.format(0)} - {at}"), ("clip", f"T.min(T.max({at}, {c.format(-20)}), {c.format(20)})")])
        if dtype == "float32" and self.random.random() < 0.2:
            stem, form = "root", f"T.sqrt(T.fabs({at}))"
        return self.kernel(stem, [("A", dtype, extents), ("O", dtype, extents)], *self.grid(extents), [f"O[{self.at(extents)}] = {form}"]), (dtype, extents)

    def binary(self, a, b):
        _, dtype, extents = a
        at = self.at(extents)
        stem, form = self.random.choice([("add", "A[{0}] + B[{0}]"), ("sub", "A[{0}] - B[{0}]"), ("larger", "T.max(A[{0}], B[{0}])"),
                                         ("pick", "T.if_then_else(A[{0}] < B[{0}], B[{0}], A[{0}] - B[{0}])")])
        return self.kernel(stem, [("A", dtype, extents), ("B", dtype, b[2]), ("O", dtype, extents)], *self.grid(extents),
                           [f"O[{at}] = {form.format(at)}"]), (dtype, extents)

    # --- Bindings ----------------------------------------------------------------------------------

    def fresh(self, stem="v"):
        self.count += 1
        return f"{stem}{self.count}"

    def call(self, kernel, arguments, dtype, extents, annotated=True):
        name = self.fresh()
        type_text = tensor(dtype, extents)
        argument = f"({', '.join(arguments)}{',' if len(arguments) == 1 else ''})"
        note = f": {type_text}" if annotated and self.random.random() < 0.5 else ""
        return (name, dtype, tuple(extents)), f"{name}{note} = R.call_tir(cls.{kernel}, {argument}, out_ty={type_text})"

    def step(self, values):
        """(new values, lines): one binding or a few without control flow."""
        r = self.random
        value = r.choice(values)
        name, dtype, extents = value
        matrices = [v for v in values if len(v[2]) == 2]
        choice = r.random()
        if choice < 0.28:
            kernel, result = self.unary(value)
            made, line = self.call(kernel, [name], *result)
            return [made], [line]
        if choice < 0.5:
            other = r.choice([v for v in values if v[1:] == value[1:]])
            kernel, result = self.binary(value, other)
            made, line = self.call(kernel, [name, other[0]], *result)
            return [made], [line]
        if choice < 0.58 and matrices:
            return self.matmul(r.choice(matrices), matrices)
        if choice < 0.66 and matrices:
            return self.sum_rows(r.choice(matrices))
        if choice < 0.72 and matrices:
            name, dtype, (a, b) = r.choice(matrices)
            kernel = self.kernel("transpose", [("A", dtype, (a, b)), ("O", dtype, (b, a))], [b, a], "SS", ["O[v0, v1] = A[v1, v0]"])
            made, line = self.call(kernel, [name], dtype, (b, a))
            return [made], [line]
        if choice < 0.8:
            return self.two_outputs(value)
        if choice < 0.86:
            return self.with_scalar(value)
        if choice < 0.92:
            made = (self.fresh(), dtype, extents)
            return [made], [f"{made[0]} = {name}"]
        if choice < 0.96 and matrices:
            return self.flatten(r.choice(matrices))
        pair, first = self.fresh("t"), self.fresh()
        other = r.choice(values)
        return [(first, *other[1:])], [f"{pair} = ({name}, {other[0]})", f"{first} = {pair}[1]"]

    def matmul(self, left, matrices):
        name, dtype, (a, k) = left
        rights = [v for v in matrices if v[2][0] == k and v[1] == dtype]
        if not rights:
            return [], []
        right = self.random.choice(rights)
        b = right[2][1]
        kernel = self.kernel("matmul", [("A", dtype, (a, k)), ("B", dtype, (k, b)), ("O", dtype, (a, b))], [a, b, k], "SSR",
                             ["O[v0, v1] = O[v0, v1] + A[v0, v2] * B[v2, v1]"], init=f"O[v0, v1] = {CONSTANT[dtype].format(0)}")
        made, line = self.call(kernel, [name, right[0]], dtype, (a, b))
        kernel, result = self.halved(made)
        small, second = self.call(kernel, [made[0]], *result)
        return [small], [line, second]

    def halved(self, value):
        """Keeps values small, so that long chains of products stay exact in int32 and finite in float32."""
        _, dtype, extents = value
        form = "A[{0}] * T.float32(0.0625)" if dtype == "float32" else "A[{0}] % 7"
        at = self.at(extents)
        return self.kernel("small", [("A", dtype, extents), ("O", dtype, extents)], *self.grid(extents), [f"O[{at}] = {form.format(at)}"]), (dtype, extents)

    def sum_rows(self, value):
        name, dtype, (a, b) = value
        kernel = self.kernel("rows", [("A", dtype, (a, b)), ("O", dtype, (a,))], [a, b], "SR", ["O[v0] = O[v0] + A[v0, v1]"],
                             init=f"O[v0] = {CONSTANT[dtype].format(0)}")
        made, line = self.call(kernel, [name], dtype, (a,))
        return [made], [line]

    def two_outputs(self, value):
        name, dtype, extents = value
        at = self.at(extents)
        kernel = self.kernel("both", [("A", dtype, extents), ("O", dtype, extents), ("P", dtype, extents)], *self.grid(extents),
                             [f"O[{at}] = A[{at}] + {CONSTANT[dtype].format(1)}", f"P[{at}] = T.max(A[{at}], {CONSTANT[dtype].format(0)})"], outputs=2)
        pair, first, second, kind = self.fresh("t"), self.fresh(), self.fresh(), tensor(dtype, extents)
        return ([(first, dtype, extents), (second, dtype, extents)],
                [f"{pair} = R.call_tir(cls.{kernel}, ({name},), out_ty=[{kind}, {kind}])", f"{first}: {kind} = {pair}[0]", f"{second} = {pair}[1]"])

    def with_scalar(self, value):
        name, dtype, extents = value
        at = self.at(extents)
        kernel = self.kernel("plus", [("A", dtype, extents), ("O", dtype, extents)], *self.grid(extents),
                             [f'O[{at}] = A[{at}] + T.Cast("{dtype}", k)'], scalars=["k: T.int64"])
        symbols = [e for e in extents if e in SYMBOLS]
        scalar = self.random.choice(["4", "-3", *[f"{s} * 2 + 1" for s in symbols], *[f"{s} // 2" for s in symbols], *symbols])
        made, line = self.call(kernel, [name, f"R.prim_value({scalar})"], dtype, extents)
        return [made], [line]

    def flatten(self, value):
        name, dtype, (a, b) = value
        if " " in a + b:
            return [], []
        one = str(int(a) * int(b)) if (a + b).isdigit() else f"{a} * {b}"
        if "n" not in one and "m" not in one or self.random.random() < 0.5:
            kernel = self.kernel("flat", [("A", dtype, (a, b)), ("O", dtype, (one,))], [one], "S", [f"O[v0] = A[v0 // {in_kernel(b)}, v0 % {in_kernel(b)}]"])
            made, line = self.call(kernel, [name], dtype, (one,))
            return ([made] if one.isdigit() else []), [line]
        return [], []

    # --- Control flow ------------------------------------------------------------------------------

    def condition(self, value):
        name, dtype, extents = value
        at = self.at(extents)
        kernel = self.kernel("negative", [("A", dtype, extents), ("O", "bool", ())], list(extents), "R" * len(extents),
                             [f"O[()] = O[()] or A[{at}] < {CONSTANT[dtype].format(0)}"], init="O[()] = T.bool(False)")
        return self.call(kernel, [name], "bool", (), annotated=False)

    def branch(self, values, depth):
        flag, line = self.condition(self.random.choice(values))
        kind = self.random.choice(values)[1:]
        result, lines = self.fresh("r"), [line, f"if {flag[0]}:"]
        for head in ("", "else:"):
            known, arm = self.arm(values, kind, depth + 1)
            last = self.random.choice([v for v in known if v[1:] == kind])
            lines += [head] * bool(head) + [f"    {one}" for one in arm] + [f"    {result} = {last[0]}"]
        return [(result, *kind)], lines

    def arm(self, values, kind, depth):
        """An arm allocates nothing but what it returns, and helpers do: TVM 0.27 would give the storage of a dead tensor of one arm to
        a tensor after it or in the other arm, where it does not exist, and crash. Ours does not."""
        values, lines = list(values), []
        fitting = [v for v in values if v[1:] == kind]
        choice = self.random.random()
        if choice < 0.5:
            value = self.random.choice(fitting)
            kernel, result = self.unary(value)
            made, line = self.call(kernel, [value[0]], *result)
            return [made], [line]
        if choice < 0.7 and depth < 2:
            made, lines = self.branch(values, depth)
            return (made, lines) if made[0][1:] == kind else (fitting, [])
        if choice < 0.85 and self.helpers:
            made, lines = self.helper_call(values)
            return fitting + [v for v in made if v[1:] == kind], lines
        return fitting, lines

    def closure(self, values):
        """A local function that captures a value, called once or twice. Only it and the function's result take what it returns: in TVM that
        has no type, and no kernel or function with typed parameters takes it."""
        captured = self.random.choice([v for v in values if not v[0].startswith("known")] or values)
        kind, name, made = tensor(*captured[1:]), self.fresh("local"), self.fresh()
        kernel, _ = self.binary(captured, captured)
        inner = self.fresh("w")
        lines = ["@R.function", f"def {name}(z: {kind}) -> {kind}:",
                 f"    {inner}: {kind} = R.call_tir(cls.{kernel}, (z, {captured[0]}), out_ty={kind})", f"    return {inner}", ""]
        lines = [lines[0], signature(lines[1]), *lines[2:]]
        lines.append(f"{made}: {kind} = {name}({self.random.choice([v for v in values if v[1:] == captured[1:]])[0]})")
        if self.random.random() < 0.5:
            before, made = made, self.fresh()
            lines.append(f"{made}: {kind} = {name}({before})")
        self.returned.append((made, *captured[1:]))
        return [], lines

    def helper_call(self, values):
        name, kinds, result = self.random.choice(self.helpers)
        arguments = []
        for kind in kinds:
            fitting = [v for v in values if v[1:] == kind]
            if not fitting:
                return [], []
            arguments.append(self.random.choice(fitting)[0])
        made = self.fresh()
        return [(made, *result)], [f"{made}: {tensor(*result)} = cls.{name}({', '.join(arguments)})"]

    def block(self, values, count, depth):
        """(all values, lines) of `count` steps, some of them in dataflow blocks."""
        values, lines = list(values), []
        while count > 0:
            kind = self.random.random()
            if kind < 0.12 and depth < 2:
                made, more = self.branch(values, depth)
            elif kind < 0.2 and self.helpers:
                made, more = self.helper_call(values)
            elif kind < 0.26 and depth == 0 and not self.symbolic and not self.closures and not self.private:
                self.closures = True
                made, more = self.closure(values)
            elif kind < 0.5 and depth == 0:
                made, more = self.dataflow(values)
            else:
                made, more = self.step(values)
            values, lines, count = values + made, lines + more, count - 1
        return values, lines

    def dataflow(self, values):
        inside, lines = [], []
        for _ in range(self.random.randint(1, 6)):
            made, more = self.step(values + inside)
            inside, lines = inside + made, lines + more
        if not inside:
            return [], []
        kept = [v for v in inside if self.random.random() < 0.5] or inside[-1:]
        return kept, ["with R.dataflow():", *[f"    {one}" for one in lines], f"    R.output({', '.join(v[0] for v in kept)})"]

    # --- Functions ---------------------------------------------------------------------------------

    def kinds(self):
        a, b = self.random.choice([("n", "4"), ("n", "m"), ("n * 2", "4")]) if self.symbolic else self.random.choice([("3", "4"), ("2", "6"), ("1", "4")])
        dtype = self.random.choice(["float32", "float32", "int32"])
        return [(dtype, (a, b)), (dtype, (a, b)), (dtype, (b, a)) if " " not in a else (dtype, (a, b)), (dtype, (b,))]

    def function(self, name, private, steps):
        self.count, self.closures, self.private, self.returned = 0, False, private, []
        kinds = self.kinds()
        # n * 2 alone would not determine n.
        if any("*" in e for _, extents in kinds for e in extents):
            kinds.append((kinds[0][0], ("n",)))
        values = [(f"x{i}", *kind) for i, kind in enumerate(kinds)]
        parameters, lines = [f"{v[0]}: {tensor(*v[1:])}" for v in values], []
        loose = not private and self.random.random() < 0.3
        if loose:  # match_cast of the last parameter
            last = values[-1]
            parameters[-1] = f"{last[0]}: R.Tensor(ndim={len(last[2])})"
            lines.append(f"known: {tensor(*last[1:])} = R.match_cast({last[0]}, {tensor(*last[1:])})")
            values[-1] = ("known", *last[1:])
            if self.symbolic and "n" not in "".join(e for _, extents in kinds[:-1] for e in extents if e == "n"):
                return self.function(name, private, steps)
        tuples = not private and self.random.random() < 0.3
        if tuples:
            both = f"R.Tuple({tensor(*kinds[0])}, {tensor(*kinds[1])})"
            parameters[:2] = [f"pair: {both}"]
            lines += [f"x0: {tensor(*kinds[0])} = pair[0]", f"x1: {tensor(*kinds[1])} = pair[1]"]
        known, more = self.block(values, steps, 0)
        results = [known[-1]] if private else self.random.sample(known, min(len(known), self.random.choice([1, 1, 2, 3]))) + self.returned
        if len(results) == 1:
            result, kind = results[0][0], tensor(*results[0][1:])
        else:
            result = f"({', '.join(v[0] for v in results)})"
            kind = f"R.Tuple({', '.join(tensor(*v[1:]) for v in results)})"
        head = f"def {name}({', '.join(parameters)}) -> {kind}:"
        self.functions.append(["@R.function(private=True)" if private else "@R.function", signature(head), "    cls = Module",
                               *[f"    {one}" if one else "" for one in lines + more], f"    return {result}"])
        if private:
            self.helpers.append((name, [v[1:] for v in values], results[0][1:]))
            return None
        arguments = [(dtype, tuple(eval(e, {}, SYMBOLS) for e in extents)) for dtype, extents in kinds]  # noqa: S307: own text
        return name, ([("tuple", arguments[:2])] + arguments[2:] if tuples else arguments)

    def make(self):
        """(text, [(function, argument kinds)])"""
        for i in range(self.random.randint(0, 2)):
            self.function(f"part{i}", True, self.random.randint(1, 4))
        calls = [self.function(name, False, self.random.randint(2, 9)) for name in ["main", "second"][: self.random.randint(1, 2)]]
        blocks = [lines for _, lines in self.kernels.values()] + self.functions
        text = HEAD + "\n\n".join("\n".join("    " + line if line else "" for line in lines) for lines in blocks) + "\n"
        return text, calls
