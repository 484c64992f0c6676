// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/code/code_widths.h"

#include <algorithm>

#include "views/theme/theme.h"

namespace relaxscope {

CodeWidths::CodeWidths(int size)
    : metrics_(Theme::instance()->mono(size)), cell_(metrics_.horizontalAdvance(QStringLiteral("0000000000")) / 10) {}

double CodeWidths::of(const QString& text) const {
  const bool plain = std::all_of(text.begin(), text.end(),
                                 [](QChar c) { return (c >= u' ' && c <= u'~') || c == u'\u2026' || c == u'\u2192'; });
  return plain ? cell_ * static_cast<double>(text.size()) : metrics_.horizontalAdvance(text);
}

}  // namespace relaxscope
