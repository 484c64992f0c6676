// SPDX-License-Identifier: GPL-3.0-or-later
// A card: a framed panel with an icon and a title in its header.
#pragma once

class QString;
class QVBoxLayout;
class QWidget;

namespace relaxscope {

/// Gives `card` its frame and header and returns the layout for the content below. `extra` is placed at the header's
/// right edge.
QVBoxLayout* layOutCard(QWidget* card, const QString& icon, const QString& title, QWidget* extra = nullptr);

}  // namespace relaxscope
