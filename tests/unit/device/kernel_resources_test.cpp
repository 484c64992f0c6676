// SPDX-License-Identifier: Apache-2.0
// What kernels take, read from cubins of NVIDIA's own compiler, against what that compiler reports of them.
#include "vmcore/format/gpu/kernel_resources.h"

#include <gtest/gtest.h>

#include <map>
#include <regex>
#include <sstream>

#include "tests/unit/device/real_nvrtc.h"
#include "vmcore/format/gpu/ptx.h"
#include "vmcore/format/loader.h"

namespace relaxscope {
namespace {

constexpr const char* kSource = R"(
extern "C" __global__ void __launch_bounds__(128, 4) tile(float* a, int n) {
  __shared__ float s[256];
  __shared__ double d[32];
  s[threadIdx.x] = a[threadIdx.x];
  d[threadIdx.x & 31] = a[n];
  __syncthreads();
  a[threadIdx.x] = s[(threadIdx.x + 1) & 255] + d[(threadIdx.x + 3) & 31];
}
extern "C" __global__ void __launch_bounds__(256) spill(float* a, int n) {
  float v[100];
  for (int i = 0; i < 100; ++i) v[i] = a[i * n];
  for (int i = 0; i < n; ++i) v[(i * 7) % 100] += v[i % 100];
  float t = 0;
  for (int i = 0; i < 100; ++i) t += v[i] * a[i + n];
  a[threadIdx.x] = t;
}
extern "C" __global__ void dynamic(float* a) {
  extern __shared__ float x[];
  x[threadIdx.x] = a[threadIdx.x];
  __syncthreads();
  a[threadIdx.x] = x[31 - threadIdx.x];
}
extern "C" __global__ void bare(float* a, float b, long long c) { a[threadIdx.x] = b * c; }
)";

struct Compiled {
  std::string log, ptx;
  Bytes cubin;
};

template <class Size, class Get>
std::string outputOf(cuda::NvrtcProgram program, Size size, Get get) {
  size_t bytes = 0;
  EXPECT_EQ(size(program, &bytes), 0);
  std::string text(bytes, '\0');
  EXPECT_EQ(get(program, text.data()), 0);
  return text;
}

/// With the report of the assembler.
Compiled compile(const cuda::Nvrtc& nvrtc, const std::string& source, int architecture) {
  cuda::NvrtcProgram program = nullptr;
  EXPECT_EQ(nvrtc.createProgram(&program, source.c_str(), "k.cu", 0, nullptr, nullptr), 0);
  const std::string option = "--gpu-architecture=sm_" + std::to_string(architecture);
  const char* options[] = {option.c_str(), "--ptxas-options=-v"};
  const int status = nvrtc.compileProgram(program, 2, options);
  Compiled result;
  result.log = outputOf(program, nvrtc.logSize, nvrtc.log);
  EXPECT_EQ(status, 0) << result.log;
  if (status == 0) {
    result.cubin = Bytes::copyOf(outputOf(program, nvrtc.cubinSize, nvrtc.cubin));
    result.ptx = outputOf(program, nvrtc.ptxSize, nvrtc.ptx);
  }
  nvrtc.destroyProgram(&program);
  return result;
}

/// The numbers before "registers", "bytes smem", "bytes cmem[0]" and "bytes (cumulative) stack" of each kernel.
std::map<std::string, std::map<std::string, uint64_t>> reported(const std::string& log) {
  std::map<std::string, std::map<std::string, uint64_t>> kernels;
  std::istringstream lines(log);
  std::string line, kernel;
  std::smatch match;
  while (std::getline(lines, line)) {
    if (std::regex_search(line, match, std::regex("entry function '([^']+)'"))) kernel = match[1];
    for (const auto& [what, pattern] : {std::pair("registers", "Used (\\d+) registers"),
                                        {"shared", "(\\d+) bytes smem"},
                                        {"constant", "(\\d+) bytes cmem\\[0\\]"},
                                        {"frame", "(\\d+) bytes stack frame"},
                                        {"stack", "(\\d+) bytes cumulative stack size"}})
      if (std::regex_search(line, match, std::regex(pattern))) kernels[kernel][what] = std::stoull(match[1]);
  }
  return kernels;
}

TEST(KernelResources, AreThoseThatTheAssemblerReports) {
  RS_NEEDS_NVRTC(nvrtc);
  // Before and after registers moved to an attribute and shared memory got a reserve, and the newest.
  for (const int architecture : {80, 90, nvrtc->architectures.empty() ? 90 : nvrtc->architectures.back()}) {
    const Compiled code = compile(*nvrtc, kSource, architecture);
    const KernelResourceTable table = kernelResources("cubin", code.cubin);
    EXPECT_TRUE(table.notes.empty()) << table.notes[0];
    EXPECT_EQ(table.rows.size(), 4u);
    auto report = reported(code.log);
    for (const KernelResources& kernel : table.rows) {
      const std::string where = kernel.kernel + " for sm_" + std::to_string(architecture) + "\n" + code.log;
      auto& of = report[kernel.kernel];
      EXPECT_EQ(kernel.architecture, static_cast<uint32_t>(architecture)) << where;
      EXPECT_EQ(kernel.registers.value_or(0), of["registers"]) << where;
      EXPECT_EQ(kernel.sharedBytes, of["shared"]) << where;
      EXPECT_EQ(kernel.localBytes, std::max(of["frame"], of["stack"])) << where;
      // Reported for some architectures only.
      if (of.count("constant") != 0) { EXPECT_EQ(kernel.constantBytes, of["constant"]) << where; }
      EXPECT_GT(kernel.constantBytes.value_or(0), 0u) << where;
      EXPECT_EQ(kernel.maxThreads(), kernel.kernel == "tile" ? 128u : kernel.kernel == "spill" ? 256u : 0u) << where;
    }
    EXPECT_EQ(table.byKernel().at("tile")[0]->sharedBytes, 256 * sizeof(float) + 32 * sizeof(double));
    EXPECT_EQ(table.byKernel().at("spill")[0]->localBytes, 400u);
  }
}

TEST(KernelResources, OfPtxAgreeWithItsCubin) {
  RS_NEEDS_NVRTC(nvrtc);
  const Compiled code = compile(*nvrtc, kSource, 90);
  const KernelResourceTable table = kernelResources("cubin", code.cubin);
  const auto compiled = table.byKernel();
  const auto kernels = gpu::readPtx(code.ptx);
  EXPECT_EQ(kernels.size(), 4u);
  for (const KernelResources& kernel : kernels) {
    const KernelResources& other = *compiled.at(kernel.kernel).at(0);
    EXPECT_EQ(kernel.architecture, other.architecture);
    EXPECT_EQ(kernel.sharedBytes, other.sharedBytes) << kernel.kernel;
    EXPECT_EQ(kernel.maxBlock, other.maxBlock) << kernel.kernel;
    EXPECT_EQ(kernel.minBlocksPerSm.value_or(0), kernel.kernel == "tile" ? 4u : 0u);
  }
}

TEST(KernelResources, RequiredBlocksAreRead) {
  RS_NEEDS_NVRTC(nvrtc);
  if (nvrtc->major < 13) GTEST_SKIP() << nvrtc->name() << " does not know __block_size__";
  const Compiled code = compile(
      *nvrtc, "extern \"C\" __global__ void __block_size__((32, 2, 1)) k(float* a) { a[threadIdx.x] = 2; }\n", 90);
  auto rows = kernelResources("cubin", code.cubin).rows;
  for (const KernelResources& kernel : gpu::readPtx(code.ptx)) rows.push_back(kernel);
  EXPECT_EQ(rows.size(), 2u);
  for (const KernelResources& kernel : rows) {
    EXPECT_TRUE(kernel.blockRequired);
    EXPECT_EQ(kernel.maxBlock, (std::array<uint32_t, 3>{32, 2, 1}));
  }
}

TEST(KernelResources, OfTvmsKernelsAreThoseThatTheAssemblerReports) {
  RS_NEEDS_NVRTC(nvrtc);
  const auto file = loadFile(std::string(RELAXSCOPE_TEST_DATA) + "/relax/softmax_cuda.so");
  ASSERT_TRUE(file.ok() && file->library);
  const auto& module = file->library->modules.back();
  const auto* code = std::get_if<CodeModule>(&module.decoded);
  ASSERT_NE(code, nullptr);
  EXPECT_TRUE(code->resources.rows.empty());
  EXPECT_EQ(code->resources.notes,
            std::vector<std::string>{"registers, shared memory and occupancy are known once the source is compiled"});
  // Its head includes standard headers, which the kernel does without.
  std::string source(code->parts[0].bytes.text());
  const size_t head = source.find("#ifdef __CUDACC_RTC__"), rest = source.find("#if defined(__CUDA_ARCH__)");
  ASSERT_LT(head, rest);
  source.erase(head, rest - head);
  const Compiled compiled = compile(*nvrtc, source, 80);
  const KernelResourceTable table = kernelResources("cubin", compiled.cubin);
  ASSERT_EQ(table.rows.size(), 1u);
  auto of = reported(compiled.log)[table.rows[0].kernel];
  EXPECT_EQ(table.rows[0].registers.value_or(0), of["registers"]);
  EXPECT_EQ(table.rows[0].sharedBytes, of["shared"]);
  EXPECT_EQ(table.rows[0].maxThreads(), 256u);
}

}  // namespace
}  // namespace relaxscope
