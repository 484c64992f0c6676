// SPDX-License-Identifier: Apache-2.0
#include "vmcore/format/vm/relay_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <unordered_map>

#include "vmcore/base/bytes/byte_reader.h"
#include "vmcore/base/text/number.h"
#include "vmcore/format/findings.h"
#include "vmcore/format/vm/tensor_record.h"

namespace relaxscope {
namespace {

using namespace vmformat;

/// Newer layouts first; two of those before 0.9 have the same sections and differ only in their version.
constexpr RelayLayout kLayouts[] = {
    {Variant::RelayC, RelayEra::V14, true, true, true, true, true},
    {Variant::RelayB, RelayEra::V09, true, false, true, true, true},
    {Variant::RelayBU, RelayEra::V09, true, false, false, true, true},
    {Variant::RelayAV, RelayEra::V09, true, false, false, true, true},
    {Variant::RelayA, RelayEra::V07, false, false, false, true, true},
    {Variant::RelayA0, RelayEra::V07, false, false, false, true, false},
    {Variant::Relay06, RelayEra::V06, false, false, false, false, false},
};

constexpr size_t kMinRelayFunctionBytes = 8 + 3 * 8 + 8;  // three empty strings, no parameters
constexpr size_t kInstructionBytes = 3 * 8;               // count, hash, opcode

/// A number as TVM's writer formats it: decimal, without blanks.
Result<int64_t> decimal(const std::string& text, std::string_view what, uint64_t offset) {
  const std::optional<int64_t> value = wholeNumber<int64_t>(text);
  if (!value || text != std::to_string(*value))
    return Error(fmt::format("{} \"{}\" is not a decimal number", what, shownName(text)), offset);
  return *value;
}

/// Reads one file with one layout.
class RelayReader {
 public:
  RelayReader(const Bytes& body, uint64_t fileOffset, const RelayLayout& layout)
      : in_(body, fileOffset), layout_(layout) {}

  Result<Executable> run() {
    out_.variant = layout_.variant;
    out_.relay.emplace();
    out_.code.set = &relayInstructionSet(layout_.era);
    RS_CHECK(in_.read<uint64_t>("magic"));
    in_.settle();
    RS_TRY(out_.version, in_.readString("version"));
    in_.settle();
    if (layout_.virtualDevices) RS_CHECK(readVirtualDevices());
    RS_CHECK(readGlobalNames());
    RS_CHECK(readConstants());
    RS_CHECK(readPackedNames());
    if (layout_.attributes) RS_CHECK(readAttributes());
    RS_CHECK(readFunctions());
    RS_TRY(out_.trailing, in_.readBytes(in_.remaining(), "trailing bytes"));
    return std::move(out_);
  }
  /// What was decoded before run() failed.
  PartialExecutable takePartial() { return {std::move(out_), in_.settled()}; }

 private:
  Result<void> readVirtualDevices() {
    RS_TRY(const uint64_t count, in_.readCount("virtual devices", layout_.memoryScopes ? 16 : 8));
    in_.settle();
    for (uint64_t i = 0; i < count; ++i) {
      VirtualDevice device;
      RS_TRY(device.deviceType, in_.read<int32_t>("virtual device"));
      RS_TRY(device.deviceId, in_.read<int32_t>("virtual device"));
      if (layout_.memoryScopes) { RS_TRY(device.memoryScope, in_.readString("memory scope of a virtual device")); }
      out_.relay->virtualDevices.push_back(std::move(device));
      in_.settle();
    }
    RS_TRY(out_.relay->hostDevice, in_.read<int32_t>("host device"));
    in_.settle();
    return {};
  }

