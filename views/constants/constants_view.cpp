// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/constants/constants_view.h"

#include <QResizeEvent>
#include <QScrollArea>
#include <QVBoxLayout>

namespace relaxscope {
namespace {

/// Limits of automatic hashing, per value and in total, as reading the bytes is expensive.
constexpr size_t kHashEach = size_t{4} << 20, kHashTotal = size_t{64} << 20;

std::vector<QString> smallHashes(const Executable& executable, const std::stop_token& stop) {
  std::vector<QString> hashes(executable.constants.size());
  size_t total = 0;
  for (size_t i = 0; i < hashes.size() && !stop.stop_requested(); ++i) {
    const size_t bytes = constantBytes(executable.constants[i].value);
    if (bytes > kHashEach || total + bytes > kHashTotal) continue;
    total += bytes;
    hashes[i] = constantHash(executable.constants[i].value);
  }
  return hashes;
}

}  // namespace

ConstantsView::ConstantsView(Document* document, QWidget* parent)
    : View(document, parent),
      splitter_(new QSplitter(Qt::Vertical, this)),
      panel_(new TablePanel(this)),
      pane_(new ConstantPane(document, this)),
      copies_(document->derived<PoolCopies>()) {
  setObjectName(QStringLiteral("view.constants"));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(splitter_);
  // The pane scrolls, so that the table keeps its rows in a low window.
  auto* scroll = new QScrollArea(this);
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setWidget(pane_);
  scroll->setAccessibleName(tr("The chosen constant"));
  splitter_->addWidget(panel_);
  splitter_->addWidget(scroll);
  splitter_->setStretchFactor(0, 3);
  splitter_->setStretchFactor(1, 2);
  splitter_->setChildrenCollapsible(true);
  setFocusProxy(panel_->table());
  panel_->table()->setAccessibleName(tr("Constants"));
  panel_->setEmptySentence(tr("No constants: nothing is open, or the executable's pool is empty."));
  connect(panel_->table(), &DataTable::rowSelected, this, &ConstantsView::choose);
  connect(panel_->table(), &DataTable::rowActivated, this, &ConstantsView::activateRow);
  connect(document, &Document::dataChanged, this, &ConstantsView::reload);
  connect(document->selection(), &Selection::changed, this, &ConstantsView::follow);
  connect(pane_, &ConstantPane::hashed, this, [this](int constant, const QString& hash) {
    if (!hashes_ || static_cast<size_t>(constant) >= hashes_->size() ||
        !(*hashes_)[static_cast<size_t>(constant)].isEmpty())
      return;
    auto more = *hashes_;
    more[static_cast<size_t>(constant)] = hash.left(kHashDigits);
    setHashes(std::make_shared<const std::vector<QString>>(std::move(more)));
  });
  connect(copies_, &DerivedValues::made, this, &ConstantsView::showCopies);
  connect(pane_, &ConstantPane::compareRequested, this, [this] {
    wanted_.budget = UINT64_MAX;
    showCopies();
  });
  reload();
}

bool ConstantsView::startFind() {
  panel_->startFilter();
  return true;
}

void ConstantsView::reload() {
  hashTask_.cancel();
  const DocumentData& now = document()->data();
  panel_->setPlaceholder(
      tr("Filter %n constants", nullptr, now.executable ? static_cast<int>(now.executable->constants.size()) : 0));
  wanted_ = {};
  setHashes(nullptr);
  panel_->table()->showRow(-1);  // so that follow() fills the pane for the selected row
  pane_->show(ConstIndex());
  follow();
  if (!now.executable) return;
  hashTask_.start(
      [executable = now.executable](const std::stop_token& stop) -> Hashes {
        return std::make_shared<const std::vector<QString>>(smallHashes(*executable, stop));
      },
      [this](Hashes hashes) { setHashes(std::move(hashes)); });
}

void ConstantsView::setHashes(Hashes hashes) {
  hashes_ = std::move(hashes);
  showCopies();
}

/// Shows the table with the equal constants that are known.
void ConstantsView::showCopies() {
  const int current = panel_->table()->currentRow();
  auto copies = copies_->find(wanted_);
  if (copies == nullptr) copies = copies_->find({});  // until more are compared
  panel_->setSource(
      std::make_shared<ConstantsSource>(document()->data().executable, document()->data().summary, hashes_, copies));
  panel_->table()->showRow(current);
  pane_->setCopies(copies, copies_->isPending());
}

void ConstantsView::follow() {
  const ConstIndex constant = document()->selection()->current().constant;
  if (document()->executable() == nullptr || document()->executable()->constant(constant) == nullptr) return;
  if (panel_->table()->currentRow() == static_cast<int>(constant.value)) return;
  panel_->table()->showRow(static_cast<int>(constant.value));
  pane_->show(constant);
}

void ConstantsView::choose(int row) {
  if (row < 0) return;
  pane_->show(ConstIndex(row));
  Place place = document()->selection()->current();  // keeps the subject, where uses are highlighted
  place.constant = ConstIndex(row);
  place.reg = RegIndex();
  document()->selection()->select(place);
}

void ConstantsView::activateRow(int row) {
  const ExecutableSummary* summary = document()->data().summary.get();
  Place place = document()->selection()->current();
  place.constant = ConstIndex(row);
  if (summary == nullptr || row < 0 || static_cast<size_t>(row) >= summary->constantUses.size() ||
      summary->constantUses[static_cast<size_t>(row)].empty())
    return;
  const ConstantUse& use = summary->constantUses[static_cast<size_t>(row)].front();
  place.function = use.function;
  place.pc = use.pc;
  document()->selection()->activate(place, ViewId::Listing);
}

void ConstantsView::resizeEvent(QResizeEvent* event) {
  View::resizeEvent(event);
  const bool wide = event->size().width() > Theme::instance()->px(1000);
  splitter_->setOrientation(wide ? Qt::Horizontal : Qt::Vertical);
}

}  // namespace relaxscope
