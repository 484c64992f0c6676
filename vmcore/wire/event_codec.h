// SPDX-License-Identifier: Apache-2.0
// Internal to the codec: an EventBatch as raw little-endian columns after one header of counts; rows of a WorkBatch as
// columns after their number.
#pragma once

#include <span>
#include <vector>

#include "vmcore/wire/messages.h"

namespace relaxscope::wire {

/// Appends the payload of a batch.
void encodeEvents(const EventBatch& batch, std::vector<uint8_t>& out);
/// Decodes a batch. Counts are checked against the bytes first, the result with checkRun and checkRecords. Function
/// indices are checked by Session.
Result<EventBatch> decodeEvents(std::span<const uint8_t> payload);

void encodeWork(const DeviceWorkColumns& rows, std::vector<uint8_t>& out);
/// The number is checked against the bytes; the contents are checked by Session, with checkWork.
Result<DeviceWorkColumns> decodeWork(std::span<const uint8_t> payload);

}  // namespace relaxscope::wire
