// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/listing/edit_pane.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QScopedValueRollback>
#include <QShortcut>
#include <QToolButton>
#include <QToolTip>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

#include "views/code/opcode_help.h"
#include "views/theme/theme.h"
#include "views/widgets/elide.h"
#include "views/widgets/label.h"
#include "views/widgets/table_source.h"
#include "vmcore/base/text/text.h"

namespace relaxscope {
namespace {

constexpr int kDelayMs = 250;                 ///< without typing before the text is assembled
constexpr size_t kMaxText = size_t{8} << 20;  ///< bytes that an editor handles smoothly
constexpr int kProblemRows = 4;

QPushButton* button(QWidget* parent, const char* name, const QString& text, const QString& tip) {
  auto* made = new QPushButton(text, parent);
  made->setObjectName(QLatin1String(name));
  made->setToolTip(tip);
  return made;
}

}  // namespace

EditPane::EditPane(Document* document, QWidget* parent)
    : QWidget(parent),
      document_(document),
      editor_(new AssemblyEditor(this)),
      scope_(new QComboBox(this)),
      status_(new Label(this)),
      name_(new Label(this)),
      apply_(button(this, "edit.apply", tr("Apply"), tr("Apply the edit to all views (Ctrl+Return)"))),
      run_(button(this, "edit.run", tr("Run"), tr("Apply the edit and run it with the kernels of the file"))),
      save_(button(this, "edit.save", tr("Save as…"),
                   tr("Save as a new file: executable bytes, text, or packed into a copy of the library"))),
      revert_(button(this, "edit.revert", tr("Revert"), tr("Reload the file and discard all edits"))),
      help_(new QToolButton(this)),
      close_(new QToolButton(this)),
      problems_(new QListWidget(this)) {
  setObjectName(QStringLiteral("edit.pane"));
  scope_->setObjectName(QStringLiteral("edit.scope"));
  scope_->addItem(tr("This function"));
  scope_->addItem(tr("Whole executable"));
  scope_->setToolTip(tr("Scope of the text"));
  scope_->setAccessibleName(scope_->toolTip());
  status_->setObjectName(QStringLiteral("edit.status"));
  status_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  problems_->setObjectName(QStringLiteral("edit.problems"));
  problems_->setAccessibleName(tr("Problems"));
  problems_->setFrameShape(QFrame::NoFrame);
  problems_->setUniformItemSizes(true);
  problems_->hide();
  help_->setObjectName(QStringLiteral("edit.help"));
  help_->setToolTip(tr("The language of this text (Shift+F1)"));
  help_->setAccessibleName(help_->toolTip());
  close_->setObjectName(QStringLiteral("edit.close"));
  close_->setToolTip(tr("Back to the listing (Esc)"));
  close_->setAccessibleName(close_->toolTip());
  const Theme* theme = Theme::instance();
  auto* head = new QHBoxLayout;
  head->setContentsMargins(theme->px(12), theme->px(4), theme->px(8), theme->px(4));
  head->setSpacing(theme->px(8));
  head->addWidget(scope_);
  head->addWidget(name_);
  head->addWidget(status_, 1);
  for (QWidget* widget : std::initializer_list<QWidget*>{apply_, run_, save_, revert_, help_, close_})
    head->addWidget(widget);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addLayout(head);
  layout->addWidget(editor_, 1);
  layout->addWidget(problems_);
  setFocusProxy(editor_);
  delay_.setSingleShot(true);
  delay_.setInterval(kDelayMs);
  connectParts();
  applyTheme();
}

void EditPane::connectParts() {
  Document* document = document_;
  connect(&delay_, &QTimer::timeout, this, &EditPane::check);
  connect(scope_, &QComboBox::activated, this, &EditPane::loadText);
  connect(editor_->document(), &QTextDocument::modificationChanged, document_, &Document::draftChanged);
  connect(editor_, &QPlainTextEdit::textChanged, this, &EditPane::textChanged);
  connect(editor_, &QPlainTextEdit::cursorPositionChanged, this, &EditPane::cursorMoved);
  connect(editor_, &AssemblyEditor::helpRequested, this, [this](const QString& word, const QPoint& at) {
    const QString help = document_->executable() != nullptr ? wordHelp(*document_->facts(), word) : QString();
    if (help.isEmpty()) QToolTip::hideText();
    else QToolTip::showText(at, help, editor_->viewport());
  });
  connect(problems_, &QListWidget::currentRowChanged, this, [this](int row) {
    if (row < 0 || static_cast<size_t>(row) >= result_.messages.size()) return;
    editor_->goTo(result_.messages[static_cast<size_t>(row)].line, result_.messages[static_cast<size_t>(row)].column);
  });
  connect(problems_, &QListWidget::itemActivated, editor_, qOverload<>(&QWidget::setFocus));
  connect(apply_, &QPushButton::clicked, this, &EditPane::apply);
  connect(run_, &QPushButton::clicked, this, [this] {
    apply();
    emit document_->requested(request::Run{});
  });
  connect(save_, &QPushButton::clicked, this, [this] {
    apply();
    emit document_->requested(request::SaveEdited{});
  });
  connect(revert_, &QPushButton::clicked, this, [this] {
    const QScopedValueRollback reverting(reverting_, true);  // the text is given up: nobody asks about it
    emit document_->requested(request::Reload{});
  });
  connect(help_, &QToolButton::clicked, this, [this] { emit document_->requested(request::AssemblerHelp{}); });
  connect(close_, &QToolButton::clicked, this, &EditPane::closed);
  auto* applyKey = new QShortcut(QKeySequence(Qt::CTRL | Qt::Key_Return), this);
  applyKey->setContext(Qt::WidgetWithChildrenShortcut);
  connect(applyKey, &QShortcut::activated, this, &EditPane::apply);
  auto* closeKey = new QShortcut(QKeySequence(Qt::Key_Escape), this);
  closeKey->setContext(Qt::WidgetWithChildrenShortcut);
  connect(closeKey, &QShortcut::activated, this, &EditPane::closed);
  connect(document, &Document::dataChanged, this, &EditPane::dataChanged);
  connect(document, &Document::editFailed, this, &EditPane::applyFailed);
  connect(document, &Document::runStateChanged, this, &EditPane::showState);
  connect(Theme::instance(), &Theme::changed, this, &EditPane::applyTheme);
}

void EditPane::applyTheme() {
  const Theme* theme = Theme::instance();
  name_->setFont(theme->mono(12, 600));
  status_->setFont(theme->ui(11));
  problems_->setFont(theme->mono(11));
  help_->setIcon(theme->icon(QStringLiteral("book")));
  close_->setIcon(theme->icon(QStringLiteral("close")));
  setAutoFillBackground(true);
  QPalette colors = palette();
  colors.setColor(QPalette::Window, theme->color(Token::Subtle));
  setPalette(colors);
  showState();
}

bool EditPane::isModified() const { return base_ && !reverting_ && editor_->document()->isModified(); }

int EditPane::revision() const { return editor_->document()->revision(); }

void EditPane::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  showState();
}

