// SPDX-License-Identifier: Apache-2.0
// Internal to export. The changes of functions as lines of a unified diff: hunks of instructions with "-", "+" and
// context, "<" and ">" for what only moved, and "#" lines that name each change. Every line begins with its sign, so
// that no name of a file can look like the end of a fenced block.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "vmcore/export/diff/exporter.h"
#include "vmcore/export/diff/hunks.h"
#include "vmcore/export/diff/instruction_text.h"

namespace relaxscope {

class UnifiedListing {
 public:
  /// Receives lines without their end; returns false to stop.
  using Line = std::function<bool(DiffRole, const std::string&)>;

  /// At most `maxRows` rows of all functions together; the rest is counted.
  UnifiedListing(const DiffReport& report, size_t maxRows)
      : report_(report), old_(*report.old.executable), now_(*report.now.executable), rowsLeft_(maxRows) {}

  void write(const FunctionPair& pair, const Line& line);

 private:
  bool writeHunk(const FunctionPair& pair, DiffHunk hunk, const Line& line);
  bool writeRun(const FunctionPair& pair, size_t begin, size_t end, const Line& line);
  bool writeOne(const FunctionPair& pair, const InstructionRow& row, char sign, const Line& line);

  [[nodiscard]] std::string noteOf(const FunctionPair& pair, const InstructionRow& row,
                                   const std::string& constants) const;

  const DiffReport& report_;
  InstructionTexts old_, now_;
  size_t rowsLeft_;
  // By change of the function.
  std::vector<bool> named_;  ///< its text was written
  std::vector<uint32_t> numbers_;
  size_t pcWidth_ = 0;
};

}  // namespace relaxscope
