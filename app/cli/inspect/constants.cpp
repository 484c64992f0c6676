// SPDX-License-Identifier: Apache-2.0
// rscope constants: prints the constant pool and saves constants.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <cmath>

#include "app/cli/commands.h"
#include "app/cli/files.h"
#include "app/cli/output.h"
#include "vmcore/analysis/summary.h"
#include "vmcore/base/text/text.h"
#include "vmcore/export/json_tables.h"
#include "vmcore/format/container/npz.h"

namespace relaxscope::cli {
namespace {

struct ConstantsOptions {
  std::string file, output, consts;
  bool asJson = false;
  int64_t save = -1;
};

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

void writeConstantsTable(const Executable& executable, Output& out) {
  const ExecutableSummary summary = summarize(executable);
  TextTable table({"#", "kind", "bytes", "uses", "value"}, {0, 2, 3});
  for (size_t i = 0; i < executable.constants.size(); ++i) {
    const ConstantValue& value = executable.constants[i].value;
    table.add({std::to_string(i), constantKindName(value), groupedNumber(static_cast<int64_t>(payloadBytes(value))),
               std::to_string(summary.constantUses[i].size()),
               i < executable.constantNames.size() ? executable.constantNames[i] + ": " + constantSummary(value)
                                                   : constantSummary(value)});
  }
  table.write(out);
}

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

int constants(const ConstantsOptions& options) {
  if (!options.output.empty() && options.save < 0)
    return fail(options.file, "-o requires --save INDEX; the table goes to standard output");
  return withBoundFile(options.file, options.consts, [&](const LoadedFile& file) {
    if (options.save >= 0) return saveConstant(file, options);
    return writeOutput("", [&](Output& out) {
      if (options.asJson) writeConstantsJson(*file.executable, out.sink());
      else writeConstantsTable(*file.executable, out);
    });
  });
}

}  // namespace

Runner configureConstants(CLI::App& command) {
  auto options = std::make_shared<ConstantsOptions>();
  command
      .add_option("FILE", options->file, "Library, executable bytes, text, python or JSON form; - is standard input")
      ->required();
  command.add_flag("--json", options->asJson, "The pool as a JSON object");
  command.add_option("--save", options->save, "Write this constant as .npy to the file of -o")
      ->check(CLI::NonNegativeNumber);
  command.add_option("-o", options->output, "File for --save; - is standard output");
  command.add_option("--consts", options->consts, "File with the late-bound constants of a Relay VM executable");
  command.footer(
      "JSON fields: constants [index kind name dtype shape bytes value uses [function pc]]; tensors have dtype,\n"
      "shape and bytes, the others a value. Types that NumPy lacks are saved as unsigned integers of the same size.");
  return [options] { return constants(*options); };
}

}  // namespace relaxscope::cli
