// SPDX-License-Identifier: Apache-2.0
// Tables about a file as JSON, for scripts and for Python. Fields of each: `rscope COMMAND --help`.
#pragma once

#include <string>

#include "vmcore/base/diagnostics.h"
#include "vmcore/base/text_sink.h"
#include "vmcore/model/executable.h"
#include "vmcore/model/loaded_file.h"

namespace relaxscope {

/// "packed", "bytecode", "compiled", "kind 7".
std::string functionKindText(const Function& function);
/// The function table, with callers and callees by name; a list.
void writeFunctionsJson(const Executable& executable, const TextSink& sink);
/// The constant pool without data of tensors, with up to 1,000 uses each.
void writeConstantsJson(const Executable& executable, const TextSink& sink);

/// Findings of both, errors first within the order of discovery.
struct Findings {
  const Diagnostics& reader;
  const Diagnostics& verifier;
  [[nodiscard]] size_t count(Severity severity) const { return reader.count(severity) + verifier.count(severity); }
  [[nodiscard]] size_t total() const { return reader.total() + verifier.total(); }
  template <class Visit>
  void forEach(Visit&& visit) const {
    for (const Severity severity : {Severity::Error, Severity::Warning, Severity::Info})
      for (const Diagnostics* list : {&reader, &verifier})
        for (const Diagnostic& finding : list->all())
          if (finding.severity == severity) visit(finding);
  }
};
void writeFindingsJson(const Executable& executable, const Findings& findings, const TextSink& sink);
/// The import tree of a library and the container around it; of other files the container alone.
void writeModulesJson(const LoadedFile& file, const TextSink& sink);

}  // namespace relaxscope
