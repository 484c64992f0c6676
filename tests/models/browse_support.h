// SPDX-License-Identifier: Apache-2.0
// What the tests of the browsing views share: documents out of programs and files, made-up times, waiting.
#pragma once

#include <memory>
#include <string>

#include "views/core/document.h"
#include "views/core/view.h"

namespace relaxscope::testing {

/// Document data of an executable that was built in memory.
DocumentData documentOf(Executable executable);
/// Of a file; aborts the test program with the reader's message when it cannot be read.
DocumentData documentOfFile(const std::string& path);
/// Figures as a run would give them, made from the pc alone: the same on every machine.
void addTimes(Document& document, uint64_t runs = 10);
/// Handles events until the view has nothing under way; false after ten seconds.
bool settle(View& view);

}  // namespace relaxscope::testing
