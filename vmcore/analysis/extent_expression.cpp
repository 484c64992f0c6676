// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/extent_expression.h"

#include <algorithm>

#include "vmcore/base/text/number.h"

namespace relaxscope {
namespace {

using Number = std::optional<int64_t>;

Number calculated(char op, int64_t left, int64_t right) {
  int64_t result = 0;
  bool fits = true;
  switch (op) {
    case '+': fits = !__builtin_add_overflow(left, right, &result); break;
    case '-': fits = !__builtin_sub_overflow(left, right, &result); break;
    case '*': fits = !__builtin_mul_overflow(left, right, &result); break;
    default:
      fits = right > 0;
      if (fits) result = left / right - (left % right < 0 ? 1 : 0);
  }
  return fits ? Number(result) : std::nullopt;
}

/// By recursive descent; each part takes what it reads from the front of the text.
class Parser {
 public:
  Parser(std::string_view text, const std::function<int64_t(const std::string&)>& valueOf)
      : rest_(text), valueOf_(valueOf) {}
  Number whole() {
    const Number result = sum(0);
    skipBlanks();
    return rest_.empty() ? result : std::nullopt;
  }

 private:
  void skipBlanks() {
    while (rest_.starts_with(' ')) rest_.remove_prefix(1);
  }
  bool take(std::string_view token) {
    skipBlanks();
    if (!rest_.starts_with(token)) return false;
    rest_.remove_prefix(token.size());
    return true;
  }
  Number sum(int nesting) {
    Number left = product(nesting);
    while (left) {
      const char op = take("+") ? '+' : take("-") ? '-' : 0;
      if (op == 0) break;
      const Number right = product(nesting);
      left = right ? calculated(op, *left, *right) : std::nullopt;
    }
    return left;
  }
  Number product(int nesting) {
    Number left = factor(nesting);
    while (left) {
      const char op = take("*") ? '*' : take("//") ? '/' : 0;
      if (op == 0) break;
      const Number right = factor(nesting);
      left = right ? calculated(op, *left, *right) : std::nullopt;
    }
    return left;
  }
  Number factor(int nesting) {
    constexpr int kMostNesting = 32;
    if (nesting >= kMostNesting) return std::nullopt;
    if (take("(")) {
      const Number inner = sum(nesting + 1);
      return take(")") ? inner : std::nullopt;
    }
    for (const bool largest : {true, false})
      if (take(largest ? "max(" : "min(")) return oneOfTwo(nesting, largest);
    skipBlanks();
    const size_t end = std::min(rest_.find_first_of(" ()+-*/,"), rest_.size());
    const std::string token(rest_.substr(0, end));
    rest_.remove_prefix(end);
    if (token.empty()) return std::nullopt;
    if (const auto number = wholeNumber<int64_t>(token)) return number;
    return valueOf_(token);
  }

  Number oneOfTwo(int nesting, bool largest) {
    const Number first = sum(nesting + 1);
    if (!first || !take(",")) return std::nullopt;
    const Number second = sum(nesting + 1);
    if (!second || !take(")")) return std::nullopt;
    return largest ? std::max(*first, *second) : std::min(*first, *second);
  }

  std::string_view rest_;
  const std::function<int64_t(const std::string&)>& valueOf_;
};

}  // namespace

std::optional<int64_t> integerOf(std::string_view expression,
                                 const std::function<int64_t(const std::string&)>& valueOf) {
  return Parser(expression, valueOf).whole();
}

std::optional<int64_t> extentOf(std::string_view expression,
                                const std::function<int64_t(const std::string&)>& valueOf) {
  const Number value = integerOf(expression, valueOf);
  return value && *value >= 0 ? value : std::nullopt;
}

}  // namespace relaxscope
