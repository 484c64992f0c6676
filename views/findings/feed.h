// SPDX-License-Identifier: GPL-3.0-or-later
// The list of a document's findings, kept up to date: a new one whenever findings or their costs change.
#pragma once

#include <QObject>

#include <memory>

#include "views/code/lint.h"
#include "views/core/latest_task.h"
#include "views/findings/finding_list.h"

namespace relaxscope {

class FindingFeed : public QObject {
  Q_OBJECT
 public:
  FindingFeed(Document* document, QObject* parent);

  /// Never null. Without the linter's findings while those are computed.
  [[nodiscard]] const std::shared_ptr<const FindingList>& list() const { return list_; }
  /// Whether the linter works, or a long list is made.
  [[nodiscard]] bool isPending() const { return lint_->isPending() || task_.isPending(); }
  /// Why findings of the linter may be missing; empty if none are.
  [[nodiscard]] QString incompleteReason() const;

 signals:
  void changed();

 private:
  void renew();
  Document* document_;
  Derived<LintOf>* lint_;
  std::shared_ptr<const FindingList> list_ = std::make_shared<const FindingList>();
  LatestTask task_;
};

}  // namespace relaxscope
