// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/shell/help_page.h"

#include <QFile>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QScrollBar>
#include <QShortcut>
#include <QTextBlock>
#include <QTextBrowser>
#include <QToolButton>
#include <QVBoxLayout>

#include "views/theme/markdown_text.h"
#include "views/theme/theme.h"
#include "views/widgets/label.h"

namespace relaxscope {
namespace {

constexpr int kMaxHelpHits = 5'000;

}  // namespace

HelpPage::HelpPage(QWidget* parent)
    : QDialog(parent),
      find_(new QLineEdit(this)),
      count_(new Label(this)),
      contents_(new QListWidget(this)),
      browser_(new OwnMarkup(this)) {
  setObjectName(QStringLiteral("helpPage"));
  setWindowTitle(tr("Assembler language"));
  const Theme* theme = Theme::instance();
  find_->setObjectName(QStringLiteral("help.find"));
  find_->setPlaceholderText(tr("Search the page"));
  find_->setAccessibleName(find_->placeholderText());
  find_->setClearButtonEnabled(true);
  count_->setObjectName(QStringLiteral("help.count"));
  count_->setProperty("role", "second");
  contents_->setObjectName(QStringLiteral("help.contents"));
  contents_->setAccessibleName(tr("Contents"));
  contents_->setFrameShape(QFrame::NoFrame);
  contents_->setStyleSheet(QStringLiteral("QListWidget::item{padding:%1px %2px}").arg(theme->px(4)).arg(theme->px(12)));
  contents_->setFixedWidth(theme->px(216));
  browser_->setObjectName(QStringLiteral("help.text"));
  browser_->setAccessibleName(windowTitle());
  browser_->setFrameShape(QFrame::NoFrame);
  browser_->setOpenLinks(false);
  auto* head = new QHBoxLayout;
  head->setContentsMargins(theme->px(12), theme->px(8), theme->px(12), theme->px(8));
  head->setSpacing(theme->px(8));
  head->addWidget(find_, 1);
  head->addWidget(count_);
  const auto arrow = [&](const char* icon, const QString& tip, int by) {
    auto* made = new QToolButton(this);
    made->setObjectName(QLatin1String(by > 0 ? "help.next" : "help.previous"));
    made->setIcon(theme->icon(QLatin1String(icon)));
    made->setToolTip(tip);
    made->setAccessibleName(tip);
    connect(made, &QToolButton::clicked, this, [this, by] { step(by); });
    head->addWidget(made);
  };
  arrow("chevron-up", tr("Previous (Shift+F3)"), -1);
  arrow("chevron-down", tr("Next (F3)"), 1);
  auto* body = new QHBoxLayout;
  body->setSpacing(0);
  body->addWidget(contents_);
  body->addWidget(browser_, 1);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addLayout(head);
  layout->addLayout(body, 1);
  connectFields();
  connect(theme, &Theme::changed, this, &HelpPage::load);
  resize(theme->px(1020), theme->px(760));
  load();
}

void HelpPage::connectFields() {
  connect(find_, &QLineEdit::textChanged, this, &HelpPage::search);
  connect(find_, &QLineEdit::returnPressed, this, [this] { step(1); });
  connect(contents_, &QListWidget::currentRowChanged, this, [this](int row) {
    if (row < 0) return;
    browser_->setTextCursor(
        QTextCursor(browser_->document()->findBlock(contents_->item(row)->data(Qt::UserRole).toInt())));
    browser_->verticalScrollBar()->setValue(browser_->verticalScrollBar()->value() + browser_->cursorRect().top() -
                                            Theme::instance()->px(8));
  });
  const auto key = [this](const QKeySequence& keys, const std::function<void()>& run) {
    connect(new QShortcut(keys, this), &QShortcut::activated, this, run);
  };
  key(QKeySequence::Find, [this] {
    find_->setFocus();
    find_->selectAll();
  });
  key(QKeySequence(Qt::Key_F3), [this] { step(1); });
  key(QKeySequence(Qt::SHIFT | Qt::Key_F3), [this] { step(-1); });
}

void HelpPage::load() {
  QFile file(QStringLiteral(":/docs/assembler.md"));
  const QString source = file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
  const int scroll = browser_->verticalScrollBar()->value();
  showMarkdown(browser_, source);
  QTextDocument* text = browser_->document();
  contents_->clear();
  for (QTextBlock block = text->begin(); block.isValid(); block = block.next()) {
    const int level = block.blockFormat().headingLevel();
    if (level == 0) continue;
    auto* item = new QListWidgetItem(QString(2 * std::max(0, level - 2), QLatin1Char(' ')) + block.text(), contents_);
    item->setData(Qt::UserRole, block.position());
  }
  browser_->setTextCursor(QTextCursor(text));
  search();
  browser_->verticalScrollBar()->setValue(scroll);
}

void HelpPage::search() {
  hits_.clear();
  at_ = 0;
  const QString wanted = find_->text();
  if (!wanted.isEmpty())
    for (QTextCursor cursor = browser_->document()->find(wanted); !cursor.isNull() && hits_.size() < kMaxHelpHits;
         cursor = browser_->document()->find(wanted, cursor))
      hits_.append(cursor.selectionStart());
  showHits();
}

void HelpPage::step(int by) {
  if (hits_.isEmpty()) return;
  at_ = (at_ + by + hits_.size()) % hits_.size();
  showHits();
}

void HelpPage::showHits() {
  const Theme* theme = Theme::instance();
  QList<QTextEdit::ExtraSelection> marks;
  for (qsizetype i = 0; i < hits_.size(); ++i) {
    QTextEdit::ExtraSelection mark;
    mark.cursor = QTextCursor(browser_->document());
    mark.cursor.setPosition(hits_[i]);
    mark.cursor.setPosition(hits_[i] + static_cast<int>(find_->text().size()), QTextCursor::KeepAnchor);
    mark.format.setBackground(theme->color(i == at_ ? Token::Accent : Token::AccentBack));
    if (i == at_) mark.format.setForeground(theme->color(Token::TextOnAccent));
    marks.append(mark);
  }
  browser_->setExtraSelections(marks);
  count_->setText(find_->text().isEmpty() ? QString()
                  : hits_.isEmpty()       ? tr("not found")
                                          : tr("%1 of %2").arg(at_ + 1).arg(hits_.size()));
  if (hits_.isEmpty()) return;
  QTextCursor cursor(browser_->document());
  cursor.setPosition(hits_[at_]);
  browser_->setTextCursor(cursor);
  browser_->ensureCursorVisible();
}

HelpPage* showHelpPage(QWidget* window) {
  auto* page = window->findChild<HelpPage*>();
  if (page == nullptr) page = new HelpPage(window);
  page->show();
  page->raise();
  page->activateWindow();
  return page;
}

}  // namespace relaxscope
