// SPDX-License-Identifier: Apache-2.0
#include "vmcore/wire/greeting_finder.h"

#include <algorithm>
#include <string_view>

namespace relaxscope::wire {
namespace {

constexpr size_t kMostLine = 80;
/// Bytes of a frame up to the first name of the greeting's map.
constexpr size_t kHead = 7;

/// Whether the bytes begin as a Hello's frame: a length below 64 KiB with its two high bytes, type 1, a CBOR map with a
/// name of a few letters. Text holds no zeros.
bool beginsGreeting(const uint8_t* at) {
  const bool isMap = at[5] > 0xa0 && at[5] <= 0xb7, isName = at[6] > 0x60 && at[6] <= 0x77;
  return at[2] == 0 && at[3] == 0 && at[4] == 1 && isMap && isName;
}

}  // namespace

std::vector<uint8_t> GreetingFinder::feed(std::span<const uint8_t> bytes) {
  if (found_) return {bytes.begin(), bytes.end()};
  if (tooMuch_) return {};
  size_t at = text_.size() - std::min(text_.size(), kHead - 1);
  text_.insert(text_.end(), bytes.begin(), bytes.end());
  while (at + kHead <= text_.size() && at <= kMostText && !beginsGreeting(text_.data() + at)) ++at;
  if (at > kMostText) {
    tooMuch_ = true;
    text_.resize(kMostText);
    return {};
  }
  if (at + kHead > text_.size()) return {};
  found_ = true;
  const auto frame = text_.begin() + static_cast<std::ptrdiff_t>(at);
  std::vector<uint8_t> rest(frame, text_.end());
  text_.erase(frame, text_.end());
  return rest;
}

std::string GreetingFinder::firstLine() const {
  std::string_view text(reinterpret_cast<const char*>(text_.data()), text_.size());
  text.remove_prefix(std::min(text.find_first_not_of("\r\n"), text.size()));
  text = text.substr(0, std::min(text.find_first_of("\r\n"), kMostLine));
  return std::string(text);
}

}  // namespace relaxscope::wire
