// SPDX-License-Identifier: Apache-2.0
#include "vmcore/export/tvm_listing.h"

#include <fmt/format.h>

#include "vmcore/base/text/text.h"

namespace relaxscope {
namespace {

std::string shownName(const std::string& name) { return printable(std::string_view(name).substr(0, 80)); }

}  // namespace

void warnAboutInstruction(const Instruction& instruction, const Function& function, int64_t pc, Warnings& warnings) {
  const auto where = [&] { return fmt::format("{}:{}", shownName(function.name), pc); };
  if (instruction.row != nullptr) {
    warnings.add(fmt::format("{}: {} arguments declared, {} present", where(), instruction.statedCount(),
                             instruction.callArgCount()));
    return;
  }
  if (instruction.words.empty()) {
    warnings.add(fmt::format("{}: instruction is outside the code", where()));
    return;
  }
  const bool known = instruction.set->find(instruction.opcode()) != nullptr;
  warnings.add(known ? fmt::format("{}: instruction is truncated by the end of the code", where())
                     : fmt::format("<opcode {}> is unknown", instruction.opcode()));
}

void warnAboutName(const Function& function, Warnings& warnings) {
  warnings.add(fmt::format("function name \"{}\" is not UTF-8", shownName(function.name)));
}

}  // namespace relaxscope
