// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/run/program_beside.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QStandardPaths>

namespace relaxscope {

QString programBeside(const QString& name) {
  const QString dir = QCoreApplication::applicationDirPath();
  for (const QString& candidate : {dir + QLatin1Char('/') + name, dir + QStringLiteral("/../bin/") + name})
    if (QFileInfo(candidate).isExecutable()) return QFileInfo(candidate).absoluteFilePath();
  return QStandardPaths::findExecutable(name);
}

}  // namespace relaxscope
