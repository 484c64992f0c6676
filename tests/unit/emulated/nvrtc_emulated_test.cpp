// SPDX-License-Identifier: Apache-2.0
// The emulated NVRTC's own functions, called as a program calls them: options, messages at their line, what it leaves.
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "tests/support/scratch_folder.h"
#include "tests/unit/emulated/kernel_program.h"

namespace relaxscope::test {
namespace {

using ProgramHandle = void*;

struct Compiler {
  Compiler() {
    void* library = dlopen(RELAXSCOPE_EMULATED_NVRTC, RTLD_NOW | RTLD_LOCAL);
    EXPECT_NE(library, nullptr) << dlerror();
    const auto find = [&](const char* name, auto& function) {
      function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, name));
      EXPECT_NE(function, nullptr) << name;
    };
    find("nvrtcVersion", version);
    find("nvrtcGetErrorString", errorString);
    find("nvrtcGetNumSupportedArchs", archCount);
    find("nvrtcGetSupportedArchs", archs);
    find("nvrtcCreateProgram", create);
    find("nvrtcDestroyProgram", destroy);
    find("nvrtcCompileProgram", compile);
    find("nvrtcGetProgramLogSize", logSize);
    find("nvrtcGetProgramLog", getLog);
    find("nvrtcGetCUBINSize", cubinSize);
    find("nvrtcGetCUBIN", getCubin);
    find("nvrtcGetPTXSize", ptxSize);
    find("nvrtcGetPTX", getPtx);
  }

  /// Compiles; the status. Log, cubin and PTX are read afterwards.
  int run(const std::string& source, std::vector<const char*> options, std::vector<const char*> headers = {},
          std::vector<const char*> headerNames = {}) {
    ProgramHandle program = nullptr;
    EXPECT_EQ(create(&program, source.c_str(), "kernels.cu", static_cast<int>(headers.size()), headers.data(),
                     headerNames.data()),
              0);
    const int status = compile(program, static_cast<int>(options.size()), options.data());
    const auto read = [&](auto size, auto get) {
      size_t count = 0;
      EXPECT_EQ(size(program, &count), 0);
      std::string text(count, '\0');
      EXPECT_EQ(get(program, text.data()), 0);
      return text;
    };
    log = read(logSize, getLog);
    cubin = read(cubinSize, getCubin);
    ptx = read(ptxSize, getPtx);
    EXPECT_EQ(destroy(&program), 0);
    EXPECT_EQ(program, nullptr);
    return status;
  }

  int (*version)(int*, int*);
  const char* (*errorString)(int);
  int (*archCount)(int*);
  int (*archs)(int*);
  int (*create)(ProgramHandle*, const char*, const char*, int, const char* const*, const char* const*);
  int (*destroy)(ProgramHandle*);
  int (*compile)(ProgramHandle, int, const char* const*);
  int (*logSize)(ProgramHandle, size_t*);
  int (*getLog)(ProgramHandle, char*);
  int (*cubinSize)(ProgramHandle, size_t*);
  int (*getCubin)(ProgramHandle, char*);
  int (*ptxSize)(ProgramHandle, size_t*);
  int (*getPtx)(ProgramHandle, char*);
  std::string log, cubin, ptx;
};

/// A variable of the environment, as it was at the end of the scope.
struct WithVariable {
  WithVariable(const char* name, const std::string& value) : name_(name) {
    if (const char* old = std::getenv(name); old != nullptr) old_ = old;
    setenv(name, value.c_str(), 1);
  }
  ~WithVariable() { old_ ? setenv(name_, old_->c_str(), 1) : unsetenv(name_); }
  const char* name_;
  std::optional<std::string> old_;
};

constexpr const char* kGood = "extern \"C\" __global__ void one(float* a) { a[0] = 1.0f; }\n";

TEST(EmulatedNvrtc, SaysWhatItIs) {
  Compiler nvrtc;
  int major = 0, minor = -1, count = 0;
  EXPECT_EQ(nvrtc.version(&major, &minor), 0);
  EXPECT_EQ(major, 13);
  EXPECT_EQ(minor, 0);
  EXPECT_EQ(nvrtc.archCount(&count), 0);
  std::vector<int> archs(static_cast<size_t>(count));
  EXPECT_EQ(nvrtc.archs(archs.data()), 0);
  EXPECT_EQ(archs, (std::vector<int>{75, 80, 86, 87, 88, 89, 90, 100, 103, 110, 120, 121}));
  EXPECT_STREQ(nvrtc.errorString(6), "NVRTC_ERROR_COMPILATION");
  EXPECT_STREQ(nvrtc.errorString(99), "NVRTC_ERROR unknown");
}

TEST(EmulatedNvrtc, CompilesToAnImageOfTheHost) {
  RS_NEEDS_COMPILER();
  const ScratchFolder folder;
  const WithVariable temporary("TMPDIR", folder.path().string());
  Compiler nvrtc;
  EXPECT_EQ(nvrtc.run(kGood, {"--gpu-architecture=sm_86", "-default-device", "--use_fast_math", "-DNAME=1"}), 0);
  int status = 0;
  std::string why;
  const auto image = KernelImage::open({nvrtc.cubin.data(), nvrtc.cubin.size()}, status, why);
  ASSERT_NE(image, nullptr) << why;
  EXPECT_EQ(image->architecture(), 86);
  EXPECT_NE(image->find("one"), nullptr);
  EXPECT_NE(nvrtc.ptx.find(".target sm_86"), std::string::npos);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path())) << "temporary files are removed";
  EXPECT_EQ(nvrtc.run(kGood, {"--gpu-architecture=compute_80"}), 0);
  EXPECT_TRUE(nvrtc.cubin.empty()) << "a virtual architecture gives PTX only";
}

