# SPDX-License-Identifier: Apache-2.0
"""Random programs as lists of steps (builder_bridge.cpp), and the result of TVM's ExecBuilder for them.

Valid ones must build; spoiled ones have one or two steps that may be invalid, as TVM decides.
"""
import pathlib
import random
import struct
import tempfile

import numpy as np
import tvm
from tvm import relax
from tvm_ffi import Shape

VOID, vm = 1 << 54, (1 << 54) + 1
LIMIT = (1 << 55) - 1
DTYPES = {"float32": (2, 32, 1), "float64": (2, 64, 1), "float16": (2, 16, 1), "int8": (0, 8, 1), "int32": (0, 32, 1), "int64": (0, 64, 1),
          "uint8": (1, 8, 1), "uint16": (1, 16, 1), "bool": (6, 8, 1)}
TYPE_NAMES = {"float32": (2, 32, 1), "bool": (6, 8, 1), "bfloat16": (4, 16, 1), "float8_e4m3fn": (10, 8, 1), "float16x4": (2, 16, 4),
              "handle": (3, 64, 1), "uint1": (1, 1, 1), "int4": (0, 4, 1), "float4_e2m1fn": (17, 4, 1), "": (3, 0, 0)}


class Maker:
    """One program. A function's jumps, registers and callees follow the rules unless `spoil` breaks them."""

    def __init__(self, seed, spoiled):
        self.random, self.steps, self.spoiled = random.Random(seed), [], spoiled
        self.names, self.constants, self.arrays = [], 0, []  # constants: lower bound of the pool size

    def chance(self, p):
        return self.random.random() < p

    def scalar(self):
        return self.random.choice([0, 1, -1, 7, LIMIT, -LIMIT, LIMIT + 1, -LIMIT - 1, 2**62, -(2**63), self.random.randrange(-(2**40), 2**40)])

    def tensor(self):
        if self.arrays and self.chance(0.4):
            return self.random.choice(self.arrays)
        name = self.random.choice(list(DTYPES))
        shape = [self.random.choice([0, 1, 2, 3, 5]) for _ in range(self.random.randrange(4))]
        count = int(np.prod(shape, dtype=np.int64))
        if name == "bool":
            data = np.array([self.chance(0.5) for _ in range(count)], "bool").tobytes()
        elif self.chance(0.2):
            data = self.random.choice([np.zeros(count, name), -np.zeros(count, name), np.ones(count, name)]).tobytes()
        else:
            data = self.random.randbytes(count * np.dtype(name).itemsize)
        made = {"tensor": {"dtype": DTYPES[name], "shape": shape, "data": data.hex(), "numpy": name}}
        self.arrays.append(made)
        return made

    def value(self):
        kind = self.random.randrange(6)
        if kind == 0:
            return {"int": self.scalar()}
        if kind == 1:
            bits = self.random.choice([0, 1 << 63, 0x7FF8000000000000, 0xFFF8000000000001, 0x7FF0000000000000, 0x3FF8000000000000, self.random.getrandbits(64)])
            return {"float": bits}
        if kind == 2:
            text = self.random.choice(["", "a", "short", "a string of more than seven", "float32", "ünïcödé 中文", "nul\0inside", "x" * 300])
            return {"str": text.encode().hex()}
        if kind == 3:
            name = self.random.choice(list(TYPE_NAMES))
            return {"dtype": TYPE_NAMES[name], "name": name}
        if kind == 4:
            return {"shape": [self.scalar() for _ in range(self.random.randrange(4))]}
        return self.tensor()

    def special(self):
        return self.random.choice([VOID, vm, VOID + 7])

    def fresh(self):
        return self.random.choice([self.random.randrange(40), self.random.randrange(10**6), 2**53, VOID - 1])

    def operand(self, readable):
        kind = self.random.random()
        if kind < 0.45 and readable:
            return {"r": self.random.choice(readable)}
        if kind < 0.5:
            return {"r": self.special()}
        if kind < 0.65:
            return {"imm": self.random.choice([0, 1, -1, LIMIT, -LIMIT, self.random.randrange(-1000, 1000)])}
        if kind < 0.7 and self.constants:
            return {"c": self.random.randrange(self.constants)}
        if kind < 0.78 and self.names:
            return {"f": self.random.choice(self.names)}
        return self.value()

    def callee(self):
        name = self.random.choice(["vm.builtin.copy", "k_add", "a name with blanks", "é", f"kernel{self.random.randrange(6)}"] + self.names[-4:])
        if name not in self.names:
            self.names.append(name)
        return name

    def spoil(self, readable):
        """A step that may be invalid."""
        return self.random.choice([
            lambda: ["goto", self.random.choice([0, 0, 1])],
            lambda: ["if", self.random.choice(readable or [0]), self.random.choice([1, 0, -3, 2])],
            lambda: ["if", self.fresh(), 2],
            lambda: ["ret", self.fresh()],
            lambda: ["call", "k_add", [{"r": self.fresh()}, {"r": self.random.randrange(4)}], self.fresh()],
            lambda: ["call", "k_add", [{"imm": self.random.choice([LIMIT + 1, -LIMIT - 1, LIMIT])}], VOID],
            lambda: ["call", "k_add", [{"r": self.random.choice([LIMIT + 1, LIMIT, -1, -5])}], VOID],
            lambda: ["call", "k_add", [], self.random.choice([LIMIT + 1, LIMIT, -1, -5])],
            lambda: ["call", "k_add", [{"c": self.random.choice([-1, 0, 1, 5, 1000])}], VOID],
            lambda: ["call", "k_add", [{"f": self.random.choice(["nope", "k_add", "later0"])}], VOID],
            lambda: ["declare", self.random.choice(["k_add", "f0", "f1", "new"]), self.random.choice([0, 1, 2])],
        ])()

    def body(self, inputs):
        readable = list(range(inputs))
        for _ in range(self.random.randrange(0 if self.spoiled else 1, 12)):
            if self.spoiled and self.chance(0.12):
                self.steps.append(self.spoil(readable))
                continue
            kind = self.random.random()
            if kind < 0.12:
                self.steps.append(["goto", self.random.choice([1, 2, -1, 5, 2**40])])
            elif kind < 0.24 and readable:
                self.steps.append(["if", self.random.choice(readable + [vm]), self.random.choice([2, 3, 7, 2**40])])
            else:
                args = [self.operand(readable) for _ in range(self.random.randrange(6))]
                dst = self.special() if self.chance(0.25) else self.random.choice(readable) if readable and self.chance(0.2) else self.fresh()
                self.steps.append(["call", self.callee(), args, dst])
                if dst < VOID and dst not in readable:
                    readable.append(dst)
            if self.chance(0.08):
                self.steps.append(["constant", self.value()])
        if not (self.spoiled and self.chance(0.1)):
            self.steps.append(["ret", self.random.choice(readable) if readable and self.chance(0.8) else VOID])

    def function(self, index):
        name, inputs = f"f{index}", self.random.randrange(5)
        params = self.random.choice([inputs, [f"p{i}" for i in range(inputs)], ["", "same", "same", "é", "\0"][:inputs]])
        self.steps.append(["function", name, params])
        if name not in self.names:
            self.names.append(name)
        self.body(inputs)
        self.steps.append(["end"])

    def program(self):
        count = self.random.randrange(0, 5)
        for index in range(count):
            if self.chance(0.3):
                self.steps.append(["declare", f"f{index}", self.random.choice([1, 1, 1, 0])])
                self.names.append(f"f{index}")
        if self.chance(0.3):
            self.steps.append(["declare", "declared only", self.random.choice([0, 2])])
        if self.chance(0.4):
            for _ in range(self.random.randrange(1, 4)):
                self.steps.append(["constant", self.tensor()])
                self.constants = 1
        order = list(range(count))
        self.random.shuffle(order)
        for index in order:
            self.function(index)
        if self.spoiled and self.chance(0.1) and order:
            self.function(order[0])  # a second definition
        return self.steps


