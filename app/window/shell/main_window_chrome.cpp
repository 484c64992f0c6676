// SPDX-License-Identifier: GPL-3.0-or-later
// Menus, toolbar and tab row of the main window, made from the action table.
#include <QAction>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenuBar>
#include <QPainter>
#include <QStyleOption>
#include <QStylePainter>
#include <QSysInfo>
#include <QThread>
#include <QToolButton>

#include "app/window/document/export.h"
#include "app/window/settings.h"
#include "app/window/shell/main_window.h"
#include "app/window/shell/search_field.h"
#include "views/code/table_texts.h"
#include "views/theme/theme.h"
#include "views/widgets/tab_bar.h"

namespace relaxscope {
namespace {

/// A row of the window with a line below it.
class Bar : public QWidget {
 public:
  Bar(const char* name, Token back, int height, QWidget* parent) : QWidget(parent), back_(back) {
    setObjectName(QLatin1String(name));
    setFixedHeight(Theme::instance()->px(height));
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    painter.fillRect(rect(), Theme::instance()->color(back_));
    painter.fillRect(QRect(0, height() - 1, width(), 1), Theme::instance()->color(Token::Border));
  }

 private:
  Token back_;
};

/// Text and icon with a small arrow behind a line; the arrow opens the menu, the rest acts.
class SplitButton : public QToolButton {
 public:
  SplitButton(bool primary, QWidget* parent) : QToolButton(parent), primary_(primary) { setPopupMode(MenuButtonPopup); }
  [[nodiscard]] QSize sizeHint() const override {
    const Theme* theme = Theme::instance();
    const int text = QFontMetrics(theme->ui(12, primary_ ? 600 : 500)).horizontalAdvance(this->text());
    return {theme->px(10 + 16 + 8) + text + theme->px(primary_ ? 10 + 26 : 8 + 24), theme->px(32)};
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    const Theme* theme = Theme::instance();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const bool lit = primary_ && isEnabled();
    const Token ink = lit ? Token::TextOnAccent : isEnabled() ? Token::Text : Token::TextThird;
    painter.setPen(hasFocus() ? QPen(theme->color(lit ? Token::Text : Token::Accent), 2)
                              : QPen(theme->color(lit            ? Token::Accent
                                                  : underMouse() ? Token::BorderStrong
                                                                 : Token::Border),
                                     1));
    painter.setBrush(theme->color(lit ? Token::Accent : isEnabled() ? Token::Raised : Token::Subtle));
    const double inset = hasFocus() ? 1.0 : 0.5;
    painter.drawRoundedRect(QRectF(rect()).adjusted(inset, inset, -inset, -inset), theme->px(6), theme->px(6));
    const int icon = theme->px(16), arrow = theme->px(14), side = theme->px(primary_ ? 26 : 24);
    this->icon().paint(&painter, QRect(theme->px(10), (height() - icon) / 2, icon, icon), Qt::AlignCenter,
                       isEnabled() ? QIcon::Normal : QIcon::Disabled);
    painter.setFont(theme->ui(12, primary_ ? 600 : 500));
    painter.setPen(theme->color(ink));
    painter.drawText(QRect(theme->px(34), 0, width() - theme->px(34) - side, height()), Qt::AlignVCenter, text());
    theme->icon(QStringLiteral("chevron-down"), ink)
        .paint(&painter, QRect(width() - side + (side - arrow) / 2 - 1, (height() - arrow) / 2, arrow, arrow));
    if (lit) {
      QColor line = theme->color(Token::TextOnAccent);
      line.setAlphaF(0.35);
      painter.fillRect(QRect(width() - side - 1, 0, 1, height()), line);
    }
  }

 private:
  bool primary_;
};

/// As wide as the design has it where there is room, narrower in a small window. Where a text does not fit, the part
/// that tells items apart is shown; the tooltip has all of it.
class ToolCombo : public QComboBox {
 public:
  ToolCombo(const char* name, int width, const QString& tip, QWidget* parent) : QComboBox(parent), width_(width) {
    setObjectName(QLatin1String(name));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setMaximumWidth(Theme::instance()->px(width));
    setToolTip(tip);
    setAccessibleName(tip);
    setFont(Theme::instance()->ui(12, 500));
    const auto tell = [this, tip] {
      setToolTip(currentText().isEmpty() ? tip : tip + QLatin1Char('\n') + currentText());
    };
    connect(this, &QComboBox::currentTextChanged, this, tell);
  }
  [[nodiscard]] QSize sizeHint() const override { return {Theme::instance()->px(width_), Theme::instance()->px(32)}; }
  [[nodiscard]] QSize minimumSizeHint() const override {
    return {Theme::instance()->px(itemIcon(currentIndex()).isNull() ? 84 : 100), Theme::instance()->px(32)};
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    QStylePainter painter(this);
    QStyleOptionComboBox option;
    initStyleOption(&option);
    painter.drawComplexControl(QStyle::CC_ComboBox, option);
    const QRect field = style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, this);
    const int icon = option.currentIcon.isNull() ? 0 : option.iconSize.width() + Theme::instance()->px(4);
    option.currentText = fitting(option.currentText, field.width() - icon - Theme::instance()->px(2));
    painter.drawControl(QStyle::CE_ComboBoxLabel, option);
  }

