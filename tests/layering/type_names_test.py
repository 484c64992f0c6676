# SPDX-License-Identifier: Apache-2.0
import unittest

from type_names import shared_names


class SharedNames(unittest.TestCase):
    def found(self, first, second):
        return shared_names({"a.h": first, "b.h": second})

    def test_types_of_one_name_are_reported(self):
        self.assertEqual(self.found("namespace n {\nstruct Box { int x; };\n}", "namespace n { class Box : Base { }; }"),
                         [("n::Box", ["a.h:2", "b.h:1"])])

    def test_enums_count(self):
        self.assertEqual(len(self.found("enum class Kind : int { A };", "struct Kind { };")), 1)

    def test_another_namespace_is_another_name(self):
        self.assertEqual(self.found("namespace n { struct Box { }; }", "namespace m { struct Box { }; }"), [])

    def test_unnamed_namespaces_are_private(self):
        text = "namespace n { namespace { struct Box { }; } }"
        self.assertEqual(self.found(text, text), [])

    def test_nested_types_belong_to_their_class(self):
        self.assertEqual(self.found("struct Box { struct Lid { }; };", "struct Case { struct Lid { }; };"), [])

    def test_declarations_and_specializations_define_no_type(self):
        self.assertEqual(self.found("struct Box; template <class T> struct Hash { };",
                                    "struct Box; struct Box { }; template <> struct Hash<Box> { };"), [])

    def test_types_inside_functions_are_private(self):
        text = "inline int f() { struct Box { int x; } box{1}; return box.x; }"
        self.assertEqual(self.found(text, text), [])


if __name__ == "__main__":
    unittest.main()
