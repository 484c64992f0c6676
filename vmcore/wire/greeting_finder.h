// SPDX-License-Identifier: Apache-2.0
// Finds the first frame of a worker behind text that its command prints before: banners of ssh, messages of the day,
// what profiles of shells print.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace relaxscope::wire {

class GreetingFinder {
 public:
  /// More bytes of other content end the search.
  static constexpr size_t kMostText = 64 << 10;

  /// The stream from the greeting's frame on; empty until it is found. Every byte of the stream is passed once.
  std::vector<uint8_t> feed(std::span<const uint8_t> bytes);
  [[nodiscard]] bool isFound() const { return found_; }
  [[nodiscard]] bool isTooMuch() const { return tooMuch_; }
  /// The first line before the greeting that is not empty, at most 80 bytes.
  [[nodiscard]] std::string firstLine() const;

 private:
  std::vector<uint8_t> text_;  ///< all before the greeting, or its beginning
  bool found_ = false, tooMuch_ = false;
};

}  // namespace relaxscope::wire
