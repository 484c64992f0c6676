// SPDX-License-Identifier: Apache-2.0
#include "vmcore/device/cuda/driver.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <cstring>
#include <filesystem>

#include "vmcore/device/cuda/opened_once.h"
#include "vmcore/run/gpu_emulation.h"

namespace relaxscope::cuda {
namespace {

constexpr int kOldestVersion = 11040;

enum class Needed : uint8_t { Required, Optional, Graphs };

/// Finds functions: through cuGetProcAddress where the driver has it, which returns the prototype of the version that
/// is asked for, else by their symbols.
class Lookup {
 public:
  explicit Lookup(void* library) : library_(library) {
    find("cuGetProcAddress_v2", getWithStatus_);
    find("cuGetProcAddress", get_);
  }
  template <class F>
  bool find(const char* symbol, F& function) const {
    function = reinterpret_cast<F>(dlsym(library_, symbol));
    return function != nullptr;
  }
  template <class F>
  bool find(const char* name, const char* symbol, int version, F& function) const {
    void* found = nullptr;
    if (getWithStatus_ != nullptr) {
      int status = 0;
      if (getWithStatus_(name, &found, version, kLegacyStream, &status) != Success) found = nullptr;
    } else if (get_ != nullptr) {
      if (get_(name, &found, version, kLegacyStream) != Success) found = nullptr;
    } else {
      found = dlsym(library_, symbol);
    }
    function = reinterpret_cast<F>(found);
    return function != nullptr;
  }

 private:
  void* library_;
  int (*getWithStatus_)(const char*, void**, int, uint64_t, int*) = nullptr;
  int (*get_)(const char*, void**, int, uint64_t) = nullptr;
};

/// Fills the table; returns the first required function that the driver lacks, or null.
const char* bindFunctions(const Lookup& lookup, Driver& driver) {
  const char* lacking = nullptr;
#define RS_CUDA(member, name, symbol, version, needed, ...)                 \
  if (!lookup.find(name, symbol, version, driver.member)) {                 \
    if (Needed::needed != Needed::Required) driver.missing.push_back(name); \
    else if (lacking == nullptr) lacking = name;                            \
  }
#include "vmcore/device/cuda/driver_functions.def"
#undef RS_CUDA
  return lacking;
}

/// What a failed cuInit means, for a person who can do something about it.
std::string initFault(const Driver& driver, int status) {
  switch (status) {
    case StubLibrary:
      return fmt::format("{} is the CUDA Toolkit's stub for linking, not a driver: install the NVIDIA driver",
                         driver.path);
    case NoDevice: return "the NVIDIA driver finds no GPU (CUDA_ERROR_NO_DEVICE)";
    case SystemDriverMismatch:
      return "the NVIDIA kernel module and libcuda are of different versions "
             "(CUDA_ERROR_SYSTEM_DRIVER_MISMATCH); restart the machine after a driver update";
    case CompatNotSupportedOnDevice:
      return "the CUDA forward compatibility package does not support this GPU "
             "(CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE)";
    case Unknown:
      return "the NVIDIA driver cannot be initialized (CUDA_ERROR_UNKNOWN): the device files may be missing; "
             "run nvidia-modprobe or nvidia-smi once as root";
    default: return fmt::format("the NVIDIA driver cannot be initialized: {}", statusText(driver, status));
  }
}

Result<Driver> open() {
  Driver driver;
  if (cudaIsEmulated()) {
    driver.path = emulatedLibrary("libcuda.so.1");
    if (driver.path.empty()) return Error("the emulated GPU is not installed (lib/relaxscope/emulated/libcuda.so.1)");
  } else {
    driver.path = "libcuda.so.1";
  }
  void* library = dlopen(driver.path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    const char* why = dlerror();
    if (why != nullptr && std::strstr(why, "cannot open shared object file: No such file") == nullptr)
      return Error(fmt::format("the NVIDIA driver library cannot be loaded: {}", why));
    return Error("the NVIDIA driver library libcuda.so.1 was not found");
  }
  const Lookup lookup(library);
  if (!lookup.find("cuInit", driver.init) || !lookup.find("cuDriverGetVersion", driver.driverVersion) ||
      !lookup.find("cuGetErrorName", driver.errorName) || !lookup.find("cuGetErrorString", driver.errorString))
    return Error("libcuda.so.1 lacks functions of the driver API");
  lookup.find(emulated::kSetExtents, driver.setExtents);
  lookup.find(emulated::kFaultText, driver.faultText);
  if (const int status = driver.init(0); status != Success) return Error(initFault(driver, status));
  if (driver.driverVersion(&driver.version) != Success) driver.version = 0;
  const char* lacking = bindFunctions(lookup, driver);
  if (driver.version < kOldestVersion || lacking != nullptr)
    return Error(fmt::format("the NVIDIA driver is too old: it supports CUDA {}, and CUDA {} or later is needed{}",
                             versionText(driver.version), versionText(kOldestVersion),
                             lacking == nullptr ? "" : fmt::format(" ({} is missing)", lacking)));
  return driver;
}

}  // namespace

std::string emulatedLibrary(const char* name) {
  // Beside the library that holds this code, or beside the program: bin/ and lib/ of one folder.
  Dl_info info{};
  std::vector<std::filesystem::path> folders;
  std::error_code failed;
  if (const auto program = std::filesystem::read_symlink("/proc/self/exe", failed); !failed)
    folders.push_back(program.parent_path());
  if (dladdr(reinterpret_cast<const void*>(&emulatedLibrary), &info) != 0 && info.dli_fname != nullptr)
    folders.push_back(std::filesystem::absolute(info.dli_fname, failed).parent_path());
  // From programs, installed, in the Python package and in a build; from the shared library, installed and in a build.
  for (const auto& folder : folders)
    for (const char* way :
         {RELAXSCOPE_EMULATED_FROM_BIN, "../lib/relaxscope/emulated", "../emulated", "emulated", "relaxscope/emulated"})
      if (const auto path = folder / way / name; std::filesystem::exists(path, failed))
        return path.lexically_normal().string();
  return {};
}

Result<const Driver*> driver() {
  static OpenedOnce<Driver> opened;
  return opened.get(open);
}

std::string statusText(const Driver& driver, int status) {
  const char *name = nullptr, *text = nullptr;
  if (driver.errorName != nullptr && driver.errorName(status, &name) != Success) name = nullptr;
  if (driver.errorString != nullptr && driver.errorString(status, &text) != Success) text = nullptr;
  std::string out = name != nullptr ? name : fmt::format("CUDA error {}", status);
  if (text != nullptr) out += fmt::format(" ({})", text);
  if (driver.faultText != nullptr)
    if (const char* fault = driver.faultText(); fault != nullptr && *fault != '\0') out += fmt::format(": {}", fault);
  return out;
}

bool isContextLost(int status) {
  switch (status) {
    case DeviceUnavailable:
    case IllegalAddress:
    case LaunchTimeout:
    case ContextIsDestroyed:
    case Assert:
    case HardwareStackError:
    case IllegalInstruction:
    case MisalignedAddress:
    case InvalidAddressSpace:
    case InvalidPc:
    case LaunchFailed:
    case Unknown: return true;
    default: return false;
  }
}

std::string versionText(int version) { return fmt::format("{}.{}", version / 1000, version % 1000 / 10); }

}  // namespace relaxscope::cuda
