// SPDX-License-Identifier: Apache-2.0
// The library's symbols. Every function is exported as an indirect one, so that dlsym finds nothing where the
// configuration says that the library lacks it, and so that all calls pass the same checks.
#include <fmt/format.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstring>
#include <exception>
#include <new>

#include "vmcore/emulated/driver/activity.h"
#include "vmcore/emulated/driver/api.h"
#include "vmcore/emulated/driver/driver.h"
#include "vmcore/emulated/driver/launch.h"

namespace relaxscope::emulated {
namespace {

using namespace cuda;

/// Functions of which later versions of CUDA have another prototype under the same name.
struct NewerPrototype {
  Fn function;
  int version;
};
constexpr NewerPrototype kNewer[] = {{Fn::contextSynchronize, 13000}};

/// What a function needs before it is called.
enum class Needs { Nothing, Initialized, Context };

Needs needsOf(Fn function) {
  switch (function) {
    case Fn::init:
    case Fn::driverVersion:
    case Fn::errorName:
    case Fn::errorString: return Needs::Nothing;
    case Fn::deviceCount:
    case Fn::deviceGet:
    case Fn::deviceName:
    case Fn::deviceAttribute:
    case Fn::deviceBytes:
    case Fn::deviceUuid:
    case Fn::devicePciBusId:
    case Fn::canAccessPeer:
    case Fn::primaryRetain:
    case Fn::primaryRelease:
    case Fn::contextSet:
    case Fn::contextGet: return Needs::Initialized;
    default: return Needs::Context;
  }
}

/// Whether a program asks with it for what an earlier status means: the text of that status stays.
bool explainsStatus(Fn function) { return function == Fn::errorName || function == Fn::errorString; }

void checkNeeds(Fn function) {
  const Needs needs = needsOf(function);
  if (needs == Needs::Nothing) return;
  require(!configuration().stub, StubLibrary, "the library is a stub");
  require(driver().initialized, NotInitialized, "cuInit was not called or failed");
  if (needs == Needs::Context) currentContext();
}

/// Throws if the configuration asks for a failure of this call.
void injectFailure(Fn function) {
  static std::array<std::atomic<uint64_t>, kFunctions> calls{};
  const uint64_t call = ++calls[static_cast<size_t>(function)];
  for (const InjectedFailure& failure : configuration().failures) {
    if (failure.function != function || (failure.call != 0 && failure.call != call)) continue;
    const std::string why =
        fmt::format("{}: status {} was asked for at call {}", rowOf(function).symbol, failure.status, call);
    if (isSticky(failure.status) && driver().contexts.has(thisThread().context))
      killContext(*driver().contexts.at(thisThread().context, ""), failure.status, why);
    throw Refusal{failure.status, why, false};
  }
}

/// The number of a call among those of all functions.
uint32_t nextCorrelation() {
  static std::atomic<uint32_t> last{0};
  return ++last;
}

/// Runs `body` as a call of the function: checks, the text of a refusal, the record of the call.
template <class Body>
int enter(Fn function, Body body) noexcept {
  CurrentCall& call = currentCall();
  call.function = function;
  call.correlation = nextCorrelation();
  call.startNs = nowNs();
  int status = Success;
  std::string why;
  call.lock = std::unique_lock(driver().mutex);
  try {
    checkNeeds(function);
    injectFailure(function);
    status = body();
  } catch (const Refusal& refusal) {
    status = refusal.status;
    why = refusal.ofCall ? fmt::format("{}: {}", rowOf(function).symbol, refusal.why) : refusal.why;
  } catch (const std::bad_alloc&) {
    status = OutOfDeviceMemory;
    why = fmt::format("{}: the host has no memory left", rowOf(function).symbol);
  } catch (const std::exception& error) {
    status = Unknown;
    why = fmt::format("{}: {}", rowOf(function).symbol, error.what());
  }
  call.lock.unlock();
  if (status != Success && status != NotReady && !explainsStatus(function)) thisThread().faultText = why;
  ApiRecord record;
  record.callback = callbackOf(function);
  record.correlation = call.correlation;
  record.thread = static_cast<uint32_t>(syscall(SYS_gettid));
  record.status = status;
  record.start = call.startNs;
  record.end = std::max(nowNs(), call.startNs + 1);
  reportCall(record);
  return status;
}

template <Fn F, auto Function>
struct Entry;
template <Fn F, class... Arguments, int (*Function)(Arguments...)>
struct Entry<F, Function> {
  static int call(Arguments... arguments) noexcept {
    return enter(F, [&] { return Function(arguments...); });
  }
};

bool isAbsent(const char* symbol) { return configuration().absent.contains(symbol); }

void* const kAddresses[] = {
#define RS_CUDA(member, ...) reinterpret_cast<void*>(&Entry<Fn::member, &api::member>::call),
#include "vmcore/device/cuda/driver_functions.def"
#undef RS_CUDA
};

/// CUdriverProcAddressQueryResult.
enum QueryResult : int { Found = 0, SymbolNotFound = 1, VersionNotSufficient = 2 };

/// The function whose prototype a program of that version of CUDA declares under the name.
int procAddress(const char* name, void** function, int version, QueryResult& result) {
  *function = nullptr;
  result = SymbolNotFound;
  if (version > configuration().driver) return InvalidValue;
  const Fn found = functionNamed(name);
  if (found == Fn::Count || std::strcmp(rowOf(found).name, name) != 0 || isAbsent(rowOf(found).symbol)) return NotFound;
  result = VersionNotSufficient;
  if (rowOf(found).version > version) return NotFound;
  for (const NewerPrototype& newer : kNewer)
    if (newer.function == found && version >= newer.version) return NotFound;
  result = Found;
  *function = kAddresses[static_cast<size_t>(found)];
  return Success;
}

int getProcAddress(const char* name, void** function, int version, uint64_t) {
  QueryResult result{};
  return name == nullptr || function == nullptr ? InvalidValue : procAddress(name, function, version, result);
}

int getProcAddress2(const char* name, void** function, int version, uint64_t, int* answer) {
  if (name == nullptr || function == nullptr) return InvalidValue;
  QueryResult result{};
  const int status = procAddress(name, function, version, result);
  if (answer != nullptr) *answer = result;
  return status;
}

}  // namespace

}  // namespace relaxscope::emulated

