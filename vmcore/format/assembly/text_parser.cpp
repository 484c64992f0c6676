// SPDX-License-Identifier: Apache-2.0
#include "vmcore/format/assembly/text_parser.h"

#include <fmt/format.h>

#include <algorithm>

#include "vmcore/base/text/text.h"
#include "vmcore/format/vm/executable_check.h"

namespace relaxscope::assembly {
namespace {

/// Whether the text is more likely our syntax with an error than an unquoted name: a quote, or a name with attributes
/// or parameters. `operator()(int)` and `ns::f(int*)` are C++ names.
bool looksLikeOwnSyntax(std::string_view text) {
  if (text.empty() || text[0] == '"') return true;
  const auto simple = static_cast<size_t>(std::find_if_not(text.begin(), text.end(), continuesName) - text.begin());
  if (simple == 0 || simple == text.size()) return false;
  if (text[simple] == '(') {
    const size_t close = text.find(')', simple);
    return close == std::string_view::npos || close + 1 == text.size() || text[close + 1] == ' ';
  }
  const size_t word = text.find_first_not_of(' ', simple);
  if (word == simple || word == std::string_view::npos || !beginsName(text[word])) return false;
  const auto end = std::find_if_not(text.begin() + static_cast<std::ptrdiff_t>(word), text.end(), continuesName);
  return end != text.end() && *end == '=';
}

}  // namespace

struct TextParser::DirectiveRow {
  std::string_view name;
  void (TextParser::*read)(Line&);
};
const TextParser::DirectiveRow TextParser::kDirectives[] = {
    {".const", &TextParser::constant},
    {".code", &TextParser::code},
    {".words", &TextParser::rawWords},
    {".data", &TextParser::dataWords},
    {".at", &TextParser::at},
    {".executable", &TextParser::executable},
    {".side", &TextParser::side},
    {".scope", &TextParser::scope},
    {".device", &TextParser::device},
    {".host_device", &TextParser::hostDevice},
    {".attributes", &TextParser::attributes},
    {".trailing", &TextParser::trailing},
};

void TextParser::line(Line& in) {
  if (data_.open()) data_.data(in);
  else if (in.end()) return;
  else if (in.peek() == '.') directive(in);
  else if (in.peek() == '@') function(in);
  else labelOrInstruction(in);
  if (!in.failed() && !in.end()) in.fail("unexpected text after the statement");
  if (in.failed()) program_.report(in);
}

void TextParser::labelOrInstruction(Line& in) {
  const size_t at = in.here();
  const std::string_view name = in.name();
  // A colon after a mnemonic is the start of the function name in the instruction.
  const bool label = !name.empty() && in.take(":") && (in.end() || program_.out.code.set->find(name) == nullptr);
  if (!program_.inBody())
    return in.failAt(at, name.size(), "instructions must be inside a function (`@name(...):`) or `.code:`");
  if (label) return void(program_.label(in, name));
  in.goTo(at);
  instructions_.parse(in);
}

// --- Directives -----------------------------------------------------------------------------------

void TextParser::directive(Line& in) {
  std::string all;
  for (const DirectiveRow& row : kDirectives) {
    if (in.takeWord(row.name)) return (this->*row.read)(in);
    all += " " + std::string(row.name);
  }
  in.fail("a directive is expected, one of" + all);
}

/// The instruction set follows from the variant and must be known before the first instruction.
void TextParser::executable(Line& in) {
  const size_t at = in.here();
  Executable& out = program_.out;
  if (program_.headerSeen || program_.functionCount() != 0 || !out.constants.empty() || program_.inBody())
    return in.failAt(0, kExecutableWord.size(), "the .executable line must come once, before everything else");
  const std::string name = in.peek() == '"' ? in.quoted() : std::string(in.name());
  const auto variant = variantOfName(name);
  if (!variant)
    return in.failAt(
        at, in.here() - at,
        fmt::format("unknown variant \"{}\"; the current one is R5", printable(std::string_view(name).substr(0, 40))));
  out.variant = *variant;
  // Other variants store the release that wrote them.
  const bool ownVersion = *variant <= Variant::R5;
  bool early = false, versionGiven = ownVersion;
  if (!ownVersion) out.version.clear();
  while (!in.failed() && !in.end()) {
    if (in.takeWord("version")) {
      in.want("=");
      out.version = in.quoted();
      versionGiven = true;
    } else if (in.takeWord("packed_base")) {
      in.want("=");
      const size_t wordAt = in.here();
      program_.setPackedBase(in.numberIn(0, INT64_MAX, "a row of the function table"), in, wordAt);
    } else if (in.takeWord("outer_prefix")) {
      out.outerPrefix = true;
    } else if (in.takeWord("early_if")) {
      early = true;
    } else {
      in.fail("version=\"...\", outer_prefix, packed_base=N or early_if is expected");
    }
  }
  if (!versionGiven && out.variant != Variant::Params)
    in.fail("version=\"...\" is expected: the release that wrote it");
  out.code.set = &instructionSetOf(out.variant, early);
  if (isRelay(out.variant)) out.relay.emplace();
  program_.headerSeen = true;
}

void TextParser::scope(Line& in) {
  MemoryScope scope;
  in.want("c[");
  const size_t at = in.here();
  if (in.atNumber()) {
    scope.constIndex = in.number("a constant's number");
  } else {
    const std::string_view name = in.name();
    const ConstIndex index = program_.constantNamed(name);
    if (!index.valid()) in.failAt(at, name.size(), "a constant's number, or the name of an earlier one, is expected");
    scope.constIndex = index.value;
  }
  in.want("]");
  scope.scope = in.quoted();
  program_.out.memoryScopes.push_back(std::move(scope));
}

/// `.device (1, 0) "global"`
void TextParser::device(Line& in) {
  if (!wantRelay(in)) return;
  VirtualDevice device;
  in.want("(");
  device.deviceType = static_cast<int32_t>(in.numberIn(INT32_MIN, INT32_MAX, "a device type"));
  in.want(",");
  device.deviceId = static_cast<int32_t>(in.numberIn(INT32_MIN, INT32_MAX, "a device number"));
  in.want(")");
  if (in.peek() == '"') device.memoryScope = in.quoted();
  program_.out.relay->virtualDevices.push_back(std::move(device));
}

void TextParser::hostDevice(Line& in) {
  if (wantRelay(in))
    program_.out.relay->hostDevice = static_cast<int32_t>(in.numberIn(INT32_MIN, INT32_MAX, "a device's number"));
}

/// `.attributes 3 "key" = "value", ...`
void TextParser::attributes(Line& in) {
  if (!wantRelay(in)) return;
  RelayPart::Attributes attributes;
  attributes.packedIndex = static_cast<uint64_t>(in.number("a packed index"));
  while (!in.failed() && in.peek() == '"') {
    std::string key = in.quoted();
    in.want("=");
    attributes.entries.emplace_back(std::move(key), in.quoted());
    if (!in.take(",")) break;
  }
  program_.out.relay->attributes.push_back(std::move(attributes));
}

bool TextParser::wantRelay(Line& in) {
  if (!program_.out.relay) in.failAt(0, in.here(), "only a Relay executable has devices and attributes");
  return !in.failed();
}

void TextParser::code(Line& in) {
  std::optional<int64_t> order;
  if (in.takeWord("order")) {
    in.want("=");
    order = in.number("a place");
  }
  in.want(":");
  program_.openBody(FuncIndex::invalid(), order);
}

/// An instruction of raw words.
void TextParser::rawWords(Line& in) {
  if (!wantBody(in)) return;
  program_.beginInstruction(in.number());
  words(in);
}

/// Words that belong to no instruction.
void TextParser::dataWords(Line& in) {
  if (wantBody(in)) words(in);
}

void TextParser::words(Line& in) {
  const size_t before = program_.words.size();
  while (!in.failed() && !in.end()) program_.words.push_back(in.number("a number"));
  if (in.failed()) program_.words.resize(before);
}

/// An instruction at words of another instruction or outside the code.
void TextParser::at(Line& in) {
  if (!wantBody(in)) return;
  const int64_t offset = in.number("a word offset");
  if (!in.failed()) program_.instructionAt(offset, in.number());
}

bool TextParser::wantBody(Line& in) {
  if (!program_.inBody()) in.failAt(0, in.here(), "instructions must be inside a function (`@name(...):`) or `.code:`");
  return !in.failed();
}

// --- Functions ------------------------------------------------------------------------------------

struct TextParser::Signature {
  FunctionRow row;
  std::optional<int64_t> order;
  bool body = false;
};

/// TVM prints names unquoted. A line that does not match our grammar is parsed as TVM's.
void TextParser::function(Line& in) {
  Signature own, bare;
  const Line begin = in;
  signature(in, own);
  const bool read = !in.failed() && in.end();
  Line again = begin;
  const bool tvm = !read && bareSignature(again, bare);
  if (tvm) in = again;
  Signature& found = tvm ? bare : own;
  program_.closeBody();
  if (in.failed()) return program_.openBody(FuncIndex::invalid(), std::nullopt);  // so that its lines are checked too
  const FuncIndex index = program_.addFunction(std::move(found.row), in.number());
  if (found.body) program_.openBody(index, found.order);
}

void TextParser::signature(Line& in, Signature& out) {
  in.want("@");
  const size_t at = in.here();
  out.row.function.name = in.peek() == '"' ? in.quoted() : std::string(in.name());
  if (in.here() == at) in.failAt(at, 1, "a function's name is expected");
  if (in.peek() == '(') parameters(in, out.row);
  out.row.function.kind = static_cast<int32_t>(FunctionKind::Bytecode);
  bool kind = false;
  while (!in.failed() && !in.end() && in.peek() != ':' && in.peek() != ';') {
    if (attribute(in, out.row, out.order)) continue;
    if (kind || !functionKind(in, out.row.function))
      in.fail("an attribute (num_inputs= registers= start= end= order=), a kind, \":\" or \";\" is expected");
    kind = true;
  }
  out.body = in.take(":");
  if (out.body) return;
  if (!in.take(";")) in.fail("\":\" or \";\" is expected");
  if (!in.failed() && !kind) in.fail("packed_func, vm_tir_func or vm_func is expected before \";\"");
}

/// `@name:`, `@name packed_func;` or `@name num_inputs=2 vm_tir_func;` with any name except one that looks like the
/// start of our syntax: that is an error in our syntax.
bool TextParser::bareSignature(Line& in, Signature& out) {
  std::string_view text = in.text().substr(in.here() + 1);
  if (const size_t last = text.find_last_not_of(" \t\r"); last != std::string_view::npos)
    text = text.substr(0, last + 1);
  const auto takeTail = [&](std::string_view tail) {
    if (text.size() < tail.size() || text.substr(text.size() - tail.size()) != tail) return false;
    text.remove_suffix(tail.size());
    return true;
  };
  Function& f = out.row.function;
  f.kind = static_cast<int32_t>(FunctionKind::Bytecode);
  if (takeTail(" packed_func;")) {
    f.kind = static_cast<int32_t>(FunctionKind::Packed);
  } else if (takeTail(" vm_tir_func;")) {
    constexpr std::string_view kInputs = " num_inputs=";
    const size_t inputs = text.rfind(kInputs);
    if (inputs == std::string_view::npos) return false;
    Line number(text.substr(inputs + kInputs.size()), 0, 0, 0);
    f.kind = static_cast<int32_t>(FunctionKind::VmTir);
    f.numArgs = number.number("a number");
    out.row.inputs = true;
    if (number.failed() || !number.end()) return false;
    text = text.substr(0, inputs);
  } else if (takeTail(":")) {
    out.body = true;
  } else {
    return false;
  }
  if (looksLikeOwnSyntax(text)) return false;
  f.name = text;
  in.goTo(in.text().size());
  return true;
}

void TextParser::parameters(Line& in, FunctionRow& row) {
  in.want("(");
  row.inputs = true;
  while (!in.failed() && in.peek() != ')') {
    const std::string_view name = in.peek() == '"' ? std::string_view() : in.name();
    if (!name.empty()) row.function.paramNames.emplace_back(name);
    else row.function.paramNames.push_back(in.quoted());
    if (!in.take(",")) break;
  }
  in.want(")");
  row.function.numArgs = static_cast<int64_t>(row.function.paramNames.size());
}

bool TextParser::attribute(Line& in, FunctionRow& row, std::optional<int64_t>& order) {
  const auto number = [&](int64_t& value) {
    in.want("=");
    value = in.number("a number");
    return true;
  };
  if (in.takeWord("num_inputs")) return row.inputs = true, number(row.function.numArgs);
  if (in.takeWord("registers")) return row.registers = true, number(row.function.registerFileSize);
  if (in.takeWord("start")) return row.start = true, number(row.function.startInstr);
  if (in.takeWord("end")) return row.end = true, number(row.function.endInstr);
  if (in.takeWord("order")) return number(order.emplace());
  if (!in.takeWord("devices")) return false;
  in.want("=");
  row.devices = in.numberList('[', ']');
  return true;
}

bool TextParser::functionKind(Line& in, Function& f) {
  constexpr std::pair<std::string_view, FunctionKind> kKinds[] = {
      {"packed_func", FunctionKind::Packed}, {"vm_func", FunctionKind::Bytecode}, {"vm_tir_func", FunctionKind::VmTir}};
  for (const auto& [word, kind] : kKinds) {
    if (!in.takeWord(word)) continue;
    f.kind = static_cast<int32_t>(kind);
    return true;
  }
  if (!in.take("<kind")) return false;
  f.kind = static_cast<int32_t>(in.numberIn(INT32_MIN, INT32_MAX, "a kind's number"));
  in.want(">");
  return true;
}

}  // namespace relaxscope::assembly
