// SPDX-License-Identifier: Apache-2.0
#include "vmcore/format/gpu/kernel_resources.h"

#include <fmt/format.h>

#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "vmcore/format/gpu/cubin.h"
#include "vmcore/format/gpu/fatbin.h"
#include "vmcore/format/gpu/ptx.h"

namespace relaxscope {
namespace {

constexpr const char* kAfterSource = "registers, shared memory and occupancy are known once the source is compiled";
constexpr const char* kAfterPtx = "registers, local memory and occupancy are known once the PTX is compiled";

constexpr size_t kMostNotes = 16;  // of parts of the code
constexpr size_t kMostRows = 64;   // of a kernel: more than NVIDIA has architectures

/// Collects the rows and notes of all parts of a module's code.
class Collector {
 public:
  void addCubin(const Bytes& code) {
    auto cubin = gpu::readCubin(code);
    if (cubin.ok()) addRows(std::move(cubin->kernels));
    else addNote(fmt::format("the kernels' resources cannot be read: {}", cubin.error().message));
  }
  void addPtx(const Bytes& code) { addRows(gpu::readPtx(code.text())); }
  /// A note for each architecture whose code is packed: it is not unpacked for the figures alone.
  void addFatbin(const Bytes& code);
  /// The table, with `last` after the other notes. Nothing is added after it.
  KernelResourceTable take(const char* last = nullptr) {
    if (tooMany_)
      table_.notes.push_back(
          fmt::format("a kernel has more than {0} versions; the first {0} of each kernel are listed", kMostRows));
    if (last != nullptr) table_.notes.emplace_back(last);
    return std::move(table_);
  }
  /// PTX is there, and no code that is compiled.
  [[nodiscard]] bool onlyPtx() const { return ptx_ && !compiled_; }

 private:
  void addNote(std::string text) {
    if (table_.notes.size() < kMostNotes) table_.notes.push_back(std::move(text));
  }
  void addRows(std::vector<KernelResources> rows) {
    for (KernelResources& row : rows) {
      if (++rowsOf_[row.kernel] > kMostRows) tooMany_ = true;
      else table_.rows.push_back(std::move(row));
    }
  }
  void addEntry(const gpu::FatbinEntry& entry);

  KernelResourceTable table_;
  std::unordered_map<std::string, size_t> rowsOf_;
  bool tooMany_ = false, ptx_ = false, compiled_ = false;
};

void Collector::addFatbin(const Bytes& code) {
  const auto entries = gpu::readFatbin(code);
  if (!entries.ok()) return addNote(fmt::format("the kernels' resources cannot be read: {}", entries.error().message));
  for (const gpu::FatbinEntry& entry : *entries) addEntry(entry);
}

void Collector::addEntry(const gpu::FatbinEntry& entry) {
  using Entry = gpu::FatbinEntry;
  if (entry.kind == Entry::Kind::Other) return;
  const bool isPtx = entry.kind == Entry::Kind::Ptx;
  (isPtx ? ptx_ : compiled_) = true;
  if (entry.packing != Entry::Packing::None)
    addNote(fmt::format("the {} for {} is compressed ({})", isPtx ? "PTX" : "cubin",
                        architectureName(entry.architecture),
                        entry.packing == Entry::Packing::Lz4 ? "LZ4" : "Zstandard"));
  else if (isPtx) addPtx(entry.code);
  else addCubin(entry.code);
}

}  // namespace

KernelResourceTable kernelResources(std::string_view content, const Bytes& code) {
  Collector found;
  if (content == "CUDA C++ source") return found.take(kAfterSource);
  if (content == "PTX") {
    found.addPtx(code);
    return found.take(kAfterPtx);
  }
  if (content == "cubin") found.addCubin(code);
  else if (content == "fatbin") found.addFatbin(code);
  return found.take(found.onlyPtx() ? kAfterPtx : nullptr);
}

}  // namespace relaxscope
