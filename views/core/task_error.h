// SPDX-License-Identifier: GPL-3.0-or-later
// Why work on the thread pool failed, and the sink of errors that no caller handles.
#pragma once

#include <QObject>
#include <QString>

#include <cstdint>

namespace relaxscope {

struct TaskError {
  enum class Kind : uint8_t { OutOfMemory, Exception };
  Kind kind = Kind::Exception;
  QString detail;  ///< what() of the exception; may be empty
  /// One sentence in the interface's language.
  [[nodiscard]] QString text() const;
};

/// The error of the exception that is being handled; for use in a catch block.
TaskError currentTaskError();

/// Errors of tasks for the application to show. Lives on the GUI thread.
class TaskErrors : public QObject {
  Q_OBJECT
 public:
  static TaskErrors* instance();
  void report(const TaskError& error) { Q_EMIT reported(error); }

 signals:
  void reported(const relaxscope::TaskError& error);

 private:
  TaskErrors() = default;
};

}  // namespace relaxscope
