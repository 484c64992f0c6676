// SPDX-License-Identifier: Apache-2.0
#include "vmcore/device/cuda/cublas/cublas.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <vector>

#include "vmcore/device/cuda/driver.h"
#include "vmcore/device/cuda/opened_once.h"
#include "vmcore/run/gpu_emulation.h"

namespace relaxscope::cuda::blas {
namespace {

struct Release {
  const char* name;
  int major;
};
constexpr Release kReleases[] = {{"libcublas.so.13", 13}, {"libcublas.so.12", 12}, {"libcublas.so.11", 11}};

/// That of the driver's CUDA first: a later one may not work with it.
std::vector<const char*> namesFor(int driverMajor) {
  std::vector<const char*> names;
  for (const bool later : {false, true})
    for (const Release& release : kReleases)
      if ((driverMajor != 0 && release.major > driverMajor) == later) names.push_back(release.name);
  return names;
}

/// Returns the first function that the library lacks, or null.
const char* bindCublas(void* library, Cublas& cublas) {
  const char* lacking = nullptr;
  const auto find = [&](const char* symbol, auto& function, bool needed) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, symbol));
    if (function == nullptr && needed && lacking == nullptr) lacking = symbol;
  };
#define RS_CUBLAS(member, symbol, ...) find(symbol, cublas.member, true);
#include "vmcore/device/cuda/cublas/functions.def"
#include "vmcore/device/cuda/cublas/lt_functions.def"  // of libcublasLt, which libcublas depends on
#undef RS_CUBLAS
  find("cublasGetStatusName", cublas.statusName, false);
  find("cublasGetStatusString", cublas.statusString, false);
  find("rsEmulatedCublasFault", cublas.faultText, false);
  return lacking;
}

Result<Cublas> openForDevice() {
  if (!cudaIsEmulated()) {
    const auto found = driver();
    return openCublas(usualSearch(kCublasVariable), found ? (*found)->version / 1000 : 0);
  }
  const std::string path = emulatedLibrary("libcublas.so.13");
  if (path.empty()) return Error("the emulated GPU is not installed (lib/relaxscope/emulated/libcublas.so.13)");
  return openCublas({path, {}});
}

}  // namespace

std::string Cublas::name() const {
  return fmt::format("{}cuBLAS {}.{}", isEmulated() ? "emulated " : "", major, minor);
}

std::string Cublas::statusText(int status) const {
  std::string text = statusName != nullptr ? statusName(status) : fmt::format("cuBLAS status {}", status);
  if (statusString != nullptr) text += fmt::format(" ({})", statusString(status));
  if (faultText != nullptr)
    if (const char* why = faultText(); why != nullptr && *why != '\0') text += fmt::format(": {}", why);
  return text;
}

Result<Cublas> openCublas(const LibrarySearch& search, int driverMajor) {
  OpenedLibrary opened = openFirst(search, namesFor(driverMajor), {});
  if (opened.library == nullptr && !opened.why.empty())
    return Error(fmt::format("cuBLAS cannot be opened: {}", opened.why));
  if (opened.library == nullptr) {
    return Error(
        fmt::format("cuBLAS was not found (searched: {}); install the CUDA Toolkit, or NVIDIA's package "
                    "nvidia-cublas for Python",
                    fmt::join(opened.searched, ", ")));
  }
  Cublas found;
  found.path = std::move(opened.path);
  if (const char* lacking = bindCublas(opened.library, found); lacking != nullptr)
    return Error(fmt::format("{} lacks {}", found.path, lacking));
  for (const auto& [property, value] : {std::pair{MajorVersion, &found.major}, std::pair{MinorVersion, &found.minor}})
    if (const int status = found.property(property, value); status != Success)
      return Error(fmt::format("{}: cublasGetProperty: {}", found.path, found.statusText(status)));
  return found;
}

Result<const Cublas*> cublas() {
  static OpenedOnce<Cublas> opened;
  return opened.get(openForDevice);
}

}  // namespace relaxscope::cuda::blas
