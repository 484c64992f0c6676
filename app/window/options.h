// SPDX-License-Identifier: GPL-3.0-or-later
// The command line of the window, parsed without Qt's GUI so that mistakes are told without a display.
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
  bool run = false;
  RunSpec spec;
  std::vector<std::string> inputs;  ///< --input specs
  QString inputsFile;               ///< --inputs
  QString constants;                ///< --consts, of the first file
  QString screenshot, theme, language;
  ViewId view = ViewId::None;  ///< --view
  bool startPage = false;      ///< --view empty
  QSize size;
  std::optional<double> scale;
  bool printFirstPaint = false;  ///< hidden: for the start benchmark
};

/// Fills the options, or gives the exit code of a program that ends now (help, version, bad usage).
std::optional<int> parseWindowOptions(int argc, char** argv, WindowOptions& options);
/// Arguments of `--input` and `--inputs`, merged by name and position; an error sentence or empty.
QString applyInputs(WindowOptions& options, const Executable& executable);

}  // namespace relaxscope
