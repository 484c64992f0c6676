# SPDX-License-Identifier: Apache-2.0
import unittest

from classes import qualifiers, scattered_classes


class Qualifiers(unittest.TestCase):
    def test_names_before_the_function(self):
        for header, names in [
            ("void Engine::run(int x) const", ["Engine"]),
            ("Result<std::vector<A::B>> Outer::Inner::read(Bytes bytes)", ["Outer", "Inner"]),
            ("template <class T> void Box<T>::put(T value)", ["Box"]),
            ("Box::~Box()", ["Box"]),
            ("Box& Box::operator=(Box&& other) noexcept", ["Box"]),
            ("bool Less::operator()(A::B a, A::B b) const", ["Less"]),
            ("Box::operator bool() const", ["Box"]),
            ("[[noreturn]] void Box::fail()", ["Box"]),
            ("A::B f(C::D d)", []),
            ("int main(int argc, char** argv)", []),
        ]:
            self.assertEqual(qualifiers(header), names, header)


class Scattered(unittest.TestCase):
    HEADER = "namespace n { class Box : public Base { void f(); void g(); struct Lid { void h(); }; }; }"

    def found(self, **files):
        texts = {name.replace("_cpp", ".cpp"): "namespace n {\n" + text + "\n}" for name, text in files.items()}
        texts["box.h"] = self.HEADER
        return scattered_classes(texts)

    def test_functions_in_two_files_are_reported(self):
        self.assertEqual(self.found(a_cpp="void Box::f() { g(); }", b_cpp="void Box::g() {}"), [("n::Box", ["a.cpp", "b.cpp"])])

    def test_defaulted_ones_count(self):
        self.assertEqual(len(self.found(a_cpp="void Box::f() {}", b_cpp="Box::~Box() = default;")), 1)

    def test_constructors_with_lists_count(self):
        self.assertEqual(len(self.found(a_cpp="Box::Box() : Base{1}, b_(2) { f(); }", b_cpp="void Box::g() {}")), 1)

    def test_one_file_is_fine(self):
        self.assertEqual(self.found(a_cpp="void Box::f() {}\nvoid Box::g() {}", b_cpp="void use(Box& b) { b.f(); Box::f(); }"), [])

    def test_a_nested_class_is_one_of_its_own(self):
        self.assertEqual(self.found(a_cpp="void Box::f() {}", b_cpp="void Box::Lid::h() {}"), [])

    def test_classes_of_one_name_in_two_namespaces_differ(self):
        self.assertEqual(self.found(a_cpp="void Box::f() {}", b_cpp="namespace m { void Box::g() {} }"), [])

    def test_classes_that_files_declare_themselves_differ(self):
        own = "class Box { void f(); };\nvoid Box::f() {}"
        self.assertEqual(self.found(a_cpp=own, b_cpp=own), [])

    def test_functions_of_namespaces_are_no_members(self):
        self.assertEqual(self.found(a_cpp="int other::f() { return 1; }", b_cpp="int other::g() { return 2; }"), [])

    def test_comments_and_literals_are_no_code(self):
        self.assertEqual(self.found(a_cpp="void Box::f() {}", b_cpp='// void Box::g() {}\nconst char* t = R"(void Box::g() {})";'), [])


if __name__ == "__main__":
    unittest.main()
