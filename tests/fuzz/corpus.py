#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The stored inputs of the fuzzers: the grown corpus is one archive per target, named inputs are loose files.

    corpus.py [--corpus FOLDER] [--into FOLDER] COMMAND

    corpus.py list [TARGET...]          counts per target; for one target the name and size of each member
    corpus.py unpack [TARGET...]        writes build/fuzz/corpus/TARGET/MEMBER, which libFuzzer reads and extends
    corpus.py add TARGET PATH...        adds files, and the files in folders, to the archive
    corpus.py pack TARGET PATH...       replaces the archive's content by these files
    corpus.py check [TARGET...]         exits with 1 if an archive is not canonical

--corpus replaces tests/fuzz/corpus, --into replaces build/fuzz/corpus. tests/fuzz/corpus/TARGET.tar.gz holds the grown
corpus, tests/fuzz/corpus/TARGET/ the seeds and one input per bug found, with descriptive names. An input is
stored once: pack and add omit inputs that are loose files already.

Archives are canonical, so equal inputs give equal bytes: ustar, members ordered by content (neighbours share a
prefix: three quarters of the size of an order by name) and named after it (the start of the SHA-1 that
libFuzzer names files by), no times, no owners, two empty blocks at the end, gzip with an empty header. zlib guarantees
no particular compressed bytes across its releases, so an archive whose members are unchanged is not written again.
Uses only the standard library.
"""
import argparse
import hashlib
import os
import pathlib
import sys
import zlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
SUFFIX = ".tar.gz"
BLOCK = 512
NAME_LENGTH = 12
# RFC 1952: magic, deflate, no flags, no time, best compression, unknown operating system.
GZIP_HEADER = bytes([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 2, 255])


class CorpusError(Exception):
    """An error message for the user."""


# --- The format: contents <-> tar <-> gzip -------------------------------------------------------


def member_name(content):
    return hashlib.sha1(content).hexdigest()[:NAME_LENGTH]


def header(name, size):
    """A ustar header. Not tarfile's, whose bytes differ between releases of Python."""
    fields = [
        (name.encode(), 100), (b"0000644", 8), (b"0000000", 8), (b"0000000", 8),  # name, mode, user, group
        (b"%011o" % size, 12), (b"%011o" % 0, 12), (b" " * 8, 8), (b"0", 1),      # size, time, checksum, a file
        (b"", 100), (b"ustar", 6), (b"00", 2), (b"", 247),                        # link, magic, version, names and prefix
    ]
    block = b"".join(value.ljust(width, b"\0") for value, width in fields)
    return block[:148] + b"%06o\0 " % sum(block) + block[156:]


def to_tar(contents):
    """The canonical tar file of a set of contents."""
    parts, names = [], {}
    for content in sorted(set(contents)):
        name = member_name(content)
        if name in names:
            raise CorpusError(f"{name}: cannot name two members alike: NAME_LENGTH is too small")
        names[name] = content
        parts += [header(name, len(content)), content, bytes(-len(content) % BLOCK)]
    return b"".join(parts) + bytes(2 * BLOCK)


def from_tar(tar):
    """The contents of a canonical tar file."""
    contents, at = [], 0
    while any(tar[at : at + BLOCK]):
        digits = tar[at + 124 : at + 135]
        size = int(digits, 8) if digits.isdigit() and not digits.strip(b"01234567") else len(tar)
        end = at + BLOCK + size
        if end > len(tar):
            raise CorpusError(f"a header with a wrong size (byte {at})")
        contents.append(tar[at + BLOCK : end])
        at = end + -size % BLOCK
    if to_tar(contents) != tar:
        raise CorpusError(f"not the tar file that its {len(contents)} members give")
    return contents


def to_gzip(tar):
    deflate = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS, 9)
    packed = deflate.compress(tar) + deflate.flush()
    return GZIP_HEADER + packed + zlib.crc32(tar).to_bytes(4, "little") + (len(tar) & 0xFFFFFFFF).to_bytes(4, "little")


def from_gzip(packed):
    if packed[: len(GZIP_HEADER)] != GZIP_HEADER:
        raise CorpusError("not the gzip header of a canonical archive")
    inflate = zlib.decompressobj(zlib.MAX_WBITS | 16)  # checks CRC and length
    try:
        tar = inflate.decompress(packed)
    except zlib.error as error:
        raise CorpusError(f"damaged gzip data ({error})") from error
    if not inflate.eof or inflate.unused_data:
        raise CorpusError("cut short" if not inflate.eof else f"{len(inflate.unused_data)} bytes after the end")
    return tar


# --- The corpus ----------------------------------------------------------------------------------


