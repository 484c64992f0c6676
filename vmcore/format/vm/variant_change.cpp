// SPDX-License-Identifier: Apache-2.0
#include "vmcore/format/vm/variant_change.h"

#include <fmt/format.h>

#include "vmcore/base/text/text.h"
#include "vmcore/format/vm/vm_executable.h"

namespace relaxscope {
namespace {

bool isRelaxSince2023(Variant variant) { return variant <= Variant::R0; }

std::string named(Variant variant) { return fmt::format("{} ({})", variantName(variant), variantProducer(variant)); }

}  // namespace

Result<Executable> inVariant(const Executable& executable, Variant variant, std::string_view release) {
  if (executable.variant == variant) return executable;
  if (!isRelaxSince2023(executable.variant) || !isRelaxSince2023(variant))
    return Error(fmt::format("an executable of {} cannot be written as {}: their instructions differ",
                             named(executable.variant), named(variant)));
  if (variant != Variant::R5 && !executable.memoryScopes.empty())
    return Error(fmt::format("memory scope \"{}\" of constant {}: {} has no memory scopes",
                             printable(executable.memoryScopes[0].scope), executable.memoryScopes[0].constIndex,
                             named(variant)));
  for (size_t i = 0; i < executable.constants.size(); ++i)
    if (const ConstantValue& value = executable.constants[i].value;
        !holdsConstant(variant, value) && !std::holds_alternative<UnknownConstant>(value))
      return Error(fmt::format("constant {} ({}): {} cannot hold a constant of kind {}", i, constantSummary(value),
                               named(variant), constantKindName(value)));
  if (variant == Variant::R0 && release.empty())
    return Error("R0 stores the release that wrote it (\"0.13.dev0\"), which is unknown");
  Executable changed = executable;
  changed.variant = variant;
  changed.version = variant == Variant::R0 ? std::string(release) : "0.14";
  changed.outerPrefix = variant < Variant::R4 || variant == Variant::R0;  // R1 to R3, by order of the enumeration
  setByteOffsets(changed);
  return changed;
}

}  // namespace relaxscope
