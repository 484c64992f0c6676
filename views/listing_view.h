// SPDX-License-Identifier: GPL-3.0-or-later
// The listing of the subject function: content, find, selection and menus around ListingArea.
#pragma once

#include <QFutureWatcher>
#include <QToolButton>

#include <stop_token>

#include "views/listing_area.h"
#include "views/view.h"
#include "views/widgets/find_bar.h"
#include "views/widgets/row_index.h"

namespace relaxscope {

class ListingView : public View {
  Q_OBJECT
 public:
  ListingView(Document* document, QWidget* parent);
  ~ListingView() override;
  QList<QWidget*> cornerWidgets() override { return {find_, plumbing_}; }
  bool startFind() override;
  void findNext(bool backwards) override;
  void renderAll(QPainter* painter, const QSize& size) override;
  bool isSettled() const override { return !typesPending_ && !findPending_; }
  QByteArray saveViewState() const override;
  void restoreViewState(const QByteArray& state) override;
  [[nodiscard]] ListingArea* area() const { return area_; }
  [[nodiscard]] FindBar* findBar() const { return bar_; }
  /// Instructions that the find bar's pattern hits, in order of pc.
  [[nodiscard]] const std::vector<uint32_t>& hits() const { return hits_; }

 public slots:
  /// For the window's "go to pc": selects the instruction in whichever function holds it.
  void goToPc(qlonglong pc);

 private:
  using Types = std::shared_ptr<const std::vector<std::string>>;
  using Hits = std::shared_ptr<std::optional<RowOrder>>;
  void reload();
  void showFunction(FuncIndex function);
  void rebuildRows();
  void follow();
  void choose(InstrIndex pc, const CodeToken& token);
  void followToken(InstrIndex pc, const CodeToken& token);
  void goToDefinition(InstrIndex pc, RegIndex reg);
  void menu(InstrIndex pc, const CodeToken& token, const QPoint& pos);
  void startTypes();
  void runFind();
  void showFindStatus();
  void setPlumbing(bool shown);
  void select(InstrIndex pc, bool asSubject = false);
  [[nodiscard]] QString signature(FuncIndex function) const;
  [[nodiscard]] QString functionText() const;
  [[nodiscard]] QString emptyReason(FuncIndex function) const;
  void applyTheme();

  ListingArea* area_;
  FindBar* bar_;
  QToolButton *find_, *plumbing_;
  FuncIndex shown_;
  ListingContent content_;
  std::shared_ptr<const CodeCosts> costs_;
  std::shared_ptr<const RowIndex> findIndex_;
  std::vector<uint32_t> hits_;
  QString findError_;
  std::stop_source typesStop_, findStop_;
  QFutureWatcher<Types> typesWatcher_;
  QFutureWatcher<Hits> findWatcher_;
  bool typesPending_ = false, findPending_ = false;
  QString shownName_;        ///< the same function is shown again when the file is read again
};

}  // namespace relaxscope
