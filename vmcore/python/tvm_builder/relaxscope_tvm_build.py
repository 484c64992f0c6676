# SPDX-License-Identifier: Apache-2.0
"""Builds a Relax module with the TVM of this Python, for `rscope build --builder tvm`, which contains this file.

Reads one JSON object, the request, from standard input; answers with one JSON object a line on standard output. What
TVM itself prints goes to standard error. The last line is `done` or `error`; exit code 0 or 1.

TVM's parser evaluates a source as Python. So the source is a print of rscope, which is checked here once more: only
names that it binds, names of TVM's script, and literals.
"""
import ast
import builtins
import ctypes
import json
import logging
import os
import re
import shlex
import signal
import sys
import time
import traceback
import warnings

PROTOCOL = 1
NAMESPACES = {"nn", "image", "vision", "memory", "vm", "builtin", "ccl", "grad"}  # of R that have operators
RELAX_SCRIPT = {"Any", "Callable", "Object", "Prim", "Shape", "Tensor", "Tuple", "call_packed", "const", "dataflow",
                "dtype", "func_attr", "function", "match_cast", "output", "prim_value", "shape", "str", "to_vdevice", "tuple"}
TIR_MODULES = ("tvm.ir.prim.op", "tvm.ir.prim.expr", "tvm.tirx.op", "tvm.tirx.script.builder.ir",
               "tvm.tirx.script.parser.entry")
TIR_REFUSED = {"macro", "jit", "inline", "meta_class", "register_script_namespace", "call_kernel", "target", "static_assert"}
AXES = {"remap", "spatial", "reduce"}
STATEMENTS = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.arguments, ast.arg, ast.Assign, ast.AnnAssign, ast.Expr,
              ast.Return, ast.If, ast.For, ast.With, ast.withitem, ast.Pass, ast.keyword)
VALUES = (ast.Call, ast.Attribute, ast.Name, ast.Constant, ast.Tuple, ast.List, ast.Dict, ast.Subscript, ast.Slice,
          ast.BinOp, ast.UnaryOp, ast.BoolOp, ast.Compare, ast.operator, ast.unaryop, ast.boolop, ast.cmpop,
          ast.expr_context)


class Refused(Exception):
    """The request cannot be met; `place` is (line, column, end line, end column) in the source, all from 1."""

    def __init__(self, kind, message, place=None):
        super().__init__(message)
        self.kind, self.place = kind, place


# --- Answers -------------------------------------------------------------------------------------


class Answers:
    """Lines of JSON on the standard output that this process got; print() and TVM write to standard error."""

    def __init__(self):
        self.file = os.fdopen(os.dup(1), "w", encoding="utf-8", errors="backslashreplace")
        os.dup2(2, 1)

    def send(self, event, **fields):
        self.file.write(json.dumps({"ev": event, **fields}) + "\n")
        self.file.flush()


class LogLines(logging.Handler):
    def __init__(self, answers):
        super().__init__(logging.WARNING)
        self.answers = answers

    def emit(self, record):
        self.answers.send("log", level=record.levelname.lower(), text=record.getMessage()[:2000])


# --- The source ----------------------------------------------------------------------------------