  Result<ConstantValue> readConstant() {
    uint32_t tag = kImmediateTag;
    if (layout_.constantTags) { RS_TRY(tag, in_.read<uint32_t>("tag")); }
    if (tag == kLateBoundTag) {
      RS_TRY(std::string name, in_.readString("late-bound name"));
      return ConstantValue(LateBoundConstant{std::move(name)});
    }
    if (tag != kImmediateTag)
      return Error(fmt::format("tag {} is neither 0 (immediate) nor 1 (late-bound)", tag),
                   in_.fileOffset() - sizeof(tag), sizeof(tag));
    const uint64_t start = in_.fileOffset();
    RS_TRY(TensorConstant tensor,
           readTensorRecord(in_, layout_.era == RelayEra::V06 ? ElementSize::RoundedDown : ElementSize::RoundedUp));
    // No release loads or ever wrote others.
    if (tensor.deviceType != kCpuDevice)
      return Error(fmt::format("tensor is stored for device type {}, but only CPU (1) is allowed", tensor.deviceType),
                   start + 16, sizeof(tensor.deviceType));
    return ConstantValue(std::move(tensor));
  }
  Result<void> readConstants() {
    RS_TRY(const uint64_t count, in_.readCount("constants", layout_.constantTags ? 4 + 8 : kTensorBytes));
    in_.settle();
    out_.constants.reserve(roomFor(count));
    for (uint64_t i = 0; i < count; ++i) {
      const uint64_t offset = in_.position();
      auto value = readConstant();
      if (!value.ok()) return inItem("constant", i, std::move(value).error());
      out_.constants.push_back({*std::move(value), offset});
      in_.settle();
    }
    if (!layout_.devices) return {};
    RS_TRY(out_.relay->constantDevices, in_.readI64Vector("devices of the constants"));
    if (const uint64_t devices = out_.relay->constantDevices.size(); devices != count)
      return atCount(fmt::format("{} devices for {} constants", devices, count), in_.fileOffset() - 8 * (devices + 1));
    in_.settle();
    return {};
  }

  /// An error after a list whose count, at `offset`, is wrong.
  [[nodiscard]] Error atCount(std::string message, uint64_t offset) const {
    Error error = in_.errorHere(std::move(message));
    error.field = ByteRange{offset, sizeof(uint64_t)};
    return error;
  }

  Result<void> readGlobalNames() {
    RS_TRY(std::vector<std::string> globals, readStrings(in_, "global names"));
    in_.settle();
    for (std::string& name : globals) {
      Function& f = out_.functions.emplace_back();
      f.kind = static_cast<int32_t>(FunctionKind::Bytecode);
      f.name = std::move(name);
    }
    out_.code.packedBase = static_cast<int64_t>(out_.functions.size());
    return {};
  }
  Result<void> readPackedNames() {
    RS_TRY(std::vector<std::string> packed, readStrings(in_, "packed function names"));
    in_.settle();
    for (std::string& name : packed) out_.functions.push_back(packedFunction(std::move(name)));
    return {};
  }

  Result<void> readAttributes() {
    RS_TRY(const uint64_t count, in_.readCount("attributes of packed functions", 16));
    in_.settle();
    for (uint64_t i = 0; i < count; ++i) {
      RelayPart::Attributes& row = out_.relay->attributes.emplace_back();
      RS_TRY(row.packedIndex, in_.read<uint64_t>("packed function of attributes"));
      RS_TRY(const uint64_t entries, in_.readCount("attributes", 16));
      for (uint64_t k = 0; k < entries; ++k) {
        RS_TRY(std::string key, in_.readString("attribute name"));
        RS_TRY(std::string value, in_.readString("attribute value"));
        row.entries.emplace_back(std::move(key), std::move(value));
      }
      in_.settle();
    }
    return {};
  }

  Result<void> readFunctions() {
    const auto globals = static_cast<size_t>(out_.code.packedBase);
    out_.relay->paramDevices.resize(globals);
    for (size_t i = globals; i-- > 0;)
      byName_[out_.functions[i].name].push_back(i);  // of duplicate names the first comes last
    RS_TRY(const uint64_t count, in_.readCount("functions", kMinRelayFunctionBytes));
    if (count != globals)
      return atCount(fmt::format("code of {} functions for {} global names", count, globals), in_.fileOffset() - 8);
    in_.settle();
    for (uint64_t i = 0; i < count; ++i) {
      auto read = readFunction();
      if (!read.ok()) return inItem("function", i, std::move(read).error());
      in_.settle();
    }
    return {};
  }

