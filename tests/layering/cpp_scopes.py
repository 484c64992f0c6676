# SPDX-License-Identifier: Apache-2.0
"""Definitions of functions in C++ sources, found by braces: enough of the language for the project's rules, not a
parser.

Comments, literals and preprocessor lines are blanked first, so lines keep their numbers.
"""
import bisect
import dataclasses
import re

RAW = r'R"(?P<mark>[^()\\\s]{0,16})\((?:.|\n)*?\)(?P=mark)"'
BLANKED = re.compile(
    RAW + r'|//[^\n]*|/\*(?:.|\n)*?\*/|"(?:\\.|[^"\\\n])*"' + r"|(?<![0-9A-Za-z_])'(?:\\.|[^'\\\n])*'"
    + r"|^[ \t]*#(?:[^\n\\]|\\(?:.|\n))*", re.M)


def blanked(text):
    """The text with comments, literals and preprocessor lines blanked; line breaks stay."""
    return BLANKED.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), text)


@dataclasses.dataclass
class Definition:
    """A function with a body, or one that is `= default` outside of its class."""
    header: str      # all before the body
    first: int       # line of the header
    last: int        # line of the closing brace


SCOPE = re.compile(r"(?:^|[\s>])(namespace|class|struct|union|enum)\b")
NOT_A_FUNCTION = re.compile(r"^(if|for|while|switch|do|else|return|case|catch|try)\b")
CONSTRUCTOR_LIST = re.compile(r"\)\s*(noexcept(\([^()]*\))?\s*)?:(?!:)")


def without_groups(header):
    """The header without attributes and the content of parentheses."""
    header = re.sub(r"\[\[.*?\]\]", " ", header, flags=re.S)
    while True:
        shorter = re.sub(r"\([^()]*\)", " ", header)
        if shorter == header:
            return header
        header = shorter


def scope_of(header):
    """(whether it is a class, its name) if the header opens a namespace, class or enum; else None."""
    bare = re.sub(r"template\s*<[^{;]*?>\s*(?=(class|struct|union)\b)", " ", without_groups(header))
    match = SCOPE.search(" " + bare)
    if match is None or "(" in bare or "=" in bare.split("<")[0]:
        return None
    if match.group(1) != "namespace" and ")" in header and not re.search(r"alignas|\[\[|__attribute__|<", header):
        return None   # a function that returns a `struct X`
    rest = (" " + bare)[match.end():]
    rest = re.split(r"(?<!:):(?!:)", rest)[0]
    names = re.findall(r"[\w:]+", re.sub(r"\b(final|inline)\b|<[^<>]*>", " ", rest))
    if match.group(1) == "enum":
        return None if not names else (True, names[-1])
    return match.group(1) != "namespace", names[-1] if names else ""


def definitions(text):
    """All function definitions of a source except nested ones."""
    code = blanked(text)
    stack, start, i = [], 0, 0   # stack of (is class, name); the current header starts at `start`
    starts = [0] + [match.end() for match in re.finditer("\n", code)]
    line_at = lambda at: _line(starts, at)
    while i < len(code):
        char = code[i]
        if char == "(":
            i = _closing(code, i, "(", ")") + 1
            continue
        if char == ";":
            header = code[start:i]
            if re.search(r"\)[^()]*=\s*default\s*$", header) and "::" in header:
                yield _definition(header, start, i, line_at)
            start = i + 1
        elif char == "}":
            if stack:
                stack.pop()
            start = i + 1
        elif char == "{":
            header = code[start:i]
            scope = scope_of(header)
            if scope is not None or re.search(r'\bextern\s*$', header):
                stack.append(scope or (False, None))
                start = i + 1
            else:
                end = _closing(code, i, "{", "}")
                if _is_initializer(header):
                    i = end + 1   # part of the header: `a_{1}`, `= {1, 2}`
                    continue
                if "(" in header and not NOT_A_FUNCTION.match(header.strip()):
                    yield _definition(header, start, end, line_at)
                i, start = end, end + 1
        elif char == ":" and re.fullmatch(r"\s*(public|private|protected)\s*", code[start:i]):
            start = i + 1
        i += 1


def _is_initializer(header):
    stripped = header.rstrip()
    if re.search(r"(?<![=!<>])=(?!=)", without_groups(re.sub(r"operator\s*\S*?=+", "operator", header))):
        return True   # a variable
    match = CONSTRUCTOR_LIST.search(header)
    if match:
        return bool(re.search(r"[\w>]$", stripped))
    return "(" not in header


def _definition(header, start, end, line_at):
    first = start + len(header) - len(header.lstrip())
    return Definition(header.strip(), line_at(first), line_at(end))


def _closing(code, at, opening, closing):
    depth = 0
    for match in re.compile(f"[{re.escape(opening + closing)}]").finditer(code, at):
        depth += 1 if match.group() == opening else -1
        if depth == 0:
            return match.start()
    return len(code) - 1


def _line(starts, at):
    return bisect.bisect_right(starts, at)
