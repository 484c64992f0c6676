// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/findings/feed.h"

#include "views/core/discard.h"
#include "views/core/engine_text.h"

namespace relaxscope {
namespace {

/// Findings, sites and rows of statistics above which a list is made on the pool: the most take a millisecond or two.
constexpr size_t kDirectlyMade = 20'000;

size_t workOf(const FindingSources& sources) {
  size_t work = sources.diagnostics ? sources.diagnostics->all().size() : 0;
  if (sources.lint) {
    work += sources.lint->all.size();
    if (sources.bySite) {
      work += sources.bySite->rows.size();
      for (const LintFinding& finding : sources.lint->all) work += finding.count;
    }
  }
  return work;
}

}  // namespace

FindingFeed::FindingFeed(Document* document, QObject* parent)
    : QObject(parent), document_(document), lint_(document->derived<LintOf>()) {
  connect(document, &Document::dataChanged, this, &FindingFeed::renew);
  connect(document, &Document::statisticsChanged, this, &FindingFeed::renew);
  connect(lint_, &DerivedValues::made, this, &FindingFeed::renew);
  renew();
}

QString FindingFeed::incompleteReason() const {
  const auto& lint = list_->sources().lint;
  return lint ? engineText(lint->incompleteReason()) : QString();
}

void FindingFeed::renew() {
  const FindingSources sources{document_->data().diagnostics, lint_->find({}), document_->data().executable,
                               document_->bySite(), document_->data().obstacles.empty()};
  const auto take = [this](std::shared_ptr<const FindingList> list) {
    discard(std::exchange(list_, std::move(list)));
    emit changed();
  };
  task_.cancel();
  if (workOf(sources) <= kDirectlyMade) return take(std::make_shared<const FindingList>(sources));
  task_.start([sources](const std::stop_token&) { return std::make_shared<const FindingList>(sources); }, take);
}

}  // namespace relaxscope