 private:
  /// Of "CPU · x86-64" the kind, of "Engine: builtin" the name, where there is no room for both.
  [[nodiscard]] QString fitting(const QString& text, int width) const {
    if (fontMetrics().horizontalAdvance(text) <= width) return text;
    static const QRegularExpression title(QStringLiteral("^[^·]*[:：]\\s*")), details(QStringLiteral("\\s*·.*$"));
    return fontMetrics().elidedText(QString(text).remove(title).remove(details), Qt::ElideMiddle, width);
  }

  int width_;
};

QToolButton* toolButton(QAction* action, const char* name, bool withText, QWidget* parent) {
  auto* button = new QToolButton(parent);
  button->setObjectName(QLatin1String(name));
  button->setDefaultAction(action);
  button->setToolButtonStyle(withText ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly);
  button->setIconSize(QSize(Theme::instance()->px(16), Theme::instance()->px(16)));
  button->setFixedHeight(Theme::instance()->px(32));
  if (!withText) button->setFixedWidth(Theme::instance()->px(32));
  button->setFocusPolicy(Qt::TabFocus);
  return button;
}

QFrame* line(QWidget* parent) {
  auto* frame = new QFrame(parent);
  frame->setProperty("frame", "vline");
  frame->setFixedHeight(Theme::instance()->px(20));
  return frame;
}

}  // namespace

QString localDeviceName() {
  QString name = QSysInfo::currentCpuArchitecture().replace(QLatin1Char('_'), QLatin1Char('-'));
#if defined(__x86_64__) && defined(__GNUC__)
  if (__builtin_cpu_supports("x86-64-v4")) name += QStringLiteral("-v4");
  else if (__builtin_cpu_supports("x86-64-v3")) name += QStringLiteral("-v3");
  else if (__builtin_cpu_supports("x86-64-v2")) name += QStringLiteral("-v2");
#endif
  return name;
}

QString localDeviceText() {
  return MainWindow::tr("%1, %n core(s)", nullptr, QThread::idealThreadCount()).arg(localDeviceName());
}

void MainWindow::buildActions() {
  for (const ActionRow& row : actionTable()) {
    auto* action = new QAction(QCoreApplication::translate("actions", row.text), this);
    action->setObjectName(QStringLiteral("action.") + QLatin1String(row.id));
    if (row.icon[0] != 0) action->setIcon(Theme::instance()->icon(QLatin1String(row.icon)));
    QList<QKeySequence> keys;
    for (const QString& key : QString::fromLatin1(row.keys).split(QLatin1Char(' '), Qt::SkipEmptyParts))
      keys.append(QKeySequence(key));
    action->setShortcuts(keys);
    action->setToolTip(actionToolTip(row));
    connect(action, &QAction::triggered, this, row.run);
    addAction(action);
    actions_[QLatin1String(row.id)] = action;
  }
  int number = 1;
  for (const ViewRow& row : viewRegistry()) {
    auto* action = new QAction(Theme::instance()->icon(QLatin1String(row.icon)), viewTitle(row), this);
    const QString id = QLatin1String(row.id);
    action->setObjectName(QStringLiteral("action.show.") + id);
    if (number <= 10) action->setShortcut(QKeySequence(QStringLiteral("Ctrl+%1").arg(number % 10)));
    ++number;
    connect(action, &QAction::triggered, this, [this, id] { showView(id); });
    addAction(action);
    actions_[QStringLiteral("show.") + id] = action;
  }
}

