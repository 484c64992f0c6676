// SPDX-License-Identifier: GPL-3.0-or-later
// What edit mode needs of the assembler, as the application hands it in: views know no formats.
#pragma once

#include <QString>

#include <memory>
#include <stop_token>
#include <vector>

#include "vmcore/base/diagnostics.h"
#include "vmcore/model/executable.h"

namespace relaxscope {

/// A place of the text and what is wrong with it. Line and column count from 1, columns in characters.
struct EditMessage {
  Severity severity = Severity::Error;
  int line = 1, column = 1;
  int length = 0;  ///< in UTF-8 bytes; 0: something is missing here
  QString text;
};
/// Which line holds which instruction.
struct EditMap {
  std::vector<InstrIndex> pcOfLine;  ///< by line, from 1
  std::vector<uint32_t> lineOfPc;    ///< by pc; 0: on no line
  [[nodiscard]] int line(InstrIndex pc) const {
    return pc.valid() && pc.at() < lineOfPc.size() ? static_cast<int>(lineOfPc[pc.at()]) : 0;
  }
  [[nodiscard]] InstrIndex pc(int line) const {
    return line >= 0 && static_cast<size_t>(line) < pcOfLine.size() ? pcOfLine[static_cast<size_t>(line)]
                                                                    : InstrIndex();
  }
};
struct EditText {
  QString text;
  EditMap map;
  bool tooLong = false;  ///< longer than an editor holds; no text then
};
struct EditResult {
  std::shared_ptr<const Executable> executable;  ///< null where a message is an error
  std::vector<EditMessage> messages;             ///< in order of the text
  EditMap map;
};

/// Pure functions that any thread may call. An invalid function means the whole executable.
class CodeAssembler {
 public:
  CodeAssembler() = default;
  CodeAssembler(const CodeAssembler&) = delete;
  CodeAssembler& operator=(const CodeAssembler&) = delete;
  virtual ~CodeAssembler() = default;
  /// The text form, up to `maxBytes`.
  [[nodiscard]] virtual EditText write(const Executable& executable, FuncIndex function, size_t maxBytes) const = 0;
  /// Reads an edited text back; one function replaces its old self in `base`.
  [[nodiscard]] virtual EditResult assemble(const Executable& base, FuncIndex function, const QString& text) const = 0;
};

}  // namespace relaxscope
