// SPDX-License-Identifier: Apache-2.0
// Names and texts of the driver's statuses.
#pragma once

namespace relaxscope::emulated {

struct ErrorRow {
  int status = 0;
  const char *name = nullptr, *text = nullptr;
};
/// Null for statuses that the driver does not know.
const ErrorRow* errorRow(int status);

}  // namespace relaxscope::emulated
