// SPDX-License-Identifier: GPL-3.0-or-later
// Command palette and quick open in one panel under the search field. Plain text finds functions and calls of the
// current document, ">" finds commands, ":" goes to a pc. A search stops after 200 hits.
#pragma once

#include <QFrame>
#include <QIcon>
#include <QPointer>

#include <functional>
#include <vector>

#include "views/core/latest_task.h"
#include "vmcore/model/executable.h"

class QLineEdit;
class QListView;
class QStandardItemModel;

namespace relaxscope {

class Document;
class MainWindow;

struct PaletteHit {
  QString icon, text, detail, keys;
  bool code = false;
  std::function<void()> go;
};

/// A search hit: a function, or with a pc the call of it at that pc.
struct DocumentHit {
  FuncIndex function;
  InstrIndex pc;
};
/// Functions whose names contain all words of `query`, then the calls of those functions. Thread-safe.
std::vector<DocumentHit> searchExecutable(const Executable& executable, const QString& query, size_t limit,
                                          const std::stop_token& stop = {});
/// How well `name` matches `query`: 0 is no match, higher is better; words may be in any order.
int matchScore(const QString& name, const QString& query);

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

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  void search();
  void take(Document* document, const QString& query, const std::vector<DocumentHit>& found);
  void showHits();
  void addCommands(const QString& query);
  void addPc(const QString& query);
  void close();
  MainWindow* window_;
  QLineEdit* field_;
  QListView* list_;
  QStandardItemModel* model_;
  std::vector<PaletteHit> hits_;
  LatestTask task_;
  bool goWhenFound_ = false;  ///< Enter was pressed before the search finished
  QPointer<QWidget> focusBefore_;
};

}  // namespace relaxscope
