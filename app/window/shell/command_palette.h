// SPDX-License-Identifier: GPL-3.0-or-later
// Command palette and quick open in one panel under the search field. Plain text finds functions and
// calls of the current document, ">" commands, ":" a pc. A search stops at a few hundred hits.
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

/// What a search finds: a function, or with a pc the call of it there.
struct DocumentHit {
  FuncIndex function;
  InstrIndex pc;
};
/// Functions whose names hold all words of `query`, then the calls of those functions. Any thread.
std::vector<DocumentHit> searchExecutable(const Executable& executable, const QString& query, size_t limit,
                                          const std::stop_token& stop = {});
/// How well `name` fits `query`: 0 not at all, more is better; words may come in any order.
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
  /// Large executables are searched on the pool; what was found before stays in sight until then.
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
  bool goWhenFound_ = false;  ///< Enter came before the answer
  QPointer<QWidget> focusBefore_;
};

}  // namespace relaxscope
