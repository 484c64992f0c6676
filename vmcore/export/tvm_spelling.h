// SPDX-License-Identifier: Apache-2.0
// TVM's spelling of Relax instructions (src/runtime/vm/executable.cc; formats.md 3.1, 3.2, 3.4), by form and era.
// Compile-time constants, so that a listing's fixed pieces need neither lengths nor calls.
#pragma once

#include <cstdint>
#include <string_view>

namespace relaxscope {

/// The text around an instruction's parts. Special registers are spelled by a word or, if that is empty, as numbers.
struct TvmSpelling {
  struct Around {
    std::string_view open, close;
  };
  std::string_view call;
  int64_t nameWidth;         ///< names are padded to this width
  Around name, unknownName;  ///< of a function in the table, of an index outside it
  Around args;
  int64_t argsWidth;     ///< the arguments are padded to this width
  std::string_view dst;  ///< before a result
  std::string_view callEnd;
  bool voidResult;  ///< whether a call without result shows the void register
  Around ret, go, branch, reg, immediate, constant, function;
  std::string_view voidRegister, vmRegister;  ///< results, conditions
  std::string_view voidArgument, vmArgument;
  bool bodiesOnly;  ///< functions without code are omitted
};

namespace detail {

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
  s.vmArgument = "ib.r(vm)";  // only as an argument; elsewhere special registers are numbers
  return s;
}
/// The keywords of ret and goto are printed twice, and special registers have other names.
constexpr TvmSpelling prototypeTextSpelling() {
  TvmSpelling s = textSpelling();
  s.bodiesOnly = true;
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

}  // namespace detail

/// as_text and as_python since January 2023, unchanged to 0.27.
inline constexpr TvmSpelling kTvmText = detail::textSpelling(), kTvmPython = detail::pythonSpelling();
/// The forms of the prototype, 2021 to 2022.
inline constexpr TvmSpelling kPrototypeText = detail::prototypeTextSpelling(),
                             kPrototypePython = detail::prototypePythonSpelling();

}  // namespace relaxscope
