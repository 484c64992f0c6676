// SPDX-License-Identifier: Apache-2.0
#include "vmcore/device/cuda/activity/activity_collector.h"

#include <fmt/format.h>

#include <utility>

#include "vmcore/device/cuda/activity/cupti_collector.h"
#include "vmcore/device/cuda/activity/event_collector.h"
#include "vmcore/device/cuda/cuda_device.h"

namespace relaxscope::cuda {

Result<std::unique_ptr<ActivityCollector>> makeCollector(const std::vector<const CudaDevice*>& devices) {
  auto cupti = makeCuptiCollector(devices.front()->driver());
  if (cupti) return cupti;
  const std::string why = std::move(cupti).error().message;
  auto events = makeEventCollector(devices, why);
  if (events) return events;
  return Error(fmt::format("no CUPTI: {}; no events: {}", why, events.error().message));
}

}  // namespace relaxscope::cuda
