// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/diff/kernel_pairs.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>

#include "vmcore/analysis/diff/device_code.h"
#include "vmcore/analysis/diff/launch.h"
#include "vmcore/analysis/kernel_checks.h"
#include "vmcore/analysis/kernel_operator.h"
#include "vmcore/base/text/text.h"
#include "vmcore/model/builtin.h"
#include "vmcore/model/checks/check_names.h"
#include "vmcore/model/kernel_codes.h"
#include "vmcore/model/kernel_texts.h"
#include "vmcore/model/library.h"

namespace relaxscope::diffing {
namespace {

/// What a kernel takes: types in their order, with symbolic extents by first occurrence.
struct Interface {
  std::string types;  ///< empty: unknown
  std::string shown;  ///< as the library has it
};

std::string typesOf(const std::vector<KernelParam>& params) {
  std::map<std::string, std::string> names;
  std::string text;
  for (const KernelParam& param : params) {
    StaticType type = param.type;
    for (DimSpec& dim : type.dims)
      if (dim.kind == DimSpec::Kind::Symbol)
        dim.name = names.emplace(dim.name, fmt::format("%{}", names.size())).first->second;
    text += (text.empty() ? "(" : ", ") + type.text();
  }
  return text.empty() ? text : text + ")";
}

/// From its signature or, up to TVM 0.24, the messages of its checks.
Interface interfaceOf(const Executable& executable, const std::string& kernel) {
  if (executable.kernelTexts == nullptr) return {};
  if (const std::string* const signature = executable.kernelTexts->find(kernel))
    return {CheckNames(*signature).without(*signature), *signature};
  const std::vector<std::string>* const checks = executable.kernelTexts->checksOf(kernel);
  if (checks == nullptr) return {};
  std::string types = typesOf(signatureOfChecks(kernel, *checks));
  return {types, types};
}

/// Null where the code could not be followed.
const KernelCode* codeOf(const DiffSide& side, std::string_view kernel) {
  const KernelCode* const code =
      side.file == nullptr || side.file->kernelCodes == nullptr ? nullptr : side.file->kernelCodes->find(kernel);
  return code != nullptr && code->exact ? code : nullptr;
}

class KernelComparer {
 public:
  KernelComparer(const DiffSide& old, const DiffSide& now) : old_(old), now_(now), oldDevice_(old), nowDevice_(now) {}

  void compare(KernelPair& pair) const {
    const Interface before = interfaceOf(*old_.executable, pair.old), after = interfaceOf(*now_.executable, pair.now);
    if (!before.types.empty() && !after.types.empty()) {
      pair.source = KernelSource::Text;
      if (before.types != after.types) return changed(pair, ChangeKind::KernelInterface, before.shown, after.shown);
    }
    compareMachineCode(pair);
    if (pair.source != KernelSource::MachineCode && (before.types.empty() || after.types.empty())) compareChecks(pair);
    compareDevice(pair);
  }

