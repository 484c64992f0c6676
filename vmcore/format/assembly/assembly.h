// SPDX-License-Identifier: Apache-2.0
// The assembler: lossless text and python forms of an executable; a round trip gives the same bytes. The language is
// described in resources/docs/assembler.md.
//
// Both parsers work line by line, hold no more than the text and the executable, and never recurse. Each invalid line
// yields one message, and parsing continues with the next line. TVM's own text and python dumps are accepted as they
// are: information that they lack is marked as unknown and named in a message.
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

/// A diagnostic at a position in the text. There is an executable only if no message is an Error.
struct AssemblyMessage {
  Severity severity = Severity::Error;
  uint32_t line = 1;        ///< 1-based
  uint32_t column = 1;      ///< 1-based, in characters (code points) of the line
  uint64_t byteOffset = 0;  ///< offset in the whole text
  uint32_t byteLength = 0;  ///< length of the offending word; 0 if something is missing
  std::string text;         ///< "a register is expected, such as %3"

  /// "12:7: a register is expected, such as %3"
  [[nodiscard]] std::string placed() const;
};

/// Lines of the executable's parts. Lines are 1-based; 0 means no line.
struct AssemblyMap {
  std::vector<uint32_t> lineOfPc;        ///< by pc
  std::vector<uint32_t> lineOfFunction;  ///< by row of the function table
  std::vector<uint32_t> lineOfConstant;  ///< by row of the constant pool
  std::vector<InstrIndex> pcOfLine;      ///< by line; invalid for a line without an instruction

  [[nodiscard]] uint32_t line(InstrIndex pc) const {
    return pc.valid() && pc.at() < lineOfPc.size() ? lineOfPc[pc.at()] : 0;
  }
  [[nodiscard]] InstrIndex pc(size_t line) const {
    return line < pcOfLine.size() ? pcOfLine[line] : InstrIndex::invalid();
  }
};

struct Assembled {
  std::optional<Executable> executable;   ///< empty if a message is an Error
  std::vector<AssemblyMessage> messages;  ///< in text order, at most kMaxAssemblyMessages
  AssemblyMap map;                        ///< complete only if there is an executable
};
inline constexpr size_t kMaxAssemblyMessages = 200;

/// Parses a whole text. Byte offsets of the executable are those that it will have when it is written.
Assembled assemble(std::string_view text, AssemblyForm form, const SideArrays& side = {});
/// Parses the text form of one function (as writeAssembly writes it) and replaces `function` of `base` with it;
/// everything else is unchanged, later functions move. `.const` lines append to the pool, rows of functions to the
/// table. The map and the messages refer to `text`.
Assembled assembleFunction(const Executable& base, FuncIndex function, std::string_view text,
                           const SideArrays& side = {});

struct AssemblyOptions {
  std::string sideFile;  ///< name of the .npz for data above kInlineTensorBytes; empty: all data is inline
  FuncIndex function;    ///< only this one, as assembleFunction reads it (text form); invalid: the whole executable
};
/// Streams the form and fills `map`, if given.
void writeAssembly(const Executable& executable, AssemblyForm form, const AssemblyOptions& options,
                   const TextSink& sink, AssemblyMap* map = nullptr);

/// The form of a text, detected from its first lines; nullopt if it is neither.
std::optional<AssemblyForm> assemblyFormOf(const Bytes& bytes);

}  // namespace relaxscope
