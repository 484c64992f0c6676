// SPDX-License-Identifier: GPL-3.0-or-later
// Work on the thread pool of which only the newest answer counts. What was asked before is told to stop,
// and its answer is dropped even when it was ready: a view never shows what it asked of another file.
#pragma once

#include <QCoreApplication>
#include <QMetaObject>
#include <QThreadPool>

#include <memory>
#include <stop_token>
#include <type_traits>
#include <utility>

namespace relaxscope {

/// Belongs to the GUI thread; going away cancels.
class LatestTask {
 public:
  LatestTask() = default;
  LatestTask(const LatestTask&) = delete;
  LatestTask& operator=(const LatestTask&) = delete;
  ~LatestTask() { cancel(); }

  /// Runs `work(std::stop_token)` on the pool and `done(answer)` on the GUI thread, unless cancelled or
  /// replaced by then. Both are copied; `work` holds by value all that it reads.
  template <class Work, class Done>
  void start(Work work, Done done) {
    cancel();
    run_ = std::make_shared<Run>();
    QThreadPool::globalInstance()->start([run = run_, work = std::move(work), done = std::move(done)] {
      auto answer = std::make_shared<std::invoke_result_t<const Work&, std::stop_token>>(work(run->stop.get_token()));
      QMetaObject::invokeMethod(qApp, [run, answer, done] {
        if (run->stop.stop_requested()) return;
        run->pending = false;
        done(std::move(*answer));
      }, Qt::QueuedConnection);
    });
  }
  void cancel() {
    if (run_) run_->stop.request_stop();
    run_.reset();
  }
  [[nodiscard]] bool isPending() const { return run_ && run_->pending; }

 private:
  struct Run {
    std::stop_source stop;
    bool pending = true;   ///< the GUI thread's
  };
  std::shared_ptr<Run> run_;
};

}  // namespace relaxscope
