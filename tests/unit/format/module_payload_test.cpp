// SPDX-License-Identifier: Apache-2.0
// Module payloads of every kind: vectors that TVM wrote, synthetic ones of older layouts, damaged ones.
#include "vmcore/format/library/module_payload.h"

#include <gtest/gtest.h>

#include "tests/support/vectors.h"
#include "tests/unit/format/checks.h"
#include "vmcore/base/bytes/byte_writer.h"
#include "vmcore/model/launch_tag.h"

namespace relaxscope {
namespace {

using test::contains;

/// The payload of a cuda module with one kernel, as TVM 0.27 wrote it (its fatbin shortened).
constexpr std::string_view kCudaHex =
    "0500000000000000637562696e01000000000000000a000000000000006164645f6b65726e656c0a000000000000006164645f6b65726e656c"
    "03000000000000000340010003400100034001000200000000000000"
    "0a00000000000000626c6f636b4964782e780b00000000000000746872656164"
    "4964782e780300000000000000000000000000000000000000"
    "080000000000000050ed55ba01001000";
/// The payload of a const_loader, from a round trip through TVM 0.27.
constexpr std::string_view kConstLoaderHex =
    "010000000000000002000000000000007730"
    "0100000000000000"
    "3fa1b496f0405edd0000000000000000010000000000000001000000022001000200000000000000"
    "08000000000000000000803f00000040"
    "0100000000000000050000000000000073796d5f61"
    "0100000000000000010000000000000002000000000000007730";

enum class Tags : uint8_t { Three, Four };

void writeKernel(ByteWriter& out, const std::string& name, Tags tags) {
  out.writeString(name);
  out.writeString(name);
  out.write<uint64_t>(1);
  for (const uint8_t byte : {3, 64, 1, 0}) out.write(byte);
  out.write<uint64_t>(2);
  out.writeString("blockIdx.x");
  out.writeString("threadIdx.x");
  if (tags == Tags::Four) {
    out.write<uint64_t>(1);
    out.write<int32_t>(0);
  }
}
void writeKernels(ByteWriter& out, Tags tags = Tags::Four) {
  out.write<uint64_t>(2);
  writeKernel(out, "k0", tags);
  writeKernel(out, "k1", tags);
}
void writeSources(ByteWriter& out, const std::string& text = "source of ") {
  out.write<uint64_t>(2);
  for (const char* name : {"k0", "k1"}) {
    out.writeString(name);
    out.writeString(text + name);
  }
}
DecodedPayload decode(std::string_view kind, ByteWriter& out, LibraryEra era = LibraryEra::From022) {
  auto decoded = decodePayload(kind, era, Bytes::own(out.take()));
  EXPECT_TRUE(decoded.ok()) << decoded.error().text();
  return decoded.ok() ? *std::move(decoded) : DecodedPayload{};
}
CodeModule code(const DecodedPayload& decoded) {
  const auto* module = std::get_if<CodeModule>(&decoded.value);
  EXPECT_NE(module, nullptr);
  return module != nullptr ? *module : CodeModule{};
}
void expectKernels(const CodeModule& module) {
  ASSERT_EQ(module.kernels.size(), 2u);
  EXPECT_EQ(module.kernels[1].name, "k1");
  EXPECT_EQ(module.kernels[1].argTypes.at(0).name(), "handle");
  EXPECT_EQ(module.kernels[1].launchTags, (std::vector<std::string>{"blockIdx.x", "threadIdx.x"}));
}
void expectSources(const CodeModule& module) {
  ASSERT_EQ(module.parts.size(), 2u);
  EXPECT_EQ(module.parts[1].name, "k1");
  EXPECT_EQ(module.parts[1].bytes.text(), "source of k1");
}

TEST(Payloads, CudaAsTvmWroteIt) {
  const auto decoded = decodePayload("cuda", LibraryEra::From022, test::bytesFromHex(kCudaHex));
  ASSERT_TRUE(decoded.ok()) << decoded.error().text();
  const CodeModule module = code(*decoded);
  EXPECT_EQ(module.format, "cubin");
  ASSERT_EQ(module.parts.size(), 1u);
  EXPECT_EQ(module.parts[0].content, "fatbin");
  EXPECT_FALSE(module.parts[0].isText);
  ASSERT_EQ(module.kernels.size(), 1u);
  EXPECT_EQ(module.kernels[0].name, "add_kernel");
  EXPECT_EQ(module.kernels[0].argTypes.size(), 3u);
  EXPECT_EQ(module.kernels[0].argExtraTags, (std::vector<int32_t>{0, 0, 0}));
  EXPECT_TRUE(decoded->note.empty());
}

TEST(Payloads, EveryTruncationOfACudaModuleIsRefused) {
  const Bytes whole = test::bytesFromHex(kCudaHex);
  for (size_t length = 0; length < whole.size(); ++length)
    EXPECT_FALSE(decodePayload("cuda", LibraryEra::From022, whole.slice(0, length)).ok()) << length;
}

TEST(Payloads, DeviceKindsOfOneLayout) {
  for (const char* kind : {"cuda", "hip", "hsaco", "rocm", "opencl", "hexagon"})
    for (const Tags tags : {Tags::Three, Tags::Four}) {
      ByteWriter out;
      out.writeString("label");
      writeKernels(out, tags);
      out.writeString("text of the code");
      const CodeModule module = code(decode(kind, out, tags == Tags::Four ? LibraryEra::From022 : LibraryEra::UpTo020));
      EXPECT_EQ(module.format, "label");
      expectKernels(module);
      EXPECT_EQ(module.parts.at(0).bytes.text(), "text of the code") << kind;
    }
}

TEST(Payloads, MetalOfThreeLayouts) {
  for (const LibraryEra era : {LibraryEra::UpTo020, LibraryEra::Tvm021, LibraryEra::From022}) {
    const Tags tags = era == LibraryEra::UpTo020 ? Tags::Three : Tags::Four;
    ByteWriter now;
    now.writeString("metal");
    writeKernels(now, tags);
    writeSources(now);
    CodeModule module = code(decode("metal", now, era));
    EXPECT_EQ(module.layout, "TVM 0.24 or later");
    expectKernels(module);
    expectSources(module);
    EXPECT_EQ(module.parts[0].content, "Metal source");

    ByteWriter middle;
    middle.writeString("0.1.0");
    writeSources(middle);
    writeKernels(middle, tags);
    middle.writeString("metal");
    module = code(decode("metal", middle, era));
    EXPECT_EQ(module.layout, "TVM 0.17 to 0.23");
    EXPECT_EQ(module.format, "metal");
    expectKernels(module);
    expectSources(module);

    ByteWriter old;
    old.writeString("metal");
    writeKernels(old, tags);
    old.writeString("kernel void all() {}");
    module = code(decode("metal", old, era));
    EXPECT_EQ(module.layout, "TVM 0.16 or earlier");
    EXPECT_EQ(module.parts.size(), 1u);
  }
}

TEST(Payloads, VulkanShadersAreTheirWords) {
  for (const bool framed : {true, false}) {
    ByteWriter out;
    out.writeString("vulkan");
    writeKernels(out);
    out.write<uint64_t>(1);
    out.writeString("k0");
    ByteWriter shader;
    shader.write<uint32_t>(1);
    shader.write<uint64_t>(2);
    shader.write<uint32_t>(0x07230203);
    shader.write<uint32_t>(0x00010000);
    if (framed) out.write<uint64_t>(shader.size());
    out.writeBytes(shader.buffer());
    const CodeModule module = code(decode("vulkan", out));
    expectKernels(module);
    ASSERT_EQ(module.parts.size(), 1u);
    EXPECT_EQ(module.parts[0].content, "SPIR-V");
    EXPECT_EQ(module.parts[0].bytes.size(), 8u);
    EXPECT_EQ(module.layout, framed ? "TVM 0.24 or later" : "TVM 0.23 or earlier");
  }
}

TEST(Payloads, WebGpuHasNoFormat) {
  ByteWriter out;
  writeKernels(out);
  writeSources(out);
  const CodeModule module = code(decode("webgpu", out));
  EXPECT_TRUE(module.format.empty());
  expectKernels(module);
  expectSources(module);
  EXPECT_EQ(module.parts[0].content, "WGSL source");
}

TEST(Payloads, SourcesAndObjects) {
  ByteWriter source;
  source.writeString("int f() { return 1; }");
  source.writeString("c");
  source.write<uint64_t>(1);
  source.writeString("f");
  source.write<uint64_t>(1);
  source.writeString("w0");
  CodeModule module = code(decode("c", source));
  EXPECT_EQ(module.format, "c");
  EXPECT_EQ(module.parts.at(0).content, "C source");
  EXPECT_EQ(module.kernels.at(0).name, "f");
  EXPECT_EQ(module.constants, std::vector<std::string>{"w0"});

  ByteWriter object;
  object.writeString("!<arch>\n");
  object.write<uint64_t>(2);
  object.writeString("f");
  object.writeString("g");
  module = code(decode("static_library", object));
  EXPECT_EQ(module.parts.at(0).content, "ar archive");
  EXPECT_EQ(module.kernels.size(), 2u);
}

TEST(Payloads, ConstLoaderAsTvmWroteIt) {
  const auto decoded = decodePayload("const_loader", LibraryEra::From022, test::bytesFromHex(kConstLoaderHex));
  ASSERT_TRUE(decoded.ok()) << decoded.error().text();
  const auto* module = std::get_if<ConstantsModule>(&decoded->value);
  ASSERT_NE(module, nullptr);
  ASSERT_EQ(module->tensors.size(), 1u);
  EXPECT_EQ(module->tensors[0].name, "w0");
  EXPECT_EQ(module->tensors[0].value.shape, std::vector<int64_t>{2});
  ASSERT_EQ(module->needs.size(), 1u);
  EXPECT_EQ(module->needs[0].symbol, "sym_a");
  EXPECT_EQ(module->needs[0].names, std::vector<std::string>{"w0"});
  EXPECT_EQ(decoded->size, 129u);
}

void writeGraph(ByteWriter& out) {
  out.writeString("subgraph_0");
  out.writeString("{\"nodes\": []}");
  out.write<uint64_t>(1);
  out.writeString("w0");
}

TEST(Payloads, GraphsOfListedAndUnlistedAccelerators) {
  for (const char* kind : {"dnnl_json", "tensorrt", "json", "somebody_elses"})
    for (const bool more : {false, true}) {
      ByteWriter out;
      writeGraph(out);
      if (more) out.writeString("appended");
      const DecodedPayload decoded = decode(kind, out);
      const auto* graph = std::get_if<GraphModule>(&decoded.value);
      ASSERT_NE(graph, nullptr) << kind;
      EXPECT_EQ(graph->symbol, "subgraph_0");
      EXPECT_EQ(graph->json.text(), "{\"nodes\": []}");
      EXPECT_EQ(graph->constants, std::vector<std::string>{"w0"});
      EXPECT_EQ(graph->rest.size(), more ? 16u : 0u);
    }
}

TEST(Payloads, UnknownKindsStayWhatTheyAre) {
  const auto decoded = decodePayload("strange", LibraryEra::From022, Bytes::copyOf("anything"));
  ASSERT_TRUE(decoded.ok());
  EXPECT_TRUE(std::holds_alternative<std::monostate>(decoded->value));
  uint64_t strayed = 0;
  EXPECT_FALSE(decodeUnframed("strange", LibraryEra::UpTo020, Bytes::copyOf("anything"), strayed).ok());
}

TEST(Payloads, BytesAfterTheEndAreReported) {
  ByteWriter out;
  writeKernels(out);
  writeSources(out);
  out.write<uint32_t>(7);
  const DecodedPayload decoded = decode("webgpu", out);
  EXPECT_TRUE(std::holds_alternative<CodeModule>(decoded.value));
  EXPECT_TRUE(contains(decoded.note, "4 bytes after"));
}

TEST(Payloads, NameCodeByItsFirstBytes) {
  const struct {
    std::string_view kind, code;
    const char* content;
    bool text;
  } cases[] = {{"cuda", "\n#ifdef __CUDACC_RTC__\n", "CUDA C++ source", true},
               {"cuda", "//\n.version 8.0\n.target sm_80\n", "PTX", true},
               {"cuda", "// a remark\nextern \"C\" __global__ void k() {}", "CUDA C++ source", true},
               {"cuda",
                "\x7f"
                "ELF\2\1",
                "cubin", false},
               {"hip",
                "\x7f"
                "ELF\2\1",
                "AMD GPU code object", false},
               {"hip", "__CLANG_OFFLOAD_BUNDLE__x", "clang offload bundle", false},
               {"hip", "#include <hip/hip_runtime.h>", "HIP C++ source", true},
               {"opencl", "__kernel void k() {}", "OpenCL C source", true},
               {"opencl", std::string_view("\x03\x02\x23\x07", 4), "SPIR-V", false},
               {"cuda", "", "unknown", false},
               {"cuda", std::string_view("\0\1\2", 3), "unknown", false}};
  for (const auto& c : cases) {
    ByteWriter out;
    out.writeString("label");
    out.write<uint64_t>(0);
    out.writeString(c.code);
    const CodeModule module = code(decode(c.kind, out));
    EXPECT_EQ(module.parts.at(0).content, c.content) << c.code;
    EXPECT_EQ(module.parts.at(0).isText, c.text) << c.code;
  }
}

TEST(LaunchTags, HaveAGrammar) {
  const struct {
    const char* tag;
    LaunchTagKind kind;
    char dimension;
    bool value;
    const char* text;
  } cases[] = {{"blockIdx.x", LaunchTagKind::BlockIdx, 'x', true, "block.x"},
               {"threadIdx.z", LaunchTagKind::ThreadIdx, 'z', true, "thread.z"},
               {"clusterCtaIdx.y", LaunchTagKind::ClusterIdx, 'y', true, "cluster.y"},
               {"preferredClusterCtaIdx.x", LaunchTagKind::PreferredClusterIdx, 'x', true, "preferred cluster.x"},
               {"vthread.x", LaunchTagKind::VirtualThread, 0, true, "vthread.x"},
               {"cthread", LaunchTagKind::VirtualThread, 0, true, "cthread"},
               {"tir.use_dyn_shared_memory", LaunchTagKind::SharedMemory, 0, true, "shared memory"},
               {"tirx.use_dyn_shared_memory", LaunchTagKind::SharedMemory, 0, true, "shared memory"},
               {"tir.use_programtic_dependent_launch", LaunchTagKind::DependentLaunch, 0, false, "dependent launch"},
               {"tirx.use_cooperative_launch", LaunchTagKind::CooperativeLaunch, 0, false, "cooperative"},
               {"paramWriteAccess:[1,0,0]", LaunchTagKind::WriteAccess, 0, false, "writes [1,0,0]"},
               {"blockIdx.w", LaunchTagKind::Unknown, 0, true, "blockIdx.w"},
               {"blockIdx", LaunchTagKind::Unknown, 0, true, "blockIdx"}};
  for (const auto& c : cases) {
    const LaunchTag tag = parseLaunchTag(c.tag);
    EXPECT_EQ(tag.kind, c.kind) << c.tag;
    EXPECT_EQ(tag.dimension, c.dimension) << c.tag;
    EXPECT_EQ(tag.takesValue, c.value) << c.tag;
    EXPECT_EQ(launchTagText(c.tag), c.text);
  }
}

TEST(LaunchTags, SharedMemoryComesLast) {
  EXPECT_EQ(launchTagsProblem({"blockIdx.x", "tirx.use_cooperative_launch", "tirx.use_dyn_shared_memory"}), "");
  EXPECT_EQ(launchValueCount({"blockIdx.x", "tirx.use_cooperative_launch", "tirx.use_dyn_shared_memory"}), 2u);
  EXPECT_TRUE(contains(launchTagsProblem({"tir.use_dyn_shared_memory", "blockIdx.x"}), "not the last"));
  EXPECT_TRUE(contains(launchTagsProblem({"warp.x"}), "unknown"));
}

}  // namespace
}  // namespace relaxscope
