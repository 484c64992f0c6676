// SPDX-License-Identifier: GPL-3.0-or-later
// One open file: owns its document, loader and run controller and the widgets that show it, including failures.
#pragma once

#include <QFileInfo>

#include <functional>
#include <optional>

#include "app/window/document/document_loader.h"
#include "app/window/document/file_strip.h"
#include "app/window/document/file_watch.h"
#include "app/window/document/late_constants.h"
#include "app/window/document/note_keeper.h"
#include "app/window/document/session.h"
#include "app/window/document/workspace.h"
#include "app/window/page/page.h"
#include "app/window/run/run_controller.h"

namespace relaxscope {

class Breadcrumb;
class DamagedView;
class EditPane;
class OutputPanel;
class PageFrame;
class RunChips;
class RunKeeper;
struct RunsToCompare;
class UnsavedStrip;

/// What a page showed before its file was read again.
struct ShownBefore {
  DocumentData data;
  std::shared_ptr<const Trace> trace;
};

class DocumentPage : public Page {
  Q_OBJECT
 public:
  explicit DocumentPage(QWidget* parent = nullptr);
  ~DocumentPage() override;

  /// `constants`: a file with late-bound constants; empty: the one that the file was last opened with.
  void open(const QString& path, const QString& constants = {});
  void reload() override;
  /// Takes the file, which shown() reads.
  void openLater(const OpenFile& file);
  /// Reads a file that waits for it since openLater().
  void shown() override;
  /// Opens what the user chose for a file that was at `before.path`, shows what that showed, and says if it is another
  /// file. Call it in place of open().
  void openMoved(const QString& path, const OpenFile& before);
  /// The file and what the page shows of it.
  [[nodiscard]] OpenFile openState();
  void cancelLoad() { loader_.cancel(); }
  [[nodiscard]] Subject subject() const override { return profile_ ? Subject::Profile : Subject::Executable; }
  [[nodiscard]] QString path() const override { return path_; }
  [[nodiscard]] QString title() const override;
  [[nodiscard]] Document* document() { return &document_; }
  [[nodiscard]] RunController* runController() { return run_; }
  [[nodiscard]] RunKeeper* runKeeper() { return keeper_; }
  [[nodiscard]] LateConstants* constants() { return constants_; }
  [[nodiscard]] Workspace* workspace() const { return workspace_; }
  /// The workspace's current one, or the bytes of a file that cannot be opened.
  [[nodiscard]] View* currentView() const override;
  [[nodiscard]] bool isLoaded() const { return document_.executable() != nullptr || document_.trace() != nullptr; }
  [[nodiscard]] bool isLoading() const { return loader_.isBusy(); }
  [[nodiscard]] bool isProfile() const { return profile_; }
  [[nodiscard]] QString loadError() const { return strip_->text(); }
  [[nodiscard]] QString runError() const { return runStrip_->text(); }
  /// Load, run, statistics, layouts of the visible views.
  [[nodiscard]] bool isSettled() const override;
  /// Why this document cannot be run as it last was, or with these options; empty if it can. One sentence, which every
  /// button and view that offers a run shows.
  [[nodiscard]] QString whyNotRunnable() const;
  [[nodiscard]] QString whyNotRunnable(const RunSpec& spec) const;
  /// The last run of this file; if it named no libraries, with those of setLibraries().
  [[nodiscard]] RunSpec lastRun() const;
  /// Libraries of packed functions for runs that name none themselves.
  void setLibraries(const QStringList& libraries) { libraries_ = libraries; }
  /// Checks again whether it can be run: the worker of the settings or the libraries of the last run may have changed.
  void updateRunnable();
  void startRun(const RunSpec& spec);
  /// Replaces the document's executable by an edited one; the file is unchanged.
  void applyEdit(std::shared_ptr<const Executable> executable);
  /// Whether code was changed that lies in no file: a draft, or an edit that was applied.
  [[nodiscard]] bool hasUnsaved() const { return draft() != nullptr || hasUnsavedEdit(); }
  /// Asks by a strip if code would be lost.
  bool canClose(const std::function<void()>& retry) override;
  /// Binds late constants of a file; asks first if that would lose a draft.
  void loadConstants(const QString& path);
  /// The edited code was saved to a file.
  void noteSaved(std::shared_ptr<const Executable> executable);
  /// Calls `then` now, or once the pending edit has been applied.
  void afterEdit(std::function<void()> then);
  /// Shows or hides, under the breadcrumb, what the kernels of the last run printed.
  void showOutput(bool visible);
  [[nodiscard]] OutputPanel* outputPanel() const { return output_; }

 signals:
  void loaded();
  void loadFailed(const QString& text);
  void runFinished(bool success);
  void saveCodeRequested();
  void openRequested(const QString& path);  ///< a profile, in a tab of its own
  void compareRequested(const relaxscope::RunsToCompare& runs);
  void compareBeforeRequested(const relaxscope::ShownBefore& before);  ///< with what is shown
  void locateRequested();                                              ///< of the file, which does not exist
  void removeRequested();                                              ///< the same

 private:
  [[nodiscard]] EditPane* draft() const;
  [[nodiscard]] std::pair<const void*, int> code() const;
  void runDraft(const RunSpec& spec);
  [[nodiscard]] bool hasUnsavedEdit() const;
  void buildContent();
  void connectLoader();
  void connectRun();
  void connectHistory();
  void showTrace(std::shared_ptr<const Trace> trace);
  void loadEnded();
  void showLoadFailure(const LoadFailure& failure);
  void showDamage(const LoadFailure& failure);
  void take(const LoadedDocument& loaded);
  void makeWorkspace();
  void showPageTitle();
  void showEntry();
  void setDocumentData(const DocumentData& now, std::shared_ptr<const Trace> trace);
  void watchFiles();
  void connectFile();
  void compareWithBefore();
  [[nodiscard]] bool isComparable(const QString& changed) const;
  void digestKnown();
  [[nodiscard]] bool isVanished() const;
  void showRunFailure();
  void remember();
  void updateProgress();

  QString path_;
  QStringList libraries_;
  Document document_;
  DocumentLoader loader_;
  RunController* run_;
  RunKeeper* keeper_;
  LateConstants* constants_;
  NoteKeeper* notes_;
  PageFrame* frame_;
  Breadcrumb* breadcrumb_;
  RunChips* chips_;
  FileStrip* strip_;
  ErrorStrip* runStrip_;
  UnsavedStrip* unsaved_;
  OutputPanel* output_;
  Workspace* workspace_ = nullptr;
  DamagedView* damaged_ = nullptr;  ///< of a file that cannot be opened, until one is loaded
  FileWatch* watch_;
  LatestTask editTask_;
  std::function<void()> afterEdit_;
  std::shared_ptr<const Executable> saved_;  ///< edited code that was saved to a file
  std::pair<const void*, int> discarded_{};  ///< code() that the user gave up
  bool profile_ = false;
  FileStamp stamp_;                     ///< of the file that is shown
  FileStamp tried_;                     ///< of the file when it was last read, also in vain
  std::optional<RunSpec> afterReload_;  ///< a run that waits for the file, which has changed, to be loaded again
  std::optional<OpenFile> resumed_;     ///< to be shown once the file is loaded
  bool waits_ = false;                  ///< for shown()
  std::optional<ShownBefore> before_;   ///< while it is offered for a comparison, or its file is being read again
  bool comparesLoaded_ = false;         ///< before_, once the file is read
  QString digest_;                      ///< of the file that is shown; empty until it is known
  std::optional<OpenFile> moved_;       ///< the file that the shown one was chosen for, until its digest is known
};

}  // namespace relaxscope
