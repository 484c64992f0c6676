// SPDX-License-Identifier: Apache-2.0
// All of Qt's widgets for precompiling, without the `emit` keyword, which is also a function of ExecutableBuilder.
#pragma once

#include <QtWidgets>
#undef emit
