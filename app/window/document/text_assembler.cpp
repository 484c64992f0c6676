// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/text_assembler.h"

#include <QCoreApplication>

#include "views/core/engine_text.h"
#include "views/core/task_error.h"
#include "vmcore/base/text/collect.h"
#include "vmcore/format/assembly/assembly.h"
#include "vmcore/format/side_file.h"
#include "vmcore/format/vm/executable_check.h"

namespace relaxscope {
namespace {

EditMap mapOf(AssemblyMap map) { return {std::move(map.pcOfLine), std::move(map.lineOfPc)}; }

class TextAssembler : public CodeAssembler {
 public:
  [[nodiscard]] EditText write(const Executable& executable, FuncIndex function, size_t maxBytes) const override {
    AssemblyMap map;
    AssemblyOptions options;
    options.function = function;
    // Tensor data would hide the code: the text only refers to it, and assembling takes it from the executable again.
    options.sideFile = "data.npz";
    const auto text = collectTextUpTo(
        maxBytes, [&](const TextSink& sink) { writeAssembly(executable, AssemblyForm::Text, options, sink, &map); });
    if (!text) return {{}, {}, true};
    return {QString::fromStdString(*text), mapOf(std::move(map)), false};
  }

  [[nodiscard]] EditResult assemble(const Executable& base, FuncIndex function, const QString& text) const override {
    const std::string bytes = text.toStdString();
    try {
      Assembled made = function.valid() ? assembleFunction(base, function, bytes, sideArraysOf(base))
                                        : relaxscope::assemble(bytes, AssemblyForm::Text, sideArraysOf(base));
      EditResult result;
      result.map = mapOf(std::move(made.map));
      for (AssemblyMessage& message : made.messages)
        result.messages.push_back({message.severity, static_cast<int>(message.line), static_cast<int>(message.column),
                                   static_cast<int>(message.byteLength), engineText(message.text)});
      if (!made.executable) return result;
      if (const auto checked = checkExecutable(*made.executable); !checked.ok()) {
        result.messages.push_back({Severity::Error, 1, 1, 0, engineText(checked.error().message)});
        return result;
      }
      result.executable = std::make_shared<const Executable>(*std::move(made.executable));
      return result;
    } catch (...) {
      EditResult result;
      result.messages.push_back({Severity::Error, 1, 1, 0,
                                 QCoreApplication::translate("relaxscope::EditPane", "the text cannot be assembled: %1")
                                     .arg(currentTaskError().text())});
      return result;
    }
  }
};

}  // namespace

std::shared_ptr<const CodeAssembler> makeAssembler() { return std::make_shared<const TextAssembler>(); }

}  // namespace relaxscope
