// SPDX-License-Identifier: GPL-3.0-or-later
// The main window: menus, toolbar, one tab per document, status bar. Connects documents with actions, dialogs and the
// worker; DocumentPage and its views own the widgets of a document.
#pragma once

#include <QMainWindow>

#include "app/window/actions/action_set.h"
#include "app/window/comparison/comparison_page.h"
#include "app/window/document/document_page.h"

class QStackedWidget;

namespace relaxscope {

class DeviceBox;
class LocateFlow;
class MenuBuilder;
class CommandPalette;
class SaveFlow;
class StartPage;
class StatusBar;
class TabBar;
class ToolBar;

class MainWindow : public QMainWindow {
  Q_OBJECT
 public:
  explicit MainWindow(QWidget* parent = nullptr);

  /// Opens a file in a new tab, or switches to the tab that shows it. `constants`: see DocumentPage::open.
  DocumentPage* openFile(const QString& path, const QString& constants = {}, const QStringList& libraries = {});
  /// Opens what the user chose for a file that was at `before.path`.
  void openMoved(const QString& path, const OpenFile& before);
  /// Adds a tab for each file and shows the current one; the others are read when they are first shown.
  void openSession(const Session& session);
  /// Compares two files in a new tab, or switches to the tab that does.
  ComparisonPage* openComparison(const QString& old, const QString& now);
  /// Compares a document's edited code with its file on disk.
  ComparisonPage* compareWithDisk(DocumentPage* page);
  /// Compares what a document showed before its file was read again with what it shows.
  ComparisonPage* compareWithBefore(DocumentPage* page, const ShownBefore& before);
  /// The shown page; null: the start page.
  [[nodiscard]] Page* shownPage() const;
  /// The shown page if it is of a document.
  [[nodiscard]] DocumentPage* currentPage() const;
  /// The shown page if it is of a pair.
  [[nodiscard]] ComparisonPage* currentComparison() const;
  /// Of documents.
  [[nodiscard]] QList<DocumentPage*> pages() const;
  /// The same from the first tab to the last.
  [[nodiscard]] QList<DocumentPage*> pagesByTab() const;
  /// Of documents and pairs, from the first tab to the last.
  [[nodiscard]] QList<Page*> allPagesByTab() const;
  [[nodiscard]] StartPage* startPage() const { return start_; }
  [[nodiscard]] TabBar* documentTabs() const { return tabs_; }
  [[nodiscard]] CommandPalette* palettePanel() const { return palette_; }
  [[nodiscard]] DeviceBox* devices() const;
  [[nodiscard]] SaveFlow* saveFlow() const { return saveFlow_; }
  [[nodiscard]] LocateFlow* locateFlow() const { return locateFlow_; }
  [[nodiscard]] QAction* action(const QString& id) const { return actions_.action(id); }
  [[nodiscard]] QList<QString> actionIds() const { return actions_.ids(); }
  /// False: the window's state is not saved for the next start (screenshots, tests).
  void setKeepState(bool keep) { keepState_ = keep; }
  [[nodiscard]] bool keepsState() const { return keepState_; }

  /// Runs an action of the table if it is enabled, otherwise shows the reason why it is not.
  void perform(const QString& actionId);
  void showStartPage();
  void refreshStartPage();
  void closeTab(int index);
  void closePage(const DocumentPage* page);
  /// Shows a view of the current document.
  void showView(ViewId view);
  /// Opens the palette under the search field: see CommandPalette::open.
  void openPalette(const QString& prefix);
  /// Shows a message at the top of the current page or the start page, instead of a modal box. `action`: the text of a
  /// button that does `then`.
  void notify(const QString& text, bool error, const QString& action = {}, std::function<void()> then = {});

 signals:
  void stateChanged();  ///< tabs, views, subjects or runs changed, at most once per event loop turn
  void aboutToClose();  ///< while it still shows its documents; only if it keeps its state
  void pageLoaded(relaxscope::DocumentPage* page);
  void pageFailed(relaxscope::DocumentPage* page, const QString& text);
  void comparisonLoaded(relaxscope::ComparisonPage* page);
  void comparisonFailed(relaxscope::ComparisonPage* page, const QString& text);

 protected:
  void closeEvent(QCloseEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dragLeaveEvent(QDragLeaveEvent* event) override;
  void dropEvent(QDropEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void showEvent(QShowEvent* event) override;

 private:
  void buildContent(MenuBuilder* menus);
  QWidget* buildTabRow();
  DocumentPage* addPage(const QString& path);
  ComparisonPage* addComparison(const QString& title);
  void openDropped(const QStringList& paths, DocumentPage* wants);
  Page* addLater(const OpenFile& file);
  void connectComparison(ComparisonPage* page);
  bool showPageOf(const QString& path);
  void showTabOf(const Page* page);
  void showNewPage(const Page* page);
  [[nodiscard]] QList<Page*> allPages() const;
  [[nodiscard]] Page* pageOf(const QString& id) const;
  void makeStartPage();
  void themeChanged();
  void cancelWork();
  void connectPage(DocumentPage* page);
  void answer(DocumentPage* page, const Request& request);
  void scheduleUpdate();
  void updateState();
  void tabChanged();

  ActionSet actions_;
  ToolBar* toolBar_ = nullptr;
  TabBar* tabs_ = nullptr;
  QStackedWidget* stack_ = nullptr;
  StartPage* start_ = nullptr;
  StatusBar* status_ = nullptr;
  CommandPalette* palette_ = nullptr;
  SaveFlow* saveFlow_ = nullptr;
  LocateFlow* locateFlow_ = nullptr;
  ErrorStrip* notice_ = nullptr;
  std::function<void()> afterNotice_;  ///< what the button of the notice does
  bool keepState_ = true;
  bool updatePending_ = false;
};

}  // namespace relaxscope
