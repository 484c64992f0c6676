#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Executables with names that markup, terminals, spreadsheets, shells and formats would take for something else.

    names.py functions >functions.txt
    names.py kernels >kernels.txt
"""
import sys

NAMES = [
    # Markup, of Qt's rich text, of HTML, of Markdown.
    b'<b>bold</b>', b'<img src="/dev/zero">', b"<img src='file:///etc/hostname'>", b'<a href="http://host.invalid">link</a>',
    b'<table><tr><td>cell', b'<script>alert(1)</script>', b'<!-- comment', b'&lt;entity&gt;', b'&amp;', b'<br>', b'<qt>text</qt>',
    b'<style>*{color:red}</style>', b'<font size=7>large</font>', b'<svg onload="alert(1)">', b']]>', b'</title></code></table>',
    b'<link rel=stylesheet href=/etc/hostname>', b'![picture](/dev/zero)', b'[link](http://host.invalid)', b'**bold** `code`', b'| a | b |', b'# heading',
    # Controls: of terminals, of text direction, of lines.
    b'\x1b[31mred\x1b[0m', b'\x1b]0;title\x07', b'\x1b]8;;http://host.invalid\x1b\\link', b'\x9b31m', b'\xc2\x9b31m', b'back\x08\x08\x08\x08', b'del\x7f',
    '\u202egnp.exe'.encode(), '\u2066isolate\u2069'.encode(), '\u200fmark'.encode(), '\u061cmark'.encode(), 'line\u2028line\u2029'.encode(),
    b'nul\x00nul', b'\x00', b'two\nlines', b'return\rreturn', b'\ttab', b' ', b'\xff\xfe', '\ufeffmark\ufffe'.encode(),
    # Of any length.
    b'x' * 65536, b'long name ' * 500,
    # Formulas.
    b'=1+2', b'=HYPERLINK("http://host.invalid","x")', b'+cmd', b'-x', b'-1', b'@SUM(A1)', b'\r=1', '\uff1d1'.encode(), b'"=1"', b'a,b;c',
    # Placeholders and marks of Qt.
    b'%1', b'%2 %1 %n %L1', b'&x', b'a&b && c', b'[*]', b'a\tb',
    # Paths, options, shells, formats.
    b'/etc/passwd', b'../../name', b'C:\\name', b'~/name', b'file:///etc/hostname', b'--help', b'-', b'$(id) `id`', b'; exit 7', b"a'b\"c\\d", b'*?[x]', b'{"a": 1}',
    b'\\u0041\\N\\l', b'} ] )', b'null',
]


def quoted(name):
    text = "".join(chr(byte) if 0x20 <= byte < 0x7F and byte not in b'"\\' else f"\\x{byte:02x}" for byte in name)
    return f'"{text}"'


def functions():
    """`main` calls a function of each name, whose parameter has that name, too; runs without kernels."""
    yield "@main(x):"
    for i, name in enumerate(NAMES):
        yield f"  call {quoted(name)} in: %{i} dst: %{i + 1}"
    yield f"  ret %{len(NAMES)}"
    for name in NAMES:
        yield f"\n@{quoted(name)}({quoted(name)}):\n  call vm.builtin.copy in: %0 dst: %1\n  ret %1"
    yield "\n@vm.builtin.copy packed_func;"


def kernels():
    """`main` calls a kernel of each name with a string constant of that text."""
    for i, name in enumerate(NAMES):
        yield f".const c[{i}] = string {quoted(name)}"
    yield "\n@main(x):"
    for i, name in enumerate(NAMES):
        yield f"  call {quoted(name)} in: %{i}, c[{i}] dst: %{i + 1}"
    yield f"  ret %{len(NAMES)}\n"
    for name in NAMES:
        yield f"@{quoted(name)} packed_func;"


if __name__ == "__main__":
    assert len(NAMES) == len(set(NAMES)) >= 60
    sys.stdout.write("\n".join({"functions": functions, "kernels": kernels}[sys.argv[1]]()) + "\n")
