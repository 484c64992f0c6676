// SPDX-License-Identifier: Apache-2.0
#include "vmcore/model/builtin.h"

#include <unordered_map>
#include <vector>

namespace relaxscope {
namespace {

constexpr BuiltinRow kRows[] = {
#define RS_BUILTIN(name, kind, plumbing, llm, operands, help) {name, CallKind::kind, plumbing, llm, operands, help},
#include "vmcore/model/builtin.def"
#undef RS_BUILTIN
};

struct NameTable {
  std::unordered_map<std::string_view, const BuiltinRow*> exact;
  std::vector<const BuiltinRow*> prefixes;

  NameTable() {
    for (const BuiltinRow& row : kRows) {
      const std::string_view name = row.name;
      if (name.ends_with('*')) prefixes.push_back(&row);
      else exact.emplace(name, &row);
    }
  }
};

}  // namespace

const char* callKindName(CallKind kind) {
  switch (kind) {
    case CallKind::VmFunction: return "VM function";
    case CallKind::Kernel: return "kernel";
    case CallKind::GpuKernel: return "GPU kernel";
    case CallKind::Memory: return "memory";
    case CallKind::Shape: return "shape";
    case CallKind::Check: return "check";
    case CallKind::Copy: return "copy";
    case CallKind::Wait: return "wait";
    case CallKind::Other: return "other";
  }
  return "other";
}

std::span<const BuiltinRow> builtinRows() { return kRows; }

const BuiltinRow* findBuiltin(std::string_view name) {
  static const NameTable table;
  if (const auto found = table.exact.find(name); found != table.exact.end()) return found->second;
  const BuiltinRow* best = nullptr;
  for (const BuiltinRow* row : table.prefixes) {
    std::string_view prefix = row->name;
    prefix.remove_suffix(1);
    if (name.starts_with(prefix) && (best == nullptr || prefix.size() + 1 > std::string_view(best->name).size())) best = row;
  }
  return best;
}

}  // namespace relaxscope
