// SPDX-License-Identifier: Apache-2.0
// Hand-written executables for the tests of this folder, including damaged ones.
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

#include "vmcore/model/executable.h"

namespace relaxscope::test {

inline int64_t reg(int64_t number) { return Arg::make(ArgKind::Register, number).word(); }
inline int64_t imm(int64_t number) { return Arg::make(ArgKind::Immediate, number).word(); }
inline int64_t con(int64_t index) { return Arg::make(ArgKind::Constant, index).word(); }
inline int64_t fun(int64_t index) { return Arg::make(ArgKind::Function, index).word(); }

class HandMade {
 public:
  Executable executable;

  HandMade& packed(const std::string& name) {
    Function function;
    function.name = name;
    function.numArgs = -2;
    executable.functions.push_back(std::move(function));
    return *this;
  }
  /// A bytecode function that starts at the current end of the code; close it with end().
  HandMade& begin(const std::string& name, int64_t args, int64_t registers) {
    Function function;
    function.kind = 1;
    function.name = name;
    function.numArgs = args;
    function.registerFileSize = registers;
    function.startInstr = static_cast<int64_t>(executable.code.size());
    executable.functions.push_back(std::move(function));
    open_ = executable.functions.size() - 1;
    return *this;
  }
  HandMade& end() {
    executable.functions[open_].endInstr = static_cast<int64_t>(executable.code.size());
    return *this;
  }
  HandMade& call(int64_t dst, int64_t function, std::vector<int64_t> args) {
    std::vector<int64_t> words{1, dst, function, static_cast<int64_t>(args.size())};
    words.insert(words.end(), args.begin(), args.end());
    return raw(words);
  }
  HandMade& ret(int64_t reg) { return raw({2, reg}); }
  HandMade& jump(int64_t offset) { return raw({3, offset}); }
  HandMade& branch(int64_t cond, int64_t falseOffset) { return raw({4, cond, falseOffset}); }
  HandMade& raw(const std::vector<int64_t>& words) {
    executable.code.offsets.push_back(static_cast<int64_t>(executable.code.words.size()));
    executable.code.words.append(words);
    return *this;
  }
  HandMade& constant(ConstantValue value) {
    executable.constants.push_back({std::move(value), 0});
    return *this;
  }

 private:
  size_t open_ = 0;
};

}  // namespace relaxscope::test
