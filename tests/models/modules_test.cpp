// SPDX-License-Identifier: Apache-2.0
// The modules view with modules of every shape: text and bytes of each part, constants, graphs, archives.
#include <gtest/gtest.h>

#include "tests/models/program.h"
#include "tests/models/shown_view.h"
#include "views/modules/modules_view.h"

namespace relaxscope {
namespace {

using testing::documentOf;
using testing::documentOfFile;
using testing::paintedText;
using testing::program;

std::string data(const char* name) { return std::string(RELAXSCOPE_TEST_DATA "/") + name; }

struct ShownModules : testing::Shown<ModulesView> {
  explicit ShownModules(DocumentData given) : Shown(std::move(given), {700, 600}) {}
  void choose(int module) { Q_EMIT view->tree()->rowSelected(module); }
  std::string tree() { return modelText(*view->tree()->model()).toStdString(); }
  std::string kernels() { return modelText(*view->kernels()->model()).toStdString(); }
  std::string text() { return view->source()->toPlainText().toStdString(); }
};

bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

/// A root with one imported module.
DocumentData withModule(LibraryModule module) {
  DocumentData now = documentOf(program("fn main(x)\n  ret %0\n"));
  LoadedFile file;
  file.kind = FileKind::SharedLibrary;
  file.executable = now.executable;
  file.library.emplace();
  LibraryModule root;
  root.kind = "relax.VMExecutable";
  root.children = {ModuleIndex(1)};
  file.library->modules = {root, std::move(module)};
  now.file = std::make_shared<const LoadedFile>(std::move(file));
  return now;
}

TEST(ModulesOfOtherDevices, ShowTheirSource) {
  for (const auto& [file, word] : {std::pair("containers/tvm_opencl.so", "__kernel void relu_kernel"),
                                   std::pair("containers/tvm_metal.so", "kernel void relu_kernel"),
                                   std::pair("containers/tvm_webgpu.so", "@compute")}) {
    ShownModules s(documentOfFile(data(file)));
    EXPECT_TRUE(contains(s.kernels(), "relu_kernel | 1 site | ")) << s.kernels();
    EXPECT_TRUE(contains(s.text(), word)) << file << s.text();
  }
}

TEST(ModulesOfOtherDevices, ShowThePartOfTheChosenKernel) {
  LibraryModule module;
  module.kind = "metal";
  CodeModule code;
  for (const char* name : {"first", "second"}) {
    code.kernels.emplace_back().name = name;
    code.parts.push_back({name, Bytes::copyOf(std::string("kernel void ") + name + "() {}"), "Metal source", true});
  }
  module.decoded = std::move(code);
  ShownModules s(withModule(std::move(module)));
  s.choose(1);
  EXPECT_EQ(s.text(), "kernel void first() {}");
  Q_EMIT s.view->kernels()->rowSelected(1);
  EXPECT_EQ(s.text(), "kernel void second() {}");
}

TEST(ModulesOfOtherDevices, ShowBytesWhereThereIsNoText) {
  LibraryModule module;
  module.kind = "vulkan";
  CodeModule code;
  code.parts.push_back({"k", Bytes::copyOf(std::string_view("\x03\x02\x23\x07shader", 10)), "SPIR-V", false});
  module.decoded = std::move(code);
  ShownModules s(withModule(std::move(module)));
  s.choose(1);
  EXPECT_TRUE(contains(s.text(), "SPIR-V, 10 B")) << s.text();
  EXPECT_TRUE(contains(s.text(), "00000000  03 02 23 07 73 68 61 64  65 72")) << s.text();
  EXPECT_TRUE(contains(s.text(), "..#.shader")) << s.text();
}

TEST(UnknownModules, ShowTheirBytesAndWhy) {
  LibraryModule module;
  module.kind = "strange";
  module.payload = Bytes::copyOf("0123456789abcdef_");
  module.note = "no length is stored";
  ShownModules s(withModule(std::move(module)));
  EXPECT_TRUE(contains(s.tree(), "strange [not decoded]")) << s.tree();
  s.choose(1);
  EXPECT_TRUE(contains(s.text(), "00000010  5f")) << s.text();
  const std::string painted = paintedText(*s.view).toStdString();
  EXPECT_TRUE(contains(painted, "Not decoded: no length is stored")) << painted;
}

TEST(Graphs, ShowTheirJsonIndented) {
  LibraryModule module;
  module.kind = "dnnl_json";
  module.decoded = GraphModule{"subgraph_0", Bytes::copyOf("{\"nodes\":[1,{}],\"name\":\"a,b\"}"), {"w0"}, {}};
  ShownModules s(withModule(std::move(module)));
  s.choose(1);
  EXPECT_TRUE(contains(s.text(), "{\n  \"nodes\": [\n    1,\n    {}\n  ],\n  \"name\": \"a,b\"\n}")) << s.text();
  EXPECT_TRUE(contains(s.kernels(), "subgraph_0")) << s.kernels();
}

TEST(ConstantsModules, ShowTensors) {
  LibraryModule module;
  module.kind = "const_loader";
  ConstantsModule constants;
  TensorConstant tensor;
  tensor.dtype = {2, 32, 1};
  tensor.shape = {2, 3};
  tensor.data = Bytes::copyOf(std::string(24, '\0'));
  constants.tensors.push_back({"w0", tensor});
  constants.needs.push_back({"subgraph_0", {"w0"}});
  module.decoded = std::move(constants);
  ShownModules s(withModule(std::move(module)));
  s.choose(1);
  EXPECT_TRUE(contains(s.kernels(), "w0 |  | f32[2, 3]")) << s.kernels();
}

TEST(Archives, NameTheirMembers) {
  ShownModules s(documentOfFile(data("containers/objects_gnu.tar")));
  EXPECT_TRUE(
      contains(moduleFacts(*s.document.data().file, ModuleIndex(0)).toStdString(), "devc.o: object file, x86-64"))
      << moduleFacts(*s.document.data().file, ModuleIndex(0)).toStdString();
  EXPECT_TRUE(contains(s.tree(), "_lib | host code, x86-64 |  | 2")) << s.tree();
}

}  // namespace
}  // namespace relaxscope
