// SPDX-License-Identifier: Apache-2.0
#include "vmcore/export/lint/rule_pages.h"

#include <algorithm>
#include <string>

namespace relaxscope {

std::string_view rulePage(std::string_view id) {
  const auto pages = rulePages();
  const auto found = std::ranges::find(pages, id, &RulePage::id);
  return found == pages.end() ? std::string_view() : found->text;
}

std::string_view rulePageSection(std::string_view id, std::string_view heading) {
  const std::string_view page = rulePage(id);
  const std::string head = "\n## " + std::string(heading) + "\n";
  const size_t begin = page.find(head);
  if (begin == std::string_view::npos) return {};
  std::string_view text = page.substr(begin + head.size());
  text = text.substr(0, text.find("\n## "));
  const size_t first = text.find_first_not_of('\n');
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of('\n') + 1 - first);
}

}  // namespace relaxscope
