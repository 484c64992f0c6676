// SPDX-License-Identifier: GPL-3.0-or-later
// The command line of the window, parsed without Qt's GUI so that usage errors are reported without a display.
#pragma once

#include <QSize>
#include <QString>
#include <QStringList>

#include <optional>

#include "app/window/run/run_spec.h"
#include "views/core/view_id.h"

namespace relaxscope {

struct WindowOptions {
  QStringList files;
  QStringList compared;  ///< --diff: old and new; empty: none
  bool run = false;
  RunSpec spec;
  std::vector<std::string> inputs;       ///< --input specs
  std::vector<std::string> inputsFiles;  ///< --inputs: absolute paths
  QString args, script;                  ///< --args, --script
  QString constants;                     ///< --consts, for the first file
  QString screenshot, theme, language;
  ViewId view = ViewId::None;  ///< --view
  bool startPage = false;      ///< --view empty
  QString layout;              ///< --layout; empty: the one of the settings
  QSize size;
  std::optional<double> scale;
  bool printFirstPaint = false;  ///< hidden option of the startup benchmark
};

/// Fills `options`, or returns the exit code if the program is to exit now (help, version, usage error).
std::optional<int> parseWindowOptions(int argc, char** argv, WindowOptions& options);
}  // namespace relaxscope
