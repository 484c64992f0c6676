// SPDX-License-Identifier: Apache-2.0
// Names in the blob of a library: those that it uses for itself, and kinds by which the next module is
// found where nothing else tells its place.
#pragma once

#include <string_view>

namespace relaxscope {

/// The module that is the library's own machine code; nothing follows the name.
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
