#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""rscope in git, in a real repository that is set up as docs/cli.md says (With git).

    git_diff.py RSCOPE DATA DOCUMENT README

DATA is tests/data; DOCUMENT and README must show the same commands.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

RSCOPE, DATA, DOCUMENT, README = (pathlib.Path(argument).resolve() for argument in sys.argv[1:5])


def commands_of(page, heading):
    text = page.read_text(encoding="utf-8")
    return re.search(rf"^#+ {heading}$.*?^```sh\n(.*?)^```$", text, re.M | re.S).group(1)


class Git(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name) / "repository"
        self.folder.mkdir()
        self.environment = {
            "PATH": os.pathsep.join([str(RSCOPE.parent), os.environ["PATH"]]), "HOME": scratch.name, "LC_ALL": "C.UTF-8",
            "GIT_CONFIG_NOSYSTEM": "1", "GIT_PAGER": "cat", "GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@example.org",
            "GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@example.org"}
        self.run_shell("git init -q . && git config core.autocrlf false")
        self.run_shell(commands_of(DOCUMENT, "With git"))
        self.commit(DATA / "relax/mlp_dyn.bin", "first")

    def run_shell(self, command, code=0, **environment):
        done = subprocess.run(["bash", "-o", "pipefail", "-c", command], cwd=self.folder, env={**self.environment, **environment},
                              timeout=60, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        text = done.stdout.decode("utf-8")
        self.assertEqual(done.returncode, code, f"{command}\n{text}\n{done.stderr.decode()}")
        self.assertNotIn(b"fatal", done.stderr)
        return text

    def commit(self, source, message):
        (self.folder / "model.so").write_bytes(pathlib.Path(source).read_bytes())
        self.run_shell(f"git add -A && git commit -qm {message}")

    def edited(self, change):
        """The executable of the last commit with its assembler text edited."""
        self.run_shell("rscope convert model.so -o ../text.rsasm --format text")
        path = self.folder.parent / "text.rsasm"
        before = path.read_text(encoding="utf-8")
        path.write_text(change(before), encoding="utf-8")
        self.assertNotEqual(before, path.read_text(encoding="utf-8"))
        self.run_shell("rscope convert ../text.rsasm -o ../edited.bin --format binary")
        return self.folder.parent / "edited.bin"

    def without_relu(self):
        return self.edited(lambda text: re.sub(r"^.*\brelu\b.*%.*\n", "", text, count=1, flags=re.M))

    def test_the_readme_shows_the_same_commands(self):
        self.assertEqual(commands_of(README, "With git"), commands_of(DOCUMENT, "With git"))

    def test_diff_and_log_show_the_instruction_that_went(self):
        self.commit(self.without_relu(), "second")
        for command in ("git diff HEAD~1 HEAD", "git log -p", "git show"):
            text = self.run_shell(command)
            removed = [line for line in text.splitlines() if line.startswith("-") and not line.startswith("---")]
            self.assertIn("-  relu(%add, %relu)", removed, command)
            self.assertLess(len(removed), 8, f"{command}: the rest is numbering\n{text}")
            self.assertIn("function main(%x)", text, "git names the function of a hunk")
        self.assertIn("-  relu(%add, %relu)", self.run_shell("git log -p"), "from the cache")

    def test_other_registers_are_no_difference(self):
        swapped = {"%12": "%13", "%13": "%12"}
        self.commit(self.edited(lambda text: re.sub(r"%1[23]\b", lambda found: swapped[found[0]], text)), "second")
        self.assertNotIn("@@", self.run_shell("git diff HEAD~1 HEAD"))
        self.assertIn("\nsame up to numbering", self.run_shell("git difftool -t rscope HEAD~1 HEAD"))

    def test_difftool_names_the_change(self):
        self.commit(self.without_relu(), "second")
        text = self.run_shell("git difftool -t rscope HEAD~1 HEAD")
        self.assertIn("\ndifferent\n", text)
        self.assertRegex(text, r"\n- +\d+ +call relu ")

    def test_external_diff_of_all_files(self):
        self.commit(self.without_relu(), "second")
        (self.folder / "new.so").write_bytes((DATA / "relax/mlp_dyn.so").read_bytes())
        (self.folder / "note.txt").write_text("not an executable\n")
        self.run_shell("git add -A && git rm -q --cached model.so && git commit -qm third")
        text = self.run_shell("git diff HEAD~2 HEAD~1", GIT_EXTERNAL_DIFF="rscope diff")
        self.assertIn("--- a/model.so\n+++ b/model.so\ndifferent\n", text)
        text = self.run_shell("git diff --no-renames HEAD~1 HEAD", GIT_EXTERNAL_DIFF="rscope diff --summary")
        self.assertIn("+++ b/new.so\ndifferent\n", text)
        self.assertIn("+++ b/note.txt\nnot compared: ", text)
        self.assertIn("--- a/model.so\n+++ b/model.so\ndifferent\n", text)

    def test_renamed_and_unmerged_files(self):
        self.run_shell("git mv model.so other.so && git commit -qm moved")
        self.run_shell("git config diff.relax.command 'rscope diff --summary'")
        (self.folder / "other.so").write_bytes(self.run_edit_of("other.so"))
        self.run_shell("git commit -qam edited")
        text = self.run_shell("git diff -M10% HEAD~2 HEAD")
        self.assertIn("--- a/model.so\n+++ b/other.so\ndifferent\n", text)
        self.run_shell("git branch side HEAD~1 && git checkout -q side && cp ../edited.bin other.so && printf x >> other.so && git commit -qam side")
        self.run_shell("git merge -q main || git merge -q master || true")
        self.assertIn("the file is not merged", self.run_shell("git diff --base", GIT_EXTERNAL_DIFF="rscope diff") +
                      self.run_shell("git diff", GIT_EXTERNAL_DIFF="rscope diff"))

    def run_edit_of(self, name):
        (self.folder / "model.so").write_bytes((self.folder / name).read_bytes())
        content = self.without_relu().read_bytes()
        (self.folder / "model.so").unlink()
        return content

    def test_another_instruction_set_is_said_so(self):
        self.commit(DATA / "relay/v0.17.0/adt_list.ro", "relay")
        text = self.run_shell("git diff HEAD~1 HEAD", GIT_EXTERNAL_DIFF="rscope diff")
        self.assertIn("not compared: ", text)
        self.run_shell("git show HEAD~1:model.so > ../old.so; rscope diff ../old.so model.so", code=2)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
