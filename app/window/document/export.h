// SPDX-License-Identifier: GPL-3.0-or-later
// Writing files for people: exporters of the tables, profiles, pictures of a view. Text is written on the
// pool, beside the target, and renamed over it.
#pragma once

#include <QString>

#include <functional>
#include <memory>

#include "views/core/view.h"
#include "vmcore/export/exporter.h"

namespace relaxscope {

/// Called on the GUI thread with an error text, or empty.
using ExportDone = std::function<void(const QString& error)>;

void exportExecutableFile(std::shared_ptr<const Executable> executable, const ExecutableExporter& exporter,
                          const QString& path, ExportDone done);
void exportTraceFile(std::shared_ptr<const Trace> trace, std::shared_ptr<const Executable> executable,
                     const TraceExporter& exporter, const QString& path, ExportDone done);
void saveProfile(std::shared_ptr<const Trace> trace, std::shared_ptr<const Executable> executable, const QString& path,
                 ExportDone done);
/// A tensor constant as .npy; dtypes NumPy lacks are stored as unsigned integers of their size.
void saveConstant(std::shared_ptr<const Executable> executable, ConstIndex index, const QString& path, ExportDone done);
/// SVG or PNG by the file's suffix; empty on success.
QString exportViewPicture(View* view, const QString& path);

}  // namespace relaxscope
