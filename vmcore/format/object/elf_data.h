// SPDX-License-Identifier: Apache-2.0
// Replaces the content of a data symbol of an ELF shared library, whatever its size: in place if it fits, else in a
// segment of its own at the end of the file. A pure function of bytes: nothing is run or loaded.
//
// The segment at the end begins with the program headers (which need room for one more row), followed by the content.
// After it, not loaded, come the section names and section headers with a row for the content, so that readelf,
// objdump, nm and gdb see it like any other. Symbols keep their names, so hash tables stay valid; value, size and
// section of the symbol are changed in .dynsym and .symtab. The content must be plain data that is accessed through its
// symbol: other references still point to the old location. Fields: System V ABI, "Object Files" and "Program Loading".
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

/// A file as the start of another one, changes in it, and a new tail.
struct FileEdit {
  struct Change {
    BytePieces bytes;
    uint64_t zeros = 0;  ///< number of zeros after them
  };
  Bytes base;
  uint64_t kept = 0;                   ///< bytes of `base` from its start
  std::map<uint64_t, Change> changes;  ///< by offset; inside the kept bytes, not overlapping
  BytePieces tail;

  [[nodiscard]] uint64_t size() const { return kept + tail.size(); }
  /// Streams the file; stops early if the sink does. Returns false if the file that backs `base` has changed.
  bool write(const TextSink& sink) const;
  [[nodiscard]] std::vector<uint8_t> bytes() const;
};

/// Location of the new content.
enum class DataPlace : uint8_t {
  Same,      ///< that of the old content
  Appended,  ///< in a segment that was appended
  Renewed,   ///< in the segment that an earlier call appended
};
struct ReplacedData {
  FileEdit edit;
  DataPlace place = DataPlace::Same;
  uint64_t offset = 0;  ///< of the content, in the new file
};

/// Name of the section of an appended segment.
inline constexpr std::string_view kAppendedSection = ".relaxscope.modules";

/// Replaces the content of the dynamic symbol `symbol` of the shared library, `oldSize` bytes. Old content that is no
/// longer used is overwritten with zeros. An error if the file is not a shared library, has no such symbol, or its
/// tables contradict each other. In a program, content can only be replaced in place.
Result<ReplacedData> replaceElfData(const Bytes& file, std::string_view symbol, uint64_t oldSize,
                                    const BytePieces& content);

}  // namespace relaxscope
