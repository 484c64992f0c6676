// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/diff/kernel_pairs.h"

#include <map>
#include <string_view>

#include "vmcore/model/builtin.h"
#include "vmcore/model/kernel_texts.h"
#include "vmcore/model/library.h"

namespace relaxscope::diffing {
namespace {

/// The code of a kernel for a device, and how it is launched.
struct DeviceCode {
  const DeviceKernel* kernel = nullptr;
  const CodePart* part = nullptr;
};

const Library* libraryOf(const DiffSide& side) {
  return side.file != nullptr && side.file->library ? &*side.file->library : nullptr;
}

/// Device kernels of all modules by name; a name that several modules have stands for the first.
class DeviceKernels {
 public:
  explicit DeviceKernels(const DiffSide& side) {
    const Library* const library = libraryOf(side);
    if (library == nullptr) return;
    for (const LibraryModule& module : library->modules) {
      const auto* const code = std::get_if<CodeModule>(&module.decoded);
      if (code == nullptr) continue;
      for (const DeviceKernel& kernel : code->kernels) kernels_.emplace(kernel.name, DeviceCode{&kernel, nullptr});
      for (const CodePart& part : code->parts) {
        const auto found = kernels_.find(part.name);
        if (found != kernels_.end()) found->second.part = &part;
      }
    }
  }
  /// Those of a host kernel: its name, followed by "_kernel" and a number.
  [[nodiscard]] std::vector<DeviceCode> of(std::string_view host) const {
    std::vector<DeviceCode> out;
    const std::string prefix = std::string(host) + "_kernel";
    for (auto at = kernels_.lower_bound(prefix); at != kernels_.end() && at->first.starts_with(prefix); ++at)
      out.push_back(at->second);
    return out;
  }

 private:
  std::map<std::string, DeviceCode, std::less<>> kernels_;
};

std::string launchText(const std::vector<DeviceCode>& kernels) {
  std::string text;
  for (const DeviceCode& code : kernels)
    for (const std::string& tag : code.kernel->launchTags) text += (text.empty() ? "" : ", ") + tag;
  return text;
}

const std::string* signatureOf(const Executable& executable, std::string_view kernel) {
  return executable.kernelTexts == nullptr ? nullptr : executable.kernelTexts->find(kernel);
}
/// Without the name of the kernel before the parenthesis.
std::string_view parametersOf(const std::string& signature) {
  const size_t at = signature.find('(');
  return at == std::string::npos ? std::string_view(signature) : std::string_view(signature).substr(at);
}

class KernelComparer {
 public:
  KernelComparer(const DiffSide& old, const DiffSide& now) : old_(old), now_(now), oldDevice_(old), nowDevice_(now) {}

  void compare(KernelPair& pair) const {
    const std::string* const before = signatureOf(*old_.executable, pair.old);
    const std::string* const after = signatureOf(*now_.executable, pair.now);
    if (before != nullptr && after != nullptr) {
      pair.source = KernelSource::Text;
      if (parametersOf(*before) != parametersOf(*after))
        return changed(pair, ChangeKind::KernelInterface, *before, *after);
    }
    compareChecks(pair);
    if (pair.state == PairState::Same) compareDevice(pair);
  }

 private:
  static void changed(KernelPair& pair, ChangeKind kind, std::string old, std::string now) {
    pair.state = PairState::Changed;
    pair.kind = kind;
    pair.oldDetail = std::move(old);
    pair.nowDetail = std::move(now);
  }
  /// Up to TVM 0.24 the messages of its checks tell a kernel's parameters.
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
    pair.source = KernelSource::Binary;
    const std::string was = launchText(before), is = launchText(after);
    if (was != is || before.size() != after.size()) return changed(pair, ChangeKind::KernelRetuned, was, is);
    for (size_t i = 0; i < before.size(); ++i) {
      if (before[i].part == nullptr || after[i].part == nullptr) continue;
      if (before[i].part->isText) pair.source = KernelSource::Text;
      if (!(before[i].part->bytes == after[i].part->bytes))
        return changed(pair, ChangeKind::KernelRetuned, sizeText(*before[i].part), sizeText(*after[i].part));
    }
  }
  static std::string sizeText(const CodePart& part) {
    return std::to_string(part.bytes.size()) + " bytes of " + part.content;
  }

  const DiffSide& old_;
  const DiffSide& now_;
  DeviceKernels oldDevice_, nowDevice_;
};

}  // namespace

std::vector<FunctionMatch> renamedKernels(const DiffSide& /*old*/, const DiffSide& /*now*/) { return {}; }

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

}  // namespace relaxscope::diffing
