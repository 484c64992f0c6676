// SPDX-License-Identifier: Apache-2.0
#include "vmcore/emulated/cublas/library.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <cstring>
#include <exception>
#include <filesystem>
#include <map>
#include <mutex>

#include "vmcore/base/bytes/half_float.h"
#include "vmcore/device/cuda/emulation.h"
#include "vmcore/emulated/cublas/element.h"
#include "vmcore/emulated/library_kernel.h"

namespace relaxscope::emulated::blas {

using namespace cuda::blas;

namespace {

constexpr size_t kOwnMemory = 256;

/// Functions of the emulated driver in this library's folder.
struct DriverCalls {
  SubmitKernel submit = nullptr;
  FaultText faultText = nullptr;
  int (*contextGet)(cuda::Context*) = nullptr;
  int (*memAlloc)(cuda::DevicePointer*, size_t) = nullptr;
  int (*memFree)(cuda::DevicePointer) = nullptr;
  int (*captureStatus)(cuda::Stream, int*) = nullptr;
};

DriverCalls findDriverCalls() {
  DriverCalls calls;
  Dl_info info{};
  if (dladdr(reinterpret_cast<const void*>(&findDriverCalls), &info) == 0 || info.dli_fname == nullptr) return calls;
  const auto path = std::filesystem::path(info.dli_fname).parent_path() / "libcuda.so.1";
  void* const library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return calls;
  const auto find = [&](const char* name, auto& function) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, name));
  };
  find(kSubmitKernel, calls.submit);
  find(kFaultText, calls.faultText);
  find("cuCtxGetCurrent", calls.contextGet);
  find("cuMemAlloc_v2", calls.memAlloc);
  find("cuMemFree_v2", calls.memFree);
  find("cuStreamIsCapturing", calls.captureStatus);
  return calls;
}

const DriverCalls& driver() {
  static const DriverCalls calls = findDriverCalls();
  const bool complete = calls.submit != nullptr && calls.faultText != nullptr && calls.contextGet != nullptr &&
                        calls.memAlloc != nullptr && calls.memFree != nullptr && calls.captureStatus != nullptr;
  require(complete, NotInitialized, "the emulated driver is not in the library's folder, or lacks functions");
  return calls;
}

/// Throws Refusal with the driver's reason if a call of it failed.
void requireDriver(int driverStatus, int status) {
  if (driverStatus != cuda::Success) throw Refusal{status, driver().faultText()};
}

cuda::Context currentContext() {
  cuda::Context context = nullptr;
  requireDriver(driver().contextGet(&context), NotInitialized);
  require(context != nullptr, NotInitialized, "no context is current");
  return context;
}

/// Never destroyed: a program may call at its end.
struct Handles {
  std::mutex mutex;
  std::map<uint64_t, HandleState> all;
  uint64_t made = 0;
};
Handles& handles() {
  static auto* const all = new Handles;
  return *all;
}
/// Handles are numbers that are no addresses and that are never given twice.
constexpr uint64_t kHandleMark = uint64_t{0x5243} << 48;

std::string& lastFault() {
  thread_local std::string text;
  return text;
}

std::string kernelName(const char* function, const Gemm& gemm) {
  return fmt::format("{}_{}_{}_{}{}", function, elementName(gemm.a.type), elementName(gemm.result.type),
                     gemm.a.transposed ? 't' : 'n', gemm.b.transposed ? 't' : 'n');
}

}  // namespace

int enter(const char* function, const std::function<void()>& body) noexcept {
  lastFault().clear();
  try {
    body();
    return Success;
  } catch (const Refusal& refusal) {
    lastFault() = fmt::format("{}: {}", function, refusal.why);
    return refusal.status;
  } catch (const std::exception& error) {
    lastFault() = fmt::format("{}: {}", function, error.what());
    return InternalError;
  }
}

const char* faultText() { return lastFault().c_str(); }

double readFactor(int compute, const void* from, const char* name) {
  require(from != nullptr, InvalidValue, fmt::format("{}: is null", name));
  const auto read = [&](auto value) {
    std::memcpy(&value, from, sizeof value);
    return value;
  };
  switch (compute) {
    case Compute16F: return static_cast<double>(halfToFloat(read(uint16_t{})));
    case Compute32F: return static_cast<double>(read(float{}));
    case Compute64F: return read(double{});
    case Compute32I: return read(int32_t{});
    default: throw Refusal{NotSupported, fmt::format("computeType: the emulation does not know {}", compute)};
  }
}

Handle makeHandle() {
  HandleState state;
  state.context = currentContext();
  requireDriver(driver().memAlloc(&state.ownMemory, kOwnMemory), AllocFailed);
  const std::lock_guard hold(handles().mutex);
  const uint64_t value = kHandleMark | ++handles().made << 4;
  handles().all[value] = state;
  return reinterpret_cast<Handle>(value);
}

HandleState& stateOf(Handle handle) {
  require(handle != nullptr, NotInitialized, "handle: is null");
  const cuda::Context now = currentContext();
  const std::lock_guard hold(handles().mutex);
  const auto found = handles().all.find(reinterpret_cast<uint64_t>(handle));
  require(found != handles().all.end(), NotInitialized, "handle: was destroyed, or is not one");
  require(found->second.context == now, ExecutionFailed, "handle: belongs to another context than the current one");
  return found->second;
}

void destroyHandle(Handle handle) {
  const uint64_t own = stateOf(handle).ownMemory;
  {
    const std::lock_guard hold(handles().mutex);
    handles().all.erase(reinterpret_cast<uint64_t>(handle));
  }
  requireDriver(driver().memFree(own), InternalError);
}

void checkStream(cuda::Stream stream) {
  int status = 0;
  requireDriver(driver().captureStatus(stream, &status), InvalidValue);
}

void queueGemm(const char* function, const Gemm& gemm, const char* const (&names)[3], const Place& place) {
  if (gemm.rows == 0 || gemm.columns == 0 || gemm.batch == 0) return;
  const bool multiplies = gemm.depth > 0 && gemm.alpha != 0;
  LibraryKernel kernel;
  kernel.name = kernelName(function, gemm);
  constexpr int64_t kTile = 16;
  kernel.block = {kTile * kTile, 1, 1};
  kernel.grid = {static_cast<uint32_t>((gemm.rows + kTile - 1) / kTile),
                 static_cast<uint32_t>((gemm.columns + kTile - 1) / kTile), static_cast<uint32_t>(gemm.batch)};
  const auto bytesOf = [&](const GemmMatrix& matrix) { return spanBytes(matrix, gemm.batch); };
  kernel.ranges = {
      {names[0], gemm.a.address, multiplies ? bytesOf(gemm.a) : 0},
      {names[1], gemm.b.address, multiplies ? bytesOf(gemm.b) : 0},
      {"C", gemm.c, gemm.beta != 0 ? bytesOf(gemm.result) : 0},
      {"bias", gemm.epilogue.bias,
       gemm.epilogue.bias != 0 ? static_cast<uint64_t>(gemm.rows) * elementBytes(gemm.result.type) : 0},
      {names[2], gemm.result.address, bytesOf(gemm.result)},
      {"workspace", place.workspace, place.workspaceBytes},
  };
  kernel.run = [gemm](char* const* bytes) { runGemm(gemm, {bytes[0], bytes[1], bytes[2], bytes[3], bytes[4]}); };
  requireDriver(driver().submit(place.stream, kernel), ExecutionFailed);
}

}  // namespace relaxscope::emulated::blas
