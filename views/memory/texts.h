// SPDX-License-Identifier: GPL-3.0-or-later
// Texts of the memory view.
#pragma once

#include <QCoreApplication>
#include <QString>
#include <QStringList>

#include <string>

#include "views/memory/plan_of.h"

namespace relaxscope {

/// "n * 192 + 2304" as "192·n + 2,304".
QString formulaText(const std::string& formula);
/// "393,216 B"; the second form is short: "384 KiB".
QStringList bytesForms(uint64_t bytes);
QString bytesExactly(uint64_t bytes);
/// Why the figures are a bound, in one sentence; empty if they are exact.
QString inexactSentence(const MemoryPlan& plan);
/// The plan as lines of comma-separated values, one per tensor or empty storage, with a header.
QString planAsCsv(const MemoryPicture& picture);

}  // namespace relaxscope
