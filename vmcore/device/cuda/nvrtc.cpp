// SPDX-License-Identifier: Apache-2.0
#include "vmcore/device/cuda/nvrtc.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>

namespace relaxscope::cuda {
namespace {

constexpr const char* kNames[] = {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2"};

/// Returns the first function that the library lacks, or null.
const char* bindNvrtc(void* library, Nvrtc& nvrtc) {
  const char* lacking = nullptr;
  const auto find = [&](const char* symbol, auto& function, bool needed = true) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, symbol));
    if (function == nullptr && needed && lacking == nullptr) lacking = symbol;
  };
  find("nvrtcVersion", nvrtc.getVersion);
  find("nvrtcGetErrorString", nvrtc.errorString);
  find("nvrtcGetNumSupportedArchs", nvrtc.archCount, false);
  find("nvrtcGetSupportedArchs", nvrtc.archs, false);
  find("nvrtcCreateProgram", nvrtc.createProgram);
  find("nvrtcDestroyProgram", nvrtc.destroyProgram);
  find("nvrtcCompileProgram", nvrtc.compileProgram);
  find("nvrtcGetProgramLogSize", nvrtc.logSize);
  find("nvrtcGetProgramLog", nvrtc.log);
  find("nvrtcGetCUBINSize", nvrtc.cubinSize);
  find("nvrtcGetCUBIN", nvrtc.cubin);
  find("nvrtcGetPTXSize", nvrtc.ptxSize);
  find("nvrtcGetPTX", nvrtc.ptx);
  find("rsEmulatedCompiler", nvrtc.emulatedIdentity, false);
  return lacking;
}

}  // namespace

std::string Nvrtc::name() const { return fmt::format("{}NVRTC {}.{}", isEmulated() ? "emulated " : "", major, minor); }

Result<Nvrtc> openNvrtc(const LibrarySearch& search) {
  OpenedLibrary opened = openFirst(search, kNames, "libnvrtc-builtins.so.");
  if (opened.library == nullptr) {
    return Error(fmt::format("NVRTC, which compiles CUDA source, was not found (searched: {})",
                             fmt::join(opened.searched, ", ")));
  }
  Nvrtc nvrtc;
  nvrtc.path = std::move(opened.path);
  if (const char* lacking = bindNvrtc(opened.library, nvrtc); lacking != nullptr) {
    return Error(fmt::format("{} lacks {}", nvrtc.path, lacking));
  }
  if (const int status = nvrtc.getVersion(&nvrtc.major, &nvrtc.minor); status != 0) {
    return Error(fmt::format("{}: nvrtcVersion: {}", nvrtc.path, nvrtc.errorString(status)));
  }
  int count = 0;
  constexpr int kMost = 1000;
  if (nvrtc.archs != nullptr && nvrtc.archCount != nullptr && nvrtc.archCount(&count) == 0 && count > 0 &&
      count < kMost) {
    nvrtc.architectures.resize(static_cast<size_t>(count));
    if (nvrtc.archs(nvrtc.architectures.data()) != 0) nvrtc.architectures.clear();
    std::sort(nvrtc.architectures.begin(), nvrtc.architectures.end());
  }
  return nvrtc;
}

}  // namespace relaxscope::cuda
