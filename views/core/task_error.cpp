// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/core/task_error.h"

#include <exception>
#include <new>

namespace relaxscope {

TaskError currentTaskError() {
  try {
    throw;
  } catch (const std::bad_alloc&) { return {TaskError::Kind::OutOfMemory, {}}; } catch (const std::exception& thrown) {
    return {TaskError::Kind::Exception, QString::fromUtf8(thrown.what())};
  } catch (...) { return {}; }
}

QString TaskError::text() const {
  if (kind == Kind::OutOfMemory) return TaskErrors::tr("not enough memory");
  return detail.isEmpty() ? TaskErrors::tr("unknown error") : detail;
}

TaskErrors* TaskErrors::instance() {
  static TaskErrors errors;
  return &errors;
}

}  // namespace relaxscope
