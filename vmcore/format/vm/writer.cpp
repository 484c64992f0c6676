// SPDX-License-Identifier: Apache-2.0
// Executables as bytes, every variant in its own layout (formats.md 1.2, 1.8, 4.2).
#include <algorithm>
#include <cassert>

#include "vmcore/base/bytes/byte_writer.h"
#include "vmcore/format/vm/relax_codes.h"
#include "vmcore/format/vm/relay_reader.h"
#include "vmcore/format/vm/tensor_record.h"
#include "vmcore/format/vm/vm_executable.h"

namespace relaxscope {
namespace {

using namespace relaxvm;
using namespace vmformat;

constexpr uint32_t kImmediateTag = 0, kLateBoundTag = 1;

template <class Out>
struct ConstantWriter {
  Out& out;
  void operator()(const TensorConstant& tensor) const { writeTensorRecord(out, tensor); }
  void operator()(const DataType& type) const { writeDataType(out, type); }
  void operator()(const ShapeConstant& shape) const { out.writeI64Vector(shape.dims); }
  void operator()(const StringConstant& string) const { out.writeString(string.text); }
  void operator()(const IntConstant& number) const { out.write(number.value); }
  void operator()(const FloatConstant& number) const { out.write(number.value); }
  void operator()(const LateBoundConstant& late) const { out.writeString(late.name); }
  void operator()(const UnknownConstant&) const {}  // refused before: holdsConstant
};

/// Everything behind the outer prefix. `AtFunction(i, offset)` and `AtConstant(i, offset)` hear where each begins.
template <class Out, class AtFunction, class AtConstant>
class BodyWriter {
 public:
  BodyWriter(Out& out, const Executable& executable, AtFunction& atFunction, AtConstant& atConstant)
      : out_(out), e_(executable), atFunction_(atFunction), atConstant_(atConstant) {}

  void run() {
    if (e_.variant == Variant::Params) return writeParameters();
    out_.write(e_.variant == Variant::R5 ? kMagicV2 : kMagicV1);
    out_.writeString(e_.version);
    if (isRelay(e_.variant)) writeRelay();
    else if (e_.variant == Variant::P) writePrototype();
    else writeRelax();
    out_.writeBytes(e_.trailing);
  }

 private:
  [[nodiscard]] size_t bodies() const { return std::min(static_cast<size_t>(e_.code.packedBase), e_.functions.size()); }
  void writeCount(size_t count) { out_.template write<uint64_t>(count); }
  template <class WriteCode>
  void writeConstants(WriteCode&& writeCode) {
    writeCount(e_.constants.size());
    for (size_t i = 0; i < e_.constants.size(); ++i) {
      const ConstantValue& value = e_.constants[i].value;
      atConstant_(i, out_.size());
      assert(holdsConstant(e_.variant, value));
      writeCode(value);
      std::visit(ConstantWriter<Out>{out_}, value);
    }
  }
  void writePackedNames() {
    writeCount(e_.functions.size() - bodies());
    for (size_t i = bodies(); i < e_.functions.size(); ++i) out_.writeString(e_.functions[i].name);
  }
  void writeFlatCode() {
    out_.writeI64Vector(e_.code.offsets);
    out_.writeI64Vector(e_.code.words);
  }

  void writeParameters() {
    out_.write(kParameterMagic);
    out_.template write<uint64_t>(0);
    writeStrings(out_, e_.constantNames);
    writeConstants([](const ConstantValue&) {});
    out_.writeBytes(e_.trailing);
  }

  void writeRelax() {
    writeCount(e_.functions.size());
    for (size_t i = 0; i < e_.functions.size(); ++i) {
      const Function& f = e_.functions[i];
      atFunction_(i, out_.size());
      out_.write(f.kind);
      out_.writeString(f.name);
      for (const int64_t value : {f.startInstr, f.endInstr, f.numArgs, f.registerFileSize}) out_.write(value);
      writeStrings(out_, f.paramNames);
    }
    if (e_.variant == Variant::R5) {
      writeCount(e_.memoryScopes.size());
      for (const MemoryScope& scope : e_.memoryScopes) {
        out_.write(scope.constIndex);
        out_.writeString(scope.scope);
      }
    }
    const CodeTable& codes = codeTable(e_.variant);
    writeConstants([&](const ConstantValue& value) { out_.write(codes[value.index()]); });
    writeFlatCode();
  }

  void writePrototype() {
    writeCount(bodies());
    for (size_t i = 0; i < bodies(); ++i) {
      const Function& f = e_.functions[i];
      atFunction_(i, out_.size());
      out_.writeString(f.name);
      for (const int64_t value : {f.startInstr, f.numArgs, f.registerFileSize}) out_.write(value);
    }
    writeConstants([](const ConstantValue&) {});
    writePackedNames();
    writeFlatCode();
  }

