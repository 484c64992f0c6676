// SPDX-License-Identifier: Apache-2.0
// Gives a data symbol of an ELF shared library other content, whatever its size: in place where it fits,
// else in a segment of its own at the end of the file. A pure function of bytes: nothing is run or loaded.
//
// The segment at the end begins with the program headers (which need room for one row more), then the
// content; behind it, not loaded, lie the section names and section headers with a row for the content, so
// that readelf, objdump, nm and gdb see it like any other. Symbols keep their names, so hash tables stay
// right; value, size and section of the symbol are changed in .dynsym and .symtab. The content must be
// plain data that is reached through its symbol: what is reached otherwise stays where it was.
// Fields: System V ABI, "Object Files" and "Program Loading".
#pragma once

#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

#include "vmcore/base/bytes/byte_pieces.h"
#include "vmcore/base/bytes/bytes.h"
#include "vmcore/base/result.h"
#include "vmcore/base/text_sink.h"

namespace relaxscope {

/// A file as what stays of another one, changes in that, and a new end.
struct FileEdit {
  struct Change {
    BytePieces bytes;
    uint64_t zeros = 0;  ///< that follow
  };
  Bytes base;
  uint64_t kept = 0;                   ///< bytes of `base` from its begin
  std::map<uint64_t, Change> changes;  ///< by offset; inside what is kept, apart from each other
  BytePieces tail;

  [[nodiscard]] uint64_t size() const { return kept + tail.size(); }
  /// Streams the file; ends early where the sink wants no more. False where the file behind `base` has changed.
  bool write(const TextSink& sink) const;
  [[nodiscard]] std::vector<uint8_t> bytes() const;
};

/// Where new content went.
enum class DataPlace : uint8_t {
  Same,      ///< where the old one was
  Appended,  ///< a segment was appended
  Renewed,   ///< into the segment that an earlier call had appended
};
struct ReplacedData {
  FileEdit edit;
  DataPlace place = DataPlace::Same;
  uint64_t offset = 0;  ///< of the content, in the new file
};

/// Name of the section that an appended segment gets.
inline constexpr std::string_view kAppendedSection = ".relaxscope.modules";

/// Replaces what the dynamic symbol `symbol` of the shared library names, `oldSize` bytes. The old content is
/// overwritten with zeros where it is not used any more. An error where the file is no shared library, has no such
/// symbol, or its tables contradict each other. A program can only take what fits in place.
Result<ReplacedData> replaceElfData(const Bytes& file, std::string_view symbol, uint64_t oldSize,
                                    const BytePieces& content);

}  // namespace relaxscope
