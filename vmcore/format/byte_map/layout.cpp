// SPDX-License-Identifier: Apache-2.0
// Sections of executables of every layout as ranges (formats.md 1.2, 1.8, 4.2; the same facts as vm_writer.cpp).
#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "vmcore/base/text/text.h"
#include "vmcore/format/byte_map/parts.h"
#include "vmcore/format/vm/relay_reader.h"
#include "vmcore/format/vm/vm_executable.h"

namespace relaxscope::bytemap {
namespace {

constexpr uint64_t kWord = 8;

/// Whether instructions begin behind one another and inside the words.
bool offsetsRise(const Code& code) {
  const std::vector<int64_t>& offsets = code.offsets;
  return offsets.empty() || (offsets.front() >= 0 && static_cast<uint64_t>(offsets.back()) < code.words.size() &&
                             std::adjacent_find(offsets.begin(), offsets.end(), std::greater_equal<>()) == offsets.end());
}

/// Whether the lists of a Relay executable are as its reader makes them, so that they can be followed.
bool isWhole(const Executable& e) {
  if (!isRelay(e.variant)) return true;
  if (!e.relay || e.relay->paramDevices.size() > e.functions.size() || !offsetsRise(e.code)) return false;
  int64_t reached = 0;
  for (const FuncIndex index : e.relay->order) {
    if (!index.valid() || index.at() >= e.functions.size() || index.at() >= e.relay->paramDevices.size()) return false;
    const Function& f = e.functions[index.at()];
    if (f.startInstr != reached || f.endInstr < f.startInstr || static_cast<uint64_t>(f.endInstr) > e.code.size()) return false;
    reached = f.endInstr;
  }
  return true;
}

class Layout {
 public:
  Layout(const Executable& executable, uint64_t base) : e_(executable), base_(base), at_(base) {}

  bool run() {
    if (!isWhole(e_)) return false;
    leaf(ByteKind::Header, "magic", e_.variant == Variant::Params ? "parameter list" : e_.variant == Variant::R5 ? "V2" : "V1", kWord);
    if (e_.variant == Variant::Params) parameters();
    else version();
    if (isRelay(e_.variant)) relay();
    else if (e_.variant == Variant::P) prototype();
    else if (e_.variant != Variant::Params) relax();
    if (!e_.trailing.empty()) leaf(ByteKind::Rest, "bytes behind the last section", {}, e_.trailing.size());
    return agrees_ && at_ - base_ == e_.byteSize;
  }
  std::vector<Part> take() { return std::move(parts_); }

 private:
  [[nodiscard]] size_t bodies() const { return std::min(static_cast<size_t>(std::max<int64_t>(0, e_.code.packedBase)), e_.functions.size()); }

  void leaf(ByteKind kind, const char* name, std::string value, uint64_t size) {
    parts_.push_back(makePart(kind, name, std::move(value), at_, size));
    at_ += size;
  }
  void version() {
    const std::string text = shortText(e_.version);
    parts_.push_back(makePart(ByteKind::Header, "version", text, at_, kWord + e_.version.size()));
    leaf(ByteKind::Field, "version length", fmt::format("{}", e_.version.size()), kWord);
    leaf(ByteKind::Field, "version text", text, e_.version.size());
  }

