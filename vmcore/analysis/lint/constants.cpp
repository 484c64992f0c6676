// SPDX-License-Identifier: Apache-2.0
// Tensors of the constant pool that are stored twice, or for nothing.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <string>

#include "vmcore/analysis/constant_type.h"
#include "vmcore/analysis/flow/cross_references.h"
#include "vmcore/analysis/lint/subject.h"
#include "vmcore/base/bytes/sha256.h"

namespace relaxscope::linting {
namespace {

constexpr uint64_t kMinBytes = 256;                 // smaller ones are scalars and the like, not worth a change
constexpr uint64_t kMaxHashed = uint64_t{1} << 30;  // bytes that are read to find equal ones
constexpr size_t kSample = 256;

/// Reads the tensor without keeping its bytes.
std::array<uint8_t, 32> digestOf(const Bytes& data) {
  Sha256 hash;
  data.forEachPiece([&](std::span<const uint8_t> piece) { hash.update(piece); });
  return hash.finish();
}

struct Duplicates {
  Subject& subject;
  Finding finding{LintRule::ConstantDuplicate, {}};
  uint64_t bytes = 0, hashed = 0;

  [[nodiscard]] const TensorConstant& tensor(int64_t row) const {
    return std::get<TensorConstant>(subject.executable.constants[static_cast<size_t>(row)].value);
  }
  /// Rows of equal dtype, shape, size and sample.
  void compare(const std::vector<int64_t>& rows) {
    std::map<std::array<uint8_t, 32>, int64_t> first;
    for (const int64_t row : rows) {
      const Bytes& data = tensor(row).data;
      hashed += data.size();
      if (hashed > kMaxHashed || subject.stop.stop_requested()) {
        subject.findings.complete = false;
        return;
      }
      const auto [equal, fresh] = first.try_emplace(digestOf(data), row);
      if (!fresh) report(equal->second, row, data.size());
    }
  }
  void report(int64_t first, int64_t row, size_t size) {
    bytes += size;
    const StaticType type = constantType(subject.executable.constants[static_cast<size_t>(row)].value);
    finding.add(fmt::format("c[{}]", first), type.text(), {{}, {}, ConstIndex(row), {}});
  }
};

void findDuplicates(Subject& subject) {
  std::map<std::string, std::vector<int64_t>> alike;
  const auto& constants = subject.executable.constants;
  for (size_t i = 0; i < constants.size(); ++i) {
    const auto* const tensor = std::get_if<TensorConstant>(&constants[i].value);
    if (tensor == nullptr || tensor->data.size() < kMinBytes) continue;
    const Bytes& data = tensor->data;
    std::string key =
        fmt::format("{}/{}/{}/{}", tensor->dtype.name(), tensor->deviceType, tensor->deviceId, data.size());
    for (const int64_t extent : tensor->shape) key += fmt::format(",{}", extent);
    key += '/';
    key += data.head(kSample);
    key += data.slice(data.size() - kSample, kSample).text();
    alike[std::move(key)].push_back(static_cast<int64_t>(i));
  }
  Duplicates duplicates{subject};
  for (const auto& [key, rows] : alike)
    if (rows.size() > 1) duplicates.compare(rows);
  const uint64_t count = duplicates.finding.count();
  duplicates.finding.report(
      subject, count == 1 ? fmt::format("1 constant equals an earlier one: {} bytes.", duplicates.bytes)
                          : fmt::format("{} constants equal earlier ones: {} bytes.", count, duplicates.bytes));
}

void findUnused(Subject& subject) {
  const Executable& executable = subject.executable;
  // Compiled functions name constants in machine code.
  const bool compiled = std::ranges::any_of(executable.functions, &Function::isVmTir);
  if (compiled || executable.variant == Variant::Params || !subject.readable) return;
  const auto references = CrossReferences::build(executable, subject.stop);
  if (!references) return;
  Finding finding(LintRule::ConstantUnused, {});
  uint64_t bytes = 0;
  for (size_t i = 0; i < executable.constants.size(); ++i) {
    const auto* const tensor = std::get_if<TensorConstant>(&executable.constants[i].value);
    const ConstIndex row(static_cast<int64_t>(i));
    if (tensor == nullptr || !references->ofConstant(row).empty()) continue;
    bytes += tensor->data.size();
    finding.add(fmt::format("c[{}]", i), constantType(executable.constants[i].value).text(), {{}, {}, row, {}});
  }
  const uint64_t count = finding.count();
  finding.report(subject, count == 1 ? fmt::format("No instruction mentions 1 constant: {} bytes.", bytes)
                                     : fmt::format("No instruction mentions {} constants: {} bytes.", count, bytes));
}

}  // namespace

void findConstants(Subject& subject) {
  if (!subject.executable.tensorDataOmitted) findDuplicates(subject);
  findUnused(subject);
}

}  // namespace relaxscope::linting
