// SPDX-License-Identifier: Apache-2.0
// The streamed output of a writer as one string.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "vmcore/base/text_sink.h"

namespace relaxscope {

/// The text that `write(const TextSink&)` writes. Reserves `expected` bytes, because growing would copy the text.
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

/// As above; empty if the text exceeds `maxBytes`, where the writer is stopped.
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
