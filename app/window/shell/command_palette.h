// SPDX-License-Identifier: GPL-3.0-or-later
// Command palette and quick open in one panel under the search field. Plain text finds functions and calls of the
// current document, ">" finds commands, ":" goes to a pc. A search gives at most 200 hits, best first; what was chosen
// lately comes before matches of the same quality.
#pragma once

#include <QFrame>
#include <QIcon>
#include <QPointer>

#include <functional>
#include <vector>

#include "app/window/shell/document_search.h"
#include "views/core/latest_task.h"

class QLabel;
class QLineEdit;
class QListView;
class QStandardItemModel;

namespace relaxscope {

class Document;
class MainWindow;

struct PaletteHit {
  QString icon, text, detail, keys;
  QString recent;                  ///< what is remembered when it is chosen; empty: nothing
  std::vector<qsizetype> marks{};  ///< places of the characters of `text` that match
  bool code = false;
  std::function<void()> go;
};

class CommandPalette : public QFrame {
  Q_OBJECT
 public:
  explicit CommandPalette(MainWindow* window);
  /// `prefix` is "" (quick open), ">" (commands) or ":" (go to a pc).
  void open(const QString& prefix, const QRect& under);
  [[nodiscard]] int hitCount() const { return static_cast<int>(hits_.size()); }
  [[nodiscard]] const std::vector<PaletteHit>& hits() const { return hits_; }
  void setQuery(const QString& text);
  /// Whether no search is pending. Large executables are searched on the pool; earlier hits stay visible meanwhile.
  [[nodiscard]] bool isSettled() const { return !task_.isPending(); }
  void activate(int row);
  /// What is shown in place of hits; empty if there are some.
  [[nodiscard]] QString note() const;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  void search();
  void take(Document* document, const QString& query, const std::vector<DocumentHit>& found);
  void showHits();
  void addCommands(const QString& query);
  void addPc(const QString& query);
  void remember(const PaletteHit& hit);
  [[nodiscard]] QString nothingFound() const;
  void close();
  MainWindow* window_;
  QLineEdit* field_;
  QListView* list_;
  QLabel* note_;
  QStandardItemModel* model_;
  std::vector<PaletteHit> hits_;
  QStringList recentFunctions_;  ///< names, the last one first
  LatestTask task_;
  bool goWhenFound_ = false;  ///< Enter was pressed before the search finished
  QPointer<QWidget> focusBefore_;
};

}  // namespace relaxscope
