// SPDX-License-Identifier: Apache-2.0
#include "vmcore/device/cuda/activity/cupti.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <new>
#include <utility>

#include "vmcore/device/cuda/library_search.h"
#include "vmcore/run/gpu_emulation.h"

namespace relaxscope::cuda::cupti {
namespace {

/// 4 MiB hold some 15,000 launches; filled buffers that wait take at most 512 MiB.
constexpr size_t kBufferBytes = size_t{4} << 20, kMostFilled = 128, kKeptFree = 16;
constexpr size_t kBufferAlignment = 8;
/// Names the library or its folder.
constexpr const char* kCuptiVariable = "RELAXSCOPE_CUPTI";

/// What CUPTI's threads and the recording's share.
struct Buffers {
  std::mutex mutex;
  std::vector<FilledBuffer> filled;
  std::vector<uint8_t*> free;
  uint64_t overflown = 0;
  bool wanted = true;  ///< what is filled
  decltype(Functions::nextRecord) nextRecord = nullptr;
};
Buffers& buffers() {
  static Buffers& made = *new Buffers;  // CUPTI's threads may outlive static objects
  return made;
}

void request(uint8_t** buffer, size_t* bytes, size_t* maxRecords) {
  *maxRecords = 0;  // as many as fit
  *bytes = kBufferBytes;
  {
    const std::lock_guard lock(buffers().mutex);
    if (!buffers().free.empty()) {
      *buffer = buffers().free.back();
      buffers().free.pop_back();
      return;
    }
  }
  // A null buffer is allowed, but releases before 12.9 crash with one.
  *buffer = static_cast<uint8_t*>(std::aligned_alloc(kBufferAlignment, kBufferBytes));
  if (*buffer == nullptr) *bytes = 0;
}

uint64_t countRecords(uint8_t* buffer, size_t validBytes) {
  uint64_t count = 0;
  uint8_t* record = nullptr;
  while (buffers().nextRecord(buffer, validBytes, &record) == Ok) ++count;
  return count;
}

void complete(void*, uint32_t, uint8_t* buffer, size_t, size_t validBytes) {
  if (buffer == nullptr) return;
  bool full = false;
  {
    const std::lock_guard lock(buffers().mutex);
    if (!buffers().wanted) validBytes = 0;
    full = buffers().filled.size() >= kMostFilled;
    if (!full && validBytes != 0) buffers().filled.push_back({buffer, validBytes});
  }
  if (!full && validBytes != 0) return;
  const uint64_t lost = validBytes == 0 ? 0 : countRecords(buffer, validBytes);
  {
    const std::lock_guard lock(buffers().mutex);
    buffers().overflown += lost;
  }
  returnBuffer(buffer);
}

void ignoreCallback(void*, int, uint32_t, const void*) {}

Result<void> bindCupti(void* library, Functions& functions) {
  const char* lacking = nullptr;
  enum class Needed : uint8_t { Required, Optional };
#define RS_CUPTI(member, symbol, needed, ...)                                              \
  functions.member = reinterpret_cast<decltype(functions.member)>(dlsym(library, symbol)); \
  if (functions.member == nullptr && Needed::needed == Needed::Required && lacking == nullptr) lacking = symbol;
#include "vmcore/device/cuda/activity/cupti_functions.def"
#undef RS_CUPTI
  if (functions.version == nullptr) return Error("");  // something else of that name
  if (lacking != nullptr) return Error(fmt::format("{} has no function {}", functions.path, lacking));
  const int status = functions.version(&functions.number);
  if (status != Ok) return Error(refusalText(functions, status));
  if (functions.number < kOldestCupti)
    return Error(fmt::format("CUPTI {} is too old; that of CUDA 12 or later is needed", versionText(functions.number)));
  return {};
}

/// The first library that can be used, or why the best one cannot.
Result<void> findInto(const Driver& driver, Functions& functions) {
  std::string why;
  for (const std::string& path : candidates(driver.version)) {
    void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) continue;
    functions = {};
    functions.path = path;
    if (const auto bound = bindCupti(library, functions)) return {};
    else if (why.empty()) why = bound.error().message;
  }
  if (!why.empty()) return Error(why);
  return Error(driver.isEmulated() ? "libcupti.so.13 of the emulated GPU was not found"
                                   : "libcupti was not found; it is part of the CUDA Toolkit (extras/CUPTI) and of "
                                     "the package nvidia-cuda-cupti");
}

Result<void> openInto(const Driver& driver, Functions& functions) {
  if (auto found = findInto(driver, functions); !found.ok()) return found;
  buffers().nextRecord = functions.nextRecord;
  // Subscribed first, though no callback is used: the answer tells of another tool.
  Subscriber subscriber = nullptr;
  if (const int status = functions.subscribe(&subscriber, ignoreCallback, nullptr); status != Ok)
    return Error(refusalText(functions, status));
  if (const int status = functions.registerCallbacks(request, complete); status != Ok) {
    functions.unsubscribe(subscriber);
    return Error(refusalText(functions, status));
  }
  return {};
}

/// Folders of the CUDA Toolkit and of Python packages.
std::vector<std::filesystem::path> folders(const LibrarySearch& search, int major) {
  std::vector<std::filesystem::path> all;
  for (const std::string& toolkit : toolkitFolders())
    for (const char* way : {"extras/CUPTI/lib64", "lib64"}) all.push_back(std::filesystem::path(toolkit) / way);
  for (const std::string& packages : search.sitePackages)
    for (const std::string& way : {fmt::format("nvidia/cu{}/lib", major), std::string("nvidia/cuda_cupti/lib")})
      all.push_back(std::filesystem::path(packages) / way);
  return all;
}

}  // namespace

