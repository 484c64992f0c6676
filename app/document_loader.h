// SPDX-License-Identifier: GPL-3.0-or-later
// Opens a file on the pool: read, decode, summarise, verify. One load at a time; a newer one drops the
// older one's result. Results arrive on the GUI thread.
#pragma once

#include <QObject>
#include <QString>

#include <memory>
#include <stop_token>

#include "views/document.h"

namespace relaxscope {

struct LoadedDocument {
  DocumentData data;
  std::shared_ptr<const Trace> trace;  ///< of an .rsprof
};

class DocumentLoader : public QObject {
  Q_OBJECT
 public:
  explicit DocumentLoader(QObject* parent = nullptr) : QObject(parent) {}
  ~DocumentLoader() override { stop_.request_stop(); }

  void load(const QString& path);
  void cancel();
  [[nodiscard]] bool isBusy() const { return busy_; }

 signals:
  void loaded(const LoadedDocument& document);
  /// `text` says what and where (a byte offset).
  void failed(const QString& text);
  void cancelled();

 private:
  std::stop_source stop_;
  int serial_ = 0;
  bool busy_ = false;
};

}  // namespace relaxscope
