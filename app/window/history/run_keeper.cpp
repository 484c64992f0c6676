// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/history/run_keeper.h"

#include <QFile>
#include <QFileInfo>
#include <QPointer>
#include <QThreadPool>

#include <array>
#include <utility>

#include "views/core/engine_text.h"
#include "vmcore/base/bytes/sha256.h"
#include "vmcore/base/free_memory.h"
#include "vmcore/format/vm/executable_check.h"
#include "vmcore/format/vm/vm_executable.h"
#include "vmcore/trace/file/trace_file.h"

namespace relaxscope {
namespace {

constexpr uint64_t kMostEventsInMemory = 20'000'000;  ///< of runs that have no file

/// Digest of the code that a run of the document executes; empty without code.
QString digestOf(const DocumentData& data) {
  if (data.edited && data.executable) {
    if (!checkConstantsKnown(*data.executable)) return {};  // it cannot be written, nor run
    return QString::fromStdString(sha256Hex(writeVmExecutable(*data.executable)));
  }
  return data.file ? QString::fromStdString(sha256Hex(data.file->bytes)) : QString();
}

}  // namespace

RunKeeper::RunKeeper(Document* document, QObject* parent)
    : QObject(parent), document_(document), store_(RunStore::ofSettings()) {
  connect(history(), &RunHistory::showRequested, this, &RunKeeper::show);
  connect(history(), &RunHistory::compareRequested, this, &RunKeeper::compare);
  connect(history(), &RunHistory::removeRequested, this, [this](const QString& id) {
    traces_.erase(id);
    history()->remove(id);
    QThreadPool::globalInstance()->start([store = store_, path = path_, id] { store.remove(path, id); });
  });
}

void RunKeeper::documentLoaded(bool ownRuns) {
  ownRuns_ = ownRuns;
  path_ = document_->data().path;
  history()->setShown({});
  if (!ownRuns) return history()->setEntries({});
  history()->setDigest({});
  listTask_.start([data = document_->data(),
                   store = store_](const std::stop_token&) { return Code{digestOf(data), store.list(data.path)}; },
                  [this](Code code) {
                    history()->setDigest(code.digest);
                    for (const RunEntry& entry : history()->entries())
                      if (traces_.contains(entry.id)) code.entries.push_back(entry);
                    std::vector<RunEntry> once;
                    for (RunEntry& entry : code.entries)
                      if (std::ranges::find(once, entry.id, &RunEntry::id) == once.end())
                        once.push_back(std::move(entry));
                    history()->setEntries(std::move(once));
                  });
}

void RunKeeper::forgetStored() {
  std::vector<RunEntry> kept = history()->entries();
  std::erase_if(kept, [](const RunEntry& entry) { return entry.stored; });
  history()->setEntries(std::move(kept));
  if (history()->find(history()->shown()) == nullptr) history()->setShown({});
}

void RunKeeper::keep() {
  store_ = RunStore::ofSettings();  // which may have changed
  const auto trace = document_->trace();
  if (!ownRuns_ || !trace || trace->eventCount() == 0) return;
  RunEntry entry = runEntryOf(*trace);
  entry.id = RunStore::newId();
  traces_[entry.id] = trace;
  if (history()->digest().isEmpty()) history()->setDigest(entry.digest);
  history()->put(entry);
  history()->setShown(entry.id);
  if (!store_.keeps()) return dropOldTraces();
  ++saving_;
  const auto executable = document_->data().executable;
  QThreadPool::globalInstance()->start(
      [self = QPointer<RunKeeper>(this), store = store_, path = path_, id = entry.id, trace, executable] {
        QString error;
        try {
          error = store.save(path, id, *trace, executable.get());
        } catch (...) { error = currentTaskError().text(); }
        releaseFreeMemory();  // the columns that were packed
        QMetaObject::invokeMethod(
            qApp,
            [self, id, error] {
              if (self) self->stored(id, error);
            },
            Qt::QueuedConnection);
      });
}

void RunKeeper::stored(const QString& id, const QString& error) {
  --saving_;
  if (!error.isEmpty()) {
    emit failed(
        tr("The run was not stored and is lost when the window closes, unless you save the profile: %1").arg(error));
    return dropOldTraces();
  }
  const QFileInfo file(store_.pathOf(path_, id));
  if (!file.exists() && history()->find(id) != nullptr) return dropOldTraces();  // all stored runs were deleted
  traces_.erase(id);
  if (const RunEntry* entry = history()->find(id)) {
    RunEntry now = *entry;
    now.stored = true;
    now.bytes = static_cast<uint64_t>(file.size());
    history()->put(now);
  } else {  // deleted meanwhile
    QThreadPool::globalInstance()->start([store = store_, path = path_, id] { store.remove(path, id); });
  }
}

void RunKeeper::dropOldTraces() {
  uint64_t events = 0;
  for (const auto& [id, trace] : traces_) events += trace->eventCount();
  while (events > kMostEventsInMemory && traces_.size() > saving_ + 1) {
    const auto [id, trace] = *traces_.begin();
    events -= trace->eventCount();
    traces_.erase(id);
    history()->remove(id);
  }
}

void RunKeeper::show(const QString& id) {
  const RunEntry* entry = history()->find(id);
  if (entry == nullptr || document_->runState() != RunState::Idle || history()->shown() == id) return;
  const auto ready = [this, id](std::shared_ptr<const Trace> trace) {
    history()->setShown(id);
    emit traceReady(std::move(trace));
  };
  const QString path = store_.pathOf(path_, id);
  if (!history()->isOfThisCode(*entry)) {
    if (entry->stored) emit openRequested(path);
    else emit failed(tr("This run was of other code, and its profile is in no file."));
    return;
  }
  if (const auto kept = traces_.find(id); kept != traces_.end()) return ready(kept->second);
  showTask_.start([path](const std::stop_token&) { return readTraceFile(QFile::encodeName(path).toStdString()); },
                  [this, ready](const Result<TraceFile>& read) {
                    if (read) return ready(read->trace);
                    emit failed(tr("The profile of the run cannot be read: %1").arg(engineText(read.error().text())));
                  },
                  [this](const TaskError& error) {
                    emit failed(tr("The profile of the run cannot be read: %1").arg(error.text()));
                  });
}

void RunKeeper::compare(const QString& old, const QString& now) {
  const RunEntry *before = history()->find(old), *after = history()->find(now);
  if (before == nullptr || after == nullptr) return;
  if (!before->stored || !after->stored)
    return emit failed(tr("Only stored runs can be compared: one of these is in memory alone."));
  const std::array entries{*before, *after};
  QStringList names = runLabels(entries, history()->digest());
  for (qsizetype i = 0; i < 2; ++i)
    if (const QString time = localTimeText(entries[static_cast<size_t>(i)].startedAt); names[i] != time)
      names[i] += QStringLiteral(", ") + time;
  emit compareRequested({store_.pathOf(path_, old), store_.pathOf(path_, now), names[0], names[1]});
}

}  // namespace relaxscope
