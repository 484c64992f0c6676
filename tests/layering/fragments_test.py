# SPDX-License-Identifier: Apache-2.0
import unittest

from fragments import MIN_LINES, headers_with_one_user, small_sources

USE = '#include "vmcore/base/a.h"\n'


class Fragments(unittest.TestCase):
    def test_a_header_with_one_user(self):
        texts = {"vmcore/base/a.h": "", "vmcore/base/b.cpp": USE}
        self.assertEqual(headers_with_one_user(texts), ["vmcore/base/a.h"])
        self.assertEqual(headers_with_one_user({**texts, "tests/unit/base/a_test.cpp": USE}), [])

    def test_its_own_source_is_no_user(self):
        texts = {"vmcore/base/a.h": "", "vmcore/base/a.cpp": USE}
        self.assertEqual(headers_with_one_user(texts), [])
        self.assertEqual(headers_with_one_user({**texts, "views/core/c.h": USE + USE}), ["vmcore/base/a.h"])

    def test_headers_of_tests_do_not_count(self):
        self.assertEqual(headers_with_one_user({"tests/unit/a.h": "", "tests/unit/b.cpp": '#include "tests/unit/a.h"\n'}), [])

    def test_small_sources(self):
        texts = {"app/cli/a.cpp": "\n" * (MIN_LINES - 1), "app/cli/b.cpp": "\n" * MIN_LINES, "app/cli/c.h": "\n", "tests/d.cpp": "\n"}
        self.assertEqual(small_sources(texts), ["app/cli/a.cpp"])


if __name__ == "__main__":
    unittest.main()
