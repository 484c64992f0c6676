// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/empty_note.h"

#include <QCoreApplication>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

#include "views/theme/call_titles.h"
#include "views/theme/theme.h"
#include "views/widgets/table_delegate.h"

namespace relaxscope {

EmptyNote::EmptyNote(QWidget* parent) : QWidget(parent), text_(new QLabel(this)), action_(new QPushButton(this)) {
  setObjectName(QStringLiteral("emptyNote"));
  text_->setObjectName(QStringLiteral("emptyNote.text"));
  action_->setObjectName(QStringLiteral("emptyNote.action"));
  text_->setWordWrap(true);
  text_->setAlignment(Qt::AlignCenter);
  text_->setTextFormat(Qt::PlainText);
  text_->setProperty("role", QStringLiteral("second"));
  action_->hide();
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(24, 16, 24, 16);
  layout->setSpacing(12);
  layout->addStretch();
  layout->addWidget(text_);
  layout->addWidget(action_, 0, Qt::AlignHCenter);
  layout->addStretch();
  connect(action_, &QPushButton::clicked, this, &EmptyNote::triggered);
}

void EmptyNote::setSentence(const QString& sentence) { text_->setText(sentence); }
QString EmptyNote::sentence() const { return text_->text(); }
void EmptyNote::setAction(const QString& text) {
  action_->setText(text);
  action_->setVisible(!text.isEmpty());
}

CallLegend::CallLegend(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("callLegend"));
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  for (const CallKind kind :
       {CallKind::VmFunction, CallKind::Kernel, CallKind::Memory, CallKind::Shape, CallKind::Check, CallKind::Copy})
    entries_.append({kind, callKindTitle(kind, CallTitle::Name)});
  connect(Theme::instance(), &Theme::changed, this, [this] {
    updateGeometry();
    update();
  });
}

int CallLegend::entryWidth(const Entry& entry) const {
  const Theme* theme = Theme::instance();
  return theme->px(18) + QFontMetrics(theme->ui(11)).horizontalAdvance(entry.text) + theme->px(12);
}

QSize CallLegend::sizeHint() const {
  int width = 0;
  for (const Entry& entry : entries_) width += entryWidth(entry);
  return {width, Theme::instance()->px(24)};
}

QSize CallLegend::minimumSizeHint() const { return {0, Theme::instance()->px(24)}; }

void CallLegend::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const Theme* theme = Theme::instance();
  painter.setFont(theme->ui(11));
  painter.setPen(theme->color(Token::TextSecond));
  int x = 0;
  for (const Entry& entry : entries_) {
    const int width = entryWidth(entry);
    if (x + width > this->width()) break;
    paintSwatch(&painter, QRectF(x, (height() - theme->px(12)) / 2.0, theme->px(12), theme->px(12)), entry.kind);
    painter.setPen(theme->color(Token::TextSecond));
    painter.drawText(QRect(x + theme->px(18), 0, width, height()), Qt::AlignVCenter | Qt::AlignLeft, entry.text);
    x += width;
  }
}

bool canRun(const Document& document) {
  return document.executable() != nullptr && document.runState() == RunState::Idle &&
         document.whyNotRunnable().isEmpty();
}

bool canBeGivenLibraries(const Document& document) {
  return document.executable() != nullptr && document.runState() == RunState::Idle && document.needsLibrary();
}

QString noRunSentence(const Document& document) {
  if (document.runState() != RunState::Idle)
    return QCoreApplication::translate("Profile", "The run is starting; its calls appear here as they come in.");
  if (document.executable() == nullptr)
    return QCoreApplication::translate("Profile",
                                       "Nothing is open. Open an executable and run it, or open a profile (.rsprof).");
  if (!document.whyNotRunnable().isEmpty()) return document.whyNotRunnable();
  return QCoreApplication::translate("Profile", "No profile yet. Run the executable to see where its time goes.");
}

}  // namespace relaxscope
