// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/shell/theme_setting.h"

#include <QGuiApplication>
#include <QPalette>

#include "views/theme/theme.h"

namespace relaxscope {

void applyTheme(const QString& mode) {
  Theme::Mode wanted = mode == QLatin1String("dark") ? Theme::Mode::Dark : Theme::Mode::Light;
  if (mode == QLatin1String("system")) {
    // Qt 6.4 has no API for the system's colour scheme; it is derived from the platform's palette.
    static const bool systemDark = QGuiApplication::palette().color(QPalette::Window).lightness() < 128;
    wanted = systemDark ? Theme::Mode::Dark : Theme::Mode::Light;
  }
  Theme::instance()->setMode(wanted);
}

}  // namespace relaxscope
