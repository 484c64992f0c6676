// SPDX-License-Identifier: Apache-2.0
// CUPTI, NVIDIA's library for records of what a GPU does: found at run time, and the one subscription that a process
// has. It stays open and subscribed until the process ends: closing it is not safe while graphs exist.
#pragma once

#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

#include "vmcore/base/result.h"
#include "vmcore/device/cuda/activity/cupti_abi.h"
#include "vmcore/device/cuda/driver.h"

namespace relaxscope::cuda::cupti {

struct Functions {
#define RS_CUPTI(member, symbol, needed, ...) int (*member)(__VA_ARGS__) = nullptr;
#include "vmcore/device/cuda/activity/cupti_functions.def"
#undef RS_CUPTI
  uint32_t number = 0;  ///< CUPTI's version
  std::string path;
};

/// Why CUPTI refuses: in words of its own for what a user can change, else with CUPTI's text.
std::string refusalText(const Functions& functions, int status);
/// "13.0" of a version number, also of those before CUDA 13.
std::string versionText(uint32_t number);

/// Where CUPTI may be, best first: that of the driver's CUDA release, then older ones, then newer ones.
std::vector<std::string> candidates(int driverVersion);
/// CUPTI of this process, opened at the first call that succeeds, subscribed and with the callbacks registered.
Result<const Functions*> open(const Driver& driver);

/// A buffer of records that CUPTI has filled.
struct FilledBuffer {
  uint8_t* bytes = nullptr;
  size_t validBytes = 0;
};
/// Buffers that CUPTI's threads have handed over, in order; each must be returned.
std::vector<FilledBuffer> takeFilled();
void returnBuffer(uint8_t* buffer);
/// Whether buffers that CUPTI fills from now on wait for takeFilled(), or their records are dropped.
void keepFilled(bool keep);
/// Records that did not fit because too many filled buffers waited, since the last call.
uint64_t takeOverflown();

}  // namespace relaxscope::cuda::cupti
