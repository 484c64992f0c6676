// SPDX-License-Identifier: Apache-2.0
// Rules about the producer of a file and about Relay-only data: devices, element types in instructions, attributes of
// packed functions.
#include "vmcore/analysis/verify/context.h"
#include "vmcore/base/text/text.h"

namespace relaxscope::verifying {
namespace {

constexpr int64_t kMaxTypeCode = 255, kMaxTypeBits = 255, kMaxTypeLanes = 65'535;

/// Devices are indices of virtual devices from Relay AV on; before, they are device types.
bool hasDeviceIndices(const Executable& executable) {
  return executable.relay && executable.variant >= Variant::RelayAV;
}
bool isDevice(const Executable& executable, int64_t index) {
  return index >= 0 && static_cast<uint64_t>(index) < executable.relay->virtualDevices.size();
}

/// Inclusive bounds of a number with a role; unbounded if the role does not restrict it.
struct ValueRange {
  int64_t least = INT64_MIN, most = INT64_MAX;
};
ValueRange rangeOf(const Site& site, OperandRole role) {
  switch (role) {
    case OperandRole::TypeCode: return {0, kMaxTypeCode};
    case OperandRole::TypeBits: return {0, kMaxTypeBits};
    case OperandRole::TypeLanes: return {0, kMaxTypeLanes};
    case OperandRole::Extent:
    case OperandRole::Field: return {0, INT64_MAX};
    case OperandRole::OutputCount: return {0, static_cast<int64_t>(site.instruction.callArgCount())};
    default: return {};
  }
}

}  // namespace

void checkProducer(Context& context) {
  const Executable& executable = context.executable;
  const bool neverSerialised = executable.byteSize == 0 && executable.version.empty();
  if (neverSerialised || isKnownProducer(executable.variant, executable.version)) return;
  context.report(Diagnostic{}, [&] {
    return fmt::format("version \"{}\": no TVM release of that version wrote files of variant {} ({})",
                       printable(std::string_view(executable.version).substr(0, 40)), variantName(executable.variant),
                       variantProducer(executable.variant));
  });
}

void checkDeviceTables(Context& context) {
  const Executable& executable = context.executable;
  if (!hasDeviceIndices(executable)) return;
  const RelayPart& part = *executable.relay;
  const size_t count = part.virtualDevices.size();
  if (!isDevice(executable, part.hostDevice))
    context.report(Diagnostic{},
                   [&] { return fmt::format("the host is virtual device {} of {}", part.hostDevice, count); });
  for (size_t i = 0; i < part.constantDevices.size(); ++i) {
    if (isDevice(executable, part.constantDevices[i])) continue;
    Diagnostic place;
    place.constant = ConstIndex(static_cast<int64_t>(i));
    context.report(std::move(place), [&] {
      return fmt::format("constant {} is for virtual device {} of {}", i, part.constantDevices[i], count);
    });
  }
  for (size_t i = 0; i < part.paramDevices.size(); ++i)
    for (size_t k = 0; k < part.paramDevices[i].size(); ++k)
      if (!isDevice(executable, part.paramDevices[i][k]))
        context.report(FuncIndex(static_cast<int64_t>(i)), [&] {
          return fmt::format("parameter {} is on virtual device {} of {}", k, part.paramDevices[i][k], count);
        });
}

void checkDevice(Context& context, const Site& site, const Operand& operand) {
  const Executable& executable = context.executable;
  if (!hasDeviceIndices(executable) || isDevice(executable, operand.value)) return;
  context.report(site, [&] {
    return fmt::format("{} is virtual device {} of {}", operandName(site, operand), operand.value,
                       executable.relay->virtualDevices.size());
  });
}

void checkOperandValue(Context& context, const Site& site, const Operand& operand) {
  const ValueRange bounds = rangeOf(site, operand.role);
  if (operand.value >= bounds.least && operand.value <= bounds.most) return;
  context.report(site, [&] {
    if (bounds.most == INT64_MAX)
      return fmt::format("{} is {}, which is negative", operandName(site, operand), operand.value);
    return fmt::format("{} is {}, not {} to {}", operandName(site, operand), operand.value, bounds.least, bounds.most);
  });
}

void checkAttributes(Context& context) {
  if (!context.executable.relay) return;
  const uint64_t packed =
      context.executable.functions.size() - static_cast<uint64_t>(context.executable.code.packedBase);
  for (const RelayPart::Attributes& row : context.executable.relay->attributes)
    if (row.packedIndex >= packed)
      context.report(Diagnostic{},
                     [&] { return fmt::format("attributes of packed function {} of {}", row.packedIndex, packed); });
}

}  // namespace relaxscope::verifying
