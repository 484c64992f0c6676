// SPDX-License-Identifier: GPL-3.0-or-later
// Writes files that the user saves: exports of tables, profiles, constants, pictures of a view. Files are written on
// the thread pool, pictures on the GUI thread, under a temporary name that is then renamed to the target.
#pragma once

#include <QString>

#include <functional>
#include <memory>

#include "views/core/comparison.h"
#include "views/core/view.h"
#include "vmcore/export/diff/exporter.h"
#include "vmcore/export/exporter.h"
#include "vmcore/export/times/exporter.h"

namespace relaxscope {

/// Called on the GUI thread with an error text; empty on success.
using ExportDone = std::function<void(const QString& error)>;

void exportExecutableFile(std::shared_ptr<const Executable> executable, const ExecutableExporter& exporter,
                          const QString& path, ExportDone done);
void exportTraceFile(std::shared_ptr<const Trace> trace, std::shared_ptr<const Executable> executable,
                     const TraceExporter& exporter, const QString& path, ExportDone done);
/// What a comparison found, in a form of diffExporters().
void exportDiffFile(const Comparison& comparison, const DiffExporter& exporter, const QString& path, ExportDone done);
/// The times of a comparison, in a form of timesExporters().
void exportTimesFile(const Comparison& comparison, const TimesExporter& exporter, Grouping grouping,
                     const QString& path, ExportDone done);
void saveProfile(std::shared_ptr<const Trace> trace, std::shared_ptr<const Executable> executable, const QString& path,
                 ExportDone done);
/// Saves a tensor constant as .npy; dtypes that NumPy lacks are stored as unsigned integers of the same size.
void saveConstant(std::shared_ptr<const Executable> executable, ConstIndex index, const QString& path, ExportDone done);
/// Writes SVG or PNG depending on the file's suffix; returns an error text, empty on success.
QString exportViewPicture(View* view, const QString& path);

}  // namespace relaxscope
