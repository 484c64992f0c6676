# SPDX-License-Identifier: Apache-2.0
"""The citation checker: each rule finds its violation and accepts the closest valid case."""
import unittest

import citations

PAGE = """# Formats
## 0.1 Encodings
# 1. Executables
## 1.1 Variants
### 1.1.1 Telling them apart
## 1.2 Layout
## 1.3 Functions
## 1.4 Scopes
```
## 1.9 a line of a sample, no heading
```
## 3 B. The linker
### launch_param_tags
"""


def found(text, path="vmcore/format/a.cpp", page=PAGE, **more):
    texts = {path: text, "docs/formats.md": page, "README.md": "# Readme\n"}
    texts.update(more)
    return list(citations.check_citations(texts))


class Pages(unittest.TestCase):
    def test_a_page_must_exist(self):
        self.assertEqual(found("// Bytes (formats.md).\n"), [])
        self.assertEqual(found("int a;\n// Bytes (format.md).\n"), ["vmcore/format/a.cpp:2: cites format.md, but there is no such page in docs/"])

    def test_a_page_of_the_root_or_of_the_files_own_folder_may_be_cited(self):
        self.assertEqual(found("// As README.md says.\n"), [])
        self.assertEqual(found("// As notes.md says.\n", **{"vmcore/format/notes.md": "# Notes\n"}), [])
        self.assertEqual(len(found("// As notes.md says.\n", **{"vmcore/model/notes.md": "# Notes\n"})), 1)

    def test_a_path_is_taken_as_it_stands(self):
        self.assertEqual(found("// See docs/formats.md.\n"), [])
        self.assertEqual(len(found("// See resources/docs/formats.md.\n")), 1)

    def test_what_only_ends_like_a_page_is_none(self):
        self.assertEqual(found("// The variable cmd, the file a.mdx and x.md5.\n"), [])
        self.assertEqual(found("// See https://tvm.apache.org/docs/absent.md and /docs/absent.md.\n"), [])


class Sections(unittest.TestCase):
    def wrong(self, citation):
        hits = found(f"// Bytes ({citation}).\n")
        for hit in hits:
            self.assertTrue(hit.startswith("vmcore/format/a.cpp:1: cites formats.md "), hit)
        return [hit.split("formats.md ")[1].split(",")[0] for hit in hits]

    def test_a_number_must_be_a_heading(self):
        self.assertEqual(self.wrong("formats.md 0.1"), [])
        self.assertEqual(self.wrong("formats.md 1"), [])
        self.assertEqual(self.wrong("formats.md 1.1.1"), [])
        self.assertEqual(self.wrong("formats.md 0.2"), ["0.2"])
        self.assertEqual(self.wrong("formats.md 1.1.2"), ["1.1.2"])

    def test_each_of_a_list_is_looked_up(self):
        self.assertEqual(self.wrong("formats.md 1.1, 1.2"), [])
        self.assertEqual(self.wrong("formats.md 1.1, 7.2, 1.2 and 9"), ["7.2", "9"])

    def test_a_range_has_all_between_its_ends(self):
        self.assertEqual(self.wrong("formats.md 0.1, 1.1 to 1.4"), [])
        self.assertEqual(self.wrong("formats.md 1.3 to 1.6"), ["1.5", "1.6"])

    def test_letters_belong_to_numbers(self):
        self.assertEqual(self.wrong("formats.md 3 B"), [])
        self.assertEqual(self.wrong("formats.md 3 C"), ["3 C"])
        self.assertEqual(len(found("// formats.md 1 A sentence follows.\n")), 0)

    def test_a_sample_inside_a_page_is_no_heading(self):
        self.assertEqual(self.wrong("formats.md 1.9"), ["1.9"])

    def test_a_quoted_heading_must_exist(self):
        self.assertEqual(found('// (formats.md 1.2, "launch_param_tags")\n'), [])
        self.assertEqual(found('// (formats.md, "Encodings")\n'), [])
        self.assertEqual(len(found('// (formats.md 1.2, "launch tags")\n')), 1)

    def test_numbers_that_belong_to_the_sentence_are_left_alone(self):
        self.assertEqual(found("// The exit code of formats.md: 0 done, 77 lost; formats.md, 0.7 and later; formats.md. 88 more.\n"), [])


class Comments(unittest.TestCase):
    def test_only_comments_count(self):
        self.assertEqual(found('const char* page = ":/docs/absent.md";  // the page\n'), [])
        self.assertEqual(found('auto plain = "// absent.md", quoted = "\\"// absent.md";\n'), [])
        self.assertEqual(found('auto raw = R"x(" // absent.md)x";\n'), [])
        self.assertEqual(len(found("char c = '\"'; int n = 1'000;  // it's absent.md\n")), 1)

    def test_every_kind_of_comment_is_read(self):
        self.assertEqual(len(found("/* one\n * absent.md */ int a; ///< absent.md\n")), 2)
        for path in ("CMakeLists.txt", "cmake/options.cmake", "dev", "tests/a.sh", "tests/a.py"):
            self.assertEqual(found("a = 1\n# absent.md\n", path=path), [f"{path}:2: cites absent.md, but there is no such page in docs/"])
            self.assertEqual(found('a = "# absent.md"\n', path=path), [])
        self.assertEqual(len(found('def f():\n    """As absent.md says."""\n', path="tests/a.py")), 1)

    def test_files_without_comments_are_left_alone(self):
        self.assertEqual(found("see absent.md\n", path="tests/golden/cases/a.txt"), [])
        self.assertEqual(found("# absent.md\n", path="docs/more.md"), [])

    def test_a_citation_may_go_over_lines(self):
        self.assertEqual(found("// Functions of a table (formats.md\n// 1.3, 1.5): all of them.\n"), ["vmcore/format/a.cpp:1: cites formats.md 1.5, but docs/formats.md has no heading of that number"])
        self.assertEqual(found("int a;  // formats.md\nint b;  // 1.5 pixels\n"), [])
        self.assertEqual(found("int a;  // formats.md\n// 1.5 pixels\n"), [])


if __name__ == "__main__":
    unittest.main()
