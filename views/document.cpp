// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/document.h"

#include <QFileInfo>

namespace relaxscope {

Document::Document(QObject* parent) : QObject(parent) {}

void Document::setData(DocumentData data) {
  data_ = std::move(data);
  selection_.reset();
  emit dataChanged();
}

void Document::setTrace(std::shared_ptr<const Trace> trace) {
  trace_ = std::move(trace);
  emit traceChanged();
}

void Document::setStatistics(std::shared_ptr<const TraceStatistics> byCallee, std::shared_ptr<const TraceStatistics> bySite) {
  byCallee_ = std::move(byCallee);
  bySite_ = std::move(bySite);
  emit statisticsChanged();
}

void Document::setRunState(RunState state) {
  if (state == runState_) return;
  runState_ = state;
  emit runStateChanged();
}

void Document::setRunFailure(const QString& text, const Place& place) {
  runFailure_ = text;
  runFailurePlace_ = place;
  emit runFailureChanged();
}

QString Document::title() const { return data_.path.isEmpty() ? QString() : QFileInfo(data_.path).fileName(); }

QString Document::functionName(FuncIndex function) const {
  const Function* row = executable() != nullptr ? executable()->function(function) : nullptr;
  return row != nullptr ? QString::fromStdString(row->name) : QString();
}

}  // namespace relaxscope
