// SPDX-License-Identifier: Apache-2.0
#include "vmcore/export/annotated/annotated.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "vmcore/analysis/flow/code_walk.h"
#include "vmcore/analysis/function_facts.h"
#include "vmcore/base/text/text.h"
#include "vmcore/base/text/text_buffer.h"
#include "vmcore/base/text/text_columns.h"
#include "vmcore/export/canonical/local_names.h"
#include "vmcore/export/diff/instruction_text.h"
#include "vmcore/export/exporter.h"
#include "vmcore/export/tvm_listing.h"
#include "vmcore/trace/event_text.h"

namespace relaxscope {
namespace {

constexpr size_t kTextWidth = 56;  ///< characters of the instruction; longer ones push the rest of their line
constexpr size_t kMostSlots = 6;   ///< named in one line

/// What a profile says of a call: cells of equal width, or blanks.
class Costs {
 public:
  explicit Costs(const TraceStatistics* bySite) : statistics_(bySite) {
    if (bySite == nullptr) return;
    for (const StatisticsRow& row : bySite->rows)
      if (row.kind == EventKind::Call && row.pc != kNoIndex) rows_.emplace(row.pc, &row);
  }

  [[nodiscard]] static std::string cells(std::string_view calls, std::string_view time, std::string_view share) {
    return fmt::format("  {:>8}  {:>10}  {:>6}", calls, time, share);
  }
  [[nodiscard]] std::string head() const { return statistics_ == nullptr ? "" : cells("CALLS", "TIME", "SHARE"); }
  [[nodiscard]] std::string at(int64_t pc) const {
    if (statistics_ == nullptr) return {};
    const auto found = rows_.find(pc);
    if (found == rows_.end()) return cells("", "", "");
    const StatisticsRow& row = *found->second;
    const double calls = statistics_->perRun(row.count), time = std::max(0.0, statistics_->perRun(row.totalNs)),
                 run = statistics_->perRun(statistics_->totalNs);
    return cells(callsPerRunText(calls), durationText(time),
                 run > 0 ? fmt::format("{:.1f} %", 100 * time / run) : std::string());
  }

 private:
  const TraceStatistics* statistics_;
  std::unordered_map<int64_t, const StatisticsRow*> rows_;
};

class AnnotatedWriter {
 public:
  AnnotatedWriter(const Executable& executable, const TraceStatistics* bySite, const TextSink& sink,
                  std::vector<std::string>& warnings)
      : executable_(executable),
        facts_(executable),
        costs_(bySite),
        texts_(executable),
        builtins_(executable),
        namesBudget_(executable),
        budget_(executable),
        out_(sink),
        warnings_(warnings) {
    if (bySite == nullptr) return;
    put("# {} runs of {}; CALLS and TIME per run, TIME with nested calls, SHARE of the run\n\n",
        groupedNumber(static_cast<int64_t>(bySite->runs)), durationText(bySite->perRun(bySite->totalNs)));
  }

  void write(FuncIndex index) {
    const Function& function = executable_.functions[index.at()];
    if (function.isPacked() || out_.stopped()) return;
    const PcRange range = existingRange(executable_, function);
    writeHead(index, function, range);
    if (!function.isBytecode()) return out_.append('\n');
    writeBody(index, function, range);
  }

 private:
  template <class... Args>
  void put(fmt::format_string<Args...> format, Args&&... args) {
    out_.append(std::string_view(fmt::format(format, std::forward<Args>(args)...)));
  }

  void writeBody(FuncIndex index, const Function& function, PcRange range) {
    LocalNames names(executable_, index, builtins_);
    int64_t seen = 0;
    forEachInstruction(executable_, function, namesBudget_, out_, warnings_,
                       [&](int64_t pc, const Instruction& instruction) {
                         names.see(pc, instruction);
                         ++seen;
                       });
    names.finish();
    // Of functions that overlap, in a damaged file, only the first ones are analysed.
    const bool analysed = seen == range.end - range.begin;
    const std::vector<StaticTypeRef> types = analysed ? resultTypes(facts_, index) : std::vector<StaticTypeRef>();
    const std::vector<SlotInfo> slots = analysed ? facts_.shapeSlots(index) : std::vector<SlotInfo>();
    const size_t pcWidth = std::max<size_t>(2, fmt::formatted_size("{}", range.end));
    put("{:>{}}{}  {}  RESULT\n", "PC", pcWidth, costs_.head(), padded("INSTRUCTION", kTextWidth));
    const auto writeLine = [&](int64_t pc, const Instruction& instruction) {
      const auto row = static_cast<size_t>(pc - range.begin);
      std::string line = fmt::format("{:>{}}{}  {}", pc, pcWidth, costs_.at(pc),
                                     padded(texts_.text(index, InstrIndex(pc)), kTextWidth));
      line += "  " + result(instruction, row < types.size() ? types[row] : nullptr, names);
      if (const std::string notes = notesOf(InstrIndex(pc), instruction, slots); !notes.empty()) line += "  ; " + notes;
      line.erase(line.find_last_not_of(' ') + 1);
      out_.append(std::string_view(line));
      out_.append('\n');
    };
    forEachInstruction(executable_, function, budget_, out_, warnings_, writeLine);
    out_.append('\n');
  }

