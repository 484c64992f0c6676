// SPDX-License-Identifier: Apache-2.0
// rscope constants: prints the constant pool and saves constants.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "app/cli/files.h"
#include "app/cli/inspect/commands.h"
#include "app/cli/output.h"
#include "vmcore/analysis/constant_copies.h"
#include "vmcore/analysis/summary.h"
#include "vmcore/base/text/text.h"
#include "vmcore/export/json_tables.h"
#include "vmcore/format/container/npz.h"

namespace relaxscope::cli {
namespace {

uint64_t payloadBytes(const ConstantValue& value) {
  struct Size {
    uint64_t operator()(const TensorConstant& v) const { return v.data.size(); }
    uint64_t operator()(const DataType&) const { return 4; }
    uint64_t operator()(const ShapeConstant& v) const { return v.dims.size() * 8; }
    uint64_t operator()(const StringConstant& v) const { return v.text.size(); }
    uint64_t operator()(const IntConstant&) const { return 8; }
    uint64_t operator()(const FloatConstant&) const { return 8; }
    uint64_t operator()(const LateBoundConstant&) const { return 0; }
    uint64_t operator()(const UnknownConstant&) const { return 0; }
  };
  return std::visit(Size{}, value);
}

/// "main 7 +3": the first use and the number of others.
std::string usesText(const Executable& executable, const std::vector<ConstantUse>& uses) {
  if (uses.empty()) return {};
  const Function* function = executable.function(uses.front().function);
  std::string text = function == nullptr ? "?" : printable(function->name);
  text += fmt::format(" {}", uses.front().pc.value);
  return uses.size() == 1 ? text : text + fmt::format(" +{}", uses.size() - 1);
}

class ConstantsTable {
 public:
  ConstantsTable(const Executable& executable, const ConstantCopies& copies)
      : executable_(executable),
        copies_(copies),
        summary_(summarize(executable)),
        scopes_(constantScopes(executable)),
        anyCopies_(std::ranges::any_of(copies.count, [](uint32_t count) { return count > 1; }) ||
                   copies.notComparedBytes > 0) {}

  void write(std::string_view sort, Output& out) const {
    std::vector<std::string> head{"#", "kind", "bytes", "uses", "used by"};
    if (anyCopies_) head.emplace_back("same as");
    if (!scopes_.empty()) head.emplace_back("scope");
    head.emplace_back("value");
    TextTable table(head, {0, 2, 3});
    for (const size_t i : order(sort)) table.add(row(i));
    table.write(out);
    if (copies_.notComparedBytes > 0)
      out.write(fmt::format("{} bytes were not compared; --duplicates compares all\n",
                            groupedNumber(static_cast<int64_t>(copies_.notComparedBytes))));
  }

 private:
  [[nodiscard]] const ConstantValue& value(size_t i) const { return executable_.constants[i].value; }

  [[nodiscard]] std::vector<std::string> row(size_t i) const {
    std::vector<std::string> cells{
        std::to_string(i), constantKindName(value(i)), groupedNumber(static_cast<int64_t>(payloadBytes(value(i)))),
        std::to_string(summary_.constantUses[i].size()), usesText(executable_, summary_.constantUses[i])};
    if (anyCopies_) cells.push_back(sameAs(i));
    if (!scopes_.empty()) cells.push_back(printable(scopes_[i]));
    cells.push_back(i < executable_.constantNames.size()
                        ? executable_.constantNames[i] + ": " + constantSummary(value(i))
                        : constantSummary(value(i)));
    return cells;
  }

  [[nodiscard]] std::string sameAs(size_t i) const {
    const int64_t first = copies_.first[i];
    if (first == ConstantCopies::kNotCompared) return "not compared";
    return first == static_cast<int64_t>(i) ? std::string() : fmt::format("c[{}]", first);
  }

  /// Figures from large to small, copies and texts in their order; equal rows stay in the order of the pool.
  [[nodiscard]] std::vector<size_t> order(std::string_view sort) const {
    std::vector<size_t> rows(executable_.constants.size());
    std::iota(rows.begin(), rows.end(), size_t{0});
    const auto by = [&](auto&& key) { std::ranges::stable_sort(rows, {}, key); };
    if (sort == "kind") by([&](size_t i) { return std::string_view(constantKindName(value(i))); });
    if (sort == "bytes") by([&](size_t i) { return -static_cast<int64_t>(payloadBytes(value(i))); });
    if (sort == "uses") by([&](size_t i) { return -static_cast<int64_t>(summary_.constantUses[i].size()); });
    if (sort == "copies") by([&](size_t i) { return std::pair(-int64_t{copies_.count[i]}, copies_.first[i]); });
    if (sort == "value") by([&](size_t i) { return constantSummary(value(i)); });
    return rows;
  }

  const Executable& executable_;
  const ConstantCopies& copies_;
  ExecutableSummary summary_;
  std::vector<std::string> scopes_;
  bool anyCopies_;
};

/// The constant as an array: a shape becomes a vector of int64, a number an array of rank 0.
Result<NpyArray> arrayOf(const ConstantValue& value) {
  if (const auto* tensor = std::get_if<TensorConstant>(&value))
    return NpyArray{tensor->dtype, tensor->shape, tensor->data};
  const auto pack = [](DataType dtype, std::vector<int64_t> shape, const void* data, size_t size) {
    return NpyArray{dtype, std::move(shape), Bytes::copyOf({static_cast<const char*>(data), size})};
  };
  constexpr DataType kInt64{static_cast<uint8_t>(TypeCode::Int), 64, 1},
      kFloat64{static_cast<uint8_t>(TypeCode::Float), 64, 1};
  if (const auto* shape = std::get_if<ShapeConstant>(&value))
    return pack(kInt64, {static_cast<int64_t>(shape->dims.size())}, shape->dims.data(),
                shape->dims.size() * sizeof(int64_t));
  if (const auto* number = std::get_if<IntConstant>(&value))
    return pack(kInt64, {}, &number->value, sizeof(number->value));
  if (const auto* number = std::get_if<FloatConstant>(&value))
    return pack(kFloat64, {}, &number->value, sizeof(number->value));
  return Error(fmt::format("a {} has no array form", constantKindName(value)));
}

int saveConstant(const LoadedFile& file, const ConstantsOptions& options) {
  if (options.output.empty()) return fail(options.file, "constants --save needs -o OUT.npy");
  const Constant* constant = file.executable->constant(ConstIndex(options.save));
  if (constant == nullptr)
    return fail(options.file,
                fmt::format("no constant {}: the pool has {}", options.save, file.executable->constants.size()));
  const auto array = arrayOf(constant->value);
  if (!array.ok()) return fail(options.file, fmt::format("constant {}: {}", options.save, array.error().message));
  return writePieces(options.output, npyPieces(*array));
}

}  // namespace

int constantsCommand(const ConstantsOptions& options) {
  if (!options.output.empty() && options.save < 0)
    return fail(options.file, "-o requires --save INDEX; the table goes to standard output");
  return withBoundFile(options.file, options.consts, [&](const LoadedFile& file) {
    if (options.save >= 0) return saveConstant(file, options);
    const auto copies = constantCopies(*file.executable, options.allCompared ? UINT64_MAX : kDefaultCompared);
    return writeOutput("", [&](Output& out) {
      if (options.asJson) writeConstantsJson(*file.executable, *copies, out.sink());
      else ConstantsTable(*file.executable, *copies).write(options.sort, out);
    });
  });
}

}  // namespace relaxscope::cli
