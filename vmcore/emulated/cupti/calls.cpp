// SPDX-License-Identifier: Apache-2.0
// The functions of the emulated libcupti. They are exported as indirect ones, so that dlsym finds none of them where
// the configuration says that there is no CUPTI.
#include <ctime>

#include "vmcore/emulated/cupti/record_bytes.h"
#include "vmcore/emulated/cupti/records.h"
#include "vmcore/emulated/driver/configuration.h"

namespace relaxscope::emulated {
namespace {

using namespace cuda::cupti;

constexpr uint32_t kTooOld = 14;  ///< of CUDA 11.2

int version(uint32_t* number) {
  if (number == nullptr) return InvalidParameter;
  *number = configuration().noCupti == NoCupti::Version ? kTooOld : cuptiVersion(configuration().driver);
  return Ok;
}

int resultString(int status, const char** text) {
  if (text == nullptr) return InvalidParameter;
  switch (status) {
    case Ok: *text = "CUPTI_SUCCESS"; return Ok;
    case InvalidParameter: *text = "CUPTI_ERROR_INVALID_PARAMETER"; return Ok;
    case InvalidKind: *text = "CUPTI_ERROR_INVALID_KIND"; return Ok;
    default: return InvalidParameter;
  }
}

int subscribe(Subscriber* subscriber, SubscriberCallback callback, void*) {
  static bool subscribed = false;
  if (subscriber == nullptr || callback == nullptr) return InvalidParameter;
  if (configuration().noCupti == NoCupti::Subscriber || subscribed) return MultipleSubscribers;
  subscribed = true;
  *subscriber = reinterpret_cast<Subscriber>(&subscribed);
  return Ok;
}

int unsubscribe(Subscriber subscriber) {
  if (subscriber == nullptr) return InvalidParameter;
  *reinterpret_cast<bool*>(subscriber) = false;
  return Ok;
}

int registerCallbacks(RequestBuffer request, CompleteBuffer complete) {
  if (request == nullptr || complete == nullptr) return InvalidParameter;
  if (configuration().noCupti == NoCupti::Permission) return InsufficientPrivileges;
  Records::ofProcess().setCallbacks(request, complete);
  return Ok;
}

int enable(uint32_t kind) {
  return configuration().noCupti == NoCupti::Driver ? int{CuptiNotInitialized}
                                                    : Records::ofProcess().enable(kind, true);
}
int disable(uint32_t kind) { return Records::ofProcess().enable(kind, false); }
int enableDriverApi(uint32_t callback, uint8_t on) {
  return configuration().noCupti == NoCupti::Driver ? int{CuptiNotInitialized}
                                                    : Records::ofProcess().enableCall(callback, on != 0);
}

int nextRecord(uint8_t* buffer, size_t validBytes, uint8_t** record) {
  if (buffer == nullptr || record == nullptr) return InvalidParameter;
  uint8_t* next = buffer;
  if (*record != nullptr) {
    if (*record < buffer || *record >= buffer + validBytes) return InvalidParameter;
    next = *record + recordBytes(*reinterpret_cast<const uint32_t*>(*record));
  }
  if (next >= buffer + validBytes) return MaxLimitReached;
  if (recordBytes(*reinterpret_cast<const uint32_t*>(next)) == 0) return InvalidKind;
  *record = next;
  return Ok;
}

int droppedRecords(void*, uint32_t, size_t* dropped) {
  if (dropped == nullptr) return InvalidParameter;
  *dropped = Records::ofProcess().takeDropped();
  return Ok;
}

int flushAll(uint32_t) {
  Records::ofProcess().flush();
  return Ok;
}

int pushExternal(uint32_t kind, uint64_t id) {
  Records::pushExternal(kind, id);
  return Ok;
}
int popExternal(uint32_t kind, uint64_t* last) {
  uint64_t id = 0;
  if (!Records::popExternal(kind, id)) return QueueEmpty;
  if (last != nullptr) *last = id;
  return Ok;
}

int timestamp(uint64_t* ns) {
  if (ns == nullptr) return InvalidParameter;
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  *ns = static_cast<uint64_t>(now.tv_sec) * 1'000'000'000 + static_cast<uint64_t>(now.tv_nsec);
  return Ok;
}

}  // namespace
}  // namespace relaxscope::emulated

// --- Symbols ---------------------------------------------------------------------------------------------------------

namespace emulated = relaxscope::emulated;
using namespace relaxscope::cuda::cupti;

#define RS_CUPTI(member, symbol, needed, ...)                                                            \
  extern "C" decltype(&emulated::member) rsResolveCupti_##member() __asm__("rsResolve_" symbol);         \
  decltype(&emulated::member) rsResolveCupti_##member() {                                                \
    return emulated::configuration().noCupti == emulated::NoCupti::Absent ? nullptr : &emulated::member; \
  }                                                                                                      \
  extern "C" int rsExportedCupti_##member(__VA_ARGS__) __asm__(symbol)                                   \
      __attribute__((visibility("default"), ifunc("rsResolve_" symbol)));
#include "vmcore/device/cuda/activity/cupti_functions.def"
#undef RS_CUPTI
