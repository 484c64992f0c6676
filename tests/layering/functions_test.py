# SPDX-License-Identifier: Apache-2.0
import unittest

from cpp_scopes import definitions
from functions import long_functions


def spans(text):
    return [(found.first, found.last) for found in definitions(text)]


class Definitions(unittest.TestCase):
    def test_a_function_ends_at_its_brace(self):
        self.assertEqual(spans("int f(int x) {\n  if (x) { return 1; }\n  return 2;\n}\nint g() { return 3; }"), [(1, 4), (5, 5)])

    def test_members_of_classes_and_namespaces(self):
        text = "namespace a::b {\nclass C final : public D<int> {\n public:\n  void f() {\n  }\n  int x_ = 0;\n};\n}\nvoid g() {}"
        self.assertEqual(spans(text), [(4, 5), (9, 9)])

    def test_member_initializers_belong_to_the_function(self):
        self.assertEqual(spans("C::C()\n    : a_{1},\n      b_(2) {\n  f();\n}"), [(1, 5)])

    def test_variables_and_declarations_are_none(self):
        self.assertEqual(spans("const int k[] = {1, 2};\nconst auto f = [](int x) { return x; };\nvoid g();\nenum class E : int { A, B };\nint i{3};"), [])

    def test_braces_of_literals_comments_and_macros_do_not_count(self):
        text = "#define BEGIN { \\\n  {\nvoid f() {\n  // }\n  g('}', \"}\", R\"(})\", 1'000);\n}\nvoid h() {}"
        self.assertEqual(spans(text), [(3, 6), (7, 7)])

    def test_functions_within_functions_are_part_of_them(self):
        self.assertEqual(spans("void f() {\n  struct L {\n    void g() {}\n  };\n}"), [(1, 5)])

    def test_tests_of_googletest(self):
        self.assertEqual(spans("TEST(A, B) {\n  check();\n}"), [(1, 3)])

    def test_operators(self):
        self.assertEqual(spans("bool operator==(A a, B b) {\n  return true;\n}\nC& C::operator=(C&& c) {\n  return *this;\n}"), [(1, 3), (4, 6)])


class LongFunctions(unittest.TestCase):
    def test_what_has_more_lines_than_allowed(self):
        body = "void f() {\n" + "  g();\n" * 3 + "}\n"   # 5 lines
        self.assertEqual(list(long_functions({"a.cpp": body}, most=5)), [])
        self.assertEqual(list(long_functions({"a.cpp": "\n" + body}, most=4)), [("a.cpp", 2, "f", 5)])

    def test_rows_of_a_dispatch_loop_do_not_count(self):
        body = "void loop() {\n" + "  RS_OP(Goto, jump())\n" * 50 + "}\n"
        self.assertEqual(list(long_functions({"a.cpp": body}, most=2)), [])


if __name__ == "__main__":
    unittest.main()
