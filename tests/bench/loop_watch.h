// SPDX-License-Identifier: Apache-2.0
// An application that measures its event loop: the longest time that one event blocked it, and which event it was. A
// window handles a key only after the event before it has been processed.
#pragma once

#include <QApplication>
#include <QEvent>
#include <QMetaEnum>
#include <QWidget>

#include <chrono>

namespace relaxscope::bench {

using Clock = std::chrono::steady_clock;
inline double milliseconds(Clock::duration d) { return std::chrono::duration<double, std::milli>(d).count(); }

class LoopWatch : public QApplication {
 public:
  using QApplication::QApplication;

  /// Resets the measurements and starts waiting for the first paint inside `painted`, which may be null.
  void begin(const QWidget* painted) {
    start_ = Clock::now();
    longest_ = 0;
    longestWhat_.clear();
    painted_ = painted;
    firstPaint_ = -1;
  }
  /// Sets the widget to wait for if it does not exist yet when begin() is called.
  void setPainted(const QWidget* painted) { painted_ = painted; }
  [[nodiscard]] double sinceBegin() const { return milliseconds(Clock::now() - start_); }
  /// Milliseconds from begin() to the first paint, or -1.
  [[nodiscard]] double firstPaint() const { return firstPaint_; }
  [[nodiscard]] double longest() const { return longest_; }
  [[nodiscard]] QString longestWhat() const { return longestWhat_; }
  /// Records a call outside the event loop, which blocks it as an event does.
  void count(double ms, const QString& what) {
    if (ms <= longest_) return;
    longest_ = ms;
    longestWhat_ = what;
  }

  bool notify(QObject* receiver, QEvent* event) override {
    const QEvent::Type type = event->type();
    const bool paint = type == QEvent::Paint && painted_ != nullptr && firstPaint_ < 0 && receiver->isWidgetType() &&
                       (receiver == painted_ || painted_->isAncestorOf(static_cast<QWidget*>(receiver)));
    // The event may delete the receiver.
    const char* name = receiver->metaObject()->className();
    ++depth_;
    const Clock::time_point from = Clock::now();
    const bool handled = QApplication::notify(receiver, event);
    const double took = milliseconds(Clock::now() - from);
    --depth_;
    if (paint) firstPaint_ = sinceBegin();
    if (depth_ == 0 && took > longest_) {
      const char* kind = QMetaEnum::fromType<QEvent::Type>().valueToKey(type);
      count(took, QStringLiteral("%1 of %2").arg(QLatin1String(kind != nullptr ? kind : "event"), QLatin1String(name)));
    }
    return handled;
  }

 private:
  Clock::time_point start_ = Clock::now();
  double longest_ = 0, firstPaint_ = -1;
  QString longestWhat_;
  const QWidget* painted_ = nullptr;
  int depth_ = 0;
};

}  // namespace relaxscope::bench