void MainWindow::buildMenus() {
  QMenuBar* bar = menuBar();
  bar->setObjectName(QStringLiteral("menuBar"));
  bar->setNativeMenuBar(false);
  bar->setFixedHeight(Theme::instance()->px(28));
  auto* name = new QLabel(QStringLiteral("RelaxScope"), bar);
  name->setProperty("role", "third");
  name->setFont(Theme::instance()->ui(12, 500));
  name->setContentsMargins(0, 0, Theme::instance()->px(12), 0);
  name->setFixedHeight(Theme::instance()->px(27));
  bar->setCornerWidget(name);
  QMenu* menu = nullptr;
  QString title;
  for (const ActionRow& row : actionTable()) {
    const QString text = QCoreApplication::translate("actions", row.menu);
    if (text != title) {
      title = text;
      menu = bar->addMenu(text);
      menu->setObjectName(QStringLiteral("menu.") + QString::fromLatin1(row.menu).remove(QLatin1Char('&')).toLower());
      menu->setToolTipsVisible(row.needs == Needs::Runnable);  // they say why it cannot be run
      if (QLatin1String(row.id) == QLatin1String("view.theme")) {
        for (const ViewRow& view : viewRegistry())
          menu->addAction(actions_[QStringLiteral("show.") + QLatin1String(view.id)]);
        menu->addSeparator();
      }
    }
    if (row.separator) menu->addSeparator();
    menu->addAction(actions_[QLatin1String(row.id)]);
    if (QLatin1String(row.id) == QLatin1String("file.open")) {
      QMenu* recent = menu->addMenu(Theme::instance()->icon(QStringLiteral("recent")), tr("Open &recent"));
      recent->setObjectName(QStringLiteral("menu.recent"));
      connect(recent, &QMenu::aboutToShow, this, [this, recent] { fillRecentMenu(recent); });
    } else if (QLatin1String(row.id) == QLatin1String("file.saveTrace")) {
      QMenu* exports = menu->addMenu(Theme::instance()->icon(QStringLiteral("export")), tr("&Export"));
      exports->setObjectName(QStringLiteral("menu.export"));
      connect(exports, &QMenu::aboutToShow, this, [this, exports] { fillExportMenu(exports); });
    }
  }
}

QWidget* MainWindow::buildToolBar() {
  const Theme* theme = Theme::instance();
  auto* bar = new Bar("toolbar", Token::Panel, 44, this);
  auto* layout = new QHBoxLayout(bar);
  layout->setContentsMargins(theme->px(8), 0, theme->px(8), 1);
  layout->setSpacing(theme->px(4));

  auto* open = new SplitButton(false, bar);
  open_ = open;
  open->setObjectName(QStringLiteral("toolbar.open"));
  open->setText(tr("Open"));
  open->setIcon(theme->icon(QStringLiteral("open"), Token::Text));
  open->setToolTip(tr("Open a file (Ctrl+O)"));
  auto* recent = new QMenu(open);
  connect(recent, &QMenu::aboutToShow, this, [this, recent] { fillRecentMenu(recent); });
  open->setMenu(recent);
  connect(open, &QToolButton::clicked, this, &MainWindow::openDialog);
  layout->addWidget(open);
  layout->addSpacing(theme->px(4));
  layout->addWidget(line(bar));
  layout->addSpacing(theme->px(4));

  auto* run = new SplitButton(true, bar);
  run_ = run;
  run->setObjectName(QStringLiteral("toolbar.run"));
  run->setText(tr("Run"));
  auto* runMenu = new QMenu(run);
  for (const char* id : {"run.run", "run.dialog", "run.stop"}) runMenu->addAction(actions_[QLatin1String(id)]);
  run->setMenu(runMenu);
  connect(run, &QToolButton::clicked, this, &MainWindow::runAgain);
  layout->addWidget(run);
  stop_ = toolButton(actions_[QStringLiteral("run.stop")], "toolbar.stop", false, bar);
  stop_->setProperty("framed", true);
  layout->addWidget(stop_);
  layout->addSpacing(theme->px(4));

  device_ = new ToolCombo("toolbar.device", 200, tr("Device to run on"), bar);
  device_->addItem(theme->icon(QStringLiteral("cpu")), QStringLiteral("CPU · ") + localDeviceName(),
                   QStringLiteral("cpu"));
  connect(device_, &QComboBox::activated, this, [this] { settings::setDevice(device_->currentData().toString()); });
  layout->addWidget(device_);
  engine_ = new ToolCombo("toolbar.engine", 128, tr("Engine that runs the bytecode"), bar);
  engine_->addItem(tr("Engine: builtin"), QStringLiteral("builtin"));
  layout->addWidget(engine_);
  layout->addSpacing(theme->px(12));

  search_ = new SearchField(bar);
  connect(search_, &QAbstractButton::clicked, this, &MainWindow::quickOpen);
  layout->addWidget(search_, 10);
  layout->addSpacing(theme->px(12));
  layout->addWidget(toolButton(actions_[QStringLiteral("go.back")], "toolbar.back", false, bar));
  layout->addWidget(toolButton(actions_[QStringLiteral("go.forward")], "toolbar.forward", false, bar));
  layout->addSpacing(theme->px(4));
  layout->addWidget(line(bar));
  layout->addSpacing(theme->px(4));
  export_ = new QToolButton(bar);
  export_->setObjectName(QStringLiteral("toolbar.export"));
  export_->setText(QLatin1Char(' ') + tr("Export"));  // air between icon and text
  export_->setIcon(theme->icon(QStringLiteral("export"), Token::Text));
  export_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  export_->setPopupMode(QToolButton::InstantPopup);
  export_->setFixedHeight(theme->px(32));
  export_->setFont(theme->ui(12, 500));
  export_->setFocusPolicy(Qt::TabFocus);
  auto* exports = new QMenu(export_);
  connect(exports, &QMenu::aboutToShow, this, [this, exports] { fillExportMenu(exports); });
  export_->setMenu(exports);
  layout->addWidget(export_);
  layout->addStretch(1);
  layout->addWidget(toolButton(actions_[QStringLiteral("help.shortcuts")], "toolbar.shortcuts", false, bar));
  layout->addWidget(toolButton(actions_[QStringLiteral("view.left")], "toolbar.layout", false, bar));
  theme_ = toolButton(actions_[QStringLiteral("view.theme")], "toolbar.theme", false, bar);
  layout->addWidget(theme_);
  return bar;
}

