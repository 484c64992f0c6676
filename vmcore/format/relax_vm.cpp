// SPDX-License-Identifier: Apache-2.0
#include "vmcore/format/relax_vm.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "vmcore/base/byte_reader.h"
#include "vmcore/base/text.h"
#include "vmcore/format/relax_vm_codes.h"

namespace relaxscope {
namespace relaxvm {

std::optional<int64_t> tensorByteSize(const std::vector<int64_t>& shape, DataType dtype) {
  bool empty = false;
  for (const int64_t extent : shape) {
    if (extent < 0) return std::nullopt;
    empty |= extent == 0;
  }
  if (empty) return 0;
  // Each factor is below 2^63, so the product of two fits in 128 bits; it is cut off after each step.
  __extension__ using Wide = unsigned __int128;
  Wide product = static_cast<Wide>(dtype.elementBytes());
  for (const int64_t extent : shape) {
    product *= static_cast<Wide>(extent);
    if (product > static_cast<Wide>(std::numeric_limits<int64_t>::max())) return std::nullopt;
  }
  return static_cast<int64_t>(product);
}

}  // namespace relaxvm

namespace {

using namespace relaxvm;

constexpr size_t kPrefixBytes = sizeof(uint64_t);
constexpr size_t kFunctionBytes = 4 + 8 + 4 * 8 + 8;  // kind, name length, four i64, parameter count
constexpr size_t kConstantBytes = 4 + 4;              // type code and the smallest body, a dtype
constexpr size_t kScopeBytes = 8 + 8;                 // index and an empty name

uint64_t wordAt(const Bytes& bytes, size_t at) {
  uint64_t word = 0;
  if (bytes.size() >= at + sizeof(word)) std::memcpy(&word, bytes.data() + at, sizeof(word));
  return word;
}
bool isMagic(uint64_t word) { return word == kMagicV1 || word == kMagicV2; }

/// Names an element of a list in messages without a string until one is wanted.
Error inItem(std::string_view item, size_t index, Error error) {
  error.message = fmt::format("{} {}: {}", item, index, error.message);
  return error;
}

Result<Function> readFunction(ByteReader& in) {
  Function f;
  RS_TRY(f.kind, in.read<int32_t>("kind"));
  RS_TRY(f.name, in.readString("name"));
  RS_TRY(f.startInstr, in.read<int64_t>("start_instr"));
  RS_TRY(f.endInstr, in.read<int64_t>("end_instr"));
  RS_TRY(f.numArgs, in.read<int64_t>("num_args"));
  RS_TRY(f.registerFileSize, in.read<int64_t>("register_file_size"));
  RS_TRY(const uint64_t count, in.readCount("parameter names", sizeof(uint64_t)));
  f.paramNames.reserve(static_cast<size_t>(count));
  for (uint64_t i = 0; i < count; ++i) {
    RS_TRY(std::string name, in.readString("parameter name"));
    f.paramNames.push_back(std::move(name));
  }
  return f;
}

Result<DataType> readDataType(ByteReader& in) {
  DataType type;
  RS_TRY(type.code, in.read<uint8_t>("dtype code"));
  RS_TRY(type.bits, in.read<uint8_t>("dtype bits"));
  RS_TRY(type.lanes, in.read<uint16_t>("dtype lanes"));
  return type;
}

Result<ConstantValue> readTensor(ByteReader& in) {
  TensorConstant tensor;
  RS_TRY(const uint64_t magic, in.read<uint64_t>("tensor header"));
  if (magic != kTensorMagic)
    return Error(fmt::format("tensor header 0x{:016x} is not 0x{:016x}", magic, kTensorMagic), in.fileOffset() - 8);
  RS_TRY(tensor.reserved, in.read<uint64_t>("tensor header"));
  RS_TRY(tensor.deviceType, in.read<int32_t>("tensor device"));
  RS_TRY(tensor.deviceId, in.read<int32_t>("tensor device"));
  RS_TRY(const int32_t rank, in.read<int32_t>("tensor rank"));
  if (rank < 0 || rank > kMaxTensorRank)
    return Error(fmt::format("tensor rank {} is not in 0..{}", rank, kMaxTensorRank), in.fileOffset() - 4);
  RS_TRY(tensor.dtype, readDataType(in));
  if (tensor.dtype.bits == 0) return Error("tensor dtype has 0 bits", in.fileOffset() - 4);
  const uint64_t shapeOffset = in.fileOffset();
  RS_TRY(tensor.shape, in.readI64s(static_cast<uint64_t>(rank), "tensor shape"));
  const std::optional<int64_t> wanted = tensorByteSize(tensor.shape, tensor.dtype);
  if (!wanted)
    return Error(fmt::format("tensor shape {} is negative or too large", constantSummary(tensor)), shapeOffset);
  RS_TRY(const int64_t stated, in.read<int64_t>("tensor data size"));
  if (stated != *wanted)
    return Error(fmt::format("tensor {} has {} bytes, the record says {}", constantSummary(tensor), *wanted, stated),
                 in.fileOffset() - 8);
  RS_TRY(tensor.data, in.readBytes(static_cast<uint64_t>(stated), "tensor data"));
  return ConstantValue(std::move(tensor));
}

Result<ConstantValue> readConstantBody(ByteReader& in, size_t kind) {
  switch (kind) {
    case kTensor: return readTensor(in);
    case kDataType: {
      RS_TRY(const DataType type, readDataType(in));
      return ConstantValue(type);
    }
    case kShape: {
      RS_TRY(std::vector<int64_t> dims, in.readI64Vector("shape"));
      return ConstantValue(ShapeConstant{std::move(dims)});
    }
    case kString: {
      RS_TRY(std::string text, in.readString("string"));
      return ConstantValue(StringConstant{std::move(text)});
    }
    case kInt: {
      RS_TRY(const int64_t value, in.read<int64_t>("int"));
      return ConstantValue(IntConstant{value});
    }
    default: {
      RS_TRY(const double value, in.read<double>("float"));
      return ConstantValue(FloatConstant{value});
    }
  }
}

Result<ConstantValue> readConstant(ByteReader& in, const CodeTable& codes) {
  RS_TRY(const int32_t code, in.read<int32_t>("type code"));
  const auto found = code < 0 ? codes.end() : std::find(codes.begin(), codes.end(), code);
  if (found == codes.end()) return Error(fmt::format("unknown type code {}", code), in.fileOffset() - 4);
  return readConstantBody(in, static_cast<size_t>(found - codes.begin()));
}

Result<std::vector<Constant>> readConstants(ByteReader& in, const CodeTable& codes) {
  RS_TRY(const uint64_t count, in.readCount("constant pool", kConstantBytes));
  std::vector<Constant> constants;
  constants.reserve(static_cast<size_t>(count));
  for (uint64_t i = 0; i < count; ++i) {
    const uint64_t offset = in.position();
    auto value = readConstant(in, codes);
    if (!value.ok()) return inItem("constant", i, std::move(value).error());
    constants.push_back({*std::move(value), offset});
  }
  return constants;
}

/// Constants and what the code section's counts say would be left behind it.
struct ConstantsUnder {
  std::vector<Constant> constants;
  ByteReader after;
  uint64_t left = 0;
};

/// Walks the constants under one code table and steps over the code section without copying it.
Result<ConstantsUnder> walk(ByteReader in, const CodeTable& codes) {
  RS_TRY(std::vector<Constant> constants, readConstants(in, codes));
  ConstantsUnder walked{std::move(constants), in, 0};
  for (const char* what : {"instruction offsets", "instruction words"}) {
    RS_TRY(const uint64_t count, in.readCount(what, sizeof(int64_t)));
    RS_CHECK(in.readBytes(count * sizeof(int64_t), what));
  }
  walked.left = in.remaining();
  return walked;
}

Diagnostic note(Severity severity, const char* rule, std::string message) {
  Diagnostic finding;
  finding.severity = severity;
  finding.rule = rule;
  finding.message = std::move(message);
  return finding;
}

/// V1 files do not say which code table they use (formats.md 1.1.1): the one that leaves nothing over
/// wins, else the one that parses; files with the outer prefix come from releases up to 0.21.
Result<void> readConstantsOfV1(ByteReader& in, Executable& out, Diagnostics& notes) {
  const std::array<Variant, 3> order = out.outerPrefix
                                           ? std::array{Variant::R2, Variant::R3, Variant::R4}
                                           : std::array{Variant::R4, Variant::R3, Variant::R2};
  std::optional<ConstantsUnder> best;
  std::optional<Error> farthest;
  std::vector<std::string> exact;
  for (const Variant variant : order) {
    auto walked = walk(in, codeTable(variant));
    if (!walked.ok()) {
      const Error& error = walked.error();
      if (!farthest || error.byteOffset.value_or(0) > farthest->byteOffset.value_or(0)) farthest = error;
      continue;
    }
    if (walked->left == 0) exact.emplace_back(variantName(variant));
    if (best && best->left <= walked->left) continue;
    best = *std::move(walked);
    out.variant = variant;
  }
  if (!best) return *farthest;
  if (exact.size() > 1 && !best->constants.empty())
    notes.add(note(Severity::Info, "ambiguous-variant",
                   fmt::format("the constants read the same way as {}; taken as {}", fmt::join(exact, " and "),
                               variantName(out.variant))));
  out.constants = std::move(best->constants);
  in = best->after;
  return {};
}

Result<void> readScopes(ByteReader& in, Executable& out) {
  RS_TRY(const uint64_t count, in.readCount("memory scopes", kScopeBytes));
  out.memoryScopes.reserve(static_cast<size_t>(count));
  for (uint64_t i = 0; i < count; ++i) {
    MemoryScope scope;
    RS_TRY(scope.constIndex, in.read<int64_t>("memory scope's constant"));
    RS_TRY(scope.scope, in.readString("memory scope"));
    out.memoryScopes.push_back(std::move(scope));
  }
  return {};
}

Result<void> readFunctions(ByteReader& in, Executable& out) {
  RS_TRY(const uint64_t count, in.readCount("function table", kFunctionBytes));
  out.functions.reserve(static_cast<size_t>(count));
  for (uint64_t i = 0; i < count; ++i) {
    const uint64_t offset = in.position();
    auto function = readFunction(in);
    if (!function.ok()) return inItem("function", i, std::move(function).error());
    out.functions.push_back(*std::move(function));
    out.functions.back().byteOffset = offset;
  }
  return {};
}

Result<void> readVersion(ByteReader& in, uint64_t magic, Executable& out) {
  RS_TRY(out.version, in.readString("version"));
  if (out.version == kVersion) return {};
  constexpr size_t kShown = 40;
  const std::string shown = printable(std::string_view(out.version).substr(0, kShown));
  if (magic == kMagicV1)
    return Error(fmt::format("version \"{}\": a Relay VM executable or an early Relax one, which this build does not "
                             "read (it reads \"{}\", TVM 0.16 to 0.27)", shown, kVersion), in.fileOffset());
  return Error(fmt::format("version \"{}\" is not supported, only \"{}\"", shown, kVersion), in.fileOffset());
}

void noteTensors(const Executable& executable, uint64_t base, Diagnostics& notes) {
  for (size_t i = 0; i < executable.constants.size(); ++i) {
    const Constant& constant = executable.constants[i];
    const auto* tensor = std::get_if<TensorConstant>(&constant.value);
    if (tensor == nullptr || tensor->deviceType == kCpuDevice) continue;
    Diagnostic finding = note(Severity::Warning, "tensor-device",
                              fmt::format("constant {}: tensor is stored for device type {}, TVM loads only CPU (1)", i,
                                          tensor->deviceType));
    finding.constant = ConstIndex(static_cast<int64_t>(i));
    finding.byteOffset = base + constant.byteOffset;
    notes.add(std::move(finding));
  }
}

/// Everything behind an outer prefix.
Result<void> readBody(const Bytes& body, uint64_t base, Executable& out, Diagnostics& notes) {
  ByteReader in(body, base);
  RS_TRY(const uint64_t magic, in.read<uint64_t>("magic"));
  if (!isMagic(magic)) return Error(fmt::format("magic 0x{:016x} is not that of a Relax VM executable", magic), base);
  RS_CHECK(readVersion(in, magic, out));
  RS_CHECK(readFunctions(in, out));
  if (magic == kMagicV2) {
    out.variant = Variant::R5;
    RS_CHECK(readScopes(in, out));
    RS_TRY(out.constants, readConstants(in, codeTable(Variant::R5)));
  } else {
    RS_CHECK(readConstantsOfV1(in, out, notes));
  }
  RS_TRY(out.code.offsets, in.readI64Vector("instruction offsets"));
  RS_TRY(out.code.words, in.readI64Vector("instruction words"));
  if (!in.atEnd()) {
    Diagnostic finding = note(Severity::Warning, "trailing-bytes",
                              fmt::format("{} bytes behind the last section are ignored", in.remaining()));
    finding.byteOffset = in.fileOffset();
    notes.add(std::move(finding));
    RS_TRY(out.trailing, in.readBytes(in.remaining(), "trailing bytes"));
  }
  noteTensors(out, base, notes);
  return {};
}

}  // namespace

bool looksLikeRelaxVm(const Bytes& bytes) {
  return isMagic(wordAt(bytes, 0)) || isMagic(wordAt(bytes, kPrefixBytes));
}

Result<Executable> readRelaxVm(const Bytes& bytes, uint64_t fileOffset, Diagnostics& notes) {
  Executable out;
  out.outerPrefix = !isMagic(wordAt(bytes, 0)) && isMagic(wordAt(bytes, kPrefixBytes));
  const size_t skip = out.outerPrefix ? kPrefixBytes : 0;
  if (out.outerPrefix && wordAt(bytes, 0) != bytes.size() - kPrefixBytes)
    return Error(fmt::format("the length in front says {} bytes, {} follow", wordAt(bytes, 0), bytes.size() - kPrefixBytes),
                 fileOffset);
  const Bytes body = bytes.slice(skip, bytes.size());
  out.byteSize = body.size();
  RS_CHECK(readBody(body, fileOffset + skip, out, notes));
  return out;
}

}  // namespace relaxscope
