// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/history/run_chips.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QMenu>
#include <QToolButton>

#include "views/core/engine_text.h"
#include "views/theme/theme.h"
#include "views/widgets/elide.h"
#include "views/widgets/figures.h"
#include "views/widgets/label.h"

namespace relaxscope {
namespace {

constexpr int kLabelPx = 150;
constexpr size_t kMostInMenu = 12;

QString menuText(const RunEntry& entry, const QString& label, const QMenu& menu) {
  const int width = Theme::instance()->px(2 * kLabelPx);
  return buttonText(runChipText(entry, label, QFontMetrics(menu.font()), width));
}

}  // namespace

QString runChipText(const RunEntry& entry, const QString& label, const QFontMetrics& metrics, int width) {
  const QString shown = elided(metrics, label, Qt::ElideRight, width);
  return entry.runNs < 0 ? shown : shown + QStringLiteral("  ") + durationLabel(entry.runNs);
}

RunChips::RunChips(Document* document, QWidget* breadcrumb, QWidget* parent)
    : QWidget(parent), document_(document), breadcrumb_(breadcrumb) {
  setObjectName(QStringLiteral("runChips"));
  layout_ = new QHBoxLayout(this);
  layout_->setContentsMargins(0, 0, Theme::instance()->px(12), 0);
  layout_->setSpacing(Theme::instance()->px(6));
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
  parent->installEventFilter(this);
  breadcrumb->installEventFilter(this);
  connect(document->runs(), &RunHistory::changed, this, &RunChips::refresh);
  connect(document, &Document::runStateChanged, this, &RunChips::refresh);
  connect(Theme::instance(), &Theme::changed, this, &RunChips::refresh);
  refresh();
}

bool RunChips::eventFilter(QObject* watched, QEvent* event) {
  const bool changed = event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest;
  // Again once the layouts have taken the new sizes: the buttons of a new breadcrumb count only when they are shown.
  if (changed)
    QMetaObject::invokeMethod(
        this,
        [this] {
          if (roomNow() != room_) refresh();
        },
        Qt::QueuedConnection);
  if (changed && roomNow() != room_) refresh();
  return QWidget::eventFilter(watched, event);
}

int RunChips::roomNow() const {
  const int width = parentWidget()->width();
  return std::max(0, std::min(width / 2, width - breadcrumb_->sizeHint().width()));
}

void RunChips::applyStyle(QToolButton* button) const {
  const Theme* theme = Theme::instance();
  const auto name = [&](Token token) { return theme->color(token).name(); };
  button->setStyleSheet(
      QStringLiteral("QToolButton{border:1px solid %1;border-radius:%2px;padding:0 %3px;background:%4;color:%5}"
                     "QToolButton:checked{border-color:%6;background:%7;color:%6}"
                     "QToolButton:hover,QToolButton:focus{border-color:%6}QToolButton::menu-indicator{image:none}")
          .arg(name(Token::Border))
          .arg(theme->px(4))
          .arg(theme->px(8))
          .arg(name(Token::Panel), name(Token::Text), name(Token::Accent), name(Token::AccentBack)));
  button->setFont(theme->ui(11));
  button->setFixedHeight(theme->px(22));
  button->setFocusPolicy(Qt::TabFocus);
}

QToolButton* RunChips::chip(const RunEntry& entry, const QString& label) {
  auto* button = new QToolButton(this);
  button->setObjectName(QStringLiteral("runChips.") + entry.id);
  applyStyle(button);
  const QString text = runChipText(entry, label, QFontMetrics(button->font()), Theme::instance()->px(kLabelPx));
  button->setText(buttonText(text));
  QStringList details{tr("Started %1").arg(localTimeText(entry.startedAt)), entry.function, entry.arguments.left(400)};
  if (!entry.cutShort.isEmpty()) details << tr("incomplete: %1").arg(engineText(entry.cutShort));
  details.removeAll(QString());
  button->setToolTip(details.join(QLatin1Char('\n')));
  button->setAccessibleName(tr("Run %1").arg(text));
  button->setCheckable(true);
  button->setChecked(entry.id == document_->runs()->shown());
  button->setEnabled(document_->runState() == RunState::Idle);
  connect(button, &QToolButton::clicked, this, [this, button, id = entry.id] {
    button->setChecked(id == document_->runs()->shown());
    document_->runs()->requestShow(id);
  });
  return button;
}

void RunChips::addMenu(const QStringList& labels) {
  auto* button = new QToolButton(this);
  button->setObjectName(QStringLiteral("runChips.all"));
  applyStyle(button);
  button->setIcon(Theme::instance()->icon(QStringLiteral("history")));
  button->setText(tr("Runs"));
  button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  button->setToolTip(tr("All runs of this file"));
  button->setAccessibleName(button->toolTip());
  button->setPopupMode(QToolButton::InstantPopup);
  button->setEnabled(document_->runState() == RunState::Idle);
  auto* menu = new QMenu(button);
  const auto& entries = document_->runs()->entries();
  for (size_t i = 0; i < std::min(kMostInMenu, entries.size()); ++i) {
    QAction* action = menu->addAction(menuText(entries[i], labels[static_cast<qsizetype>(i)], *menu));
    action->setCheckable(true);
    action->setChecked(entries[i].id == document_->runs()->shown());
    connect(action, &QAction::triggered, this, [this, id = entries[i].id] { document_->runs()->requestShow(id); });
  }
  menu->addSeparator();
  addCompare(menu, labels);
  connect(menu->addAction(tr("All runs")), &QAction::triggered, this, &RunChips::allRequested);
  button->setMenu(menu);
  layout_->addWidget(button);
}

/// The shown run against each of the others.
void RunChips::addCompare(QMenu* menu, const QStringList& labels) {
  const RunHistory* runs = document_->runs();
  if (runs->find(runs->shown()) == nullptr) return;
  QMenu* compare = menu->addMenu(Theme::instance()->icon(QStringLiteral("compare")), tr("Compare the shown run with"));
  compare->setObjectName(QStringLiteral("runChips.compare"));
  const auto& entries = runs->entries();
  for (size_t i = 0; i < std::min(kMostInMenu, entries.size()); ++i) {
    if (entries[i].id == runs->shown()) continue;
    QAction* action = compare->addAction(menuText(entries[i], labels[static_cast<qsizetype>(i)], *compare));
    action->setObjectName(QStringLiteral("runChips.compare.") + entries[i].id);
    connect(action, &QAction::triggered, this,
            [this, id = entries[i].id] { document_->runs()->requestCompare(id, document_->runs()->shown()); });
  }
}

void RunChips::refresh() {
  while (QLayoutItem* item = layout_->takeAt(0)) {
    item->widget()->hide();
    item->widget()->deleteLater();
    delete item;
  }
  room_ = roomNow();
  const auto& entries = document_->runs()->entries();
  setVisible(entries.size() > 1);
  if (entries.size() < 2) return;
  const QStringList labels = runLabels(entries, document_->runs()->digest());
  addMenu(labels);
  int room = room_ - layout_->itemAt(0)->widget()->sizeHint().width() - layout_->contentsMargins().right();
  if (room < 0) return setVisible(false);
  for (size_t i = 0; i < entries.size(); ++i) {
    QToolButton* made = chip(entries[i], labels[static_cast<qsizetype>(i)]);
    room -= made->sizeHint().width() + layout_->spacing();
    if (room < 0) {
      delete made;
      break;
    }
    layout_->insertWidget(1, made);  // the newest at the right
  }
}

}  // namespace relaxscope
