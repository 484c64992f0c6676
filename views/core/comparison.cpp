// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/core/comparison.h"

#include <QFileInfo>

#include <algorithm>
#include <utility>

#include "views/core/discard.h"
#include "views/core/engine_text.h"
#include "vmcore/base/text/text.h"

namespace relaxscope {
namespace {

Side otherOf(Side side) { return side == Side::Old ? Side::New : Side::Old; }

/// "pair_base" of "…/pair_base/model.so", "mlp" of "…/mlp.so".
QString shortNameOf(const QString& path) {
  const QString title = Document::titleOf(path);
  const qsizetype slash = title.indexOf(QLatin1Char('/'));
  return slash > 0 ? title.left(slash) : QFileInfo(title).completeBaseName();
}

void exchangeSides(NamePairs& pairs) {
  for (auto& [old, now] : pairs) std::swap(old, now);
}

/// Names of both executables: a file may have been built anew since the match was made.
NamePairs existing(const NamePairs& pairs, const Executable& old, const Executable& now) {
  NamePairs out;
  for (const auto& each : pairs)
    if (old.findFunction(each.first).valid() && now.findFunction(each.second).valid()) out.push_back(each);
  return out;
}

/// Bytes of a file that are read on request may be gone, and are zeros then.
bool isOverwritten(const DiffSide& side) { return side.file && !side.file->bytes.intact(); }

struct Answer {
  std::shared_ptr<const ExecutableDiff> diff;
  std::string why;  ///< there is none
  bool overwritten = false;
};

}  // namespace

Comparison::Comparison(QObject* parent, Engine engine)
    : QObject(parent),
      engine_(engine ? std::move(engine) : Engine(diffExecutables)),
      documents_{new Document(this), new Document(this)} {}

void Comparison::setData(Side side, DocumentData data, std::shared_ptr<const Trace> trace) {
  document(side)->setTrace(nullptr);
  document(side)->setData(std::move(data));
  document(side)->setTrace(std::move(trace));
  setValues(nullptr);
  emit dataChanged();
  compare();
}

void Comparison::setValues(const std::shared_ptr<const ValueComparison>& values) {
  if (values == nullptr && values_[0] == nullptr) return;
  values_ = {values, values ? std::make_shared<const ValueComparison>(exchanged(*values)) : nullptr};
  emit valuesChanged();
}

void Comparison::setTrace(Side side, std::shared_ptr<const Trace> trace) {
  document(side)->setTrace(std::move(trace));
  setValues(nullptr);
  emit dataChanged();
  if (!isPending()) compareTimes();
}

void Comparison::setName(Side side, const QString& name) {
  names_[static_cast<size_t>(side)] = name;
  emit dataChanged();
}

QString Comparison::name(Side side) const {
  if (const QString& given = names_[static_cast<size_t>(side)]; !given.isEmpty()) return given;
  const QString path = document(side)->data().path, other = document(otherOf(side))->data().path;
  const QString name = shortNameOf(path);
  if (name != shortNameOf(other) || path == other) return name;
  // The first of the last folders that differ.
  const QStringList here = path.split(QLatin1Char('/')), there = other.split(QLatin1Char('/'));
  for (qsizetype i = 1; i <= std::min(here.size(), there.size()); ++i)
    if (const QString& folder = here[here.size() - i]; folder != there[there.size() - i])
      return i == 1 ? folder : folder + QLatin1Char('/') + name;
  return name;
}

QString Comparison::title() const { return name(Side::Old) + QStringLiteral(" \u2194 ") + name(Side::New); }

void Comparison::swap() {
  std::swap(documents_[0], documents_[1]);
  std::swap(names_[0], names_[1]);
  std::swap(values_[0], values_[1]);
  exchangeSides(options_.matched);
  exchangeSides(options_.unmatched);
  emit dataChanged();
  if (values_[0]) emit valuesChanged();
  compare();
}

QString Comparison::functionName(Side side, FuncIndex index) const {
  const std::shared_ptr<const Executable>& of = compared(side).executable;
  for (const Document* document : documents_)
    if (of && document->data().executable == of) return document->shownName(index);
  const Function* function = of ? of->function(index) : nullptr;
  return function != nullptr ? QString::fromStdString(printable(function->name)) : QString();
}

DiffSide Comparison::side(Side side) const {
  const DocumentData& data = document(side)->data();
  return {data.executable, data.edited ? nullptr : data.file};
}

DiffOptions Comparison::options() const {
  DiffOptions out = options_;
  const Executable &old = *executable(Side::Old), &now = *executable(Side::New);
  out.matched = existing(options_.matched, old, now);
  out.unmatched = existing(options_.unmatched, old, now);
  return out;
}

void Comparison::compare() {
  task_.cancel();
  const bool canCompare = executable(Side::Old) && executable(Side::New);
  times_.clear();
  if (!canCompare || !diff_) report(nullptr, {});
  why_.clear();
  if (!canCompare) {
    compareTimes();
    return emit pendingChanged();
  }
  task_.start(
      [engine = engine_, old = side(Side::Old), now = side(Side::New),
       options = options()](const std::stop_token& stop) {
        Result<ExecutableDiff> made = engine(old, now, options, stop);
        Answer answer;
        answer.overwritten = isOverwritten(old) || isOverwritten(now);
        if (!made.ok()) answer.why = made.error().text();
        else if (!answer.overwritten) answer.diff = std::make_shared<const ExecutableDiff>(std::move(*made));
        return answer;
      },
      [this](const Answer& made) {
        const QString why =
            made.overwritten ? tr("a file was overwritten since it was opened, and what it held cannot be read again")
            : made.diff      ? QString()
                             : engineText(printable(made.why));
        why_ = made.overwritten ? why.toStdString() : made.why;
        answer(made.diff, why);
      },
      [this](const TaskError& error) {
        why_ = error.text().toStdString();
        answer(nullptr, error.text());
      });
  emit pendingChanged();
}

void Comparison::answer(std::shared_ptr<const ExecutableDiff> diff, const QString& error) {
  report(std::move(diff), error);
  compareTimes();
  emit pendingChanged();
}

void Comparison::compareTimes() {
  if (!hasTraces()) return times_.clear();
  const auto timed = [this](Side side) { return TimedSide{document(side)->trace(), executable(side)}; };
  times_.compare(timed(Side::Old), timed(Side::New), diff_, why_);
}

void Comparison::cancel() {
  times_.cancel();
  if (!task_.isPending()) return;
  task_.cancel();
  report(nullptr, tr("stopped"));
  emit pendingChanged();
}

/// The first difference of the function that was selected, or of all.
DiffPlace Comparison::firstPlace() const {
  const auto isShown = [this](Side side, FuncIndex index) {
    const Function* function = compared(side).executable->function(index);
    return function != nullptr && function->name == shown_;
  };
  if (!shown_.empty())
    for (size_t i = 0; i < diff_->functions.size(); ++i) {
      const FunctionPair& pair = diff_->functions[i];
      if (!isShown(Side::New, pair.now) && !isShown(Side::Old, pair.old)) continue;
      const DiffPlace begin{static_cast<uint32_t>(i), 0};
      const auto first = std::ranges::lower_bound(differences_, begin, {}, &Difference::place);
      return first != differences_.end() && first->pair == begin.pair ? first->place() : begin;
    }
  return differences_.empty() ? DiffPlace() : differences_.front().place();
}

void Comparison::report(std::shared_ptr<const ExecutableDiff> diff, const QString& error) {
  const bool hadNone = diff_ == nullptr && diff == nullptr && error_ == error;
  discard(std::exchange(diff_, std::move(diff)));
  for (const Side side : {Side::Old, Side::New})
    compared_[static_cast<size_t>(side)] =
        diff_ ? ComparedSide{this->side(side), name(side), document(side)->data().path} : ComparedSide();
  error_ = error;
  differences_ = diff_ ? differencesOf(*diff_, hidden_) : std::vector<Difference>();
  if (diff_) place_ = firstPlace();
  if (hadNone) return;
  setRemark({});
  emit diffChanged();
  emit placeChanged();
}

void Comparison::matchByHand(const std::string& old, const std::string& now) {
  std::erase(options_.unmatched, std::pair(old, now));
  std::erase_if(options_.matched, [&](const auto& pair) { return pair.first == old || pair.second == now; });
  options_.matched.emplace_back(old, now);
  emit handMatchesChanged();
  compare();
}

void Comparison::cutMatch(const std::string& old, const std::string& now) {
  std::erase(options_.matched, std::pair(old, now));
  std::erase(options_.unmatched, std::pair(old, now));
  options_.unmatched.emplace_back(old, now);
  emit handMatchesChanged();
  compare();
}

void Comparison::setHandMatches(NamePairs matched, NamePairs cut) {
  if (matched == options_.matched && cut == options_.unmatched) return;
  options_.matched = std::move(matched);
  options_.unmatched = std::move(cut);
  emit handMatchesChanged();
  compare();
}

void Comparison::setHiddenKinds(const KindSet& hidden) {
  if (hidden == hidden_) return;
  hidden_ = hidden;
  differences_ = diff_ ? differencesOf(*diff_, hidden_) : std::vector<Difference>();
  emit differencesChanged();
  emit placeChanged();
}

void Comparison::select(const DiffPlace& place) {
  if (place == place_) return;
  place_ = place;
  setRemark({});
  if (diff_ && place.pair < diff_->functions.size()) {
    const FunctionPair& pair = diff_->functions[place.pair];
    const Function* function = pair.now.valid() ? compared(Side::New).executable->function(pair.now)
                                                : compared(Side::Old).executable->function(pair.old);
    shown_ = function != nullptr ? function->name : std::string();
  }
  emit placeChanged();
}

void Comparison::setRemark(const QString& remark) {
  if (remark == remark_) return;
  remark_ = remark;
  emit remarkChanged();
}

int Comparison::current() const {
  const auto found = std::ranges::find_if(differences_, [this](const Difference& each) { return each.has(place_); });
  return found == differences_.end() ? -1 : static_cast<int>(found - differences_.begin());
}

int Comparison::neighbour(bool backwards) const {
  const int here = current();
  const int count = static_cast<int>(differences_.size());
  if (here >= 0) {
    const int to = here + (backwards ? -1 : 1);
    return to >= 0 && to < count ? to : -1;
  }
  const auto after =
      std::ranges::partition_point(differences_, [this](const Difference& each) { return each.place() < place_; });
  const int next = static_cast<int>(after - differences_.begin());
  if (backwards) return next - 1;
  return next < count ? next : -1;
}

void Comparison::step(bool backwards) {
  if (const int to = neighbour(backwards); to >= 0) select(differences_[static_cast<size_t>(to)].place());
}

void Comparison::open(const DiffPlace& place) {
  if (!diff_ || place.pair >= diff_->functions.size()) return;
  const FunctionPair& pair = diff_->functions[place.pair];
  const InstructionRow row = place.row < pair.rows.size() ? pair.rows[place.row] : InstructionRow();
  const bool isNew = row.now.valid() || (!row.old.valid() && pair.now.valid());
  Place at;
  at.function = isNew ? pair.now : pair.old;
  at.pc = isNew ? row.now : row.old;
  if (!at.function.valid()) return;
  const auto& of = compared(isNew ? Side::New : Side::Old).executable;
  for (const Side side : {Side::New, Side::Old})  // they may have been exchanged since
    if (executable(side) == of) return emit openRequested(side, at);
}

}  // namespace relaxscope
