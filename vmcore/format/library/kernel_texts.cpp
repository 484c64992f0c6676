// SPDX-License-Identifier: Apache-2.0
#include "vmcore/format/library/kernel_texts.h"

#include <algorithm>
#include <cstring>

namespace relaxscope {
namespace {

constexpr size_t kMostBytes = size_t{512} << 20, kMostText = size_t{64} << 10, kMostName = 512;

bool isPrintable(char c) { return c >= ' ' && c <= '~'; }
bool isNameLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// The name that ends before `open` and begins a string; empty if there is none.
std::string_view nameBefore(std::string_view text, size_t open) {
  size_t begin = open;
  while (begin > 0 && open - begin < kMostName && isNameLetter(text[begin - 1])) --begin;
  const bool starts = begin == 0 || !isPrintable(text[begin - 1]);
  return starts ? text.substr(begin, open - begin) : std::string_view();
}

}  // namespace

KernelTexts::Map findKernelTexts(const Bytes& part, const std::set<std::string, std::less<>>& kernels) {
  KernelTexts::Map found;
  if (kernels.empty()) return found;
  const Bytes searched = part.slice(0, kMostBytes);
  const std::string_view text = searched.text();
  for (size_t open = text.find('('); open != std::string_view::npos; open = text.find('(', open + 1)) {
    const std::string_view name = nameBefore(text, open);
    if (name.empty() || !kernels.contains(name) || found.contains(name)) continue;
    size_t end = open;
    const size_t most = std::min(text.size(), open + kMostText);
    while (end < most && isPrintable(text[end])) ++end;
    if (end == open || text[end - 1] != ')') continue;
    found.emplace(name, text.substr(open - name.size(), end - open + name.size()));
  }
  return found;
}

}  // namespace relaxscope
