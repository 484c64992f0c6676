// SPDX-License-Identifier: Apache-2.0
// Sections of executables of every layout as ranges: derived from the layout, checked against the offsets that the
// reader recorded.
#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "vmcore/base/text/text.h"
#include "vmcore/format/byte_map/parts.h"

namespace relaxscope::bytemap {
namespace {

/// Whether instruction offsets ascend and lie inside the words.
bool offsetsRise(const Code& code) {
  const std::vector<int64_t>& offsets = code.offsets;
  return offsets.empty() ||
         (offsets.front() >= 0 && static_cast<uint64_t>(offsets.back()) < code.words.size() &&
          std::adjacent_find(offsets.begin(), offsets.end(), std::greater_equal<>()) == offsets.end());
}

/// Whether the lists of a Relay executable are consistent, as its reader makes them, so that they can be followed.
bool isCompleteExecutable(const Executable& e) {
  if (!isRelay(e.variant)) return true;
  if (!e.relay || e.relay->paramDevices.size() > e.functions.size() || !offsetsRise(e.code)) return false;
  int64_t reached = 0;
  for (const FuncIndex index : e.relay->order) {
    if (!index.valid() || index.at() >= e.functions.size() || index.at() >= e.relay->paramDevices.size()) return false;
    const Function& f = e.functions[index.at()];
    if (f.startInstr != reached || f.endInstr < f.startInstr || static_cast<uint64_t>(f.endInstr) > e.code.size())
      return false;
    reached = f.endInstr;
  }
  return true;
}

/// A sink of the layout that makes parts of headers and tables; of entries it keeps only the start offsets.
class PartSink : public vmformat::SizeSink {
 public:
  /// `end`: of a partial executable, where its items end.
  PartSink(const Executable& executable, uint64_t base, std::optional<uint64_t> end)
      : e_(executable), base_(base), end_(end) {}
  [[nodiscard]] bool agrees() const { return agrees_ && (end_ || size() == e_.byteSize); }
  std::vector<Part> take() { return std::move(parts_); }

  template <class T, class Meaning>
  void header(const char* name, T, Meaning&& meaning) {
    leaf(ByteKind::Header, name, meaning(), sizeof(T));
  }
  void headerText(const char* name, std::string_view text) {
    if (isAfterEnd()) return skip(kWord + text.size());
    const std::string shown = shortText(text);
    parts_.push_back(makePart(ByteKind::Header, name, shown, at(), kWord + text.size()));
    leaf(ByteKind::Field, fmt::format("{} length", name), fmt::format("{}", text.size()), kWord);
    leaf(ByteKind::Field, fmt::format("{} text", name), shown, text.size());
  }
  void beginTable(const char* name, List list, uint64_t rows, uint64_t first) {
    inTable_ = !isAfterEnd();
    if (!inTable_) return skip(kWord);
    Part& part = table(ByteKind::Table, name, list, rows);
    part.first = first;
    part.starts.reserve(rows);
  }
  void beginEntry(List list, uint64_t row) {
    if (isAfterEnd()) return;
    const uint64_t* const noted = vmformat::notedPlace(e_, list, row);
    agrees_ = agrees_ && (noted == nullptr || *noted == 0 || *noted == size());
    parts_.back().starts.push_back(at());
  }
  void endTable() {
    if (!inTable_) return;
    Part& part = parts_.back();
    part.rows = part.starts.size();
    part.size = std::min(at(), base_ + end_.value_or(size())) - part.offset;
  }
  void words(const char* name, List list, WordView numbers) {
    const ByteKind kind = list == List::Offsets ? ByteKind::Offsets
                          : list == List::Words ? ByteKind::Code
                                                : ByteKind::Table;
    if (isAfterEnd()) return skip(kWord + numbers.bytes().size());
    Part& part = table(kind, name, list, numbers.size());
    part.size += numbers.bytes().size();
    skip(numbers.bytes().size());
    if (list == List::Words) cutWords(part);
  }
  void rest(const Bytes& bytes) {
    if (!bytes.empty()) leaf(ByteKind::Rest, "bytes after the last section", {}, bytes.size());
  }

 private:
  [[nodiscard]] uint64_t at() const { return base_ + size(); }
  [[nodiscard]] bool isAfterEnd() const { return end_ && size() >= *end_; }
  void leaf(ByteKind kind, std::string name, std::string value, uint64_t size) {
    if (isAfterEnd()) return skip(size);
    parts_.push_back(makePart(kind, std::move(name), std::move(value), at(), size));
    skip(size);
  }
  Part& table(ByteKind kind, const char* name, List list, uint64_t rows) {
    Part& part = parts_.emplace_back(makePart(kind, name, groupedNumber(static_cast<int64_t>(rows)), at(), kWord));
    part.list = list;
    part.rows = rows;
    skip(kWord);
    return part;
  }
  /// Words are shown by instruction if the offsets of instructions ascend.
  void cutWords(Part& part) const {
    if (e_.code.offsets.empty() || !offsetsRise(e_.code)) return;
    part.list = List::Instructions;
    part.rows = e_.code.offsets.size();
    part.gap = kWord * static_cast<uint64_t>(e_.code.offsets.front());
  }

  const Executable& e_;
  const uint64_t base_;
  const std::optional<uint64_t> end_;
  bool inTable_ = false;  ///< of parts_; false after end_
  bool agrees_ = true;    ///< with the offsets that the reader recorded
  std::vector<Part> parts_;
};

}  // namespace

bool addExecutableParts(const Executable& executable, uint64_t base, std::vector<Part>& parts,
                        std::optional<uint64_t> end) {
  if (!isCompleteExecutable(executable)) return false;
  for (const Constant& constant : executable.constants)
    if (!holdsConstant(executable.variant, constant.value)) return false;
  PartSink sink(executable, base, end);
  vmformat::FileLayout(sink, executable).run();
  if (!sink.agrees()) return false;
  for (Part& each : sink.take()) parts.push_back(std::move(each));
  return true;
}

}  // namespace relaxscope::bytemap
