// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/diff/kernel_pairs.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
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
#include "vmcore/model/library_names.h"

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

const KernelCode* anyCodeOf(const DiffSide& side, std::string_view kernel) {
  return side.file == nullptr || side.file->kernelCodes == nullptr ? nullptr : side.file->kernelCodes->find(kernel);
}
/// Null where the code could not be followed.
const KernelCode* codeOf(const DiffSide& side, std::string_view kernel) {
  const KernelCode* const code = anyCodeOf(side, kernel);
  return code != nullptr && code->exact ? code : nullptr;
}

class KernelComparer {
 public:
  KernelComparer(const DiffSide& old, const DiffSide& now) : old_(old), now_(now), oldDevice_(old), nowDevice_(now) {}

  void compare(KernelPair& pair) const {
    const KernelCode* const codes[] = {anyCodeOf(old_, pair.old), anyCodeOf(now_, pair.now)};
    if (codes[0] != nullptr) pair.oldSets = codes[0]->sets;
    if (codes[1] != nullptr) pair.nowSets = codes[1]->sets;
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
    const bool otherSets = pair.hasOtherSets();
    const KernelCode* const before = otherSets ? anyCodeOf(old_, pair.old) : codeOf(old_, pair.old);
    const KernelCode* const after = otherSets ? anyCodeOf(now_, pair.now) : codeOf(now_, pair.now);
    if (before == nullptr || after == nullptr) return;
    pair.source = KernelSource::MachineCode;
    if (before->digest == after->digest) return;
    if (otherSets)
      return changed(pair, ChangeKind::KernelRetuned, sizeText(*before, true) + ", " + vectorSetText(*pair.oldSets),
                     sizeText(*after, true) + ", " + vectorSetText(*pair.nowSets));
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

bool hasCompiledMode(const Executable& executable) {
  return std::ranges::any_of(executable.functions, [](const Function& function) { return function.isVmTir(); });
}

const LibraryModule* hostModule(const DiffSide& side) {
  if (side.file == nullptr || !side.file->library) return nullptr;
  const std::vector<LibraryModule>& modules = side.file->library->modules;
  const auto found = std::ranges::find_if(
      modules, [](const LibraryModule& module) { return std::holds_alternative<HostModule>(module.decoded); });
  return found == modules.end() ? nullptr : &*found;
}

/// What machine code calls, as far as the libraries tell it.
class NativeKernels {
 public:
  NativeKernels(const DiffSide& old, const DiffSide& now, const FunctionMatches& matches)
      : sides_{&old, &now}, matches_(matches), names_{LibraryNames(libraryIn(old)), LibraryNames(libraryIn(now))} {}

  void complete(KernelPairs& out) {
    std::erase_if(out.pairs, [&](KernelPair& pair) { return !isTold(pair, out.untold); });
    addUnnamed(out.pairs);
    addFunctions(out.pairs);
  }

 private:
  static const Library* libraryIn(const DiffSide& side) {
    return side.file == nullptr || !side.file->library ? nullptr : &*side.file->library;
  }

  /// Whether the pair stands for itself, having found its partner in the library of compiled functions.
  bool isTold(KernelPair& pair, bool& untold) const {
    if (pair.state == PairState::Same) return true;
    const size_t other = pair.state == PairState::Added ? 0 : 1;
    if (!hasCompiledMode(*sides_[other]->executable)) return true;
    if (pair.builtin) return false;
    const std::string& name = pair.state == PairState::Added ? pair.now : pair.old;
    if (libraryIn(*sides_[other]) == nullptr) {
      untold = true;
      return false;
    }
    if (names_[other].has(name)) join(pair, name);
    return true;
  }
  static void join(KernelPair& pair, const std::string& name) {
    pair.old = pair.now = name;
    pair.state = PairState::Same;
    pair.reason = MatchReason::SameNameChangedCode;
  }

  /// Kernels of libraries with compiled functions that no bytecode names.
  void addUnnamed(std::vector<KernelPair>& pairs) const {
    std::array<std::set<std::string>, 2> taken;
    for (const KernelPair& pair : pairs) taken[0].insert(pair.old), taken[1].insert(pair.now);
    for (const size_t side : {0, 1}) {
      const LibraryModule* const host = hostModule(*sides_[side]);
      if (host == nullptr || !hasCompiledMode(*sides_[side]->executable)) continue;
      for (const std::string& name : std::get<HostModule>(host->decoded).kernels) {
        if (name.starts_with(kCompiledPrefix) || taken[side].contains(name)) continue;
        const bool isShared = names_[1 - side].has(name) && !taken[1 - side].contains(name);
        if (!isShared && libraryIn(*sides_[1 - side]) == nullptr) continue;
        KernelPair pair;
        if (isShared) join(pair, name);
        else {
          (side == 0 ? pair.old : pair.now) = name;
          pair.state = side == 0 ? PairState::Removed : PairState::Added;
        }
        taken[side].insert(name);
        if (isShared) taken[1 - side].insert(name);
        pairs.push_back(std::move(pair));
      }
    }
  }

  /// The machine code of functions that are compiled on both sides.
  void addFunctions(std::vector<KernelPair>& pairs) const {
    for (const FunctionMatch& match : matches_.functions) {
      const Function* const before = sides_[0]->executable->function(match.old);
      const Function* const after = sides_[1]->executable->function(match.now);
      if (before == nullptr || after == nullptr || !before->isVmTir() || !after->isVmTir()) continue;
      if (!names_[0].hasCompiled(before->name) || !names_[1].hasCompiled(after->name)) continue;
      KernelPair pair;
      pair.old = std::string(kCompiledPrefix) + before->name;
      pair.now = std::string(kCompiledPrefix) + after->name;
      pair.reason = match.reason;
      pairs.push_back(std::move(pair));
    }
  }

  std::array<const DiffSide*, 2> sides_;
  const FunctionMatches& matches_;
  std::array<LibraryNames, 2> names_;
};

void describe(const KernelComparer& comparer, const DiffOptions& options, KernelPair& pair) {
  if (pair.state != PairState::Same) {
    pair.kind = pair.state == PairState::Added ? ChangeKind::KernelAdded : ChangeKind::KernelRemoved;
  } else if (!pair.builtin) {
    comparer.compare(pair);
    if (pair.state == PairState::Same && pair.old != pair.now && !pair.now.starts_with(kCompiledPrefix)) {
      pair.state = PairState::Changed;
      pair.kind = ChangeKind::KernelRenamed;
      pair.ignored = options.ignoreNames;
    } else {
      pair.ignored = pair.state != PairState::Same && options.ignoreKernels;
    }
  }
  if (pair.state == PairState::Same && pair.reason == MatchReason::SameNameChangedCode)
    pair.reason = MatchReason::SameNameSameCode;
}

}  // namespace

std::vector<FunctionMatch> renamedKernels(const DiffSide& old, const DiffSide& now) {
  return RenamedKernels(old, now).run();
}

KernelPairs pairKernels(const DiffSide& old, const DiffSide& now, const FunctionMatches& matches,
                        const DiffOptions& options) {
  const KernelComparer comparer(old, now);
  KernelPairs out;
  for (const FunctionMatch& match : matches.packed) {
    KernelPair pair;
    const Function* const before = old.executable->function(match.old);
    const Function* const after = now.executable->function(match.now);
    if (before != nullptr) pair.old = before->name;
    if (after != nullptr) pair.now = after->name;
    pair.builtin = findBuiltin(before != nullptr ? pair.old : pair.now) != nullptr;
    pair.reason = match.reason;
    // A function may have no name.
    if (before == nullptr || after == nullptr) pair.state = before == nullptr ? PairState::Added : PairState::Removed;
    out.pairs.push_back(std::move(pair));
  }
  if (hasCompiledMode(*old.executable) || hasCompiledMode(*now.executable))
    NativeKernels(old, now, matches).complete(out);
  for (KernelPair& pair : out.pairs) describe(comparer, options, pair);
  return out;
}

NativeCode nativeCode(const DiffSide& side) {
  NativeCode out;
  const LibraryModule* const host = hostModule(side);
  if (host == nullptr || side.file->kernelCodes == nullptr) return out;
  out.known = true;
  for (const std::string& name : std::get<HostModule>(host->decoded).kernels) {
    const KernelCode* const code = side.file->kernelCodes->find(name);
    if (code == nullptr) return {};
    const bool isFunction = name.starts_with(kCompiledPrefix);
    ++(isFunction ? out.functions : out.kernels);
    (isFunction ? out.functionBytes : out.kernelBytes) += code->bytes;
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
