// SPDX-License-Identifier: GPL-3.0-or-later
// The assembler interface of edit mode, injected by the application, as views do not depend on formats.
#pragma once

#include <QString>

#include <memory>
#include <stop_token>
#include <vector>

#include "vmcore/base/diagnostics.h"
#include "vmcore/model/executable.h"

namespace relaxscope {

/// A problem at a place of the text. Line and column are 1-based; columns count characters.
struct EditMessage {
  Severity severity = Severity::Error;
  int line = 1, column = 1;
  int length = 0;  ///< in UTF-8 bytes; 0: something is missing here
  QString text;
};
/// Mapping between lines and instructions.
struct EditMap {
  std::vector<InstrIndex> pcOfLine;  ///< by 1-based line
  std::vector<uint32_t> lineOfPc;    ///< by pc; 0: no line
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
  bool tooLong = false;  ///< exceeds maxBytes; `text` is empty
};
struct EditResult {
  std::shared_ptr<const Executable> executable;  ///< null if a message is an error
  std::vector<EditMessage> messages;             ///< in order of the text
  EditMap map;
};

/// Pure, thread-safe functions. An invalid function means the whole executable.
class CodeAssembler {
 public:
  CodeAssembler() = default;
  CodeAssembler(const CodeAssembler&) = delete;
  CodeAssembler& operator=(const CodeAssembler&) = delete;
  virtual ~CodeAssembler() = default;
  /// The text form, up to `maxBytes`.
  [[nodiscard]] virtual EditText write(const Executable& executable, FuncIndex function, size_t maxBytes) const = 0;
  /// Assembles an edited text; the text of one function replaces that function in `base`.
  [[nodiscard]] virtual EditResult assemble(const Executable& base, FuncIndex function, const QString& text) const = 0;
};

}  // namespace relaxscope
