// SPDX-License-Identifier: GPL-3.0-or-later
// Appearance of controls: a proxy style over Fusion for what style sheets cannot express, and the style sheet built
// from tokens.
#pragma once

#include <QString>

class QStyle;

namespace relaxscope {

class Theme;

QStyle* makeStyle();
/// Properties that widgets set to select a variant: `primary` (the main button of a surface), `toolButton`
/// ("flat", "framed"), `role` ("second", "third", "title", "card", "link", "error") of labels, `frame`
/// ("card", "panel", "strip") of frames.
QString styleSheet(const Theme& theme);

}  // namespace relaxscope