// --- Symbols ---------------------------------------------------------------------------------------------------------

namespace {

using namespace relaxscope::cuda;
namespace emulated = relaxscope::emulated;

constexpr int kSinceProcAddress = 11030, kSinceProcAddress2 = 12000;

template <class Function>
Function* present(const char* symbol, Function* function, int since) {
  const emulated::Configuration& read = emulated::configuration();
  return read.absent.contains(symbol) || read.driver < since ? nullptr : function;
}

}  // namespace

// The resolver of each symbol runs inside dlsym; if it returns null, dlsym finds nothing.
#define RS_EXPORTED(symbol) __asm__(symbol) __attribute__((visibility("default"), ifunc("rsResolve_" symbol)))
#define RS_CUDA(member, name, symbol, version, needed, ...)                                                \
  extern "C" decltype(&emulated::api::member) rsResolve_##member() __asm__("rsResolve_" symbol);           \
  decltype(&emulated::api::member) rsResolve_##member() {                                                  \
    return present(symbol, &emulated::Entry<emulated::Fn::member, &emulated::api::member>::call, version); \
  }                                                                                                        \
  extern "C" int rsExported_##member(__VA_ARGS__) RS_EXPORTED(symbol);
#include "vmcore/device/cuda/driver_functions.def"
#undef RS_CUDA

extern "C" {
decltype(&emulated::getProcAddress) rsResolveProcAddress() __asm__("rsResolve_cuGetProcAddress");
decltype(&emulated::getProcAddress) rsResolveProcAddress() {
  return present("cuGetProcAddress", &emulated::getProcAddress, kSinceProcAddress);
}
int rsExportedProcAddress(const char* name, void** function, int version, uint64_t flags)
    RS_EXPORTED("cuGetProcAddress");

decltype(&emulated::getProcAddress2) rsResolveProcAddress2() __asm__("rsResolve_cuGetProcAddress_v2");
decltype(&emulated::getProcAddress2) rsResolveProcAddress2() {
  return present("cuGetProcAddress_v2", &emulated::getProcAddress2, kSinceProcAddress2);
}
int rsExportedProcAddress2(const char* name, void** function, int version, uint64_t flags, int* answer)
    RS_EXPORTED("cuGetProcAddress_v2");

__attribute__((visibility("default"))) void rsEmulatedSetExtents(const emulated::TensorExtent* extents, size_t count) {
  std::vector<emulated::TensorExtent>& own = emulated::thisThread().extents;
  if (extents == nullptr) count = 0;
  own.assign(extents, extents + count);
}

__attribute__((visibility("default"))) int rsEmulatedSubmitKernel(Stream stream,
                                                                  const emulated::LibraryKernel& kernel) {
  return emulated::enter(emulated::Fn::launch, [&] { return emulated::submitKernel(stream, kernel); });
}

__attribute__((visibility("default"))) void rsEmulatedSetActivitySink(const emulated::ActivitySink* sink) {
  emulated::setActivitySink(sink);
}

__attribute__((visibility("default"))) const char* rsEmulatedFaultText() {
  return emulated::thisThread().faultText.c_str();
}
}