  /// "@main(x: f32[n, 16]), 9 registers, instructions 5 to 43".
  void writeHead(FuncIndex index, const Function& function, PcRange range) {
    std::string params;
    for (const ParamInfo& param : facts_.params(index)) {
      if (!params.empty()) params += ", ";
      params += printable(param.name);
      if (const std::string type = param.text(); !type.empty()) params += ": " + type;
    }
    put("@{}({})", printable(function.name), params);
    if (function.isVmTir()) put(", compiled");
    put(", {} registers", groupedNumber(function.registerFileSize));
    if (function.isBytecode() && range.end > range.begin) put(", instructions {} to {}", range.begin, range.end - 1);
    out_.append('\n');
  }

  /// "matmul: f32[n, 24]": what the register that it writes, or whose tensor it fills, is called, and its type; "kill
  /// relu" where a value ends.
  [[nodiscard]] std::string result(const Instruction& instruction, const StaticTypeRef& type, const LocalNames& names) {
    if (instruction.row == nullptr || instruction.row->dstWord == 0) return {};
    const int64_t dst = instruction.callDst();
    const std::string text = type == nullptr ? std::string() : type->text();
    const int64_t shown = isSpecialRegister(dst) && !text.empty() ? filledBy(instruction) : dst;
    const std::string name = isSpecialRegister(shown) ? std::string() : std::string(names.reg(shown));
    if (builtins_.kills(instruction) && !name.empty()) return "kill " + name;
    return name.empty() || text.empty() ? name + text : name + ": " + text;
  }
  /// The last register among the arguments of a kernel without a result, which it fills.
  [[nodiscard]] static int64_t filledBy(const Instruction& call) {
    for (size_t i = call.isCall() ? call.callArgCount() : 0; i-- > 0;)
      if (const Arg arg = call.callArg(i); arg.kind() == ArgKind::Register) return arg.value();
    return kVoidRegister;
  }

  /// "c[6] f32[16, 24], <1> n * 96": constants, jump targets, and the slots that an argument names.
  [[nodiscard]] std::string notesOf(InstrIndex pc, const Instruction& instruction, const std::vector<SlotInfo>& slots) {
    std::string notes = texts_.note(pc);
    const BuiltinRow* const row = instruction.isCall() ? builtins_.of(instruction) : nullptr;
    if (row == nullptr || slots.empty()) return notes;
    std::vector<int64_t> named;
    const size_t count = instruction.callArgCount();
    for (size_t i = 0; i < count && named.size() < kMostSlots; ++i) {
      const auto slot = slotAt(instruction, row, i);
      if (!slot || *slot < 0 || static_cast<size_t>(*slot) >= slots.size()) continue;
      if (std::ranges::find(named, *slot) != named.end()) continue;
      named.push_back(*slot);
      notes += fmt::format("{}<{}> {}", notes.empty() ? "" : ", ", *slot, slots[static_cast<size_t>(*slot)].name);
    }
    return notes;
  }

  /// The slot that argument `i` names, if it does.
  [[nodiscard]] static std::optional<int64_t> slotAt(const Instruction& call, const BuiltinRow* row, size_t i) {
    using Role = SlotOperand::Role;
    const Arg arg = call.callArg(i);
    if (arg.kind() != ArgKind::Immediate) return std::nullopt;
    const Role role = slotOperand(row, i, call.callArgCount()).role;
    if (role == Role::Slot) return arg.value();
    if (role != Role::CodeValue || i == 0 || call.callArg(i - 1).kind() != ArgKind::Immediate) return std::nullopt;
    const int64_t code = call.callArg(i - 1).value();
    return code == 1 || code == 3 ? std::optional(arg.value()) : std::nullopt;
  }

  const Executable& executable_;
  const FunctionFacts facts_;  ///< parameters and slots only: types of all functions would fill the memory
  Costs costs_;
  InstructionTexts texts_;
  BuiltinCalls builtins_;
  WordBudget namesBudget_, budget_;
  TextBuffer out_;
  Warnings warnings_;
};

}  // namespace

void writeAnnotated(const Executable& executable, std::span<const FuncIndex> only, const TraceStatistics* bySite,
                    const TextSink& sink, std::vector<std::string>& warnings) {
  AnnotatedWriter writer(executable, bySite, sink, warnings);
  for (const FuncIndex index : only)
    if (executable.function(index) != nullptr) writer.write(index);
  for (size_t i = 0; only.empty() && i < executable.functions.size(); ++i)
    writer.write(FuncIndex(static_cast<int64_t>(i)));
}

void writeAnnotatedListing(const Executable& executable, std::span<const FuncIndex> only, const TextSink& sink,
                           std::vector<std::string>& warnings) {
  writeAnnotated(executable, only, nullptr, sink, warnings);
}

}  // namespace relaxscope
