// SPDX-License-Identifier: Apache-2.0
// Records of CUPTI as bytes, from what the emulated driver tells of. Their sizes are those of the emulated release.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "vmcore/device/cuda/activity/cupti_abi.h"
#include "vmcore/device/cuda/emulation.h"

namespace relaxscope::emulated {

/// CUPTI's version for a driver of that version of CUDA.
uint32_t cuptiVersion(int driver);
/// Bytes of a record of that kind; 0: no such kind.
size_t recordBytes(uint32_t kind);

/// Each appends a record. `name` outlives the record.
void appendWork(std::vector<char>& to, const WorkRecord& work, const char* name);
void appendCall(std::vector<char>& to, const ApiRecord& call);
void appendWait(std::vector<char>& to, int type, uint32_t stream, uint32_t correlation, uint64_t start, uint64_t end);
void appendMemory(std::vector<char>& to, const MemoryCallRecord& call);
void appendExternal(std::vector<char>& to, uint32_t kind, uint64_t id, uint32_t correlation);
void appendOverhead(std::vector<char>& to, uint32_t type, uint64_t start, uint64_t end);
/// CUPTI's kind of record for a piece of work.
uint32_t recordKindOf(WorkKind kind);

}  // namespace relaxscope::emulated
