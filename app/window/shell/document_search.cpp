// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/shell/document_search.h"

#include <algorithm>

#include "app/window/shell/fuzzy_match.h"
#include "vmcore/analysis/flow/code_walk.h"
#include "vmcore/base/text/text.h"

namespace relaxscope {
namespace {

struct Found {
  int score;
  int64_t function;
  bool contained;
};

/// Better scores first, then lower indices.
bool isBetter(const Found& a, const Found& b) {
  return a.score != b.score ? a.score > b.score : a.function < b.function;
}

/// Keeps the best of what is added, as a heap whose front is the worst.
class Best {
 public:
  explicit Best(size_t limit) : limit_(limit) {}
  void add(const Found& one) {
    if (found_.size() == limit_ && (limit_ == 0 || !isBetter(one, found_.front()))) return;
    found_.push_back(one);
    std::ranges::push_heap(found_, isBetter);
    if (found_.size() <= limit_) return;
    std::ranges::pop_heap(found_, isBetter);
    found_.pop_back();
  }
  std::vector<Found> sorted() && {
    std::ranges::sort(found_, isBetter);
    return std::move(found_);
  }

 private:
  size_t limit_;
  std::vector<Found> found_;
};

}  // namespace

std::vector<DocumentHit> searchExecutable(const Executable& executable, const QString& query, const QStringList& recent,
                                          size_t limit, const std::stop_token& stop) {
  const FuzzyQuery fuzzy(query);
  Best best(limit);
  for (size_t i = 0; i < executable.functions.size(); ++i) {
    if (i % 1024 == 0 && stop.stop_requested()) return {};
    const std::string& name = executable.functions[i].name;
    if (!fuzzy.mayMatch(name)) continue;
    const QString shown = QString::fromStdString(printable(name));
    if (const int score = fuzzy.score(shown); score > 0)
      best.add({withRecency(score, recent.indexOf(shown)), static_cast<int64_t>(i), fuzzy.isContained(shown)});
  }
  const std::vector<Found> found = std::move(best).sorted();
  const bool anyContained = std::ranges::any_of(found, &Found::contained);
  std::vector<DocumentHit> hits;
  std::vector<uint8_t> wanted(executable.functions.size(), 0);
  for (const Found& row : found) {
    if (row.contained || !anyContained) wanted[static_cast<size_t>(row.function)] = 1;
    hits.push_back({FuncIndex(row.function), InstrIndex()});
  }
  if (fuzzy.isEmpty() || found.empty()) return hits;
  for (size_t pc = 0; pc < executable.code.size() && hits.size() < limit; ++pc) {
    if (pc % 16384 == 0 && stop.stop_requested()) return {};
    const InstrIndex at(static_cast<int64_t>(pc));
    const FuncIndex callee = calleeAt(executable, at);
    if (callee.valid() && callee.at() < wanted.size() && wanted[callee.at()] != 0) hits.push_back({callee, at});
  }
  return hits;
}

}  // namespace relaxscope
