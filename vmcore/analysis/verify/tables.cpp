// SPDX-License-Identifier: Apache-2.0
// Rules about constants, scopes, the code section as a whole and the function table.
#include <algorithm>
#include <unordered_map>

#include "vmcore/analysis/verify/context.h"

namespace relaxscope::verifying {
namespace {

constexpr size_t kMaxShapeRank = 64;

/// Bytes of a tensor's data by the file format's rule (0.6 rounded the bytes of an element down), or -1 if they do not
/// fit into an int64.
int64_t tensorBytes(const TensorConstant& tensor, Variant variant) {
  if (std::find(tensor.shape.begin(), tensor.shape.end(), 0) != tensor.shape.end()) return 0;
  int64_t bytes = variant == Variant::Relay06 ? tensor.dtype.bits / 8 : tensor.dtype.elementBytes();
  for (const int64_t extent : tensor.shape)
    if (__builtin_mul_overflow(bytes, extent, &bytes)) return -1;
  return bytes;
}

template <class Message>
void reportConstant(Context& context, size_t index, Message&& message) {
  Diagnostic place;
  place.constant = ConstIndex(static_cast<int64_t>(index));
  place.byteOffset = context.executable.constants[index].byteOffset;
  context.report(std::move(place), [&] { return fmt::format("constant {}: {}", index, message()); });
}

/// Reports every instruction with the given layout.
template <class Message>
void reportLayout(Context& context, Layout layout, Message&& message) {
  for (size_t pc = 0; pc < context.layout.size(); ++pc) {
    if (context.layout[pc] != layout) continue;
    Diagnostic place;
    place.pc = InstrIndex(static_cast<int64_t>(pc));
    place.function = context.findings.all().size() < 100 ? context.executable.functionAt(place.pc) : FuncIndex();
    const FuncIndex function = place.function;
    context.report(std::move(place), [&] {
      const std::string where = function.valid() ? context.functionName(function) + ":" : "instruction ";
      return fmt::format("{}{}: {}", where, pc, message(pc));
    });
  }
}

}  // namespace

void checkTensorConstants(Context& context) {
  const std::vector<Constant>& constants = context.executable.constants;
  for (size_t i = 0; i < constants.size(); ++i) {
    const auto* tensor = std::get_if<TensorConstant>(&constants[i].value);
    if (tensor == nullptr) continue;
    if (tensor->shape.size() > kMaxShapeRank)
      reportConstant(context, i, [&] {
        return fmt::format("{} dimensions, the maximum is {}", tensor->shape.size(), kMaxShapeRank);
      });
    else if (tensor->dtype.bits == 0) reportConstant(context, i, [&] { return std::string("an element has 0 bits"); });
    else if (std::any_of(tensor->shape.begin(), tensor->shape.end(), [](int64_t extent) { return extent < 0; }))
      reportConstant(context, i, [&] { return fmt::format("negative extent in {}", constantSummary(*tensor)); });
    else if (const int64_t bytes = tensorBytes(*tensor, context.executable.variant); bytes < 0)
      reportConstant(context, i, [&] {
        return fmt::format("{} has more bytes than an int64 can count", constantSummary(*tensor));
      });
    else if (static_cast<uint64_t>(bytes) != tensor->data.size() && !context.executable.tensorDataOmitted)
      reportConstant(context, i, [&] {
        return fmt::format("{} needs {} bytes, but has {}", constantSummary(*tensor), bytes, tensor->data.size());
      });
  }
}

void checkMemoryScopes(Context& context) {
  const auto count = static_cast<int64_t>(context.executable.constants.size());
  for (const MemoryScope& scope : context.executable.memoryScopes) {
    if (scope.constIndex >= 0 && scope.constIndex < count) continue;
    context.report(Diagnostic{},
                   [&] { return fmt::format("memory scope names constant {} of {}", scope.constIndex, count); });
  }
}

void checkCodeOffsets(Context& context) {
  const Code& code = context.executable.code;
  reportLayout(context, Layout::WildOffset, [&](size_t pc) {
    return fmt::format("offset {} is outside the {} code words", code.offsets[pc], code.words.size());
  });
  reportLayout(context, Layout::Misplaced, [&](size_t pc) {
    return fmt::format("offset {} is not the end of the preceding instruction", code.offsets[pc]);
  });
  reportLayout(context, Layout::Cut, [](size_t) { return std::string("truncated by the end of the code"); });
  if (code.size() == 0) {
    if (!code.words.empty())
      context.report(Diagnostic{}, [&] { return fmt::format("{} code words, but no instruction", code.words.size()); });
    return;
  }
  const auto last = static_cast<int64_t>(code.size()) - 1;
  const size_t end = static_cast<size_t>(code.offsets.back()) + code.at(InstrIndex(last)).words.size();
  if (context.layout.back() != Layout::Sound || end == code.words.size()) return;
  Diagnostic place;
  place.pc = InstrIndex(last);
  context.report(std::move(place), [&] {
    return fmt::format("the last instruction ends at word {}, the code has {}", end, code.words.size());
  });
}

void checkOpcodes(Context& context) {
  reportLayout(context, Layout::UnknownOpcode, [&](size_t pc) {
    return fmt::format("opcode {} is unknown",
                       context.executable.code.at(InstrIndex(static_cast<int64_t>(pc))).opcode());
  });
}

void checkArgumentCounts(Context& context) {
  reportLayout(context, Layout::BadCount, [&](size_t pc) {
    const Instruction call = context.executable.code.at(InstrIndex(static_cast<int64_t>(pc)));
    const std::string stated =
        call.row->flow == Flow::Call
            ? fmt::format("the call declares {} arguments", call.statedCount())
            : fmt::format("{} is {}", call.row->operands[call.row->countWord - 1U].name, call.statedCount());
    return fmt::format("{}, {} words follow and the maximum is {}", stated, call.callArgCount(), kMaxCallArgs);
  });
}

void checkCodeCovered(Context& context) {
  int64_t covered = 0;
  const auto reportGap = [&](int64_t begin, int64_t end) {
    if (begin >= end) return;
    Diagnostic place;
    place.pc = InstrIndex(begin);
    context.report(std::move(place),
                   [&] { return fmt::format("instructions {} to {} belong to no function", begin, end - 1); });
  };
  for (const FuncIndex index : context.bytecode) {
    const Function& function = context.executable.functions[index.at()];
    reportGap(covered, function.startInstr);
    covered = function.endInstr;
  }
  // If other ranges are malformed, they cause the gap and have findings of their own.
  const auto bytecode = std::count_if(context.executable.functions.begin(), context.executable.functions.end(),
                                      [](const Function& f) { return f.isBytecode(); });
  if (static_cast<size_t>(bytecode) == context.bytecode.size())
    reportGap(covered, static_cast<int64_t>(context.executable.code.size()));
}

void checkUniqueNames(Context& context) {
  std::unordered_map<std::string_view, size_t> first;
  const auto base = static_cast<size_t>(context.executable.code.packedBase);
  for (size_t i = 0; i < context.executable.functions.size(); ++i) {
    if (i == base) first.clear();  // P and Relay look up packed functions in a separate list
    const auto [found, fresh] = first.emplace(context.executable.functions[i].name, i);
    if (fresh) continue;
    const FuncIndex index(static_cast<int64_t>(i));
    context.report(index, [&, before = found->second] {
      return fmt::format("entry {} has the same name as entry {}; the first is called", i, before);
    });
  }
}

void checkFunctionKind(Context& context, FuncIndex index) {
  const Function& function = context.executable.functions[index.at()];
  if (function.isPacked() || function.isBytecode() || function.isVmTir()) return;
  context.report(index, [&] { return fmt::format("kind {} is unknown", function.kind); });
}

void checkFunctionRange(Context& context, FuncIndex index) {
  const Function& function = context.executable.functions[index.at()];
  if (!function.isBytecode()) return;
  const size_t count = context.executable.code.size();
  if (function.startInstr < 0 || static_cast<uint64_t>(function.endInstr) > count ||
      function.startInstr >= function.endInstr) {
    context.report(index, [&] {
      return fmt::format("instructions {} to {} of {}", function.startInstr, function.endInstr, count);
    });
    return;
  }
  const auto byStart = [&](FuncIndex a, int64_t start) {
    return context.executable.functions[a.at()].startInstr < start;
  };
  const auto found = std::lower_bound(context.bytecode.begin(), context.bytecode.end(), function.startInstr, byStart);
  if (found != context.bytecode.end() && *found == index) return;
  context.report(index, [&] {
    return fmt::format("instructions {} to {} also belong to another function", function.startInstr,
                       function.endInstr - 1);
  });
}

void checkFunctionRegisters(Context& context, FuncIndex index) {
  const Function& f = context.executable.functions[index.at()];
  if (!f.isBytecode() && !f.isVmTir()) return;
  const int64_t beside = f.isVmTir() ? 1 : 0;  // a compiled function returns through the register after its arguments
  if (f.registerFileSize < 0 || f.registerFileSize > kMaxRegisters)
    context.report(index,
                   [&] { return fmt::format("{} registers, the maximum is {}", f.registerFileSize, kMaxRegisters); });
  else if (f.numArgs < 0) context.report(index, [&] { return fmt::format("{} arguments", f.numArgs); });
  else if (f.numArgs > f.registerFileSize - beside)
    context.report(index, [&] {
      return fmt::format("{} arguments do not fit in {} registers{}", f.numArgs, f.registerFileSize,
                         beside != 0 ? " besides the result" : "");
    });
}

void checkParamNames(Context& context, FuncIndex index) {
  const Function& f = context.executable.functions[index.at()];
  if (f.paramNames.empty() || f.numArgs < 0 || f.paramNames.size() == static_cast<uint64_t>(f.numArgs)) return;
  context.report(index,
                 [&] { return fmt::format("{} parameter names for {} arguments", f.paramNames.size(), f.numArgs); });
}

}  // namespace relaxscope::verifying
