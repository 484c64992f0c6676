// SPDX-License-Identifier: GPL-3.0-or-later
// The program's main function: command line, language, theme, window, screenshots.
#pragma once

namespace relaxscope {

int windowMain(int argc, char** argv);

}  // namespace relaxscope
