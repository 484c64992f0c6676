// SPDX-License-Identifier: GPL-3.0-or-later
// The assembler as views see it, over format/assembly.h; and saving what edit mode made.
#pragma once

#include "app/export.h"
#include "views/code_assembler.h"
#include "vmcore/model/loaded_file.h"

namespace relaxscope {

std::shared_ptr<const CodeAssembler> makeAssembler();

/// Writes an executable by the file's suffix: `.rsasm` and `.txt` as assembler text, `.py` as the python form,
/// `.so` packed into a copy of the library it came from, anything else as executable bytes.
void saveExecutableAs(std::shared_ptr<const Executable> executable, std::shared_ptr<const LoadedFile> origin, const QString& path, ExportDone done);

}  // namespace relaxscope
