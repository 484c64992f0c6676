// SPDX-License-Identifier: Apache-2.0
// Shared helpers of browsing view tests: documents from programs and files, synthetic times, waiting, painted text.
#pragma once

#include <memory>
#include <string>

#include "views/core/document.h"
#include "views/core/view.h"

namespace relaxscope::testing {

/// The path of a file of tests/data.
inline std::string testData(const char* name) { return std::string(RELAXSCOPE_TEST_DATA "/") + name; }
/// Document data of an executable built in memory.
DocumentData documentOf(Executable executable);
/// Document data of a file; aborts the test program with the reader's message if it cannot be read.
DocumentData documentOfFile(const std::string& path);
/// The same with the decoded fields of the file's bytes.
DocumentData documentWithBytes(const std::string& path);
/// Figures like those of a run, computed from the pc alone: the same on every machine.
void addTimes(Document& document, uint64_t measured = 10);
/// Processes events until the view is idle; returns false after ten seconds.
bool settle(View& view);
/// The text that a widget and its children paint, with one space between pieces and words.
QString paintedText(QWidget& widget);

}  // namespace relaxscope::testing
