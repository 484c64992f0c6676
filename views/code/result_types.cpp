// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/code/result_types.h"

#include <algorithm>

namespace relaxscope {
namespace {
constexpr size_t kKept = 8, kMaxWanted = 4;

ResultTypes::Types textsOf(const FunctionFacts& facts, FuncIndex function) {
  return std::make_shared<const std::vector<std::string>>(typeTexts(facts.resultTypes(function)));
}
}  // namespace

ResultTypes* ResultTypes::of(Document* document) {
  auto* found = document->findChild<ResultTypes*>(QString(), Qt::FindDirectChildrenOnly);
  return found != nullptr ? found : new ResultTypes(document);
}

ResultTypes::ResultTypes(Document* document) : QObject(document), document_(document) {
  setObjectName(QStringLiteral("resultTypes"));
  connect(document, &Document::dataChanged, this, &ResultTypes::renew);
}

/// Also called by find(), as views may request types of new data before dataChanged() arrives here.
void ResultTypes::renew() {
  if (executable_ == document_->data().executable) return;
  executable_ = document_->data().executable;
  task_.cancel();
  wanted_.clear();
  kept_.clear();
}

ResultTypes::Types ResultTypes::find(FuncIndex function) {
  renew();
  const auto at =
      std::find_if(kept_.begin(), kept_.end(), [&](const Entry& entry) { return entry.function == function; });
  if (at != kept_.end()) return at->types;
  const Function* row = executable_ ? executable_->function(function) : nullptr;
  if (row == nullptr || !row->isBytecode()) return std::make_shared<const std::vector<std::string>>();
  // A damaged range may exceed the code: only the part inside has types.
  const auto end = std::min<int64_t>(row->endInstr, static_cast<int64_t>(executable_->code.size()));
  if (end - std::max<int64_t>(0, row->startInstr) <= kDirectInstructions) {
    kept_.push_front({function, textsOf(*document_->facts(), function)});
    if (kept_.size() > kKept) kept_.pop_back();
    return kept_.front().types;
  }
  if (std::find(wanted_.begin(), wanted_.end(), function) == wanted_.end()) {
    wanted_.push_back(function);
    if (wanted_.size() > kMaxWanted) wanted_.erase(wanted_.begin() + 1);  // the oldest request not started
    if (wanted_.size() == 1) start();
  }
  return nullptr;
}

void ResultTypes::start() {
  task_.start([facts = document_->facts(),
               function = wanted_.front()](const std::stop_token&) -> Types { return textsOf(*facts, function); },
              [this](Types types) {
                const FuncIndex function = wanted_.front();
                wanted_.pop_front();
                kept_.push_front({function, std::move(types)});
                if (kept_.size() > kKept) kept_.pop_back();
                if (!wanted_.empty()) start();
                emit made(function);
              },
              [this](const TaskError& error) {
                wanted_.pop_front();
                TaskErrors::instance()->report(error);
                if (!wanted_.empty()) start();
              });
}

}  // namespace relaxscope
