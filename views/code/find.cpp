// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/code/find.h"

#include <algorithm>

#include "views/code/text.h"
#include "views/widgets/find_bar.h"

namespace relaxscope {

CodeFind::CodeFind(FindBar* bar, QObject* parent) : QObject(parent), bar_(bar) {
  bar_->hide();
  connect(bar_, &FindBar::changed, this, &CodeFind::search);
  connect(bar_, &FindBar::next, this, &CodeFind::nextRequested);
  connect(bar_, &FindBar::closed, this, [this] {
    bar_->hide();
    emit patternChanged({}, false);
    emit closed();
  });
}

void CodeFind::setExecutable(std::shared_ptr<const Executable> executable) {
  task_.cancel();
  executable_ = std::move(executable);
  index_.reset();
  hits_.clear();
  if (isActive()) search();  // F3 still uses the text of a closed bar
}

void CodeFind::open() {
  bar_->open();
  search();
}

bool CodeFind::isActive() const { return !bar_->isHidden() || !bar_->text().isEmpty(); }

void CodeFind::search() {
  task_.cancel();
  hits_.clear();
  error_.clear();
  emit patternChanged(bar_->text(), bar_->isRegex());
  if (bar_->text().isEmpty() || !executable_) return bar_->setStatus({});
  if (!index_) index_ = std::make_shared<const RowIndex>(std::make_shared<const CodeTextSource>(executable_));
  bar_->setStatus(tr("searching…"));
  RowQuery query;
  query.pattern = bar_->text();
  query.regex = bar_->isRegex();
  task_.start([index = index_, query](std::stop_token stop) { return index->find(query, std::move(stop)); },
              [this](std::optional<RowOrder> found) {
                if (!found) return;
                error_ = found->error;
                hits_ = error_.isEmpty() ? std::move(found->rows) : std::vector<uint32_t>();
                showStatus();
              },
              [this](const TaskError& error) {
                error_ = error.text();
                showStatus();
              });
}

void CodeFind::setCurrent(InstrIndex pc) {
  current_ = pc;
  if (!bar_->isHidden() && isSettled()) showStatus();
}

void CodeFind::showStatus() {
  if (bar_->text().isEmpty()) return bar_->setStatus({});
  if (!error_.isEmpty()) return bar_->setStatus(error_, true);
  if (hits_.empty()) return bar_->setStatus(tr("no hits"), true);
  const auto at =
      std::lower_bound(hits_.begin(), hits_.end(), static_cast<uint32_t>(std::max<int64_t>(0, current_.value)));
  const bool on = at != hits_.end() && static_cast<int64_t>(*at) == current_.value;
  bar_->setStatus(
      on ? tr("%1 of %2").arg(countText(at - hits_.begin() + 1), countText(static_cast<int64_t>(hits_.size())))
         : tr("%n hits", nullptr, static_cast<int>(hits_.size())));
}

InstrIndex CodeFind::next(InstrIndex from, bool backwards) const {
  if (hits_.empty()) return {};
  size_t at = 0;
  if (backwards) {
    const auto here = std::lower_bound(hits_.begin(), hits_.end(), from.value,
                                       [](uint32_t hit, int64_t pc) { return static_cast<int64_t>(hit) < pc; });
    at = here == hits_.begin() ? hits_.size() - 1 : static_cast<size_t>(here - hits_.begin()) - 1;
  } else {
    const auto after = std::upper_bound(hits_.begin(), hits_.end(), from.value,
                                        [](int64_t pc, uint32_t hit) { return pc < static_cast<int64_t>(hit); });
    at = after == hits_.end() ? 0 : static_cast<size_t>(after - hits_.begin());
  }
  return InstrIndex(static_cast<int64_t>(hits_[at]));
}

}  // namespace relaxscope
