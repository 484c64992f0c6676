// SPDX-License-Identifier: GPL-3.0-or-later
// Findings as text for other programs.
#pragma once

#include <QString>

#include "views/findings/bar.h"

namespace relaxscope {

/// All findings of a list: text in the interface's language, JSON and SARIF as rscope writes them. `path` and
/// `executableOffset`: of the file.
QString findingsText(const FindingList& list, FindingsBar::Format format, const QString& path,
                     uint64_t executableOffset);
/// One finding with its parts, a line each.
QString findingText(const FindingList& list, uint32_t finding);

}  // namespace relaxscope
