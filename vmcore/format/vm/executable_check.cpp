// SPDX-License-Identifier: Apache-2.0
#include "vmcore/format/vm/executable_check.h"

#include <fmt/format.h>

#include "vmcore/format/vm/relay_reader.h"
#include "vmcore/format/vm/tensor_record.h"
#include "vmcore/format/vm/vm_executable.h"

namespace relaxscope {
namespace {

Result<void> checkTensor(const TensorConstant& tensor, Variant variant, size_t index) {
  if (tensor.dtype.bits == 0) return Error(fmt::format("constant {}: tensor dtype has 0 bits", index));
  if (tensor.shape.size() > static_cast<size_t>(vmformat::kMaxTensorRank))
    return Error(
        fmt::format("constant {}: tensor rank {} is above {}", index, tensor.shape.size(), vmformat::kMaxTensorRank));
  const auto size = tensorBytesIn(variant, tensor.shape, tensor.dtype);
  if (!size || static_cast<uint64_t>(*size) != tensor.data.size())
    return Error(fmt::format("constant {}: tensor {} does not have {} bytes", index, constantSummary(tensor),
                             tensor.data.size()));
  return {};
}

Result<void> checkConstants(const Executable& executable, FaultPlace& place) {
  const size_t names = executable.variant == Variant::Params ? executable.constants.size() : 0;
  if (executable.constantNames.size() != names)
    return Error("constants of a parameter list must have names, others must not");
  for (size_t i = 0; i < executable.constants.size(); ++i) {
    place.constant = ConstIndex(static_cast<int64_t>(i));
    const ConstantValue& value = executable.constants[i].value;
    if (std::holds_alternative<UnknownConstant>(value)) continue;
    if (!holdsConstant(executable.variant, value))
      return Error(
          fmt::format("constant {}: {} cannot hold a {}", i, variantName(executable.variant), constantKindName(value)));
    if (const auto* tensor = std::get_if<TensorConstant>(&value)) RS_CHECK(checkTensor(*tensor, executable.variant, i));
  }
  place = {};
  return {};
}

/// What a layout cannot store must be absent: it would be lost.
Result<void> checkLayout(const RelayLayout& layout, const RelayPart& relay, FaultPlace& place) {
  const auto none = [&](bool held, bool empty, const char* what) -> Result<void> {
    if (held || empty) return {};
    return Error(fmt::format("{} holds no {}", variantName(layout.variant), what));
  };
  RS_CHECK(none(layout.virtualDevices, relay.virtualDevices.empty() && relay.hostDevice == 0, "virtual devices"));
  RS_CHECK(none(layout.attributes, relay.attributes.empty(), "attributes"));
  RS_CHECK(none(layout.devices, relay.constantDevices.empty(), "devices of constants"));
  for (const VirtualDevice& device : relay.virtualDevices)
    RS_CHECK(none(layout.memoryScopes, device.memoryScope.empty(), "memory scopes of devices"));
  for (size_t i = 0; i < relay.paramDevices.size(); ++i) {
    place.function = FuncIndex(static_cast<int64_t>(i));
    RS_CHECK(none(layout.devices, relay.paramDevices[i].empty(), "devices of parameters"));
  }
  place = {};
  return {};
}

/// A Relay executable's own tables must match the others, because the writer walks them together.
Result<void> checkRelay(const Executable& executable, const RelayPart& relay, FaultPlace& place) {
  const RelayLayout& layout = relayLayout(executable.variant);
  const auto bodies = static_cast<size_t>(executable.code.packedBase);
  RS_CHECK(checkLayout(layout, relay, place));
  if (relay.paramDevices.size() != bodies) return Error("only functions with code have devices of parameters");
  for (size_t i = 0; i < bodies; ++i) {
    place.function = FuncIndex(static_cast<int64_t>(i));
    const Function& f = executable.functions[i];
    if (f.numArgs != static_cast<int64_t>(f.paramNames.size()))
      return Error(
          fmt::format("function {} has {} parameters but {} parameter names", i, f.numArgs, f.paramNames.size()));
    if (layout.devices && relay.paramDevices[i].size() != f.paramNames.size())
      return Error(fmt::format("function {}: {} devices for {} parameters", i, relay.paramDevices[i].size(),
                               f.paramNames.size()));
  }
  place = {};
  if (layout.devices && relay.constantDevices.size() != executable.constants.size())
    return Error("every constant needs a device");
  return {};
}

/// Code of a Relay executable must be contiguous, by function and by instruction.
Result<void> checkRelayCode(const Executable& executable, const RelayPart& relay, FaultPlace& place) {
  const auto bodies = static_cast<size_t>(executable.code.packedBase);
  const std::vector<int64_t>& offsets = executable.code.offsets;
  std::vector<bool> seen(bodies);
  int64_t next = 0;
  for (const FuncIndex index : relay.order) {
    if (executable.function(index) != nullptr) place.function = index;
    if (!index.valid() || index.at() >= bodies || seen[index.at()])
      return Error(fmt::format("function {} of {} cannot have code here", index.value, bodies));
    seen[index.at()] = true;
    const Function& f = executable.functions[index.at()];
    if (f.startInstr != next || f.endInstr < next)
      return Error(fmt::format("the code of function {} does not begin at the end of the preceding one", index.value));
    next = f.endInstr;
  }
  for (size_t i = 0; i < bodies; ++i) {
    place.function = FuncIndex(static_cast<int64_t>(i));
    if (!seen[i]) return Error(fmt::format("function {} has no code", i));
  }
  place = {};
  if (next != static_cast<int64_t>(offsets.size())) return Error("the functions do not cover the instructions");
  int64_t word = 0;
  for (const int64_t offset : offsets) {
    if (offset < word || static_cast<uint64_t>(offset) >= executable.code.words.size())
      return Error("offsets of Relay code must ascend inside the words");
    word = offset + 1;
  }
  if (offsets.empty() ? !executable.code.words.empty() : offsets[0] != 0)
    return Error("words of Relay code belong to instructions");
  return {};
}

/// The tables of packed functions of P and Relay come after the others and hold only names.
Result<void> checkPacked(const Executable& executable, FaultPlace& place) {
  const int64_t base = executable.code.packedBase;
  if (base < 0 || base > static_cast<int64_t>(executable.functions.size()))
    return Error(fmt::format("packed functions begin at row {} of {}", base, executable.functions.size()));
  for (size_t i = 0; i < executable.functions.size(); ++i) {
    place.function = FuncIndex(static_cast<int64_t>(i));
    const Function& f = executable.functions[i];
    const bool packed = static_cast<int64_t>(i) >= base;
    if (packed ? !f.isPacked() : !f.isBytecode()) return Error("packed functions must come after all others");
    const bool plain =
        f.numArgs == -2 && f.startInstr == 0 && f.endInstr == 0 && f.registerFileSize == 0 && f.paramNames.empty();
    if (packed && !plain)
      return Error(fmt::format("packed function {} can only have a name in {}", i, variantName(executable.variant)));
  }
  place = {};
  return {};
}

/// The prototype stores where a function begins; it ends where the next one of the table begins.
Result<void> checkPrototype(const Executable& executable, FaultPlace& place) {
  const auto bodies = static_cast<size_t>(executable.code.packedBase);
  for (size_t i = 0; i < bodies; ++i) {
    place.function = FuncIndex(static_cast<int64_t>(i));
    const Function& f = executable.functions[i];
    const int64_t end =
        i + 1 < bodies ? executable.functions[i + 1].startInstr : static_cast<int64_t>(executable.code.size());
    if (f.endInstr != end)
      return Error(
          fmt::format("function {} ends at instruction {}; in the prototype it ends where the next begins, at {}", i,
                      f.endInstr, end));
    if (!f.paramNames.empty())
      return Error(fmt::format("function {} has names of parameters, which the prototype does not hold", i));
  }
  place = {};
  return {};
}

/// The instruction set determines where operands are, so it must be one of the variant's.
Result<void> checkSet(const Executable& executable) {
  const InstructionSet* set = executable.code.set;
  const Variant variant = executable.variant;
  if (set == &instructionSetOf(variant) || (isPrototype(variant) && set == &instructionSetOf(variant, true))) return {};
  return Error(fmt::format("{} has no instructions of the {}", variantName(variant),
                           set == nullptr ? "unknown kind" : set->name));
}

}  // namespace

const InstructionSet& instructionSetOf(Variant variant, bool earlyIf) {
  if (isRelay(variant)) return relayInstructionSet(relayLayout(variant).era);
  return isPrototype(variant) ? relaxPrototypeSet(earlyIf) : relaxInstructionSet();
}

std::optional<int64_t> tensorBytesIn(Variant variant, const std::vector<int64_t>& shape, DataType dtype) {
  const auto size = variant == Variant::Relay06 ? vmformat::ElementSize::RoundedDown : vmformat::ElementSize::RoundedUp;
  return vmformat::tensorByteSize(shape, dtype, size);
}

Result<void> checkExecutable(const Executable& executable, FaultPlace* place) {
  FaultPlace unasked;
  FaultPlace& at = place != nullptr ? *place : unasked;
  at = {};
  const Variant variant = executable.variant;
  if (variant != Variant::R5 && !executable.memoryScopes.empty()) return Error("only R5 holds memory scopes");
  if (variant == Variant::Params &&
      (!executable.functions.empty() || !executable.code.words.empty() || !executable.code.offsets.empty()))
    return Error("a parameter list holds only constants");
  RS_CHECK(checkSet(executable));
  RS_CHECK(checkConstants(executable, at));
  if (isRelay(variant) || isPrototype(variant)) RS_CHECK(checkPacked(executable, at));
  if (isPrototype(variant)) RS_CHECK(checkPrototype(executable, at));
  if (isRelay(variant) != executable.relay.has_value())
    return Error(
        fmt::format("{} {} Relay tables", variantName(variant), isRelay(variant) ? "requires" : "cannot hold"));
  if (!executable.relay) return {};
  RS_CHECK(checkRelay(executable, *executable.relay, at));
  return checkRelayCode(executable, *executable.relay, at);
}

Result<void> checkDataPresent(const Executable& executable) {
  if (!executable.tensorDataOmitted) return {};
  for (size_t i = 0; i < executable.constants.size(); ++i) {
    const auto* tensor = std::get_if<TensorConstant>(&executable.constants[i].value);
    if (tensor == nullptr) continue;
    const auto size = tensorBytesIn(executable.variant, tensor->shape, tensor->dtype);
    if (!size || static_cast<uint64_t>(*size) != tensor->data.size())
      return Error(fmt::format("constant {}: the data of {} is not stored in a profile; open the original file", i,
                               constantSummary(*tensor)));
  }
  return {};
}

Result<void> checkConstantsKnown(const Executable& executable) {
  RS_CHECK(checkDataPresent(executable));
  for (size_t i = 0; i < executable.constants.size(); ++i)
    if (std::holds_alternative<UnknownConstant>(executable.constants[i].value))
      return Error(fmt::format("constant {}: its value is unknown, so it cannot be written", i));
  return {};
}

}  // namespace relaxscope