 private:
  static void changed(KernelPair& pair, ChangeKind kind, std::string old, std::string now) {
    pair.state = PairState::Changed;
    pair.kind = kind;
    pair.oldDetail = std::move(old);
    pair.nowDetail = std::move(now);
  }
  void compareMachineCode(KernelPair& pair) const {
    const KernelCode* const before = codeOf(old_, pair.old);
    const KernelCode* const after = codeOf(now_, pair.now);
    if (before == nullptr || after == nullptr) return;
    pair.source = KernelSource::MachineCode;
    if (before->digest == after->digest) return;
    const bool sized = before->bytes != after->bytes;
    changed(pair, ChangeKind::KernelRetuned, sizeText(*before, sized), sizeText(*after, sized));
  }
  /// Of equal sizes the start of the digest tells them apart.
  static std::string sizeText(const KernelCode& code, bool sized) {
    const std::string size = fmt::format("{} bytes of machine code", groupedNumber(static_cast<int64_t>(code.bytes)));
    return sized ? size
                 : fmt::format("{} ({:02x}{:02x}{:02x}{:02x})", size, code.digest[0], code.digest[1], code.digest[2],
                               code.digest[3]);
  }
  /// Messages that do not tell the parameters.
  void compareChecks(KernelPair& pair) const {
    if (old_.executable->kernelTexts == nullptr || now_.executable->kernelTexts == nullptr) return;
    const auto* const before = old_.executable->kernelTexts->checksOf(pair.old);
    const auto* const after = now_.executable->kernelTexts->checksOf(pair.now);
    if (before == nullptr || after == nullptr || pair.old != pair.now || *before == *after) return;
    changed(pair, ChangeKind::KernelInterface, std::to_string(before->size()) + " checks",
            std::to_string(after->size()) + " checks");
  }
  void compareDevice(KernelPair& pair) const {
    const std::vector<DeviceCode> before = oldDevice_.of(pair.old), after = nowDevice_.of(pair.now);
    if (before.empty() || after.empty()) return;
    pair.launch = launchChanges(before, after);
    if (pair.state != PairState::Same) return;
    pair.source = KernelSource::Binary;
    const std::string was = launchText(before), is = launchText(after);
    if (was != is || before.size() != after.size()) return changed(pair, ChangeKind::KernelRetuned, was, is);
    for (size_t i = 0; i < before.size(); ++i) {
      if (before[i].part == nullptr || after[i].part == nullptr) continue;
      if (before[i].part->isText) pair.source = KernelSource::Text;
      if (!isSameCode(before[i], after[i]))
        return changed(pair, ChangeKind::KernelRetuned, sizeText(before[i]), sizeText(after[i]));
    }
  }
  static std::string sizeText(const DeviceCode& code) {
    const size_t bytes = code.text.empty() ? code.part->bytes.size() : code.text.size();
    return fmt::format("{} bytes of {}", groupedNumber(static_cast<int64_t>(bytes)), code.part->content);
  }

  const DiffSide& old_;
  const DiffSide& now_;
  DeviceKernels oldDevice_, nowDevice_;
};

/// Kernels with one interface and code on both sides, whose names are on one side only or name other code on the other.
class RenamedKernels {
 public:
  RenamedKernels(const DiffSide& old, const DiffSide& now)
      : sides_{&old, &now}, devices_{DeviceKernels(old), DeviceKernels(now)} {}

  std::vector<FunctionMatch> run() {
    for (const size_t side : {0, 1}) collect(side);
    const auto nameOf = [&](size_t side, FuncIndex row) { return sides_[side]->executable->function(row)->name; };
    const auto stemOf = [&](size_t side, FuncIndex row) { return kernelOperator(*sides_[side]->executable, row); };
    const auto rename = [&](FuncIndex old, FuncIndex now) {
      out_.push_back({old, now, MatchReason::SameCodeOtherName});
    };
    for (auto& [key, rows] : groups_) {
      takePairs(rows, nameOf, [](FuncIndex, FuncIndex) {});
      if (rows[0].empty() || rows[1].empty()) continue;
      takePairs(rows, stemOf, rename);
      takePairs(rows, [](size_t, FuncIndex) { return std::string(); }, rename);
    }
    return std::move(out_);
  }

 private:
  using Rows = std::array<std::vector<FuncIndex>, 2>;

  void collect(size_t side) {
    const Executable& executable = *sides_[side]->executable;
    for (uint32_t row = 0; row < executable.functions.size(); ++row) {
      const Function& function = executable.functions[row];
      if (!function.isPacked() || findBuiltin(function.name) != nullptr) continue;
      const KernelCode* const code = codeOf(*sides_[side], function.name);
      if (code == nullptr) continue;
      std::string key(code->digest.begin(), code->digest.end());
      key += interfaceOf(executable, function.name).types;
      for (const DeviceCode& device : devices_[side].of(function.name)) {
        const std::string text = withoutNames(device.text, device.kernel->name);
        const std::string_view bytes = device.part == nullptr ? "" : text.empty() ? device.part->bytes.text() : text;
        key += fmt::format(" {} {}", fmt::join(device.kernel->launchTags, ","), std::hash<std::string_view>()(bytes));
      }
      groups_[key][side].emplace_back(row);
    }
  }

