// SPDX-License-Identifier: Apache-2.0
// The view on the fused pair, compared by hand.
#pragma once

#include <gtest/gtest.h>

#include <QThread>
#include <QThreadPool>

#include <atomic>

#include "tests/models/browse_support.h"
#include "tests/models/diff_support.h"
#include "views/diff/diff_view.h"

namespace relaxscope::testing {

class DiffViews : public ::testing::Test {
 protected:
  void SetUp() override {
    Comparison::Engine engine = [this](const DiffSide&, const DiffSide&, const DiffOptions& options,
                                       const std::stop_token& stop) -> Result<ExecutableDiff> {
      while (waits_ && !stop.stop_requested()) QThread::yieldCurrentThread();
      if (!stop.stop_requested()) options_ = options;
      return made_;
    };
    comparison_ = std::make_unique<Comparison>(nullptr, engine);
    view_ = std::make_unique<DiffView>(comparison_.get(), nullptr);
    view_->resize(1300, 800);
    view_->show();
  }
  void TearDown() override {
    waits_ = false;
    view_.reset();
    comparison_.reset();
    QThreadPool::globalInstance()->waitForDone();
  }
  void compare() {
    DocumentData old = documentOf(pair_.old), now = documentOf(pair_.now);
    old.path = QStringLiteral("/x/base/model.so");
    now.path = QStringLiteral("/x/fused/model.so");
    ASSERT_TRUE(compareAndWait(*comparison_, std::move(old), std::move(now)));
    ASSERT_TRUE(settle(*view_));
  }
  QString painted() { return paintedText(*view_); }
  template <class T>
  T* child(const char* name) {
    return view_->findChild<T*>(QLatin1String(name));
  }
  FusedPair pair_;
  ExecutableDiff made_ = pair_.diff;
  DiffOptions options_;
  std::atomic<bool> waits_ = false;  ///< the engine does
  std::unique_ptr<Comparison> comparison_;
  std::unique_ptr<DiffView> view_;
};

}  // namespace relaxscope::testing
