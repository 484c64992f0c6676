// SPDX-License-Identifier: GPL-3.0-or-later
// Work on the thread pool of which only the newest result is used. Earlier work is asked to stop, and its result
// is dropped even if ready, so that a view never shows a result of another file.
#pragma once

#include <QCoreApplication>
#include <QMetaObject>
#include <QThreadPool>

#include <chrono>
#include <memory>
#include <stop_token>
#include <type_traits>
#include <utility>

#include "views/core/task_error.h"
#include "vmcore/base/free_memory.h"

namespace relaxscope {

/// For the GUI thread only; the destructor cancels.
class LatestTask {
 public:
  LatestTask() = default;
  LatestTask(const LatestTask&) = delete;
  LatestTask& operator=(const LatestTask&) = delete;
  ~LatestTask() { cancel(); }

  /// Runs `work(std::stop_token)` on the pool and `done(answer)` on the GUI thread, unless cancelled or
  /// replaced by then. If `work` throws, mostly for lack of memory, `failed(TaskError)` is called instead.
  /// All are copied; `work` must own all that it reads.
  template <class Work, class Done, class Failed>
  void start(Work work, Done done, Failed failed) {
    cancel();
    run_ = std::make_shared<Run>();
    const auto onPool = [run = run_, work = std::move(work), done = std::move(done), failed = std::move(failed)] {
      using Answer = std::invoke_result_t<const Work&, std::stop_token>;
      std::shared_ptr<Answer> answer;
      TaskError error;
      const auto start = std::chrono::steady_clock::now();
      try {
        answer = std::make_shared<Answer>(work(run->stop.get_token()));
      } catch (...) { error = currentTaskError(); }  // no exception may leave the pool's thread
      const auto onGui = [run, answer, error, done, failed] {
        if (run->stop.stop_requested()) return;
        run->pending = false;
        if (answer) done(std::move(*answer));
        else failed(error);
      };
      QMetaObject::invokeMethod(qApp, onGui, Qt::QueuedConnection);
      if (std::chrono::steady_clock::now() - start > kLongWork) releaseFreeMemory();
    };
    QThreadPool::globalInstance()->start(onPool);
  }
  /// The same for work whose failure leaves the view unchanged: the application shows the error.
  template <class Work, class Done>
  void start(Work work, Done done) {
    start(std::move(work), std::move(done), [](const TaskError& error) { TaskErrors::instance()->report(error); });
  }
  void cancel() {
    if (run_) run_->stop.request_stop();
    run_.reset();
  }
  [[nodiscard]] bool isPending() const { return run_ && run_->pending; }

 private:
  struct Run {
    std::stop_source stop;
    bool pending = true;  ///< used on the GUI thread only
  };
  static constexpr std::chrono::milliseconds kLongWork{200};  ///< may have freed enough to give back
  std::shared_ptr<Run> run_;
};

}  // namespace relaxscope
