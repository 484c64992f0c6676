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
PAIRS = ("fuse_mlp", "half_precision", "function_added", "fused_and_retrained", "kernel_tuned", "target_avx2")
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
        top = {"schema", *(name for name in fields if name not in ("changes", "operands", "launch", "rows"))}
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
            self.assertEqual(self.fields_of(report["kernel_texts"], fields["kernel_texts"][0]), set(fields["kernel_texts"][0]))
            rows = [row for text in report["kernel_texts"] for row in text["rows"]]
            self.assertEqual(self.fields_of(rows, fields["rows"][0]), set(fields["rows"][0]))
            launch = [row for kernel in report["kernels"] for row in kernel["launch"]]
            self.assertEqual(self.fields_of(launch, fields["launch"][0]), set(fields["launch"][0]))
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
                    self.assertIn(cells, (3, 4, 5))

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

    def test_code_of_kernels_is_what_differs(self):
        report = json.loads(self.diff("target_avx2", "--json"))
        retuned = [row["new"] for row in report["kernels"] if row["kind"] == "kernel-retuned"]
        self.assertEqual([text["new"] for text in report["kernel_texts"]], retuned)
        for text in report["kernel_texts"]:
            states = [row["state"] for row in text["rows"]]
            self.assertEqual(text["title"], "machine code")
            self.assertGreater(text["removed"] + text["added"], 0)
            self.assertEqual(states.count("removed") + states.count("added") + states.count("same") + text["left_out"],
                             len(states) + text["left_out"])
            if text["left_out"] == 0:
                self.assertEqual((states.count("removed"), states.count("added")), (text["removed"], text["added"]))
            for row in text["rows"]:
                self.assertEqual((row["old_line"] is None, row["new_line"] is None), (row["state"] == "added", row["state"] == "removed"))
        self.assertNotIn(": machine code, ", self.diff("target_avx2"))
        page = self.diff("target_avx2", "--format", "html")
        self.assertEqual(page.count("<details"), len(retuned))
        self.assertEqual(self.diff("target_avx2", "--format", "markdown").count("<summary>kernel "), len(retuned))
        for name in retuned:
            text = self.diff("target_avx2", "--kernel", name)
            self.assertIn(f"\nkernel {name}: machine code, ", text)
            self.assertEqual(text.count("\nkernel "), 1)
        self.diff("target_avx2", "--kernel", "nothing", code=2)

    def test_types_of_results_are_part_of_the_signature(self):
        # By pair_models.py both return float32[4, 8], cast to float16.
        functions = json.loads(self.diff("half_precision", "--json"))["functions"]
        texts = [(change["old_text"], change["new_text"]) for change in functions[0]["changes"] if change["kind"] == "signature"]
        self.assertIn(("returns f32[4, 8]", "returns f16[4, 8]"), texts)

    def test_nothing_changes_the_report(self):
        for form in ("text", "json", "markdown", "html"):
            self.assertEqual(self.diff("fuse_mlp", "--format", form), self.diff("fuse_mlp", "--format", form))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
