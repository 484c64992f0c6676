// SPDX-License-Identifier: Apache-2.0
#include "vmcore/format/library/kernel_checks.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "vmcore/base/text/text.h"
#include "vmcore/model/checks/kernel_check.h"

namespace relaxscope {
namespace {

constexpr size_t kMaxMessage = size_t{8} << 10, kMaxSubject = 512, kChecksPiece = size_t{1} << 20;
constexpr size_t kMaxPerKernel = 4096, kMaxCheckBytes = size_t{32} << 20;
/// One of these is in every message.
constexpr std::string_view kWords[] = {": num_args should be ", ": Expect arg[", " is expected to ",
                                       "] has an unsatisfied constraint"};

/// "arg0", "arg.x": the name of a tensor that does not name its kernel.
bool isNameless(std::string_view subject) {
  return subject.size() > 3 && subject.starts_with("arg") &&
         (subject[3] == '.' || std::ranges::all_of(subject.substr(3), [](char c) { return c >= '0' && c <= '9'; }));
}

class CheckFinder {
 public:
  explicit CheckFinder(const std::set<std::string, std::less<>>& kernels) : kernels_(kernels) {}

  void search(const Bytes& part) {
    std::vector<uint8_t> window;
    for (size_t at = 0; at < part.size(); at += kChecksPiece) {
      const size_t before = std::min(at, kMaxMessage);
      window.resize(std::min(before + kChecksPiece + kMaxMessage, part.size() - at + before));
      part.copyTo(at - before, window);
      const std::string_view text(reinterpret_cast<const char*>(window.data()), window.size());
      searchPiece(text, before, std::min(before + kChecksPiece, text.size()));
    }
  }

  KernelTexts::Checks take() {
    // Without the name of a kernel the tensors are those of the only one.
    const std::string only = counted_.size() == 1 ? *counted_.begin() : std::string();
    if (kernels_.contains(only))
      for (const std::string& message : nameless_) add(only, message);
    return std::move(found_);
  }

 private:
  /// Takes the strings of which one of the words begins at [begin, end) of `text`.
  void searchPiece(std::string_view text, size_t begin, size_t end) {
    std::vector<size_t> places;
    for (const std::string_view word : kWords)
      for (size_t at = text.find(word, begin); at < end; at = text.find(word, at + word.size())) places.push_back(at);
    std::ranges::sort(places);
    size_t done = 0;  // no byte is looked at twice
    for (const size_t place : places) {
      if (place < done) continue;
      size_t first = place, last = place;
      while (first > done && isPrintableAscii(text[first - 1])) --first;
      while (last < text.size() && isPrintableAscii(text[last])) ++last;
      done = last;
      if (last - first <= kMaxMessage) take(text.substr(first, last - first));
    }
  }

  void take(std::string_view message) {
    const auto check = parseKernelCheck(message);
    if (!check) return;
    if (check->kind == KernelCheck::Kind::Count && counted_.size() < 2) counted_.emplace(check->subject);
    if (check->kind == KernelCheck::Kind::Count || check->kind == KernelCheck::Kind::Argument) {
      if (kernels_.contains(check->subject)) add(check->subject, message);
    } else if (isNameless(check->subject)) {
      if (counted_.size() < 2 && !kernels_.contains("arg") && nameless_.size() < kMaxPerKernel)
        nameless_.emplace_back(message);
    } else if (const std::string_view kernel = kernelOf(check->subject); !kernel.empty()) {
      add(kernel, message);
    }
  }

  /// The kernel of "matmul.x"; empty where none or several are possible.
  [[nodiscard]] std::string_view kernelOf(std::string_view subject) const {
    std::string_view found;
    for (size_t dot = subject.find('.'); dot <= kMaxSubject; dot = subject.find('.', dot + 1)) {
      if (!kernels_.contains(subject.substr(0, dot))) continue;
      if (!found.empty()) return {};
      found = subject.substr(0, dot);
    }
    return found;
  }

  void add(std::string_view kernel, std::string_view message) {
    const auto place = found_.find(kernel);
    std::vector<std::string>& messages = place != found_.end() ? place->second : found_[std::string(kernel)];
    if (messages.size() == kMaxPerKernel || message.size() > left_ || !seen_.emplace(message).second) return;
    left_ -= message.size();
    messages.emplace_back(message);
  }

  const std::set<std::string, std::less<>>& kernels_;
  KernelTexts::Checks found_;
  std::set<std::string, std::less<>> seen_;
  std::set<std::string, std::less<>> counted_;  ///< kernels of the library, two at most
  std::vector<std::string> nameless_;           ///< messages that do not name their kernel
  size_t left_ = kMaxCheckBytes;
};

}  // namespace

KernelTexts::Checks findKernelChecks(std::span<const Bytes> parts, const std::set<std::string, std::less<>>& kernels) {
  if (kernels.empty()) return {};
  CheckFinder finder(kernels);
  for (const Bytes& part : parts) finder.search(part);
  return finder.take();
}

}  // namespace relaxscope
