// SPDX-License-Identifier: Apache-2.0
#include "vmcore/model/checks/kernel_check.h"

#include <algorithm>

#include "vmcore/base/text/number.h"
#include "vmcore/base/text/text.h"

namespace relaxscope {
namespace {

using Kind = KernelCheck::Kind;
constexpr std::string_view kArgument = "Argument ";

/// A text in two parts, around a word.
struct Split {
  std::string_view before, after;
};
std::optional<Split> splitAt(std::string_view text, std::string_view word) {
  const size_t at = text.rfind(word);
  if (at == std::string_view::npos) return std::nullopt;
  return Split{text.substr(0, at), text.substr(at + word.size())};
}

/// "Assert fail: CONDITION, MESSAGE" up to the word that ends the subject. The condition is empty without one.
struct Head {
  std::string_view condition, subject;
};
Head headOf(std::string_view text) {
  constexpr std::string_view kAssert = "Assert fail: ";
  if (!text.starts_with(kAssert)) return {{}, text};
  text.remove_prefix(kAssert.size());
  const auto parts = splitAt(text, ", ");
  return parts ? Head{parts->before, parts->after} : Head{};
}

/// "x" of "x_code == 3 or ...", "x_type_index == 0 or ..." and "((((x.code == 3) || ...".
std::string_view parameterIn(std::string_view condition) {
  while (condition.starts_with('(')) condition.remove_prefix(1);
  const auto parts = condition.find(" == ");
  if (parts == std::string_view::npos) return {};
  std::string_view name = condition.substr(0, parts);
  for (const std::string_view suffix : {"_type_index", "_code", ".code"})
    if (name.ends_with(suffix)) {
      name.remove_suffix(suffix.size());
      return std::ranges::all_of(name, [](char c) { return isNameLetter(c) || c == '.'; }) ? name : std::string_view();
    }
  return {};
}

/// Without parentheses around all of it.
std::string_view bare(std::string_view text) {
  while (text.size() >= 2 && text.front() == '(' && text.back() == ')') {
    int depth = 0;
    for (size_t i = 0; i + 1 < text.size(); ++i) {
      depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
      if (depth == 0) return text;
    }
    text = text.substr(1, text.size() - 2);
  }
  return text;
}

/// What the extent equals by "24 == int32(x.shape[0])", in either order; empty for another constraint.
std::string_view equalTo(std::string_view constraint) {
  constexpr std::string_view kEquals = " == ";
  constraint = bare(constraint);
  const size_t at = constraint.find(kEquals);
  if (at == std::string_view::npos || constraint.find(kEquals, at + 1) != std::string_view::npos) return {};
  const std::string_view sides[] = {constraint.substr(0, at), constraint.substr(at + kEquals.size())};
  const auto isExtent = [](std::string_view side) { return side.find("shape[") != std::string_view::npos; };
  if (isExtent(sides[0]) == isExtent(sides[1])) return {};
  std::string_view other = bare(sides[isExtent(sides[0]) ? 1 : 0]);
  constexpr std::string_view kLong = "(int64)";  // to 0.10, of a constant
  if (other.starts_with(kLong)) other.remove_prefix(kLong.size());
  return other;
}

std::optional<int64_t> countOf(std::string_view text) {
  const auto number = wholeNumber<int64_t>(text);
  return number && *number >= 0 ? number : std::nullopt;
}

std::optional<KernelCheck> countCheck(std::string_view message) {
  const auto parts = splitAt(message, ": num_args should be ");
  const auto number = parts ? countOf(parts->after) : std::nullopt;
  if (!number) return std::nullopt;
  return KernelCheck{Kind::Count, headOf(parts->before).subject, *number, {}, {}};
}

std::optional<KernelCheck> argumentCheck(std::string_view message) {
  const auto parts = splitAt(message, ": Expect arg[");
  const auto tail = parts ? splitAt(parts->after, "] to be ") : std::nullopt;
  const auto number = tail ? countOf(tail->before) : std::nullopt;
  if (!number) return std::nullopt;
  const Head head = headOf(parts->before);
  return KernelCheck{Kind::Argument, head.subject, *number, tail->after, parameterIn(head.condition)};
}

std::optional<KernelCheck> rankCheck(std::string_view message) {
  const auto parts = splitAt(message, ".ndim is expected to equal ");
  const auto number = parts ? countOf(parts->after) : std::nullopt;
  if (!number) return std::nullopt;
  return KernelCheck{Kind::Rank, headOf(parts->before).subject, *number, {}, {}};
}

std::optional<KernelCheck> typeCheck(std::string_view message) {
  const auto parts = splitAt(message, ".dtype is expected to be ");
  if (!parts) return std::nullopt;
  return KernelCheck{Kind::Type, headOf(parts->before).subject, 0, parts->after, {}};
}

std::optional<KernelCheck> dataCheck(std::string_view message) {
  const auto parts = splitAt(message, " is expected to have non-NULL data pointer");
  if (!parts || !parts->after.empty()) return std::nullopt;
  const Head head = headOf(parts->before);
  const size_t end = head.condition.find(" == 0 or not ");
  const std::string_view product = end == std::string_view::npos ? std::string_view() : head.condition.substr(0, end);
  return KernelCheck{Kind::Data, head.subject, 0, product, {}};
}

std::optional<KernelCheck> extentCheck(std::string_view message) {
  const auto parts = splitAt(message, "] has an unsatisfied constraint");
  const auto place = parts ? splitAt(parts->before, ".shape[") : std::nullopt;
  const auto number = place ? countOf(place->after) : std::nullopt;
  if (!number) return std::nullopt;
  Head head = headOf(place->before);
  if (!head.subject.starts_with(kArgument)) return std::nullopt;
  head.subject.remove_prefix(kArgument.size());
  if (parts->after.empty()) return KernelCheck{Kind::Extent, head.subject, *number, equalTo(head.condition), {}};
  if (!parts->after.starts_with(": ")) return std::nullopt;
  return KernelCheck{Kind::Extent, head.subject, *number, equalTo(parts->after.substr(2)), {}};
}

}  // namespace

std::optional<KernelCheck> parseKernelCheck(std::string_view message) {
  for (const auto parse : {countCheck, argumentCheck, rankCheck, typeCheck, dataCheck, extentCheck})
    if (auto check = parse(message); check && !check->subject.empty()) return check;
  return std::nullopt;
}

}  // namespace relaxscope
