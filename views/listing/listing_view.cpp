// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/listing/listing_view.h"

#include <QApplication>
#include <QClipboard>
#include <QMenu>
#include <QPainter>
#include <QStackedLayout>
#include <QVBoxLayout>

#include <algorithm>
#include <climits>
#include <utility>

#include "views/code/opcode_help.h"
#include "views/code/subject_function.h"
#include "views/core/discard.h"
#include "views/widgets/label.h"
#include "vmcore/base/text/text.h"

namespace relaxscope {
namespace {

constexpr int64_t kLongFunction = 50'000;  ///< instructions from which rows are built on the pool and kept
constexpr size_t kLongKept = 4;
constexpr qsizetype kParamsShown = 4;  ///< in the header; the inspector shows all
constexpr qsizetype kMaxCopyLines = 200'000;
constexpr int64_t kMaxPictureRows = 10'000;  ///< viewers cannot open larger pictures

}  // namespace

ListingView::ListingView(Document* document, QWidget* parent)
    : View(document, parent),
      area_(new ListingArea(this)),
      bar_(new FindBar(this)),
      search_(new CodeFind(bar_, this)),
      find_(new QToolButton(this)),
      plumbing_(new QToolButton(this)),
      edit_(new QToolButton(this)),
      stack_(new QStackedLayout),
      types_(document->derived<ResultTypeTexts>()),
      layers_(document->derived<FunctionLayers>()),
      lint_(document->derived<LintOf>()) {
  setObjectName(QStringLiteral("view.listing"));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(bar_);
  stack_->addWidget(area_);
  layout->addLayout(stack_, 1);
  setFocusProxy(area_);
  find_->setObjectName(QStringLiteral("listing.find"));
  find_->setText(tr("Find"));
  find_->setToolTip(tr("Find in all functions (Ctrl+F)"));
  plumbing_->setObjectName(QStringLiteral("listing.plumbing"));
  plumbing_->setText(tr("Plumbing"));
  plumbing_->setToolTip(tr("Show instructions that only move storage, shapes and registers"));
  plumbing_->setCheckable(true);
  plumbing_->setChecked(true);
  edit_->setObjectName(QStringLiteral("listing.edit"));
  edit_->setText(tr("Edit"));
  edit_->setToolTip(tr("Edit the instructions as assembler text (Ctrl+E)"));
  edit_->setCheckable(true);
  for (QToolButton* button : {find_, plumbing_, edit_}) {
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->hide();  // the window shows them
  }
  connectParts();
  applyTheme();
  reload();
}

void ListingView::connectParts() {
  Document* document = this->document();
  connect(find_, &QToolButton::clicked, this, [this] { startFind(); });
  connect(plumbing_, &QToolButton::toggled, this, &ListingView::setPlumbing);
  connect(edit_, &QToolButton::toggled, this, &ListingView::showEditor);
  connect(area_, &ListingArea::chosen, this, &ListingView::choose);
  connect(area_, &ListingArea::followed, this, &ListingView::followToken);
  connect(area_, &ListingArea::menuRequested, this, &ListingView::menu);
  connect(area_, &ListingArea::findRequested, this, [this] { startFind(); });
  connect(area_, &ListingArea::spacePressed, this,
          [this, document] { document->selection()->activate(document->selection()->current(), ViewId::Cfg); });
  connect(search_, &CodeFind::patternChanged, area_, &ListingArea::setMatch);
  connect(search_, &CodeFind::nextRequested, this, &ListingView::findNext);
  connect(search_, &CodeFind::closed, area_, qOverload<>(&QWidget::setFocus));
  connect(types_, &DerivedValues::made, this, [this] {
    if (content_.results) return;
    startTypes();
    area_->setCurrent(this->document()->selection()->current().pc);
  });
  connect(layers_, &DerivedValues::made, this, &ListingView::layersMade);
  connect(area_, &ListingArea::layerStepRequested, this, &ListingView::stepLayer);
  connect(area_, &ListingArea::layerFollowed, this, [this](InstrIndex first) { select(first, true); });
  connect(lint_, &DerivedValues::made, this, &ListingView::markFindings);
  connect(document->selection(), &Selection::markedChanged, this,
          [this] { area_->setSites(this->document()->selection()->marked()); });
  area_->setSites(document->selection()->marked());
  connect(document, &Document::dataChanged, this, &ListingView::reload);
  connect(document, &Document::statisticsChanged, this, [this] {
    costs_ = std::make_shared<const CodeCosts>(this->document()->bySite());
    content_.costs = costs_;
    area_->setContent(content_);
    area_->setCurrent(this->document()->selection()->current().pc);
  });
  connect(document->notes(), &Notes::changed, this, [this] {
    content_.notes = this->document()->notes()->table();
    area_->setContent(content_);
  });
  connect(document->selection(), &Selection::changed, this, &ListingView::follow);
  connect(Theme::instance(), &Theme::changed, this, &ListingView::applyTheme);
}

void ListingView::applyTheme() {
  find_->setIcon(Theme::instance()->icon(QStringLiteral("search")));
  edit_->setIcon(Theme::instance()->icon(QStringLiteral("edit"), Token::Accent));
  plumbing_->setIcon(Theme::instance()->icon(QStringLiteral("eye"), Token::Accent));
}

void ListingView::reload() {
  std::deque<LongRows> before = std::exchange(longRows_, {});  // kept alive while shown, then discarded
  costs_ = std::make_shared<const CodeCosts>(document()->bySite());
  content_ = {};
  content_.executable = document()->data().executable;
  content_.notes = document()->notes()->table();
  plumbingCallees_.clear();
  shown_ = {};
  const Executable* executable = document()->executable();
  showFunction(executable != nullptr ? startFunction(*executable, shownName_) : FuncIndex());
  markFindings();
  follow();
  search_->setExecutable(content_.executable);
  for (LongRows& row : before) discard(std::move(row.rows));
}

void ListingView::showFunction(FuncIndex function) {
  shown_ = function;
  if (function.valid()) shownName_ = document()->functionName(function);
  content_.function = function;
  content_.costs = costs_;
  content_.results.reset();
  content_.signature = signature(function);
  area_->setEmptySentence(emptyReason(function));
  rebuildRows();
  startTypes();
}

int64_t ListingView::shownLength() const {
  const Function* f = content_.executable->function(shown_);
  if (f == nullptr || !f->isBytecode()) return 0;
  const auto size = static_cast<int64_t>(content_.executable->code.size());
  return std::clamp<int64_t>(f->endInstr, 0, size) - std::clamp<int64_t>(f->startInstr, 0, size);
}

/// `keepShown`: until those of a long function are made, the rows shown are of the same code.
void ListingView::rebuildRows(bool keepShown) {
  rowsTask_.cancel();
  if (!content_.executable) return takeRows(nullptr, nullptr);
  const bool isLong = shownLength() >= kLongFunction;
  // Rows of a long function do not wait for the search for layers.
  const auto layers = !isLong || keepShown ? layers_->find({shown_})
                      : content_.layers && content_.layers->regions().function == shown_
                          ? content_.layers
                          : std::shared_ptr<const LayerMap>();
  const bool plumbing = plumbing_->isChecked();
  const auto kept = std::find_if(longRows_.begin(), longRows_.end(), [&](const LongRows& row) {
    return row.function == shown_ && row.plumbing == plumbing && row.layers == layers;
  });
  if (kept != longRows_.end()) {
    takeRows(kept->rows, layers);
    return layersMade();
  }
  const Function* f = content_.executable->function(shown_);
  std::vector<bool> hidden;
  if (!plumbing && f != nullptr && f->isBytecode()) hidden = plumbingOf(*f);
  const auto make = [executable = content_.executable, function = shown_, plumbing, layers,
                     hidden = std::move(hidden)](const std::stop_token&) {
    return std::make_shared<const ListingRows>(*executable, function, plumbing ? nullptr : &hidden, layers.get());
  };
  if (!isLong) return takeRows(make({}), layers);
  if (!keepShown) {  // shows no rows meanwhile, as the previous rows are of other code
    area_->setEmptySentence(
        tr("Reading %n instructions…", nullptr, static_cast<int>(std::min<int64_t>(shownLength(), INT_MAX))));
    takeRows(std::make_shared<const ListingRows>(*content_.executable, FuncIndex()), nullptr);
  }
  rowsTask_.start(
      make,
      [this, function = shown_, plumbing, layers, keepShown](std::shared_ptr<const ListingRows> rows) {
        longRows_.push_front({function, plumbing, layers, rows});
        if (longRows_.size() > kLongKept) {
          discard(std::move(longRows_.back().rows));
          longRows_.pop_back();
        }
        area_->setEmptySentence(emptyReason(function));
        takeRows(std::move(rows), layers);
        if (area_->current().valid()) area_->setCurrent(area_->current(), !keepShown);
        startTypes();
        layersMade();
      },
      [this](const TaskError& error) {
        area_->setEmptySentence(tr("The instructions cannot be listed: %1").arg(error.text()));
      });
}

void ListingView::takeRows(std::shared_ptr<const ListingRows> rows, std::shared_ptr<const LayerMap> layers) {
  content_.layers = std::move(layers);
  content_.rows = std::move(rows);
  area_->setContent(content_);
}

/// By instruction: whether it only moves storage, shapes and registers.
std::vector<bool> ListingView::plumbingOf(const Function& function) {
  const Executable& executable = *content_.executable;
  if (plumbingCallees_.size() != executable.functions.size()) {
    plumbingCallees_.assign(executable.functions.size(), 0);
    for (size_t i = 0; i < plumbingCallees_.size(); ++i) {
      const BuiltinRow* builtin =
          executable.functions[i].isPacked() ? findBuiltin(executable.functions[i].name) : nullptr;
      plumbingCallees_[i] = builtin != nullptr && builtin->plumbing ? 1 : 0;
    }
  }
  const auto size = static_cast<int64_t>(executable.code.size());
  const int64_t begin = std::clamp<int64_t>(function.startInstr, 0, size),
                end = std::clamp<int64_t>(function.endInstr, begin, size);
  std::vector<bool> hidden(static_cast<size_t>(end - begin));
  for (int64_t pc = begin; pc < end; ++pc) {
    const FuncIndex callee = calleeAt(executable, InstrIndex(pc));
    hidden[static_cast<size_t>(pc - begin)] =
        executable.function(callee) != nullptr && plumbingCallees_[callee.at()] != 0;
  }
  return hidden;
}

void ListingView::showEditor(bool on) {
  if (on && pane_ == nullptr) {
    pane_ = new EditPane(document(), this);
    stack_->addWidget(pane_);
    connect(pane_, &EditPane::closed, this, [this] { edit_->setChecked(false); });
    connect(pane_, &EditPane::leftToListing, this, [this](InstrIndex pc) {
      if (isEditing()) select(pc);
    });
  }
  if (on) pane_->edit(shown_, document()->selection()->current().pc);
  QWidget* front = on ? static_cast<QWidget*>(pane_) : area_;
  stack_->setCurrentWidget(front);
  setFocusProxy(front);
  front->setFocus(Qt::OtherFocusReason);
}

void ListingView::setPlumbing(bool /*shown*/) {
  const InstrIndex current = area_->current();
  rebuildRows();
  area_->setCurrent(current, true);
}

/// Of a long function the rows are shown before its layers are known, or looked for.
void ListingView::layersMade() {
  if (content_.layers || !shown_.valid()) return;
  const auto layers = layers_->find({shown_});
  if (!layers || (layers->copies().empty() && layers->regions().almost.empty())) return;
  rebuildRows(true);
}

void ListingView::startTypes() {
  if (!content_.rows || content_.rows->size() == 0) return;
  content_.results = types_->find({shown_});
  if (content_.results) area_->setContent(content_);
}

void ListingView::markFindings() {
  constexpr size_t kDirect = 20'000;  // sites that are sorted in a millisecond or two
  const auto diagnostics = document()->data().diagnostics;
  const auto lint = lint_->find({});
  const auto take = [this](std::shared_ptr<const FindingMarks> marks) {
    content_.findings = std::move(marks);
    area_->setContent(content_);
    area_->setCurrent(document()->selection()->current().pc);
  };
  marksTask_.cancel();
  if (FindingMarks::sitesOf(diagnostics.get(), lint.get()) <= kDirect)
    return take(std::make_shared<const FindingMarks>(diagnostics, lint));
  marksTask_.start(
      [diagnostics, lint](const std::stop_token&) { return std::make_shared<const FindingMarks>(diagnostics, lint); },
      take);
}

/// Signs of findings come late in very long code, which is complete without them.
bool ListingView::awaitsMarks() const {
  const bool isLong = content_.executable && static_cast<int64_t>(content_.executable->code.size()) > kLongFunction;
  return !isLong && (lint_->isPending() || marksTask_.isPending());
}

QString ListingView::signature(FuncIndex function) const {
  const Executable* executable = document()->executable();
  const Function* f = executable != nullptr ? executable->function(function) : nullptr;
  if (f == nullptr) return {};
  QStringList params;
  if (f->isBytecode()) params = parameterTexts(document()->facts()->params(function));
  if (params.size() > kParamsShown)
    params = params.first(kParamsShown) << QString(QChar(0x2026)) + tr(" %1 more").arg(f->numArgs - kParamsShown);
  return QStringLiteral("(%1)   %2 · %3")
      .arg(params.join(QStringLiteral(", ")),
           tr("%n instructions", nullptr, static_cast<int>(f->endInstr - f->startInstr)),
           tr("%n registers", nullptr, static_cast<int>(std::clamp<int64_t>(f->registerFileSize, 0, INT_MAX))));
}

QString ListingView::emptyReason(FuncIndex function) const {
  const Executable* executable = document()->executable();
  if (executable == nullptr) return tr("Nothing is open: open an executable to see its instructions.");
  const Function* f = executable->function(function);
  if (f == nullptr) return tr("The executable has no functions.");
  const QString name = QString::fromStdString(printable(f->name));
  if (f->isVmTir())
    return tr("%1 is a compiled function: its code is machine code of the library, so there is no bytecode to list.")
        .arg(name);
  if (f->isPacked())
    return tr("%1 is a packed function, looked up by name at run time, so there is no bytecode to list. Choose a bytecode function.")
        .arg(name);
  if (f->isBytecode())
    return tr("%1 has no instructions: its range %2 to %3 lies outside the code.")
        .arg(name, QString::number(f->startInstr), QString::number(f->endInstr));
  return tr("%1 has kind %2, which no TVM release writes.").arg(name, QString::number(f->kind));
}

void ListingView::follow() {
  const Executable* executable = document()->executable();
  if (executable == nullptr) return;
  const Place& place = document()->selection()->current();
  const Function* f = executable->function(place.function);
  if (becomesSubject(*executable, place.function, shown_)) showFunction(place.function);
  ListingHighlight highlighted;
  highlighted.reg = place.reg;
  highlighted.constant = place.constant;
  if (f != nullptr && f->isPacked() && !place.pc.valid()) highlighted.function = place.function;
  area_->setHighlight(highlighted);
  if (place.pc.valid() && place.pc != area_->current()) area_->setCurrent(place.pc, true);
  if (isEditing() && pane_ != nullptr) pane_->edit(shown_, place.pc);
}

void ListingView::select(InstrIndex pc, bool asSubject) {
  Place place;
  place.function =
      pc >= content_.rows->begin() && pc < content_.rows->end() ? shown_ : document()->executable()->functionAt(pc);
  place.pc = pc;
  if (asSubject) document()->selection()->activate(place, ViewId::Listing);
  else document()->selection()->select(place);
}

void ListingView::choose(InstrIndex pc, const CodeToken& token) {
  Place place;
  place.function = shown_;
  place.pc = pc;
  place.reg = token.reg;
  place.constant = token.constant;
  document()->selection()->select(place);
}

void ListingView::goToPc(qlonglong pc) {
  const Executable* executable = document()->executable();
  if (executable == nullptr || pc < 0 || static_cast<size_t>(pc) >= executable->code.size() || !content_.rows) return;
  select(InstrIndex(pc), true);
  area_->setFocus();
}

void ListingView::followToken(InstrIndex pc, const CodeToken& token) {
  const Executable* executable = document()->executable();
  if (executable == nullptr || !pc.valid()) return;
  if (token.target.valid()) return select(token.target, true);
  if (token.reg.valid()) return goToDefinition(pc, token.reg);
  Place place;
  if (token.constant.valid()) {
    place.function = shown_;
    place.pc = pc;
    place.constant = token.constant;
    return document()->selection()->activate(place, ViewId::Constants);
  }
  const FuncIndex callee = token.function.valid() ? token.function : calleeAt(*executable, pc);
  const Function* f = executable->function(callee);
  if (f == nullptr) {  // jumps are followed like calls
    const InstrIndex target = jumpTarget(executable->code.at(pc), pc);
    if (target.valid() && target.at() < executable->code.size()) select(target, true);
    return;
  }
  place.function = callee;
  if (f->isBytecode()) place.pc = InstrIndex(f->startInstr);
  document()->selection()->activate(place, f->isBytecode() ? ViewId::Listing : ViewId::Functions);
}

/// The nearest write before `pc`, else the last one after it (reached through a loop), else the function's start (a
/// parameter).
void ListingView::goToDefinition(InstrIndex pc, RegIndex reg) {
  const Executable& executable = *document()->executable();
  const auto writes = [&](int64_t at) {
    bool found = false;
    executable.code.at(InstrIndex(at)).forEachOperand([&](const Operand& o) {
      found = found || (o.role == OperandRole::Def && o.value == reg.value);
    });
    return found;
  };
  InstrIndex target = content_.rows->begin();
  bool found = false;
  for (int64_t at = pc.value - 1; at >= content_.rows->begin().value && !found; --at)
    if (writes(at)) {
      target = InstrIndex(at);
      found = true;
    }
  for (int64_t at = content_.rows->end().value - 1; at > pc.value && !found; --at)
    if (writes(at)) {
      target = InstrIndex(at);
      found = true;
    }
  Place place;
  place.function = shown_;
  place.pc = target;
  place.reg = reg;
  document()->selection()->activate(place, ViewId::Listing);
}

/// From a layer to the first instruction of its next copy, from outside to that of the next layer.
void ListingView::stepLayer(bool backwards) {
  if (!content_.layers || content_.layers->copies().empty()) return;
  const LayerMap& layers = *content_.layers;
  const LayerCopy* copy =
      area_->currentLayer() ? &layers.copies()[*area_->currentLayer()] : layers.innermostAt(area_->current());
  if (copy != nullptr) {
    const uint32_t first = layers.rowOf(*copy) - copy->copy;
    const uint32_t to = (copy->copy + (backwards ? copy->count - 1 : 1)) % copy->count;
    return select(layers.copies()[first + to].first, true);
  }
  const std::span<const LayerCopy> outermost = layers.copiesAt(0);
  const auto after = std::ranges::upper_bound(outermost, area_->current(), {}, &LayerCopy::first);
  const bool wraps = backwards ? after == outermost.begin() : after == outermost.end();
  select(
      wraps ? (backwards ? outermost.back() : outermost.front()).first : (backwards ? *std::prev(after) : *after).first,
      true);
}

void ListingView::addLayerActions(QMenu* menu, InstrIndex pc) {
  const LayerCopy* copy = content_.layers && pc.valid() ? content_.layers->innermostAt(pc) : nullptr;
  if (copy == nullptr) return;
  const LayerCopy& next = content_.layers->next(*copy);
  menu->addAction(buttonText(tr("Go to %1").arg(LayerTexts::name(*content_.layers, next, content_.notes.get()))), this,
                  [this, first = next.first] { select(first, true); });
  menu->addAction(buttonText(tr("Name %1…").arg(LayerTexts::name(*content_.layers, *copy, content_.notes.get()))), this,
                  [this, pc] {
                    if (area_->current() != pc) area_->setCurrent(pc);
                    select(pc);
                    emit document() -> requested(request::NameLayer{});
                  });
}

QString ListingView::functionText() const {
  QString text = document()->functionName(shown_) + content_.signature + u'\n';
  qsizetype lines = 0;
  for (int64_t row = 1; row < content_.rows->size() && lines < kMaxCopyLines; ++row, ++lines) {
    const auto what = content_.rows->at(row);
    if (what.kind == ListingRows::Kind::Label) text += QStringLiteral("L%1:\n").arg(what.pc.value);
    else if (what.kind != ListingRows::Kind::Code) text += QStringLiteral("; %1\n").arg(area_->headingText(what));
    else text += QStringLiteral("%1  %2\n").arg(what.pc.value, 6).arg(codeLine(*content_.executable, what.pc).text());
  }
  return text;
}

void ListingView::menu(InstrIndex pc, const CodeToken& token, const QPoint& pos) {
  if (!content_.rows || content_.rows->size() == 0) return;
  const Executable& executable = *document()->executable();
  QMenu menu(this);
  const FuncIndex callee = calleeAt(executable, pc);
  if (token.reg.valid())
    menu.addAction(tr("Go to definition of %1").arg(registerText(token.reg.value)), this,
                   [this, pc, token] { goToDefinition(pc, token.reg); });
  if (token.constant.valid())
    menu.addAction(tr("Show constant %1").arg(token.constant.value), this,
                   [this, pc, token] { followToken(pc, token); });
  if (executable.function(callee) != nullptr)
    menu.addAction(
        buttonText(
            tr("Go to callee %1").arg(QString::fromStdString(printable(executable.function(callee)->name)).left(60))),
        this, [this, pc] { followToken(pc, {}); });
  addLayerActions(&menu, pc);
  if (pc.valid())
    menu.addAction(tr("Show in CFG"), this, [this, pc] {
      Place place;
      place.function = shown_;
      place.pc = pc;
      document()->selection()->activate(place, ViewId::Cfg);
    });
  menu.addSeparator();
  if (pc.valid())
    menu.addAction(tr("Copy line"), this, [this, pc] {
      QApplication::clipboard()->setText(
          QStringLiteral("%1  %2").arg(pc.value).arg(codeLine(*content_.executable, pc).text()));
    });
  menu.addAction(tr("Copy function"), this, [this] { QApplication::clipboard()->setText(functionText()); });
  menu.exec(pos);
}

bool ListingView::startFind() {
  search_->open();
  return true;
}

void ListingView::findNext(bool backwards) {
  if (!search_->isActive()) {
    startFind();
    return;
  }
  const InstrIndex pc = search_->next(area_->current(), backwards);
  if (!pc.valid()) return;
  area_->setMatch(bar_->text(), bar_->isRegex());
  if (pc < content_.rows->begin() || pc >= content_.rows->end())
    if (const FuncIndex other = document()->executable()->functionAt(pc); other.valid()) showFunction(other);
  area_->setCurrent(pc, true);
  select(pc);
  search_->setCurrent(pc);
}

QSize ListingView::contentSize() const {
  if (!content_.rows || content_.rows->size() == 0) return View::contentSize();
  return {area_->viewport()->width(),
          static_cast<int>(std::min(content_.rows->size(), kMaxPictureRows)) * area_->rowHeight()};
}

/// Paints as many rows as fit the target at the area's own width, at most kMaxPictureRows.
void ListingView::renderAll(QPainter* painter, const QSize& size) {
  if (!content_.rows || content_.rows->size() == 0) return View::renderAll(painter, size);
  const int width = std::max(1, area_->viewport()->width());
  const double scale = size.width() / double(width);
  const auto fitting = static_cast<int64_t>(size.height() / (scale * area_->rowHeight())) + 1;
  painter->save();
  painter->fillRect(QRect(QPoint(), size), Theme::instance()->color(Token::Panel));
  painter->scale(scale, scale);
  area_->paintRows(painter, 0, std::min({content_.rows->size(), fitting, kMaxPictureRows}), width);
  painter->restore();
}

QByteArray ListingView::saveViewState() const { return plumbing_->isChecked() ? "plumbing=1" : "plumbing=0"; }
void ListingView::restoreViewState(const QByteArray& state) { plumbing_->setChecked(!state.contains("plumbing=0")); }

}  // namespace relaxscope
