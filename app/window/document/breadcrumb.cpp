// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/breadcrumb.h"

#include <QMenu>
#include <QPushButton>

#include "views/widgets/label.h"
#include "vmcore/analysis/flow/code_walk.h"

namespace relaxscope {
namespace {

constexpr uint32_t kMaxCopies = 200;  ///< in the menu of a layer, around the one that is shown

QString callText(const Document& document, InstrIndex pc) {
  const Executable& executable = *document.executable();
  if (!pc.valid() || pc.at() >= executable.code.size()) return {};
  const Instruction instruction = executable.code.at(pc);
  if (instruction.row == nullptr) return {};
  const FuncIndex callee = calleeAt(executable, pc);
  return callee.valid() ? document.shownName(callee) : QString::fromLatin1(instruction.row->mnemonic);
}

}  // namespace

Breadcrumb::Breadcrumb(Document* document, QWidget* parent)
    : CrumbBar(QStringLiteral("breadcrumb"), parent), document_(document) {
  connect(document_, &Document::dataChanged, this, &Breadcrumb::rebuild);
  connect(document_->selection(), &Selection::changed, this, &Breadcrumb::rebuild);
  connect(document_->notes(), &Notes::changed, this, &Breadcrumb::rebuild);
  connect(document_->derived<FunctionLayers>(), &DerivedValues::made, this, &Breadcrumb::rebuild);
  rebuild();
}

void Breadcrumb::setPageTitle(const QString& title) {
  if (page_ == title) return;
  page_ = title;
  rebuild();
}

void Breadcrumb::goTo(FuncIndex function, InstrIndex pc) {
  Place place;
  place.function = function;
  place.pc = pc;
  document_->selection()->activate(place, ViewId::Listing);
}

/// From the outermost layer of the instruction inwards.
void Breadcrumb::addLayers(const Place& place) {
  const auto layers = document_->derived<FunctionLayers>()->find({place.function});
  if (!layers) return;
  const auto notes = document_->notes()->table();
  for (uint32_t depth = 0; depth < LayerMap::kMaxDepth; ++depth) {
    const LayerCopy* copy = layers->at(place.pc, depth);
    if (copy == nullptr) return;
    QPushButton* button = addPart(LayerTexts::name(*layers, *copy, notes.get()), false, false,
                                  [this, place, first = copy->first] { goTo(place.function, first); });
    button->setContextMenuPolicy(Qt::CustomContextMenu);
    button->setToolTip(tr("%1; a right click lists its %n copies", nullptr, static_cast<int>(copy->count))
                           .arg(LayerTexts::range(copy->first, copy->last)));
    connect(button, &QPushButton::customContextMenuRequested, this,
            [this, layers, row = layers->rowOf(*copy), button] { showCopies(layers, row, button); });
  }
}

void Breadcrumb::showCopies(const std::shared_ptr<const LayerMap>& layers, uint32_t row, QPushButton* button) {
  const LayerCopy& shown = layers->copies()[row];
  const auto notes = document_->notes()->table();
  auto* menu = new QMenu(this);
  menu->setObjectName(QStringLiteral("breadcrumb.copies"));
  menu->setAttribute(Qt::WA_DeleteOnClose);
  const uint32_t from = shown.copy > kMaxCopies / 2 ? shown.copy - kMaxCopies / 2 : 0;
  for (uint32_t i = from; i < std::min(shown.count, from + kMaxCopies); ++i) {
    const LayerCopy& copy = layers->copies()[row - shown.copy + i];
    const QString text = buttonText(LayerTexts::name(*layers, copy, notes.get())) + QLatin1Char('\t') +
                         LayerTexts::range(copy.first, copy.last);
    QAction* action = menu->addAction(
        text, this, [this, function = layers->regions().function, first = copy.first] { goTo(function, first); });
    action->setCheckable(true);
    action->setChecked(i == shown.copy);
  }
  menu->popup(button->mapToGlobal(QPoint(0, button->height())));
}

void Breadcrumb::rebuild() {
  clear();
  const Place place = document_->selection()->current();
  const Executable* executable = document_->executable();
  const bool hasFunction = page_.isEmpty() && place.function.valid() && executable != nullptr &&
                           executable->function(place.function) != nullptr;
  const bool hasPc = hasFunction && place.pc.valid();
  const bool hasConstant = page_.isEmpty() && !hasFunction && place.constant.valid();
  addPart(document_->title(), false, page_.isEmpty() && !hasFunction && !hasConstant, [this] { emit fileClicked(); });
  if (!page_.isEmpty()) addPart(page_, false, true, [] {});
  if (hasFunction)
    addPart(document_->shownName(place.function), true, !hasPc, [this, place] {
      document_->selection()->activate(Place{.function = place.function,
                                             .pc = {},
                                             .constant = {},
                                             .module = {},
                                             .kernel = {},
                                             .event = {},
                                             .reg = {},
                                             .work = {}},
                                       ViewId::Functions);
    });
  if (hasPc) addLayers(place);
  if (hasPc)
    addPart(QStringLiteral("%1: %2").arg(place.pc.value).arg(callText(*document_, place.pc)), true, true,
            [this, place] { document_->selection()->activate(place, ViewId::Listing); });
  if (hasConstant)
    addPart(QStringLiteral("c[%1]").arg(place.constant.value), true, true,
            [this, place] { document_->selection()->activate(place, ViewId::Constants); });
  addStretch();
}

}  // namespace relaxscope
