#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Comments cite pages of docs/ by name and section number: the page and the heading must exist.

    citations.py ROOT

A bare name is a page of docs/, of the root or of the citing file's own folder; a name with folders is a path
from the root. The name may be followed by section numbers ("1.2, 1.8", "1.3 to 1.5", "3 B") and a heading in
double quotes. Prints one line per finding and exits with 1 if there was any. Standard library only.
"""
import io
import pathlib
import re
import sys
import tokenize

C_LIKE = (".cpp", ".h", ".def", ".inc", ".c", ".cu", ".in")
WITH_HASH = (".cmake", ".sh", ".toml")
NAMES_WITH_HASH = ("CMakeLists.txt", "dev", "run")

# --- Comments ------------------------------------------------------------------------------------

# Comments, and literals that may contain a comment mark, in one alternation: the leftmost match wins.
C_TOKEN = re.compile(
    r'R"(?P<delimiter>[^()\\\s]{0,16})\((?:.|\n)*?\)(?P=delimiter)"'
    r'|"(?:\\.|[^"\\\n])*"'
    r"|(?<![0-9A-Fa-f])'(?:\\.|[^'\\\n])*'"
    r"|(?P<line>//[^\n]*)"
    r"|/\*(?P<block>(?:.|\n)*?)\*/"
)
HASH_COMMENT = re.compile(r'''"(?:\\.|[^"\\])*"|'[^'\n]*'|(?:^|(?<=\s))#(?P<text>[^\n]*)''', re.MULTILINE)


def comments_of_c(text):
    """(line number, text, whether nothing precedes it) of each line of each comment."""
    for match in C_TOKEN.finditer(text):
        if match["line"] is None and match["block"] is None:
            continue
        number = text.count("\n", 0, match.start()) + 1
        alone = not text[text.rfind("\n", 0, match.start()) + 1 : match.start()].strip()
        content = match["line"].lstrip("/!<") if match["line"] is not None else match["block"]
        for offset, line in enumerate(content.split("\n")):
            yield number + offset, line.strip(" *\t"), alone or offset > 0


def comments_with_hash(text):
    for match in HASH_COMMENT.finditer(text):
        if match["text"] is not None:
            start = text.rfind("\n", 0, match.start()) + 1
            yield text.count("\n", 0, match.start()) + 1, match["text"].strip("# "), not text[start : match.start()].strip()


def comments_of_python(text):
    """Comments, and standalone strings such as docstrings."""
    before = None
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.COMMENT:
                yield token.start[0], token.string.strip("# "), not token.line[: token.start[1]].strip()
            elif token.type == tokenize.STRING and before in (None, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT):
                for offset, line in enumerate(token.string.split("\n")):
                    yield token.start[0] + offset, line.strip(), True
            if token.type not in (tokenize.COMMENT, tokenize.NL):
                before = token.type
    except (tokenize.TokenError, SyntaxError):
        return  # invalid Python, which the compiler reports


def comments(path, text):
    if path.endswith(C_LIKE):
        return comments_of_c(text)
    if path.endswith(".py"):
        return comments_of_python(text)
    if path.endswith(WITH_HASH) or path.rsplit("/", 1)[-1] in NAMES_WITH_HASH:
        return comments_with_hash(text)
    return ()


def paragraphs(path, text):
    """Multi-line comments as one text each, with the start of each line in it: (offset, line number)."""
    words, lines, last = "", [], None
    for number, line, alone in comments(path, text):
        if not (alone and last is not None and number == last + 1):
            if lines:
                yield words, lines
            words, lines = "", []
        lines.append((len(words), number))
        words += line + " "
        last = number if alone else None
    if lines:
        yield words, lines


# --- Citations -----------------------------------------------------------------------------------

SECTION = r"\d+(?:\.\d+)*(?: [A-Z](?=\s*(?:[,;:.)\]]|$)))?"
CITATION = re.compile(
    r"(?<![\w./-])(?P<page>(?:[\w.-]+/)*[\w-]+\.md)\b"
    rf"(?P<sections>(?: {SECTION}(?:(?:, | and | or | to ){SECTION})*)?)"
    r'(?:, "(?P<title>[^"]+)")?'
)
RANGE = re.compile(r"(?P<prefix>(?:\d+\.)*)(?P<first>\d+) to (?P=prefix)(?P<last>\d+)(?![\d.])")
HEADING = re.compile(r"^#{1,6} +(?:(?P<number>\d+(?:\.\d+)*(?: [A-Z](?=\.))?)\.? +)?(?P<title>.+?) *#*$")
MOST_OF_A_RANGE = 100


def headings(text):
    """Numbers and titles of a page's headings; lines inside a fence are ignored."""
    numbers, titles, fenced = set(), set(), False
    for line in text.splitlines():
        if line.startswith("```"):
            fenced = not fenced
        match = None if fenced else HEADING.match(line)
        if match:
            numbers.add(match["number"])
            titles.add(match["title"])
    return numbers - {None}, titles


def sections(text):
    """The numbers in "1.3 to 1.5, 1.8", including those inside a range."""

    def spelled(match):
        first, last = int(match["first"]), int(match["last"])
        if not first < last <= first + MOST_OF_A_RANGE:
            return match.group().replace(" to ", ", ")
        return ", ".join(match["prefix"] + str(n) for n in range(first, last + 1))

    return re.findall(SECTION, RANGE.sub(spelled, text) + ")")


def page_of(cited, path, texts):
    """The path of the page that a file cites, or None."""
    folder = path.rpartition("/")[0]
    places = (f"docs/{cited}", cited, f"{folder}/{cited}")
    return next((place for place in places if place in texts), None)


def check_citations(texts):
    """A finding for each page that does not exist and each section that is not a heading of its page."""
    known = {path: headings(text) for path, text in texts.items() if path.endswith(".md")}
    for path, text in sorted(texts.items()):
        for words, lines in paragraphs(path, text):
            for match in CITATION.finditer(words):
                where = f"{path}:{max(number for offset, number in lines if offset <= match.start())}"
                page = page_of(match["page"], path, texts)
                if page is None:
                    yield f"{where}: cites {match['page']}, but there is no such page{'' if '/' in match['page'] else ' in docs/'}"
                    continue
                numbers, titles = known[page]
                for number in sections(match["sections"]):
                    if number not in numbers:
                        yield f"{where}: cites {match['page']} {number}, but {page} has no heading of that number"
                if match["title"] is not None and match["title"] not in titles:
                    yield f"{where}: cites {match['page']}, \"{match['title']}\", but {page} has no such heading"


def main(arguments):
    import layering  # imported here, as the checks themselves need only texts

    found = list(check_citations(layering.read_tree(pathlib.Path(arguments[0]))))
    print("\n".join(found) if found else "every cited page and section exists")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
