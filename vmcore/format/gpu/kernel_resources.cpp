// SPDX-License-Identifier: Apache-2.0
#include "vmcore/format/gpu/kernel_resources.h"

#include <fmt/format.h>

#include <iterator>

#include "vmcore/format/gpu/cubin.h"
#include "vmcore/format/gpu/fatbin.h"
#include "vmcore/format/gpu/ptx.h"

namespace relaxscope {
namespace {

constexpr const char* kAfterSource = "registers, shared memory and occupancy are known once the source is compiled";
constexpr const char* kAfterPtx = "registers, local memory and occupancy are known once the PTX is compiled";

void addCubin(const Bytes& code, KernelResourceTable& table) {
  auto cubin = gpu::readCubin(code);
  if (!cubin.ok()) {
    table.notes.push_back(fmt::format("the kernels' resources cannot be read: {}", cubin.error().message));
    return;
  }
  table.rows.insert(table.rows.end(), std::make_move_iterator(cubin->kernels.begin()),
                    std::make_move_iterator(cubin->kernels.end()));
}

void addPtx(const Bytes& code, KernelResourceTable& table) {
  auto kernels = gpu::readPtx(code.text());
  table.rows.insert(table.rows.end(), std::make_move_iterator(kernels.begin()), std::make_move_iterator(kernels.end()));
}

/// A note for each architecture whose code is packed: it is not unpacked for the figures alone.
void addFatbin(const Bytes& code, KernelResourceTable& table) {
  const auto entries = gpu::readFatbin(code);
  if (!entries.ok()) {
    table.notes.push_back(fmt::format("the kernels' resources cannot be read: {}", entries.error().message));
    return;
  }
  constexpr size_t kMostNotes = 16;
  using Entry = gpu::FatbinEntry;
  bool compiled = false;
  for (const Entry& entry : *entries) {
    if (entry.kind == Entry::Kind::Other) continue;
    compiled = compiled || entry.kind == Entry::Kind::Cubin;
    if (entry.packing != Entry::Packing::None) {
      if (table.notes.size() < kMostNotes)
        table.notes.push_back(fmt::format(
            "the {} for {} is compressed ({})", entry.kind == Entry::Kind::Ptx ? "PTX" : "cubin",
            architectureName(entry.architecture), entry.packing == Entry::Packing::Lz4 ? "LZ4" : "Zstandard"));
    } else if (entry.kind == Entry::Kind::Cubin) {
      addCubin(entry.code, table);
    } else {
      addPtx(entry.code, table);
    }
    if (table.notes.size() >= kMostNotes) break;
  }
  if (!compiled) table.notes.emplace_back(kAfterPtx);
}

}  // namespace

KernelResourceTable kernelResources(std::string_view content, const Bytes& code) {
  KernelResourceTable table;
  if (content == "cubin") addCubin(code, table);
  else if (content == "fatbin") addFatbin(code, table);
  else if (content == "CUDA C++ source") table.notes.emplace_back(kAfterSource);
  else if (content == "PTX") {
    addPtx(code, table);
    table.notes.emplace_back(kAfterPtx);
  }
  return table;
}

}  // namespace relaxscope
