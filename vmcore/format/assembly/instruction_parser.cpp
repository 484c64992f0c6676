// SPDX-License-Identifier: Apache-2.0
// Instructions of the text form. Relax instructions are written as TVM prints them, Relay ones as `mnemonic name=value
// ...`; both grammars are derived from the opcode table alone.
#include <fmt/format.h>

#include <algorithm>

#include "vmcore/base/text/text.h"
#include "vmcore/format/assembly/text_parser.h"

namespace relaxscope::assembly {
namespace {

constexpr std::string_view kTypeField = "dtype";

Program::Want wantOf(OperandEncoding encoding) {
  switch (encoding) {
    case OperandEncoding::TaggedList: return Program::Want::FunctionArg;
    case OperandEncoding::Packed: return Program::Want::Packed;
    default: return Program::Want::Function;
  }
}

/// Fields that the text combines: code, bits and lanes of an element type are one `dtype=`.
bool isTypePart(OperandRole role) { return role == OperandRole::TypeBits || role == OperandRole::TypeLanes; }
std::string_view fieldName(const OperandRow& operand) {
  return operand.role == OperandRole::TypeCode ? kTypeField : operand.name;
}

/// Length of a name as TVM prints it in `f[name]`: the name may contain brackets.
size_t bareNameInBrackets(std::string_view rest) {
  for (size_t at = rest.find(']'); at != std::string_view::npos; at = rest.find(']', at + 1)) {
    const size_t next = rest.find_first_not_of(" \t\r", at + 1);
    if (next == std::string_view::npos || rest[next] == ',' || rest.substr(next, 4) == "dst:") return at;
  }
  return rest.find(']');
}

/// Whether `text` can follow ` in:`: an argument, a result or the end of the line.
bool mayFollowIn(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r"), text.size()));
  if (text.empty() || text[0] == '%' || text.substr(0, 2) == "c[" || text.substr(0, 2) == "f[" ||
      text.substr(0, 4) == "dst:")
    return true;
  if (text.substr(0, 4) == "void" || text.substr(0, 5) == "state") return true;  // in the prototype
  return text.size() > 1 && (text[0] == 'i' || text[0] == 'k') && (isDigit(text[1]) || text[1] == '-');
}

/// Length of a name as TVM prints it before ` in: arguments`: the name may contain ` in: `.
size_t bareNameBeforeArguments(std::string_view rest) {
  constexpr std::string_view kIn = " in: ";
  for (size_t at = rest.find(kIn); at != std::string_view::npos; at = rest.find(kIn, at + 1))
    if (mayFollowIn(rest.substr(at + kIn.size()))) return at;
  return rest.find(kIn);
}

std::string mnemonicsOf(const InstructionSet& set) {
  std::string all;
  for (const OpcodeRow* row : set.rows)
    if (row != nullptr) all += (all.empty() ? "" : ", ") + std::string(row->mnemonic);
  return all;
}

}  // namespace

void InstructionParser::parse(Line& in) {
  const InstructionSet& set = *program_.out.code.set;
  const size_t at = in.here();
  const std::string_view mnemonic = in.name();
  const OpcodeRow* row = mnemonic.empty() ? nullptr : set.find(mnemonic);
  if (row == nullptr)
    return in.failAt(at, mnemonic.size(),
                     fmt::format("an instruction is expected ({}), a label, or a directive", mnemonicsOf(set)));
  program_.beginInstruction(in.number());
  if (set.isRelay()) parseRelay(in, *row);
  else if (row->calleeWord != 0) parseCall(in, *row);
  else parseRelax(in, *row);
  if (!in.failed() && !in.end()) in.fail("unexpected text after the statement");
  if (in.failed()) program_.dropInstruction();
}

// --- Relax: as TVM prints it ----------------------------------------------------------------------

void InstructionParser::parseRelax(Line& in, const OpcodeRow& row) {
  const size_t base = program_.words.size();
  program_.words.resize(base + row.fixedWords);
  program_.words[base] = row.code;
  in.takeWord(row.mnemonic);  // the prototype's text repeats the mnemonic
  for (size_t i = 0; i < row.operands.size(); ++i) {
    if (i != 0) in.want(",");
    plain(in, row.operands[i], base + 1 + i);
  }
}

void InstructionParser::parseCall(Line& in, const OpcodeRow& row) {
  const size_t base = program_.words.size();
  program_.words.resize(base + row.fixedWords);
  program_.words[base] = row.code;
  functionName(in, base + row.calleeWord, row.operands[row.calleeWord - 1U].encoding);
  in.want("in:");
  bool destination = in.take("dst:");
  while (!in.failed() && !destination && !in.end()) {
    tagged(in);
    if (in.take(",")) continue;
    destination = in.take("dst:");
    if (!destination && !in.end()) in.fail("\",\" or \"dst:\" is expected");
  }
  program_.words[base + row.dstWord] = program_.out.code.set->encodeRegister(destination ? reg(in) : kVoidRegister);
  program_.words[base + row.countWord] = static_cast<int64_t>(program_.words.size() - base - row.fixedWords);
}

void InstructionParser::tagged(Line& in) {
  const InstructionSet& set = *program_.out.code.set;
  const size_t at = in.here();
  const size_t word = program_.words.size();
  program_.words.push_back(0);
  const auto put = [&](ArgKind kind, int64_t value) {
    const Arg arg = Arg::make(kind, value);
    const bool fits = set.signedValues ? Arg::decode(arg.word()).value() == value
                                       : value >= 0 && value <= static_cast<int64_t>(Arg::kValueMask);
    if (!fits && !in.failed()) in.failAt(at, in.here() - at, "the value does not fit in an argument's 56 bits");
    program_.words[word] = set.encodeArg(arg);
  };
  switch (in.peek()) {
    case 'i': in.take("i"); return put(ArgKind::Immediate, in.number("a number after i, such as i-5,"));
    case 'c': {
      if (!in.take("c[")) break;
      const size_t nameAt = in.here();
      if (in.atNumber()) put(ArgKind::Constant, in.number("a constant's number"));
      else if (const std::string_view name = in.name(); !name.empty())
        program_.wantName(word, Program::Want::ConstantArg, name, in, nameAt);
      else in.fail("a constant's number or name is expected, such as c[0]");
      return in.want("]");
    }
    case 'f':
      if (!in.take("f[")) break;
      functionName(in, word, OperandEncoding::TaggedList);
      return in.want("]");
    case 'k': {
      in.take("k");
      const int64_t kind = in.numberIn(0, 255, "an argument kind");
      in.want("[");
      const int64_t value = in.number("a value");
      in.want("]");
      return put(static_cast<ArgKind>(kind), value);
    }
    case '%':
    case 'v':
    case 's': return put(ArgKind::Register, reg(in));  // `void` and `state` in the prototype's text
    default: break;
  }
  in.failAt(at, 1, "an argument is expected: %3, i5, c[0] or f[name]");
}

int64_t InstructionParser::reg(Line& in) {
  const bool percent = in.take("%");
  if (in.takeWord("void")) return kVoidRegister;
  if (in.takeWord("vm") || in.takeWord("state")) return kVmRegister;
  if (!percent) {
    in.fail("a register is expected, such as %3");
    return 0;
  }
  return in.number("a register's number");
}

/// A name, TVM's `unknown_func_index(7)` or our `func_index(7)`. TVM prints names unquoted, so a name that is not
/// simple extends to the text that must follow it.
void InstructionParser::functionName(Line& in, size_t word, OperandEncoding encoding) {
  const Program::Want want = wantOf(encoding);
  const size_t at = in.here();
  if (in.peek() == '"') return program_.wantName(word, want, in.quoted(), in, at);
  const std::string_view name = in.name();
  if (in.next() == '(' && (name == "unknown_func_index" || name == "func_index")) {
    in.want("(");
    int64_t index = in.number("a row of the function table");
    in.want(")");
    if (encoding == OperandEncoding::TaggedList) index = Arg::make(ArgKind::Function, index).word();
    if (encoding == OperandEncoding::Packed && index >= 0) {
      if (!program_.packedBase)
        return in.failAt(at, name.size(), "a packed function by number needs packed_base= in the .executable line");
      if (__builtin_sub_overflow(index, *program_.packedBase, &index)) index = -1;
    }
    program_.words[word] = index;
    return;
  }
  // TVM has no Relay fields; in the others a simple name is complete if TVM's next token follows it.
  const size_t after = in.here();
  const bool over = program_.out.code.set->isRelay() ||
                    (encoding == OperandEncoding::TaggedList
                         ? in.peek() == ']'
                         : in.text().substr(after, 3) == "in:" && mayFollowIn(in.text().substr(after + 3)));
  if (!name.empty() && over) return program_.wantName(word, want, name, in, at);
  const std::string_view rest = in.text().substr(at);
  size_t length = encoding == OperandEncoding::TaggedList ? bareNameInBrackets(rest) : bareNameBeforeArguments(rest);
  if (length == std::string_view::npos || length == 0) return in.failAt(at, 1, "a function's name is expected");
  in.goTo(at + length);
  while (length > 1 && rest[length - 1] == ' ') --length;
  program_.wantName(word, want, rest.substr(0, length), in, at);
}

void InstructionParser::offset(Line& in, size_t word) {
  const size_t at = in.here();
  if (const std::string_view label = in.name(); !label.empty()) program_.wantLabel(word, label, in, at);
  else if (in.atNumber()) program_.words[word] = in.number("an offset");
  else in.fail("an offset or a label is expected");
}

/// One word at a fixed position.
void InstructionParser::plain(Line& in, const OperandRow& operand, size_t word) {
  std::vector<int64_t>& words = program_.words;
  switch (operand.encoding) {
    case OperandEncoding::Register: words[word] = program_.out.code.set->encodeRegister(reg(in)); return;
    case OperandEncoding::RegisterUnlessListed:
      // A bare number is the content of a word that the instruction does not use.
      words[word] = in.atNumber() ? in.number("a number") : reg(in);
      return;
    case OperandEncoding::Function:
    case OperandEncoding::Packed: return functionName(in, word, operand.encoding);
    case OperandEncoding::Constant: {
      in.want("c[");
      const size_t at = in.here();
      if (const std::string_view name = in.name(); !name.empty())
        program_.wantName(word, Program::Want::Constant, name, in, at);
      else words[word] = in.number("a constant's number");
      return in.want("]");
    }
    default: break;
  }
  const bool jump = operand.role == OperandRole::Offset || operand.role == OperandRole::TrueOffset ||
                    operand.role == OperandRole::FalseOffset;
  if (jump) offset(in, word);
  else words[word] = in.number("a number");
}

// --- Relay: fields by name ------------------------------------------------------------------------

void InstructionParser::parseRelay(Line& in, const OpcodeRow& row) {
  const size_t base = program_.words.size();
  program_.words.resize(base + row.fixedWords);
  program_.words[base] = row.code;
  uint64_t seen = 0;
  while (!in.failed() && !in.end()) parseField(in, row, base, seen);
  if (in.failed()) return;
  if (row.listWord != 0)
    program_.words[base + row.countWord] = static_cast<int64_t>(program_.words.size() - base - row.fixedWords);
  for (size_t i = 0; i < row.operands.size(); ++i) {
    const OperandRow& operand = row.operands[i];
    if ((seen >> i & 1) != 0 || operand.role == OperandRole::Count || isTypePart(operand.role)) continue;
    return in.fail(fmt::format("{} is missing", fieldName(operand)));
  }
}

void InstructionParser::parseField(Line& in, const OpcodeRow& row, size_t base, uint64_t& seen) {
  const size_t at = in.here();
  const std::string_view name = in.name();
  size_t i = 0;
  while (i < row.operands.size() && (fieldName(row.operands[i]) != name || row.operands[i].role == OperandRole::Count ||
                                     isTypePart(row.operands[i].role)))
    ++i;
  if (i == row.operands.size()) return in.failAt(at, name.size(), fmt::format("{} has no such field", row.mnemonic));
  if ((seen >> i & 1) != 0) return in.failAt(at, name.size(), fmt::format("duplicate {}", name));
  seen |= uint64_t{1} << i;
  in.want("=");
  const OperandRow& operand = row.operands[i];
  const size_t word = base + 1 + i;
  if (operand.role == OperandRole::TypeCode) {
    // A dtype that does not fit in four bytes is written as its three words.
    if (in.peek() == '(') {
      const std::vector<int64_t> parts = in.numberList('(', ')');
      if (parts.size() != 3) return in.fail("code, bits and lanes are expected");
      std::copy(parts.begin(), parts.end(), program_.words.begin() + static_cast<std::ptrdiff_t>(word));
      return;
    }
    const DataType type = in.dataType();
    program_.words[word] = type.code;
    program_.words[word + 1] = type.bits;
    program_.words[word + 2] = type.lanes;
  } else if (word == base + row.listWord && row.listWord != 0) {
    parseList(in, operand);
  } else {
    plain(in, operand, word);
  }
}

void InstructionParser::parseList(Line& in, const OperandRow& operand) {
  in.want("[");
  while (!in.failed() && in.peek() != ']') {
    program_.words.push_back(operand.encoding == OperandEncoding::NumberList
                                 ? in.number("a number")
                                 : program_.out.code.set->encodeRegister(reg(in)));
    if (!in.take(",")) break;
  }
  in.want("]");
}

}  // namespace relaxscope::assembly
