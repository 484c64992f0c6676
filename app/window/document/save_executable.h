// SPDX-License-Identifier: GPL-3.0-or-later
// The assembler as views see it, over format/assembly.h; and saving what edit mode made.
#pragma once

#include <QStringList>

#include "app/window/document/export.h"
#include "views/core/code_assembler.h"
#include "vmcore/model/loaded_file.h"

namespace relaxscope {

std::shared_ptr<const CodeAssembler> makeAssembler();

/// Called on the GUI thread with every file that was written, or an error text; then nothing has changed.
using SaveDone = std::function<void(const QStringList& written, const QString& error)>;
/// Writes an executable in the form that the file's suffix asks for (saveFormOfPath), `.so` packed into a copy of the
/// library it came from, with the .npz beside it where the form has one.
void saveExecutableAs(std::shared_ptr<const Executable> executable, std::shared_ptr<const LoadedFile> origin,
                      const QString& path, SaveDone done);

}  // namespace relaxscope
