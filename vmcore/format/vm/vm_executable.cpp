// SPDX-License-Identifier: Apache-2.0
#include "vmcore/format/vm/vm_executable.h"

#include <fmt/format.h>

#include <cstring>

#include "vmcore/base/bytes/byte_reader.h"
#include "vmcore/base/text/text.h"
#include "vmcore/format/vm/relax_codes.h"
#include "vmcore/format/vm/relax_reader.h"
#include "vmcore/format/vm/relay_reader.h"
#include "vmcore/format/vm/tensor_record.h"

namespace relaxscope {
namespace {

using namespace vmformat;

constexpr size_t kPrefixBytes = sizeof(uint64_t);

uint64_t word64At(const Bytes& bytes, size_t at) {
  uint64_t word = 0;
  const Bytes there = bytes.slice(at, sizeof(word));
  if (there.size() == sizeof(word)) std::memcpy(&word, there.data(), sizeof(word));
  return word;
}
bool isMagic(uint64_t word) { return word == kMagicV1 || word == kMagicV2; }

bool isR0Version(std::string_view version) { return isKnownProducer(Variant::R0, version); }
bool isPrototypeVersion(std::string_view version) { return isKnownProducer(Variant::P, version); }

/// A reader of one family of formats.
struct Attempt {
  const char* what;
  bool (*wrote)(std::string_view version);  ///< whether builds of this version wrote the family
  Result<Executable> (*read)(const Bytes&, uint64_t, bool, Diagnostics&, PartialExecutable&);
  VmKind kind;
};
constexpr Attempt kAttempts[] = {
    {"Relay VM executable", isRelayVersion, readRelayBody, VmKind::Relay},
    {"Relax VM executable", isR0Version, readRelaxBody, VmKind::Relax},
    {"Relax VM prototype", isPrototypeVersion, readPrototypeBody, VmKind::Relax},
};

/// A V1 file whose version is a TVM release: Relay, R0 or P. The first reader that consumes all bytes wins; else one
/// that a build of that version wrote. The error is that of the reader that got farthest, builds of the version first.
Result<Executable> readByTrial(const Bytes& body, std::string_view version, uint64_t fileOffset, bool outerPrefix,
                               Diagnostics& notes, VmKind kind, PartialExecutable& partial) {
  std::optional<Executable> best;
  Diagnostics bestNotes;
  std::optional<Error> farthest;
  bool farthestKnown = false;
  const auto rank = [](const Executable& e) {
    return std::pair(!isKnownProducer(e.variant, e.version), e.trailing.size());
  };
  for (const Attempt& attempt : kAttempts) {
    if (kind != VmKind::Unknown && kind != attempt.kind) continue;
    Diagnostics found;
    PartialExecutable tried;
    auto read = attempt.read(body, fileOffset, outerPrefix, found, tried);
    if (!read.ok()) {
      const bool known = attempt.wrote(version);
      const bool farther = !farthest || read.error().byteOffset.value_or(0) > farthest->byteOffset.value_or(0);
      if (known != farthestKnown && farthest ? !known : !farther) continue;
      farthest = std::move(read).error();
      farthestKnown = known;
      partial = std::move(tried);
      if (attempt.kind == VmKind::Relax) farthest->message = fmt::format("as {}: {}", attempt.what, farthest->message);
      continue;
    }
    // Bytes that are left over may mean a truncated file of another format: the version must agree.
    if (!read->trailing.empty() && !isKnownProducer(read->variant, read->version)) {
      if (farthest) continue;
      const uint64_t left = read->trailing.size();
      farthest = Error(fmt::format("as {}: {} bytes are left over", attempt.what, left), fileOffset);
      farthest->field = ByteRange{fileOffset + body.size() - left, left};
      partial = {*std::move(read), body.size() - left};
      continue;
    }
    if (best && rank(*best) <= rank(*read)) continue;
    const bool exact = read->trailing.empty();
    best = *std::move(read);
    bestNotes = std::move(found);
    if (exact) break;
  }
  if (!best) return *farthest;
  for (const Diagnostic& finding : bestNotes.all()) notes.add(finding);
  return *std::move(best);
}

Result<Executable> readBody(const Bytes& body, uint64_t fileOffset, bool outerPrefix, Diagnostics& notes, VmKind kind,
                            PartialExecutable& partial) {
  ByteReader in(body, fileOffset);
  RS_TRY(const uint64_t magic, in.read<uint64_t>("magic"));
  if (!isMagic(magic))
    return Error(fmt::format("magic 0x{:016x} is not that of a VM executable", magic), fileOffset, sizeof(magic));
  RS_TRY(const std::string version, in.readString("version"));
  if (magic == kMagicV2 || (version == relaxvm::kVersion && kind != VmKind::Relay))
    return readRelaxBody(body, fileOffset, outerPrefix, notes, partial);
  return readByTrial(body, version, fileOffset, outerPrefix, notes, kind, partial);
}

}  // namespace

VmKind vmKindOfModule(std::string_view kind) {
  if (kind == "relax.VMExecutable" || kind == "relax.Executable") return VmKind::Relax;
  return kind == "VMExecutable" ? VmKind::Relay : VmKind::Unknown;
}

bool looksLikeVmExecutable(const Bytes& bytes) {
  return isMagic(word64At(bytes, 0)) || isMagic(word64At(bytes, kPrefixBytes));
}

Result<Executable> readVmExecutable(const Bytes& bytes, uint64_t fileOffset, Diagnostics& notes, VmKind kind,
                                    PartialExecutable* partial) {
  const bool outerPrefix = !isMagic(word64At(bytes, 0)) && isMagic(word64At(bytes, kPrefixBytes));
  if (outerPrefix && word64At(bytes, 0) != bytes.size() - kPrefixBytes)
    return Error(fmt::format("the length prefix declares {} bytes, but {} follow", word64At(bytes, 0),
                             bytes.size() - kPrefixBytes),
                 fileOffset, kPrefixBytes);
  const size_t skip = outerPrefix ? kPrefixBytes : 0;
  PartialExecutable decoded;
  auto read = readBody(bytes.slice(skip, bytes.size()), fileOffset + skip, outerPrefix, notes, kind, decoded);
  if (!read.ok() && partial != nullptr) *partial = std::move(decoded);
  return read;
}

bool holdsConstant(Variant variant, const ConstantValue& value) {
  if (std::holds_alternative<LateBoundConstant>(value)) return isRelay(variant) && relayLayout(variant).constantTags;
  if (std::holds_alternative<UnknownConstant>(value)) return false;
  if (std::holds_alternative<TensorConstant>(value)) return true;
  return !isRelay(variant) && variant != Variant::P && variant != Variant::Params &&
         relaxvm::codeTable(variant)[value.index()] >= 0;
}

}  // namespace relaxscope
