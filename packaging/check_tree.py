#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that an installed tree brings every library that its files need, but those of the system, looks for libraries in
no folder that others could fill, and names no path of the folder it was built from.

    check_tree.py [--given SONAME]... [--programs NAME,...] TREE
    check_tree.py --build TREE

--build checks only the search paths of what a build tree has in bin and lib; they may be absolute. What the system has is listed in system_libraries.txt beside this script. --given names a library that another
package brings. --programs lists the programs that the tree must have in its folder bin, no more and no less. Prints
one line per finding and exits with 1 if there was any; otherwise prints the newest version of the C library that a
file asks for (`glibc 2.34`). Reads the files with readelf and runs none of them.
"""
import argparse
import os
import pathlib
import re
import stat
import subprocess
import sys

LIST = pathlib.Path(__file__).with_name("system_libraries.txt")
SOURCE = pathlib.Path(__file__).resolve().parent.parent
DYNAMIC = re.compile(r"\((NEEDED|SONAME|RPATH|RUNPATH)\).*\[(.*)\]")


class Elf:
    """The dynamic section of a file: sonames in `needed`, folders in `paths` (as written, with $ORIGIN)."""

    def __init__(self, path):
        self.path = pathlib.Path(path)
        entries = DYNAMIC.findall(_readelf("-d", path))
        self.needed = [value for kind, value in entries if kind == "NEEDED"]
        self.paths = [folder for kind, value in entries if kind.endswith("PATH") for folder in value.split(":")]
        self.inherited = any(kind == "RPATH" for kind, _ in entries)  # libraries that it loads search there, too

    def folders(self):
        """Its search path with $ORIGIN replaced by its own folder."""
        return [pathlib.Path(os.path.normpath(path.replace("$ORIGIN", str(self.path.parent)))) for path in self.paths]

    def glibc(self):
        """The newest (major, minor) of the C library's symbol versions that it needs; (0, 0) without any."""
        return max((tuple(map(int, match)) for match in re.findall(r"Name: GLIBC_(\d+)\.(\d+)", _readelf("-V", self.path))), default=(0, 0))


def _readelf(option, path):
    return subprocess.run(["readelf", "-W", option, path], capture_output=True, text=True, check=True, env={**os.environ, "LC_ALL": "C"}).stdout


def listed(path=LIST):
    """The sonames of the list."""
    return {line.strip() for line in path.read_text().splitlines() if line.strip() and not line.startswith("#")}


def elf_files(*folders):
    """The ELF files in these folders and below them, sorted by path; links are left out."""
    for path in sorted(path for folder in folders for path in folder.rglob("*")):
        if path.is_file() and not path.is_symlink():
            with open(path, "rb") as file:
                if file.read(4) == b"\x7fELF":
                    yield Elf(path)


def missing_libraries(files, tree, system):
    """Findings on libraries that neither the system list nor a folder of the search path has. Libraries without a path of
    their own are found through the program whose path is inherited."""
    inherited = {folder for file in files if file.inherited for folder in file.folders()}
    for file in files:
        folders = file.folders() or inherited
        for soname in file.needed:
            if soname not in system and not any((folder / soname).exists() for folder in folders):
                yield f"{file.path.relative_to(tree)}: needs {soname}, which is neither in the tree nor in {LIST.name}"


def open_to_others(folder):
    """Whether users other than the owner may put a file into a folder, or make it where it is missing."""
    while not folder.exists():
        folder = folder.parent
    return bool(folder.stat().st_mode & stat.S_IWOTH)


def foreign_paths(files, tree, build=False):
    """Findings on search paths that lie outside the tree or that others could fill. An empty or relative one is below
    the current folder. Of a build tree they may be absolute."""
    for file in files:
        for path, folder in zip(file.paths, file.folders()):
            relative_to_file = path == "$ORIGIN" or path.startswith("$ORIGIN/")
            if not relative_to_file and not (build and path.startswith("/")):
                yield f"{file.path.relative_to(tree)}: looks for libraries in {path or 'the current folder (an empty element)'}"
            elif relative_to_file and tree not in (folder, *folder.parents):
                yield f"{file.path.relative_to(tree)}: looks for libraries in {path}, outside the tree"
            elif open_to_others(folder):
                yield f"{file.path.relative_to(tree)}: looks for libraries in {path}, which any user can write"


def source_paths(tree):
    """Findings on files that name a path below the source folder."""
    name = re.compile(re.escape(os.fsencode(SOURCE) + b"/") + rb"[^\0\n]{0,200}")
    for path in sorted(tree.rglob("*")):
        if path.is_file() and not path.is_symlink() and (found := name.search(path.read_bytes())):
            yield f"{path.relative_to(tree)}: names {os.fsdecode(found[0])}"


def system_closure(system):
    """Sonames that listed libraries of this machine need, directly or not: {soname: the library that needs it}."""
    path = os.environ.get("PATH", "") + ":/usr/sbin:/sbin"  # users other than root do not have ldconfig on theirs
    answer = subprocess.run(["ldconfig", "-p"], capture_output=True, text=True, check=True, env={**os.environ, "PATH": path}).stdout
    cache = dict(re.findall(r"^\s+(\S+) \(.*?\) => (\S+)$", answer, re.M))
    found, pending = {}, [soname for soname in sorted(system) if soname in cache]
    while pending:
        soname = pending.pop()
        for needed in Elf(cache[soname]).needed:
            if needed not in found and needed not in system:
                found[needed] = soname
                pending += [needed] if needed in cache else []
    return found


def doubled_libraries(tree, system):
    """Findings on libraries of the tree that the system brings as well."""
    closure = system_closure(system)
    for path in sorted(tree.rglob("*.so*")):
        name = path.name
        if name in system:
            yield f"{path.relative_to(tree)}: is in {LIST.name} and must not be in the tree"
        elif name in closure:
            yield f"{path.relative_to(tree)}: the system's {closure[name]} needs it, so it belongs to {LIST.name}"


def wrong_programs(tree, expected):
    """Findings on the programs of the folder bin, if the expected ones are given."""
    if expected is None:
        return
    here = {path.name for path in (tree / "bin").iterdir()} if (tree / "bin").is_dir() else set()
    yield from (f"bin/{name}: is missing" for name in sorted(expected - here))
    yield from (f"bin/{name}: is not one of the programs" for name in sorted(here - expected))
    yield from (f"bin/{name}: is not executable" for name in sorted(here & expected) if not os.access(tree / "bin" / name, os.X_OK))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tree", type=pathlib.Path)
    parser.add_argument("--build", action="store_true")
    parser.add_argument("--given", action="append", default=[])
    parser.add_argument("--programs", type=lambda text: set(text.split(",")))
    arguments = parser.parse_args()
    tree, system = arguments.tree.resolve(), listed()
    files = list(elf_files(tree / "bin", tree / "lib") if arguments.build else elf_files(tree))
    if arguments.build:
        findings = [*([] if files else [f"{tree}: holds no ELF file"]), *foreign_paths(files, tree, build=True)]
        print(*findings, sep="\n", end="\n" if findings else "")
        return 1 if findings else 0
    findings = [*([] if files else [f"{tree}: holds no ELF file"]), *missing_libraries(files, tree, system | set(arguments.given)),
                *foreign_paths(files, tree), *source_paths(tree), *doubled_libraries(tree, system), *wrong_programs(tree, arguments.programs)]
    for finding in findings:
        print(finding)
    if not findings:
        print("glibc {}.{}".format(*max(file.glibc() for file in files)))
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