  /// Takes out the first pairs for which `keyOf(side, row)` is the same.
  template <class KeyOf, class Take>
  static void takePairs(Rows& rows, KeyOf keyOf, Take take) {
    std::map<std::string, std::vector<FuncIndex>> free;
    for (auto row = rows[1].rbegin(); row != rows[1].rend(); ++row) free[keyOf(1, *row)].push_back(*row);
    std::erase_if(rows[0], [&](FuncIndex old) {
      const auto found = free.find(keyOf(0, old));
      if (found == free.end() || found->second.empty()) return false;
      take(old, found->second.back());
      found->second.pop_back();
      return true;
    });
    rows[1].clear();
    for (const auto& [key, left] : free) rows[1].insert(rows[1].end(), left.begin(), left.end());
    std::ranges::sort(rows[1]);
  }

  std::array<const DiffSide*, 2> sides_;
  std::array<DeviceKernels, 2> devices_;
  std::map<std::string, Rows> groups_;  ///< rows of the function tables by interface and code
  std::vector<FunctionMatch> out_;
};

}  // namespace

std::vector<FunctionMatch> renamedKernels(const DiffSide& old, const DiffSide& now) {
  return RenamedKernels(old, now).run();
}

std::vector<KernelPair> pairKernels(const DiffSide& old, const DiffSide& now, const FunctionMatches& matches,
                                    const DiffOptions& options) {
  const KernelComparer comparer(old, now);
  std::vector<KernelPair> out;
  for (const FunctionMatch& match : matches.packed) {
    KernelPair pair;
    const Function* const before = old.executable->function(match.old);
    const Function* const after = now.executable->function(match.now);
    if (before != nullptr) pair.old = before->name;
    if (after != nullptr) pair.now = after->name;
    pair.builtin = findBuiltin(before != nullptr ? pair.old : pair.now) != nullptr;
    pair.reason = match.reason;
    if (before == nullptr || after == nullptr) {
      pair.state = before == nullptr ? PairState::Added : PairState::Removed;
      pair.kind = before == nullptr ? ChangeKind::KernelAdded : ChangeKind::KernelRemoved;
    } else if (!pair.builtin) {
      comparer.compare(pair);
      if (pair.state == PairState::Same && pair.old != pair.now) {
        pair.state = PairState::Changed;
        pair.kind = ChangeKind::KernelRenamed;
        pair.ignored = options.ignoreNames;
      } else {
        pair.ignored = pair.state != PairState::Same && options.ignoreKernels;
      }
    }
    if (pair.state == PairState::Same && pair.reason == MatchReason::SameNameChangedCode)
      pair.reason = MatchReason::SameNameSameCode;
    out.push_back(std::move(pair));
  }
  return out;
}

std::vector<std::string> uncomparedCode(const DiffSide& old, const DiffSide& now,
                                        const std::vector<KernelPair>& pairs) {
  std::map<std::string, size_t> reasons;  // with the number of kernels
  for (const KernelPair& pair : pairs) {
    if (pair.builtin || pair.state != PairState::Same || old.file->kernelCodes == nullptr ||
        now.file->kernelCodes == nullptr)
      continue;
    const KernelCode* const before = old.file->kernelCodes->find(pair.old);
    const KernelCode* const after = now.file->kernelCodes->find(pair.now);
    if (before == nullptr || after == nullptr) ++reasons["the library has none under this name"];
    else if ((!before->exact || !after->exact) && before->digest != after->digest)
      ++reasons[before->exact ? after->why : before->why];
  }
  std::vector<std::string> out;
  for (const auto& [reason, count] : reasons)
    out.push_back(count == 1 ? fmt::format("machine code of 1 kernel: {}", reason)
                             : fmt::format("machine code of {} kernels: {}", count, reason));
  return out;
}

}  // namespace relaxscope::diffing
