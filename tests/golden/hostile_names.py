# SPDX-License-Identifier: Apache-2.0
"""hostile_names.py RSCOPE DATA: what every command prints of executables with hostile names (data/hostile): into a pipe,
into files and on a terminal no output carries a control, HTML no element and CSV no formula of theirs.
"""
import csv
import html.parser
import io
import json
import os
import pathlib
import pty
import re
import subprocess
import sys
import tempfile

RSCOPE, DATA = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
FUNCTIONS, KERNELS = str(DATA / "hostile/functions.txt"), str(DATA / "hostile/kernels.txt")
# C0 but line ends and tabs, DEL, C1, separators of lines, marks of direction.
CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
RAW = {"text", "python", "stats"}  # formats of TVM, as TVM prints them
RELAY_ALONE = {"constants", "primitives", "virtual-devices"}
problems = []


def check(what, holds, detail=""):
    if not holds:
        problems.append(f"{what}: {detail}")


def inert(what, data):
    """That bytes are UTF-8 without controls."""
    text = data.decode("utf-8", "surrogateescape")
    found = CONTROL.search(text)
    check(what, found is None, found and f"holds {found[0]!r} after {text[max(0, found.start() - 60):found.start()]!r}")
    broken = re.search("[\udc80-\udcff]", text)
    check(what, broken is None, "holds a byte that is not UTF-8")
    return text


def run(*arguments, code=0):
    done = subprocess.run([RSCOPE, *arguments], capture_output=True, timeout=120, stdin=subprocess.DEVNULL)
    if code is not None:
        check(" ".join(arguments), done.returncode == code, f"exit code {done.returncode}: {done.stderr[:300]!r}")
    return done


def on_terminal(*arguments):
    """What a command prints on a terminal, standard error included."""
    parent, child = pty.openpty()
    process = subprocess.Popen([RSCOPE, *arguments], stdin=subprocess.DEVNULL, stdout=child, stderr=child, env={**os.environ, "NO_COLOR": "1"})
    os.close(child)
    out = b""
    while True:
        try:
            piece = os.read(parent, 65536)
        except OSError:  # the terminal's other end is closed
            break
        if not piece:
            break
        out += piece
    os.close(parent)
    process.wait()
    return out.replace(b"\r\n", b"\n")


def inspection():
    """Commands that run nothing: (arguments, whether names are raw in a pipe)."""
    formats = re.search(r"--format.*?One of ([a-z, -]+)", run("dump", "--help").stdout.decode(), re.S)[1].split(", ")
    for file in (FUNCTIONS, KERNELS):
        for format in formats:
            if format.strip() not in RELAY_ALONE:
                yield ["dump", "--format", format.strip(), file], format in RAW
        yield ["dump", "--annotate", file], False
        yield ["stats", file], True
        for command in ("functions", "constants", "modules", "memory", "layers"):
            yield [command, file], False
            yield [command, "--json", file], False
        for form in ("text", "json", "sarif"):
            yield ["verify", "--lint", "--format", form, file], False
    for form in ("text", "json", "html", "markdown"):
        yield ["diff", "--format", form, FUNCTIONS, KERNELS], False


class Page(html.parser.HTMLParser):
    """Elements and links of a page."""
    def __init__(self):
        super().__init__()
        self.tags, self.links = set(), []

    def handle_starttag(self, tag, attributes):
        self.tags.add(tag)
        self.links += [value for name, value in attributes if name in ("src", "href") or name.startswith("on")]


def check_form(arguments, out):
    what = " ".join(arguments)
    if {"--json", "json", "sarif"} & set(arguments):
        json.loads(out)
    if "html" in arguments:
        page = Page()
        page.feed(out)
        check(what, not page.tags & {"img", "script", "svg", "b", "font", "qt", "link", "a"}, f"has {page.tags}")
        check(what, not page.links, f"links to {page.links[:3]}")
    if "markdown" in arguments:
        prose = re.sub(r"`+[^`\n]+`+", "", re.sub(r"(?ms)^(`{3,}).*?^\1", "", out))  # without code
        check(what, not re.search(r"\[[^]]*\]\(", prose), "has a link")


