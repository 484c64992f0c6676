// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/cfg/cfg_view.h"

#include <QVBoxLayout>

#include <algorithm>
#include <climits>
#include <cmath>

#include "views/cfg/readout.h"
#include "views/code/code_widths.h"
#include "views/code/subject_function.h"
#include "views/theme/theme.h"
#include "views/widgets/find_bar.h"
#include "views/widgets/readout_line.h"
#include "vmcore/base/text/text.h"

namespace relaxscope {
namespace {
/// Functions up to this size are laid out synchronously, in a few milliseconds.
constexpr int64_t kDirectInstructions = 600;

CfgMetrics metricsOfTheme() {
  const Theme* theme = Theme::instance();
  CfgMetrics metrics;
  metrics.charWidth = CodeWidths().cell();
  metrics.textWidth = QFontMetricsF(theme->ui(12)).averageCharWidth();
  metrics.lineHeight = theme->px(19);
  metrics.headerHeight = theme->px(26);
  metrics.padding = theme->px(12);
  metrics.scale = theme->px(100) / 100.0;
  return metrics;
}
}  // namespace

CfgView::CfgView(Document* document, QWidget* parent)
    : View(document, parent),
      canvas_(new CfgCanvas(this)),
      bar_(new FindBar(this)),
      readout_(new ReadoutLine(tr("Point at a block to read how often it is executed and how long it takes"), this)),
      search_(new CodeFind(bar_, this)),
      fold_(new QToolButton(this)) {
  setObjectName(QStringLiteral("view.cfg"));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(bar_);
  layout->addWidget(canvas_, 1);
  layout->addWidget(readout_);
  readout_->setObjectName(QStringLiteral("cfg.readout"));
  setFocusProxy(canvas_);
  fold_->setObjectName(QStringLiteral("cfg.fold"));
  fold_->setText(tr("Fold plumbing"));
  fold_->setToolTip(tr("Fold checks and scratch memory into one line each"));
  fold_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  fold_->setCheckable(true);
  fold_->setChecked(true);
  fold_->hide();
  connect(fold_, &QToolButton::toggled, this, &CfgView::rebuild);
  connect(canvas_, &CfgCanvas::chosen, this, [this](InstrIndex pc) {
    Place place;
    place.function = shown_;
    place.pc = pc;
    this->document()->selection()->select(place);
  });
  connect(canvas_, &CfgCanvas::activated, this, [this](InstrIndex pc, ViewId view) {
    Place place;
    place.function = shown_;
    place.pc = pc;
    this->document()->selection()->activate(place, view);
  });
  connect(canvas_, &CfgCanvas::blockPointed, this, [this](int block) {
    readout_->setParts(canvas_->scene() != nullptr ? blockReadout(*canvas_->scene(), block) : QStringList());
  });
  connect(canvas_, &CfgCanvas::findRequested, this, &CfgView::startFind);
  connect(search_, &CodeFind::nextRequested, this, &CfgView::findNext);
  connect(search_, &CodeFind::closed, canvas_, qOverload<>(&QWidget::setFocus));
  connect(document, &Document::dataChanged, this, &CfgView::reload);
  connect(document, &Document::statisticsChanged, this, &CfgView::rebuild);
  connect(document->selection(), &Selection::changed, this, &CfgView::follow);
  connect(Theme::instance(), &Theme::changed, this, &CfgView::applyTheme);
  applyTheme();
  reload();
}

/// A new scale needs a new layout; a new colour does not.
void CfgView::applyTheme() {
  fold_->setIcon(Theme::instance()->icon(QStringLiteral("fold"), Token::Accent));
  if (shown_.valid() && metrics_ != metricsOfTheme()) rebuild();
}

void CfgView::reload() {
  shown_ = {};
  const Executable* executable = document()->executable();
  if (executable != nullptr) shown_ = startFunction(*executable, shownName_);
  rebuild();
  follow();
  search_->setExecutable(document()->data().executable);
}

bool CfgView::startFind() {
  search_->open();
  return true;
}

/// A hit in another function makes that function the subject, as in the listing.
void CfgView::findNext(bool backwards) {
  if (!search_->isActive()) {
    startFind();
    return;
  }
  const InstrIndex pc = search_->next(document()->selection()->current().pc, backwards);
  if (!pc.valid()) return;
  Place place;
  place.pc = pc;
  place.function = document()->executable()->functionAt(pc);
  document()->selection()->select(place);
  search_->setCurrent(pc);
}

double CfgView::entries() const {
  const auto statistics = document()->byCallee();
  if (!statistics) return NAN;
  for (const StatisticsRow& row : statistics->rows)
    if (row.kind == EventKind::FunctionBody && static_cast<int64_t>(row.callee) == shown_.value)
      return statistics->perRun(row.count);
  return NAN;
}

void CfgView::rebuild() {
  layoutTask_.cancel();
  const Executable* executable = document()->executable();
  const Function* f = executable != nullptr ? executable->function(shown_) : nullptr;
  shownName_ = f != nullptr ? document()->functionName(shown_) : shownName_;
  canvas_->setEmptySentence(emptyReason());
  if (f == nullptr) return take(std::make_shared<const CfgScene>());
  CfgRequest request;
  request.executable = document()->data().executable;
  request.function = shown_;
  request.foldPlumbing = fold_->isChecked();
  request.costs = std::make_shared<const CodeCosts>(document()->bySite());
  request.entries = entries();
  request.metrics = metrics_ = metricsOfTheme();
  const auto make = [request](std::stop_token stop) -> Scene {
    auto scene = makeCfgScene(request, std::move(stop));
    return scene ? std::make_shared<const CfgScene>(std::move(*scene)) : nullptr;
  };
  if (!f->isBytecode() || f->endInstr - f->startInstr <= kDirectInstructions) return take(make({}));
  // A graph of another function must not be shown meanwhile.
  const CfgScene* before = canvas_->scene();
  if (before == nullptr || before->executable != request.executable || before->function != shown_) {
    take(std::make_shared<const CfgScene>());
    canvas_->setEmptySentence(tr("Laying out the graph of %n instructions…", nullptr,
                                 static_cast<int>(std::min<int64_t>(f->endInstr - f->startInstr, INT_MAX))));
  }
  layoutTask_.start(
      make,
      [this](Scene scene) {
        canvas_->setEmptySentence(emptyReason());
        take(std::move(scene));
      },
      [this](const TaskError& problem) {
        take(std::make_shared<const CfgScene>());
        canvas_->setEmptySentence(tr("The graph cannot be laid out: %1").arg(problem.text()));
      });
}

void CfgView::take(Scene scene) {
  if (!scene) return;
  canvas_->setScene(scene);
  const Executable* executable = document()->executable();
  const Function* f = executable != nullptr ? executable->function(shown_) : nullptr;
  if (f == nullptr || scene->boxes.empty()) {
    canvas_->setTitle({}, {});
  } else {
    QStringList params;
    for (const std::string& name : f->paramNames) params << QString::fromStdString(printable(name));
    canvas_->setTitle(document()->shownName(shown_).left(60),
                      QStringLiteral("(%1)   %2")
                          .arg(params.size() > 8 ? tr("%n parameters", nullptr, static_cast<int>(params.size()))
                                                 : params.join(QStringLiteral(", ")),
                               cfgSummary(*scene)));
  }
  canvas_->setCurrent(document()->selection()->current().pc, true);
}

void CfgView::follow() {
  const Executable* executable = document()->executable();
  if (executable == nullptr) return;
  const Place& place = document()->selection()->current();
  if (becomesSubject(*executable, place.function, shown_)) {
    shown_ = place.function;
    rebuild();
  }
  canvas_->setHighlightedRegister(place.reg);
  canvas_->setCurrent(place.pc, true);
}

QString CfgView::emptyReason() const {
  const Executable* executable = document()->executable();
  if (executable == nullptr) return tr("Nothing is open: open an executable to see its control flow.");
  const Function* f = executable->function(shown_);
  if (f == nullptr) return tr("The executable has no functions.");
  const QString name = QString::fromStdString(printable(f->name));
  if (f->isVmTir()) return tr("%1 is a compiled function: its control flow is machine code of the library.").arg(name);
  if (f->isPacked()) return tr("%1 is a packed function and has no bytecode. Choose a bytecode function.").arg(name);
  return tr("%1 has no instructions.").arg(name);
}

QSize CfgView::contentSize() const {
  const QSizeF whole = canvas_->contentSize();
  return whole.isEmpty()
             ? View::contentSize()
             : QSize(static_cast<int>(std::ceil(whole.width())), static_cast<int>(std::ceil(whole.height())));
}

void CfgView::renderAll(QPainter* painter, const QSize& size) {
  if (canvas_->scene() == nullptr || canvas_->scene()->boxes.empty()) return View::renderAll(painter, size);
  canvas_->paintAll(painter, size);
}

QByteArray CfgView::saveViewState() const { return fold_->isChecked() ? "fold=1" : "fold=0"; }
void CfgView::restoreViewState(const QByteArray& state) { fold_->setChecked(!state.contains("fold=0")); }

}  // namespace relaxscope
