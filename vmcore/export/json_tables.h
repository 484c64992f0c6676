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

/// Errors first, within each severity in the order of discovery.
void writeFindingsJson(const Executable& executable, const Diagnostics& findings, const TextSink& sink);
/// The import tree of a library and the container around it; of other files the container alone.
void writeModulesJson(const LoadedFile& file, const TextSink& sink);

}  // namespace relaxscope