std::string versionText(uint32_t number) {
  // Before CUDA 13 versions were counted: 18 is that of 11.8, 19 of 12.0, 24 of 12.6, 26 of 12.8.
  if (number >= 10'000) return fmt::format("{}.{}", number / 10'000, number % 10'000 / 100);
  return fmt::format("version {}", number);
}

std::string refusalText(const Functions& functions, int status) {
  switch (status) {
    case InsufficientPrivileges:
      return "the driver does not let this user trace (CUPTI_ERROR_INSUFFICIENT_PRIVILEGES): run as root, or load the "
             "NVIDIA kernel module with NVreg_RestrictProfilingToAdminUsers=0 (RmProfilingAdminOnly: 0 in "
             "/proc/driver/nvidia/params)";
    case MultipleSubscribers:
      return "another tool already traces this process (CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED): Nsight "
             "Systems, Nsight Compute, cuda-gdb or compute-sanitizer";
    case CuptiNotInitialized:
      return "CUPTI cannot be initialized (CUPTI_ERROR_NOT_INITIALIZED): it may be newer than the driver";
    case VirtualizedDevice:
    case VirtualizedPrivileges: return "CUPTI does not trace this virtual GPU (vGPU)";
    case ConfidentialComputing: return "CUPTI does not trace a GPU in confidential computing mode";
    case CmpDevice: return "CUPTI does not trace mining processors (CMP)";
    case MigDevice: return "CUPTI does not trace a part of a GPU (MIG) in this mode";
    case SliDevice: return "CUPTI does not trace GPUs in SLI";
    case WslDevice: return "CUPTI does not trace this GPU under WSL";
    default: break;
  }
  const char* text = nullptr;  // some releases return without setting it
  if (functions.resultString == nullptr || functions.resultString(status, &text) != Ok) text = nullptr;
  return text != nullptr ? fmt::format("CUPTI fails: {}", text) : fmt::format("CUPTI fails with status {}", status);
}

std::vector<std::string> candidates(int driverVersion) {
  if (cudaIsEmulated()) {
    const std::string path = emulatedLibrary("libcupti.so.13");
    return path.empty() ? std::vector<std::string>{} : std::vector{path};
  }
  const LibrarySearch search = usualSearch(kCuptiVariable);
  if (!search.path.empty() && !std::filesystem::is_directory(search.path)) return {search.path};
  constexpr int kMajors[] = {14, 13, 12};
  const int driverMajor = driverVersion / 1000;
  std::vector<int> majors(std::begin(kMajors), std::end(kMajors));
  std::ranges::stable_sort(majors, {}, [&](int major) { return std::pair(major > driverMajor, -major); });
  std::vector<std::string> all;
  for (const int major : majors) {
    const std::string name = fmt::format("libcupti.so.{}", major);
    if (!search.path.empty()) {
      all.push_back((std::filesystem::path(search.path) / name).string());
      continue;
    }
    all.push_back(name);
    for (const auto& folder : folders(search, major)) all.push_back((folder / name).string());
  }
  return all;
}

Result<const Functions*> open(const Driver& driver) {
  static std::mutex mutex;
  static Functions& opened = *new Functions;
  static bool isOpen = false;
  const std::lock_guard lock(mutex);
  if (isOpen) return &opened;
  if (auto done = openInto(driver, opened); !done.ok()) return std::move(done).error();
  isOpen = true;
  return &opened;
}

std::vector<FilledBuffer> takeFilled() {
  const std::lock_guard lock(buffers().mutex);
  return std::exchange(buffers().filled, {});
}

void keepFilled(bool keep) {
  const std::lock_guard lock(buffers().mutex);
  buffers().wanted = keep;
}

void returnBuffer(uint8_t* buffer) {
  {
    const std::lock_guard lock(buffers().mutex);
    if (buffers().free.size() < kKeptFree) {
      buffers().free.push_back(buffer);
      return;
    }
  }
  std::free(buffer);
}

uint64_t takeOverflown() {
  const std::lock_guard lock(buffers().mutex);
  return std::exchange(buffers().overflown, 0);
}

}  // namespace relaxscope::cuda::cupti
