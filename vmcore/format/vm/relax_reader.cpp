// SPDX-License-Identifier: Apache-2.0
#include "vmcore/format/vm/relax_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "vmcore/base/bytes/byte_reader.h"
#include "vmcore/format/findings.h"
#include "vmcore/format/vm/relax_codes.h"
#include "vmcore/format/vm/tensor_record.h"

namespace relaxscope {
namespace {

using namespace relaxvm;
using namespace vmformat;

constexpr size_t kMinRelaxFunctionBytes = 4 + 8 + 4 * 8 + 8;  // kind, name length, four i64, parameter count
constexpr size_t kConstantBytes = 4 + 4;                      // type code and the smallest body, a dtype
constexpr size_t kScopeBytes = 8 + 8;                         // index and an empty name
constexpr size_t kPrototypeFunctionBytes = 8 + 3 * 8;         // name length, three i64

Result<Function> readFunction(ByteReader& in) {
  Function f;
  RS_TRY(f.kind, in.read<int32_t>("kind"));
  RS_TRY(f.name, in.readString("name"));
  RS_TRY(f.startInstr, in.read<int64_t>("start_instr"));
  RS_TRY(f.endInstr, in.read<int64_t>("end_instr"));
  RS_TRY(f.numArgs, in.read<int64_t>("num_args"));
  RS_TRY(f.registerFileSize, in.read<int64_t>("register_file_size"));
  RS_TRY(f.paramNames, readStrings(in, "parameter names"));
  return f;
}

Result<ConstantValue> readConstantBody(ByteReader& in, size_t kind) {
  switch (kind) {
    case kTensor: {
      RS_TRY(TensorConstant tensor, readTensorRecord(in));
      return ConstantValue(std::move(tensor));
    }
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
  if (found == codes.end()) return Error(fmt::format("unknown type code {}", code), in.fileOffset() - 4, 4);
  return readConstantBody(in, static_cast<size_t>(found - codes.begin()));
}

Result<void> readRelaxConstants(ByteReader& in, const CodeTable& codes, std::vector<Constant>& constants) {
  RS_TRY(const uint64_t count, in.readCount("constant pool", kConstantBytes));
  in.settle();
  constants.reserve(roomFor(count));
  for (uint64_t i = 0; i < count; ++i) {
    const uint64_t offset = in.position();
    auto value = readConstant(in, codes);
    if (!value.ok()) return inItem("constant", i, std::move(value).error());
    constants.push_back({*std::move(value), offset});
    in.settle();
  }
  return {};
}

/// Constants as read by one code table, and the number of bytes that would be left after the code section.
struct ConstantsUnder {
  std::vector<Constant> constants;
  ByteReader after;
  uint64_t left = 0;
};

/// Reads the constants by one code table and skips the code section without copying it.
Result<ConstantsUnder> walk(ByteReader in, const CodeTable& codes) {
  std::vector<Constant> constants;
  RS_CHECK(readRelaxConstants(in, codes, constants));
  ConstantsUnder walked{std::move(constants), in, 0};
  for (const char* what : {"instruction offsets", "instruction words"}) {
    RS_TRY(const uint64_t count, in.readCount(what, sizeof(int64_t)));
    RS_CHECK(in.readBytes(count * sizeof(int64_t), what));
  }
  walked.left = in.remaining();
  return walked;
}

/// Candidate code tables of a V1 file, most likely first: files with the outer prefix come from releases up to 0.21; a
/// development version instead of "0.14" means R0.
std::vector<Variant> variantsOfV1(const Executable& out) {
  if (out.version != kVersion && isKnownProducer(Variant::R0, out.version)) return {Variant::R0};
  return out.outerPrefix ? std::vector{Variant::R2, Variant::R3, Variant::R4}
                         : std::vector{Variant::R4, Variant::R3, Variant::R2};
}

/// V1 files do not store which code table they use (formats.md 1.1.1): the one that leaves no bytes wins, else the one
/// that parses. If none does, reads by the one that came farthest, so that `out` holds the constants before the error.
Result<void> readConstantsOfV1(ByteReader& in, Executable& out, Diagnostics& notes) {
  const std::vector<Variant> order = variantsOfV1(out);
  std::optional<ConstantsUnder> best;
  std::optional<Error> farthest;
  Variant reached = order.front();
  std::vector<std::string> exact;
  for (const Variant variant : order) {
    auto walked = walk(in, codeTable(variant));
    if (!walked.ok()) {
      const Error& error = walked.error();
      if (!farthest || error.byteOffset.value_or(0) > farthest->byteOffset.value_or(0)) {
        farthest = error;
        reached = variant;
      }
      continue;
    }
    if (walked->left == 0) exact.emplace_back(variantName(variant));
    if (best && best->left <= walked->left) continue;
    best = *std::move(walked);
    out.variant = variant;
  }
  if (!best) {
    out.variant = reached;
    RS_CHECK(readRelaxConstants(in, codeTable(reached), out.constants));
    return *farthest;  // in the code
  }
  if (exact.size() > 1 && !best->constants.empty())
    notes.add(makeFinding(Severity::Info, "ambiguous-variant",
                          fmt::format("the constants can also be read as {}; assumed to be {}",
                                      fmt::join(exact, " and "), variantName(out.variant))));
  out.constants = std::move(best->constants);
  in = best->after;
  in.settle();
  return {};
}

Result<void> readScopes(ByteReader& in, Executable& out) {
  RS_TRY(const uint64_t count, in.readCount("memory scopes", kScopeBytes));
  in.settle();
  out.memoryScopes.reserve(roomFor(count));
  for (uint64_t i = 0; i < count; ++i) {
    MemoryScope scope;
    RS_TRY(scope.constIndex, in.read<int64_t>("memory scope's constant"));
    RS_TRY(scope.scope, in.readString("memory scope"));
    out.memoryScopes.push_back(std::move(scope));
    in.settle();
  }
  return {};
}

Result<void> readFunctions(ByteReader& in, Executable& out) {
  RS_TRY(const uint64_t count, in.readCount("function table", kMinRelaxFunctionBytes));
  in.settle();
  out.functions.reserve(roomFor(count));
  for (uint64_t i = 0; i < count; ++i) {
    const uint64_t offset = in.position();
    auto function = readFunction(in);
    if (!function.ok()) return inItem("function", i, std::move(function).error());
    out.functions.push_back(*std::move(function));
    out.functions.back().byteOffset = offset;
    in.settle();
  }
  return {};
}

void noteTensors(const Executable& executable, uint64_t base, Diagnostics& notes) {
  for (size_t i = 0; i < executable.constants.size(); ++i) {
    const Constant& constant = executable.constants[i];
    const auto* tensor = std::get_if<TensorConstant>(&constant.value);
    if (tensor == nullptr || tensor->deviceType == kCpuDevice) continue;
    Diagnostic finding = makeFinding(
        Severity::Warning, "tensor-device",
        fmt::format("constant {}: tensor is stored for device type {}, TVM loads only CPU (1)", i, tensor->deviceType),
        base + constant.byteOffset);
    finding.constant = ConstIndex(static_cast<int64_t>(i));
    notes.add(std::move(finding));
  }
}

/// Sets the end of the prototype's functions: where the next one begins.
void endFunctions(Executable& out, size_t bodies) {
  for (size_t i = 0; i < bodies; ++i)
    out.functions[i].endInstr =
        i + 1 < bodies ? out.functions[i + 1].startInstr : static_cast<int64_t>(out.code.size());
}

/// Number of instructions that do not end where the next begins.
size_t misplaced(const Code& code) {
  size_t count = 0;
  for (size_t pc = 0; pc < code.size(); ++pc) {
    const auto end = pc + 1 < code.size() ? code.offsets[pc + 1] : static_cast<int64_t>(code.words.size());
    const Instruction instruction = code.at(InstrIndex(static_cast<int64_t>(pc)));
    count +=
        instruction.row == nullptr || code.offsets[pc] + static_cast<int64_t>(instruction.words.size()) != end ? 1 : 0;
  }
  return count;
}

Result<void> readPrototypeFunctions(ByteReader& in, Executable& out) {
  RS_TRY(const uint64_t count, in.readCount("function table", kPrototypeFunctionBytes));
  in.settle();
  out.functions.reserve(roomFor(count));
  for (uint64_t i = 0; i < count; ++i) {
    Function& f = out.functions.emplace_back();
    f.kind = static_cast<int32_t>(FunctionKind::Bytecode);
    f.byteOffset = in.position();
    RS_TRY(f.name, in.readString("name"));
    RS_TRY(f.startInstr, in.read<int64_t>("start_instr"));
    RS_TRY(f.numArgs, in.read<int64_t>("num_args"));
    RS_TRY(f.registerFileSize, in.read<int64_t>("register_file_size"));
    out.code.packedBase = static_cast<int64_t>(out.functions.size());
    in.settle();
  }
  return {};
}

/// Bytes after the last section, of either form.
Result<void> readTrailing(ByteReader& in, Executable& out, Diagnostics& notes) {
  if (in.atEnd()) return {};
  notes.add(makeFinding(Severity::Warning, "trailing-bytes",
                        fmt::format("{} bytes after the last section are ignored", in.remaining()), in.fileOffset()));
  RS_TRY(out.trailing, in.readBytes(in.remaining(), "trailing bytes"));
  return {};
}

Result<uint64_t> readRelaxHeader(ByteReader& in, Executable& out) {
  RS_TRY(const uint64_t magic, in.read<uint64_t>("magic"));
  in.settle();
  RS_TRY(out.version, in.readString("version"));
  in.settle();
  return magic;
}

Result<void> readCode(ByteReader& in, Executable& out) {
  RS_TRY(out.code.offsets, in.readI64Vector("instruction offsets"));
  in.settle();
  RS_TRY(out.code.words, in.readWords("instruction words"));
  in.settle();
  return {};
}

Result<void> readRelaxSections(ByteReader& in, Executable& out, Diagnostics& notes) {
  RS_TRY(const uint64_t magic, readRelaxHeader(in, out));
  out.variant = magic == kMagicV2 ? Variant::R5 : out.variant;
  RS_CHECK(readFunctions(in, out));
  if (magic == kMagicV2) {
    RS_CHECK(readScopes(in, out));
    RS_CHECK(readRelaxConstants(in, codeTable(Variant::R5), out.constants));
  } else {
    RS_CHECK(readConstantsOfV1(in, out, notes));
  }
  RS_CHECK(readCode(in, out));
  return readTrailing(in, out, notes);
}

/// Whether the first constant begins with a kind, as in builds of 2022 (P2), and not with the magic of a tensor.
bool constantsHaveKinds(ByteReader in) {
  const auto count = in.read<uint64_t>("constant pool");
  if (!count.ok() || *count == 0) return false;
  const auto kind = in.read<int32_t>("kind");
  return kind.ok() && std::ranges::find(codeTable(Variant::P2), *kind) != codeTable(Variant::P2).end() && *kind >= 0;
}

Result<void> readPrototypeConstants(ByteReader& in, Executable& out) {
  if (constantsHaveKinds(in)) {
    out.variant = Variant::P2;
    return readRelaxConstants(in, codeTable(Variant::P2), out.constants);
  }
  RS_TRY(const uint64_t count, in.readCount("constant pool", kTensorBytes));
  in.settle();
  return readTensors(in, count, "constant", out.constants);
}

Result<void> readPrototypeSections(ByteReader& in, Executable& out, Diagnostics& notes) {
  RS_CHECK(readRelaxHeader(in, out));
  RS_CHECK(readPrototypeFunctions(in, out));
  RS_CHECK(readPrototypeConstants(in, out));
  RS_TRY(std::vector<std::string> packed, readStrings(in, "packed function names"));
  in.settle();
  for (std::string& name : packed) out.functions.push_back(packedFunction(std::move(name)));
  RS_CHECK(readCode(in, out));
  return readTrailing(in, out, notes);
}

}  // namespace

Result<Executable> readRelaxBody(const Bytes& body, uint64_t fileOffset, bool outerPrefix, Diagnostics& notes,
                                 PartialExecutable& partial) {
  Executable out;
  out.outerPrefix = outerPrefix;
  out.byteSize = body.size();
  ByteReader in(body, fileOffset);
  if (auto read = readRelaxSections(in, out, notes); !read.ok()) {
    partial = {std::move(out), in.settled()};
    return std::move(read).error();
  }
  noteTensors(out, fileOffset, notes);
  return out;
}

Result<Executable> readPrototypeBody(const Bytes& body, uint64_t fileOffset, bool outerPrefix, Diagnostics& notes,
                                     PartialExecutable& partial) {
  Executable out;
  out.variant = Variant::P;
  out.outerPrefix = outerPrefix;
  out.byteSize = body.size();
  ByteReader in(body, fileOffset);
  if (auto read = readPrototypeSections(in, out, notes); !read.ok()) {
    partial = {std::move(out), in.settled()};
    return std::move(read).error();
  }
  endFunctions(out, static_cast<size_t>(out.code.packedBase));
  out.code.set = &relaxPrototypeSet(true);
  const size_t early = misplaced(out.code);
  out.code.set = &relaxPrototypeSet(false);
  if (misplaced(out.code) > early) out.code.set = &relaxPrototypeSet(true);
  noteTensors(out, fileOffset, notes);
  return out;
}

}  // namespace relaxscope
