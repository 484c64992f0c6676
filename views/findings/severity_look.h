// SPDX-License-Identifier: GPL-3.0-or-later
// Icon and colours of a severity.
#pragma once

#include "views/theme/theme.h"
#include "vmcore/base/diagnostics.h"

namespace relaxscope {

struct SeverityLook {
  Token ink = Token::Accent, back = Token::AccentBack;
  const char* icon = "info";
};

inline SeverityLook lookOf(Severity severity) {
  switch (severity) {
    case Severity::Error: return {Token::Error, Token::ErrorBack, "error"};
    case Severity::Warning: return {Token::Warning, Token::WarningBack, "diagnostics"};
    case Severity::Info: break;
  }
  return {};
}

}  // namespace relaxscope
