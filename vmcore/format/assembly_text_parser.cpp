// SPDX-License-Identifier: Apache-2.0
#include "vmcore/format/assembly_text_parser.h"

#include <fmt/format.h>

#include <algorithm>

#include "vmcore/base/text.h"
#include "vmcore/format/executable_check.h"

namespace relaxscope::assembly {

struct TextParser::DirectiveRow {
  std::string_view name;
  void (TextParser::*read)(Line&);
};
const TextParser::DirectiveRow TextParser::kDirectives[] = {
    {".const", &TextParser::constant},    {".code", &TextParser::code},
    {".words", &TextParser::rawWords},    {".data", &TextParser::dataWords},
    {".at", &TextParser::at},             {".executable", &TextParser::executable},
    {".side", &TextParser::side},         {".scope", &TextParser::scope},
    {".device", &TextParser::device},     {".host_device", &TextParser::hostDevice},
    {".attributes", &TextParser::attributes}, {".trailing", &TextParser::trailing},
};

void TextParser::line(Line& in) {
  if (data_.open()) data_.data(in);
  else if (in.end()) return;
  else if (in.peek() == '.') directive(in);
  else if (in.peek() == '@') function(in);
  else labelOrInstruction(in);
  if (!in.failed() && !in.end()) in.fail("nothing more is expected here");
  if (in.failed()) program_.report(in);
}

void TextParser::labelOrInstruction(Line& in) {
  const size_t at = in.here();
  const std::string_view name = in.name();
  const bool label = !name.empty() && in.take(":");
  if (!program_.inBody()) return in.failAt(at, name.size(), "instructions stand in a function (`@name(...):`) or in `.code:`");
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
    return in.failAt(0, kExecutableWord.size(), "the .executable line comes once, before everything else");
  const std::string name = in.peek() == '"' ? in.quoted() : std::string(in.name());
  const auto variant = variantOfName(name);
  if (!variant) return in.failAt(at, in.here() - at, fmt::format("variant \"{}\" is not known; today's is R5", printable(std::string_view(name).substr(0, 40))));
  out.variant = *variant;
  // Others name the release that wrote them.
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
  if (!versionGiven && out.variant != Variant::Params) in.fail("version=\"...\" is expected: the release that wrote it");
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
    if (!index.valid()) in.failAt(at, name.size(), "a constant's number, or the name of one above, is expected");
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
  if (wantRelay(in)) program_.out.relay->hostDevice = static_cast<int32_t>(in.numberIn(INT32_MIN, INT32_MAX, "a device's number"));
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

/// An instruction that begins elsewhere, at words of others or outside the code.
void TextParser::at(Line& in) {
  if (!wantBody(in)) return;
  const int64_t offset = in.number("a word offset");
  if (!in.failed()) program_.instructionAt(offset, in.number());
}

bool TextParser::wantBody(Line& in) {
  if (!program_.inBody()) in.failAt(0, in.here(), "instructions stand in a function (`@name(...):`) or in `.code:`");
  return !in.failed();
}

// --- Functions ------------------------------------------------------------------------------------

void TextParser::function(Line& in) {
  FunctionRow row;
  std::optional<int64_t> order;
  in.want("@");
  functionName(in, row.function);
  if (in.peek() == '(') parameters(in, row);
  row.function.kind = static_cast<int32_t>(FunctionKind::Bytecode);
  bool kind = false;
  while (!in.failed() && !in.end() && in.peek() != ':' && in.peek() != ';') {
    if (attribute(in, row, order)) continue;
    if (kind || !functionKind(in, row.function)) in.fail("an attribute (num_inputs= registers= start= end= order=), a kind, \":\" or \";\" is expected");
    kind = true;
  }
  const bool body = in.take(":");
  if (!body) {
    if (!in.take(";")) in.fail("\":\" or \";\" is expected");
    if (!in.failed() && !kind) in.fail("packed_func, vm_tir_func or vm_func is expected before \";\"");
  }
  program_.closeBody();
  if (in.failed()) return program_.openBody(FuncIndex::invalid(), std::nullopt);  // so that its lines are checked too
  const FuncIndex index = program_.addFunction(std::move(row), in.number());
  if (body) program_.openBody(index, order);
}

/// TVM prints names as they are: one that is not simple reaches to what TVM prints behind it.
void TextParser::functionName(Line& in, Function& f) {
  if (in.peek() == '"') {
    f.name = in.quoted();
    return;
  }
  constexpr std::string_view kBehind[] = {":", ";", "(", "num_inputs", "registers", "start", "end", "order", "devices", "packed_func", "vm_func", "vm_tir_func", "<kind"};
  const size_t at = in.here();
  f.name = in.name();
  const std::string_view behind = in.text().substr(in.here());
  const bool over = std::any_of(std::begin(kBehind), std::end(kBehind), [&](std::string_view word) { return behind.substr(0, word.size()) == word; });
  if (!f.name.empty() && (over || behind.empty())) return;
  const std::string_view rest = in.text().substr(at);
  size_t length = std::string_view::npos;
  for (const std::string_view tail : {" packed_func;", " num_inputs=", ":"}) {
    const size_t found = rest.rfind(tail);
    if (found != std::string_view::npos && length == std::string_view::npos) length = found;
  }
  if (length == std::string_view::npos) return in.failAt(at, 1, "a function's name is expected");
  f.name = rest.substr(0, length);
  in.goTo(at + length);
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
