// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/core/run_history.h"

#include <QDateTime>
#include <QSet>

#include <algorithm>
#include <array>

#include "vmcore/base/text/text.h"
#include "vmcore/run/request.h"
#include "vmcore/trace/statistics.h"
#include "vmcore/trace/times/run_times.h"

namespace relaxscope {
namespace {

QString text(const std::string& from) { return QString::fromStdString(printable(from)); }

/// "x: f32[8, 16]", "random", "seed 3", "w: zeros" of "x: f32[8, 16], random, seed 3; w: zeros".
QStringList partsOf(const QString& arguments) {
  QStringList parts;
  QString part;
  int depth = 0;
  const auto end = [&] {
    if (part = part.trimmed(); !part.isEmpty()) parts << part;
    part.clear();
  };
  for (const QChar c : arguments.left(4096)) {
    if (c == u'[' || c == u'(') ++depth;
    if (c == u']' || c == u')') --depth;
    if (c == u';' || (c == u',' && depth <= 0)) end();
    else part += c;
  }
  end();
  return parts;
}

/// The parts of an arguments text that not all runs have.
class ArgumentParts {
 public:
  explicit ArgumentParts(std::span<const RunEntry> entries) {
    bool first = true;
    for (const RunEntry& entry : entries) {
      const QStringList parts = partsOf(entry.arguments);
      const QSet<QString> set(parts.begin(), parts.end());
      common_ = first ? set : common_.intersect(set);
      first = false;
    }
  }
  [[nodiscard]] QString own(const RunEntry& entry) const {
    QStringList own;
    for (const QString& part : partsOf(entry.arguments))
      if (!common_.contains(part)) own << part;
    return own.size() > 1 ? own.front() + QStringLiteral(", …") : own.value(0);
  }

 private:
  QSet<QString> common_;
};

QString codeLabel(const RunEntry& entry, const QString& digest) {
  if (entry.edited) return RunHistory::tr("edited");
  return digest.isEmpty() || entry.digest == digest ? QString() : RunHistory::tr("other build");
}

QString endLabel(const RunEntry& entry) {
  if (entry.cutShort.isEmpty()) return {};
  return entry.cutShort.startsWith(QStringLiteral("stopped")) ? RunHistory::tr("stopped") : RunHistory::tr("failed");
}

// What runs have unless something else is asked for says nothing.

QString allocatorLabel(const RunEntry& entry) {
  return entry.allocator == QStringLiteral("pooled") ? QString() : RunHistory::tr("allocator %1").arg(entry.allocator);
}

QString modeLabel(const RunEntry& entry) {
  return entry.mode == QStringLiteral("precise") ? RunHistory::tr("precise") : QString();
}

}  // namespace

RunEntry runEntryOf(const Trace& trace) {
  const TraceInfo& info = trace.info;
  RunEntry entry;
  entry.startedAt = text(info.startedAt);
  entry.function = text(info.entry);
  entry.arguments = text(info.argumentsText);
  entry.device = text(info.device);
  entry.allocator = text(info.allocator);
  entry.mode = text(info.mode);
  entry.digest = text(info.executableDigest);
  entry.cutShort = text(info.cutShort);
  entry.edited = std::ranges::find(info.remarks, kEditedCode) != info.remarks.end();
  const std::vector<double> measured = measuredRunsNs(trace);
  entry.runs = measured.size();
  entry.events = trace.eventCount();
  entry.recorded = trace.unrecordedNs.empty();
  const std::vector<double>& times = entry.recorded ? measured : trace.unrecordedNs;
  if (!times.empty()) entry.runNs = runTimesOf(times).medianNs;
  return entry;
}

QStringList runLabels(std::span<const RunEntry> entries, const QString& digest) {
  const ArgumentParts arguments(entries);
  std::vector<std::array<QString, 7>> features;
  for (const RunEntry& entry : entries)
    features.push_back({codeLabel(entry, digest), endLabel(entry), entry.function, arguments.own(entry),
                        allocatorLabel(entry), modeLabel(entry), entry.device});
  std::array<bool, 7> differs{};
  for (const auto& each : features)
    for (size_t i = 0; i < differs.size(); ++i) differs[i] |= each[i] != features.front()[i];
  differs[0] = differs[1] = true;  // what is said of a single run, too
  QStringList labels;
  for (size_t at = 0; at < features.size(); ++at) {
    QStringList words;
    for (size_t i = 0; i < differs.size(); ++i)
      if (differs[i] && !features[at][i].isEmpty()) words << features[at][i];
    labels << (words.isEmpty() ? localTimeText(entries[at].startedAt) : words.join(QStringLiteral(", ")));
  }
  return labels;
}

QString localTimeText(const QString& iso) {
  const QDateTime time = QDateTime::fromString(iso, Qt::ISODate).toLocalTime();
  if (!time.isValid()) return iso;
  const bool today = time.date() == QDate::currentDate();
  return time.toString(today ? QStringLiteral("HH:mm:ss") : QStringLiteral("MM-dd HH:mm"));
}

const RunEntry* RunHistory::find(const QString& id) const {
  const auto found = std::ranges::find(entries_, id, &RunEntry::id);
  return found == entries_.end() ? nullptr : &*found;
}

QString RunHistory::earlier() const {
  bool passed = find(shown_) == nullptr;
  for (const RunEntry& entry : entries_) {
    if (passed && isOfThisCode(entry)) return entry.id;
    passed |= entry.id == shown_;
  }
  return {};
}

QString RunHistory::later() const {
  QString newer;
  for (const RunEntry& entry : entries_) {
    if (entry.id == shown_) return newer;
    if (isOfThisCode(entry)) newer = entry.id;
  }
  return {};
}

void RunHistory::setEntries(std::vector<RunEntry> entries) {
  entries_ = std::move(entries);
  std::ranges::stable_sort(entries_, std::ranges::greater(), &RunEntry::id);
  emit changed();
}

void RunHistory::put(const RunEntry& entry) {
  std::vector<RunEntry> entries = entries_;
  std::erase_if(entries, [&](const RunEntry& each) { return each.id == entry.id; });
  entries.push_back(entry);
  setEntries(std::move(entries));
}

void RunHistory::remove(const QString& id) {
  if (std::erase_if(entries_, [&](const RunEntry& each) { return each.id == id; }) == 0) return;
  if (shown_ == id) shown_.clear();
  emit changed();
}

void RunHistory::setShown(const QString& id) {
  if (shown_ == id) return;
  shown_ = id;
  emit changed();
}

void RunHistory::setDigest(const QString& digest) {
  if (digest_ == digest) return;
  digest_ = digest;
  emit changed();
}

void RunHistory::requestShow(const QString& id) { emit showRequested(id); }
void RunHistory::requestRemove(const QString& id) { emit removeRequested(id); }
void RunHistory::requestCompare(const QString& id, const QString& other) {
  if (id != other) emit compareRequested(std::min(id, other), std::max(id, other));  // ids sort by time
}

}  // namespace relaxscope
