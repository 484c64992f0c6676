// SPDX-License-Identifier: Apache-2.0
// main() of tests that need widgets: offscreen, with the theme installed.
#include <QApplication>

#include <gtest/gtest.h>

#include "views/theme/theme.h"

int main(int argc, char** argv) {
  qputenv("QT_QPA_PLATFORM", "offscreen");
  ::testing::InitGoogleTest(&argc, argv);
  QApplication app(argc, argv);
  relaxscope::Theme::instance()->install(&app, relaxscope::Theme::Mode::Light);
  return RUN_ALL_TESTS();
}
