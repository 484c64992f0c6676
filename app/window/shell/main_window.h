// SPDX-License-Identifier: GPL-3.0-or-later
// The window: menus, toolbar, a tab a document, status bar. It joins documents with dialogs, exporters and
// the worker; what is shown of a document is DocumentPage's and its views' matter.
#pragma once

#include <QHash>
#include <QMainWindow>
#include <QPointer>

#include "app/window/document/document_page.h"
#include "app/window/document/export.h"
#include "app/window/shell/actions.h"

class QComboBox;
class QMenu;
class QStackedWidget;
class QToolButton;

namespace relaxscope {

class Palette;
class SearchField;
class StartPage;
class StatusBar;
class TabBar;

class MainWindow : public QMainWindow {
  Q_OBJECT
 public:
  explicit MainWindow(QWidget* parent = nullptr);
  ~MainWindow() override;

  /// Opens a file in a tab of its own, or turns to the tab that has it. `constants`: see DocumentPage::open.
  DocumentPage* openFile(const QString& path, const QString& constants = {}, const QStringList& libraries = {});
  [[nodiscard]] DocumentPage* currentPage() const;
  [[nodiscard]] QList<DocumentPage*> pages() const;
  [[nodiscard]] StartPage* startPage() const { return start_; }
  [[nodiscard]] TabBar* documentTabs() const { return tabs_; }
  [[nodiscard]] Palette* palettePanel() const { return palette_; }
  [[nodiscard]] QAction* action(const QString& id) const { return actions_.value(id); }
  [[nodiscard]] QList<QString> actionIds() const { return actions_.keys(); }
  /// False: nothing of this window is kept for the next start (screenshots, tests).
  void setKeepState(bool keep) { keepState_ = keep; }
  void setDeviceText(const QString& text);
  /// Starts a worker only to hear which devices it has; fills the device list. Answers later.
  void askForDevices();

 public slots:  // each is a row of the action table
  void openDialog();
  void showStartPage();
  void reload();
  void loadConstants();
  void saveTrace();
  void exportPicture();
  void closeCurrentTab();
  void quit();
  void undoNote();
  void redoNote();
  void editNote();
  void renameFunction();
  void toggleEditing();
  void saveEdited();
  void find();
  void findNext();
  void findPrevious();
  void toggleTheme();
  void toggleLeft();
  void toggleRight();
  void toggleBottom();
  void resetLayout();
  void nextPanel();
  void previousPanel();
  void sortTable();
  void nextTab();
  void previousTab();
  void goBack();
  void goForward();
  void quickOpen();
  void goToPlace();
  void showReferences();
  void swapListingCfg();
  void runAgain();
  void runDialog();
  void stopRun();
  void toggleOutput();
  void commandPalette();
  void settingsDialog();
  void shortcutSheet();
  void assemblerPage();
  void about();

 public:
  void closeTab(int index);
  /// Shows a view of the current document.
  void showView(const QString& id);
  /// A message in place of a modal box, at the current page's top or on the start page.
  void notify(const QString& text, bool error);

 signals:
  void pageLoaded(relaxscope::DocumentPage* page);
  void pageFailed(relaxscope::DocumentPage* page, const QString& text);

 protected:
  void closeEvent(QCloseEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void buildActions();
  void makeStartPage();
  void buildMenus();
  QWidget* buildToolBar();
  QWidget* buildTabRow();
  void fillRecentMenu(QMenu* menu);
  void fillExportMenu(QMenu* menu);
  void exportExecutable(int row);
  void exportTrace(int row);
  void exportConstant(int64_t index);
  void askForText(const QString& title, const QString& label, const QString& text,
                  std::function<void(const QString&)> done);
  void scheduleUpdate();
  void updateState();
  void tabChanged();
  [[nodiscard]] QString suggestedPath(const QString& suffix) const;
  /// Shows a dialog with a name made of the current file's and `suffix`; `save` gets the chosen path.
  void askWhereToSave(const QString& title, const QString& suffix, const QString& filter,
                      std::function<void(const QString&)> save);
  void reportSaved(const QString& path, const QString& error);
  [[nodiscard]] ExportDone whenSaved(const QString& path);

  QHash<QString, QAction*> actions_;
  TabBar* tabs_ = nullptr;
  QStackedWidget* stack_ = nullptr;
  StartPage* start_ = nullptr;
  StatusBar* status_ = nullptr;
  Palette* palette_ = nullptr;
  SearchField* search_ = nullptr;
  ErrorStrip* notice_ = nullptr;
  QToolButton* open_ = nullptr;
  QToolButton* run_ = nullptr;
  QToolButton* stop_ = nullptr;
  QToolButton* export_ = nullptr;
  QToolButton* theme_ = nullptr;
  QComboBox* device_ = nullptr;
  QComboBox* engine_ = nullptr;
  QString deviceText_;
  std::unique_ptr<WorkerLink> devicesLink_;
  bool keepState_ = true;
  bool updatePending_ = false;
};

/// "x86-64-v3" and "x86-64-v3, 2 cores" of this computer, before a worker said anything.
QString localDeviceName();
QString localDeviceText();

}  // namespace relaxscope
