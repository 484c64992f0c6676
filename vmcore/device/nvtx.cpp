// SPDX-License-Identifier: Apache-2.0
#include "vmcore/device/nvtx.h"

#include <dlfcn.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

namespace relaxscope {
namespace {

// What a tool and a program agree on: NvtxExportTableCallbacks and NvtxExportTableVersionInfo of NVTX 3.
using Function = void (*)();
constexpr uint32_t kCallbacksTable = 1, kVersionTable = 3, kVersion = 3;

struct Callbacks {
  size_t bytes = sizeof(Callbacks);
  int (*moduleTable)(int module, Function*** table, unsigned* size) = nullptr;
};
struct VersionInfo {
  size_t bytes = sizeof(VersionInfo);
  uint32_t version = kVersion;
  uint32_t reserved = 0;
  void (*setToolVersion)(uint32_t version) = nullptr;
};
using ExportTable = const void* (*)(uint32_t id);
using Initialize = int (*)(ExportTable table);

/// Functions by module: none, core, CUDA, OpenCL, CUDA runtime, core 2, synchronisation. Number 0 is none.
constexpr std::array<unsigned, 7> kFunctions = {0, 16, 9, 15, 7, 16, 7};
constexpr size_t kMostFunctions = 16;
constexpr size_t kCore = 1, kRangePush = 9, kRangePop = 11;

/// The tool writes its functions here, without a test whether a place exists: there is one for each.
std::array<std::array<Function, kMostFunctions>, kFunctions.size()> functions{};

int moduleTable(int module, Function*** table, unsigned* size) {
  static std::array<std::array<Function*, kMostFunctions + 1>, kFunctions.size()> places{};
  const auto row = static_cast<size_t>(module);
  if (module <= 0 || row >= kFunctions.size()) return 0;
  for (unsigned i = 1; i < kFunctions[row]; ++i) places[row][i] = &functions[row][i];
  if (table != nullptr) *table = places[row].data();
  if (size != nullptr) *size = kFunctions[row];
  return 1;
}

const void* exportTable(uint32_t id) {
  static const Callbacks callbacks{sizeof(Callbacks), moduleTable};
  static const VersionInfo version{sizeof(VersionInfo), kVersion, 0, [](uint32_t) {}};
  if (id == kCallbacksTable) return &callbacks;
  return id == kVersionTable ? &version : nullptr;
}

Initialize findTool() {
  const char* path = std::getenv("NVTX_INJECTION64_PATH");
  void* const library = path != nullptr && *path != '\0' ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : nullptr;
  void* const function = library != nullptr ? dlsym(library, "InitializeInjectionNvtx2")
                                            : dlsym(RTLD_DEFAULT, "InitializeInjectionNvtx2Preinject");
  return reinterpret_cast<Initialize>(function);
}

const NvtxRanges* connect() {
  static NvtxRanges ranges;
  const Initialize initialize = findTool();
  if (initialize == nullptr || initialize(exportTable) == 0) return nullptr;
  const Function push = functions[kCore][kRangePush], pop = functions[kCore][kRangePop];
  if (push == nullptr || pop == nullptr) return nullptr;
  ranges.push = reinterpret_cast<int (*)(const char*)>(push);
  ranges.pop = reinterpret_cast<int (*)()>(pop);
  return &ranges;
}

}  // namespace

const NvtxRanges* nvtxRanges() {
  static const NvtxRanges* const ranges = connect();
  return ranges;
}

}  // namespace relaxscope
