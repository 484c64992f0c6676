# SPDX-License-Identifier: Apache-2.0
"""The packer of stored inputs: equal inputs give equal bytes, and an archive that is not canonical is rejected."""
import contextlib
import io
import pathlib
import tarfile
import tempfile
import unittest
import zlib

import corpus

CONTENTS = [b"second", b"", b"first" * 300, bytes(range(256)) * 2, b"\0" * 512]
HEADER = corpus.BLOCK


class Format(unittest.TestCase):
    def setUp(self):
        self.tar = corpus.to_tar(CONTENTS)

    def refused(self, tar, reason):
        with self.assertRaisesRegex(corpus.CorpusError, reason):
            corpus.from_tar(tar)

    def test_order_and_repetition_of_inputs_change_no_byte(self):
        self.assertEqual(corpus.to_gzip(corpus.to_tar([*reversed(CONTENTS), CONTENTS[2]])), corpus.to_gzip(self.tar))

    def test_all_contents_come_back(self):
        self.assertEqual(corpus.from_tar(corpus.from_gzip(corpus.to_gzip(self.tar))), sorted(CONTENTS))
        self.assertEqual(corpus.from_tar(corpus.to_tar([])), [])

    def test_other_readers_agree(self):
        with tarfile.open(fileobj=io.BytesIO(corpus.to_gzip(self.tar)), mode="r:gz") as archive:
            members = archive.getmembers()
            self.assertEqual([archive.extractfile(member).read() for member in members], sorted(CONTENTS))
        for member, content in zip(members, sorted(CONTENTS)):
            self.assertEqual(member.name, corpus.member_name(content))
            self.assertEqual((member.mtime, member.uid, member.gid, member.uname, member.gname), (0, 0, 0, "", ""))

    def test_a_tar_file_of_other_bytes_is_refused(self):
        wrong = "not the tar file that its . members give"
        first, rest = self.tar[:HEADER], self.tar[HEADER:]  # the first member is the empty one
        self.refused(rest + first, "wrong size|not the tar")
        self.refused(self.tar[HEADER:-2 * HEADER] + first + bytes(2 * HEADER), wrong)    # other order
        self.refused(first + self.tar, wrong)                                            # a duplicate member
        self.refused(first.replace(first[:12], b"a" * 12) + rest, wrong)                 # other name
        self.refused(first[:140] + b"15000000000"[:7] + first[147:] + rest, wrong)       # a time
        self.refused(self.tar + bytes(HEADER), wrong)                                    # more at the end
        self.refused(self.tar[:-HEADER], wrong)                                          # less
        self.refused(first[:124] + b"77777777777" + first[135:] + rest, "wrong size")
        self.refused(first[:124] + b"9" * 11 + first[135:] + rest, "wrong size")

    def test_a_gzip_file_of_other_form_is_refused(self):
        packed = corpus.to_gzip(self.tar)
        for bad, reason in (
            (packed[:4] + b"\1" + packed[5:], "header"),      # a time
            (packed[:9] + b"\3" + packed[10:], "header"),     # an operating system
            (packed + b"more", "4 bytes after the end"),
            (packed[:-1], "cut short"),
            (packed[:-8] + bytes(4) + packed[-4:], "damaged"),
        ):
            with self.assertRaisesRegex(corpus.CorpusError, reason):
                corpus.from_gzip(bad)


class Commands(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.root = pathlib.Path(temporary.name)
        self.archive = self.root / "corpus/wire.tar.gz"

    def run_command(self, *args, code=0):
        out, places = io.StringIO(), ["--corpus", self.root / "corpus", "--into", self.root / "out"]
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
            self.assertEqual(corpus.main(list(map(str, [*places, *args]))), code, out.getvalue())
        return out.getvalue()

    def files(self, folder, contents):
        (self.root / folder).mkdir(parents=True, exist_ok=True)
        for number, content in enumerate(contents):
            (self.root / folder / f"file{number}").write_bytes(content)
        return self.root / folder

    def members(self):
        return corpus.Corpus(self.root / "corpus").packed("wire")

    def test_unpacking_and_packing_again_gives_the_same_bytes(self):
        self.run_command("pack", "wire", self.files("in", CONTENTS))
        before = self.archive.read_bytes()
        self.run_command("unpack")
        self.assertEqual(len(list((self.root / "out/wire").iterdir())), len(CONTENTS))
        self.archive.unlink()
        self.run_command("pack", "wire", self.root / "out/wire")
        self.assertEqual(self.archive.read_bytes(), before)

    def test_add_keeps_what_is_packed_and_pack_replaces_it(self):
        self.run_command("add", "wire", self.files("in", CONTENTS[:2]))
        self.run_command("add", "wire", self.files("more", CONTENTS[1:]))
        self.assertEqual(self.members(), sorted(CONTENTS))
        self.run_command("pack", "wire", self.files("less", CONTENTS[:1]) / "file0")
        self.assertEqual(self.members(), CONTENTS[:1])

    def test_an_archive_of_the_same_members_is_not_written_again(self):
        tar = corpus.to_tar(CONTENTS)
        deflate = zlib.compressobj(1, zlib.DEFLATED, -zlib.MAX_WBITS)  # as another release of zlib may compress
        other = corpus.GZIP_HEADER + deflate.compress(tar) + deflate.flush() + corpus.to_gzip(tar)[-8:]
        self.assertNotEqual(other, corpus.to_gzip(tar))
        self.archive.parent.mkdir()
        self.archive.write_bytes(other)
        self.assertIn("unchanged", self.run_command("add", "wire", self.files("in", CONTENTS)))
        self.assertEqual(self.archive.read_bytes(), other)
        self.run_command("check")

    def test_a_loose_file_is_not_packed_too(self):
        self.run_command("pack", "wire", self.files("in", CONTENTS))
        self.files("corpus/wire", CONTENTS[:1])
        self.assertIn("is a file of", self.run_command("check", code=1))
        self.run_command("add", "wire", self.root / "in")
        self.assertEqual(self.members(), sorted(CONTENTS[1:]))
        self.run_command("check")
        self.assertIn("4 packed", self.run_command("list"))
        self.assertIn(f"{corpus.member_name(b'')} 0\n", self.run_command("list", "wire"))

    def test_check_names_a_damaged_archive(self):
        self.assertIn("not an archive", self.run_command("check", code=1))
        self.run_command("pack", "wire", self.files("in", CONTENTS))
        self.archive.write_bytes(self.archive.read_bytes() + b"x")
        self.assertIn("wire.tar.gz: cannot read: 1 bytes after the end", self.run_command("check", code=1))
        self.assertIn("cannot read", self.run_command("add", "wire", self.root / "in", code=1))  # no input is lost
        self.run_command("pack", "wire", self.root / "in")
        self.run_command("check")

    def test_wrong_arguments_are_refused(self):
        self.assertIn("no such file", self.run_command("add", "wire", self.root / "none", code=1))
        self.assertIn("no file in", self.run_command("pack", "wire", self.files("empty", []), code=1))
        self.assertIn("cannot find the archive", self.run_command("list", "wire", code=1))
        self.assertFalse(self.archive.exists())


if __name__ == "__main__":
    unittest.main()