def to_tvm(form):
    if "int" in form:
        return form["int"]
    if "float" in form:
        return struct.unpack("<d", struct.pack("<Q", form["float"]))[0]
    if "str" in form:
        return bytes.fromhex(form["str"]).decode()
    if "dtype" in form:
        return tvm.DataType(form["name"])
    if "shape" in form:
        return Shape(form["shape"])
    parts = form["tensor"]
    return tvm.runtime.tensor(np.frombuffer(bytes.fromhex(parts["data"]), parts["numpy"]).reshape(parts["shape"]))


def operand(ib, form):
    if "r" in form:
        return ib.r(form["r"])
    if "imm" in form:
        return ib.imm(form["imm"])
    if "c" in form:
        return ib.c(form["c"])
    if "f" in form:
        return ib.f(form["f"])
    return ib.convert_constant(to_tvm(form))


def emit(ib, steps):
    """Executes the steps with TVM's builder; functions end where the steps end them."""
    scopes = []
    try:
        for what, *rest in steps:
            if what == "declare":
                ib.declare_function(*rest)
            elif what == "function":
                names = rest[1] if isinstance(rest[1], list) else None
                scope = ib.function(rest[0], len(names) if names is not None else rest[1], names)
                scope.__enter__()
                scopes.append(scope)
            elif what == "end":
                scopes.pop().__exit__(None, None, None)
            elif what == "constant":
                ib.convert_constant(to_tvm(rest[0]))
            elif what == "ret":
                ib.emit_ret(ib.r(rest[0]))
            elif what == "goto":
                ib.emit_goto(rest[0])
            elif what == "if":
                ib.emit_if(ib.r(rest[0]), rest[1])
            else:
                args = [operand(ib, form) for form in rest[1]]
                ib.emit_call(rest[0], args, rest[2])
    finally:
        relax.exec_builder.VMFuncScope.stack.clear()


def tvm_builds(steps):
    """(bytes, None), or (None, TVM's reason for refusing)."""
    ib = relax.ExecBuilder()
    try:
        emit(ib, steps)
        executable = ib.get()
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "x.bin"
            executable.mod.write_to_file(str(path), "")
            return path.read_bytes(), None
    except Exception as error:  # noqa: BLE001: every kind of refusal is an answer here
        return None, str(error)
