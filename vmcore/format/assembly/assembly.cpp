// SPDX-License-Identifier: Apache-2.0
#include "vmcore/format/assembly/assembly.h"

#include <fmt/format.h>

#include "vmcore/format/assembly/program.h"
#include "vmcore/format/assembly/python_parser.h"
#include "vmcore/format/assembly/python_writer.h"
#include "vmcore/format/assembly/text_parser.h"
#include "vmcore/format/assembly/writer.h"

namespace relaxscope {
namespace {

using namespace assembly;

constexpr size_t kProbeBytes = 64 * 1024;

template <class Parser>
Assembled parseInto(Program& program, std::string_view text) {
  Parser parser(program);
  forEachLine(text, [&](Line& line) { parser.line(line); });
  parser.end();
  return program.finish();
}

/// The first line with content (in Python also a `#:` line), from its first word.
std::string_view firstWord(std::string_view text, bool python) {
  std::string_view found;
  forEachLine(text, [&](Line& line) {
    if (!found.empty()) return;
    const bool directive = python && line.peek() == '#' && line.take("#:");
    if (!directive && line.end()) return;
    line.here();
    found = line.rest();
  });
  return found;
}

bool looksLikePython(std::string_view text) {
  const std::string_view word = firstWord(text, true);
  if (word.empty() || (!beginsName(word[0]) && word.substr(0, kExecutableWord.size()) != kExecutableWord)) return false;
  return text.find(".Builder()") != std::string_view::npos || text.find(".ExecBuilder()") != std::string_view::npos;
}

bool looksLikeText(std::string_view text) {
  const std::string_view word = firstWord(text, false);
  for (const std::string_view what :
       {std::string_view("@"), kExecutableWord, std::string_view(".const "), std::string_view(".const\t")})
    if (word.substr(0, what.size()) == what) return true;
  return false;
}

}  // namespace

std::string AssemblyMessage::placed() const { return fmt::format("{}:{}: {}", line, column, text); }

Assembled assemble(std::string_view text, AssemblyForm form, const SideArrays& side) {
  Program program(text, side);
  return form == AssemblyForm::Python ? parseInto<PythonParser>(program, text) : parseInto<TextParser>(program, text);
}

Assembled assembleFunction(const Executable& base, FuncIndex function, std::string_view text, const SideArrays& side) {
  Program program(text, side);
  if (base.function(function) == nullptr) {
    program.note(Severity::Error, 1, "there is no such function");
    return program.finish();
  }
  program.beginWith(base, function);
  return parseInto<TextParser>(program, text);
}

void writeAssembly(const Executable& executable, AssemblyForm form, const AssemblyOptions& options,
                   const TextSink& sink, AssemblyMap* map) {
  Lines lines(sink);
  if (form == AssemblyForm::Python && !options.function.valid()) PythonWriter(executable, options, lines, map).write();
  else if (options.function.valid()) TextWriter(executable, options, lines, map).write();
  else {
    lines.line("# RelaxScope assembler, text form");
    TextWriter(executable, options, lines, map).write();
  }
}

std::optional<AssemblyForm> assemblyFormOf(const Bytes& bytes) {
  const std::string_view head = bytes.head(kProbeBytes);
  if (head.find('\0') != std::string_view::npos) return std::nullopt;
  if (looksLikeText(head)) return AssemblyForm::Text;
  if (looksLikePython(head)) return AssemblyForm::Python;
  return std::nullopt;
}

}  // namespace relaxscope
