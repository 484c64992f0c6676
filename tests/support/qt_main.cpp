// SPDX-License-Identifier: Apache-2.0
// main() of tests with widgets: starts Qt offscreen with separate settings and data, then GoogleTest.
#include <gtest/gtest.h>

#include <QApplication>
#include <QFile>
#include <QSettings>
#include <QTemporaryDir>

#include "tests/support/test_files.h"
#include "views/theme/theme.h"
#include "views/widgets/label.h"

int main(int argc, char** argv) {
  relaxscope::testing::initGoogleTest(&argc, argv);
  if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
  QTemporaryDir settings;
  qputenv("XDG_DATA_HOME", QFile::encodeName(settings.filePath(QStringLiteral("data"))));  // also of programs it starts
  QApplication app(argc, argv);
  QCoreApplication::setOrganizationName(QStringLiteral("RelaxScopeTest"));
  QCoreApplication::setApplicationName(QStringLiteral("RelaxScopeTest"));
  QSettings::setDefaultFormat(QSettings::IniFormat);
  QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, settings.path());
  relaxscope::keepTextPlain(&app);
  relaxscope::Theme::instance()->install(&app, relaxscope::Theme::Mode::Light);
  return RUN_ALL_TESTS();
}
