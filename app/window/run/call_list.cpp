// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/run/call_list.h"

#include <QHBoxLayout>
#include <QListView>
#include <QPainter>
#include <QScrollBar>
#include <QShortcut>
#include <QStyledItemDelegate>
#include <QToolButton>
#include <QVBoxLayout>

#include "views/theme/theme.h"
#include "views/widgets/elide.h"

namespace relaxscope {
namespace {

constexpr int kCallRowHeight = 44;

/// Paints number and function on one line, details on the next, and an error icon for an invalid call.
class CallDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;

  [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override {
    return {Theme::instance()->px(120), Theme::instance()->px(kCallRowHeight)};
  }

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    const Theme* theme = Theme::instance();
    const bool selected = option.state.testFlag(QStyle::State_Selected),
               wrong = !index.data(RunCallModel::ProblemRole).toString().isEmpty();
    painter->fillRect(option.rect, theme->color(selected ? Token::SelectedRow : Token::Panel));
    if (selected)
      painter->fillRect(QRect(option.rect.topLeft(), QSize(theme->px(3), option.rect.height())),
                        theme->color(Token::Accent));
    if (selected && option.state.testFlag(QStyle::State_HasFocus)) {
      painter->setPen(QPen(theme->color(Token::Accent), 2));
      painter->drawRect(option.rect.adjusted(1, 1, -1, -1));
    }
    QRect area = option.rect.adjusted(theme->px(12), theme->px(5), -theme->px(8), -theme->px(5));
    if (wrong) {
      const int icon = theme->px(16);
      theme->icon(QStringLiteral("error"), Token::Error)
          .paint(painter, QRect(area.right() - icon + 1, area.center().y() - icon / 2, icon, icon));
      area.setRight(area.right() - icon - theme->px(6));
    }
    const QRect upper(area.left(), area.top(), area.width(), area.height() / 2),
        lower(area.left(), area.top() + area.height() / 2, area.width(), area.height() / 2);
    const QString number = index.data(RunCallModel::NumberRole).toString();
    painter->setFont(theme->mono(12));
    painter->setPen(theme->color(Token::TextSecond));
    painter->drawText(upper, Qt::AlignVCenter, number);
    const QRect name = upper.adjusted(painter->fontMetrics().horizontalAdvance(number) + theme->px(8), 0, 0, 0);
    painter->setFont(theme->ui(12, 600));
    painter->setPen(theme->color(Token::Text));
    painter->drawText(
        name, Qt::AlignVCenter,
        elided(painter->fontMetrics(), index.data(Qt::DisplayRole).toString(), Qt::ElideMiddle, name.width()));
    painter->setFont(theme->ui(11));
    painter->setPen(theme->color(Token::TextSecond));
    painter->drawText(
        lower, Qt::AlignVCenter,
        elided(painter->fontMetrics(), index.data(RunCallModel::DetailRole).toString(), Qt::ElideRight, lower.width()));
  }
};

}  // namespace

RunCallList::RunCallList(RunCallModel* model, QWidget* parent)
    : QWidget(parent), model_(model), view_(new QListView(this)) {
  const Theme* theme = Theme::instance();
  setObjectName(QStringLiteral("run.calls.panel"));
  view_->setObjectName(QStringLiteral("run.calls.list"));
  view_->setAccessibleName(tr("Calls in order"));
  view_->setUniformItemSizes(true);
  view_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  view_->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  view_->setItemDelegate(new CallDelegate(view_));
  view_->setModel(model);
  setFocusProxy(view_);
  auto* bar = new QHBoxLayout;
  bar->setContentsMargins(theme->px(6), theme->px(4), theme->px(6), theme->px(4));
  bar->setSpacing(theme->px(2));
  bar->addWidget(button("add", "plus", tr("Add a call"), QStringLiteral("Ins"), [this] { addCall(); }));
  bar->addWidget(
      button("duplicate", "copy", tr("Duplicate the call"), QStringLiteral("Ctrl+D"), [this] { duplicateCall(); }));
  bar->addWidget(remove_ =
                     button("remove", "minus", tr("Remove the call"), QStringLiteral("Del"), [this] { removeCall(); }));
  bar->addStretch(1);
  bar->addWidget(
      up_ = button("up", "arrow-up", tr("Move the call up"), QStringLiteral("Alt+Up"), [this] { moveCall(-1); }));
  bar->addWidget(down_ = button("down", "arrow-down", tr("Move the call down"), QStringLiteral("Alt+Down"),
                                [this] { moveCall(1); }));
  auto* line = new QFrame(this);
  line->setProperty("frame", "line");
  auto* box = new QVBoxLayout(this);
  box->setContentsMargins(0, 0, 0, 0);
  box->setSpacing(0);
  box->addWidget(view_, 1);
  box->addWidget(line);
  box->addLayout(bar);
  connect(view_->selectionModel(), &QItemSelectionModel::currentChanged, this, [this] {
    updateButtons();
    emit currentChanged();
  });
  connect(model, &RunCallModel::changed, this, &RunCallList::updateButtons);
  // Keeps the current row visible, also after a note below has reduced the height.
  connect(view_->verticalScrollBar(), &QScrollBar::rangeChanged, view_,
          [this] { view_->scrollTo(view_->currentIndex()); });
  connect(Theme::instance(), &Theme::changed, view_, [this] { view_->viewport()->update(); });
  setCurrent(0);
}

QToolButton* RunCallList::button(const char* name, const char* icon, const QString& text, const QString& key,
                                 const std::function<void()>& act) {
  auto* made = new QToolButton(this);
  made->setObjectName(QStringLiteral("run.calls.") + QLatin1String(name));
  made->setIcon(Theme::instance()->icon(QLatin1String(icon)));
  made->setAccessibleName(text);
  made->setToolTip(QStringLiteral("%1 (%2)").arg(text, QKeySequence(key).toString(QKeySequence::NativeText)));
  made->setFixedSize(Theme::instance()->px(28), Theme::instance()->px(28));
  made->setFocusPolicy(Qt::TabFocus);
  connect(made, &QToolButton::clicked, this, act);
  connect(new QShortcut(QKeySequence(key), this, nullptr, nullptr, Qt::WidgetWithChildrenShortcut),
          &QShortcut::activated, this, act);
  return made;
}

int RunCallList::current() const { return std::max(0, view_->currentIndex().row()); }
void RunCallList::setCurrent(int index) {
  view_->setCurrentIndex(model_->index(std::clamp(index, 0, model_->count() - 1)));
}

void RunCallList::addCall() {
  setCurrent(model_->add(current()));
  emit added();
}

void RunCallList::duplicateCall() { setCurrent(model_->duplicate(current())); }

void RunCallList::removeCall() {
  if (model_->count() < 2) return;
  const int index = current();
  model_->remove(index);
  setCurrent(index);
  emit currentChanged();  // the same row may now show another call
}

void RunCallList::moveCall(int by) {
  const int index = current();
  if (!model_->move(index, index + by)) return;
  setCurrent(index + by);
  view_->scrollTo(view_->currentIndex());
  emit currentChanged();
}

void RunCallList::updateButtons() {
  remove_->setEnabled(model_->count() > 1);
  up_->setEnabled(current() > 0);
  down_->setEnabled(current() + 1 < model_->count());
}

}  // namespace relaxscope
