// SPDX-License-Identifier: Apache-2.0
#include <cassert>

#include "vmcore/base/byte_writer.h"
#include "vmcore/format/relax_vm.h"
#include "vmcore/format/relax_vm_codes.h"

namespace relaxscope {
namespace {

using namespace relaxvm;

/// Counts what a ByteWriter would append.
class ByteCounter {
 public:
  template <class T>
  void write(T) {
    size_ += sizeof(T);
  }
  void writeBytes(std::span<const uint8_t> bytes) { size_ += bytes.size(); }
  void writeString(std::string_view text) { size_ += sizeof(uint64_t) + text.size(); }
  void writeI64Vector(std::span<const int64_t> values) { size_ += sizeof(uint64_t) + values.size_bytes(); }
  [[nodiscard]] size_t size() const { return size_; }

 private:
  size_t size_ = 0;
};

template <class Out>
void writeDataType(Out& out, DataType type) {
  out.write(type.code);
  out.write(type.bits);
  out.write(type.lanes);
}

template <class Out>
struct ConstantWriter {
  Out& out;
  void operator()(const TensorConstant& tensor) const {
    out.write(kTensorMagic);
    out.write(tensor.reserved);
    out.write(tensor.deviceType);
    out.write(tensor.deviceId);
    out.write(static_cast<int32_t>(tensor.shape.size()));
    writeDataType(out, tensor.dtype);
    for (const int64_t extent : tensor.shape) out.write(extent);
    out.write(static_cast<int64_t>(tensor.data.size()));
    out.writeBytes(tensor.data.span());
  }
  void operator()(const DataType& type) const { writeDataType(out, type); }
  void operator()(const ShapeConstant& shape) const { out.writeI64Vector(shape.dims); }
  void operator()(const StringConstant& string) const { out.writeString(string.text); }
  void operator()(const IntConstant& number) const { out.write(number.value); }
  void operator()(const FloatConstant& number) const { out.write(number.value); }
};

template <class Out>
void writeFunction(Out& out, const Function& f) {
  out.write(f.kind);
  out.writeString(f.name);
  out.write(f.startInstr);
  out.write(f.endInstr);
  out.write(f.numArgs);
  out.write(f.registerFileSize);
  out.template write<uint64_t>(f.paramNames.size());
  for (const std::string& name : f.paramNames) out.writeString(name);
}

/// Everything behind the outer prefix. `atFunction(i, offset)` and `atConstant(i, offset)` hear where each begins.
template <class Out, class AtFunction, class AtConstant>
void writeBody(Out& out, const Executable& executable, AtFunction&& atFunction, AtConstant&& atConstant) {
  out.write(executable.variant == Variant::R5 ? kMagicV2 : kMagicV1);
  out.writeString(executable.version);
  out.template write<uint64_t>(executable.functions.size());
  for (size_t i = 0; i < executable.functions.size(); ++i) {
    atFunction(i, out.size());
    writeFunction(out, executable.functions[i]);
  }
  if (executable.variant == Variant::R5) {
    out.template write<uint64_t>(executable.memoryScopes.size());
    for (const MemoryScope& scope : executable.memoryScopes) {
      out.write(scope.constIndex);
      out.writeString(scope.scope);
    }
  }
  const CodeTable& codes = codeTable(executable.variant);
  out.template write<uint64_t>(executable.constants.size());
  for (size_t i = 0; i < executable.constants.size(); ++i) {
    const ConstantValue& value = executable.constants[i].value;
    atConstant(i, out.size());
    assert(codes[value.index()] >= 0);
    out.write(codes[value.index()]);
    std::visit(ConstantWriter<Out>{out}, value);
  }
  out.writeI64Vector(executable.code.offsets);
  out.writeI64Vector(executable.code.words);
  out.writeBytes(executable.trailing.span());
}

constexpr auto kNobody = [](size_t, size_t) {};

size_t bodySize(const Executable& executable) {
  ByteCounter counter;
  writeBody(counter, executable, kNobody, kNobody);
  return counter.size();
}

}  // namespace

void setByteOffsets(Executable& executable) {
  ByteCounter counter;
  writeBody(
      counter, executable, [&](size_t i, size_t offset) { executable.functions[i].byteOffset = offset; },
      [&](size_t i, size_t offset) { executable.constants[i].byteOffset = offset; });
  executable.byteSize = counter.size();
}

std::vector<uint8_t> writeRelaxVm(const Executable& executable) {
  const size_t size = bodySize(executable);
  ByteWriter out;
  out.reserve(size + sizeof(uint64_t));
  if (executable.outerPrefix) out.write<uint64_t>(size);
  writeBody(out, executable, kNobody, kNobody);
  return out.take();
}

}  // namespace relaxscope
