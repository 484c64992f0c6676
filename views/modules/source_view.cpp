// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/modules/source_view.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

#include "views/code/tokens.h"
#include "views/modules/source.h"
#include "views/theme/theme.h"
#include "views/widgets/elided_label.h"
#include "views/widgets/empty_note.h"
#include "views/widgets/figures.h"
#include "vmcore/base/text/text.h"

namespace relaxscope {

SourceView::SourceView(Document* document, QWidget* parent)
    : View(document, parent),
      empty_(new EmptyNote(this)),
      head_(new ElidedLabel({}, Theme::instance()->ui(12), Token::TextSecond, this)),
      pane_(new CodePane(this)),
      callSite_(new QToolButton(this)) {
  setObjectName(QStringLiteral("view.source"));
  head_->setObjectName(QStringLiteral("source.head"));
  callSite_->setObjectName(QStringLiteral("source.callSite"));
  callSite_->setText(tr("Call site"));
  callSite_->setToolTip(tr("Show the first call of this kernel in the listing"));
  callSite_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  callSite_->hide();
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(empty_, 1);
  headRow_ = new QHBoxLayout;
  headRow_->addWidget(head_);
  layout->addLayout(headRow_);
  layout->addWidget(pane_, 1);
  setFocusProxy(pane_);
  connect(callSite_, &QToolButton::clicked, this, &SourceView::goToCallSite);
  connect(document, &Document::dataChanged, this, &SourceView::reload);
  connect(document->selection(), &Selection::changed, this, &SourceView::follow);
  connect(Theme::instance(), &Theme::changed, this, &SourceView::applyTheme);
  applyTheme();
  reload();
}

void SourceView::applyTheme() {
  const Theme* theme = Theme::instance();
  callSite_->setIcon(theme->icon(QStringLiteral("listing"), Token::Accent));
  headRow_->setContentsMargins(theme->px(16), 0, theme->px(16), 0);
  head_->setFixedHeight(theme->px(28));
}

void SourceView::reload() {
  const DocumentData& now = document()->data();
  places_ = now.file && now.file->library ? KernelPlaces(*now.file->library) : KernelPlaces();
  shown_ = {};
  pane_->setParts({});
  showPlace({places_.first(), {}});
  follow();
}

void SourceView::follow() {
  const KernelPlace place = target();
  if (place.module.valid()) showPlace(place);
}

KernelPlace SourceView::target() const {
  const DocumentData& now = document()->data();
  if (!now.file || !now.file->library || now.executable == nullptr) return {};
  const auto& modules = now.file->library->modules;
  const Place& place = document()->selection()->current();
  const bool known = place.module.valid() && place.module.at() < modules.size();
  if (known && place.kernel.valid() && place.kernel.at() < kernelCount(modules[place.module.at()]))
    return {place.module, place.kernel};
  FuncIndex function = place.function;
  if (const FuncIndex callee = calleeAt(*now.executable, place.pc); callee.valid()) function = callee;
  if (const Function* f = now.executable->function(function); f != nullptr && f->isPacked())
    if (const auto found = places_.find(f->name, known ? place.module : shown_.module)) return *found;
  return known ? KernelPlace{place.module, {}} : KernelPlace();
}

void SourceView::showPlace(const KernelPlace& place) {
  if (place.module != shown_.module) {
    shown_ = {place.module, {}};
    pane_->setParts(place.module.valid() ? partsOf(document()->data().file->library->modules[place.module.at()])
                                         : std::vector<CodePart>());
  }
  if (place.kernel.valid() && place.kernel != shown_.kernel) {
    shown_.kernel = place.kernel;
    pane_->showKernel(kernelName());
  }
  const bool any = !pane_->isEmpty();
  pane_->setVisible(any);
  head_->setVisible(any);
  empty_->setVisible(!any);
  if (any) showHead();
  else empty_->setSentence(emptyReason());
  callSite_->setEnabled(callSite().valid());
}

std::string SourceView::kernelName() const {
  if (!shown_.module.valid() || !shown_.kernel.valid()) return {};
  const std::vector<std::string> names = kernelNames(document()->data().file->library->modules[shown_.module.at()]);
  return shown_.kernel.at() < names.size() ? names[shown_.kernel.at()] : std::string();
}

void SourceView::showHead() {
  const LibraryModule& module = document()->data().file->library->modules[shown_.module.at()];
  QStringList parts{QString::fromStdString(printable(module.kind)).left(80)};
  if (const std::string kernel = kernelName(); !kernel.empty())
    parts << QString::fromStdString(printable(kernel)).left(200);
  const CodePart& part = pane_->part();
  const Figure size = bytesFigure(static_cast<double>(part.bytes.size()));
  parts << QString::fromStdString(part.content) << size.number + u' ' + size.unit;
  head_->setText(parts.join(QStringLiteral("   ")));
}

QString SourceView::headText() const { return head_->text(); }

/// The selected call of the kernel, else its first one.
InstrIndex SourceView::callSite() const {
  const Executable* executable = document()->executable();
  const std::string kernel = kernelName();
  if (executable == nullptr || kernel.empty()) return {};
  FuncIndex function = executable->findFunction(kernel);
  if (!function.valid()) function = executable->findFunction(hostNameOfKernel(kernel));
  if (!function.valid()) return {};
  const InstrIndex pc = document()->selection()->current().pc;
  return calleeAt(*executable, pc) == function ? pc : firstCallSite(*executable, function);
}

void SourceView::goToCallSite() {
  const InstrIndex site = callSite();
  if (!site.valid()) return;
  Place place;
  place.function = document()->executable()->functionAt(site);
  place.pc = site;
  place.module = shown_.module;
  place.kernel = shown_.kernel;
  document()->selection()->activate(place, ViewId::Listing);
}

bool SourceView::startFind() {
  if (pane_->isEmpty()) return false;
  pane_->startFind();
  return true;
}

void SourceView::findNext(bool backwards) { pane_->findNext(backwards); }

QString SourceView::emptyReason() const {
  const DocumentData& now = document()->data();
  if (now.executable == nullptr) return tr("Nothing is open: open a library to see the source of its kernels.");
  if (!now.file || !now.file->library)
    return tr("This file holds only an executable, without a library, so that there is no source of its kernels.");
  if (!places_.first().valid())
    return tr("No module of this library has source: its kernels are machine code of the library itself.");
  const LibraryModule& module = now.file->library->modules[shown_.module.at()];
  return tr("The module %1 has neither source nor bytes to show. Choose another one in Modules.")
      .arg(QString::fromStdString(printable(module.kind)).left(80));
}

}  // namespace relaxscope
