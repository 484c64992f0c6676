// SPDX-License-Identifier: Apache-2.0
// Ranges for NVIDIA's tools: Nsight Systems shows what a program names by NVTX (tools extension, version 3). A program
// has the tool's functions only while it runs under the tool. NVTX is a set of headers whose code asks the tool for
// its functions; this is the same request, for the two that are used.
#pragma once

namespace relaxscope {

struct NvtxRanges {
  int (*push)(const char* name) = nullptr;  ///< begins a range of the calling thread
  int (*pop)() = nullptr;                   ///< ends the last one
};

/// The functions of the tool that runs this process: the library that $NVTX_INJECTION64_PATH names, which is loaded and
/// initialised at the first call, or one that the tool has loaded. Null if there is none. On any thread.
const NvtxRanges* nvtxRanges();

}  // namespace relaxscope
