// SPDX-License-Identifier: Apache-2.0
// What a picture of a memory plan shows beside its figures: registers, the calls that write tensors, and where the
// register of a storage is dropped while tensors still hold it.
#pragma once

#include <cstdint>
#include <vector>

#include "vmcore/analysis/memory/plan.h"
#include "vmcore/model/builtin.h"
#include "vmcore/model/executable.h"

namespace relaxscope {

struct ChartTensor {
  int64_t begin = 0, end = 0;  ///< pcs: its allocation, and the first instruction without its contents
  int64_t reg = -1;            ///< that it is written to
  FuncIndex writer;            ///< the first kernel or VM function that gets it; invalid if none does
};
struct ChartStorage {
  int64_t begin = 0, end = 0;
  int64_t reg = -1;
  InstrIndex dropped;  ///< overwrites its register while it lives on; invalid if none does
  std::vector<ChartTensor> tensors;
};
struct ChartCall {
  InstrIndex pc;
  FuncIndex callee;
  CallKind kind = CallKind::Kernel;
};
struct MemoryChart {
  int64_t begin = 0, end = 0;          ///< pcs of the function
  std::vector<ChartStorage> storages;  ///< rows of MemoryPlan::storages, with their tensors
  std::vector<ChartCall> calls;        ///< of kernels and VM functions, in order of pc
};

/// Linear in the words of the function.
MemoryChart memoryChart(const Executable& executable, const MemoryPlan& plan);

}  // namespace relaxscope
