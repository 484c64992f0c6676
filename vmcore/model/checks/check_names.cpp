// SPDX-License-Identifier: Apache-2.0
#include "vmcore/model/checks/check_names.h"

#include <algorithm>
#include <cctype>
#include <iterator>

#include "vmcore/base/text/text.h"
#include "vmcore/model/checks/kernel_check.h"

namespace relaxscope {
namespace {

constexpr size_t kMostNames = 4096;

/// What follows the name of a parameter in the names of its parts.
constexpr std::string_view kParts[] = {"code", "type_index", "shape", "strides", "byte_offset", "handle"};

/// Calls `visit(token, before, after)` for each name, with the characters around it; what it returns, if it is not
/// empty, takes its place.
template <class Visit>
std::string replaced(std::string_view text, Visit visit) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    size_t end = at;
    while (end < text.size() && isNameLetter(text[end])) ++end;
    if (end == at) {
      out += text[at++];
      continue;
    }
    const std::string_view token = text.substr(at, end - at);
    const std::string other = visit(token, at == 0 ? '\0' : text[at - 1], end == text.size() ? '\0' : text[end]);
    out += other.empty() ? token : std::string_view(other);
    at = end;
  }
  return out;
}

bool beginsName(std::string_view token) { return std::isdigit(static_cast<unsigned char>(token[0])) == 0; }

}  // namespace

bool isSignatureOf(std::string_view text, std::string_view kernel) {
  return text.size() > kernel.size() + 1 && text.starts_with(kernel) && text[kernel.size()] == '(' &&
         text.back() == ')';
}

CheckNames::CheckNames(std::string_view signature) : signature_(signature) {
  const size_t open = signature.find('(');
  if (open == std::string_view::npos) return;
  kernel_ = signature.substr(0, open);
  size_t params = 0, extents = 0, depth = 0;
  const std::string_view list = signature.substr(open + 1);
  size_t place = 0;
  // A parameter precedes a colon outside of brackets; a name in brackets that is no function is an extent.
  replaced(list, [&](std::string_view token, char before, char after) {
    const size_t at = static_cast<size_t>(token.data() - list.data());
    for (; place < at; ++place) {
      if (list[place] == '[') ++depth;
      if (list[place] == ']' && depth > 0) --depth;
    }
    if (names_.size() == kMostNames || !beginsName(token)) return std::string();
    if (depth == 0 && after == ':') names_.emplace(token, "$" + std::to_string(params++));
    if (depth > 0 && before != '.' && after != '(' && after != '.')
      if (names_.emplace(token, "%" + std::to_string(extents)).second) ++extents;
    return std::string();
  });
}

CheckNames::CheckNames(std::string_view kernel, const std::vector<std::string>& messages)
    : kernel_(kernel), fromChecks_(true) {
  for (const std::string& message : messages) {
    const auto check = parseKernelCheck(message);
    if (check && check->kind == KernelCheck::Kind::Argument && check->subject == kernel && !check->parameter.empty() &&
        names_.size() < kMostNames)
      names_.emplace(check->parameter, "$" + std::to_string(check->number));
  }
}

/// "$.$0.ndim is expected to equal 2" of "matmul.x.ndim ...", "$_$0_shape" of "matmul_x_shape".
std::string CheckNames::withoutInCheck(std::string_view message) const {
  return replaced(message, [&](std::string_view token, char /*before*/, char /*after*/) {
    if (token == kernel_) return std::string("$");
    std::string begin;
    if (token.starts_with(kernel_) && token.substr(kernel_.size()).starts_with('_')) {
      begin = "$_";
      token.remove_prefix(kernel_.size() + 1);
    }
    for (const std::string_view part : kParts) {
      if (!token.ends_with(part) || token.size() < part.size() + 2 || token[token.size() - part.size() - 1] != '_')
        continue;
      const auto found = names_.find(token.substr(0, token.size() - part.size() - 1));
      if (found != names_.end()) return begin + found->second + "_" + std::string(part);
    }
    const auto found = names_.find(token);
    if (found != names_.end()) return begin + found->second;
    return begin.empty() ? begin : begin + std::string(token);
  });
}

std::string CheckNames::without(std::string_view text) const {
  if (fromChecks_ && parseKernelCheck(text)) return withoutInCheck(text);
  constexpr std::string_view kDevice = "_kernel";
  if (!kernel_.empty() && text.starts_with(kernel_) && text.substr(kernel_.size()).starts_with(kDevice))
    return "$" + std::string(text.substr(kernel_.size()));
  const bool whole = !signature_.empty() && text == signature_;
  if (whole) text.remove_prefix(text.find('('));
  size_t params = 0;
  return replaced(text, [&](std::string_view token, char /*before*/, char after) {
    // TVM may give two parameters one name, as when one value is passed twice.
    const std::string place = whole && after == ':' ? "$" + std::to_string(params++) : std::string();
    const auto found = names_.find(token);
    if (found == names_.end()) return std::string();
    if (found->second[0] == '%') return found->second;
    // A parameter that is named like a word of a message is not that word.
    const bool begins = token.data() == text.data() && (after == '\0' || after == '.' || after == '[');
    return begins ? found->second : place;
  });
}

}  // namespace relaxscope