class SourceCheck:
    """Refuses a source that could do anything but describe a module when Python evaluates it."""

    def __init__(self, text, roots):
        self.roots = roots  # R, T, I
        self.tree = ast.parse(text)
        self.modules = {one.name for one in self.tree.body if isinstance(one, ast.ClassDef)}

    def refuse(self, node, what):
        place = (node.lineno, node.col_offset + 1, node.end_lineno, node.end_col_offset + 1) if hasattr(node, "lineno") else None
        raise Refused("SourceError", what, place)

    def run(self):
        self.visit(self.tree, {"R", "T", "I", "TypeVar", "metadata", "range"} | self.modules)

    @staticmethod
    def bound_in(node):
        """Names that a module or a function binds outside of nested functions, and its parameters."""
        names, pending = set(), list(ast.iter_child_nodes(node))
        while pending:
            one = pending.pop()
            if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store):
                names.add(one.id)
            elif isinstance(one, ast.arg):
                names.add(one.arg)
            elif isinstance(one, (ast.FunctionDef, ast.ClassDef)):
                names.add(one.name)
            if not isinstance(one, ast.FunctionDef):
                pending.extend(ast.iter_child_nodes(one))
        return names

    def visit(self, top, known):
        pending = [(top, known)]
        while pending:
            node, known = pending.pop()
            if not isinstance(node, STATEMENTS + VALUES):
                self.refuse(node, f"{type(node).__name__} is no part of a module")
            if isinstance(node, (ast.Module, ast.FunctionDef)):
                known = known | self.bound_in(node)
            if isinstance(node, ast.Attribute):
                self.attribute(node, known)
                continue
            if isinstance(node, ast.Name):
                self.name(node, known)
            elif isinstance(node, ast.Call):
                self.call(node, known)
            pending.extend((child, known) for child in ast.iter_child_nodes(node))

    def name(self, node, known):
        if node.id.startswith("__"):
            self.refuse(node, f"the name {node.id} is Python's")
        if isinstance(node.ctx, ast.Load) and node.id not in known and node.id != "_":
            self.refuse(node, f"{node.id} is not defined")
        if isinstance(node.ctx, ast.Store) and node.id in {"R", "T", "I", "TypeVar", "metadata", "range"} | self.modules:
            self.refuse(node, f"a variable named {node.id} cannot be read by TVM")

    def call(self, node, known):
        if not isinstance(node.func, (ast.Name, ast.Attribute)):
            self.refuse(node, "a call of a computed value")
        if isinstance(node.func, ast.Name) and hasattr(builtins, node.func.id) and node.func.id != "range":
            self.refuse(node, f"{node.func.id} is Python's")  # also where a variable has this name: it may not be bound yet
        if isinstance(node.func, ast.Attribute) and node.func.attr in ("Tensor", "Shape", "Buffer"):
            shapes = node.args[:1] + [one.value for one in node.keywords if one.arg not in ("dtype", "ndim", "scope")]
            for extent in (one for shape in shapes for one in ast.walk(shape)):
                if isinstance(extent, ast.Constant) and isinstance(extent.value, str):
                    self.extent(extent, known)

    def extent(self, node, known):
        """A string that TVM evaluates as an expression, or the name of a dtype."""
        try:
            tree = ast.parse(node.value, mode="eval").body
        except SyntaxError:
            self.refuse(node, "an extent that is no expression")
        # Symbols of a signature are bound by their first mention here.
        self.visit(tree, known | {one.id for one in ast.walk(tree) if isinstance(one, ast.Name)})

    def attribute(self, node, known):
        parts, root = [], node
        while isinstance(root, ast.Attribute):
            parts.insert(0, root.attr)
            root = root.value
        if not isinstance(root, ast.Name) or any(part.startswith("_") and root.id in self.roots for part in parts):
            self.refuse(node, "an attribute of a computed value")
        if root.id not in self.roots:
            if root.id not in known or len(parts) != 1 or parts[0].startswith("__"):
                self.refuse(node, f"{root.id}.{'.'.join(parts)} is no function of the module")
        elif not self.allowed(root.id, parts):
            self.refuse(node, f"TVM has no {root.id}.{'.'.join(parts)}")

    def allowed(self, root, parts):
        if root == "I":
            return parts in (["ir_module"], ["module_attrs"])
        if root == "T" and parts[0] == "axis":
            return len(parts) == 2 and parts[1] in AXES
        if root == "R" and len(parts) == 2 and parts[0] in NAMESPACES:
            found = getattr(getattr(self.roots["R"], parts[0], None), parts[1], None)
            return str(getattr(found, "__module__", "")).startswith("tvm.relax.op.") and type(found).__name__ == "function"
        found = getattr(self.roots[root], parts[0], None)
        module = str(getattr(found, "__module__", ""))
        if len(parts) != 1 or found is None:
            return False
        if root == "R":
            return parts[0] in RELAX_SCRIPT or (module.startswith("tvm.relax.op.") and type(found).__name__ == "function")
        return parts[0] not in TIR_REFUSED and module in TIR_MODULES


def constants_of(request, tvm):
    """The tensors that metadata["ir.GenericConst"] of the source refers to."""
    import numpy as np

    from tvm import relax

    if not request["source"].get("consts"):
        return []
    made = []
    with np.load(request["source"]["consts"], allow_pickle=False) as arrays:
        for number, dtype in enumerate(request["source"]["consts_dtypes"]):
            array = arrays[f"const{number}"]
            tensor = tvm.runtime.tensor(np.ascontiguousarray(array).reshape(array.shape))
            if str(array.dtype) != dtype:  # stored as integers of its width
                tensor = tensor._create_view(array.shape, dtype)
            made.append(relax.const(tensor))
    return made