void EditPane::setWhole(bool whole) {
  scope_->setCurrentIndex(whole ? 1 : 0);
  loadText();
}

void EditPane::edit(FuncIndex function, InstrIndex at) {
  wanted_ = function;
  wantedPc_ = at;
  const bool whole = scope_->currentIndex() == 1;
  if (base_ && (isModified() || whole || function == function_)) {
    // Keeps the text; moves the cursor to the selection if the text is unmodified and has that instruction.
    if (!isModified() && at.valid() && map_.line(at) > 0 && map_.pc(editor_->currentLine()) != at)
      editor_->goTo(map_.line(at));
    return;
  }
  loadText();
}

void EditPane::loadText() {
  check_.cancel();
  delay_.stop();
  loadError_.clear();
  base_ = document_->data().executable;
  function_ = scope_->currentIndex() == 1 ? FuncIndex() : wanted_;
  result_ = {};
  const auto assembler = document_->assembler();
  if (!base_ || !assembler || (scope_->currentIndex() == 0 && base_->function(function_) == nullptr)) {
    load_.cancel();
    return take({});
  }
  status_->setText(tr("writing the text…"));
  load_.start([assembler, base = base_,
               function = function_](const std::stop_token&) { return assembler->write(*base, function, kMaxText); },
              [this](EditText text) { take(std::move(text)); },
              [this](const TaskError& error) {
                base_.reset();
                loadError_ = tr("The text cannot be written: %1").arg(error.text());
                take({});
              });
}

void EditPane::take(EditText text) {
  tooLong_ = text.tooLong;
  map_ = std::move(text.map);
  empty_ = text.text.isEmpty();
  result_ = {};
  editor_->load(text.text);
  revision_ = editor_->document()->revision();
  editor_->setReadOnly(empty_);
  problems_->hide();
  const Function* row = base_ ? base_->function(function_) : nullptr;
  name_->setText(row != nullptr ? QString::fromStdString(printable(row->name)).left(60) : QString());
  if (const int line = map_.line(wantedPc_); line > 0) editor_->goTo(line);
  showState();
}

void EditPane::textChanged() {
  if (!base_ || empty_ || !document_->assembler() ||
      std::exchange(revision_, editor_->document()->revision()) == editor_->document()->revision())
    return;
  result_.executable.reset();
  delay_.start();
  showState();
}

