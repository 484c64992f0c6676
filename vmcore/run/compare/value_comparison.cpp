// SPDX-License-Identifier: Apache-2.0
#include "vmcore/run/compare/value_comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <type_traits>
#include <unordered_map>

#include "vmcore/analysis/call_types.h"
#include "vmcore/analysis/diff/element_difference.h"
#include "vmcore/base/bytes/element.h"
#include "vmcore/base/bytes/half_float.h"
#include "vmcore/run/value_summary.h"

namespace relaxscope {
namespace {

struct OutputsOfCall {
  uint32_t callee = kNoIndex;
  std::vector<uint32_t> arguments;  ///< positions
};
/// Outputs of the calls of kernels of one function, by pc.
using Outputs = std::unordered_map<int64_t, OutputsOfCall>;

Outputs outputsOf(const Executable& executable, FuncIndex function, FunctionResults& results) {
  Outputs outputs;
  const auto definitions = definitionsOf(executable, function);
  const auto types = definitions ? callTypes(executable, function, *definitions, results) : std::nullopt;
  if (!types) return outputs;
  for (const TypedCall& call : types->calls) {
    // Operands of call_tir_dyn are not the arguments of the instruction.
    if (!call.isKernel || call.operands.size() != executable.code.at(call.pc).callArgCount()) continue;
    OutputsOfCall& found = outputs[call.pc.value];
    found.callee = static_cast<uint32_t>(call.callee.value);
    for (uint32_t i = 0; i < call.operands.size(); ++i)
      if (call.operands[i].direction == CallOperand::Direction::Out) found.arguments.push_back(i);
  }
  return outputs;
}

/// Infinities among the elements of a float tensor.
uint64_t infinitiesOf(const TensorValue& tensor) {
  const auto type = static_cast<TypeCode>(tensor.dtype.code);
  const auto width = static_cast<size_t>(tensor.dtype.elementBytes());
  if (tensor.dtype.lanes != 1 || (type != TypeCode::Float && type != TypeCode::BFloat)) return 0;
  if (width != 2 && width != 4 && width != 8) return 0;
  uint64_t count = 0;
  tensor.data.forEachPiece([&](std::span<const uint8_t> piece) {
    for (size_t at = 0; at + width <= piece.size(); at += width) {
      const uint8_t* from = piece.data() + at;
      const double value = width == 8                 ? elementAt<double>(from)
                           : width == 4               ? elementAt<float>(from)
                           : type == TypeCode::BFloat ? bfloatToFloat(elementAt<uint16_t>(from))
                                                      : halfToFloat(elementAt<uint16_t>(from));
      count += std::isinf(value) ? 1 : 0;
    }
    return true;
  });
  return count;
}

TensorConstant constantOf(const TensorValue& tensor) {
  TensorConstant constant;
  constant.dtype = tensor.dtype;
  constant.shape = tensor.shape;
  constant.data = tensor.data;
  return constant;
}
std::string typeText(const TensorValue& tensor) {
  std::string text = tensor.dtype.name() + "[";
  for (size_t i = 0; i < tensor.shape.size(); ++i) text += (i == 0 ? "" : ", ") + std::to_string(tensor.shape[i]);
  return text + "]";
}

/// The fields of two tuples, or what two closures of one function capture; nulls for other values.
std::pair<const std::vector<Value>*, const std::vector<Value>*> matchedParts(const Value& old, const Value& now) {
  const auto *a = std::get_if<TupleValue>(&old.data), *b = std::get_if<TupleValue>(&now.data);
  if (a != nullptr && b != nullptr && a->fields.size() == b->fields.size() && a->tag == b->tag)
    return {&a->fields, &b->fields};
  const auto *c = std::get_if<ObjectValue>(&old.data), *d = std::get_if<ObjectValue>(&now.data);
  if (c != nullptr && d != nullptr && c->function == d->function && !c->captured.empty() &&
      c->captured.size() == d->captured.size())
    return {&c->captured, &d->captured};
  return {};
}

void compareResult(const std::string& name, const Value& old, const Value& now, ValueComparison& comparison) {
  const auto [a, b] = matchedParts(old, now);
  if (a == nullptr) {
    comparison.results.emplace_back(name, differenceOf(old, now));
    return;
  }
  for (size_t i = 0; i < a->size(); ++i) compareResult(fmt::format("{}.{}", name, i), (*a)[i], (*b)[i], comparison);
}

/// A number as a tensor of one element; nothing for other values.
std::optional<TensorValue> scalarOf(const Value& value) {
  const auto tensorOf = [](DataType type, auto number) {
    std::vector<uint8_t> bytes(sizeof number);
    std::memcpy(bytes.data(), &number, sizeof number);
    return TensorValue{type, {}, Bytes::own(std::move(bytes))};
  };
  if (const auto* integer = std::get_if<int64_t>(&value.data))
    return tensorOf({static_cast<uint8_t>(TypeCode::Int), 64, 1}, *integer);
  if (const auto* real = std::get_if<double>(&value.data))
    return tensorOf({static_cast<uint8_t>(TypeCode::Float), 64, 1}, *real);
  return std::nullopt;
}
/// Of two values of one type that are no tensors or numbers.
bool equal(const Value& old, const Value& now) {
  return std::visit(
      [&](const auto& a) {
        using Type = std::decay_t<decltype(a)>;
        const Type& b = std::get<Type>(now.data);
        if constexpr (std::is_same_v<Type, ShapeValue>) return a.dims == b.dims;
        else if constexpr (std::is_same_v<Type, ObjectValue>)
          return a.typeName == b.typeName && a.function == b.function && a.captured.size() == b.captured.size();
        else if constexpr (std::is_same_v<Type, TupleValue>)
          return a.fields.size() == b.fields.size() && a.tag == b.tag;
        else if constexpr (requires { a == b; }) return a == b;
        else return true;  // None; inputs are no results
      },
      old.data);
}

/// The tensors of one place in the order of their calls.
using ByPlace = std::map<std::pair<uint32_t, uint32_t>, std::vector<size_t>>;
ByPlace byPlace(const std::vector<CapturedTensor>& tensors) {
  ByPlace places;
  for (size_t i = 0; i < tensors.size(); ++i) places[{tensors[i].pc, tensors[i].argument}].push_back(i);
  return places;
}

}  // namespace

std::vector<MatchedOutput> matchedOutputs(const Executable& old, const Executable& now, const ExecutableDiff& diff) {
  std::vector<MatchedOutput> matched;
  FunctionResults oldResults(old), newResults(now);
  for (const FunctionPair& pair : diff.functions) {
    if (!pair.old.valid() || !pair.now.valid()) continue;
    const Outputs before = outputsOf(old, pair.old, oldResults), after = outputsOf(now, pair.now, newResults);
    for (const InstructionRow& row : pair.rows) {
      // What moved has a row on each side; that of the old one counts.
      const InstrIndex partner = row.now.valid() ? row.now : row.partner;
      if (!row.old.valid() || !partner.valid()) continue;
      const auto from = before.find(row.old.value), to = after.find(partner.value);
      if (from == before.end() || to == after.end()) continue;
      const OutputsOfCall &a = from->second, &b = to->second;
      for (size_t i = 0; i < std::min(a.arguments.size(), b.arguments.size()); ++i)
        matched.push_back({{static_cast<uint32_t>(pair.old.value), static_cast<uint32_t>(row.old.value)},
                           {static_cast<uint32_t>(pair.now.value), static_cast<uint32_t>(partner.value)},
                           a.callee,
                           a.arguments[i],
                           b.arguments[i],
                           b.callee});
    }
  }
  return matched;
}

void ValueDifference::add(const ValueDifference& other) {
  const ElementDifference& from = other.elements;
  elements.elements += from.elements;
  elements.differing += from.differing;
  elements.nanOld += from.nanOld;
  elements.nanNow += from.nanNow;
  const auto larger = [](std::optional<double>& a, const std::optional<double>& b) {
    if (b) a = std::max(a.value_or(0), *b);
  };
  larger(elements.largestAbsolute, from.largestAbsolute);
  larger(elements.largestRelative, from.largestRelative);
  infinitiesOld += other.infinitiesOld;
  infinitiesNew += other.infinitiesNew;
  if (notCompared.empty()) notCompared = other.notCompared;
}

CaptureRequest captureOf(const std::vector<MatchedOutput>& outputs, bool isNew) {
  CaptureRequest request;
  for (const MatchedOutput& output : outputs)
    request.sites.push_back(isNew ? CaptureSite{output.now.pc, output.newArgument}
                                  : CaptureSite{output.old.pc, output.oldArgument});
  return request;
}

ValueDifference differenceOf(const Value& old, const Value& now) {
  ValueDifference difference;
  if (old.data.index() != now.data.index()) {
    difference.notCompared = "values of different types";
    return difference;
  }
  const std::optional<TensorValue> oldScalar = scalarOf(old), newScalar = scalarOf(now);
  const TensorValue* a = oldScalar ? &*oldScalar : std::get_if<TensorValue>(&old.data);
  const TensorValue* b = newScalar ? &*newScalar : std::get_if<TensorValue>(&now.data);
  if (a == nullptr || b == nullptr) {
    if (!equal(old, now)) difference.notCompared = fmt::format("{} and {}", valueSummary(old), valueSummary(now));
    return difference;
  }
  if (const auto elements = diffing::elementDifference(constantOf(*a), constantOf(*b), {}))
    difference.elements = *elements;
  else if (!a->data.empty() || !b->data.empty() || a->shape != b->shape)
    difference.notCompared = fmt::format("{} and {}", typeText(*a), typeText(*b));
  difference.infinitiesOld = infinitiesOf(*a);
  difference.infinitiesNew = infinitiesOf(*b);
  return difference;
}

ValueComparison compareValues(const std::vector<MatchedOutput>& outputs, const std::vector<CapturedTensor>& old,
                              const std::vector<CapturedTensor>& now, const std::vector<Value>& oldResults,
                              const std::vector<Value>& newResults) {
  ValueComparison comparison;
  const ByPlace before = byPlace(old), after = byPlace(now);
  std::vector<std::pair<size_t, ComparedOutput>> rows;  // with the place of the first execution
  size_t firstDiffering = SIZE_MAX, divergence = 0;
  for (const MatchedOutput& output : outputs) {
    const auto a = before.find({output.old.pc, output.oldArgument}),
               b = after.find({output.now.pc, output.newArgument});
    if (a == before.end() || b == after.end()) continue;
    ComparedOutput row{output, std::min(a->second.size(), b->second.size()), 0, {}};
    for (size_t i = 0; i < row.executions; ++i) {
      const ValueDifference one = differenceOf(old[a->second[i]].value, now[b->second[i]].value);
      if (one.differs() && !row.difference.differs()) row.firstDiffering = i;
      if (one.differs() && a->second[i] < firstDiffering) {
        firstDiffering = a->second[i];
        divergence = a->second.front();
      }
      row.difference.add(one);
    }
    rows.emplace_back(a->second.front(), std::move(row));
  }
  std::ranges::stable_sort(rows, {}, [](const auto& row) { return row.first; });
  for (auto& [place, row] : rows) {
    if (firstDiffering != SIZE_MAX && place == divergence) comparison.firstDivergence = comparison.outputs.size();
    comparison.outputs.push_back(std::move(row));
  }
  for (size_t i = 0; i < std::min(oldResults.size(), newResults.size()); ++i)
    compareResult(oldResults.size() == 1 ? "result" : fmt::format("result of call {}", i), oldResults[i], newResults[i],
                  comparison);
  return comparison;
}

ValueComparison exchanged(const ValueComparison& comparison) {
  ValueComparison out = comparison;
  const auto exchange = [](ValueDifference& difference) {
    std::swap(difference.elements.nanOld, difference.elements.nanNow);
    std::swap(difference.infinitiesOld, difference.infinitiesNew);
    difference.elements.largestRelative.reset();
  };
  for (ComparedOutput& output : out.outputs) {
    std::swap(output.place.old, output.place.now);
    std::swap(output.place.oldCallee, output.place.newCallee);
    std::swap(output.place.oldArgument, output.place.newArgument);
    exchange(output.difference);
  }
  for (auto& [name, difference] : out.results) exchange(difference);
  return out;
}

}  // namespace relaxscope
