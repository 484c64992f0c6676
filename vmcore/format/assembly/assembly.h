// SPDX-License-Identifier: Apache-2.0
// The assembler: a text form and a python form of an executable that hold everything it has, so that
// there and back gives the same bytes. The language is described in resources/docs/assembler.md.
//
// Both parsers go line by line, hold no more than the text and the executable, and never recurse. A line
// that is wrong costs one message; the lines behind it are read on. TVM's own text and python dumps are
// accepted as they are: what they do not tell is marked as unknown and named in a message.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "vmcore/base/bytes/bytes.h"
#include "vmcore/base/diagnostics.h"
#include "vmcore/base/result.h"
#include "vmcore/base/text_sink.h"
#include "vmcore/format/side_file.h"
#include "vmcore/model/executable.h"

namespace relaxscope {

enum class AssemblyForm : uint8_t { Text, Python };

/// What the parser has to say about a place of the text. Without an Error there is an executable.
struct AssemblyMessage {
  Severity severity = Severity::Error;
  uint32_t line = 1;        ///< from 1
  uint32_t column = 1;      ///< from 1, in characters (code points) of the line
  uint64_t byteOffset = 0;  ///< of the place in the whole text
  uint32_t byteLength = 0;  ///< of the word that is meant; 0 where something is missing
  std::string text;         ///< "a register is expected, such as %3"

  /// "12:7: a register is expected, such as %3"
  [[nodiscard]] std::string placed() const;
};

/// Which line holds what. Lines count from 1; 0 is "on no line".
struct AssemblyMap {
  std::vector<uint32_t> lineOfPc;        ///< by pc
  std::vector<uint32_t> lineOfFunction;  ///< by row of the function table
  std::vector<uint32_t> lineOfConstant;  ///< by row of the constant pool
  std::vector<InstrIndex> pcOfLine;      ///< by line; invalid where a line holds no instruction

  [[nodiscard]] uint32_t line(InstrIndex pc) const {
    return pc.valid() && pc.at() < lineOfPc.size() ? lineOfPc[pc.at()] : 0;
  }
  [[nodiscard]] InstrIndex pc(size_t line) const {
    return line < pcOfLine.size() ? pcOfLine[line] : InstrIndex::invalid();
  }
};

struct Assembled {
  std::optional<Executable> executable;   ///< nothing where a message is an Error
  std::vector<AssemblyMessage> messages;  ///< in order of the text, at most kMaxAssemblyMessages
  AssemblyMap map;                        ///< complete only where there is an executable
};
inline constexpr size_t kMaxAssemblyMessages = 200;

/// Parses a whole text. Byte offsets of the executable are those it will have when it is written.
Assembled assemble(std::string_view text, AssemblyForm form, const SideArrays& side = {});
/// Parses the text form of one function (as writeAssembly gives it for one) and puts it in the place of
/// `function` of `base`; everything else stays, functions behind it move. `.const` lines add to the pool,
/// rows of functions to the table. Map and messages are about `text`.
Assembled assembleFunction(const Executable& base, FuncIndex function, std::string_view text,
                           const SideArrays& side = {});

struct AssemblyOptions {
  std::string sideFile;  ///< name of the .npz for data above kInlineTensorBytes; empty: all data stands in the text
  FuncIndex function;    ///< only this one, as assembleFunction reads it (text form); invalid: everything
};
/// Streams the form. `map`, where given, says which line holds what.
void writeAssembly(const Executable& executable, AssemblyForm form, const AssemblyOptions& options,
                   const TextSink& sink, AssemblyMap* map = nullptr);

/// The form a text is in, by its first lines; nothing where it is neither.
std::optional<AssemblyForm> assemblyFormOf(const Bytes& bytes);

}  // namespace relaxscope
