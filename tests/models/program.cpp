// SPDX-License-Identifier: Apache-2.0
#include "tests/models/program.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

#include "vmcore/model/builder.h"

namespace relaxscope::testing {
namespace {

int64_t number(const std::string& text) { return std::strtoll(text.c_str(), nullptr, 10); }

int64_t reg(const std::string& text) {
  if (text == "%void") return kVoidRegister;
  return text == "%vm" ? kVmRegister : number(text.substr(1));
}

Arg argument(ExecutableBuilder& builder, const std::string& word) {
  switch (word[0]) {
    case '%': return ExecutableBuilder::r(reg(word));
    case 'i': return ExecutableBuilder::imm(number(word.substr(1)));
    case 'c': return ExecutableBuilder::c(ConstIndex(number(word.substr(1))));
    case 'f': return builder.f(word.substr(2));
    default: ADD_FAILURE() << "argument " << word; return ExecutableBuilder::voidArg();
  }
}

void call(ExecutableBuilder& builder, std::istringstream& words) {
  std::string callee, word;
  words >> callee;
  std::vector<Arg> args;
  int64_t dst = kVoidRegister;
  while (words >> word) {
    if (word == "->") {
      words >> word;
      dst = reg(word);
      break;
    }
    args.push_back(argument(builder, word));
  }
  builder.emitCall(callee, args, dst);
}

/// Parses "main(x, y)" into name and parameters.
void function(ExecutableBuilder& builder, std::istringstream& words) {
  std::string rest;
  std::getline(words, rest);
  for (char& c : rest)
    if (c == '(' || c == ')' || c == ',') c = ' ';
  std::istringstream parts(rest);
  std::string name, param;
  parts >> name;
  std::vector<std::string> params;
  while (parts >> param) params.push_back(param);
  builder.beginFunction(name, params);
}

}  // namespace

Executable program(std::string_view text) {
  ExecutableBuilder builder;
  std::istringstream lines{std::string(text)};
  std::string line;
  while (std::getline(lines, line)) {
    std::istringstream words(line);
    std::string head, word;
    if (!(words >> head)) continue;
    if (head == "fn") function(builder, words);
    else if (head == "call") call(builder, words);
    else if (head == "ret" && words >> word) builder.emitRet(reg(word));
    else if (head == "goto" && words >> word) builder.emitGoto(number(word));
    else if (head == "if" && words >> word) {
      const int64_t condition = reg(word);
      words >> word;
      builder.emitIf(condition, number(word));
    } else if (head == "const") {
      std::getline(words >> std::ws, word);
      if (word[0] == '"') builder.addConstant(StringConstant{word.substr(1, word.size() - 2)});
      else builder.addConstant(IntConstant{number(word)});
    } else if (head == "vmtir" && words >> word) builder.addVmTir(word, 1, 1);
    else if (head == "packed" && words >> word) builder.function(word);
    else ADD_FAILURE() << "line " << line;
  }
  return builder.finish();
}

Executable diamonds(int blocks) {
  ExecutableBuilder builder;
  builder.beginFunction("main", {"x"});
  for (int i = 0; i < blocks; ++i) {
    builder.emitIf(0, 3);
    builder.emitCall("left", {ExecutableBuilder::r(0)}, 0);
    builder.emitGoto(2);
    builder.emitCall("right", {ExecutableBuilder::r(0)}, 0);
  }
  builder.emitIf(0, 2);
  builder.emitGoto(-static_cast<int64_t>(builder.here().value));
  builder.emitRet(0);
  return builder.finish();
}

Executable straight(int count) {
  ExecutableBuilder builder;
  builder.beginFunction("main", {"x"});
  for (int i = 0; i < count; ++i)
    builder.emitCall("kernel", {ExecutableBuilder::r(i % 7), ExecutableBuilder::imm(i)}, (i + 1) % 7);
  builder.emitRet(0);
  return builder.finish();
}

}  // namespace relaxscope::testing
