#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The forms of rscope diff, read by other programs: JSON has the fields of docs/cli.md, HTML is well-formed and needs
nothing else, fences of Markdown are balanced.

    diff_forms.py RSCOPE ARCHIVE DOCUMENT

ARCHIVE is tests/data/diff/executables.tar.xz.
"""
import json
import pathlib
import re
import subprocess
import sys
import tarfile
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree

RSCOPE, ARCHIVE, DOCUMENT = sys.argv[1:4]
PAIRS = ("fuse_mlp", "half_precision", "function_added", "fused_and_retrained")
OPTIONAL = {"elements", "differing", "largest_absolute", "largest_relative", "nan_old", "nan_new"}


def documented():
    """Fields by the first column of the tables of section diff: the lists of words in backticks."""
    text = pathlib.Path(DOCUMENT).read_text(encoding="utf-8").split("### diff\n")[1].split("### With git\n")[0]
    fields = {}
    for names, content in re.findall(r"^\| (`[a-z_`, ]+`) \| (.*) \|$", text, re.M):
        lists = re.findall(r"`([a-z_ \[\]]+)`", content)
        for name in re.findall(r"[a-z_]+", names):
            fields[name] = [words.split() for words in lists]
    kinds = re.search(r"Kinds are `([^`]+)`", text).group(1).split()
    return fields, kinds


class Forms(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.scratch.cleanup)
        with tarfile.open(ARCHIVE) as archive:
            archive.extractall(cls.scratch.name, filter="data")

    def diff(self, pair, *options, code=1):
        paths = [str(pathlib.Path(self.scratch.name) / pair / f"{side}.so") for side in ("old", "new")]
        done = subprocess.run([RSCOPE, "diff", *paths, *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60)
        self.assertEqual(done.returncode, code, done.stderr.decode())
        return done.stdout.decode("utf-8")

    def fields_of(self, rows, first):
        """The fields of objects, of which the optional ones are all there or none."""
        for row in rows:
            self.assertEqual(set(first) - set(row) - OPTIONAL, set())
            self.assertIn(len(OPTIONAL & set(row)), (0, len(OPTIONAL)))
        return set().union(*(row.keys() for row in rows)) if rows else set(first)

    def test_json_has_the_documented_fields(self):
        fields, kinds = documented()
        top = {"schema", *(name for name in fields if name not in ("changes", "operands"))}
        for pair in PAIRS:
            report = json.loads(self.diff(pair, "--json", "--exact"))
            self.assertEqual(set(report), top, pair)
            self.assertEqual(set(report["old"]), set(fields["old"][0]))
            for name in ("functions", "kernels", "layers", "files", "constants"):
                words = {word for words in fields[name] for word in words if len(words) > 3}
                self.assertEqual(self.fields_of(report[name], words - OPTIONAL) - OPTIONAL, words - OPTIONAL, f"{pair} {name}")
            changes = [change for function in report["functions"] for change in function["changes"]]
            self.assertEqual(self.fields_of(changes, fields["changes"][0]), set(fields["changes"][0]))
            operands = [operand for change in changes for operand in change["operands"]]
            self.assertEqual(self.fields_of(operands, fields["operands"][0]), set(fields["operands"][0]))
            memory = " ".join(fields["memory"][0])
            inner = set(memory[memory.index("[") + 1:memory.index("]")].split())
            self.assertEqual(set(report["memory"]), {"same", "functions"})
            self.assertEqual(self.fields_of(report["memory"]["functions"], inner), inner)
            self.assertEqual(set(report["exact"]), {word for words in fields["exact"] for word in words} - {"--exact"})
            self.assertLessEqual(set(report["kinds"]), set(kinds))
            self.assertLessEqual({change["kind"] for change in changes}, set(kinds))
            self.assertEqual(json.loads(self.diff(pair, "--json")), {name: report[name] for name in report if name != "exact"})

    def test_kinds_are_those_of_the_program(self):
        _, kinds = documented()
        refused = subprocess.run([RSCOPE, "diff", "a", "b", "--kind", "nonsense"], stderr=subprocess.PIPE, check=False).stderr.decode()
        self.assertEqual(kinds, re.search(r"\{(.+)\}", refused).group(1).split(","))

    def test_the_page_is_well_formed_and_needs_nothing(self):
        for pair in PAIRS:
            page = self.diff(pair, "--format", "html")
            root = ElementTree.fromstring(page.split("\n", 1)[1])
            self.assertEqual(root.tag, "html")
            for element in root.iter():
                self.assertNotIn(element.tag, ("script", "link", "img", "iframe", "object", "base"))
                self.assertFalse({"src", "href", "style", "onclick"} & set(element.attrib), element.attrib)
            style = root.find("head/style").text
            for word in ("url(", "@import", "http"):
                self.assertNotIn(word, style)
            for rows in root.iter("tbody"):
                for row in rows:
                    cells = sum(int(cell.get("colspan", 1)) for cell in row)
                    self.assertIn(cells, (4, 5))

    def test_markdown_closes_what_it_opens(self):
        for pair in PAIRS:
            text = self.diff(pair, "--format", "markdown")
            fences = [line for line in text.splitlines() if line.startswith("```")]
            self.assertEqual(fences, ["```diff", "```"] * (len(fences) // 2))
            self.assertEqual(text.count("<details"), text.count("</details>"))
            for line in text.splitlines():
                if line.startswith("| "):
                    self.assertEqual(len(re.findall(r"(?<!\\)\|", line)), 5, line)

    def test_every_change_of_json_is_in_the_text(self):
        for pair in PAIRS:
            report, text = json.loads(self.diff(pair, "--json")), self.diff(pair)
            for function in report["functions"]:
                for change in function["changes"]:
                    for side, sign in (("old", "[-<]"), ("new", "[+>]")):
                        for pc in change[f"{side}_pcs"]:
                            column = rf"{pc}" if side == "old" else rf"(?:\d+ +)?{pc}"
                            self.assertRegex(text, rf"(?m)^(?:{sign}| ) +{column} ", f"{pair}: {change['kind']} at {side} {pc}")
            for row in report["constants"]:
                if row["state"] != "same":
                    self.assertRegex(text, rf"(?m)^[-+~=] .*c\[{row['new'] if row['new'] is not None else row['old']}\]: ")

    def test_nothing_changes_the_report(self):
        for form in ("text", "json", "markdown", "html"):
            self.assertEqual(self.diff("fuse_mlp", "--format", form), self.diff("fuse_mlp", "--format", form))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