QWidget* MainWindow::buildTabRow() {
  auto* row = new Bar("tabRow", Token::Window, 32, this);
  auto* layout = new QHBoxLayout(row);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  tabs_ = new TabBar(TabBar::Kind::Documents, row);
  tabs_->setObjectName(QStringLiteral("documentTabs"));
  tabs_->setTabsClosable(true);
  connect(tabs_, &QTabBar::currentChanged, this, [this] { tabChanged(); });
  connect(tabs_, &QTabBar::tabCloseRequested, this, &MainWindow::closeTab);
  connect(tabs_, &TabBar::middleClicked, this, &MainWindow::closeTab);
  layout->addWidget(tabs_);
  auto* add = toolButton(actions_[QStringLiteral("file.start")], "tabRow.new", false, row);
  layout->addWidget(add);
  layout->addStretch(1);
  return row;
}

void MainWindow::fillRecentMenu(QMenu* menu) {
  menu->clear();
  for (const settings::Recent& entry : settings::recent()) {
    const QString path = entry.path;
    QAction* action = menu->addAction(Document::titleOf(path), this, [this, path] { openFile(path); });
    action->setToolTip(path);
    action->setEnabled(QFileInfo::exists(path));
  }
  if (menu->isEmpty()) menu->addAction(tr("Nothing was open yet"))->setEnabled(false);
}

void MainWindow::fillExportMenu(QMenu* menu) {
  menu->clear();
  DocumentPage* page = currentPage();
  const bool executable = page != nullptr && page->document()->executable() != nullptr;
  const bool trace = page != nullptr && page->document()->trace() != nullptr;
  int row = 0;
  for (const ExecutableExporter& exporter : executableExporters()) {
    if (executable && !exporter.fits(*page->document()->executable())) {
      ++row;
      continue;
    }
    QAction* action =
        menu->addAction(exporterTitle(exporter.id, exporter.title), this, [this, row] { exportExecutable(row); });
    action->setObjectName(QStringLiteral("action.export.") + QLatin1String(exporter.id));
    action->setEnabled(executable);
    ++row;
  }
  menu->addSeparator();
  row = 0;
  for (const TraceExporter& exporter : traceExporters()) {
    QAction* action =
        menu->addAction(exporterTitle(exporter.id, exporter.title), this, [this, row] { exportTrace(row); });
    action->setObjectName(QStringLiteral("action.export.") + QLatin1String(exporter.id));
    action->setEnabled(trace);
    ++row;
  }
  menu->addAction(actions_[QStringLiteral("file.saveTrace")]);
  menu->addSeparator();
  menu->addAction(actions_[QStringLiteral("file.exportImage")]);
}

}  // namespace relaxscope
