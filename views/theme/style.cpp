// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/theme/style.h"

#include <QProxyStyle>
#include <QStyleFactory>
#include <QStyleOption>
#include <QWidget>

#include <utility>

#include "views/theme/theme.h"

namespace relaxscope {
namespace {

class Style : public QProxyStyle {
 public:
  Style() : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion"))) {}

  int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                QStyleHintReturn* data) const override {
    switch (hint) {
      case SH_ToolTip_WakeUpDelay: return 400;
      case SH_EtchDisabledText: return 0;
      case SH_ScrollBar_ContextMenu: return 0;
      case SH_ItemView_ShowDecorationSelected: return 1;
      case SH_Menu_SubMenuPopupDelay: return 120;
      case SH_MenuBar_AltKeyNavigation: return 1;
      case SH_UnderlineShortcut: return 0;
      default: return QProxyStyle::styleHint(hint, option, widget, data);
    }
  }
  int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override {
    switch (metric) {
      case PM_SmallIconSize:
      case PM_ButtonIconSize:
      case PM_TabBarIconSize:
      case PM_ListViewIconSize: return Theme::instance()->px(16);
      case PM_DockWidgetSeparatorExtent:
      case PM_SplitterWidth: return 1;
      case PM_DockWidgetFrameWidth:
      case PM_DefaultFrameWidth: return QProxyStyle::pixelMetric(metric, option, widget);
      default: return QProxyStyle::pixelMetric(metric, option, widget);
    }
  }
  void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override {
    // Delegates and controls paint their own focus indicator; Fusion's dotted frame would be a second one.
    if (element == PE_FrameFocusRect) return;
    QProxyStyle::drawPrimitive(element, option, painter, widget);
  }
};

// Placeholders in braces: colour tokens such as {Text}, and pixels scaled by the UI scale such as {12px}.
constexpr const char* kSheet = R"(
QMainWindow, QDialog { background: {Window}; }
QMainWindow::separator { background: {Border}; width: 1px; height: 1px; }
QMainWindow::separator:hover { background: {Accent}; }
QSplitter::handle { background: {Border}; }
QMenuBar { background: {Window}; border: none; border-bottom: 1px solid {Border}; padding-left: {2px}; padding-top: 1px; spacing: 0; }
QMenuBar::item { padding: {4px} {10px}; background: transparent; color: {Text}; border-radius: {4px}; }
QMenuBar::item:selected { background: {AccentBack}; }
QMenuBar::item:disabled { color: {TextThird}; }
QMenu { background: {Raised}; border: 1px solid {Border}; padding: {4px}; }
QMenu::item { padding: {5px} {24px} {5px} {8px}; border-radius: {4px}; color: {Text}; }
QMenu::item:selected { background: {SelectedRow}; }
QMenu::item:disabled { color: {TextThird}; }
QMenu::icon { padding-left: {8px}; }
QMenu::separator { height: 1px; background: {Border}; margin: {4px} {8px}; }
QToolTip { background: {Raised}; color: {Text}; border: 1px solid {BorderStrong}; padding: {4px} {8px}; }
QLabel { color: {Text}; background: transparent; }
QLabel[role="second"] { color: {TextSecond}; }
QLabel[role="third"] { color: {TextThird}; }
QLabel[role="error"] { color: {Error}; }
QLabel[role="function"] { color: {RoleFunction}; }
QFrame[frame="card"] { background: {Panel}; border: 1px solid {Border}; border-radius: {8px}; }
QFrame[frame="panel"] { background: {Panel}; border: none; }
QFrame[frame="line"] { background: {Border}; border: none; max-height: 1px; min-height: 1px; }
QFrame[frame="vline"] { background: {Border}; border: none; max-width: 1px; min-width: 1px; }
QPushButton { background: {Raised}; color: {Text}; border: 1px solid {Border}; border-radius: {6px};
  padding: 0 {12px}; min-height: {28px}; }
QPushButton:hover { border-color: {BorderStrong}; }
QPushButton:pressed { background: {Subtle}; }
QPushButton:focus { border: 2px solid {Accent}; padding: 0 {11px}; }
QPushButton:disabled { color: {TextThird}; background: {Subtle}; }
QPushButton[primary="true"] { background: {Accent}; color: {TextOnAccent}; border-color: {Accent}; font-weight: 600; }
QPushButton[primary="true"]:focus { border: 2px solid {Text}; }
QPushButton[primary="true"]:disabled { background: {Subtle}; color: {TextThird}; border-color: {Border}; }
QPushButton[large="true"] { min-height: {34px}; }
QPushButton[link="true"] { background: transparent; border: none; color: {Accent}; padding: 0 {2px}; min-height: 0; font-weight: 500; }
QPushButton[link="true"]:hover { text-decoration: underline; }
QPushButton[link="true"]:focus { border: 2px solid {Accent}; border-radius: {4px}; padding: 0; }
QToolButton { background: transparent; color: {Text}; border: 1px solid transparent; border-radius: {6px}; padding: {3px} {6px}; }
QToolButton:hover { background: {Subtle}; border-color: {Border}; }
QToolButton:pressed { background: {AccentBack}; }
QToolButton:focus { border: 2px solid {Accent}; padding: {2px} {5px}; }
QToolButton:checked { background: {AccentBack}; color: {Accent}; border-color: {AccentBack}; }
QToolButton:disabled { color: {TextThird}; }
QToolButton[framed="true"] { background: {Raised}; border: 1px solid {Border}; }
QToolButton[framed="true"]:hover { border-color: {BorderStrong}; }
QToolButton[framed="true"]:checked { background: {AccentBack}; color: {Accent}; border-color: {Accent}; }
QToolButton[framed="true"]:disabled { background: {Subtle}; }
QToolButton[popupMode="1"] { padding-right: {28px}; }
QToolButton[popupMode="1"]:focus { padding-right: {27px}; }
QToolButton::menu-button { border: none; border-left: 1px solid {Border}; width: {22px}; }
QToolButton::menu-arrow { image: url(:/icons/{ChevronIcon}); width: {14px}; height: {14px}; }
QToolButton::menu-indicator { image: none; width: 0; }
QLineEdit, QAbstractSpinBox, QComboBox, QPlainTextEdit, QTextEdit {
  background: {Raised}; color: {Text}; border: 1px solid {BorderStrong}; border-radius: {6px};
  selection-background-color: {SelectedRow}; selection-color: {Text}; }
QLineEdit, QAbstractSpinBox { padding: 0 {8px}; min-height: {26px}; }
QLineEdit:focus, QAbstractSpinBox:focus, QComboBox:focus, QPlainTextEdit:focus, QTextEdit:focus { border: 2px solid {Accent}; }
QLineEdit[error="true"], QLineEdit[error="true"]:focus { border-color: {Error}; }
QLineEdit:focus, QAbstractSpinBox:focus { padding: 0 {7px}; min-height: {24px}; }
QLineEdit:disabled, QAbstractSpinBox:disabled, QComboBox:disabled { background: {Subtle}; color: {TextThird}; }
QComboBox { padding: 0 {8px}; min-height: {26px}; border-color: {Border}; }
QComboBox:focus { padding: 0 {7px}; min-height: {24px}; }
QComboBox::drop-down { border: none; width: {24px}; }
QComboBox::down-arrow { image: url(:/icons/{ChevronIcon}); width: {14px}; height: {14px}; }
QComboBox QAbstractItemView { background: {Raised}; border: 1px solid {Border}; selection-background-color: {SelectedRow}; outline: none; }
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button { border: none; width: {16px}; background: transparent; }
QAbstractItemView { background: {Panel}; alternate-background-color: {Zebra}; color: {Text}; border: none; outline: none;
  selection-background-color: {SelectedRow}; selection-color: {Text}; gridline-color: {Grid}; }
QHeaderView { background: {Subtle}; border: none; }
QHeaderView::section { background: {Subtle}; color: {TextSecond}; border: none; border-bottom: 1px solid {Border};
  padding: 0 {8px}; font-size: {11px}; font-weight: 600; }
QTableCornerButton::section { background: {Subtle}; border: none; border-bottom: 1px solid {Border}; }
QScrollBar:vertical { background: transparent; width: {10px}; margin: 0; }
QScrollBar:horizontal { background: transparent; height: {10px}; margin: 0; }
QScrollBar::handle { background: {BorderStrong}; border-radius: {3px}; margin: {2px}; }
QScrollBar::handle:vertical { min-height: {28px}; }
QScrollBar::handle:horizontal { min-width: {28px}; }
QScrollBar::handle:hover { background: {TextThird}; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QAbstractScrollArea::corner { background: transparent; border: none; }
QScrollArea { background: transparent; border: none; }
QGroupBox { border: 1px solid {Border}; border-radius: {8px}; margin-top: {18px}; padding: {8px}; background: {Panel}; }
QGroupBox::title { subcontrol-origin: margin; left: {4px}; color: {TextSecond}; font-weight: 600; font-size: {11px}; }
QCheckBox, QRadioButton { color: {Text}; spacing: {6px}; background: transparent; }
QCheckBox::indicator { width: {14px}; height: {14px}; border: 1px solid {BorderStrong}; border-radius: {3px}; background: {Raised}; }
QCheckBox::indicator:focus { border: 2px solid {Accent}; width: {12px}; height: {12px}; }
QCheckBox::indicator:checked { background: {Accent}; border-color: {Accent}; image: url(:/icons/{MarkIcon}); }
QCheckBox:disabled, QRadioButton:disabled { color: {TextThird}; }
QProgressBar { background: transparent; border: none; max-height: {2px}; min-height: {2px}; }
QProgressBar::chunk { background: {Accent}; }
QStatusBar { background: {Window}; border-top: 1px solid {Border}; }
QStatusBar::item { border: none; }
)";

QString expanded(const Theme& theme, const QString& name) {
  static constexpr std::pair<const char*, Token> kNames[] = {{"Window", Token::Window},
                                                             {"Panel", Token::Panel},
                                                             {"Subtle", Token::Subtle},
                                                             {"Raised", Token::Raised},
                                                             {"Zebra", Token::Zebra},
                                                             {"Border", Token::Border},
                                                             {"BorderStrong", Token::BorderStrong},
                                                             {"Grid", Token::Grid},
                                                             {"SelectedRow", Token::SelectedRow},
                                                             {"Text", Token::Text},
                                                             {"TextSecond", Token::TextSecond},
                                                             {"TextThird", Token::TextThird},
                                                             {"TextOnAccent", Token::TextOnAccent},
                                                             {"Accent", Token::Accent},
                                                             {"AccentBack", Token::AccentBack},
                                                             {"Error", Token::Error},
                                                             {"RoleFunction", Token::RoleFunction}};
  for (const auto& [key, token] : kNames)
    if (name == QLatin1String(key)) return theme.color(token).name();
  if (name == QLatin1String("ChevronIcon"))
    return theme.mode() == Theme::Mode::Dark ? QStringLiteral("arrow-menu-dark.svg")
                                             : QStringLiteral("arrow-menu-light.svg");
  if (name == QLatin1String("MarkIcon"))
    return theme.mode() == Theme::Mode::Dark ? QStringLiteral("arrow-menu-mark-dark.svg")
                                             : QStringLiteral("arrow-menu-mark-light.svg");
  if (name.endsWith(QLatin1String("px"))) return QStringLiteral("%1px").arg(theme.px(name.chopped(2).toInt()));
  return {};
}

}  // namespace

QStyle* makeStyle() { return new Style; }

QString styleSheet(const Theme& theme) {
  const QString text = QString::fromLatin1(kSheet);
  QString out;
  out.reserve(text.size() * 2);
  for (qsizetype i = 0; i < text.size();) {
    if (text[i] == QLatin1Char('{') && i + 1 < text.size() && text[i + 1].isLetterOrNumber()) {
      const qsizetype end = text.indexOf(QLatin1Char('}'), i);
      out += expanded(theme, text.mid(i + 1, end - i - 1));
      i = end + 1;
      continue;
    }
    out += text[i++];
  }
  return out;
}

}  // namespace relaxscope
