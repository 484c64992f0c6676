// SPDX-License-Identifier: GPL-3.0-or-later
// The tab of two files that are compared: owns their comparison and loaders, and the views that show a pair.
#pragma once

#include <QPointer>

#include <array>

#include "app/window/comparison/pair_runner.h"
#include "app/window/document/document_loader.h"
#include "app/window/document/file_watch.h"
#include "app/window/document/session.h"
#include "app/window/page/page.h"
#include "views/core/comparison.h"
#include "views/core/view.h"
#include "views/core/view_id.h"

namespace relaxscope {

class ComparisonCrumbs;
class ErrorStrip;
class PageFrame;
class TabBar;

class ComparisonPage : public Page {
  Q_OBJECT
 public:
  explicit ComparisonPage(QWidget* parent = nullptr, Comparison::Engine engine = {});

  void open(const QString& old, const QString& now);
  /// Takes the files, which shown() reads.
  void openLater(const QString& old, const QString& now);
  void shown() override;
  /// The pair as a session keeps it.
  [[nodiscard]] OpenFile openState() const;
  /// Compares the file of a document on disk with its edited code, and follows further edits.
  void openEdited(Document* edited);
  /// Compares what a document showed, with its recorded run, with what it shows, and follows it.
  void openBefore(const DocumentData& before, std::shared_ptr<const Trace> trace, Document* now);
  [[nodiscard]] Comparison* comparison() { return &comparison_; }
  [[nodiscard]] PairRunner* runner() { return runner_; }
  [[nodiscard]] QString path(Side side) const { return paths_[static_cast<size_t>(side)]; }
  /// Whether a side is what a document shows or showed, which may be in no file.
  [[nodiscard]] bool isOfDocument() const { return live_ != Live::None; }
  [[nodiscard]] bool isLoading() const { return loaders_[0].isBusy() || loaders_[1].isBusy(); }
  [[nodiscard]] QString error() const;
  /// Null if no view of that kind shows a pair.
  [[nodiscard]] PairView* view(ViewId id) const;
  /// Whether a view can show this pair: that of times needs a recorded run of each side.
  [[nodiscard]] bool canShow(ViewId id) const;
  /// False if it cannot.
  bool showView(ViewId id);
  /// The next of the views that can show this pair, or the one before.
  void showNext(bool backwards);
  void swap();
  void cancel();

  [[nodiscard]] Subject subject() const override { return Subject::Pair; }
  [[nodiscard]] QString title() const override;
  [[nodiscard]] QString path() const override { return path(Side::New); }
  [[nodiscard]] PairView* currentView() const override { return current_; }
  [[nodiscard]] bool isSettled() const override;
  void reload() override;
  bool canClose(const std::function<void()>& /*retry*/) override { return true; }

 signals:
  void openRequested(const QString& path);
  /// A function of a side in its file, or in the document that is edited.
  void placeRequested(const QString& path, const relaxscope::Place& place);
  void loaded();                         ///< both sides are read and compared
  void loadFailed(const QString& text);  ///< a side cannot be read, or they cannot be compared

 private:
  /// The new side may be that of a document, and the old one its file, or what it showed before.
  enum class Live : uint8_t { None, Edited, Before };
  void follow(Document* document);
  void buildContent();
  void load(Side side);
  void takeSide(size_t loader, const LoadedDocument& document);
  void sideFailed(size_t loader, const LoadFailure& failure);
  void makeViews();
  void buildTabs();
  void updateTabs();
  void compared();
  void connectRunner();
  void nameSides();
  void restoreMatches();
  void storeMatches();
  void updateProgress();
  [[nodiscard]] bool isBusy() const;

  Comparison comparison_;
  PairRunner* runner_;            ///< a child of the comparison
  std::array<QString, 2> paths_;  ///< by Side
  std::array<DocumentLoader, 2> loaders_;
  std::array<Side, 2> sideOf_{Side::Old, Side::New};  ///< of the loaders
  FileWatch* watch_;
  PageFrame* frame_;
  ComparisonCrumbs* crumbs_ = nullptr;
  ErrorStrip* strip_ = nullptr;
  QWidget* tabStrip_ = nullptr;
  TabBar* tabs_ = nullptr;
  QList<PairView*> views_;
  PairView* current_ = nullptr;
  QPointer<Document> liveDocument_;
  Live live_ = Live::None;
  bool waits_ = false;  ///< for shown()
  bool stale_ = false;  ///< a file changed on disk: the strip says so
};

}  // namespace relaxscope
