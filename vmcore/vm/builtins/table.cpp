// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/builtins/table.h"

#include <fmt/format.h>

#include <array>

namespace relaxscope {
namespace {

struct FamilyEntries {
  BuiltinFamily family;
  std::span<const BuiltinEntry> (*entries)();
};
constexpr FamilyEntries kFamilies[] = {
    {BuiltinFamily::Check, checkBuiltins},
    {BuiltinFamily::Shape, shapeBuiltins},
    {BuiltinFamily::Memory, memoryBuiltins},
    {BuiltinFamily::Value, valueBuiltins},
    {BuiltinFamily::Call, callBuiltins},
    {BuiltinFamily::RunLibrary, runBuiltins},
    {BuiltinFamily::Prototype, prototypeBuiltins},
    {BuiltinFamily::CudaGraph, gpuBuiltins},
    {BuiltinFamily::Cublas, cublasBuiltins},
    {BuiltinFamily::KvState, kvStateBuiltins},
    {BuiltinFamily::PagedKvCache, pagedKvBuiltins},
    {BuiltinFamily::AppendKvCache, appendKvBuiltins},
    {BuiltinFamily::RnnState, rnnStateBuiltins},
};

/// Each family checks that it is complete; this checks that every family with implemented builtins is listed, once.
consteval bool everyFamilyIsListedOnce() {
  for (size_t i = 0; i < kBuiltinCount; ++i) {
    const BuiltinKey& key = builtinKey(static_cast<BuiltinId>(i));
    size_t found = 0;
    for (const FamilyEntries& each : kFamilies) found += each.family == key.family ? 1 : 0;
    if (found > 1 || (found == 0 && !key.missing)) return false;
  }
  return true;
}
static_assert(everyFamilyIsListedOnce());

consteval size_t implementedCount() {
  size_t count = 0;
  while (count < kBuiltinCount && isImplemented(static_cast<BuiltinId>(count))) ++count;
  return count;
}

using Table = std::array<BuiltinEntry, implementedCount()>;
const Table& table() {
  static const Table entries = [] {
    Table all{};
    for (const FamilyEntries& family : kFamilies)
      for (const BuiltinEntry& entry : family.entries()) all[static_cast<size_t>(entry.id)] = entry;
    return all;
  }();
  return entries;
}

/// Functions of other libraries, with the reason why they are missing.
struct ForeignFamily {
  const char* prefix;
  const char* reason;
};
constexpr ForeignFamily kForeign[] = {
    {"tvm.contrib.sort.", "usually in TVM's libtvm_runtime_extra"},
    {"tvm.contrib.random.", "usually in TVM's libtvm_runtime_extra"},
    {"tvm.contrib.cblas.", "usually in a TVM runtime built with a BLAS"},
    {"tvm.contrib.mkl.", "usually in a TVM runtime built with MKL"},
    {"tvm.contrib.dnnl", "usually in a TVM runtime built with oneDNN"},
    {"tvm.contrib.cublaslt.", "usually in a TVM runtime built with CUDA"},
    {"tvm.contrib.cudnn", "usually in a TVM runtime built with cuDNN"},
    {"tvm.contrib.thrust.", "usually in a TVM runtime built with Thrust"},
    {"tvm.contrib.vllm.", "usually in a TVM runtime built with vLLM's kernels"},
    {"cutlass.", "usually in a TVM runtime built with CUTLASS"},
    {"fastertransformer.", "usually in a TVM runtime built with CUTLASS"},
    {"flashinfer.", "usually in FlashInfer's own library"},
    {"mlc.", "usually in MLC LLM's own library"},
    {"runtime.disco", "one of the distributed runtime builtins, which only TVM's own runtime has"},
    {"runtime.", "usually in TVM's own runtime"},
    {"relax.run.", "usually in TVM's Python package"},
};

}  // namespace

std::span<const BuiltinEntry> builtinTable() { return table(); }
BuiltinCall builtinCall(BuiltinId id) { return table()[static_cast<size_t>(id)].call; }

BuiltinId implementedBuiltin(std::string_view name) {
  const BuiltinId id = builtinId(name);
  return isImplemented(id) ? id : BuiltinId::None;
}

std::string missingBuiltinReason(std::string_view name) {
  if (const BuiltinRow* row = findBuiltin(name); row != nullptr && row->missing)
    return fmt::format("one of the {} builtins, which only TVM's own runtime has", builtinFamilyName(row->family));
  if (name.starts_with("vm.builtin.")) return "a builtin this engine does not support";
  for (const ForeignFamily& row : kForeign)
    if (name.starts_with(row.prefix)) return row.reason;
  return {};
}

}  // namespace relaxscope
