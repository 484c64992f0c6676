// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/core/task_error.h"

namespace relaxscope {

QString TaskError::text() const {
  if (kind == Kind::OutOfMemory) return TaskErrors::tr("not enough memory");
  return detail.isEmpty() ? TaskErrors::tr("unknown error") : detail;
}

TaskErrors* TaskErrors::instance() {
  static TaskErrors errors;
  return &errors;
}

}  // namespace relaxscope
