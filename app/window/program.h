// SPDX-License-Identifier: GPL-3.0-or-later
// The program around the window: command line, languages, theme, screenshots.
#pragma once

namespace relaxscope {

int windowMain(int argc, char** argv);

}  // namespace relaxscope
