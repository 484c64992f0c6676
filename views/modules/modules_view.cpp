// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/modules/modules_view.h"

#include <QRegularExpression>
#include <QResizeEvent>
#include <QTextBlock>
#include <QVBoxLayout>

#include "views/code/tokens.h"
#include "vmcore/base/text/hex_dump.h"

namespace relaxscope {
namespace {
/// A text pane needs about eight times the text's size in memory; longer text is truncated with a note.
constexpr size_t kMaxText = size_t{4} << 20;
constexpr size_t kMaxDump = size_t{64} << 10;
}  // namespace

ModulesView::ModulesView(Document* document, QWidget* parent)
    : View(document, parent),
      empty_(new QLabel(this)),
      facts_(new QLabel(this)),
      splitter_(new QSplitter(Qt::Vertical, this)),
      tree_(new DataTable(this)),
      kernels_(new TablePanel(this)),
      bar_(new FindBar(this)),
      text_(new QPlainTextEdit(this)),
      textPane_(new QWidget(this)) {
  setObjectName(QStringLiteral("view.modules"));
  tree_->setObjectName(QStringLiteral("modules.tree"));
  tree_->setAccessibleName(tr("Modules"));
  kernels_->table()->setObjectName(QStringLiteral("modules.kernels"));
  kernels_->table()->setAccessibleName(tr("Kernels"));
  text_->setObjectName(QStringLiteral("modules.text"));
  text_->setAccessibleName(tr("Code of the module"));
  tree_->horizontalHeader()->setSectionsClickable(false);  // sorting would destroy the tree
  text_->setReadOnly(true);
  text_->setLineWrapMode(QPlainTextEdit::NoWrap);
  text_->setFrameShape(QFrame::NoFrame);
  empty_->setWordWrap(true);
  empty_->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  facts_->setWordWrap(true);
  facts_->setTextFormat(Qt::PlainText);  // contains names from the file
  facts_->setTextInteractionFlags(Qt::TextSelectableByMouse);

  auto* textLayout = new QVBoxLayout(textPane_);
  textLayout->setContentsMargins(0, 0, 0, 0);
  textLayout->setSpacing(0);
  textLayout->addWidget(bar_);
  textLayout->addWidget(text_);
  bar_->hide();
  auto* top = new QWidget(this);
  auto* topLayout = new QVBoxLayout(top);
  topLayout->setContentsMargins(0, 0, 0, 0);
  topLayout->setSpacing(0);
  topLayout->addWidget(tree_, 1);
  topLayout->addWidget(facts_);
  splitter_->addWidget(top);
  splitter_->addWidget(kernels_);
  splitter_->addWidget(textPane_);
  splitter_->setStretchFactor(0, 2);
  splitter_->setStretchFactor(1, 3);
  splitter_->setStretchFactor(2, 4);
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
  connect(tree_, &DataTable::rowSelected, this, [this](int row) {
    if (row < 0 || !modulesSource_) return;
    showModule(modulesSource_->module(static_cast<size_t>(row)));
    Place place = this->document()->selection()->current();
    place.module = shown_;
    this->document()->selection()->select(place);
  });
  connect(splitter_, &QSplitter::splitterMoved, this, [this] { placedByUser_ = true; });
  connect(kernels_->table(), &DataTable::rowSelected, this, &ModulesView::chooseKernel);
  connect(kernels_->table(), &DataTable::rowActivated, this, &ModulesView::activateKernel);
  connect(bar_, &FindBar::changed, this, [this] { find(false, true); });
  connect(bar_, &FindBar::next, this, [this](bool backwards) { find(backwards, false); });
  connect(bar_, &FindBar::closed, this, [this] {
    bar_->hide();
    text_->setFocus();
  });
  connect(document, &Document::dataChanged, this, &ModulesView::reload);
  connect(document->selection(), &Selection::changed, this, &ModulesView::follow);
  connect(Theme::instance(), &Theme::changed, this, &ModulesView::applyTheme);
}

void ModulesView::applyTheme() {
  const Theme* theme = Theme::instance();
  text_->document()->setDefaultFont(theme->mono(12));
  text_->setTabStopDistance(4 * QFontMetricsF(theme->mono(12)).horizontalAdvance(u'0'));
  text_->setStyleSheet(
      QStringLiteral(
          "QPlainTextEdit{background:%1;color:%2;border:none;border-top:1px solid %3;border-radius:0;padding:4px}")
          .arg(theme->color(Token::Panel).name(), theme->color(Token::Text).name(),
               theme->color(Token::Border).name()));
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
  // Initial selection: the first module with text, else the first decoded one.
  ModuleIndex start(0);
  for (size_t row = modulesSource_->rows(); row-- > 0;) {
    const LibraryModule& module = now.file->library->modules[modulesSource_->module(row).at()];
    if (!std::holds_alternative<std::monostate>(module.decoded)) start = modulesSource_->module(row);
  }
  for (size_t row = 0; row < modulesSource_->rows(); ++row) {
    const auto* code = std::get_if<CodeModule>(&now.file->library->modules[modulesSource_->module(row).at()].decoded);
    if (code == nullptr || code->parts.empty() || !code->parts[0].isText) continue;
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
  parts_ = partsOf(now.file->library->modules[module.at()]);
  textPane_->setVisible(!parts_.empty());
  if (!parts_.empty()) showPart(0);
  fitPanes();
}

/// The tree and the kernels get the height they need, the text pane gets the rest.
void ModulesView::fitPanes() {
  const Theme* theme = Theme::instance();
  const int row = theme->px(24), all = std::max(height(), theme->px(300));
  const int tree = std::min(
      all / 2, row * (static_cast<int>(modulesSource_->rows()) + 2) + facts_->heightForWidth(std::max(100, width())));
  const int kernels =
      !parts_.empty() ? std::min(all / 3, row * (static_cast<int>(kernelsSource_->rows()) + 4)) : all - tree;
  if (placedByUser_) return;
  splitter_->setSizes({tree, kernels, std::max(0, all - tree - kernels)});
}

void ModulesView::resizeEvent(QResizeEvent* event) {
  View::resizeEvent(event);
  if (!placedByUser_ && modulesSource_ && modulesSource_->rows() > 0) fitPanes();
}

size_t ModulesView::partOf(const std::string& kernel) const {
  for (size_t i = 0; i < parts_.size(); ++i)
    if (parts_[i].name == kernel) return i;
  return 0;
}

void ModulesView::showPart(size_t index) {
  part_ = index;
  const CodePart& part = parts_[index];
  if (!part.isText) {
    const Figure size = bytesFigure(static_cast<double>(part.bytes.size()));
    QString text = tr("%1, %2 %3").arg(QString::fromStdString(part.content), size.number, size.unit) +
                   QStringLiteral("\n\n") + QString::fromStdString(hexDump(part.bytes, kMaxDump));
    if (part.bytes.size() > kMaxDump) text += tr("… truncated: the first 64 KiB are shown.");
    text_->setPlainText(text);
    return;
  }
  const Bytes shown = part.bytes.slice(0, kMaxText);
  const bool graph = part.content == "JSON graph";
  QString text =
      graph ? QString::fromStdString(indentedJson(shown.text(), kMaxText))
            : QString::fromUtf8(reinterpret_cast<const char*>(shown.data()), static_cast<qsizetype>(shown.size()));
  text.remove(QChar(u'\0'));
  if (part.bytes.size() > kMaxText) text += QStringLiteral("\n") + tr("… truncated: the first 4 MiB are shown.");
  text_->setPlainText(text);
  // Generated sources begin with pages of includes; scroll to the first kernel.
  const QTextCursor first =
      text_->document()->find(QRegularExpression(QStringLiteral("__global__|\\.entry|__kernel |^kernel |@compute")));
  if (first.isNull()) return;
  text_->setTextCursor(QTextCursor(first.block()));
  text_->centerCursor();
}

void ModulesView::follow() {
  if (!modulesSource_ || modulesSource_->rows() == 0 || document()->executable() == nullptr) return;
  const Place& place = document()->selection()->current();
  if (place.module.valid() && modulesSource_->rowOf(place.module) >= 0) showModule(place.module);
  FuncIndex function = place.function;
  if (const FuncIndex callee = calleeAt(*document()->executable(), place.pc); callee.valid()) function = callee;
  const int row = kernelsSource_ ? kernelsSource_->rowOf(function) : -1;
  if (row >= 0) kernels_->table()->showRow(row);
}

void ModulesView::chooseKernel(int row) {
  if (row < 0 || !kernelsSource_) return;
  const auto at = static_cast<size_t>(row);
  if (!parts_.empty() && partOf(kernelsSource_->name(at)) != part_) showPart(partOf(kernelsSource_->name(at)));
  // The kernel's definition is taken to be the last occurrence of its name followed by a parenthesis.
  if (!parts_.empty() && parts_[part_].isText) {
    const QRegularExpression head(
        QStringLiteral("\\b%1\\s*\\(")
            .arg(QRegularExpression::escape(QString::fromStdString(kernelsSource_->name(at)))));
    QTextCursor cursor =
        text_->document()->find(head, text_->document()->characterCount() - 1, QTextDocument::FindBackward);
    if (!cursor.isNull()) {
      text_->setTextCursor(cursor);
      text_->centerCursor();
    }
  }
  Place place;
  place.module = shown_;
  place.function = kernelsSource_->function(at);
  if (place.function.valid()) document()->selection()->select(place);
}

void ModulesView::activateKernel(int row) {
  if (row < 0 || !kernelsSource_ || document()->executable() == nullptr) return;
  const FuncIndex function = kernelsSource_->function(static_cast<size_t>(row));
  const InstrIndex site = function.valid() ? firstCallSite(*document()->executable(), function) : InstrIndex();
  if (!site.valid()) return;
  Place place;
  place.function = document()->executable()->functionAt(site);
  place.pc = site;
  place.module = shown_;
  document()->selection()->activate(place, ViewId::Listing);
}

bool ModulesView::startFind() {
  if (textPane_->isVisible()) bar_->open();
  else kernels_->startFilter();
  return true;
}

void ModulesView::findNext(bool backwards) { find(backwards, false); }

void ModulesView::find(bool backwards, bool fromStart) {
  if (bar_->text().isEmpty()) return bar_->setStatus({});
  const QRegularExpression pattern(bar_->isRegex() ? bar_->text() : QRegularExpression::escape(bar_->text()),
                                   QRegularExpression::CaseInsensitiveOption);
  if (!pattern.isValid()) return bar_->setStatus(pattern.errorString(), true);
  const QTextDocument::FindFlags flags = backwards ? QTextDocument::FindBackward : QTextDocument::FindFlags();
  QTextCursor from = text_->textCursor();
  if (fromStart) from.setPosition(from.selectionStart());
  QTextCursor hit = text_->document()->find(pattern, from, flags);
  if (hit.isNull())
    hit = text_->document()->find(pattern, backwards ? text_->document()->characterCount() - 1 : 0,
                                  flags);  // wraps around
  if (hit.isNull()) return bar_->setStatus(tr("no hits"), true);
  text_->setTextCursor(hit);
  bar_->setStatus(tr("line %1").arg(hit.blockNumber() + 1));
}

}  // namespace relaxscope