def files_of(paths):
    """Contents of files, and of all files in folders."""
    contents = []
    for path in map(pathlib.Path, paths):
        if not path.exists():
            raise CorpusError(f"{path}: cannot read: no such file")
        contents += [file.read_bytes() for file in (sorted(path.rglob("*")) if path.is_dir() else [path]) if file.is_file()]
    return contents


class Corpus:
    def __init__(self, folder):
        self.folder = pathlib.Path(folder)

    def targets(self, wanted):
        """The wanted targets, or all if none is given; an unknown one is an error."""
        known = sorted(path.name.removesuffix(SUFFIX) for path in self.folder.glob("*" + SUFFIX))
        for target in wanted:
            if target not in known:
                raise CorpusError(f"{target}: cannot find the archive: no {self.archive(target)}")
        return wanted or known

    def archive(self, target):
        return self.folder / (target + SUFFIX)

    def loose(self, target):
        folder = self.folder / target
        return files_of([folder]) if folder.is_dir() else []

    def packed(self, target):
        """Contents of the archive's members, in its order."""
        path = self.archive(target)
        try:
            return from_tar(from_gzip(path.read_bytes()))
        except (CorpusError, OSError) as error:
            raise CorpusError(f"{path}: cannot read: {error}") from error

    def store(self, target, contents):
        """Replaces the archive's members; returns True if that changes it."""
        path, tar = self.archive(target), to_tar(set(contents) - set(self.loose(target)))
        if path.exists():
            try:
                if from_gzip(path.read_bytes()) == tar:
                    return False
            except CorpusError:
                pass  # an archive that is not canonical is replaced
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = path.with_name(path.name + ".new")
        temporary.write_bytes(to_gzip(tar))
        os.replace(temporary, path)
        return True

    def findings(self, targets):
        """One line for each archive that is not canonical, or that contains a loose input."""
        for target in targets:
            try:
                again = set(self.packed(target)) & set(self.loose(target))
            except CorpusError as error:
                yield str(error)
                continue
            for content in sorted(again):
                yield f"{self.archive(target)}: member {member_name(content)} is a file of {self.folder / target} too"


# --- Commands ------------------------------------------------------------------------------------


def show_list(corpus, args):
    targets = corpus.targets(args.targets)
    if len(args.targets) == 1:
        for content in corpus.packed(targets[0]):
            print(f"{member_name(content)} {len(content)}")
        return 0
    totals = [0, 0, 0]
    for target in targets:
        row = [len(corpus.packed(target)), len(corpus.loose(target)), corpus.archive(target).stat().st_size]
        totals = [total + number for total, number in zip(totals, row)]
        print(f"{target}: {row[0]} packed in {row[2]} bytes, {row[1]} loose")
    print(f"total: {totals[0]} packed in {totals[2]} bytes, {totals[1]} loose")
    return 0


def unpack(corpus, args):
    for target in corpus.targets(args.targets):
        folder, contents = pathlib.Path(args.into) / target, corpus.packed(target)
        folder.mkdir(parents=True, exist_ok=True)
        for content in contents:
            (folder / member_name(content)).write_bytes(content)
        print(f"{folder}: {len(contents)} inputs")
    return 0


def store(corpus, args):
    target, contents = args.target, files_of(args.paths)
    if args.command == "add" and corpus.archive(target).exists():
        contents += corpus.packed(target)
    elif not contents:
        raise CorpusError(f"{target}: cannot pack: no file in {', '.join(args.paths)}")
    changed = corpus.store(target, contents)
    print(f"{corpus.archive(target)}: {len(corpus.packed(target))} inputs, {'written' if changed else 'unchanged'}")
    return 0


def check(corpus, args):
    targets = corpus.targets(args.targets)
    if not targets:
        raise CorpusError(f"{corpus.folder}: cannot check: not an archive")
    findings = list(corpus.findings(targets))
    for finding in findings:
        print(finding)
    if not findings:
        print(f"{len(targets)} archives are canonical")
    return 1 if findings else 0


def main(argv):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", default=ROOT / "tests/fuzz/corpus")
    parser.add_argument("--into", default=ROOT / "build/fuzz/corpus")
    commands = parser.add_subparsers(dest="command", required=True)
    for name, run in (("list", show_list), ("unpack", unpack), ("check", check)):
        command = commands.add_parser(name)
        command.add_argument("targets", nargs="*", metavar="TARGET")
        command.set_defaults(run=run)
    for name in ("add", "pack"):
        command = commands.add_parser(name)
        command.add_argument("target", metavar="TARGET")
        command.add_argument("paths", nargs="+", metavar="PATH")
        command.set_defaults(run=store)
    args = parser.parse_args(argv)
    try:
        return args.run(Corpus(args.corpus), args)
    except (CorpusError, OSError) as error:
        print(f"corpus.py: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
