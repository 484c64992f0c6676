// SPDX-License-Identifier: Apache-2.0
// Executables as bytes, every variant in its own layout.
#include <algorithm>
#include <cassert>

#include "vmcore/base/bytes/byte_writer.h"
#include "vmcore/format/vm/layout.h"
#include "vmcore/format/vm/vm_executable.h"

namespace relaxscope {
namespace {

using namespace vmformat;

/// Writes all fields and ignores names. `Out` is a ByteWriter or a PieceWriter.
template <class Out>
class WriteSink {
 public:
  explicit WriteSink(Out& out) : out_(out) {}
  template <class T>
  void number(const char*, T value, int64_t = -1) {
    out_.write(value);
  }
  template <class T>
  void known(const char*, T value, std::string_view) {
    out_.write(value);
  }
  template <class T>
  void plain(const char*, T value, bool) {
    out_.write(value);
  }
  void text(const char*, int64_t, std::string_view text) { out_.writeString(text); }
  void decimal(const char*, int64_t value) { out_.writeString(std::to_string(value)); }
  void run(const char*, const char*, WordView numbers) { out_.writeBytes(numbers.bytes()); }
  void data(const Bytes& bytes) { out_.writeBytes(bytes); }
  template <class Write>
  void code(uint64_t, uint64_t, Write&& write) {
    write(out_);
  }

  template <class T, class Meaning>
  void header(const char*, T value, Meaning&&) {
    out_.write(value);
  }
  void headerText(const char*, std::string_view text) { out_.writeString(text); }
  void beginTable(const char*, Table, uint64_t rows, uint64_t) { out_.write(rows); }
  void beginEntry(Table, uint64_t) {}
  void endTable() {}
  void words(const char*, Table, WordView numbers) { out_.writeI64Vector(numbers); }
  void rest(const Bytes& bytes) { out_.writeBytes(bytes); }

 private:
  Out& out_;
};

/// Counts bytes, and calls `atEntry(table, row, offset)` at the start of each entry.
template <class AtEntry>
class PlaceSink : public SizeSink {
 public:
  explicit PlaceSink(AtEntry atEntry) : atEntry_(std::move(atEntry)) {}
  template <class T, class Meaning>
  void header(const char*, T, Meaning&&) {
    skip(sizeof(T));
  }
  void headerText(const char*, std::string_view text) { skip(sizeof(uint64_t) + text.size()); }
  void beginTable(const char*, Table, uint64_t, uint64_t) { skip(sizeof(uint64_t)); }
  void beginEntry(Table table, uint64_t row) { atEntry_(table, row, size()); }
  void endTable() {}
  void words(const char*, Table, WordView numbers) { skip(sizeof(uint64_t) + numbers.bytes().size()); }
  void rest(const Bytes& bytes) { skip(bytes.size()); }

 private:
  AtEntry atEntry_;
};

template <class AtEntry>
uint64_t layOut(const Executable& executable, AtEntry&& atEntry) {
  PlaceSink sink(std::forward<AtEntry>(atEntry));
  FileLayout(sink, executable).run();
  return sink.size();
}

uint64_t bodySize(const Executable& executable) {
  return layOut(executable, [](Table, uint64_t, uint64_t) {});
}

template <class Out>
void writeBody(Out& out, const Executable& executable) {
  assert(std::all_of(executable.constants.begin(), executable.constants.end(),
                     [&](const Constant& each) { return holdsConstant(executable.variant, each.value); }));
  WriteSink<Out> sink(out);
  FileLayout(sink, executable).run();
}

}  // namespace

void setByteOffsets(Executable& executable) {
  executable.byteSize = 0;
  for (Function& function : executable.functions) function.byteOffset = 0;
  for (Constant& constant : executable.constants) constant.byteOffset = 0;
  for (const Constant& constant : executable.constants)
    if (!holdsConstant(executable.variant, constant.value)) return;
  executable.byteSize = layOut(executable, [&](Table table, uint64_t row, uint64_t offset) {
    if (uint64_t* const noted = notedPlace(executable, table, row)) *noted = offset;
  });
}

BytePieces executablePieces(const Executable& executable, std::shared_ptr<const void> owner) {
  PieceWriter out(std::move(owner));
  if (executable.outerPrefix) out.write<uint64_t>(bodySize(executable));
  writeBody(out, executable);
  return out.take();
}

std::vector<uint8_t> writeVmExecutable(const Executable& executable) {
  const uint64_t size = bodySize(executable);
  ByteWriter out;
  out.reserve(static_cast<size_t>(size) + sizeof(uint64_t));
  if (executable.outerPrefix) out.write<uint64_t>(size);
  writeBody(out, executable);
  return out.take();
}

}  // namespace relaxscope