void EditPane::check() {
  const auto assembler = document_->assembler();
  if (!base_ || !assembler) return;
  check_.start(
      [assembler, base = base_, function = function_, text = editor_->toPlainText()](const std::stop_token&) {
        return assembler->assemble(*base, function, text);
      },
      [this](EditResult result) { show(std::move(result)); },
      [this](const TaskError& error) {
        EditResult result;
        result.messages.push_back({Severity::Error, 1, 1, 0, tr("the text cannot be assembled: %1").arg(error.text())});
        show(std::move(result));
      });
  showState();
}

void EditPane::show(EditResult result) {
  result_ = std::move(result);
  if (result_.executable) map_ = result_.map;
  editor_->setMessages(result_.messages);
  const QSignalBlocker quiet(problems_);
  problems_->clear();
  for (const EditMessage& message : result_.messages)
    problems_->addItem(QStringLiteral("%1:%2  %3").arg(message.line).arg(message.column).arg(message.text));
  const int row = problems_->count() > 0 ? problems_->sizeHintForRow(0) : 0;
  problems_->setFixedHeight(std::min(problems_->count(), kProblemRows) * row + 4);
  problems_->setVisible(problems_->count() > 0);
  showState();
}

void EditPane::showState() {
  const auto errors = std::count_if(result_.messages.begin(), result_.messages.end(),
                                    [](const EditMessage& m) { return m.severity == Severity::Error; });
  const bool modified = isModified(), idle = document_->runState() == RunState::Idle;
  QString text;
  Token ink = Token::TextSecond;
  if (!document_->assembler()) text = tr("This build has no assembler.");
  else if (tooLong_) text = tr("Too long to edit here: export the text, edit it and open it again.");
  else if (!loadError_.isEmpty()) {
    text = loadError_;
    ink = Token::Error;
  } else if (empty_) text = base_ ? tr("This function has no bytecode to edit.") : QString();
  else if (isChecking()) text = tr("checking…");
  else if (errors > 0) {
    const EditMessage& first = *std::find_if(result_.messages.begin(), result_.messages.end(),
                                             [](const EditMessage& m) { return m.severity == Severity::Error; });
    text = tr("%n error(s)", nullptr, static_cast<int>(errors)) +
           QStringLiteral(" · %1:%2 %3").arg(first.line).arg(first.column).arg(first.text);
    ink = Token::Error;
  } else if (modified) {
    text = tr("Changed, not applied yet");
    ink = Token::Accent;
  } else {
    text = document_->data().edited ? tr("Applied; the file is unchanged") : tr("As in the file");
  }
  status_->setText(elided(QFontMetrics(status_->font()), text, Qt::ElideRight, std::max(120, status_->width())));
  status_->setToolTip(text);
  status_->setStyleSheet(QStringLiteral("color:%1").arg(Theme::instance()->color(ink).name()));
  const bool good = !isChecking() && errors == 0 && !empty_;
  apply_->setEnabled(good && modified && result_.executable && idle);
  scope_->setEnabled(!modified);  // another scope would replace the text
  scope_->setToolTip(modified ? tr("Apply or revert the changes first") : QString());
  // A change may make it runnable, which is known only once it is applied.
  const QString& why = document_->whyNotRunnable();
  run_->setEnabled(good && (modified ? result_.executable != nullptr : why.isEmpty()) && idle);
  run_->setToolTip(why.isEmpty() ? tr("Apply the edit and run it with the kernels of the file") : why);
  save_->setEnabled(good && (!modified || result_.executable));
  revert_->setEnabled(modified || document_->data().edited);
}

void EditPane::apply() {
  if (!isModified() || !isGood() || document_->runState() != RunState::Idle) return;
  editor_->document()->setModified(false);
  taken_ = result_.executable;
  emit document_->edited(taken_);
  showState();
}

void EditPane::applyFailed() {
  taken_.reset();
  editor_->document()->setModified(true);
  showState();
}

/// Data from elsewhere needs a new text; data from this pane is in the editor already.
void EditPane::dataChanged() {
  if (taken_ && document_->data().executable == taken_) return showState();
  taken_.reset();
  base_.reset();
  loadError_.clear();
  const Executable* executable = document_->executable();
  if (isVisible() && executable != nullptr) {
    wanted_ = document_->selection()->subject();
    loadText();
  } else {
    take({});
  }
}

void EditPane::cursorMoved() {
  if (!base_ || isModified() || document_->executable() == nullptr) return;
  const InstrIndex pc = map_.pc(editor_->currentLine());
  if (pc.valid() && pc.at() < document_->executable()->code.size()) emit leftToListing(pc);
}

}  // namespace relaxscope
