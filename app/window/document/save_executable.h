// SPDX-License-Identifier: GPL-3.0-or-later
// Saving of edited executables on the thread pool.
#pragma once

#include <QStringList>

#include <functional>
#include <memory>

#include "app/window/document/export.h"
#include "vmcore/model/loaded_file.h"

namespace relaxscope {

/// Called on the GUI thread with every file that was written, or with an error text; on error no file has changed.
using SaveDone = std::function<void(const QStringList& written, const QString& error)>;
/// Writes an executable in the form that the file's suffix selects (saveFormOfPath): `.so` as a copy of its original
/// library, forms with a side file together with their .npz.
void saveExecutableAs(std::shared_ptr<const Executable> executable, std::shared_ptr<const LoadedFile> origin,
                      const QString& path, SaveDone done);

}  // namespace relaxscope
