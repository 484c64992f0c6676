// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/memory/formula_sum.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "vmcore/base/text/number.h"

namespace relaxscope {
namespace {

std::string termText(const std::string& symbols, int64_t factor) {
  if (factor == 1) return symbols;
  const bool sum =
      symbols.find(" + ") != std::string::npos && symbols.find(" * ") == std::string::npos && !symbols.starts_with('(');
  return fmt::format(fmt::runtime(sum ? "({}) * {}" : "{} * {}"), symbols, factor);
}

}  // namespace

void FormulaSum::add(const std::string& formula) {
  const size_t star = formula.rfind(" * ");
  if (const auto number = wholeNumber<int64_t>(formula)) add({}, *number);
  else if (const auto factor = star == std::string::npos
                                   ? std::optional<int64_t>()
                                   : wholeNumber<int64_t>(std::string_view(formula).substr(star + 3)))
    add(formula.substr(0, star), *factor);
  else add(formula, 1);
}

std::string FormulaSum::text() const {
  std::string out;
  for (const auto& [symbols, factor] : terms_) {
    if (symbols.empty()) continue;
    out += (out.empty() ? "" : " + ") + termText(symbols, factor);
  }
  const auto number = std::ranges::find(terms_, std::string(), &std::pair<std::string, int64_t>::first);
  if (number != terms_.end() && number->second != 0) out += (out.empty() ? "" : " + ") + std::to_string(number->second);
  return out.empty() ? "0" : out;
}

void FormulaSum::add(std::string symbols, int64_t factor) {
  const auto [place, fresh] = rows_.try_emplace(symbols, terms_.size());
  if (fresh) terms_.emplace_back(std::move(symbols), 0);
  int64_t& sum = terms_[place->second].second;
  if (__builtin_add_overflow(sum, factor, &sum)) sum = INT64_MAX;
}

std::string bytesFormula(const StaticType& tensor) {
  const int64_t bits = tensor.dtype ? int64_t{tensor.dtype->bits} * tensor.dtype->lanes : 0;
  if (tensor.kind != StaticType::Kind::Tensor || !tensor.rank || bits <= 0 || bits % 8 != 0 ||
      static_cast<int64_t>(tensor.dims.size()) != *tensor.rank)
    return "?";
  int64_t factor = bits / 8;
  std::string symbols;
  for (const DimSpec& dim : tensor.dims) {
    if (dim.kind == DimSpec::Kind::Unknown) return "?";
    if (dim.kind == DimSpec::Kind::Fixed) {
      if (__builtin_mul_overflow(factor, dim.value, &factor)) return "?";
      continue;
    }
    const bool product = dim.name.find_first_of("+-/%") == std::string::npos;
    symbols += (symbols.empty() ? "" : " * ") + (product ? dim.name : "(" + dim.name + ")");
  }
  if (symbols.empty()) return std::to_string(factor);
  return factor == 1 ? symbols : symbols + " * " + std::to_string(factor);
}

}  // namespace relaxscope
