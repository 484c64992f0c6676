// SPDX-License-Identifier: Apache-2.0
// TVM's words for Relax instructions (src/runtime/vm/executable.cc; formats.md 3.1, 3.2, 3.4).
#include "vmcore/export/tvm_instruction.h"

namespace relaxscope {

constexpr TvmSpelling textSpelling() {
  TvmSpelling s{};
  s.call = "call  ";
  s.nameWidth = 16;
  s.unknownName = {"unknown_func_index(", ")"};
  s.args = {" in: ", ""};
  s.argsWidth = 12;
  s.dst = " dst: ";
  s.voidResult = true;
  s.ret = {"ret   ", ""};
  s.go = {"goto  ", ""};
  s.branch = {"If    ", ""};
  s.reg = {"%", ""};
  s.immediate = {"i", ""};
  s.constant = {"c[", "]"};
  s.function = {"f[", "]"};
  s.voidRegister = s.voidArgument = "%void";
  s.vmRegister = s.vmArgument = "%vm";
  return s;
}
constexpr TvmSpelling pythonSpelling() {
  TvmSpelling s{};
  s.call = "ib.emit_call(";
  s.name = {"\"", "\""};
  s.unknownName = {"ib.unknown_func_index(", ")"};
  s.args = {", args=[", "]"};
  s.dst = ", dst=";
  s.callEnd = ")";
  s.ret = {"ib.emit_ret(", ")"};
  s.go = {"ib.emit_goto(", ")"};
  s.branch = {"ib.emit_if(", ")"};
  s.reg = {"ib.r(", ")"};
  s.immediate = {"ib.imm(", ")"};
  s.constant = {"ib.c(", ")"};
  s.function = {"ib.f(", ")"};
  s.vmArgument = "ib.r(vm)";  // only there; elsewhere special registers are numbers
  return s;
}
/// The keywords of ret and goto are printed twice, and registers that are not in the frame have other names.
constexpr TvmSpelling prototypeTextSpelling() {
  TvmSpelling s = textSpelling();
  s.ret = {"ret   ret ", ""};
  s.go = {"goto  goto ", ""};
  s.voidRegister = s.voidArgument = "void";
  s.vmRegister = s.vmArgument = "%state";
  return s;
}
constexpr TvmSpelling prototypePythonSpelling() {
  TvmSpelling s = pythonSpelling();
  s.dst = ", ret=";
  s.vmArgument = "ib.r(state)";
  return s;
}

constinit const TvmSpelling kTvmText = textSpelling(), kTvmPython = pythonSpelling();
constinit const TvmSpelling kPrototypeText = prototypeTextSpelling(), kPrototypePython = prototypePythonSpelling();

}  // namespace relaxscope
