#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks project rules that the compiler does not: allowed includes, licences, lists.

    layering.py ROOT [PROGRAM...]

ROOT is the source tree. Each PROGRAM is a built file whose needed libraries are checked too (readelf).
Prints one line per finding and exits with 1 if there was any. Uses only the standard library.
"""
import fnmatch
import pathlib
import re
import subprocess
import sys

# --- Allowed includes ----------------------------------------------------------------------------

# Without "wire", the worker's protocol: only the worker and the two adapters that drive one include it.
INSPECT = {"base", "model", "format", "analysis", "trace", "export", "run", "ir", "build"}
WIRE_ADAPTERS = ("app/cli/run/worker_process", "app/window/run/worker_link")
# Components ("rooms"): each may include itself and these; transitively closed (format includes base through model).
ROOMS = {
    "base": set(),
    "model": {"base"},
    "format": {"base", "model"},
    "analysis": {"base", "model"},
    "trace": {"base", "model"},  # a trace file contains the executable it was made from
    "export": {"base", "model", "analysis", "trace"},
    "run": {"base", "model", "format", "analysis", "trace"},
    "ir": {"base", "model"},
    "build": {"base", "model", "format", "analysis", "ir"},
    "wire": {"base", "model", "trace", "run"},
    "device": INSPECT,
    "emulated": {"base", "device"},  # the libraries of the emulated GPU
    "vm": INSPECT | {"device"},
    "worker": INSPECT | {"wire", "device", "vm"},
    "embed": INSPECT | {"device", "vm"},
    "python": INSPECT | {"device", "vm", "embed"},
}
VIEWS = INSPECT - {"format"}  # data that needs a format comes through Document

# External libraries, by the included header.
LIBRARIES = [
    ("qt", re.compile(r"^(Q[A-Z]\w*|Qt\w*/.*|Qt[A-Z]\w*|q[a-z]+\.h|ui_.*)$")),
    ("qcustomplot", re.compile(r"^qcustomplot\.h$")),
    ("fmt", re.compile(r"^fmt/")),
    ("json", re.compile(r"^nlohmann/")),
    ("sqlite", re.compile(r"^sqlite3\.h$")),
    ("zstd", re.compile(r"^zstd\.h$")),
    ("zlib", re.compile(r"^zlib\.h$")),
    ("capstone", re.compile(r"^capstone/")),
    ("cli11", re.compile(r"^CLI/")),
    ("tvm-ffi", re.compile(r"^(tvm|dlpack)/")),
    ("cuda", re.compile(r"^(cuda|nvrtc|cupti)\w*\.h$")),
    ("dlopen", re.compile(r"^(dlfcn|link)\.h$")),
    ("sockets", re.compile(r"^(sys/socket|sys/un|netinet/\w+|arpa/\w+|netdb)\.h$")),
    ("threads", re.compile(r"^(thread|future|pthread\.h)$")),
    ("process", re.compile(r"^(spawn|sys/wait)\.h$")),
]
QCUSTOMPLOT = "qcustomplot.h"


def library_of(header):
    if header == QCUSTOMPLOT:
        return "qcustomplot"
    return next((name for name, pattern in LIBRARIES if pattern.match(header)), None)


def may_include(path):
    """(rooms, libraries, libraries in .cpp only) that a source file may include; None if there is no rule."""
    parts = path.split("/")
    if parts[0] == "vmcore" and len(parts) > 2 and parts[1] in ROOMS:
        room = parts[1]
        rooms = {f"vmcore/{r}" for r in ROOMS[room] | {room}}
        if room == "base":
            return rooms, {"fmt"}, set()
        if room in INSPECT | {"wire"}:
            return rooms, {"fmt"}, {"json", "sqlite", "zstd", "zlib", "capstone"}
        return rooms, {"fmt", "tvm-ffi", "threads"}, {"json", "cuda", "dlopen", "zlib", "zstd", "sqlite", "process"}
    wire = {"wire"} if path.startswith(WIRE_ADAPTERS) else set()
    inspect = {f"vmcore/{r}" for r in INSPECT | wire}
    if parts[0] == "views":
        return {"views"} | {f"vmcore/{r}" for r in VIEWS}, {"qt", "qcustomplot", "fmt"}, set()
    if path.startswith("app/cli/"):
        return {"app", "app/cli"} | inspect, {"fmt", "cli11"}, {"json", "threads", "process"}
    if path.startswith("app/worker/"):
        return {"app/worker"} | {f"vmcore/{r}" for r in ROOMS if r != "wire"}, {"fmt", "tvm-ffi", "threads", "cli11"}, {"json", "dlopen", "process"}
    if path.startswith("app/window/"):
        return {"app", "app/window", "views"} | inspect, {"qt", "fmt"}, {"json", "cli11", "threads"}
    return None


def room_of(header):
    parts = header.split("/")
    return "/".join(parts[:2]) if parts[0] in ("vmcore", "app") and len(parts) > 2 else parts[0]


LAYERS = re.compile(r"^# layers: (.+)$", re.M)


def layers_of_rooms(texts):
    """The order of parts per room, from the line `# layers:` of its CMake list: groups from the bottom up, separated
    by `|`. A part is a folder or a file without its suffix, `.` is everything else."""
    for path, text in texts.items():
        match = LAYERS.search(text) if path.endswith("/CMakeLists.txt") else None
        if match:
            groups = [group.split() for group in match.group(1).split("|")]
            yield path.rsplit("/", 1)[0], {part: level for level, group in enumerate(groups) for part in group}


def level_in(room, levels, path):
    """The level of a file within its room; None if it is in no part."""
    part = path[len(room) + 1:].rsplit(".", 1)[0]
    while part not in levels and "/" in part:
        part = part.rsplit("/", 1)[0]
    return levels.get(part, levels.get("."))


def check_layers(texts):
    """Inside a room, a file includes only files of its own group or of lower ones."""
    for room, levels in layers_of_rooms(texts):
        for part in levels:
            if part != "." and not any(p.startswith((f"{room}/{part}.", f"{room}/{part}/")) for p in texts):
                yield f"{room}/CMakeLists.txt: names the layer {part}, which is not there"
        for path, text in texts.items():
            if not path.startswith(room + "/") or not path.endswith((".cpp", ".h")):
                continue
            own = level_in(room, levels, path)
            if own is None:
                yield f"{path}: in no layer of {room}"
                continue
            for number, line in enumerate(text.splitlines(), 1):
                match = INCLUDE.match(line)
                if match and match.group(2).startswith(room + "/") and match.group(2) in texts:
                    other = level_in(room, levels, match.group(2))
                    if other is not None and other > own:
                        yield f"{path}:{number}: may not include {match.group(2)}: it is above it in {room} (its CMake list has the layers)"


INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
# Calls that start threads, which inspect must not do regardless of its includes.
STARTS_THREAD = re.compile(r"\bstd::(jthread|async)\b|\bstd::thread\s*[({\w]")


def is_internal(path, text):
    """A header marked internal in its first comment is private to its room, with the include rules of its .cpp files."""
    return path.endswith(".h") and "Internal to" in "\n".join(text.splitlines()[:4])


def check_includes(path, text, internal):
    rule = may_include(path)
    if rule is None:
        return
    rooms, libraries, in_cpp = rule
    if path.endswith(".cpp") or path in internal:
        libraries = libraries | in_cpp
    for number, line in enumerate(text.splitlines(), 1):
        match = INCLUDE.match(line)
        if match:
            quote, header = match.groups()
            library = library_of(header)
            if library is not None:
                if library not in libraries:
                    yield f"{path}:{number}: may not include <{header}> ({library})"
                elif header.startswith("QProcess") and path.startswith("views/"):
                    yield f"{path}:{number}: views may not start processes, so no {header}"
            elif header in internal and room_of(header) != room_of(path):
                yield f"{path}:{number}: may not include {header}: it is internal to {room_of(header)}"
            elif quote == '"' and "/" in header and room_of(header) not in rooms:
                yield f"{path}:{number}: may not include {header}: {room_of(header)} is not among its rooms"
            elif quote == '"' and "/" not in header and not header.endswith((".moc", ".inc")) and not header.startswith("moc_"):
                yield f"{path}:{number}: include {header} by its path from the repository root"
        elif "threads" not in libraries and STARTS_THREAD.search(line.split("//")[0]):
            yield f"{path}:{number}: starts a thread; stop tokens are passed in instead"


# --- Licences, lists, words ----------------------------------------------------------------------

CODE = (".cpp", ".h", ".def", ".py", ".sh", ".cmake", ".c", ".cu", ".S")
SPDX = re.compile(r"SPDX-License-Identifier: ([\w.+-]+)")
APACHE, GPL = "Apache-2.0", "GPL-3.0-or-later"
# Allowed hosts in texts: documentation, licences, XML namespaces.
HOSTS = re.compile(r"https?://([\w.-]+)")
ALLOWED_HOSTS = {
    "json.schemastore.org",  # the schema that SARIF files name
    "www.apache.org", "tvm.apache.org", "www.gnu.org", "www.w3.org", "www.freedesktop.org", "specifications.freedesktop.org",
    "spdx.org", "numpy.org", "ui.perfetto.dev", "www.sqlite.org", "www.qcustomplot.com", "doc.qt.io", "dmlc.github.io",
}
PLACES = re.compile(r"(?<![\w.])/(work|root|home)/\w|\.\./shared|\bPIP_(INDEX_URL|FIND_LINKS)\b|\bpypi\.\w|\bdeb\.debian\b")


def is_code(path):
    return path.endswith(CODE) or path.rsplit("/", 1)[-1] in ("CMakeLists.txt", "dev", "run")


def licence_of(path):
    """The required licence of a C++ file, or None if either is allowed."""
    if not path.endswith((".cpp", ".h", ".def")) or path.startswith("resources/"):
        return None
    return GPL if path.startswith(("views/", "app/window/")) else APACHE


def check_text(path, text):
    lines = text.splitlines()
    if is_code(path):
        match = SPDX.search("\n".join(lines[:3]))
        if match is None:
            yield f"{path}:1: no SPDX line"
        elif licence_of(path) not in (None, match.group(1)):
            yield f"{path}:1: the licence here is {licence_of(path)}, not {match.group(1)}"
    for number, line in enumerate(lines, 1):
        if PLACES.search(line):
            yield f"{path}:{number}: names a place of one machine: {line.strip()[:80]}"
        for host in HOSTS.findall(line):
            if host not in ALLOWED_HOSTS:
                yield f"{path}:{number}: names the host {host}"


LABEL = re.compile(r"\bnew Q(Label|TextBrowser)\b|\bQLabel \w+[({]|: public QLabel\b")


def check_labels(path, text):
    """A QLabel takes a name for markup if it looks like it, Label never does; a QTextBrowser reads files."""
    if not path.startswith(("views/", "app/window/")) or path.startswith("views/widgets/label."):
        return
    for number, line in enumerate(text.splitlines(), 1):
        if LABEL.search(line):
            yield f"{path}:{number}: makes a QLabel or QTextBrowser; use Label or OwnMarkup (views/widgets/label.h)"


def check_lists(texts):
    """Every source file is in a CMake list of its folder or of one above it; of tests/support, in one of the tests."""
    lists = {p: t for p, t in texts.items() if p.endswith(("CMakeLists.txt", ".cmake"))}
    for path in texts:
        if not path.endswith((".cpp", ".c", ".cu")) or path.startswith("tests/data/"):
            continue
        name = re.compile(r"(?<![\w.])" + re.escape(path.rsplit("/", 1)[-1]) + r"(?![\w.])")
        stem = re.compile(r"(?<![\w.])" + re.escape(path.rsplit("/", 1)[-1].rsplit(".", 1)[0]) + r"(?![\w.])")
        folder = path.rsplit("/", 1)[0]
        near = [t for p, t in lists.items() if "/" not in p or folder == p.rsplit("/", 1)[0] or folder.startswith(p.rsplit("/", 1)[0] + "/")
                or folder == "tests/support" and p.startswith("tests/")]
        # A list may also contain bare names and add the suffix in a loop.
        if not any(name.search(t) or stem.search(t) for t in near):
            yield f"{path}: in no CMake list"


def check_version(texts):
    """The first version in the changelog is the one that CMake gives to the programs."""
    project = re.search(r"project\(\w+ VERSION ([0-9.]+)", texts.get("CMakeLists.txt", ""))
    newest = re.search(r"^## (\S+)", texts.get("CHANGELOG.md", ""), re.MULTILINE)
    if project and newest and project.group(1) != newest.group(1):
        yield f"CHANGELOG.md: begins with {newest.group(1)}, but CMakeLists.txt says {project.group(1)}"


def check_recipes(texts):
    """Every path that CONTRIBUTING.md names exists; <name> stands for any name, {a,b} for each of both."""
    for named in sorted(set(re.findall(r"`((?:app|cmake|docs|resources|tests|translations|views|vmcore)/[^` ]*)`", texts.get("CONTRIBUTING.md", "")))):
        choices = re.search(r"\{([^}]*)\}", named)
        for choice in choices.group(1).split(",") if choices else [""]:
            path = re.sub(r"<[^>]*>", "*", re.sub(r"\{[^}]*\}", choice, named)).rstrip("/")
            if not any(fnmatch.fnmatchcase(p, path) or fnmatch.fnmatchcase(p, path + "/*") for p in texts):
                yield f"CONTRIBUTING.md: {named} does not exist"


def check_programs(programs):
    """Linked libraries: the run-time dependencies that a program must not have."""
    for program in programs:
        name = pathlib.Path(program).name
        out = subprocess.run(["readelf", "-d", program], capture_output=True, text=True, check=False).stdout
        needed = re.findall(r"\(NEEDED\).*\[([^\]]+)\]", out)
        if not needed:
            yield f"{program}: readelf tells no needed library"
        for library in needed:
            if name in ("relaxscope", "rscope") and library.startswith(("libtvm", "libcuda", "librelaxscope_vm")):
                yield f"{name} needs {library}: only the worker runs code"
            if name != "relaxscope" and library.startswith("libQt"):
                yield f"{name} needs {library}: no Qt outside the window"
            if library.startswith(("libcuda", "libnvrtc", "libtvm_runtime", "libtvm_compiler")):
                yield f"{name} needs {library}: found at run time instead"


# --- The tree ------------------------------------------------------------------------------------

BINARY = (".png", ".npz", ".npy", ".so", ".bin", ".ttf", ".gz", ".rsprof", ".ico")
NOT_OURS = ("LICENSES/", "tests/data/")


def read_tree(root):
    """Texts of all files that git tracks or would track, by path."""
    try:
        listed = subprocess.run(["git", "-C", str(root), "ls-files", "-co", "--exclude-standard", "-z"], capture_output=True, check=True).stdout
        paths = [p for p in listed.decode().split("\0") if p]
    except (OSError, subprocess.CalledProcessError):
        paths = [str(p.relative_to(root)) for p in root.rglob("*") if p.is_file()]
        paths = [p for p in paths if not p.startswith(("build/", ".venv/", ".git/"))]
    texts = {}
    for path in paths:
        file = root / path
        if file.is_file() and not file.is_symlink() and not path.endswith(BINARY) and not path.startswith(NOT_OURS):
            texts[path] = file.read_bytes().decode(errors="replace")
    return texts


def findings(texts, programs=()):
    internal = {path for path, text in texts.items() if is_internal(path, text)}
    for path, text in sorted(texts.items()):
        yield from check_text(path, text)
        yield from check_labels(path, text)
        if path.endswith((".cpp", ".h", ".def")):
            yield from check_includes(path, text, internal)
    yield from check_layers(texts)
    yield from check_lists(texts)
    yield from check_version(texts)
    yield from check_recipes(texts)
    yield from check_programs(programs)


def main(arguments):
    texts = read_tree(pathlib.Path(arguments[0]))
    if sum(path.endswith(".cpp") for path in texts) < 10:
        print("hardly any source files were found; is the root right?")
        return 1
    found = list(findings(texts, arguments[1:]))
    print("\n".join(found) if found else f"{len(texts)} files keep the rules")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
