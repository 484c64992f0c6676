// SPDX-License-Identifier: GPL-3.0-or-later
// Icons: SVG files of one colour, drawn in a theme colour at paint time, so that a change of theme
// needs no new icons.
#pragma once

#include <QIcon>

#include "views/theme/theme.h"

namespace relaxscope {

/// An icon of resources/icons in the colour of a token; disabled and checked ones have colours of their own.
QIcon makeThemeIcon(const QString& name, Token token);

}  // namespace relaxscope
