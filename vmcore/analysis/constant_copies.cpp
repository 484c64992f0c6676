// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/constant_copies.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <unordered_map>

#include "vmcore/analysis/flow/fingerprint.h"

namespace relaxscope {
namespace {

uint64_t contentBytes(const ConstantValue& value) {
  if (const auto* tensor = std::get_if<TensorConstant>(&value)) return tensor->data.size();
  if (const auto* shape = std::get_if<ShapeConstant>(&value)) return shape->dims.size() * sizeof(int64_t);
  if (const auto* text = std::get_if<StringConstant>(&value)) return text->text.size();
  return sizeof(int64_t);
}

/// What equal constants have in common without a look at their contents.
std::string typeKey(const ConstantValue& value) {
  std::string key = fmt::format("{} {}", value.index(), contentBytes(value));
  if (const auto* tensor = std::get_if<TensorConstant>(&value)) {
    key += ' ' + tensor->dtype.name();
    for (const int64_t extent : tensor->shape) key += fmt::format(" {}", extent);
  }
  return key;
}

/// Constants of one type and size.
struct Alike {
  uint64_t bytesEach = 0;
  std::vector<size_t> rows;
};

std::vector<Alike> groupByType(const Executable& executable) {
  std::map<std::string, Alike> groups;
  for (size_t i = 0; i < executable.constants.size(); ++i) {
    const ConstantValue& value = executable.constants[i].value;
    // What is not known equals nothing.
    if (std::holds_alternative<UnknownConstant>(value)) continue;
    Alike& group = groups[typeKey(value)];
    group.bytesEach = contentBytes(value);
    group.rows.push_back(i);
  }
  std::vector<Alike> several;
  for (auto& [key, group] : groups)
    if (group.rows.size() > 1) several.push_back(std::move(group));
  std::ranges::stable_sort(several, {}, &Alike::bytesEach);
  return several;
}

}  // namespace

std::optional<ConstantCopies> constantCopies(const Executable& executable, uint64_t budget,
                                             const std::stop_token& stop) {
  ConstantCopies copies;
  copies.first.resize(executable.constants.size());
  for (size_t i = 0; i < copies.first.size(); ++i) copies.first[i] = static_cast<int64_t>(i);
  copies.count.assign(executable.constants.size(), 1);
  // A trace holds tensors without their data.
  if (executable.tensorDataOmitted) return copies;
  Fingerprints prints(executable);
  for (const Alike& group : groupByType(executable)) {
    if (group.bytesEach > budget / group.rows.size()) {
      for (const size_t row : group.rows) copies.first[row] = ConstantCopies::kNotCompared;
      copies.notComparedBytes += group.bytesEach * group.rows.size();
      continue;
    }
    budget -= group.bytesEach * group.rows.size();
    std::unordered_map<Fingerprint, std::vector<size_t>> equal;
    for (const size_t row : group.rows) {
      const auto print = prints.ofConstant(ConstIndex(static_cast<int64_t>(row)), stop);
      if (!print) return std::nullopt;
      equal[*print].push_back(row);
    }
    for (const auto& [print, rows] : equal) {
      for (const size_t row : rows) {
        copies.first[row] = static_cast<int64_t>(rows.front());
        copies.count[row] = static_cast<uint32_t>(rows.size());
      }
      if (std::holds_alternative<TensorConstant>(executable.constants[rows.front()].value))
        copies.duplicateBytes += group.bytesEach * (rows.size() - 1);
    }
  }
  return copies;
}

std::vector<std::string> constantScopes(const Executable& executable) {
  std::vector<std::string> scopes(executable.constants.size());
  bool any = false;
  const auto set = [&](int64_t row, const std::string& scope) {
    if (row < 0 || static_cast<uint64_t>(row) >= scopes.size() || scope.empty()) return;
    scopes[static_cast<size_t>(row)] = scope;
    any = true;
  };
  for (const MemoryScope& scope : executable.memoryScopes) set(scope.constIndex, scope.scope);
  if (executable.relay) {
    const RelayPart& relay = *executable.relay;
    for (size_t i = 0; i < relay.constantDevices.size(); ++i) {
      const int64_t device = relay.constantDevices[i];
      if (device >= 0 && static_cast<uint64_t>(device) < relay.virtualDevices.size())
        set(static_cast<int64_t>(i), relay.virtualDevices[static_cast<size_t>(device)].memoryScope);
    }
  }
  return any ? scopes : std::vector<std::string>();
}

}  // namespace relaxscope
