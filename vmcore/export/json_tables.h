// SPDX-License-Identifier: Apache-2.0
// Tables about a file as JSON, for scripts and Python. The fields of each: `rscope COMMAND --help`.
#pragma once

#include <span>
#include <string>

#include "vmcore/analysis/constant_copies.h"
#include "vmcore/base/diagnostics.h"
#include "vmcore/base/text_sink.h"
#include "vmcore/model/executable.h"
#include "vmcore/model/loaded_file.h"

namespace relaxscope {

class JsonWriter;

/// "packed", "bytecode", "compiled", "kind 7".
std::string functionKindText(const Function& function);
/// The function table, with callers and callees by name; a list.
void writeFunctionsJson(const Executable& executable, const TextSink& sink);
/// The same of these functions, each with the slots of its shape heap and the operands of its calls; a list.
void writeFunctionDetailsJson(const Executable& executable, std::span<const FuncIndex> functions, const TextSink& sink);
/// The constant pool without tensor data, with up to 1,000 uses each. `copies` are those of its constants.
void writeConstantsJson(const Executable& executable, const ConstantCopies& copies, const TextSink& sink);
/// The repeated regions of all functions, and what almost repeats.
void writeLayersJson(const Executable& executable, const TextSink& sink);

/// Errors first; in order of discovery within each severity.
void writeFindingsJson(const Executable& executable, const Diagnostics& findings, const TextSink& sink);
/// The list in it, as the next value of `json`.
void writeFindingsList(const Executable& executable, const Diagnostics& findings, JsonWriter& json);
/// The import tree of a library and its container; for other files the container only.
void writeModulesJson(const LoadedFile& file, const TextSink& sink);

}  // namespace relaxscope
