// SPDX-License-Identifier: Apache-2.0
// What a writer streams into a sink, as one string.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "vmcore/base/text_sink.h"

namespace relaxscope {

/// The text that `write(const TextSink&)` writes. Room for `expected` bytes is reserved: growing would copy what is
/// there.
template <class Write>
std::string collectText(Write&& write, size_t expected = 0) {
  std::string text;
  text.reserve(expected);
  const TextSink sink = [&](std::string_view piece) {
    text += piece;
    return true;
  };
  std::forward<Write>(write)(sink);
  return text;
}

/// The same; nothing where it is longer than `maxBytes`, and the writer is stopped there.
template <class Write>
std::optional<std::string> collectTextUpTo(size_t maxBytes, Write&& write) {
  std::string text;
  bool fits = true;
  const TextSink sink = [&](std::string_view piece) {
    fits = fits && piece.size() <= maxBytes - text.size();
    if (fits) text += piece;
    return fits;
  };
  std::forward<Write>(write)(sink);
  return fits ? std::optional(std::move(text)) : std::nullopt;
}

}  // namespace relaxscope
