// SPDX-License-Identifier: GPL-3.0-or-later
// Tab bar of look.md: documents (accent line below, close button) and docks (accent line above, icon, badge).
#pragma once

#include <QHash>
#include <QTabBar>

namespace relaxscope {

class TabBar : public QTabBar {
  Q_OBJECT
 public:
  enum class Kind : uint8_t { Documents, Panel };
  TabBar(Kind kind, QWidget* parent);

  /// Takes the icon by name, so that the current tab can show it in the accent colour.
  int addNamedTab(const QString& iconName, const QString& text, const QString& id);
  /// The text of a tab, as given.
  [[nodiscard]] QString tabName(int index) const;
  void setTabName(int index, const QString& text);
  void setTabIconName(int index, const QString& iconName);
  [[nodiscard]] QString iconName(int index) const { return tabData(index).toStringList().value(1); }
  void setBadge(const QString& id, const QString& text);
  [[nodiscard]] QString badge(const QString& id) const { return badges_.value(id); }
  [[nodiscard]] QString idAt(int index) const;
  [[nodiscard]] int indexOfId(const QString& id) const;

  /// Selects the widest layout of panel tabs that fits `width`: full, narrower padding, names without icons, icons with
  /// only the current tab's name. No name is elided if one of them fits.
  void fitInto(int width);
  /// Whether the tab's name is drawn, and whether it is elided.
  [[nodiscard]] bool showsName(int index) const { return hasText(index, density_); }
  [[nodiscard]] bool isElided(int index) const;

  /// At most the width of the tabs; Qt would also reserve space for scroll buttons.
  [[nodiscard]] QSize minimumSizeHint() const override;

 signals:
  void middleClicked(int index);

 protected:
  [[nodiscard]] QSize tabSizeHint(int index) const override;
  [[nodiscard]] QSize minimumTabSizeHint(int index) const override;
  void paintEvent(QPaintEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void tabInserted(int index) override;
  void tabLayoutChange() override;

 private:
  enum class Density : uint8_t { Roomy, Narrow, Names, Icons };
  void paintTab(QPainter& painter, int index) const;
  void relayout();
  [[nodiscard]] int widthOf(int index, Density density) const;
  [[nodiscard]] int padding(Density density) const;
  [[nodiscard]] bool hasIcon(int index, Density density) const;
  [[nodiscard]] bool hasText(int index, Density density) const {
    return density != Density::Icons || index == currentIndex();
  }
  [[nodiscard]] bool isPanel() const { return kind_ == Kind::Panel; }
  Kind kind_;
  Density density_ = Density::Roomy;
  QHash<QString, QString> badges_;
};

}  // namespace relaxscope
