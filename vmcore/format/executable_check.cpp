// SPDX-License-Identifier: Apache-2.0
#include "vmcore/format/executable_check.h"

#include <fmt/format.h>

#include "vmcore/base/text.h"
#include "vmcore/format/relax_vm_codes.h"
#include "vmcore/format/relay_vm.h"
#include "vmcore/format/tensor_record.h"
#include "vmcore/format/vm_executable.h"

namespace relaxscope {
namespace {

Result<void> checkTensor(const TensorConstant& tensor, Variant variant, size_t index) {
  if (tensor.dtype.bits == 0) return Error(fmt::format("constant {}: tensor dtype has 0 bits", index));
  if (tensor.shape.size() > static_cast<size_t>(vmformat::kMaxTensorRank))
    return Error(fmt::format("constant {}: tensor rank {} is above {}", index, tensor.shape.size(), vmformat::kMaxTensorRank));
  const auto size = tensorBytesIn(variant, tensor.shape, tensor.dtype);
  if (!size || static_cast<uint64_t>(*size) != tensor.data.size())
    return Error(fmt::format("constant {}: tensor {} does not have {} bytes", index, constantSummary(tensor), tensor.data.size()));
  return {};
}

Result<void> checkConstants(const Executable& executable) {
  const size_t names = executable.variant == Variant::Params ? executable.constants.size() : 0;
  if (executable.constantNames.size() != names) return Error("every constant of a parameter list has a name, and only those");
  for (size_t i = 0; i < executable.constants.size(); ++i) {
    const ConstantValue& value = executable.constants[i].value;
    if (std::holds_alternative<UnknownConstant>(value)) continue;
    if (!holdsConstant(executable.variant, value))
      return Error(fmt::format("constant {}: {} cannot hold a {}", i, variantName(executable.variant), constantKindName(value)));
    if (const auto* tensor = std::get_if<TensorConstant>(&value)) RS_CHECK(checkTensor(*tensor, executable.variant, i));
  }
  return {};
}

/// A Relay executable's own tables must fit the others, for the writer walks them together.
Result<void> checkRelay(const Executable& executable, const RelayPart& relay) {
  const RelayLayout& layout = relayLayout(executable.variant);
  const auto bodies = static_cast<size_t>(executable.code.packedBase);
  if (relay.paramDevices.size() != bodies) return Error("only functions with code have devices of parameters");
  for (size_t i = 0; i < bodies && layout.devices; ++i)
    if (relay.paramDevices[i].size() != executable.functions[i].paramNames.size())
      return Error(fmt::format("function {}: {} devices for {} parameters", i, relay.paramDevices[i].size(), executable.functions[i].paramNames.size()));
  if (layout.devices && relay.constantDevices.size() != executable.constants.size()) return Error("every constant wants its device");
  int64_t next = 0;
  for (const FuncIndex index : relay.order) {
    if (!index.valid() || index.at() >= bodies) return Error(fmt::format("function {} of {} has code", index.value, bodies));
    const Function& f = executable.functions[index.at()];
    if (f.startInstr != next || f.endInstr < next) return Error(fmt::format("the code of function {} does not begin where the one before ends", index.value));
    next = f.endInstr;
  }
  if (next != static_cast<int64_t>(executable.code.size())) return Error("the functions do not cover the instructions");
  int64_t word = 0;
  for (size_t pc = 0; pc < executable.code.size(); ++pc) {
    if (executable.code.offsets[pc] != word) return Error(fmt::format("instruction {} does not begin where the one before ends", pc));
    word += static_cast<int64_t>(executable.code.at(InstrIndex(static_cast<int64_t>(pc))).words.size());
  }
  if (word != static_cast<int64_t>(executable.code.words.size())) return Error("words stand behind the last instruction");
  return {};
}

/// The tables of packed functions of P and Relay stand behind the others.
Result<void> checkPacked(const Executable& executable) {
  const int64_t base = executable.code.packedBase;
  if (base < 0 || base > static_cast<int64_t>(executable.functions.size())) return Error(fmt::format("packed functions begin at row {} of {}", base, executable.functions.size()));
  for (size_t i = 0; i < executable.functions.size(); ++i)
    if ((static_cast<int64_t>(i) >= base) != executable.functions[i].isPacked())
      return Error("packed functions stand behind all others");
  return {};
}

}  // namespace

const InstructionSet& instructionSetOf(Variant variant, bool earlyIf) {
  if (isRelay(variant)) return relayInstructionSet(relayLayout(variant).era);
  return variant == Variant::P ? relaxPrototypeSet(earlyIf) : relaxInstructionSet();
}

std::optional<int64_t> tensorBytesIn(Variant variant, const std::vector<int64_t>& shape, DataType dtype) {
  const auto size = variant == Variant::Relay06 ? vmformat::ElementSize::RoundedDown : vmformat::ElementSize::RoundedUp;
  return vmformat::tensorByteSize(shape, dtype, size);
}

Result<void> checkExecutable(const Executable& executable) {
  const Variant variant = executable.variant;
  const bool anyVersion = isRelay(variant) || variant == Variant::P || variant == Variant::R0 || variant == Variant::Params;
  if (!anyVersion && executable.version != relaxvm::kVersion)
    return Error(fmt::format("version \"{}\" is not supported, only \"{}\"", printable(std::string_view(executable.version).substr(0, 40)), relaxvm::kVersion));
  if (variant != Variant::R5 && !executable.memoryScopes.empty()) return Error("only R5 holds memory scopes");
  RS_CHECK(checkConstants(executable));
  if (isRelay(variant) || variant == Variant::P) RS_CHECK(checkPacked(executable));
  if (executable.relay) RS_CHECK(checkRelay(executable, *executable.relay));
  return {};
}

Result<void> checkDataPresent(const Executable& executable) {
  if (!executable.tensorDataLeftOut) return {};
  for (size_t i = 0; i < executable.constants.size(); ++i) {
    const auto* tensor = std::get_if<TensorConstant>(&executable.constants[i].value);
    if (tensor == nullptr) continue;
    const auto size = tensorBytesIn(executable.variant, tensor->shape, tensor->dtype);
    if (!size || static_cast<uint64_t>(*size) != tensor->data.size())
      return Error(fmt::format("constant {}: the data of {} was left out, for the executable comes from a profile; open the file it was made of", i,
                               constantSummary(*tensor)));
  }
  return {};
}

Result<void> checkConstantsKnown(const Executable& executable) {
  RS_CHECK(checkDataPresent(executable));
  for (size_t i = 0; i < executable.constants.size(); ++i)
    if (std::holds_alternative<UnknownConstant>(executable.constants[i].value))
      return Error(fmt::format("constant {}: its value is unknown, so there are no bytes to write", i));
  return {};
}

}  // namespace relaxscope
