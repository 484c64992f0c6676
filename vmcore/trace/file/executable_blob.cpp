// SPDX-License-Identifier: Apache-2.0
#include "vmcore/trace/file/executable_blob.h"

#include <fmt/format.h>

#include <algorithm>

#include "vmcore/base/bytes/byte_reader.h"
#include "vmcore/base/bytes/byte_writer.h"

namespace relaxscope {
namespace {

enum class Tag : uint8_t { Tensor, DType, Shape, String, Int, Float, LateBound, Unknown };

void writeDataType(ByteWriter& out, DataType type) {
  out.write(type.code);
  out.write(type.bits);
  out.write(type.lanes);
}

struct ConstantWriter {
  ByteWriter& out;
  void tag(Tag value) { out.write(static_cast<uint8_t>(value)); }
  void operator()(const TensorConstant& tensor) {
    tag(Tag::Tensor);
    writeDataType(out, tensor.dtype);
    out.writeI64Vector(tensor.shape);
    out.write(tensor.deviceType);
    out.write(tensor.deviceId);
    out.write(tensor.reserved);
  }
  void operator()(const DataType& type) {
    tag(Tag::DType);
    writeDataType(out, type);
  }
  void operator()(const ShapeConstant& shape) {
    tag(Tag::Shape);
    out.writeI64Vector(shape.dims);
  }
  void operator()(const StringConstant& string) {
    tag(Tag::String);
    out.writeString(string.text);
  }
  void operator()(const IntConstant& number) {
    tag(Tag::Int);
    out.write(number.value);
  }
  void operator()(const FloatConstant& number) {
    tag(Tag::Float);
    out.write(number.value);
  }
  void operator()(const LateBoundConstant& late) {
    tag(Tag::LateBound);
    out.writeString(late.name);
  }
  void operator()(const UnknownConstant&) { tag(Tag::Unknown); }
};

void writeFunction(ByteWriter& out, const Function& f) {
  out.write(f.kind);
  out.writeString(f.name);
  for (const int64_t value : {f.startInstr, f.endInstr, f.numArgs, f.registerFileSize}) out.write(value);
  out.write<uint64_t>(f.paramNames.size());
  for (const std::string& name : f.paramNames) out.writeString(name);
  out.write(f.byteOffset);
}

Result<Function> readFunction(ByteReader& in) {
  Function f;
  RS_TRY(f.kind, in.read<int32_t>("function kind"));
  RS_TRY(f.name, in.readString("function name"));
  for (int64_t* value : {&f.startInstr, &f.endInstr, &f.numArgs, &f.registerFileSize}) {
    RS_TRY(*value, in.read<int64_t>("function"));
  }
  RS_TRY(const uint64_t params, in.readCount("parameter names", sizeof(uint64_t)));
  for (uint64_t i = 0; i < params; ++i) {
    RS_TRY(std::string name, in.readString("parameter name"));
    f.paramNames.push_back(std::move(name));
  }
  RS_TRY(f.byteOffset, in.read<uint64_t>("function"));
  return f;
}

Result<DataType> readDataType(ByteReader& in) {
  DataType type;
  RS_TRY(type.code, in.read<uint8_t>("dtype"));
  RS_TRY(type.bits, in.read<uint8_t>("dtype"));
  RS_TRY(type.lanes, in.read<uint16_t>("dtype"));
  return type;
}

Result<ConstantValue> readTensor(ByteReader& in) {
  TensorConstant tensor;
  RS_TRY(tensor.dtype, readDataType(in));
  RS_TRY(tensor.shape, in.readI64Vector("tensor shape"));
  RS_TRY(tensor.deviceType, in.read<int32_t>("tensor device"));
  RS_TRY(tensor.deviceId, in.read<int32_t>("tensor device"));
  RS_TRY(tensor.reserved, in.read<uint64_t>("tensor"));
  return ConstantValue(std::move(tensor));
}

Result<ConstantValue> readConstant(ByteReader& in) {
  RS_TRY(const uint8_t tag, in.read<uint8_t>("constant"));
  switch (static_cast<Tag>(tag)) {
    case Tag::Tensor: return readTensor(in);
    case Tag::DType: {
      RS_TRY(const DataType type, readDataType(in));
      return ConstantValue(type);
    }
    case Tag::Shape: {
      RS_TRY(std::vector<int64_t> dims, in.readI64Vector("shape"));
      return ConstantValue(ShapeConstant{std::move(dims)});
    }
    case Tag::String: {
      RS_TRY(std::string text, in.readString("string"));
      return ConstantValue(StringConstant{std::move(text)});
    }
    case Tag::Int: {
      RS_TRY(const int64_t value, in.read<int64_t>("int"));
      return ConstantValue(IntConstant{value});
    }
    case Tag::Float: {
      RS_TRY(const double value, in.read<double>("float"));
      return ConstantValue(FloatConstant{value});
    }
    case Tag::LateBound: {
      RS_TRY(std::string name, in.readString("late-bound name"));
      return ConstantValue(LateBoundConstant{std::move(name)});
    }
    case Tag::Unknown: return ConstantValue(UnknownConstant{});
  }
  return Error(fmt::format("unknown kind of constant {}", tag));
}

Result<void> readExecutableTables(ByteReader& in, Executable& executable) {
  RS_TRY(const uint64_t functions, in.readCount("functions", 4 + 8 + 4 * 8 + 8 + 8));
  for (uint64_t i = 0; i < functions; ++i) {
    RS_TRY(Function function, readFunction(in));
    executable.functions.push_back(std::move(function));
  }
  RS_TRY(const uint64_t scopes, in.readCount("memory scopes", 8 + 8));
  for (uint64_t i = 0; i < scopes; ++i) {
    MemoryScope scope;
    RS_TRY(scope.constIndex, in.read<int64_t>("memory scope"));
    RS_TRY(scope.scope, in.readString("memory scope"));
    executable.memoryScopes.push_back(std::move(scope));
  }
  RS_TRY(const uint64_t constants, in.readCount("constants", 8 + 1 + 4));
  for (uint64_t i = 0; i < constants; ++i) {
    Constant constant;
    RS_TRY(constant.byteOffset, in.read<uint64_t>("constant"));
    RS_TRY(constant.value, readConstant(in));
    executable.constants.push_back(std::move(constant));
  }
  return {};
}

/// The other variants have today's instruction set and one function table.
bool hasOwnSet(Variant variant) { return isRelay(variant) || isPrototype(variant); }
uint8_t setNumber(const InstructionSet& set) {
  const auto sets = instructionSets();
  return static_cast<uint8_t>(std::find(sets.begin(), sets.end(), &set) - sets.begin());
}

/// All fields except the order of functions, which only writing an executable file needs.
void writeRelayPart(ByteWriter& out, const RelayPart& part) {
  out.write<uint64_t>(part.virtualDevices.size());
  for (const VirtualDevice& device : part.virtualDevices) {
    out.write(device.deviceType);
    out.write(device.deviceId);
    out.writeString(device.memoryScope);
  }
  out.write(part.hostDevice);
  out.writeI64Vector(part.constantDevices);
  out.write<uint64_t>(part.paramDevices.size());
  for (const std::vector<int64_t>& devices : part.paramDevices) out.writeI64Vector(devices);
  out.write<uint64_t>(part.attributes.size());
  for (const RelayPart::Attributes& row : part.attributes) {
    out.write(row.packedIndex);
    out.write<uint64_t>(row.entries.size());
    for (const auto& [key, value] : row.entries) {
      out.writeString(key);
      out.writeString(value);
    }
  }
}

Result<RelayPart::Attributes> readAttributes(ByteReader& in) {
  RelayPart::Attributes row;
  RS_TRY(row.packedIndex, in.read<uint64_t>("attributes"));
  RS_TRY(const uint64_t entries, in.readCount("attributes", 8 + 8));
  for (uint64_t i = 0; i < entries; ++i) {
    RS_TRY(std::string key, in.readString("attribute"));
    RS_TRY(std::string value, in.readString("attribute"));
    row.entries.emplace_back(std::move(key), std::move(value));
  }
  return row;
}

Result<RelayPart> readRelayPart(ByteReader& in) {
  RelayPart part;
  RS_TRY(const uint64_t devices, in.readCount("virtual devices", 4 + 4 + 8));
  for (uint64_t i = 0; i < devices; ++i) {
    VirtualDevice device;
    RS_TRY(device.deviceType, in.read<int32_t>("virtual device"));
    RS_TRY(device.deviceId, in.read<int32_t>("virtual device"));
    RS_TRY(device.memoryScope, in.readString("virtual device"));
    part.virtualDevices.push_back(std::move(device));
  }
  RS_TRY(part.hostDevice, in.read<int32_t>("host device"));
  RS_TRY(part.constantDevices, in.readI64Vector("devices of constants"));
  RS_TRY(const uint64_t functions, in.readCount("devices of parameters", 8));
  for (uint64_t i = 0; i < functions; ++i) {
    RS_TRY(std::vector<int64_t> row, in.readI64Vector("devices of parameters"));
    part.paramDevices.push_back(std::move(row));
  }
  RS_TRY(const uint64_t attributes, in.readCount("attributes", 8 + 8));
  for (uint64_t i = 0; i < attributes; ++i) {
    RS_TRY(RelayPart::Attributes row, readAttributes(in));
    part.attributes.push_back(std::move(row));
  }
  return part;
}

/// Views index devices by constant and by function: there must be none, or one for each.
Result<void> checkRelayPart(const ByteReader& in, const Executable& executable) {
  const RelayPart& part = *executable.relay;
  if (!part.constantDevices.empty() && part.constantDevices.size() != executable.constants.size())
    return in.errorHere("the numbers of devices and constants differ");
  if (!part.paramDevices.empty() && part.paramDevices.size() != static_cast<uint64_t>(executable.code.packedBase))
    return in.errorHere("the numbers of device lists and functions differ");
  for (size_t i = 0; i < part.paramDevices.size(); ++i)
    if (!part.paramDevices[i].empty() && part.paramDevices[i].size() != executable.functions[i].paramNames.size())
      return in.errorHere("the numbers of devices and parameters differ");
  return {};
}

Result<void> readSet(ByteReader& in, Executable& executable) {
  RS_TRY(executable.code.packedBase, in.read<int64_t>("packed functions"));
  RS_TRY(const uint8_t number, in.read<uint8_t>("instruction set"));
  if (number >= instructionSets().size() || instructionSets()[number]->isRelay() != isRelay(executable.variant))
    return in.errorHere(
        fmt::format("instruction set {} is not one of variant {}", number, variantName(executable.variant)));
  if (executable.code.packedBase < 0 || static_cast<uint64_t>(executable.code.packedBase) > executable.functions.size())
    return in.errorHere("packed functions begin outside the function table");
  executable.code.set = instructionSets()[number];
  if (!isRelay(executable.variant)) return {};
  RS_TRY(executable.relay.emplace(), readRelayPart(in));
  return checkRelayPart(in, executable);
}

}  // namespace

std::vector<uint8_t> packExecutable(const Executable& executable) {
  ByteWriter out;
  out.write(static_cast<uint8_t>(executable.variant));
  out.write<uint8_t>(executable.outerPrefix ? 1 : 0);
  out.writeString(executable.version);
  out.write(executable.byteSize);
  out.write<uint64_t>(executable.functions.size());
  for (const Function& function : executable.functions) writeFunction(out, function);
  out.write<uint64_t>(executable.memoryScopes.size());
  for (const MemoryScope& scope : executable.memoryScopes) {
    out.write(scope.constIndex);
    out.writeString(scope.scope);
  }
  out.write<uint64_t>(executable.constants.size());
  for (const Constant& constant : executable.constants) {
    out.write(constant.byteOffset);
    std::visit(ConstantWriter{out}, constant.value);
  }
  out.writeI64Vector(executable.code.offsets);
  out.writeI64Vector(executable.code.words);
  if (!hasOwnSet(executable.variant)) return out.take();
  out.write(executable.code.packedBase);
  out.write(setNumber(*executable.code.set));
  if (executable.relay) writeRelayPart(out, *executable.relay);
  return out.take();
}

Result<Executable> unpackExecutable(const Bytes& bytes) {
  ByteReader in(bytes);
  Executable executable;
  executable.tensorDataOmitted = true;
  RS_TRY(const uint8_t variant, in.read<uint8_t>("variant"));
  if (variant >= kVariants) return Error(fmt::format("unknown variant {}", variant));
  executable.variant = static_cast<Variant>(variant);
  RS_TRY(const uint8_t prefix, in.read<uint8_t>("prefix"));
  if (prefix > 1) return in.errorHere("prefix must be 0 or 1");
  executable.outerPrefix = prefix == 1;
  RS_TRY(executable.version, in.readString("version"));
  RS_TRY(executable.byteSize, in.read<uint64_t>("size"));
  RS_CHECK(readExecutableTables(in, executable));
  RS_TRY(executable.code.offsets, in.readI64Vector("instruction offsets"));
  RS_TRY(executable.code.words, in.readI64Vector("instruction words"));
  if (hasOwnSet(executable.variant)) RS_CHECK(readSet(in, executable));
  if (!in.atEnd()) return in.errorHere("bytes after the executable");
  return executable;
}

}  // namespace relaxscope
