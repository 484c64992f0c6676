// SPDX-License-Identifier: Apache-2.0
#include "vmcore/run/option_conflicts.h"

namespace relaxscope {
namespace {

constexpr uint8_t bits(RunOption option) { return static_cast<uint8_t>(option); }

constexpr OptionConflict kConflicts[] = {
    {RunOption::Script, bits(RunOption::Function) | bits(RunOption::Args) | bits(RunOption::Input),
     "--script names functions and arguments; omit FUNCTION, --args and --input"},
    {RunOption::Args, bits(RunOption::Input), "--args and --input are mutually exclusive"},
};

}  // namespace

std::span<const OptionConflict> optionConflicts() { return kConflicts; }

std::string GivenOptions::conflict() const {
  for (const OptionConflict& row : kConflicts)
    if ((bits_ & bits(row.option)) != 0 && (bits_ & row.excluded) != 0) return row.message;
  return {};
}

}  // namespace relaxscope
