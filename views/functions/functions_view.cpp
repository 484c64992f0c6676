// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/functions/functions_view.h"

#include <QApplication>
#include <QClipboard>
#include <QMenu>
#include <QVBoxLayout>

#include "views/code/tokens.h"

namespace relaxscope {

FunctionsView::FunctionsView(Document* document, QWidget* parent)
    : View(document, parent), panel_(new TablePanel(this)), operators_(document->derived<FunctionOperators>()) {
  setObjectName(QStringLiteral("view.functions"));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(panel_);
  setFocusProxy(panel_->table());
  panel_->table()->setAccessibleName(tr("Functions"));
  panel_->table()->setDefaultSort(QStringLiteral("share"), true);  // exists only after a run
  panel_->setEmptySentence(tr("No functions: nothing is open, or the file's function table is empty."));
  connect(panel_->table(), &DataTable::rowSelected, this, &FunctionsView::choose);
  connect(panel_->table(), &DataTable::rowActivated, this, &FunctionsView::activateRow);
  connect(panel_->table(), &DataTable::contextMenuRequested, this, &FunctionsView::menu);
  connect(document, &Document::dataChanged, this, &FunctionsView::reload);
  connect(document, &Document::statisticsChanged, this, &FunctionsView::reload);
  connect(operators_, &DerivedValues::made, this, &FunctionsView::reload);
  connect(document->notes(), &Notes::changed, this, &FunctionsView::reload);
  connect(document->selection(), &Selection::changed, this, [this] { follow(true); });
  reload();
}

bool FunctionsView::startFind() {
  panel_->startFilter();
  return true;
}

void FunctionsView::reload() {
  const DocumentData& now = document()->data();
  const QString kept = chosenName_;
  const int rows = now.executable ? static_cast<int>(now.executable->functions.size()) : 0;
  panel_->setPlaceholder(tr("Filter %n functions", nullptr, rows));
  panel_->table()->setSource(
      std::make_shared<FunctionsSource>(FunctionsInput{now.executable, now.summary, now.file, document()->byCallee(),
                                                       document()->notes()->table(), operators_->find({})}));
  follow(document()->byCallee() == nullptr);  // figures put the largest on top, where they are looked for
  if (panel_->table()->currentRow() < 0 && !kept.isEmpty() && now.executable)
    panel_->table()->showRow(static_cast<int>(now.executable->findFunction(kept.toStdString()).value));
}

void FunctionsView::follow(bool scroll) {
  const Executable* executable = document()->executable();
  if (executable == nullptr) return;
  const Place& place = document()->selection()->current();
  FuncIndex shown = place.function;
  if (const FuncIndex callee = calleeAt(*executable, place.pc); callee.valid()) shown = callee;
  if (executable->function(shown) == nullptr) return;
  chosenName_ = document()->functionName(shown);
  panel_->table()->markRow(static_cast<int>(shown.value), scroll);
}

void FunctionsView::choose(int row) {
  if (row < 0) return;
  Place place;
  place.function = FuncIndex(row);
  chosenName_ = document()->functionName(place.function);
  document()->selection()->select(place);
}

void FunctionsView::activateRow(int row) {
  const Executable* executable = document()->executable();
  if (executable == nullptr || row < 0) return;
  const Function* function = executable->function(FuncIndex(row));
  if (function == nullptr) return;
  Place place;
  place.function = FuncIndex(row);
  if (function->isBytecode()) {
    place.pc = InstrIndex(function->startInstr);
  } else if (const InstrIndex site = firstCallSite(*executable, FuncIndex(row)); site.valid()) {
    place.pc = site;
    place.function = executable->functionAt(site);
  }
  document()->selection()->activate(place, ViewId::Listing);
}

void FunctionsView::menu(int row, const QPoint& pos) {
  QMenu menu(this);
  if (row >= 0) {
    const bool body = document()->executable()->functions[static_cast<size_t>(row)].isBytecode();
    menu.addAction(body ? tr("Show in listing") : tr("Show its first call"), this, [this, row] { activateRow(row); });
    if (body)
      menu.addAction(tr("Show its CFG"), this, [this, row] {
        Place place;
        place.function = FuncIndex(row);
        document()->selection()->activate(place, ViewId::Cfg);
      });
    menu.addAction(tr("Copy name"), this,
                   [this, row] { QApplication::clipboard()->setText(document()->functionName(FuncIndex(row))); });
    menu.addSeparator();
  }
  menu.addAction(tr("Copy rows"), panel_->table(), &DataTable::copy);
  menu.exec(pos);
}

}  // namespace relaxscope
