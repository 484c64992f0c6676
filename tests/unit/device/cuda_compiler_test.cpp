// SPDX-License-Identifier: Apache-2.0
// CUDA source through NVIDIA's own compiler, which needs no GPU, and through the emulated one; the cache on disk.
#include "vmcore/device/cuda/cuda_compiler.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/support/scratch_folder.h"
#include "tests/unit/device/real_nvrtc.h"
#include "vmcore/device/cuda/driver.h"
#include "vmcore/device/process.h"
#include "vmcore/format/loader.h"

namespace relaxscope::cuda {
namespace {

using test::realNvrtc;
using test::ScratchFolder;

/// The CUDA source inside of a library.
std::string sourceOf(const std::string& name) {
  const auto file = loadFile(std::string(RELAXSCOPE_TEST_DATA) + "/relax/" + name);
  if (!file || !file->library) return {};
  for (const auto& module : file->library->modules) {
    for (const auto& part : partsOf(module)) {
      if (part.content == "CUDA C++ source") return std::string(part.bytes.text());
    }
  }
  return {};
}
constexpr const char* kLibraries[] = {"softmax_cuda.so", "mlp_cuda.so", "mlp_cuda_graph.so", "mlp_dyn_cuda.so"};

int machineOf(const std::vector<char>& image) {
  return image.size() > 19 ? static_cast<unsigned char>(image[18]) + 256 * static_cast<unsigned char>(image[19]) : -1;
}

TEST(CudaCompiler, RealNvrtcMakesCubinsOfTheCorpus) {
  RS_NEEDS_NVRTC(nvrtc);
  for (const char* name : kLibraries) {
    CompileRequest request;
    request.source = sourceOf(name);
    ASSERT_FALSE(request.source.empty()) << name;
    for (const int architecture : {80, 90}) {
      request.architecture = architecture;
      const auto compiled = compileCuda(request, *nvrtc, CompileCache({}));
      ASSERT_TRUE(compiled.ok()) << name << ": " << compiled.error().message;
      EXPECT_EQ(machineOf(compiled->image), 190) << name;
      EXPECT_FALSE(compiled->ptx || compiled->fromCache);
      EXPECT_EQ(compiled->log, "") << name;
    }
  }
}

TEST(CudaCompiler, ErrorsNameTheirLine) {
  RS_NEEDS_NVRTC(nvrtc);
  CompileRequest request;
  request.source = "extern \"C\" __global__ void k(float* a) {\n  a[0] = nothing;\n}\n";
  const auto compiled = compileCuda(request, *nvrtc, CompileCache({}));
  ASSERT_FALSE(compiled.ok());
  EXPECT_EQ(compiled.error().message, "kernels.cu:2: error: identifier \"nothing\" is undefined");
  request.source =
      "typedef CUtensorMap Map;\nextern \"C\" __global__ void k(const __grid_constant__ Map m, float* a) {\n  a[0] = nothing;\n}\n";
  const auto withMap = compileCuda(request, *nvrtc, CompileCache({}));
  ASSERT_FALSE(withMap.ok());
  EXPECT_EQ(withMap.error().message, "kernels.cu:3: error: identifier \"nothing\" is undefined");
}

TEST(CudaCompiler, NewerGpusGetPtx) {
  RS_NEEDS_NVRTC(nvrtc);
  CompileRequest request;
  request.source = sourceOf("softmax_cuda.so");
  request.architecture = 990;
  request.driverVersion = 99000;
  const auto compiled = compileCuda(request, *nvrtc, CompileCache({}));
  ASSERT_TRUE(compiled.ok()) << compiled.error().message;
  EXPECT_TRUE(compiled->ptx);
  EXPECT_NE(std::string(compiled->image.data(), compiled->image.size()).find(".entry softmax_kernel"),
            std::string::npos);
}

TEST(CudaCompiler, NvccStandsInForNvrtc) {
  CompileRequest request;
  request.source = sourceOf("softmax_cuda.so");
  const ScratchFolder folder;
  const CompileCache cache(folder.file("cache"));
  const auto compiled = compileWithNvcc(request, cache);
  if (!compiled.ok() && compiled.error().message == "nvcc was not found on PATH") GTEST_SKIP() << "no nvcc";
  ASSERT_TRUE(compiled.ok()) << compiled.error().message;
  EXPECT_EQ(machineOf(compiled->image), 190);
  EXPECT_TRUE(compileWithNvcc(request, cache)->fromCache);
}

TEST(CudaCompiler, TheEmulatedOneCompilesTheCorpusForTheHost) {
  const std::string path = emulatedLibrary("libnvrtc.so.13");
  ASSERT_FALSE(path.empty());
  const auto emulated = openNvrtc({path, {}});
  ASSERT_TRUE(emulated.ok()) << emulated.error().message;
  EXPECT_TRUE(emulated->isEmulated());
  if (std::string(emulated->emulatedIdentity()).empty()) GTEST_SKIP() << "no C++ compiler is on PATH";
  const ScratchFolder folder;
  const CompileCache cache(folder.file("cache"));
  for (const char* name : kLibraries) {
    CompileRequest request;
    request.source = sourceOf(name);
    const auto compiled = compileCuda(request, *emulated, cache);
    ASSERT_TRUE(compiled.ok()) << name << ": " << compiled.error().message;
    EXPECT_FALSE(compiled->fromCache);
    EXPECT_EQ(compiled->compiler, "emulated NVRTC 13.0");
    const auto again = compileCuda(request, *emulated, cache);
    ASSERT_TRUE(again.ok());
    EXPECT_TRUE(again->fromCache);
    EXPECT_EQ(again->image, compiled->image);
    // A real compiler's image is another one.
    std::string why;
    if (const auto nvrtc = realNvrtc(why)) { EXPECT_FALSE(compileCuda(request, *nvrtc, cache)->fromCache); }
  }
}

TEST(CudaCompiler, ChoosesAnArchitecture) {
  Nvrtc nvrtc;
  nvrtc.major = 13;
  nvrtc.architectures = {75, 80, 90, 120};
  const auto option = [&](int architecture, int driver, const char* source = "") {
    CompileRequest request;
    request.architecture = architecture;
    request.driverVersion = driver;
    request.source = source;
    const auto result = architectureOption(request, nvrtc);
    return result ? *result : result.error().message;
  };
  EXPECT_EQ(option(80, 12000), "sm_80");
  EXPECT_EQ(option(89, 12000), "sm_80");
  EXPECT_EQ(option(90, 13000), "sm_90");
  EXPECT_EQ(option(90, 13000, "wgmma.mma_async"), "sm_90a");
  EXPECT_EQ(option(130, 13000), "compute_120");
  EXPECT_EQ(
      option(130, 12040),
      "NVRTC 13.0 does not know GPUs of compute capability 13.0, and the driver, which supports CUDA 12.4, cannot "
      "load its PTX; install a newer CUDA Toolkit or driver");
  EXPECT_EQ(option(70, 13000),
            "NVRTC 13.0 does not compile for GPUs of compute capability 7.0 (it knows sm_75, sm_80, sm_90, sm_120)");
  nvrtc.architectures.clear();
  EXPECT_EQ(option(70, 13000), "sm_70");
}

TEST(CudaCompiler, ReadsCompilersMessages) {
  EXPECT_EQ(
      errorsOf(
          "a.cu(3): warning #177-D: x\n\na.cu(12): error: y is undefined\n    y\n    ^\n\na.cu(14): error: z\n2 errors "
          "detected.\n"),
      "a.cu:12: error: y is undefined\na.cu:14: error: z");
  EXPECT_EQ(errorsOf("a.cu(1): catastrophic error: could not open source file \"x.h\""),
            "a.cu:1: catastrophic error: could not open source file \"x.h\"");
  EXPECT_EQ(errorsOf("something else\n\n"), "something else");
}

TEST(CudaCompiler, NamesWhatWasSearched) {
  const auto missing = openNvrtc({"/nonexistent/libnvrtc.so.13", {}});
  ASSERT_FALSE(missing.ok());
  EXPECT_EQ(missing.error().message,
            "NVRTC, which compiles CUDA source, was not found (searched: /nonexistent/libnvrtc.so.13)");
}

TEST(CompileCache, KeepsWholeImagesOnly) {
  const ScratchFolder folder;
  const CompileCache cache(folder.file("kernels"));
  const std::string key = CacheKey().add("source").add("options").finish();
  EXPECT_EQ(key.size(), 64u);
  EXPECT_NE(key, CacheKey().add("sourceo").add("ptions").finish());
  EXPECT_EQ(cache.find(key), std::nullopt);
  const std::vector<char> image = {'\x7f', 'E', 'L', 'F', 0, 1, 2};
  cache.store(key, image);
  EXPECT_EQ(cache.find(key), image);
  const std::string file = folder.file("kernels/" + key + ".image");
  std::filesystem::resize_file(file, std::filesystem::file_size(file) - 1);
  EXPECT_EQ(cache.find(key), std::nullopt) << "cut off";
  EXPECT_FALSE(std::filesystem::exists(file)) << "and removed";
  cache.store(key, image);
  std::fstream damaged(file, std::ios::in | std::ios::out | std::ios::binary);
  damaged.seekp(-1, std::ios::end);
  damaged.put('x');
  damaged.close();
  EXPECT_EQ(cache.find(key), std::nullopt) << "changed";
}

TEST(CompileCache, RemovesWhatWasNotUsedForLongest) {
  const ScratchFolder folder;
  const CompileCache cache(folder.file("kernels"), 3000);
  const std::vector<char> image(900, 'x');
  const auto file = [&](const char* key) { return folder.file("kernels/" + std::string(key) + ".image"); };
  cache.store("first", image);
  cache.store("second", image);
  const auto now = std::filesystem::file_time_type::clock::now();
  std::filesystem::last_write_time(file("first"), now - std::chrono::hours(2));
  std::filesystem::last_write_time(file("second"), now - std::chrono::hours(1));
  EXPECT_TRUE(cache.find("first").has_value()) << "used now";
  cache.store("third", image);
  cache.store("fourth", image);
  EXPECT_FALSE(std::filesystem::exists(file("second")));
  EXPECT_TRUE(std::filesystem::exists(file("first")));
  EXPECT_TRUE(std::filesystem::exists(file("fourth")));
}

TEST(CompileCache, WithoutAFolderKeepsNothing) {
  CompileCache({}).store("key", {1});
  EXPECT_EQ(CompileCache({}).find("key"), std::nullopt);
  CompileCache("/proc/nonexistent").store("key", {1});
  EXPECT_EQ(CompileCache("/proc/nonexistent").find("key"), std::nullopt);
}

TEST(Process, RunsWithoutAShell) {
  const auto said = runProcess({"echo", "a  b", "$HOME;"}, std::chrono::seconds(60));
  ASSERT_TRUE(said.ok());
  EXPECT_EQ(said->output, "a  b $HOME;\n");
  EXPECT_EQ(runProcess({"false"}, std::chrono::seconds(60))->exitCode, 1);
  EXPECT_EQ(runProcess({"sh", "-c", "kill -9 $$"}, std::chrono::seconds(60))->exitCode, 137);
  EXPECT_EQ(runProcess({"sh", "-c", "printf 123456"}, std::chrono::seconds(60), 4)->output, "1234");
  EXPECT_TRUE(runProcess({"sleep", "60"}, std::chrono::seconds(1))->timedOut);
  EXPECT_FALSE(runProcess({"/nonexistent/program"}, std::chrono::seconds(60)).ok());
}

}  // namespace
}  // namespace relaxscope::cuda
