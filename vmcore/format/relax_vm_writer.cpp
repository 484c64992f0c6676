// SPDX-License-Identifier: Apache-2.0
#include <cstring>

#include "vmcore/base/byte_writer.h"
#include "vmcore/format/relax_vm.h"
#include "vmcore/format/relax_vm_codes.h"

namespace relaxscope {
namespace {

using namespace relaxvm;

void writeDataType(ByteWriter& out, DataType type) {
  out.write(type.code);
  out.write(type.bits);
  out.write(type.lanes);
}

struct BodyWriter {
  ByteWriter& out;
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

void writeFunction(ByteWriter& out, const Function& f) {
  out.write(f.kind);
  out.writeString(f.name);
  out.write(f.startInstr);
  out.write(f.endInstr);
  out.write(f.numArgs);
  out.write(f.registerFileSize);
  out.write<uint64_t>(f.paramNames.size());
  for (const std::string& name : f.paramNames) out.writeString(name);
}

}  // namespace

std::vector<uint8_t> writeRelaxVm(const Executable& executable) {
  ByteWriter body;
  if (executable.outerPrefix) body.write<uint64_t>(0);
  body.write(executable.variant == Variant::R5 ? kMagicV2 : kMagicV1);
  body.writeString(executable.version);
  body.write<uint64_t>(executable.functions.size());
  for (const Function& f : executable.functions) writeFunction(body, f);
  if (executable.variant == Variant::R5) {
    body.write<uint64_t>(executable.memoryScopes.size());
    for (const MemoryScope& scope : executable.memoryScopes) {
      body.write(scope.constIndex);
      body.writeString(scope.scope);
    }
  }
  const CodeTable& codes = codeTable(executable.variant);
  body.write<uint64_t>(executable.constants.size());
  for (const Constant& constant : executable.constants) {
    body.write(codes[constant.value.index()]);
    std::visit(BodyWriter{body}, constant.value);
  }
  body.writeI64Vector(executable.code.offsets);
  body.writeI64Vector(executable.code.words);
  body.writeBytes(executable.trailing.span());
  std::vector<uint8_t> bytes = body.take();
  if (executable.outerPrefix) {
    const uint64_t length = bytes.size() - sizeof(uint64_t);
    std::memcpy(bytes.data(), &length, sizeof(length));
  }
  return bytes;
}

}  // namespace relaxscope
