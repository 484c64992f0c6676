// SPDX-License-Identifier: Apache-2.0
#include "vmcore/format/library/kernel_texts.h"

#include <algorithm>
#include <vector>

#include "vmcore/base/text/text.h"

namespace relaxscope {
namespace {

constexpr size_t kMaxSignature = size_t{64} << 10, kMostName = 512;
constexpr size_t kTextsPiece = size_t{1} << 20;

/// The name that ends before `open` and begins a string; empty if there is none.
std::string_view nameBefore(std::string_view text, size_t open) {
  size_t begin = open;
  while (begin > 0 && open - begin < kMostName && isNameLetter(text[begin - 1])) --begin;
  const bool starts = begin == 0 || !isPrintableAscii(text[begin - 1]);
  return starts ? text.substr(begin, open - begin) : std::string_view();
}

/// Adds the signatures whose opening parenthesis is at [begin, end) of `text`.
void search(std::string_view text, size_t begin, size_t end, const std::set<std::string, std::less<>>& kernels,
            KernelTexts::Map& found) {
  for (size_t open = text.find('(', begin); open < end; open = text.find('(', open + 1)) {
    const std::string_view name = nameBefore(text, open);
    if (name.empty() || !kernels.contains(name) || found.contains(name)) continue;
    size_t last = open;
    const size_t most = std::min(text.size(), open + kMaxSignature);
    while (last < most && isPrintableAscii(text[last])) ++last;
    if (text[last - 1] == ')') found.emplace(name, text.substr(open - name.size(), last - open + name.size()));
  }
}

}  // namespace

KernelTexts::Map findKernelTexts(const Bytes& part, const std::set<std::string, std::less<>>& kernels) {
  KernelTexts::Map found;
  if (kernels.empty()) return found;
  std::vector<uint8_t> window;
  for (size_t at = 0; at < part.size() && found.size() < kernels.size(); at += kTextsPiece) {
    const size_t before = std::min(at, kMostName + 1);
    window.resize(std::min(before + kTextsPiece + kMaxSignature, part.size() - at + before));
    part.copyTo(at - before, window);
    const std::string_view text(reinterpret_cast<const char*>(window.data()), window.size());
    search(text, before, std::min(before + kTextsPiece, text.size()), kernels, found);
  }
  return found;
}

}  // namespace relaxscope
