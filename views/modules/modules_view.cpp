// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/modules/modules_view.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QMenu>
#include <QResizeEvent>
#include <QVBoxLayout>

#include "views/code/tokens.h"
#include "views/widgets/label.h"

namespace relaxscope {

ModulesView::ModulesView(Document* document, QWidget* parent)
    : View(document, parent),
      empty_(new Label(this)),
      facts_(new Label(this)),
      splitter_(new QSplitter(Qt::Vertical, this)),
      tree_(new DataTable(this)),
      kernels_(new TablePanel(this)) {
  setObjectName(QStringLiteral("view.modules"));
  tree_->setObjectName(QStringLiteral("modules.tree"));
  tree_->setAccessibleName(tr("Modules"));
  kernels_->table()->setObjectName(QStringLiteral("modules.kernels"));
  kernels_->table()->setAccessibleName(tr("Kernels"));
  tree_->horizontalHeader()->setSectionsClickable(false);  // sorting would destroy the tree
  empty_->setWordWrap(true);
  empty_->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  facts_->setWordWrap(true);
  facts_->setTextInteractionFlags(Qt::TextSelectableByMouse);

  auto* top = new QWidget(this);
  auto* topLayout = new QVBoxLayout(top);
  topLayout->setContentsMargins(0, 0, 0, 0);
  topLayout->setSpacing(0);
  topLayout->addWidget(tree_, 1);
  topLayout->addWidget(facts_);
  splitter_->addWidget(top);
  splitter_->addWidget(kernels_);
  splitter_->setStretchFactor(0, 2);
  splitter_->setStretchFactor(1, 5);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(empty_);
  layout->addWidget(splitter_, 1);
  setFocusProxy(tree_);
  kernels_->setEmptySentence(tr("This module has no kernels."));

  connectParts();
  applyTheme();
  reload();
}

void ModulesView::connectParts() {
  Document* document = this->document();
  connect(tree_, &DataTable::rowSelected, this, &ModulesView::chooseModule);
  connect(tree_, &DataTable::rowActivated, this, &ModulesView::openModule);
  connect(splitter_, &QSplitter::splitterMoved, this, [this] { placedByUser_ = true; });
  connect(kernels_->table(), &DataTable::rowSelected, this, &ModulesView::chooseKernel);
  connect(kernels_->table(), &DataTable::rowActivated, this, &ModulesView::activateKernel);
  connect(kernels_->table(), &DataTable::contextMenuRequested, this, &ModulesView::kernelMenu);
  connect(document, &Document::dataChanged, this, &ModulesView::reload);
  connect(document->selection(), &Selection::changed, this, &ModulesView::follow);
  connect(Theme::instance(), &Theme::changed, this, &ModulesView::applyTheme);
}

void ModulesView::applyTheme() {
  const Theme* theme = Theme::instance();
  const QString note = QStringLiteral("QLabel{color:%1;padding:%2px %3px;background:%4}")
                           .arg(theme->color(Token::TextSecond).name())
                           .arg(theme->px(8))
                           .arg(theme->px(12))
                           .arg(theme->color(Token::Panel).name());
  facts_->setFont(theme->ui(11));
  facts_->setStyleSheet(note);
  empty_->setFont(theme->ui(12));
  empty_->setStyleSheet(QStringLiteral("QLabel{color:%1;padding:%2px;background:%3}")
                            .arg(theme->color(Token::TextSecond).name())
                            .arg(theme->px(16))
                            .arg(theme->color(Token::Panel).name()));
}

void ModulesView::reload() {
  const DocumentData& now = document()->data();
  modulesSource_ = std::make_shared<const ModulesSource>(now.file);
  shown_ = {};
  const bool any = modulesSource_->rows() > 0;
  splitter_->setVisible(any);
  empty_->setVisible(!any);
  empty_->setText(
      now.executable == nullptr
          ? tr("Nothing is open: open a library to see its modules.")
          : tr("This file holds only an executable, without a library: kernels are looked up by name in the libraries loaded with it."));
  tree_->setSource(modulesSource_);
  if (!any) return;
  // Initial selection: the first module with text or compiled kernels, else the first decoded one.
  ModuleIndex start(0);
  for (size_t row = modulesSource_->rows(); row-- > 0;) {
    const LibraryModule& module = now.file->library->modules[modulesSource_->module(row).at()];
    if (!std::holds_alternative<std::monostate>(module.decoded)) start = modulesSource_->module(row);
  }
  for (size_t row = 0; row < modulesSource_->rows(); ++row) {
    const auto* code = std::get_if<CodeModule>(&now.file->library->modules[modulesSource_->module(row).at()].decoded);
    if (code == nullptr || code->parts.empty()) continue;
    if (!code->parts[0].isText && code->resources.rows.empty()) continue;
    start = modulesSource_->module(row);
    break;
  }
  showModule(start);
  follow();
}

void ModulesView::showModule(ModuleIndex module) {
  if (module == shown_) return;
  shown_ = module;
  const DocumentData& now = document()->data();
  tree_->showRow(modulesSource_->rowOf(module));
  facts_->setText(moduleFacts(*now.file, module));
  facts_->setVisible(!facts_->text().isEmpty());
  kernelsSource_ = std::make_shared<const KernelsSource>(now.file, now.executable, now.summary, module);
  kernels_->setSource(kernelsSource_);
  kernels_->setPlaceholder(tr("Filter %n kernels", nullptr, static_cast<int>(kernelsSource_->rows())));
  hasCode_ = !partsOf(now.file->library->modules[module.at()]).empty();
  fitPanes();
}

/// The tree gets the height it needs, the kernels get the rest.
void ModulesView::fitPanes() {
  const Theme* theme = Theme::instance();
  const int row = theme->px(24), all = std::max(height(), theme->px(300));
  const int tree = std::min(
      all / 2, row * (static_cast<int>(modulesSource_->rows()) + 2) + facts_->heightForWidth(std::max(100, width())));
  if (placedByUser_) return;
  splitter_->setSizes({tree, all - tree});
}

void ModulesView::resizeEvent(QResizeEvent* event) {
  View::resizeEvent(event);
  if (!placedByUser_ && modulesSource_ && modulesSource_->rows() > 0) fitPanes();
}

void ModulesView::follow() {
  if (!modulesSource_ || modulesSource_->rows() == 0 || document()->executable() == nullptr) return;
  const Place& place = document()->selection()->current();
  if (place.module.valid() && modulesSource_->rowOf(place.module) >= 0) showModule(place.module);
  FuncIndex function = place.function;
  if (const FuncIndex callee = calleeAt(*document()->executable(), place.pc); callee.valid()) function = callee;
  const bool named = place.module == shown_ && place.kernel.valid() && kernelsSource_ != nullptr &&
                     place.kernel.at() < kernelsSource_->rows();
  const int row = named ? static_cast<int>(place.kernel.value) : kernelsSource_ ? kernelsSource_->rowOf(function) : -1;
  if (row >= 0) kernels_->table()->showRow(row);
}

void ModulesView::chooseModule(int row) {
  if (row < 0 || !modulesSource_) return;
  showModule(modulesSource_->module(static_cast<size_t>(row)));
  Place place = document()->selection()->current();
  place.module = shown_;
  place.kernel = {};
  document()->selection()->select(place);
}

void ModulesView::openModule() {
  if (hasCode_) document()->selection()->activate(document()->selection()->current(), ViewId::Source);
}

Place ModulesView::placeOfKernel(size_t row) const {
  Place place;
  place.function = kernelsSource_->function(row);
  place.module = shown_;
  place.kernel = KernelIndex(static_cast<int64_t>(row));
  return place;
}

void ModulesView::chooseKernel(int row) {
  if (row >= 0 && kernelsSource_) document()->selection()->select(placeOfKernel(static_cast<size_t>(row)));
}

InstrIndex ModulesView::callSite(int row) const {
  if (row < 0 || !kernelsSource_ || document()->executable() == nullptr) return {};
  const FuncIndex function = kernelsSource_->function(static_cast<size_t>(row));
  return function.valid() ? firstCallSite(*document()->executable(), function) : InstrIndex();
}

void ModulesView::activateKernel(int row) {
  if (row < 0 || !kernelsSource_) return;
  if (!hasCode_) return showCallSite(row);
  document()->selection()->activate(placeOfKernel(static_cast<size_t>(row)), ViewId::Source);
}

void ModulesView::showCallSite(int row) {
  const InstrIndex site = callSite(row);
  if (!site.valid()) return;
  Place place = placeOfKernel(static_cast<size_t>(row));
  place.function = document()->executable()->functionAt(site);
  place.pc = site;
  document()->selection()->activate(place, ViewId::Listing);
}

void ModulesView::kernelMenu(int row, const QPoint& pos) {
  auto* menu = new QMenu(this);
  menu->setObjectName(QStringLiteral("modules.menu"));
  menu->setAttribute(Qt::WA_DeleteOnClose);
  if (row >= 0 && kernelsSource_) {
    QAction* source = menu->addAction(tr("Show source"), this, [this, row] { activateKernel(row); });
    source->setObjectName(QStringLiteral("modules.showSource"));
    source->setEnabled(hasCode_);
    QAction* site = menu->addAction(tr("Show its first call"), this, [this, row] { showCallSite(row); });
    site->setObjectName(QStringLiteral("modules.showCall"));
    site->setEnabled(callSite(row).valid());
    menu->addAction(tr("Copy name"), this,
                    [name = QString::fromStdString(kernelsSource_->name(static_cast<size_t>(row)))] {
                      QApplication::clipboard()->setText(name);
                    });
    menu->addSeparator();
  }
  menu->addAction(tr("Copy rows"), kernels_->table(), &DataTable::copy);
  menu->popup(pos);
}

bool ModulesView::startFind() {
  kernels_->startFilter();
  return true;
}

}  // namespace relaxscope
