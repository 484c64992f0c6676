// SPDX-License-Identifier: Apache-2.0
// Statements of the python form; values of constants are in python_values.cpp.
#include "vmcore/format/assembly/python_parser.h"

#include <fmt/format.h>

namespace relaxscope::assembly {
namespace {

constexpr std::string_view kDirectiveMark = "#:";

}  // namespace

struct PythonParser::StatementRow {
  std::string_view name;
  void (PythonParser::*read)(Line&);
  bool inFunction;
};
const PythonParser::StatementRow PythonParser::kStatements[] = {
    {"emit_call", &PythonParser::emitCall, true},        {"emit_ret", &PythonParser::emitRet, true},
    {"emit_goto", &PythonParser::emitGoto, true},        {"emit_if", &PythonParser::emitIf, true},
    {"declare_function", &PythonParser::declare, false},
};

void PythonParser::line(Line& in) {
  const bool indented = in.here() != 0;
  if (in.peek() == '\0') return;
  if (inWith_ && !indented) {
    program_.closeBody();
    inWith_ = false;
  }
  if (in.peek() == '#') return comment(in);
  statement(in);
  if (!in.failed() && !in.end()) in.fail("unexpected text after the statement");
  if (in.failed()) program_.report(in);
}

void PythonParser::end() {
  text_.end();
  for (const std::string& name : mentioned_)
    if (!program_.functionNamed(name).valid()) declared(name, FunctionKind::Packed, 0);
}

/// `#:` followed by the text form; other comments are ignored.
void PythonParser::comment(Line& in) {
  if (!in.take(kDirectiveMark)) return;
  const size_t at = in.here();
  if (in.takeWord(".with")) {
    withAttributes(in);
    if (in.failed()) program_.report(in);
    return;
  }
  Line rest(in.text().substr(at), in.number(), in.lineBegin(), in.offset() + at);
  text_.line(rest);
}

void PythonParser::statement(Line& in) {
  const size_t at = in.here();
  if (in.takeWord("import") || in.takeWord("from")) return in.goTo(in.text().size());
  if (in.takeWord("pass")) return;
  if (in.takeWord("with")) return with(in);
  const std::string_view name = in.name();
  // A name may contain dots: "ib.emit_ret" is one word.
  if (!name.empty() && in.take("=")) return assignment(in, name);
  in.goTo(at);
  method(in);
}

/// `ib = relax.ExecBuilder()`, `x = ib.convert_constant(...)`, `executable = ib.get()`
void PythonParser::assignment(Line& in, std::string_view name) {
  const size_t at = in.here();
  const std::string_view what = in.name();
  const auto ends = [&](std::string_view tail) {
    return what.size() > tail.size() && what.substr(what.size() - tail.size()) == tail;
  };
  if (ends(".ExecBuilder") || ends(".Builder")) {
    builder_ = name;
    bare_ = ends(".Builder") && !program_.headerSeen;
    program_.drivesBuilder = !bare_ && !program_.headerSeen;
    if (bare_)
      program_.note(Severity::Info, in.number(),
                    "the order of the function table is not given; functions are in order of appearance");
    in.want("(");
    in.want(")");
    return;
  }
  if (what == builder_ + ".get") {
    in.want("(");
    in.want(")");
    return;
  }
  if (what == builder_ + ".convert_constant") return constant(in, name);
  if (!program_.headerSeen && !bare_ && what.find('.') != std::string_view::npos) {
    in.goTo(at);
    variables_.insert_or_assign(std::string(name), values_.value(in));
    return;
  }
  in.failAt(at, what.size(),
            fmt::format("{}.convert_constant(...), {}.get() or relax.ExecBuilder() is expected", builder_, builder_));
}

bool PythonParser::builder(Line& in) {
  const size_t at = in.here();
  if (in.take(builder_) && in.take(".")) return true;
  in.failAt(
      at, 0,
      fmt::format("a statement of the python form is expected, such as {}.emit_ret({}.r(0))", builder_, builder_));
  return false;
}

void PythonParser::method(Line& in) {
  if (!builder(in)) return;
  if (in.takeWord("convert_constant")) return constant(in, {});
  if (in.takeWord("get")) {
    in.want("(");
    return in.want(")");
  }
  for (const StatementRow& row : kStatements) {
    if (!in.takeWord(row.name)) continue;
    if (row.inFunction && !inWith_)
      return in.failAt(0, in.here(), "instructions must be inside `with ib.function(...):`");
    in.want("(");
    if (row.inFunction) program_.beginInstruction(in.number());
    (this->*row.read)(in);
    in.want(")");
    if (row.inFunction && !in.failed() && !in.end()) in.fail("unexpected text after the statement");
    if (row.inFunction && in.failed()) program_.dropInstruction();
    return;
  }
  in.fail(
      "a method of the builder is expected: emit_call, emit_ret, emit_goto, emit_if, function, declare_function, convert_constant or get");
}

// --- Functions ------------------------------------------------------------------------------------

/// The row of a name, added if there is none.
FuncIndex PythonParser::declared(std::string_view name, FunctionKind kind, uint32_t line) {
  const FuncIndex known = program_.functionNamed(name);
  if (known.valid()) return known;
  FunctionRow row;
  row.function.kind = static_cast<int32_t>(kind);
  row.function.name = name;
  return program_.addFunction(std::move(row), line);
}

void PythonParser::declare(Line& in) {
  const size_t at = in.here();
  const std::string name = quoted(in);
  int64_t kind = 0;
  if (in.take(",")) kind = in.numberIn(0, 2, "a function's kind");
  if (in.failed()) return;
  if (program_.functionNamed(name).valid())
    return in.failAt(at, in.here() - at, "the function is already in the table");
  const FuncIndex index = declared(name, static_cast<FunctionKind>(kind), in.number());
  // As the builder leaves a declared function: no parameters, no registers, no code.
  FunctionRow& row = program_.row(index);
  row.inputs = row.registers = true;
  row.function.numArgs = -2;
}

/// `#: .with registers=9 start=3 end=8 order=2`: what the next `with` line cannot express.
void PythonParser::withAttributes(Line& in) {
  const auto number = [&](int64_t& value) {
    in.want("=");
    value = in.number("a number");
  };
  while (!in.failed() && !in.end()) {
    if (in.takeWord("registers")) next_.registers = true, number(next_.function.registerFileSize);
    else if (in.takeWord("start")) next_.start = true, number(next_.function.startInstr);
    else if (in.takeWord("end")) next_.end = true, number(next_.function.endInstr);
    else if (in.takeWord("order")) number(nextOrder_.emplace());
    else in.fail("registers=, start=, end= or order= is expected");
  }
}

/// `with ib.function("name", num_inputs=2, param_names=["x", "y"]):`
void PythonParser::with(Line& in) {
  program_.closeBody();
  inWith_ = true;
  if (builder(in) && !in.takeWord("function")) in.fail("\"function\" is expected");
  in.want("(");
  FunctionRow row = std::exchange(next_, {});
  row.function.name = quoted(in);
  row.inputs = true;
  while (in.take(",")) {
    if (in.takeWord("num_inputs")) {
      in.want("=");
      row.function.numArgs = in.number("a number");
    } else if (in.takeWord("param_names")) {
      in.want("=");
      in.want("[");
      while (!in.failed() && in.peek() != ']') {
        row.function.paramNames.push_back(quoted(in));
        if (!in.take(",")) break;
      }
      in.want("]");
    } else {
      in.fail("num_inputs= or param_names= is expected");
    }
  }
  in.want(")");
  in.want(":");
  const std::optional<int64_t> order = std::exchange(nextOrder_, {});
  if (in.failed()) return program_.openBody(FuncIndex::invalid(), std::nullopt);  // so that its lines are checked too
  FuncIndex index = program_.functionNamed(row.function.name);
  if (index.valid()) {
    // The builder keeps the kind with which a function was declared.
    row.function.kind = program_.row(index).function.kind;
    program_.redefine(index, std::move(row), in.number());
  } else {
    row.function.kind = static_cast<int32_t>(FunctionKind::Bytecode);
    index = program_.addFunction(std::move(row), in.number());
  }
  program_.openBody(index, order);
}

// --- Instructions ---------------------------------------------------------------------------------

/// `"name"`, or TVM's `ib.unknown_func_index(7)`. The builder gives a name its row at first use; a bare dump has its
/// bytecode functions in table order, so there the other names are resolved at the end.
void PythonParser::functionIndex(Line& in, size_t word, Program::Want want) {
  const auto put = [&](int64_t index) {
    program_.words[word] = want == Program::Want::FunctionArg ? Arg::make(ArgKind::Function, index).word() : index;
  };
  if (in.peek() == '"' || in.peek() == '\'') {
    const size_t at = in.here();
    const std::string name = quoted(in);
    if (in.failed()) return;
    if (!bare_) return put(declared(name, FunctionKind::Packed, in.number()).value);
    program_.wantName(word, want, name, in, at);
    if (known_.insert(name).second) mentioned_.push_back(name);
    return;
  }
  if (!builder(in)) return;
  if (!in.takeWord("unknown_func_index")) in.fail("a function's name in quotes is expected");
  in.want("(");
  put(in.number("a row of the function table"));
  in.want(")");
}

int64_t PythonParser::reg(Line& in) {
  if (!builder(in)) return 0;
  const bool vm = in.takeWord("vm_state"), none = !vm && in.takeWord("void_arg");
  if (!vm && !none && !in.takeWord("r")) in.fail("a register is expected: r(3), vm_state() or void_arg()");
  in.want("(");
  int64_t number = vm ? kVmRegister : kVoidRegister;
  if (!vm && !none) number = in.takeWord("vm") || in.takeWord("state") ? kVmRegister : in.number("a register's number");
  in.want(")");
  return program_.out.code.set->encodeRegister(number);
}

void PythonParser::argument(Line& in, std::vector<std::pair<size_t, ConstantValue>>& values) {
  const InstructionSet& set = *program_.out.code.set;
  const size_t at = in.here();
  const size_t word = program_.words.size();
  program_.words.push_back(0);
  const auto put = [&](ArgKind kind, int64_t value) {
    const Arg arg = Arg::make(kind, value);
    if (!in.failed() && Arg::decode(arg.word()).value() != value)
      in.failAt(at, in.here() - at, "the value does not fit in an argument's 56 bits");
    program_.words[word] = set.encodeArg(arg);
  };
  const auto inner = [&](ArgKind kind, std::string_view what) {
    in.want("(");
    put(kind, in.number(what));
    in.want(")");
  };
  if (program_.drivesBuilder && valueArgument(in, word, values)) return;
  // A name without the builder prefix is that of a constant.
  if (const std::string_view name = in.name(); !name.empty() && name.find('.') == std::string_view::npos) {
    const ConstIndex index = program_.constantNamed(name);
    if (!index.valid()) return in.failAt(at, name.size(), fmt::format("no constant {}", name));
    return put(ArgKind::Constant, index.value);
  }
  in.goTo(at);
  if (!builder(in)) return;
  if (in.takeWord("imm")) return inner(ArgKind::Immediate, "a number");
  if (in.takeWord("c")) return inner(ArgKind::Constant, "a constant's number");
  if (in.takeWord("f")) {
    in.want("(");
    functionIndex(in, word, Program::Want::FunctionArg);
    return in.want(")");
  }
  in.goTo(at);
  put(ArgKind::Register, set.decodeRegister(reg(in)));
}

/// The operand of a value, as ExecBuilder.convert_constant makes it.
Arg PythonParser::pooled(ConstantValue value, uint32_t line) {
  if (const auto* number = std::get_if<IntConstant>(&value); number != nullptr && Arg::fits(number->value))
    return Arg::make(ArgKind::Immediate, number->value);
  return Arg::make(ArgKind::Constant, program_.poolConstant(std::move(value), line).value);
}

/// What emit_call of TVM's ExecBuilder takes beside operands: tuples, which are shapes, tensors, types and shapes,
/// which become constants, and ints, which are words as they are. The constants are made once the list is complete:
/// `values` collects them with their word. False for an operand, which is not read.
bool PythonParser::valueArgument(Line& in, size_t word, std::vector<std::pair<size_t, ConstantValue>>& values) {
  const size_t at = in.here();
  const auto put = [&](Arg arg) { program_.words[word] = program_.out.code.set->encodeArg(arg); };
  const char first = in.peek();
  if (first == '[' || first == '"' || first == '\'') {
    in.failAt(at, 0,
              first == '[' ? "a list is no argument; a shape is a tuple: (1, 2)"
                           : "a string is no argument; write ib.convert_constant(\"...\")");
    return true;
  }
  const std::string_view name = in.name();
  if (const auto known = variables_.find(std::string(name)); known != variables_.end()) {
    if (const auto* value = std::get_if<ConstantValue>(&known->second)) values.emplace_back(word, *value);
    else put(std::get<Arg>(known->second));
    return true;
  }
  if (name == builder_ + ".convert_constant") {
    in.want("(");
    ConstantValue value = values_.value(in);
    in.want(")");
    if (!in.failed()) put(pooled(std::move(value), in.number()));
    return true;
  }
  const bool isNumber = name.empty() && in.atNumber(), isShape = first == '(';
  const bool isValue = name.find('.') != std::string_view::npos && !name.starts_with(builder_ + ".");
  in.goTo(at);
  if (!isValue && !isNumber && !isShape) return false;
  ConstantValue value = values_.value(in);
  if (std::holds_alternative<FloatConstant>(value))
    in.failAt(at, in.here() - at, "a float is no argument; write ib.convert_constant(...)");
  if (in.failed()) return true;
  if (isNumber) program_.words[word] = std::get<IntConstant>(value).value;
  else values.emplace_back(word, std::move(value));
  return true;
}

void PythonParser::emitCall(Line& in) {
  const size_t base = program_.words.size();
  program_.words.insert(program_.words.end(), {static_cast<int64_t>(RelaxOpcode::Call), 0, 0, 0});
  functionIndex(in, base + 2, Program::Want::Function);
  int64_t dst = program_.out.code.set->encodeRegister(kVoidRegister);
  std::vector<std::pair<size_t, ConstantValue>> values;
  while (in.take(",")) {
    if (in.takeWord("dst") || in.takeWord("ret")) {
      in.want("=");
      dst = reg(in);
      continue;
    }
    if (in.takeWord("args")) in.want("=");
    in.want("[");
    while (!in.failed() && in.peek() != ']') {
      argument(in, values);
      if (!in.take(",")) break;
    }
    in.want("]");
  }
  for (auto& [word, value] : values)
    program_.words[word] = program_.out.code.set->encodeArg(pooled(std::move(value), in.number()));
  program_.words[base + 1] = dst;
  program_.words[base + 3] = static_cast<int64_t>(program_.words.size() - base - 4);
}

void PythonParser::emitRet(Line& in) {
  program_.words.push_back(static_cast<int64_t>(RelaxOpcode::Ret));
  program_.words.push_back(reg(in));
}

void PythonParser::emitGoto(Line& in) {
  program_.words.push_back(static_cast<int64_t>(RelaxOpcode::Goto));
  program_.words.push_back(in.number("an offset"));
}

void PythonParser::emitIf(Line& in) {
  program_.words.push_back(static_cast<int64_t>(RelaxOpcode::If));
  program_.words.push_back(reg(in));
  in.want(",");
  program_.words.push_back(in.number("an offset"));
}

/// A name or string. In a bare dump strings are not escaped: they end where the text that must follow begins.
std::string PythonParser::quoted(Line& in) {
  if (!bare_) return in.pythonQuoted();
  const size_t at = in.here();
  const std::string_view text = in.text();
  if (in.peek() != '"') return in.pythonQuoted();
  for (size_t end = text.find('"', at + 1); end != std::string_view::npos; end = text.find('"', end + 1)) {
    if (end + 1 < text.size() && text[end + 1] != ',' && text[end + 1] != ')') continue;
    in.goTo(end + 1);
    return std::string(text.substr(at + 1, end - at - 1));
  }
  return in.pythonQuoted();
}

/// The rest of `convert_constant(...)`, from the parenthesis.
void PythonParser::constant(Line& in, std::string_view name) {
  in.want("(");
  ConstantValue content = values_.value(in);
  in.want(")");
  if (program_.drivesBuilder) {
    if (in.failed()) return;
    const Arg made = pooled(std::move(content), in.number());
    if (!name.empty()) variables_.insert_or_assign(std::string(name), made);
    return;
  }
  if (!name.empty() && program_.constantNamed(name).valid())
    in.failAt(0, name.size(), fmt::format("duplicate constant {}", name));
  program_.addConstant(in.failed() ? ConstantValue(UnknownConstant{}) : std::move(content), name, in.number());
}

}  // namespace relaxscope::assembly