  Result<void> readFunction() {
    const uint64_t position = in_.position(), place = in_.fileOffset();
    RS_TRY(const std::vector<std::string> info, readStrings(in_, "name, registers and instruction count"));
    if (info.size() != 3)
      return Error(fmt::format("{} leading strings, expected 3 (name, registers, instruction count)", info.size()),
                   place);
    const auto named = byName_.find(info[0]);
    if (named == byName_.end())
      return Error(fmt::format("\"{}\" is not among the global names", shownName(info[0])), place);
    if (named->second.empty()) return Error(fmt::format("duplicate code of \"{}\"", shownName(info[0])), place);
    const size_t index = named->second.back();
    named->second.pop_back();
    Function& f = out_.functions[index];
    f.byteOffset = position;
    RS_TRY(f.registerFileSize, decimal(info[1], "register count", place));
    RS_TRY(const int64_t instructions, decimal(info[2], "instruction count", place));
    RS_TRY(f.paramNames, readStrings(in_, "parameter names"));
    f.numArgs = static_cast<int64_t>(f.paramNames.size());
    if (layout_.devices) {
      RS_TRY(out_.relay->paramDevices[index], in_.readI64Vector("devices of the parameters"));
      if (out_.relay->paramDevices[index].size() != f.paramNames.size())
        return in_.errorHere(
            fmt::format("{} devices for {} parameters", out_.relay->paramDevices[index].size(), f.paramNames.size()));
    }
    if (instructions < 0 || static_cast<uint64_t>(instructions) > in_.remaining() / kInstructionBytes)
      return in_.errorHere(fmt::format("{} instructions of at least {} bytes, {} bytes left", instructions,
                                       kInstructionBytes, in_.remaining()));
    f.startInstr = static_cast<int64_t>(out_.code.size());
    for (int64_t i = 0; i < instructions; ++i) {
      auto read = readInstruction();
      if (!read.ok()) return inItem("instruction", static_cast<size_t>(i), std::move(read).error());
    }
    f.endInstr = static_cast<int64_t>(out_.code.size());
    out_.relay->order.emplace_back(static_cast<int64_t>(index));
    return {};
  }

  Result<void> readInstruction() {
    RS_TRY(const uint64_t count, in_.readCount("words", sizeof(int64_t)));
    const uint64_t place = in_.fileOffset();
    if (count < 2) return Error(fmt::format("{} words, expected a hash and an opcode", count), place);
    RS_TRY(const Bytes bytes, in_.readBytes(count * sizeof(int64_t), "words"));
    uint64_t hash = 0;
    std::memcpy(&hash, bytes.data(), sizeof(hash));
    std::vector<int64_t>& words = out_.code.words.edit();
    const size_t begin = words.size();
    words.resize(begin + static_cast<size_t>(count) - 1);
    std::memcpy(words.data() + begin, bytes.data() + sizeof(hash), bytes.size() - sizeof(hash));
    const WordView instruction = WordView(words).subspan(begin);
    if (const uint64_t wanted = relayInstructionHash(instruction); hash != wanted)
      return Error(fmt::format("hash 0x{:016x} is not that of opcode {} with its fields, 0x{:016x}", hash,
                               instruction[0], wanted),
                   place, sizeof(hash));
    RS_CHECK(checkFields(instruction, place));
    out_.code.offsets.push_back(static_cast<int64_t>(begin));
    return {};
  }

  /// An unknown opcode is left to the verifier.
  Result<void> checkFields(WordView words, uint64_t place) const {
    const OpcodeRow* row = out_.code.set->find(words[0]);
    if (row == nullptr) return {};
    const bool whole = words.size() >= row->fixedWords;
    const uint64_t listed = whole && row->listWord != 0 ? static_cast<uint64_t>(words[row->countWord]) : 0;
    if (whole && words.size() - row->fixedWords == listed) return {};
    return Error(
        fmt::format("{} fields do not fit {}{}", words.size() - 1, row->mnemonic,
                    whole && row->listWord != 0 ? fmt::format(" with a list of {}", words[row->countWord]) : ""),
        place, sizeof(int64_t) * (words.size() + 1));
  }

