// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/code/references_popup.h"

#include <QKeyEvent>
#include <QPainter>
#include <QPointer>
#include <QScreen>
#include <QVBoxLayout>

#include "views/widgets/label.h"

namespace relaxscope {

ReferencesPopup::ReferencesPopup(Document* document, const ReferenceSubject& subject, QWidget* parent)
    : QFrame(parent, Qt::Popup),
      document_(document),
      subject_(subject),
      title_(new Label(this)),
      panel_(new TablePanel(this)) {
  setObjectName(QStringLiteral("references"));
  setAttribute(Qt::WA_DeleteOnClose);
  const Theme* theme = Theme::instance();
  title_->setObjectName(QStringLiteral("references.title"));
  title_->setFont(theme->ui(13, 600));
  title_->setContentsMargins(theme->px(12), theme->px(8), theme->px(12), theme->px(2));
  panel_->table()->setObjectName(QStringLiteral("references.table"));
  panel_->setEmptySentence(tr("searching…"));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(1, 1, 1, 1);
  layout->setSpacing(0);
  layout->addWidget(title_);
  layout->addWidget(panel_, 1);
  setFocusProxy(panel_->table());
  connect(panel_->table(), &DataTable::rowActivated, this, &ReferencesPopup::go);
  connect(document, &Document::dataChanged, this, &QWidget::close);
  const QString name = subjectText(*document->executable(), subject);
  title_->setText(tr("References to %1").arg(name));
  setAccessibleName(title_->text());
  panel_->table()->setAccessibleName(title_->text());
  resize(theme->px(640), theme->px(340));
  ReferenceIndex::of(document)->find(
      subject,
      [self = QPointer(this)](std::vector<Reference> found) {
        if (self) self->take(std::move(found));
      },
      [self = QPointer(this)](const TaskError& error) {
        if (self) self->panel_->setEmptySentence(tr("The references cannot be listed: %1").arg(error.text()));
      });
}

QString ReferencesPopup::title() const { return title_->text(); }

void ReferencesPopup::take(std::vector<Reference> references) {
  source_ = std::make_shared<const ReferencesSource>(document_->data().executable, std::move(references));
  panel_->setEmptySentence(subject_.reg.valid() ? tr("No instruction of this function uses the register.")
                                                : tr("No instruction uses it."));
  panel_->setPlaceholder(tr("Filter %n references", nullptr, static_cast<int>(source_->rows())));
  panel_->setSource(source_);
  // Selects the reference at the current pc, else the first.
  int row = source_->rows() > 0 ? 0 : -1;
  for (size_t i = 0; i < source_->rows(); ++i)
    if (source_->reference(i).pc == document_->selection()->current().pc) row = static_cast<int>(i);
  panel_->table()->showRow(row);
}

void ReferencesPopup::openAt(const QPoint& anchor) {
  QPoint at = anchor;
  if (const QScreen* screen = parentWidget() != nullptr ? parentWidget()->screen() : nullptr) {
    const QRect room = screen->availableGeometry();
    at.setX(std::clamp(at.x(), room.left(), std::max(room.left(), room.right() - width())));
    at.setY(std::clamp(at.y(), room.top(), std::max(room.top(), room.bottom() - height())));
  }
  move(at);
  show();
  panel_->table()->setFocus(Qt::PopupFocusReason);
}

void ReferencesPopup::go(int row) {
  if (!source_ || row < 0 || static_cast<size_t>(row) >= source_->rows()) return;
  const Reference& reference = source_->reference(static_cast<size_t>(row));
  Place place;
  place.function = reference.function;
  place.pc = reference.pc;
  place.reg = subject_.reg;
  place.constant = subject_.constant;
  Selection* selection = document_->selection();
  close();
  selection->activate(place, ViewId::Listing);
}

void ReferencesPopup::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape) {
    close();
    return;
  }
  QFrame::keyPressEvent(event);
}

void ReferencesPopup::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), Theme::instance()->color(Token::Panel));
  painter.setPen(Theme::instance()->color(Token::BorderStrong));
  painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

}  // namespace relaxscope
