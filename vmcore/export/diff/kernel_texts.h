// SPDX-License-Identifier: Apache-2.0
// Internal to export. The lines of kernels that differ, as a report shows them.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "vmcore/analysis/diff/kernel_text.h"
#include "vmcore/export/diff/exporter.h"

namespace relaxscope {

struct ShownKernelText {
  const KernelPair* pair = nullptr;
  KernelTextDiff text;
};
struct ShownKernelTexts {
  std::vector<ShownKernelText> kernels;
  size_t leftOut = 0;  ///< kernels beyond the limit
};
/// Of the kernels that the report names, with those that do not differ; else of at most `mostKernels` that are
/// re-tuned. `mostRows` is for all of them.
ShownKernelTexts shownKernelTexts(const DiffReport& report, size_t mostKernels, size_t mostRows);

/// "product: machine code, 3 lines removed, 2 added of 40 and 39".
std::string kernelPartText(const ShownKernelText& kernel, const KernelTextPart& part);
/// "product: equal in all that was compared", for one without parts.
std::string equalKernelText(const ShownKernelText& kernel);
/// What a part does not show: lines that were not compared, rows beyond the limit. Empty if it shows all.
std::string kernelPartNote(const KernelTextPart& part);
/// The part as lines of a unified diff without their ends, each beginning with its sign; "@@" before each hunk. A
/// visitor that returns false stops.
void writeKernelPart(const KernelTextPart& part, const std::function<bool(DiffRole, const std::string&)>& line);

}  // namespace relaxscope