def parsed(request, tvm):
    from typing import TypeVar

    try:
        from tvm.script import ir, relax, tirx
    except ImportError as error:
        raise Refused("VersionError", f"TVM {tvm.__version__} does not read the text of TVM 0.27") from error
    with open(request["source"]["path"], encoding="utf-8") as file:
        text = file.read().replace('out_dtype="void"', "out_dtype=None")  # as TVM before 0.26 writes it
    SourceCheck(text, {"R": relax, "T": tirx, "I": ir}).run()
    known = {"I": ir, "T": tirx, "R": relax, "TypeVar": TypeVar, "range": range}
    known["metadata"] = {"ir.GenericConst": constants_of(request, tvm)}
    module = tvm.script.from_source(text, extra_vars=known)
    if not isinstance(module, tvm.IRModule):
        raise Refused("SourceError", "the source is no module")
    return module


# --- Passes --------------------------------------------------------------------------------------


def same(structural_equal, one, other):
    return one.same_as(other) or structural_equal(one, other, map_free_vars=True)


class Watch:
    """Tells of each pass that TVM runs, as `tvm.instrument` calls it, but for those that only run others. A pass that
    another one runs for its own purposes, maybe on a part of the module, is `nested`."""

    def __init__(self, answers, request, structural_equal):
        self.answers, self.equal = answers, structural_equal
        self.dump, self.stop_after = request["dump"], request.get("stop_after") or ""
        self.open, self.count, self.in_kernels, self.stopped = [], 0, False, False

    @staticmethod
    def functions(module):
        return {var.name_hint: function for var, function in module.functions.items()}

    def run_before_pass(self, module, info):
        self.open.append({"name": info.name, "before": self.functions(module), "start": time.perf_counter()})

    def run_after_pass(self, module, info):
        mine = self.open.pop()
        ms = (time.perf_counter() - mine["start"]) * 1000
        if self.runs_others(info.name):
            return
        self.count += 1
        nested = not all(self.runs_others(one["name"]) for one in self.open)
        event = {"i": self.count, "depth": len(self.open), "name": info.name, "ms": ms, "kernels": self.in_kernels, "nested": nested}
        if not self.in_kernels or self.dump.get("tir"):
            event.update(self.changes(mine["before"], self.functions(module), module))
        self.answers.send("pass", **event)
        if self.stop_after == info.name and not nested and not self.in_kernels:
            self.stopped = True
            raise RuntimeError(f"stopped after {info.name}")  # ends the pipeline, which may wrap it

    @staticmethod
    def runs_others(name):
        return name == "sequential" or name.endswith("_pipeline")

    def changes(self, before, after, module):
        names = [name for name in after if name not in before or not same(self.equal, before[name], after[name])]
        names += [name for name in before if name not in after]
        changed = bool(names) or list(before) != list(after)
        fields = {"changed": changed, "functions_changed": names}
        if changed and self.dump.get("relax"):
            text = module.script()
            if len(text) <= self.dump.get("max_bytes", 4_000_000):
                fields["text"] = text
        return fields


def target_of(request, tvm):
    """LLVM for the CPU of the request, or C where this TVM has no LLVM."""
    kind = request["target"]["kind"]
    if kind == "cpu":
        kind = "llvm" if tvm.runtime.enabled("llvm") else "c"
    form = {"kind": kind}
    cpu = request["target"].get("mcpu", "")
    if kind == "llvm" and cpu:
        llvm = tvm.target.codegen
        if cpu != "native" and cpu not in list(llvm.llvm_get_cpu_archlist(tvm.target.Target(form))):
            raise Refused("TargetError", f"LLVM knows no CPU {cpu!r}")
        form["mcpu"] = llvm.llvm_get_system_cpu() if cpu == "native" else cpu
    return tvm.target.Target(form)


def pipeline_of(request, tvm, target):
    from tvm import relax

    wanted = request["pipeline"]
    if isinstance(wanted, list):
        return tvm.transform.Sequential([getattr(relax.transform, name)() for name in wanted])
    if wanted == "none":
        return None
    return relax.get_default_pipeline(target) if wanted == "default" and "gpu" in target.keys else relax.get_pipeline(wanted)


# --- The build -----------------------------------------------------------------------------------


