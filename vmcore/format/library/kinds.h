// SPDX-License-Identifier: Apache-2.0
// Names in the blob of a library: its own entries, and kinds that locate the next module where nothing else does.
#pragma once

#include <string_view>

namespace relaxscope {

/// The module for the library's own machine code; it has no payload.
inline constexpr std::string_view kLibraryKind = "_lib";
/// Before TVM 0.22: the entry that holds the tree.
inline constexpr std::string_view kImportTreeKey = "_import_tree";

inline constexpr std::string_view kKnownKinds[] = {"relax.VMExecutable",
                                                   "relax.Executable",
                                                   "VMExecutable",
                                                   "_lib",
                                                   "cuda",
                                                   "hip",
                                                   "hsaco",
                                                   "rocm",
                                                   "opencl",
                                                   "metal",
                                                   "vulkan",
                                                   "webgpu",
                                                   "hexagon",
                                                   "const_loader",
                                                   "static_library",
                                                   "tensorrt",
                                                   "dnnl_json",
                                                   "clml",
                                                   "cublas_json",
                                                   "cudnn_json",
                                                   "hipblas_json"};

}  // namespace relaxscope
