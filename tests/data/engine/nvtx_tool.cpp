// SPDX-License-Identifier: Apache-2.0
// A tool as NVTX describes them, built with NVIDIA's headers: it prints the ranges of a program to standard error.
#include <nvtx3/nvToolsExt.h>

#include <cstdio>

namespace {

int depth = 0;

int push(const char* name) {
  std::fprintf(stderr, "%*s%s\n", depth * 2, "", name);
  return depth++;
}
int pop() {
  if (depth == 0) std::fprintf(stderr, "unbalanced\n");
  return --depth;
}

/// Writes to a place of every function, as a tool may.
void fill(NvtxFunctionTable table, unsigned size) {
  static const auto nothing = [] {};
  for (unsigned i = 1; i < size; ++i) *table[i] = nothing;
}

}  // namespace

extern "C" int InitializeInjectionNvtx2(NvtxGetExportTableFunc_t getTable) {
  const auto* callbacks = static_cast<const NvtxExportTableCallbacks*>(getTable(NVTX_ETID_CALLBACKS));
  const auto* version = static_cast<const NvtxExportTableVersionInfo*>(getTable(NVTX_ETID_VERSIONINFO));
  if (callbacks == nullptr || callbacks->struct_size < sizeof *callbacks) return 0;
  if (version == nullptr || version->struct_size < sizeof *version || version->version != NVTX_VERSION) return 0;
  for (int module = NVTX_CB_MODULE_CORE; module < NVTX_CB_MODULE_SIZE; ++module) {
    NvtxFunctionTable table = nullptr;
    unsigned size = 0;
    if (callbacks->GetModuleFunctionTable(static_cast<NvtxCallbackModule>(module), &table, &size) == 0) return 0;
    fill(table, size);
    if (module != NVTX_CB_MODULE_CORE) continue;
    if (size != NVTX_CBID_CORE_SIZE) return 0;
    *table[NVTX_CBID_CORE_RangePushA] = reinterpret_cast<NvtxFunctionPointer>(push);
    *table[NVTX_CBID_CORE_RangePop] = reinterpret_cast<NvtxFunctionPointer>(pop);
  }
  return 1;
}