def write_artifacts(request, answers, executable):
    module = executable.mod
    if request.get("save_executable"):
        module.write_to_file(request["save_executable"])
        answers.send("artifact", kind="executable", path=request["save_executable"], bytes=os.path.getsize(request["save_executable"]))
    if request.get("save_sources"):
        for number, kernels in enumerate(module.imports):
            text = kernels.inspect_source("")
            suffix = {"llvm": "ll", "cuda": "cu"}.get(kernels.kind, "c")
            path = f"{request['save_sources']}/kernels{number or ''}.{suffix}"
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            answers.send("source", target=kernels.kind, file=path)
    if request.get("out"):
        command = shlex.split(request.get("cc", ""))
        options = {"cc": command[0], "options": command[1:]} if command else {}
        executable.export_library(request["out"], **options)
        answers.send("artifact", kind="library", path=request["out"], bytes=os.path.getsize(request["out"]))


def build(request, answers):
    start = time.perf_counter()
    if request.get("protocol") != PROTOCOL:
        raise Refused("ProtocolError", f"protocol {request.get('protocol')!r} is not {PROTOCOL}")
    try:
        import tvm
        import tvm_ffi
        from tvm import relax
    except ImportError as error:
        raise Refused("ImportError", str(error)) from error
    answers.send("hello", tvm=tvm.__version__, ffi=tvm_ffi.__version__, python=".".join(map(str, sys.version_info[:2])))
    logging.getLogger().addHandler(LogLines(answers))
    warnings.showwarning = lambda message, *_, **__: answers.send("log", level="warning", text=str(message)[:2000])
    module = parsed(request, tvm)
    fields = {"text": module.script()} if request["dump"].get("relax") else {}
    answers.send("parsed", functions=[var.name_hint for var in module.functions.keys()], ms=(time.perf_counter() - start) * 1000, **fields)
    watch = Watch(answers, request, tvm_ffi.structural_equal)
    target = target_of(request, tvm)
    pipeline = pipeline_of(request, tvm, target)
    instrument = tvm.instrument.pass_instrument(type("PassWatch", (), {
        "run_before_pass": lambda _, *arguments: watch.run_before_pass(*arguments),
        "run_after_pass": lambda _, *arguments: watch.run_after_pass(*arguments)}))()
    try:
        with target, tvm.transform.PassContext(opt_level=request.get("opt_level", 3), disabled_pass=request.get("disabled", []),
                                               instruments=[instrument]):
            if request.get("lambda_lift", True):
                module = relax.transform.LambdaLift()(module)
            if pipeline is not None:
                module = pipeline(module)
            watch.in_kernels = True
            executable = relax.build(module, target=target, relax_pipeline=None, exec_mode=request.get("exec_mode", "bytecode"))
    except Exception as error:
        executable = None
        if not watch.stopped:
            error.relaxscope_pass = next((one["name"] for one in reversed(watch.open) if not watch.runs_others(one["name"])), "")
            raise
    if executable is not None:
        write_artifacts(request, answers, executable)
    kernels = sum(isinstance(function, tvm.tirx.PrimFunc) for function in module.functions.values())
    answers.send("done", kernels=kernels, target=target.kind.name, ms=(time.perf_counter() - start) * 1000)


PLACE = re.compile(r"^error: (.*?)\n --> [^\n]*:(\d+):(\d+)\n", re.S)


def fault(error):
    """The fields of an `error` event."""
    message, place, kind = str(error), None, type(error).__name__
    if isinstance(error, Refused):
        kind, place = error.kind, error.place
    else:
        match = PLACE.match(message)
        if match:
            line, column = int(match.group(2)), int(match.group(3))
            marks = re.search(r"\|\s*(\^+)\s*(\n|$)", message[match.end():])
            place = (line, column, line, column + (len(marks.group(1)) if marks else 1))
            message = match.group(1)
            if message.startswith("Program is not well-formed"):
                message, place = "the program is not well-formed", None  # the place is that of the whole source
    fields = {"kind": kind, "message": message[:20_000], "pass": getattr(error, "relaxscope_pass", "")}
    if place:
        fields["span"] = dict(zip(("line", "col", "end_line", "end_col"), place))
    return fields


def end_with_parent():
    """This process is killed when the one that started it ends (Linux)."""
    try:
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)
    except (OSError, AttributeError):
        pass


def main():
    end_with_parent()
    answers = Answers()
    try:
        build(json.loads(sys.stdin.buffer.read()), answers)
    except Exception as error:  # noqa: BLE001: every failure is an answer
        if not isinstance(error, Refused):
            traceback.print_exc()
        answers.send("error", **fault(error))
        return 1
    return 0


if __name__ == "__main__":
    sys.stdout.flush()
    code = main()
    # TVM's destructors at exit are of no use, and some of its releases crash in them.
    sys.stderr.flush()
    os._exit(code)
