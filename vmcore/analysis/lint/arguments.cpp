// SPDX-License-Identifier: Apache-2.0
// Calls and tensors that cannot work: their types contradict a kernel's signature or the size of a storage.
#include <fmt/format.h>

#include <algorithm>

#include "vmcore/analysis/call_args.h"
#include "vmcore/analysis/lint/subject.h"

namespace relaxscope::linting {
namespace {

/// "f64, not f32", "rank 3, not 2", "extent 4, not 5": what a kernel refuses; empty if it may accept the value.
std::string mismatch(const StaticType& given, const StaticType& wanted) {
  if (given.kind != StaticType::Kind::Tensor || wanted.kind != StaticType::Kind::Tensor) return {};
  constexpr uint8_t kByte = 8;
  if (given.dtype && wanted.dtype && *given.dtype != *wanted.dtype && given.dtype->bits >= kByte &&
      wanted.dtype->bits >= kByte && given.dtype->lanes == 1 && wanted.dtype->lanes == 1)
    return fmt::format("{}, not {}", given.dtype->name(), wanted.dtype->name());
  if (!given.rank || !wanted.rank) return {};
  if (*given.rank != *wanted.rank) return fmt::format("rank {}, not {}", *given.rank, *wanted.rank);
  for (size_t i = 0; i < std::min(given.dims.size(), wanted.dims.size()); ++i) {
    const DimSpec &dim = given.dims[i], &extent = wanted.dims[i];
    if (dim.kind == DimSpec::Kind::Fixed && extent.kind == DimSpec::Kind::Fixed && dim.value != extent.value)
      return fmt::format("extent {}, not {}", dim.value, extent.value);
  }
  return {};
}

std::string refusal(const TypedCall& call, const std::vector<KernelParam>& signature) {
  if (call.operands.size() != signature.size())
    return fmt::format("{} arguments, not {}", call.operands.size(), signature.size());
  for (size_t i = 0; i < signature.size(); ++i) {
    if (call.operands[i].type == nullptr) continue;
    const std::string text = mismatch(*call.operands[i].type, signature[i].type);
    if (!text.empty()) return fmt::format("argument {}: {}", i, text);
  }
  return {};
}

/// The bytes of a tensor of fixed extents; nothing if they are not known, INT64_MAX if there are too many to count.
std::optional<int64_t> bytesOf(const StaticType& type) {
  constexpr uint8_t kByte = 8;
  if (type.kind != StaticType::Kind::Tensor || !type.dtype || type.dtype->bits < kByte || !type.rank)
    return std::nullopt;
  if (static_cast<size_t>(*type.rank) != type.dims.size()) return std::nullopt;
  int64_t bytes = (int64_t{type.dtype->bits} * type.dtype->lanes + kByte - 1) / kByte;
  bool empty = false, overflow = false;
  for (const DimSpec& dim : type.dims) {
    if (dim.kind != DimSpec::Kind::Fixed || dim.value < 0) return std::nullopt;
    empty = empty || dim.value == 0;
    overflow = __builtin_mul_overflow(bytes, dim.value, &bytes) || overflow;
  }
  if (empty) return 0;
  return overflow ? INT64_MAX : bytes;
}

}  // namespace

void findWrongCalls(Subject& subject, const Body& body) {
  Finding finding(LintRule::KernelArguments, body.function);
  for (const TypedCall& call : body.calls.calls) {
    const Instruction instruction = subject.executable.code.at(call.pc);
    if (!call.isKernel || instruction.callFunction() != call.callee.value)
      continue;  // of call_tir_dyn: appended extents
    const KnownKernel& kernel = subject.roles.of(call.callee);
    if (!kernel.certain) continue;
    const std::string text = refusal(call, kernel.signature);
    if (!text.empty()) finding.add(functionText(subject.executable, call.callee), text, siteOf(body, call.pc));
  }
  finding.report(subject, "1 call passes what its kernel refuses.", "{} calls pass what their kernel refuses.");
}

void findTensorsOutside(Subject& subject, const Body& body) {
  Finding finding(LintRule::TensorOutsideStorage, body.function);
  const auto& types = subject.facts.resultTypes(body.function);
  const auto typeOf = [&](InstrIndex pc) -> const StaticType* {
    const auto row = static_cast<size_t>(pc.value - body.range.begin);
    return row < types.size() ? types[row].get() : nullptr;
  };
  CodeWalk(subject.executable).run(body.range, [&](int64_t at, const Instruction& instruction) {
    const BuiltinRow* const row = subject.builtins.of(instruction);
    if (row == nullptr || row->id != BuiltinId::AllocTensor || instruction.callArgCount() < 2) return true;
    const CallArgs args{subject.executable, instruction};
    int64_t offset = 0, end = 0;
    const ValueIndex storage = body.valueAt(InstrIndex(at), instruction.row->listWord);
    const Instruction maker = body.definer(subject.executable, storage);
    const StaticType* const tensor = typeOf(InstrIndex(at));
    if (maker.row == nullptr || tensor == nullptr || !args.immediate(1, offset)) return true;
    const StaticType* const block = typeOf(body.definitions.values[storage.at()].pc);
    const std::optional<int64_t> bytes = bytesOf(*tensor);
    if (block == nullptr || block->kind != StaticType::Kind::Storage || block->dims.size() != 1 || !bytes) return true;
    if (block->dims[0].kind != DimSpec::Kind::Fixed) return true;
    const bool overflow = __builtin_add_overflow(offset, *bytes, &end);
    if (offset >= 0 && !overflow && *bytes != INT64_MAX && end <= block->dims[0].value) return true;
    finding.add(tensor->text(), fmt::format("offset {}, storage of {} bytes", offset, block->dims[0].value),
                siteOf(body, InstrIndex(at)));
    return !subject.stop.stop_requested();
  });
  finding.report(subject, "1 tensor ends outside of the storage that it is placed in.",
                 "{} tensors end outside of the storage that they are placed in.");
}

}  // namespace relaxscope::linting
