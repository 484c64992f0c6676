// SPDX-License-Identifier: GPL-3.0-or-later
// Pages of resources/docs in the theme's fonts and colours.
#pragma once

#include <array>

class QString;
class QTextBrowser;

namespace relaxscope {

/// Font sizes and margins at scale 1.
struct MarkdownLook {
  int body = 13, code = 12;
  std::array<int, 3> headings{22, 17, 14};
  int margin = 20;
  bool tight = false;  ///< little space above and below paragraphs, for panes
};

/// Replaces the browser's text.
void showMarkdown(QTextBrowser* browser, const QString& source, const MarkdownLook& look = {});

}  // namespace relaxscope
