// SPDX-License-Identifier: GPL-3.0-or-later
// What assistive software learns of a widget that paints its contents: its role, and as its last child the item under
// the keyboard's cursor.
#pragma once

#include <QAccessible>
#include <QObject>

#include <functional>

class QWidget;

namespace relaxscope {

class SpokenItem : public QObject {
  Q_OBJECT
 public:
  /// Describes the item under the cursor in one line; empty: there is none.
  using Describe = std::function<QString()>;

  /// A child of `widget`, made in its constructor.
  SpokenItem(QWidget* widget, QAccessible::Role role, Describe describe = {});
  ~SpokenItem() override;

  [[nodiscard]] QAccessible::Role role() const { return role_; }
  /// Null while there is no item. Valid until `changed`.
  [[nodiscard]] QAccessibleInterface* item();
  /// The cursor moved, or the text of its item changed: told where the widget has the focus. Costs nothing while no
  /// assistive software listens.
  void changed();
  /// As if assistive software listened, which the platform of offscreen tests never says.
  static void setAlwaysTold(bool on) { alwaysTold = on; }

 signals:
  void told(const QString& item);  ///< the item became that of the focus

 protected:
  bool eventFilter(QObject* widget, QEvent* event) override;

 private:
  [[nodiscard]] static bool isHeard() { return alwaysTold || QAccessible::isActive(); }
  void forget();

  QWidget* widget_;
  QAccessible::Role role_;
  Describe describe_;
  QAccessible::Id id_ = 0;
  QString text_;  ///< of the item of id_
  static inline bool alwaysTold = false;
};

}  // namespace relaxscope
