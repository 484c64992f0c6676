// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/regions/layer_names.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <string_view>

namespace relaxscope {
namespace {

constexpr size_t kMaxParts = 8;         // numbers in one name
constexpr size_t kMaxLayerName = 1024;  // bytes; longer names have no stem
constexpr uint32_t kMaxNumber = 1U << 24U;

std::optional<uint32_t> numberOf(std::string_view text) {
  uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number > kMaxNumber) return std::nullopt;
  return number;
}

}  // namespace

LayerNames::LayerNames(const std::vector<std::string>& parameters, const std::vector<std::string>& fields)
    : parameters_(static_cast<uint32_t>(parameters.size())) {
  for (const std::string& name : parameters) add(name);
  for (const std::string& name : fields) add(name);
  partsBegin_.push_back(static_cast<uint32_t>(parts_.size()));
}

void LayerNames::add(const std::string& name) {
  partsBegin_.push_back(static_cast<uint32_t>(parts_.size()));
  const std::string_view text = name;
  const auto separatorFrom = [&](size_t from) { return text.find_first_of(kLayerSeparators, from); };
  size_t found = 0;
  for (size_t at = text.size() > kMaxLayerName ? text.npos : separatorFrom(0); at != text.npos && found < kMaxParts;) {
    const size_t next = separatorFrom(at + 1);
    if (next == text.npos) break;
    if (const auto number = numberOf(text.substr(at + 1, next - at - 1)); number && at > 0) {
      const auto [row, fresh] = rows_.try_emplace(name.substr(0, at), static_cast<uint32_t>(stems_.size()));
      if (fresh) stems_.push_back(row->first);
      parts_.push_back({row->second, *number});
      ++found;
    }
    at = next;
  }
}

std::span<const LayerNames::Part> LayerNames::partsOf(uint32_t parameter) const {
  const size_t row = parameter < CallFlow::kFirstField ? parameter : parameters_ + (parameter - CallFlow::kFirstField);
  const bool other = parameter < CallFlow::kFirstField && parameter >= parameters_;
  if (other || row + 1 >= partsBegin_.size()) return {};
  return std::span(parts_).subspan(partsBegin_[row], partsBegin_[row + 1] - partsBegin_[row]);
}

std::optional<LayerNames::Name> LayerNames::of(const CallFlow& flow, const Reading& reading) const {
  struct Seen {
    int64_t base = 0;
    uint32_t copies = 0, lastCopy = 0, uses = 0;
    bool fits = true;
  };
  std::map<uint32_t, Seen> seen;
  for (uint32_t call = reading.begin; call < reading.end(); ++call) {
    const uint32_t copy = (call - reading.begin) / reading.period;
    for (const uint32_t parameter : flow.paramsOf(call)) {
      for (const Part& part : partsOf(parameter)) {
        const int64_t base = int64_t{part.number} - copy;
        const auto [place, fresh] = seen.try_emplace(part.stem, Seen{base, 1, copy, 0, true});
        Seen& row = place->second;
        row.fits &= row.base == base;
        if (!fresh && row.lastCopy != copy) ++row.copies;
        row.lastCopy = copy;
        ++row.uses;
      }
    }
  }
  const Seen* best = nullptr;
  uint32_t stem = 0;
  for (const auto& [row, what] : seen) {
    if (!what.fits || what.copies != reading.count || (best != nullptr && best->uses >= what.uses)) continue;
    best = &what;
    stem = row;
  }
  if (best == nullptr || best->base < 0) return std::nullopt;
  return Name{stems_[stem], static_cast<uint32_t>(best->base)};
}

std::vector<LayerNames::Spans> LayerNames::spansIn(const CallFlow& flow, uint32_t begin, uint32_t end) const {
  std::map<uint32_t, std::map<uint32_t, Span>> byStem;
  for (uint32_t call = begin; call < end; ++call)
    for (const uint32_t parameter : flow.paramsOf(call))
      for (const Part& part : partsOf(parameter))
        byStem[part.stem].try_emplace(part.number, Span{part.number, call, call}).first->second.last = call;
  std::vector<Spans> all;
  for (const auto& [stem, byNumber] : byStem) {
    if (byNumber.size() < 2) continue;
    Spans& row = all.emplace_back(Spans{stems_[stem], {}});
    for (const auto& [number, span] : byNumber) row.spans.push_back(span);
  }
  return all;
}

LayerNames::Alignment LayerNames::alignment(const CallFlow& flow, uint32_t begin, uint32_t end, uint32_t period) const {
  // A copy of number n that takes the parameter at call c begins in (c - period, c]; move all to number 0.
  struct Moved {
    int64_t least = INT64_MAX, greatest = INT64_MIN;
    uint32_t uses = 0;
    uint32_t low = kMaxNumber, high = 0;  ///< numbers
  };
  std::map<uint32_t, Moved> byStem;
  for (uint32_t call = begin; call < end; ++call) {
    for (const uint32_t parameter : flow.paramsOf(call)) {
      for (const Part& part : partsOf(parameter)) {
        Moved& row = byStem[part.stem];
        const int64_t moved = int64_t{call} - int64_t{part.number} * period;
        row.least = std::min(row.least, moved);
        row.greatest = std::max(row.greatest, moved);
        row.low = std::min(row.low, part.number);
        row.high = std::max(row.high, part.number);
        ++row.uses;
      }
    }
  }
  const Moved* best = nullptr;
  for (const auto& [stem, row] : byStem)
    if (row.low < row.high && row.greatest - row.least < period && (best == nullptr || row.uses > best->uses))
      best = &row;
  return best == nullptr ? Alignment()
                         : Alignment(best->least, period - (best->greatest - best->least), int64_t{period});
}

bool LayerNames::Alignment::has(uint32_t begin) const {
  const int64_t before = (latest_ - int64_t{begin}) % period_;
  return (before < 0 ? before + period_ : before) < width_;
}

}  // namespace relaxscope
