// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/core/document.h"

#include <QDir>
#include <QFileInfo>

#include "views/core/derived.h"
#include "vmcore/base/text/text.h"

namespace relaxscope {

Document::Document(QObject* parent) : QObject(parent) {}

Document::Document(Document* first, QObject* parent) : QObject(parent), first_(first) {}

void Document::setData(DocumentData data) {
  data_ = std::move(data);
  if (first_ != nullptr) facts_ = first_->facts();
  else facts_ = data_.executable ? std::make_shared<const FunctionFacts>(data_.executable) : nullptr;
  for (const auto& [key, values] : derived_) values->renew({data_.executable, facts_, data_.file});
  selection_.reset();
  if (first_ == nullptr) notes_.setExecutable(data_.executable);
  emit dataChanged();
}

void Document::setTrace(std::shared_ptr<const Trace> trace) {
  trace_ = std::move(trace);
  emit traceChanged();
}

void Document::setStatistics(std::shared_ptr<const TraceStatistics> byCallee,
                             std::shared_ptr<const TraceStatistics> bySite, FiguresOf of) {
  figuresOf_ = of;
  byCallee_ = std::move(byCallee);
  bySite_ = std::move(bySite);
  statisticsError_.clear();
  emit statisticsChanged();
}

void Document::setStatisticsError(const QString& text) {
  byCallee_ = bySite_ = nullptr;
  statisticsError_ = text;
  emit statisticsChanged();
}

void Document::setRunState(RunState state) {
  if (state == runState_) return;
  runState_ = state;
  emit runStateChanged();
}

void Document::setWhyNotRunnable(const QString& sentence, bool needsLibrary) {
  if (sentence == whyNotRunnable_ && needsLibrary == needsLibrary_) return;
  whyNotRunnable_ = sentence;
  needsLibrary_ = needsLibrary;
  emit runStateChanged();
}

void Document::setRunsEmulated(bool emulated) {
  if (std::exchange(runsEmulated_, emulated) != emulated) emit runStateChanged();
}

void Document::setRunFailure(const QString& text, const Place& place) {
  runFailure_ = text;
  runFailurePlace_ = place;
  emit runFailureChanged();
}

DerivedValues*& Document::derivedValues(std::type_index key) { return derived_[key]; }

QString Document::title() const { return data_.path.isEmpty() ? QString() : titleOf(data_.path); }

QString Document::titleOf(const QString& path) {
  const QFileInfo info(path);
  static const QStringList plain = {QStringLiteral("model.so"), QStringLiteral("exec.bin"), QStringLiteral("lib.so"),
                                    QStringLiteral("model.ro")};
  const QString folder = info.absoluteDir().dirName();
  const QString name = plain.contains(info.fileName()) && !folder.isEmpty()
                           ? folder + QLatin1Char('/') + info.fileName()
                           : info.fileName();
  return QString::fromStdString(printable(name.toStdString()));
}

QString Document::functionName(FuncIndex function) const {
  const Function* row = executable() != nullptr ? executable()->function(function) : nullptr;
  return row != nullptr ? QString::fromStdString(row->name) : QString();
}

QString Document::shownName(FuncIndex function) const {
  const Notes& notes = first_ != nullptr ? first_->notes_ : notes_;
  if (const QString given = notes.table()->name(function); !given.isEmpty()) return given;
  const Function* row = executable() != nullptr ? executable()->function(function) : nullptr;
  return row != nullptr ? QString::fromStdString(printable(row->name)) : QString();
}

}  // namespace relaxscope