  void writeRelay() {
    const RelayLayout& layout = relayLayout(e_.variant);
    const RelayPart& part = *e_.relay;
    if (layout.virtualDevices) {
      writeCount(part.virtualDevices.size());
      for (const VirtualDevice& device : part.virtualDevices) {
        out_.write(device.deviceType);
        out_.write(device.deviceId);
        if (layout.memoryScopes) out_.writeString(device.memoryScope);
      }
      out_.write(part.hostDevice);
    }
    writeCount(bodies());
    for (size_t i = 0; i < bodies(); ++i) out_.writeString(e_.functions[i].name);
    writeConstants([&](const ConstantValue& value) {
      if (layout.constantTags) out_.write(std::holds_alternative<LateBoundConstant>(value) ? kLateBoundTag : kImmediateTag);
    });
    if (layout.devices) out_.writeI64Vector(part.constantDevices);
    writePackedNames();
    if (layout.attributes) writeAttributes(part);
    writeCount(part.order.size());
    for (const FuncIndex index : part.order) writeRelayFunction(index, layout);
  }
  void writeAttributes(const RelayPart& part) {
    writeCount(part.attributes.size());
    for (const RelayPart::Attributes& row : part.attributes) {
      out_.write(row.packedIndex);
      writeCount(row.entries.size());
      for (const auto& [key, value] : row.entries) {
        out_.writeString(key);
        out_.writeString(value);
      }
    }
  }
  void writeRelayFunction(FuncIndex index, const RelayLayout& layout) {
    const Function& f = e_.functions[index.at()];
    atFunction_(index.at(), out_.size());
    writeStrings(out_, {f.name, std::to_string(f.registerFileSize), std::to_string(f.endInstr - f.startInstr)});
    writeStrings(out_, f.paramNames);
    if (layout.devices) out_.writeI64Vector(e_.relay->paramDevices[index.at()]);
    for (int64_t pc = f.startInstr; pc < f.endInstr; ++pc) {
      const WordView words = wordsAt(static_cast<size_t>(pc));
      writeCount(words.size() + 1);
      out_.write(relayInstructionHash(words));
      for (const int64_t word : words) out_.write(word);
    }
  }
  /// Up to the next instruction: what an opcode does not account for is kept too.
  [[nodiscard]] WordView wordsAt(size_t pc) const {
    const auto begin = static_cast<size_t>(e_.code.offsets[pc]);
    const size_t end = pc + 1 < e_.code.size() ? static_cast<size_t>(e_.code.offsets[pc + 1]) : e_.code.words.size();
    return e_.code.words.view().subspan(begin, end - begin);
  }

  Out& out_;
  const Executable& e_;
  AtFunction& atFunction_;
  AtConstant& atConstant_;
};

template <class Out, class AtFunction, class AtConstant>
void writeBody(Out& out, const Executable& executable, AtFunction&& atFunction, AtConstant&& atConstant) {
  BodyWriter<Out, AtFunction, AtConstant>(out, executable, atFunction, atConstant).run();
}

constexpr auto kNobody = [](size_t, size_t) {};

size_t bodySize(const Executable& executable) {
  ByteCounter counter;
  writeBody(counter, executable, kNobody, kNobody);
  return counter.size();
}

}  // namespace

void setByteOffsets(Executable& executable) {
  executable.byteSize = 0;
  for (Function& function : executable.functions) function.byteOffset = 0;
  for (Constant& constant : executable.constants) constant.byteOffset = 0;
  for (const Constant& constant : executable.constants)
    if (!holdsConstant(executable.variant, constant.value)) return;
  ByteCounter counter;
  writeBody(
      counter, executable, [&](size_t i, size_t offset) { executable.functions[i].byteOffset = offset; },
      [&](size_t i, size_t offset) { executable.constants[i].byteOffset = offset; });
  executable.byteSize = counter.size();
}

BytePieces executablePieces(const Executable& executable, std::shared_ptr<const void> owner) {
  PieceWriter out(std::move(owner));
  if (executable.outerPrefix) out.write<uint64_t>(bodySize(executable));
  writeBody(out, executable, kNobody, kNobody);
  return out.take();
}

std::vector<uint8_t> writeVmExecutable(const Executable& executable) {
  const size_t size = bodySize(executable);
  ByteWriter out;
  out.reserve(size + sizeof(uint64_t));
  if (executable.outerPrefix) out.write<uint64_t>(size);
  writeBody(out, executable, kNobody, kNobody);
  return out.take();
}

}  // namespace relaxscope
