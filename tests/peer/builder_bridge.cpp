// SPDX-License-Identifier: Apache-2.0
// builder_bridge: builds the programs that builder_programs.py describes with ExecBuilder. Standard input is a JSON
// list of programs, each a list of steps; standard output is a JSON list with the bytes in hex or the builder's error
// for each.
//
//   ["declare", name, kind]   ["function", name, inputs or [names]]   ["end"]
//   ["call", callee, [operand...], dst]   ["ret", reg]   ["goto", offset]   ["if", reg, offset]   ["constant", value]
//   operand: {"r": n} {"imm": n} {"c": n} {"f": name}, or a value: {"int": n} {"float": bits} {"str": hex}
//   {"dtype": [code, bits, lanes]} {"shape": [...]} {"tensor": {"dtype", "shape", "data": hex}}
#include <fmt/format.h>

#include <cstring>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "vmcore/format/vm/vm_executable.h"
#include "vmcore/model/exec_builder.h"

namespace {

using namespace relaxscope;
using nlohmann::json;

std::string fromHex(const std::string& hex) {
  std::string bytes;
  for (size_t i = 0; i + 1 < hex.size(); i += 2) bytes += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
  return bytes;
}

DataType dataType(const json& form) {
  return {form[0].get<uint8_t>(), form[1].get<uint8_t>(), form[2].get<uint16_t>()};
}

ConstantValue value(const json& form) {
  if (form.contains("int")) return IntConstant{form["int"].get<int64_t>()};
  if (form.contains("float")) {
    const auto bits = form["float"].get<uint64_t>();
    FloatConstant number;
    std::memcpy(&number.value, &bits, sizeof bits);
    return number;
  }
  if (form.contains("str")) return StringConstant{fromHex(form["str"])};
  if (form.contains("dtype")) return dataType(form["dtype"]);
  if (form.contains("shape")) return ShapeConstant{form["shape"].get<std::vector<int64_t>>()};
  const json& parts = form.at("tensor");
  TensorConstant tensor;
  tensor.dtype = dataType(parts["dtype"]);
  tensor.shape = parts["shape"].get<std::vector<int64_t>>();
  tensor.data = Bytes::copyOf(fromHex(parts["data"]));
  return tensor;
}

ExecBuilder::Operand operand(ExecBuilder& b, const json& form) {
  if (form.contains("r")) return b.r(form["r"].get<int64_t>());
  if (form.contains("imm")) return b.imm(form["imm"].get<int64_t>());
  if (form.contains("c")) return b.c(form["c"].get<int64_t>());
  if (form.contains("f")) return b.f(form["f"].get<std::string>());
  return value(form);
}

json build(const json& steps) {
  ExecBuilder b;
  std::vector<ExecBuilder::FunctionScope> scopes;
  for (const json& step : steps) {
    const auto what = step[0].get<std::string>();
    if (what == "declare") b.declare(step[1].get<std::string>(), static_cast<FunctionKind>(step[2].get<int32_t>()));
    else if (what == "function" && step[2].is_array())
      scopes.push_back(b.function(step[1].get<std::string>(), step[2].get<std::vector<std::string>>()));
    else if (what == "function") scopes.push_back(b.function(step[1].get<std::string>(), step[2].get<int64_t>()));
    else if (what == "end") scopes.pop_back();
    else if (what == "constant") b.constant(value(step[1]));
    else if (what == "ret") b.emitRet(b.r(step[1].get<int64_t>()));
    else if (what == "goto") b.emitGoto(step[1].get<int64_t>());
    else if (what == "if") b.emitIf(b.r(step[1].get<int64_t>()), step[2].get<int64_t>());
    else {
      std::vector<ExecBuilder::Operand> args;
      for (const json& form : step[2]) args.push_back(operand(b, form));
      b.emitCall(step[1].get<std::string>(), std::move(args), b.r(step[3].get<int64_t>()));
    }
  }
  const auto executable = b.get();
  if (!executable.ok()) return {{"error", executable.error().text()}};
  std::string hex;
  for (const uint8_t byte : writeVmExecutable(*executable)) hex += fmt::format("{:02x}", byte);
  return {{"hex", hex}};
}

}  // namespace

int main() {
  try {
    const json programs = json::parse(std::string{std::istreambuf_iterator<char>(std::cin), {}});
    json built = json::array();
    for (const json& steps : programs) built.push_back(build(steps));
    std::cout << built.dump() << '\n';
  } catch (const json::exception& error) {
    std::cerr << "builder_bridge: " << error.what() << '\n';
    return 2;
  }
  return 0;
}
