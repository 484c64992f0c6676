// SPDX-License-Identifier: GPL-3.0-or-later
// One open file: its document, loader, run controller and all that is shown of it, failures included.
#pragma once

#include <QFileInfo>
#include <QFileSystemWatcher>
#include <QTimer>
#include <QWidget>

#include <functional>

#include "app/window/document/document_loader.h"
#include "app/window/document/late_constants.h"
#include "app/window/document/notes_file.h"
#include "app/window/document/workspace.h"
#include "app/window/run/run_controller.h"
#include "views/widgets/error_strip.h"

class QStackedLayout;
class QLabel;

namespace relaxscope {

class Breadcrumb;
class OutputPanel;
class ProgressLine;

class DocumentPage : public QWidget {
  Q_OBJECT
 public:
  explicit DocumentPage(QWidget* parent = nullptr);
  ~DocumentPage() override;

  /// `constants`: a file with late-bound constants; none given: the one that the file was last shown with.
  void open(const QString& path, const QString& constants = {});
  void reload();
  void cancelLoad() { loader_.cancel(); }
  [[nodiscard]] QString path() const { return path_; }
  [[nodiscard]] QString title() const;
  [[nodiscard]] Document* document() { return &document_; }
  [[nodiscard]] RunController* runController() { return run_; }
  [[nodiscard]] LateConstants* constants() { return constants_; }
  [[nodiscard]] Workspace* workspace() const { return workspace_; }
  [[nodiscard]] bool isLoaded() const { return document_.executable() != nullptr || document_.trace() != nullptr; }
  [[nodiscard]] bool isLoading() const { return loader_.isBusy(); }
  [[nodiscard]] bool isProfile() const { return profile_; }
  [[nodiscard]] QString loadError() const { return strip_->text(); }
  [[nodiscard]] QString runError() const { return runStrip_->text(); }
  /// Everything asynchronous is over: load, run, statistics, layouts of the visible views.
  [[nodiscard]] bool isSettled() const;
  /// Why this document cannot be run as it was last, or with these options; empty when it can. One sentence, that of
  /// every button and view that offers a run.
  [[nodiscard]] QString whyNotRunnable() const;
  [[nodiscard]] QString whyNotRunnable(const RunSpec& spec) const;
  /// The last run of this file, with the libraries given since.
  [[nodiscard]] RunSpec lastRun() const;
  /// Libraries of packed functions for runs that name none.
  void setLibraries(const QStringList& libraries) { libraries_ = libraries; }
  /// Looks again: what runs it (the settings' worker, libraries of the last run) may have changed.
  void updateRunnable();
  void startRun(const RunSpec& spec);
  /// Makes an edited executable the document's; the file stays as it is.
  void applyEdit(std::shared_ptr<const Executable> executable);
  /// Whether the document may go away, or be read again: no change of its code is lost, or the same was asked for
  /// before. Otherwise a strip says what would be lost.
  bool mayGo();
  /// The edited code lies in a file now.
  void noteSaved(std::shared_ptr<const Executable> executable) { saved_ = std::move(executable); }
  /// Does it now, or when the edit under way is taken over.
  void afterEdit(std::function<void()> then);
  /// What the kernels of the last run printed, under the breadcrumb.
  void showOutput(bool visible);
  [[nodiscard]] OutputPanel* outputPanel() const { return output_; }

 signals:
  void changed();  ///< title, load state, run state: the window updates what it shows
  void loaded();
  void loadFailed(const QString& text);
  void runFinished(bool success);
  void viewCreated(View* view);

 private:
  void buildContent();
  void connectLoader();
  void connectRun();
  void connectNotes();
  void loadEnded();
  void showLoadFailure(const QString& text);
  void take(const LoadedDocument& loaded);
  void makeWorkspace();
  void showPageTitle();
  void adopt(const DocumentData& now, std::shared_ptr<const Trace> trace);
  void watchFiles();
  void loadNotes();
  void saveNotes();
  void showRunFailure();
  void remember();
  void updateProgress();

  QString path_;
  QStringList libraries_;
  Document document_;
  DocumentLoader loader_;
  RunController* run_;
  LateConstants* constants_;
  QWidget* body_;
  QStackedLayout* stack_;
  QLabel* waiting_;
  Breadcrumb* breadcrumb_;
  ErrorStrip* strip_;
  ErrorStrip* runStrip_;
  OutputPanel* output_;
  ProgressLine* progress_;
  Workspace* workspace_ = nullptr;
  QTimer slow_, noteDelay_;
  QFileSystemWatcher watcher_;
  LatestTask editTask_, noteLoad_, noteSave_;
  std::function<void()> afterEdit_;
  QString noteDigest_;
  std::shared_ptr<const Executable> saved_;  ///< edited code that lies in a file
  std::pair<const void*, int> warnedOf_{};   ///< code and revision of the text whose loss was told of
  bool profile_ = false;
  bool slowShown_ = false;
};

}  // namespace relaxscope
