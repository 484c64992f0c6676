// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/core/second_document.h"

namespace relaxscope {

SecondDocument::SecondDocument(Document* first, QObject* parent) : Document(first, parent), origin_(first) {
  takeData();
  connect(first, &Document::dataChanged, this, &SecondDocument::takeData);
  connect(first, &Document::traceChanged, this, [this] { setTrace(origin_->trace()); });
  connect(first, &Document::statisticsChanged, this, [this] {
    if (origin_->statisticsError().isEmpty()) setStatistics(origin_->byCallee(), origin_->bySite());
    else setStatisticsError(origin_->statisticsError());
  });
  connect(first, &Document::runStateChanged, this, [this] {
    setRunState(origin_->runState());
    setWhyNotRunnable(origin_->whyNotRunnable(), origin_->needsLibrary());
  });
  connect(first, &Document::runFailureChanged, this,
          [this] { setRunFailure(origin_->runFailure(), origin_->runFailurePlace()); });
  connect(this, &Document::requested, first, &Document::requested);
  connect(first->notes(), &Notes::changed, this, &SecondDocument::subjectChanged);
  connectSelections();
}

void SecondDocument::connectSelections() {
  Selection* other = origin_->selection();
  connect(other, &Selection::changed, this, &SecondDocument::follow);
  connect(other, &Selection::spanChanged, this, &SecondDocument::follow);
  connect(other, &Selection::markedChanged, this, [this, other] { selection()->mark(other->marked()); });
  connect(other, &Selection::eventsForgotten, selection(), &Selection::forgetEvents);
  connect(selection(), &Selection::changed, this, [this] {
    lead();
    emit subjectChanged();
  });
  connect(selection(), &Selection::spanChanged, this, &SecondDocument::lead);
  connect(selection(), &Selection::activated, this,
          [this](ViewId view) { origin_->selection()->activate(selection()->current(), view); });
  connect(selection(), &Selection::passedOn, this, [other](const Place& place, ViewId view, bool activates) {
    if (activates) other->activate(place, view);
    else other->select(place);
  });
}

/// A function of the same name stays locked; without one it follows.
void SecondDocument::takeData() {
  setData(origin_->data());
  setTrace(origin_->trace());
  if (origin_->byCallee()) setStatistics(origin_->byCallee(), origin_->bySite());
  setRunState(origin_->runState());
  setWhyNotRunnable(origin_->whyNotRunnable(), origin_->needsLibrary());
  setRunFailure(origin_->runFailure(), origin_->runFailurePlace());
  const std::string before = locked_;
  locked_.clear();
  if (before.empty() || !lockTo(before)) follow();
  emit subjectChanged();
}

void SecondDocument::follow() {
  if (isLocked()) return;
  selection()->select(origin_->selection()->current());
  selection()->setSpan(origin_->selection()->span());
}

/// A view that follows also leads: what is selected in it is selected everywhere. An empty selection is that of data
/// that was just replaced.
void SecondDocument::lead() {
  if (isLocked() || selection()->current() == Place()) return;
  origin_->selection()->select(selection()->current());
  origin_->selection()->setSpan(selection()->span());
}

void SecondDocument::setLocked(bool locked) {
  if (locked == isLocked()) return;
  if (locked) {
    lockTo(functionName(selection()->subject()).toStdString());
    return;
  }
  locked_.clear();
  selection()->lock(FuncIndex());
  follow();
  emit subjectChanged();
}

bool SecondDocument::lockTo(const std::string& function) {
  const FuncIndex found =
      executable() != nullptr && !function.empty() ? executable()->findFunction(function) : FuncIndex();
  if (!found.valid()) return false;
  locked_ = function;
  selection()->lock(found);
  emit subjectChanged();
  return true;
}

}  // namespace relaxscope
