// SPDX-License-Identifier: Apache-2.0
// Edits of the constant pool.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "tests/support/mutate/calls.h"
#include "tests/support/mutate/edit_context.h"
#include "vmcore/model/constant_pool.h"

namespace relaxscope::test {
namespace {

/// A constant that no earlier edit used and that `accepts` takes.
std::optional<size_t> randomConstant(EditContext& context, const std::function<bool(const ConstantValue&)>& accepts) {
  std::vector<size_t> rows;
  for (size_t i = 0; i < context.draft.tables.constants.size(); ++i)
    if (!context.before.constants.contains(context.draft.constantIds[i]) &&
        accepts(context.draft.tables.constants[i].value))
      rows.push_back(i);
  return rows.empty() ? std::nullopt : std::optional(context.random.of(rows));
}

/// Puts a value into a row. What names a constant that is no tensor may be reported in its place.
std::optional<Edit> replace(EditContext& context, EditKind kind, size_t row, ConstantValue value,
                            std::vector<ChangeKind> kinds) {
  Draft& draft = context.draft;
  const bool tensor = std::holds_alternative<TensorConstant>(value);
  if (sameConstant(draft.tables.constants[row].value, value)) return std::nullopt;
  Edit edit;
  edit.kind = kind;
  edit.constant = draft.constantIds[row];
  edit.kinds = std::move(kinds);
  edit.neverRuns = true;
  edit.text = fmt::format("c[{}]: {} became {}", row, constantSummary(draft.tables.constants[row].value),
                          constantSummary(value));
  for (const OperandSpot& use : context.operands([&](const DraftInstruction&, const Operand& operand) {
         return operand.kind == ArgKind::Constant && operand.value == static_cast<int64_t>(row);
       })) {
    edit.neverRuns = false;
    if (tensor) continue;
    edit.function = draft.functionIds[context.body(use.spot).function];
    edit.oldInstructions.push_back(context.at(use.spot).id);
    edit.nowInstructions.push_back(context.at(use.spot).id);
    const auto more = kindsOfOperand(draft, context.at(use.spot), use.operand);
    edit.kinds.insert(edit.kinds.end(), more.begin(), more.end());
  }
  // Without a place in the code that says which of one kind became which, one is gone and another is there.
  if (!tensor || edit.neverRuns)
    edit.kinds.insert(edit.kinds.end(), {ChangeKind::ConstantAdded, ChangeKind::ConstantRemoved});
  draft.tables.constants[row].value = std::move(value);
  return edit;
}

std::optional<ConstantValue> withOtherBit(const ConstantValue& old, fuzz::Random& random) {
  ConstantValue now = old;
  if (auto* tensor = std::get_if<TensorConstant>(&now)) {
    std::vector<uint8_t> data(tensor->data.span().begin(), tensor->data.span().end());
    // The last byte of elements smaller than one may be padding.
    const size_t end = tensor->dtype.bits % 8 == 0 ? data.size() : data.size() - std::min<size_t>(data.size(), 1);
    if (end == 0) return std::nullopt;
    data[random.below(end)] ^= static_cast<uint8_t>(1U << (tensor->dtype.bits < 8 ? 0 : random.below(8)));
    tensor->data = Bytes::own(std::move(data));
  } else if (auto* number = std::get_if<IntConstant>(&now)) {
    number->value ^= int64_t{1} << random.below(40);
  } else if (auto* real = std::get_if<FloatConstant>(&now)) {
    real->value = real->value == 0 ? 1 : real->value * 1.5;
    if (real->value != real->value) real->value = 1;
  } else if (auto* text = std::get_if<StringConstant>(&now)) {
    text->text += static_cast<char>('a' + random.below(26));
  } else if (auto* shape = std::get_if<ShapeConstant>(&now)) {
    if (shape->dims.empty()) shape->dims.push_back(1);
    else ++random.of(shape->dims);
  } else {
    return std::nullopt;
  }
  return now;
}

}  // namespace

std::optional<Edit> changeBit(EditContext& context) {
  const auto row = randomConstant(context, [](const ConstantValue& value) {
    const auto* tensor = std::get_if<TensorConstant>(&value);
    return tensor == nullptr || !tensor->data.empty();
  });
  if (!row) return std::nullopt;
  auto now = withOtherBit(context.draft.tables.constants[*row].value, context.random);
  if (!now) return std::nullopt;
  return replace(context, EditKind::ConstantBit, *row, std::move(*now), {ChangeKind::ConstantEdited});
}

std::optional<Edit> changeDtype(EditContext& context) {
  const auto row = randomConstant(context, [](const ConstantValue& value) {
    return std::holds_alternative<TensorConstant>(value) || std::holds_alternative<DataType>(value);
  });
  if (!row) return std::nullopt;
  ConstantValue now = context.draft.tables.constants[*row].value;
  auto* const tensor = std::get_if<TensorConstant>(&now);
  DataType& type = tensor != nullptr ? tensor->dtype : std::get<DataType>(now);
  // The same bits as integers or floats; signed and unsigned where there are no such floats.
  const bool floats = type.bits == 16 || type.bits == 32 || type.bits == 64;
  if (type.code > 2) return std::nullopt;
  type.code = floats && type.code != 2 ? 2 : static_cast<uint8_t>(type.code == 0 ? 1 : 0);
  return replace(context, EditKind::ConstantDtype, *row, std::move(now),
                 {tensor != nullptr ? ChangeKind::ConstantRequantised : ChangeKind::ConstantEdited});
}

std::optional<Edit> changeShape(EditContext& context) {
  const auto row = randomConstant(context, [](const ConstantValue& value) {
    const auto* tensor = std::get_if<TensorConstant>(&value);
    return tensor != nullptr && !tensor->shape.empty();
  });
  if (!row) return std::nullopt;
  ConstantValue now = context.draft.tables.constants[*row].value;
  auto& tensor = std::get<TensorConstant>(now);
  const std::vector<int64_t> old = tensor.shape;
  const int64_t count = std::accumulate(old.begin(), old.end(), int64_t{1}, std::multiplies<>());
  if (context.random.oneIn(2)) std::ranges::reverse(tensor.shape);
  else if (context.random.oneIn(2)) tensor.shape = {count};
  else tensor.shape.insert(tensor.shape.begin(), 1);
  if (tensor.shape == old) return std::nullopt;
  return replace(context, EditKind::ConstantShape, *row, std::move(now), {ChangeKind::ConstantEdited});
}

}  // namespace relaxscope::test
