// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/findings/rule_pane.h"

#include <QFile>
#include <QLabel>
#include <QLocale>
#include <QPainter>
#include <QTextBrowser>
#include <QVBoxLayout>

#include "views/findings/severity_look.h"
#include "views/theme/markdown_text.h"
#include "views/widgets/chip_label.h"
#include "views/widgets/label.h"

namespace relaxscope {
namespace {

constexpr MarkdownLook kLook{12, 11, {15, 13, 12}, 12, true};

QString pageOf(const std::string& rule, const QString& folder) {
  QFile file(QStringLiteral(":/docs/rules/%1%2.md").arg(folder, QString::fromStdString(rule)));
  return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

}  // namespace

QString rulePageText(const std::string& rule, const QString& locale) {
  QString text = pageOf(rule, locale + QLatin1Char('/'));
  if (text.isEmpty()) text = pageOf(rule, {});
  if (!text.startsWith(QLatin1String("# "))) return text;
  const qsizetype end = text.indexOf(QLatin1Char('\n'));
  return end < 0 ? QString() : text.mid(end + 1).trimmed();
}

RulePane::RulePane(QWidget* parent)
    : QWidget(parent),
      title_(new Label(this)),
      message_(new Label(this)),
      chipRow_(new QHBoxLayout),
      page_(new OwnMarkup(this)) {
  const Theme* const theme = Theme::instance();
  setObjectName(QStringLiteral("findings.rule"));
  title_->setObjectName(QStringLiteral("findings.rule.title"));
  message_->setObjectName(QStringLiteral("findings.rule.message"));
  for (QLabel* label : {title_, message_}) {
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  }
  message_->setProperty("role", "second");
  page_->setObjectName(QStringLiteral("findings.rule.page"));
  page_->setAccessibleName(tr("About the rule"));
  page_->setFrameShape(QFrame::NoFrame);
  page_->setOpenLinks(false);
  auto* const head = new QVBoxLayout;
  head->setContentsMargins(theme->px(24), theme->px(16), theme->px(24), theme->px(4));
  head->setSpacing(theme->px(8));
  head->addWidget(title_);
  head->addLayout(chipRow_);
  head->addWidget(message_);
  auto* const layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addLayout(head);
  auto* const inset = new QHBoxLayout;
  inset->setContentsMargins(theme->px(12), 0, 0, 0);
  inset->addWidget(page_);
  layout->addLayout(inset, 1);
  connect(theme, &Theme::changed, this, &RulePane::applyTheme);
  applyTheme();
}

void RulePane::applyTheme() {
  page_->setStyleSheet(
      QStringLiteral(
          "QTextBrowser{border:2px solid transparent;background:transparent}QTextBrowser:focus{border-color:%1}")
          .arg(Theme::instance()->color(Token::Accent).name()));
  title_->setFont(Theme::instance()->ui(15, 600));
  message_->setFont(Theme::instance()->ui(12));
  showPage();
}

QString RulePane::title() const { return title_->text(); }

void RulePane::showPage() {
  const QString text = rulePageText(rule_, QLocale().name());
  if (text.isEmpty()) page_->clear();
  showMarkdown(page_, text, kLook);
}

void RulePane::addChips(const FindingList& list, uint32_t finding) {
  delete chips_;
  chips_ = new QWidget(this);
  auto* const row = new QHBoxLayout(chips_);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(Theme::instance()->px(8));
  const Severity severity = list.severity(finding);
  const SeverityLook look = lookOf(severity);
  row->addWidget(new ChipLabel(severityTitle(severity),
                               {ChipLook::Shape::Tag, look.ink, look.back, false, QLatin1String(look.icon)}, chips_));
  row->addWidget(new ChipLabel(QString::fromStdString(list.rule(finding)),
                               {ChipLook::Shape::Tag, Token::Text, Token::Subtle, false, {}}, chips_));
  if (list.cost(finding))
    row->addWidget(
        new ChipLabel(tr("cost is measured"), {ChipLook::Shape::Tag, Token::Text, Token::Subtle, false, {}}, chips_));
  row->addStretch(1);
  chipRow_->addWidget(chips_);
}

void RulePane::showFinding(const FindingList& list, uint32_t finding) {
  title_->setText(list.title(finding));
  title_->show();
  message_->setText(list.message(finding));
  addChips(list, finding);
  const std::string rule = list.rule(finding);
  if (rule == rule_) return;
  rule_ = rule;
  showPage();
}

void RulePane::clear(const QString& sentence) {
  title_->hide();
  message_->setText(sentence);
  delete chips_;
  chips_ = nullptr;
  rule_.clear();
  showPage();
}

void RulePane::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  painter.fillRect(rect(), Theme::instance()->color(Token::Panel));
}

}  // namespace relaxscope