TEST(EmulatedNvrtc, RefusesOptions) {
  Compiler nvrtc;
  EXPECT_EQ(nvrtc.run(kGood, {"--gpu-architecture=sm_70"}), 5);
  EXPECT_EQ(nvrtc.run(kGood, {"--unknown-option"}), 5);
  EXPECT_NE(nvrtc.log.find("unrecognized option: --unknown-option"), std::string::npos) << nvrtc.log;
}

TEST(EmulatedNvrtc, ReportsErrorsAtTheirLine) {
  RS_NEEDS_COMPILER();
  Compiler nvrtc;
  EXPECT_EQ(nvrtc.run("\n\nextern \"C\" __global__ void k(float* a) {\n  a[0] = nothing;\n}\n", {}), 6);
  EXPECT_EQ(nvrtc.log.find("kernels.cu: In function"), 0u) << nvrtc.log;
  EXPECT_NE(nvrtc.log.find("kernels.cu(4): error: "), std::string::npos) << nvrtc.log;
  EXPECT_EQ(nvrtc.log.find("/tmp"), std::string::npos) << nvrtc.log;
  EXPECT_EQ(
      nvrtc.run("__device__ int f() {\n  int x;\n  asm volatile(\"mov.u32 %0, 1;\" : \"=r\"(x));\n  return x;\n}\n",
                {}),
      6);
  EXPECT_STREQ(nvrtc.log.c_str(), "kernels.cu(3): error: PTX assembler cannot run on the emulated GPU\n");
  EXPECT_EQ(nvrtc.run("__device__ void f() { asm volatile(\"\" ::: \"memory\"); }\n", {}), 0) << "orders memory only";
  EXPECT_EQ(nvrtc.run("__device__ int f();\nextern \"C\" __global__ void k(int* a) { a[0] = f(); }\n", {}), 6)
      << "a function without a definition";
}

TEST(EmulatedNvrtc, ReadsHeadersOfTheProgram) {
  RS_NEEDS_COMPILER();
  Compiler nvrtc;
  const std::string source =
      "#include \"parts/own.h\"\n#include <cuda/std/cstdint>\nextern \"C\" __global__ void k(cuda::std::int64_t* a) { *a = "
      "kOwn; }\n";
  EXPECT_EQ(nvrtc.run(source, {}, {"#define kOwn 5\n"}, {"parts/own.h"}), 0) << nvrtc.log;
  EXPECT_EQ(nvrtc.run(source, {}, {"#define kOwn 5\n"}, {"../own.h"}), 6) << "a name that leads out of the folder";
}

TEST(EmulatedNvrtc, NeedsACompiler) {
  const WithVariable path("PATH", "/nonexistent"), chosen("CXX", "");
  Compiler nvrtc;
  EXPECT_EQ(nvrtc.run(kGood, {}), 6);
  EXPECT_STREQ(nvrtc.log.c_str(),
               "the emulated GPU needs a C++ compiler: none of $CXX, c++, g++ and clang++ was found on PATH\n");
}

TEST(EmulatedNvrtc, RefusesWhatIsNoProgram) {
  Compiler nvrtc;
  ProgramHandle program = nullptr;
  EXPECT_EQ(nvrtc.create(&program, nullptr, "a.cu", 0, nullptr, nullptr), 3);
  ASSERT_EQ(nvrtc.create(&program, kGood, "a.cu", 0, nullptr, nullptr), 0);
  ProgramHandle other = program;
  EXPECT_EQ(nvrtc.destroy(&program), 0);
  EXPECT_EQ(nvrtc.destroy(&other), 4);
  EXPECT_EQ(nvrtc.compile(other, 0, nullptr), 4);
  size_t bytes = 0;
  EXPECT_EQ(nvrtc.logSize(other, &bytes), 4);
}

TEST(EmulatedImages, OfRealGpusAreRefused) {
  const auto refusal = [](std::string bytes, int expected) {
    int status = 0;
    std::string why;
    bytes.resize(std::max<size_t>(bytes.size(), 64));
    EXPECT_EQ(KernelImage::open({bytes.data(), bytes.size()}, status, why), nullptr);
    EXPECT_EQ(status, expected) << why;
    return why;
  };
  std::string cubin(
      "\x7f"
      "ELF",
      4);
  cubin.resize(64);
  cubin[16] = 2;
  cubin[18] = static_cast<char>(190);
  EXPECT_EQ(refusal(cubin, 209), "the image is a cubin for real GPUs; the emulated GPU runs only CUDA source");
  EXPECT_EQ(refusal("\x50\xed\x55\xba", 209),
            "the image is a fatbin for real GPUs; the emulated GPU runs only CUDA source");
  EXPECT_EQ(refusal("//\n.version 8.0\n.target sm_80\n", 209),
            "the image is PTX; the emulated GPU runs only CUDA source");
  EXPECT_EQ(refusal("nothing", 200), "the image is neither a cubin nor a fatbin nor PTX");
}

}  // namespace
}  // namespace relaxscope::test
