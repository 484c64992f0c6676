// SPDX-License-Identifier: GPL-3.0-or-later
// relaxscope: the desktop application (cli.md, "Desktop application").
#include "app/window/program.h"

int main(int argc, char** argv) { return relaxscope::windowMain(argc, argv); }
