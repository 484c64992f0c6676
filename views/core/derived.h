// SPDX-License-Identifier: GPL-3.0-or-later
// What is derived of a document's executable, computed once for all its views and kept until the executable changes:
// Document::derived<Key>(). A key is a struct that says what is derived and of which part:
//   using Value = ...;
//   bool operator==(const Key&) const;
//   [[nodiscard]] bool isShort(const DerivedSource&) const;  // takes a millisecond or two: no task is worth it
//   [[nodiscard]] std::optional<Value> make(const DerivedSource&, const std::stop_token&) const;  // empty if stopped
//   static constexpr bool kIsExtra = true;  // optional: no view needs it to show the file; large ones open first
#pragma once

#include <QObject>
#include <QTimer>

#include <algorithm>
#include <chrono>
#include <deque>
#include <memory>
#include <optional>
#include <typeindex>
#include <utility>

#include "views/core/discard.h"
#include "views/core/document.h"
#include "views/core/latest_task.h"

namespace relaxscope {

/// What values are made of; owns all that it names.
struct DerivedSource {
  std::shared_ptr<const Executable> executable;
  std::shared_ptr<const FunctionFacts> facts;
  std::shared_ptr<const LoadedFile> file;  ///< null for a lone .rsprof
};

/// Whether linear work on a function takes a millisecond or two: its bytecode has at most 2,000 instructions.
[[nodiscard]] bool isShortFunction(const DerivedSource& source, FuncIndex function);

/// Whether the executable is so large that work on it delays what is shown first: more than 50,000 instructions.
[[nodiscard]] bool isLarge(const DerivedSource& source);

/// The values of one type of key; for the GUI thread only.
class DerivedValues : public QObject {
  Q_OBJECT
 public:
  /// Whether a value is being computed.
  [[nodiscard]] virtual bool isPending() const = 0;
  /// Values of another executable: nothing is kept, and work in progress is stopped.
  virtual void renew(DerivedSource source) = 0;

 signals:
  void made();  ///< a value that find() did not have

 protected:
  using QObject::QObject;
};

template <class Key>
class Derived final : public DerivedValues {
 public:
  using Value = std::shared_ptr<const typename Key::Value>;

  explicit Derived(QObject* parent) : DerivedValues(parent) {}

  /// The value; null without an executable, while it is being computed - made() follows - and if that failed.
  [[nodiscard]] Value find(const Key& key) {
    const auto kept = std::find_if(kept_.begin(), kept_.end(), [&](const Entry& entry) { return entry.key == key; });
    if (kept != kept_.end()) return kept->value;
    if (!source_.executable) return nullptr;
    if (key.isShort(source_)) {
      keep(key, key.make(source_, {}));
      return kept_.front().value;
    }
    if (std::find(wanted_.begin(), wanted_.end(), key) == wanted_.end()) {
      wanted_.push_back(key);
      if (wanted_.size() > kMaxWanted) wanted_.erase(wanted_.begin() + 1);  // the oldest request not started
      if (wanted_.size() == 1) begin();
    }
    return nullptr;
  }
  [[nodiscard]] bool isPending() const override { return !wanted_.empty(); }
  void renew(DerivedSource source) override {
    task_.cancel();
    ++sources_;
    wanted_.clear();
    for (Entry& entry : kept_) discard(std::move(entry.value));
    kept_.clear();
    source_ = std::move(source);
  }

 private:
  static constexpr size_t kMaxKept = 8, kMaxWanted = 4;
  struct Entry {
    Key key;
    Value value;  ///< null: it could not be computed
  };

  void keep(const Key& key, std::optional<typename Key::Value> value) {
    kept_.push_front({key, value ? std::make_shared<const typename Key::Value>(std::move(*value)) : nullptr});
    if (kept_.size() <= kMaxKept) return;
    discard(std::move(kept_.back().value));
    kept_.pop_back();
  }
  void begin() {
    if constexpr (requires { Key::kIsExtra; }) {
      constexpr std::chrono::milliseconds kUntilShown{500};
      if (isLarge(source_)) {
        QTimer::singleShot(kUntilShown, this, [this, of = sources_] {
          if (of == sources_) start();
        });
        return;
      }
    }
    start();
  }
  void start() {
    task_.start(
        [source = source_, key = wanted_.front()](const std::stop_token& stop) { return key.make(source, stop); },
        [this](std::optional<typename Key::Value> value) { finish(std::move(value)); },
        [this](const TaskError& error) {
          TaskErrors::instance()->report(error);
          finish(std::nullopt);
        });
  }
  void finish(std::optional<typename Key::Value> value) {
    keep(wanted_.front(), std::move(value));
    wanted_.pop_front();
    if (!wanted_.empty()) start();
    Q_EMIT made();
  }

  DerivedSource source_;
  uint64_t sources_ = 0;    ///< that there have been
  std::deque<Entry> kept_;  ///< most recently computed first
  std::deque<Key> wanted_;  ///< the first is being computed
  LatestTask task_;
};

template <class Key>
Derived<Key>* Document::derived() {
  if (first_ != nullptr) return first_->derived<Key>();
  DerivedValues*& values = derivedValues(typeid(Key));
  if (values == nullptr) {
    values = new Derived<Key>(this);
    values->renew({data_.executable, facts_, data_.file});
  }
  return static_cast<Derived<Key>*>(values);
}

}  // namespace relaxscope
