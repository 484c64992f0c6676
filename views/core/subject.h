// SPDX-License-Identifier: GPL-3.0-or-later
// What a page of the window is about.
#pragma once

#include <cstdint>
#include <initializer_list>

namespace relaxscope {

enum class Subject : uint8_t {
  Executable,  ///< a file with code, with or without a run of it
  Profile,     ///< a recorded run that was opened by itself; it holds its executable
  Pair,        ///< two executables that are compared
};

class Subjects {
 public:
  constexpr Subjects(std::initializer_list<Subject> subjects) {
    for (const Subject subject : subjects) bits_ |= bitOf(subject);
  }
  [[nodiscard]] constexpr bool has(Subject subject) const { return (bits_ & bitOf(subject)) != 0; }

 private:
  static constexpr uint8_t bitOf(Subject subject) { return static_cast<uint8_t>(1u << static_cast<unsigned>(subject)); }
  uint8_t bits_ = 0;
};

/// A document, whichever way it came by its code.
inline constexpr Subjects kDocuments{Subject::Executable, Subject::Profile};

}  // namespace relaxscope