  ByteReader in_;
  const RelayLayout& layout_;
  Executable out_;
  std::unordered_map<std::string, std::vector<size_t>> byName_;  ///< globals without code yet
};

/// Layouts in the order to try: those that builds of this version wrote come first.
std::vector<const RelayLayout*> layoutsFor(std::string_view version) {
  std::vector<const RelayLayout*> order;
  for (const RelayLayout& layout : kLayouts) order.push_back(&layout);
  std::stable_partition(order.begin(), order.end(),
                        [&](const RelayLayout* layout) { return isKnownProducer(layout->variant, version); });
  return order;
}

/// Completes an executable that was read, with notes for the user.
Executable accepted(Executable executable, uint64_t fileOffset, bool outerPrefix, uint64_t size, Diagnostics& notes) {
  executable.outerPrefix = outerPrefix;
  executable.byteSize = size;
  if (!executable.trailing.empty()) {
    notes.add(makeFinding(Severity::Warning, "trailing-bytes",
                          fmt::format("{} bytes after the last section are ignored", executable.trailing.size()),
                          fileOffset + size - executable.trailing.size()));
  }
  const auto late = std::count_if(executable.constants.begin(), executable.constants.end(),
                                  [](const Constant& c) { return std::holds_alternative<LateBoundConstant>(c.value); });
  if (late != 0)
    notes.add(makeFinding(Severity::Info, "late-bound-constants",
                          fmt::format("{} of {} constants are late-bound; a run needs the file that holds them", late,
                                      executable.constants.size())));
  return executable;
}

/// The error for bytes after an executable of a layout that builds of its version did not write.
Error leftOver(Executable read, uint64_t fileOffset, uint64_t size, PartialExecutable& partial) {
  const uint64_t left = read.trailing.size();
  Error error(fmt::format("as {}: {} bytes are left over", variantName(read.variant), left), fileOffset);
  error.field = ByteRange{fileOffset + size - left, left};
  read.byteSize = size;
  partial = {std::move(read), size - left};
  return error;
}

}  // namespace

const RelayLayout& relayLayout(Variant variant) {
  for (const RelayLayout& layout : kLayouts)
    if (layout.variant == variant) return layout;
  return kLayouts[0];
}

bool isRelayVersion(std::string_view version) {
  return std::any_of(std::begin(kLayouts), std::end(kLayouts),
                     [&](const RelayLayout& layout) { return isKnownProducer(layout.variant, version); });
}

uint64_t relayInstructionHash(WordView words) {
  auto key = static_cast<uint64_t>(words[0]);
  for (const int64_t field : words.subspan(1))
    key ^= static_cast<uint64_t>(field) + 0x9e3779b9 + (key << 6) + (key >> 2);
  return key;
}

Result<Executable> readRelayBody(const Bytes& body, uint64_t fileOffset, bool outerPrefix, Diagnostics& notes,
                                 PartialExecutable& partial) {
  ByteReader in(body, fileOffset);
  RS_CHECK(in.read<uint64_t>("magic"));
  RS_TRY(const std::string version, in.readString("version"));
  std::optional<Executable> best;
  std::optional<Error> farthest;
  bool farthestKnown = false;
  for (const RelayLayout* layout : layoutsFor(version)) {
    RelayReader reader(body, fileOffset, *layout);
    auto read = reader.run();
    const bool known = isKnownProducer(layout->variant, version);
    if (!read.ok()) {
      // Layouts of the version come first, and their errors take precedence.
      if (!farthest ||
          (known == farthestKnown && read.error().byteOffset.value_or(0) > farthest->byteOffset.value_or(0))) {
        farthest = std::move(read).error();
        farthestKnown = known;
        partial = reader.takePartial();
        partial.executable.byteSize = body.size();
        farthest->message = fmt::format("as {} ({}): {}", variantName(layout->variant),
                                        variantProducer(layout->variant), farthest->message);
      }
      continue;
    }
    if (read->trailing.empty()) return accepted(*std::move(read), fileOffset, outerPrefix, body.size(), notes);
    // Bytes that are left over may mean a truncated file of another layout: the version must agree.
    if (known && (!best || read->trailing.size() < best->trailing.size())) best = *std::move(read);
    else if (!farthest) farthest = leftOver(*std::move(read), fileOffset, body.size(), partial);
  }
  if (!best) return *farthest;
  return accepted(*std::move(best), fileOffset, outerPrefix, body.size(), notes);
}

}  // namespace relaxscope
