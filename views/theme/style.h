// SPDX-License-Identifier: GPL-3.0-or-later
// How controls look: a proxy over Fusion for what style sheets cannot say, and the style sheet made of tokens.
#pragma once

#include <QString>

class QStyle;

namespace relaxscope {

class Theme;

QStyle* makeStyle();
/// Properties that widgets set to pick a variant: `primary` (the one main button of a surface), `toolButton`
/// ("flat", "framed"), `role` ("second", "third", "title", "card", "link", "error") of labels, `frame`
/// ("card", "panel", "strip") of frames.
QString styleSheet(const Theme& theme);

}  // namespace relaxscope