def main():
    for arguments, raw in inspection():
        what = " ".join(arguments).replace(str(DATA), "DATA")
        done = run(*arguments, code=None)
        check(what, done.returncode in (0, 1), f"exit code {done.returncode}: {done.stderr[:300]!r}")
        check(what, len(done.stdout) > 9, f"prints {done.stdout!r}")
        if not raw:
            check_form(arguments, inert(what, done.stdout))
        inert(f"{what}, standard error", done.stderr)
        inert(f"{what}, on a terminal", on_terminal(*arguments))
    missing = run("run", KERNELS, "main", "--input", "1", code=2)
    inert("run without kernels", missing.stderr)
    check("run without kernels", len(missing.stderr) < 20_000, f"a message of {len(missing.stderr)} bytes")

    with tempfile.TemporaryDirectory() as scratch:
        profile, chrome, table = (f"{scratch}/{name}" for name in ("p.rsprof", "p.json", "p.csv"))
        done = run("profile", FUNCTIONS, "main", "--input", "1", "--repeat", "2", "--warmup", "0", "--processes", "1", "-o", profile, "--chrome", chrome, "--csv", table, "--summary")
        inert("profile", done.stdout + done.stderr)
        names = {event.get("name") for event in json.loads(inert("profile --chrome", pathlib.Path(chrome).read_bytes()))}
        check("profile --chrome", any("=1+2" in name for name in names if name), "has no event of =1+2")
        rows = list(csv.DictReader(io.StringIO(inert("profile --csv", pathlib.Path(table).read_bytes()))))
        for row in rows:
            for value in row.values():
                check("profile --csv", not re.match(r"[=@\t\r\uff1d]|[+-](?![0-9.]+$)", value or ""), f"has the cell {value!r}")
        check("profile --csv", any(row["callee"] == "'=1+2" for row in rows), "has no call of =1+2")
        check("profile --csv", any(row["callee"] == "-1" for row in rows), "has no call of -1")
        for by in ("callee", "site", "kind", "layer", "call"):
            inert(f"export --by {by}", run("export", profile, "--summary", "--by", by).stdout)
            inert(f"export --by {by} on a terminal", on_terminal("export", profile, "--summary", "--by", by))
        for form in ([], ["--json"], ["--csv"], ["--sites", "--csv"]):
            inert("compare " + " ".join(form), run("compare", profile, profile, *form).stdout)
        inert("dump --profile", run("dump", "--annotate", "--profile", profile, FUNCTIONS).stdout)
        for form in ("html", "markdown", "json"):
            arguments = ["diff", "--run", FUNCTIONS, FUNCTIONS, "--input", "1", "--repeat", "2", "--processes", "3", "--format", form]
            check_form(arguments, inert(" ".join(arguments), run(*arguments, code=None).stdout))
        hostile = pathlib.Path(scratch) / "<b>%1 $(id) & \n\x1b[31m\u202e"
        hostile.mkdir()
        home = {name: str(hostile) for name in ("HOME", "TMPDIR", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR")}
        for arguments in (["run", FUNCTIONS, "main", "--input", "1"], ["time", "relax/softmax_cuda.so", "--device", "emulated", "--repeat", "2", "--warmup", "0"]):
            done = subprocess.run([RSCOPE, *arguments], cwd=DATA, capture_output=True, timeout=120, env={**os.environ, **home})
            check(f"{arguments[0]} in a hostile home", done.returncode == 0, done.stderr[:300])
            inert(f"{arguments[0]} in a hostile home", done.stdout + done.stderr)
        for form in ("json", "txt", "py"):
            run("convert", FUNCTIONS, "-o", f"{scratch}/form.{form}")
            inert(f"convert to .{form}", pathlib.Path(f"{scratch}/form.{form}").read_bytes())
        inert("run of each", run("run", FUNCTIONS, "--function", "=1+2", "--input", "1", code=None).stderr)
    print("\n".join(problem[:600] for problem in problems))
    return 1 if problems else 0


sys.exit(main())
