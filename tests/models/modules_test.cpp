// SPDX-License-Identifier: Apache-2.0
// The views of modules and of their source with modules of every shape: text and bytes of each part, constants,
// graphs, archives.
#include <gtest/gtest.h>

#include <QSignalSpy>
#include <QTextBlock>

#include <cmath>

#include "tests/models/browse_support.h"
#include "tests/models/program.h"
#include "tests/models/shown_view.h"
#include "views/modules/modules_view.h"
#include "views/modules/source_view.h"

namespace relaxscope {
namespace {

using testing::documentOf;
using testing::documentOfFile;
using testing::paintedText;
using testing::program;

struct ShownModules : testing::Shown<ModulesView> {
  explicit ShownModules(DocumentData given) : Shown(std::move(given), {700, 600}), source(&document, nullptr) {
    source.resize(700, 600);
    source.show();
  }
  void choose(int module) {
    Q_EMIT view->tree()->rowSelected(module);
    EXPECT_TRUE(testing::settle(*view));
  }
  void chooseKernel(int row) {
    Q_EMIT view->kernels()->rowSelected(row);
    EXPECT_TRUE(testing::settle(*view));
  }
  std::string tree() { return modelText(*view->tree()->model()).toStdString(); }
  std::string kernels() { return modelText(*view->kernels()->model()).toStdString(); }
  std::string text() { return source.pane()->text()->toPlainText().toStdString(); }
  /// The line of the text pane's cursor.
  std::string line() { return source.pane()->text()->textCursor().block().text().toStdString(); }
  SourceView source;
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
    ShownModules s(documentOfFile(testing::testData(file)));
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
  s.chooseKernel(1);
  EXPECT_EQ(s.text(), "kernel void second() {}");
}

/// A program whose kernel `scale` launches two device kernels, and `add` one.
DocumentData withKernels() {
  LibraryModule module;
  module.kind = "cuda";
  CodeModule code;
  std::string text = "#include <cuda>\n";
  for (const char* name : {"add_kernel", "scale_kernel", "scale_kernel_1"}) {
    code.kernels.emplace_back().name = name;
    text += std::string("extern \"C\" __global__ void ") + name + "(float* x) {\n  x[0] = 1.0f;  // one\n}\n";
  }
  code.parts.push_back({"", Bytes::copyOf(text), "CUDA C++ source", true});
  module.decoded = std::move(code);
  DocumentData now = withModule(std::move(module));
  now.executable =
      std::make_shared<const Executable>(program("fn main(x)\n  call add %0 -> %1\n  call scale %1 -> %2\n  ret %2\n"));
  return now;
}

KernelResources resourcesOf(const char* kernel, uint32_t architecture, std::optional<uint32_t> registers) {
  KernelResources row;
  row.kernel = kernel;
  row.architecture = architecture;
  row.registers = registers;
  row.sharedBytes = 1280;
  if (registers) row.localBytes = 400;
  if (registers) row.constantBytes = 364;
  row.maxBlock = {128, 2, 1};
  return row;
}

TEST(CudaModules, ShowWhatKernelsTake) {
  LibraryModule module;
  module.kind = "cuda";
  CodeModule code;
  for (const char* name : {"tile", "unknown"}) code.kernels.emplace_back().name = name;
  code.parts.push_back({"", Bytes::copyOf("P"), "fatbin", false});
  // 37 registers are 1,280 of a warp: 12 warps in a quarter of sm_80's registers, 6 blocks of 8 warps of 64.
  code.resources.rows = {resourcesOf("tile", 90, std::nullopt), resourcesOf("tile", 80, 37)};
  code.resources.rows[1].blockRequired = true;
  code.resources.notes = {"the cubin for sm_100 is compressed (Zstandard)"};
  module.decoded = std::move(code);
  ShownModules s(withModule(std::move(module)));
  s.choose(1);
  EXPECT_TRUE(contains(s.kernels(), "tile |  | 75 % | 37 | 1,280 B | 400 B | 364 B | 256 exactly | sm_80 +1 | "))
      << s.kernels();
  EXPECT_TRUE(contains(s.kernels(), "unknown |  |  |  |  |  |  |  |  | ")) << s.kernels();
  const auto* source = s.view->kernels()->tableModel()->source();
  EXPECT_EQ(
      source->cell(0, 2).tooltip.toStdString(),
      "sm_90: 1,280 B of shared memory\nsm_80: registers per thread: 37, 1,280 B of shared memory, occupancy 75 % (blocks per "
      "multiprocessor: 6; limited by registers)");
  EXPECT_EQ(source->number(0, 2), 75);
  EXPECT_TRUE(std::isnan(source->number(1, 2)));
  const QStringList facts = moduleFacts(*s.document.data().file, ModuleIndex(1)).split(u'\n');
  EXPECT_EQ(facts.back().toStdString(), "Note: the cubin for sm_100 is compressed (Zstandard)");
}

TEST(CudaModules, OfAFileAreChosenFirst) {
  // The figures that NVIDIA's assembler reports: 18 registers, 324 bytes smem, 368 + 16 bytes cmem.
  const ShownModules fat(documentOfFile(testing::testData("gpu/softmax_fatbin.so")));
  EXPECT_TRUE(contains(modelText(*fat.view->kernels()->model()).toStdString(),
                       "softmax_kernel | 1 site | 100 % | 18 | 324 B | 0 B | 384 B | 256 | sm_80 +1 | "))
      << modelText(*fat.view->kernels()->model()).toStdString();
}

TEST(Source, FollowsCallSitesToTheirKernels) {
  ShownModules s(withKernels());
  s.select(s.function("main"), InstrIndex(1));
  EXPECT_TRUE(contains(s.line(), "scale_kernel(")) << s.line();
  EXPECT_EQ(s.source.headText().toStdString().find("cuda   scale_kernel   CUDA C++ source"), 0u)
      << s.source.headText().toStdString();
  s.select(s.function("main"), InstrIndex(0));
  EXPECT_TRUE(contains(s.line(), "add_kernel(")) << s.line();
  s.select(s.function("scale"));
  EXPECT_TRUE(contains(s.line(), "scale_kernel(")) << s.line();
  s.select(s.function("main"), InstrIndex(2));
  EXPECT_TRUE(contains(s.line(), "scale_kernel(")) << "what denotes no kernel changes nothing: " << s.line();
}

TEST(Source, TellsTheKernelsOfOneHostFunctionApart) {
  ShownModules s(withKernels());
  s.choose(1);
  s.chooseKernel(2);
  EXPECT_TRUE(contains(s.line(), "scale_kernel_1(")) << s.line();
  EXPECT_EQ(s.place().kernel, KernelIndex(2));
  EXPECT_EQ(s.place().function, s.function("scale"));
  EXPECT_EQ(s.view->kernels()->currentRow(), 2);
  s.chooseKernel(1);
  EXPECT_TRUE(contains(s.line(), "scale_kernel(")) << s.line();
  EXPECT_EQ(s.view->kernels()->currentRow(), 1);
}

TEST(Source, OpensFromTheKernelAndLeadsBackToItsCall) {
  ShownModules s(withKernels());
  s.choose(1);
  QSignalSpy activated(s.document.selection(), &Selection::activated);
  Q_EMIT s.view->kernels()->rowActivated(2);
  ASSERT_EQ(activated.count(), 1);
  EXPECT_EQ(activated[0][0].value<ViewId>(), ViewId::Source);
  EXPECT_FALSE(s.place().pc.valid());
  EXPECT_TRUE(testing::settle(s.source));
  auto* button = qobject_cast<QToolButton*>(s.source.cornerWidgets().front());
  ASSERT_TRUE(button->isEnabled());
  button->click();
  ASSERT_EQ(activated.count(), 2);
  EXPECT_EQ(activated[1][0].value<ViewId>(), ViewId::Listing);
  EXPECT_EQ(s.place().pc, InstrIndex(1));
  EXPECT_TRUE(contains(s.line(), "scale_kernel_1(")) << s.line();
  Q_EMIT s.view->tree()->rowActivated(1);
  ASSERT_EQ(activated.count(), 3);
  EXPECT_EQ(activated[2][0].value<ViewId>(), ViewId::Source);
}

TEST(Source, ColoursTheText) {
  ShownModules s(withKernels());
  const QTextBlock first = s.source.pane()->text()->document()->firstBlock();
  ASSERT_FALSE(first.layout()->formats().isEmpty());
  EXPECT_EQ(first.layout()->formats().front().format.foreground().color(), Theme::instance()->color(Token::RoleLabel));
}

TEST(Source, LeavesVeryLongTextWithoutColours) {
  LibraryModule module;
  module.kind = "cuda";
  CodeModule code;
  std::string text;
  while (text.size() <= (size_t{1} << 20)) text += "int x = 1;  // one\n";
  code.parts.push_back({"", Bytes::copyOf(text), "CUDA C++ source", true});
  module.decoded = std::move(code);
  ShownModules s(withModule(std::move(module)));
  EXPECT_TRUE(s.source.pane()->text()->document()->firstBlock().layout()->formats().isEmpty());
}

TEST(Source, SaysWhyThereIsNone) {
  ShownModules bytes(documentOf(program("fn main(x)\n  ret %0\n")));
  EXPECT_TRUE(contains(paintedText(bytes.source).toStdString(), "without a library"));
  ShownModules host(documentOfFile(testing::testData("containers/objects_gnu.tar")));
  EXPECT_TRUE(contains(paintedText(host.source).toStdString(), "machine code of the library itself"));
  ShownModules chosen(withKernels());
  chosen.choose(0);
  EXPECT_TRUE(contains(paintedText(chosen.source).toStdString(), "has neither source nor bytes to show"));
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
  ShownModules s(documentOfFile(testing::testData("containers/objects_gnu.tar")));
  EXPECT_TRUE(
      contains(moduleFacts(*s.document.data().file, ModuleIndex(0)).toStdString(), "devc.o: object file, x86-64"))
      << moduleFacts(*s.document.data().file, ModuleIndex(0)).toStdString();
  EXPECT_TRUE(contains(s.tree(), "_lib | host code, x86-64 |  | 2")) << s.tree();
}

}  // namespace
}  // namespace relaxscope
