// SPDX-License-Identifier: GPL-3.0-or-later
// Icons: single-colour SVG files drawn in a theme colour at paint time, so that icons need not be recreated after
// a change of theme.
#pragma once

#include <QIcon>

#include "views/theme/theme.h"

namespace relaxscope {

/// An icon of resources/icons in the colour of a token; disabled and checked states use other colours.
QIcon makeThemeIcon(const QString& name, Token token);

}  // namespace relaxscope