  Part& table(ByteKind kind, const char* name, List list, uint64_t rows) {
    Part& part = parts_.emplace_back(makePart(kind, name, groupedNumber(static_cast<int64_t>(rows)), at_, kWord));
    part.list = list;
    part.rows = rows;
    at_ += kWord;
    return part;
  }
  /// A count and entries of their own sizes; `noted(i)` is where the reader found one, 0 where it did not say.
  template <class Noted>
  void entries(ByteKind kind, const char* name, List list, uint64_t rows, Noted&& noted, uint64_t first = 0) {
    Part& part = table(kind, name, list, rows);
    part.first = first;
    part.starts.reserve(rows);
    for (uint64_t i = 0; i < rows; ++i) {
      const uint64_t said = noted(i);
      agrees_ = agrees_ && (said == 0 || said == at_ - base_);
      part.starts.push_back(at_);
      at_ += sumFields(e_, list, first + i).size;
    }
    part.size = at_ - part.offset;
  }
  void entries(ByteKind kind, const char* name, List list, uint64_t rows, uint64_t first = 0) {
    entries(kind, name, list, rows, [](uint64_t) { return uint64_t{0}; }, first);
  }
  void words(ByteKind kind, const char* name, List list, uint64_t count) {
    Part& part = table(kind, name, list, count);
    part.size += kWord * count;
    at_ += kWord * count;
  }
  void functions(uint64_t rows) {
    entries(ByteKind::Table, "function table", List::Functions, rows, [&](uint64_t i) { return e_.functions[i].byteOffset; });
  }
  void constants(const char* name = "constant pool") {
    for (const Constant& constant : e_.constants) agrees_ = agrees_ && holdsConstant(e_.variant, constant.value);
    if (!agrees_) return;
    entries(ByteKind::Table, name, List::Constants, e_.constants.size(), [&](uint64_t i) { return e_.constants[i].byteOffset; });
  }
  void flatCode() {
    words(ByteKind::Offsets, "instruction offsets", List::Offsets, e_.code.offsets.size());
    words(ByteKind::Code, "instruction words", List::Words, e_.code.words.size());
    if (e_.code.offsets.empty() || !offsetsRise(e_.code)) return;
    Part& code = parts_.back();
    code.list = List::Instructions;
    code.rows = e_.code.offsets.size();
    code.gap = kWord * static_cast<uint64_t>(e_.code.offsets.front());
  }

  void parameters() {
    leaf(ByteKind::Header, "reserved", "0", kWord);
    entries(ByteKind::Table, "names", List::ConstantNames, e_.constantNames.size());
    constants("tensors");
  }
  void relax() {
    functions(e_.functions.size());
    if (e_.variant == Variant::R5) entries(ByteKind::Table, "memory scopes", List::Scopes, e_.memoryScopes.size());
    constants();
    flatCode();
  }
  void prototype() {
    functions(bodies());
    constants();
    entries(ByteKind::Table, "packed function names", List::FunctionNames, e_.functions.size() - bodies(), bodies());
    flatCode();
  }
  void relay() {
    const RelayLayout& layout = relayLayout(e_.variant);
    const RelayPart& part = *e_.relay;
    if (layout.virtualDevices) {
      entries(ByteKind::Table, "virtual devices", List::Devices, part.virtualDevices.size());
      leaf(ByteKind::Header, "host device", fmt::format("virtual device {}", part.hostDevice), sizeof(int32_t));
    }
    entries(ByteKind::Table, "global names", List::FunctionNames, bodies());
    constants();
    if (layout.devices)
      words(ByteKind::Table, layout.virtualDevices ? "virtual devices of the constants" : "device types of the constants", List::ConstantDevices, part.constantDevices.size());
    entries(ByteKind::Table, "packed function names", List::FunctionNames, e_.functions.size() - bodies(), bodies());
    if (layout.attributes) entries(ByteKind::Table, "attributes of packed functions", List::Attributes, part.attributes.size());
    entries(ByteKind::Table, "functions", List::Bodies, part.order.size(), [&](uint64_t i) { return e_.functions[part.order[i].at()].byteOffset; });
  }

  const Executable& e_;
  const uint64_t base_;
  uint64_t at_;
  bool agrees_ = true;   ///< with the places that the reader noted
  std::vector<Part> parts_;
};

}  // namespace

bool addExecutableParts(const Executable& executable, uint64_t base, std::vector<Part>& parts) {
  Layout layout(executable, base);
  if (!layout.run()) return false;
  for (Part& each : layout.take()) parts.push_back(std::move(each));
  return true;
}

}  // namespace relaxscope::bytemap
