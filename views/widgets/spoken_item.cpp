// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/spoken_item.h"

#include <QAccessibleWidget>
#include <QEvent>
#include <QPointer>
#include <QTimer>
#include <QWidget>

namespace relaxscope {
namespace {

/// The item: a text at the place of its widget.
class ItemInterface : public QAccessibleInterface {
 public:
  ItemInterface(QWidget* widget, QString text) : widget_(widget), text_(std::move(text)) {}

  [[nodiscard]] bool isValid() const override { return !widget_.isNull(); }
  [[nodiscard]] QObject* object() const override { return nullptr; }
  [[nodiscard]] QWindow* window() const override { return parent() != nullptr ? parent()->window() : nullptr; }
  [[nodiscard]] QAccessibleInterface* parent() const override {
    return widget_ ? QAccessible::queryAccessibleInterface(widget_) : nullptr;
  }
  [[nodiscard]] QAccessibleInterface* child(int) const override { return nullptr; }
  [[nodiscard]] QAccessibleInterface* childAt(int, int) const override { return nullptr; }
  [[nodiscard]] int childCount() const override { return 0; }
  [[nodiscard]] int indexOfChild(const QAccessibleInterface*) const override { return -1; }
  [[nodiscard]] QString text(QAccessible::Text kind) const override {
    return kind == QAccessible::Name ? text_ : QString();
  }
  void setText(QAccessible::Text, const QString&) override {}
  [[nodiscard]] QRect rect() const override { return parent() != nullptr ? parent()->rect() : QRect(); }
  [[nodiscard]] QAccessible::Role role() const override { return QAccessible::ListItem; }
  [[nodiscard]] QAccessible::State state() const override {
    QAccessible::State state;
    state.focusable = state.selectable = state.selected = true;
    state.focused = widget_ && widget_->hasFocus();
    return state;
  }

 private:
  QPointer<QWidget> widget_;
  QString text_;
};

class PaintedInterface : public QAccessibleWidget {
 public:
  PaintedInterface(QWidget* widget, SpokenItem* spoken) : QAccessibleWidget(widget, spoken->role()), spoken_(spoken) {}

  // The item follows the children that are widgets.
  [[nodiscard]] int childCount() const override {
    return QAccessibleWidget::childCount() + (item() != nullptr ? 1 : 0);
  }
  [[nodiscard]] QAccessibleInterface* child(int index) const override {
    return index == QAccessibleWidget::childCount() ? item() : QAccessibleWidget::child(index);
  }
  [[nodiscard]] int indexOfChild(const QAccessibleInterface* child) const override {
    return child != nullptr && child == item() ? QAccessibleWidget::childCount()
                                               : QAccessibleWidget::indexOfChild(child);
  }
  [[nodiscard]] QAccessibleInterface* focusChild() const override {
    QAccessibleInterface* now = widget()->hasFocus() ? item() : nullptr;
    return now != nullptr ? now : QAccessibleWidget::focusChild();
  }

 private:
  [[nodiscard]] QAccessibleInterface* item() const { return spoken_ ? spoken_->item() : nullptr; }
  QPointer<SpokenItem> spoken_;
};

QAccessibleInterface* makePainted(const QString& /*className*/, QObject* object) {
  if (object == nullptr || !object->isWidgetType()) return nullptr;
  auto* spoken = object->findChild<SpokenItem*>(QString(), Qt::FindDirectChildrenOnly);
  return spoken != nullptr ? new PaintedInterface(static_cast<QWidget*>(object), spoken) : nullptr;
}

}  // namespace

SpokenItem::SpokenItem(QWidget* widget, QAccessible::Role role, Describe describe)
    : QObject(widget), widget_(widget), role_(role), describe_(std::move(describe)) {
  QAccessible::installFactory(makePainted);  // Qt keeps one of each
  if (describe_) widget->installEventFilter(this);
  if (QAccessible::isActive())  // a base class may have caused a plain interface
    QAccessible::deleteAccessibleInterface(QAccessible::uniqueId(QAccessible::queryAccessibleInterface(widget)));
}

SpokenItem::~SpokenItem() { forget(); }

void SpokenItem::forget() {
  if (id_ != 0) QAccessible::deleteAccessibleInterface(std::exchange(id_, 0));
}

QAccessibleInterface* SpokenItem::item() {
  if (id_ != 0) return QAccessible::accessibleInterface(id_);
  const QString text = describe_ ? describe_() : QString();
  if (text.isEmpty()) return nullptr;
  text_ = text;
  auto* made = new ItemInterface(widget_, text);
  id_ = QAccessible::registerAccessibleInterface(made);
  return made;
}

void SpokenItem::changed() {
  if (!isHeard()) return forget();
  if (id_ != 0 && describe_() == text_) return;
  forget();
  if (!widget_->hasFocus()) return;
  if (QAccessibleInterface* now = item()) {
    QAccessibleEvent event(now, QAccessible::Focus);
    QAccessible::updateAccessibility(&event);
    emit told(text_);
  }
}

bool SpokenItem::eventFilter(QObject* widget, QEvent* event) {
  // Qt tells of the widget itself first, then of its item.
  if (event->type() == QEvent::FocusIn && isHeard())
    QTimer::singleShot(0, this, [this] {
      forget();
      changed();
    });
  return QObject::eventFilter(widget, event);
}

}  // namespace relaxscope
