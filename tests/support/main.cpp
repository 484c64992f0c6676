// SPDX-License-Identifier: Apache-2.0
// main() of test programs without widgets.
#include <gtest/gtest.h>

#include "tests/support/test_files.h"

int main(int argc, char** argv) {
  relaxscope::testing::initGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
