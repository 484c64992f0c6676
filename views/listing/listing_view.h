// SPDX-License-Identifier: GPL-3.0-or-later
// The listing of the subject function: content, find, selection and menus around ListingArea.
#pragma once

#include <QToolButton>

#include <deque>

#include "views/code/find.h"
#include "views/code/layers.h"
#include "views/code/lint.h"
#include "views/code/result_types.h"
#include "views/core/latest_task.h"
#include "views/core/view.h"
#include "views/listing/area.h"
#include "views/listing/edit_pane.h"
#include "views/widgets/find_bar.h"

class QMenu;
class QStackedLayout;

namespace relaxscope {

class ListingView : public View {
  Q_OBJECT
 public:
  static constexpr ViewKeyRow kKeyRows[] = {
      {QT_TRANSLATE_NOOP("viewKeys", "Previous, next instruction"), "Up Down"},
      {QT_TRANSLATE_NOOP("viewKeys", "Previous, next operand"), "Left Right"},
      {QT_TRANSLATE_NOOP("viewKeys", "Go to what the operand refers to"), "Enter"},
      {QT_TRANSLATE_NOOP("viewKeys", "Show in the CFG"), "Space"},
      {QT_TRANSLATE_NOOP("viewKeys", "Next, previous copy of the layer"), "L Shift+L"},
      {QT_TRANSLATE_NOOP("viewKeys", "Find"), "/"},
  };

  ListingView(Document* document, QWidget* parent);
  QList<QWidget*> cornerWidgets() override {
    return document()->isSecond() ? QList<QWidget*>{find_, plumbing_} : QList<QWidget*>{find_, plumbing_, edit_};
  }
  bool startFind() override;
  void findNext(bool backwards) override;
  [[nodiscard]] QSize contentSize() const override;
  void renderAll(QPainter* painter, const QSize& size) override;
  bool isSettled() const override {
    return !rowsTask_.isPending() && !types_->isPending() && !layers_->isPending() && !awaitsMarks() &&
           search_->isSettled() && (pane_ == nullptr || !isEditing() || pane_->isSettled());
  }
  QByteArray saveViewState() const override;
  void restoreViewState(const QByteArray& state) override;
  [[nodiscard]] ListingArea* area() const { return area_; }
  [[nodiscard]] FindBar* findBar() const { return bar_; }
  /// Edit mode: text in place of the listing.
  [[nodiscard]] bool isEditing() const { return edit_->isChecked(); }
  void setEditing(bool on) { edit_->setChecked(on); }
  /// Null until edit mode was entered.
  [[nodiscard]] EditPane* editPane() const { return pane_; }
  /// Instructions that match the find bar's pattern, in order of pc.
  [[nodiscard]] const std::vector<uint32_t>& hits() const { return search_->hits(); }

 public slots:
  /// For the window's "go to pc": selects the instruction in the function that contains it.
  void goToPc(qlonglong pc);

 private:
  void reload();
  void showFunction(FuncIndex function);
  void rebuildRows(bool keepShown = false);
  void takeRows(std::shared_ptr<const ListingRows> rows, std::shared_ptr<const LayerMap> layers);
  [[nodiscard]] std::vector<bool> plumbingOf(const Function& function);
  void follow();
  void choose(InstrIndex pc, const CodeToken& token);
  void followToken(InstrIndex pc, const CodeToken& token);
  void goToDefinition(InstrIndex pc, RegIndex reg);
  void menu(InstrIndex pc, const CodeToken& token, const QPoint& pos);
  void startTypes();
  void layersMade();
  [[nodiscard]] int64_t shownLength() const;
  void stepLayer(bool backwards);
  void addLayerActions(QMenu* menu, InstrIndex pc);
  void markFindings();
  [[nodiscard]] bool awaitsMarks() const;
  void setPlumbing(bool shown);
  void showEditor(bool on);
  void select(InstrIndex pc, bool asSubject = false);
  [[nodiscard]] QString signature(FuncIndex function) const;
  [[nodiscard]] QString functionText() const;
  [[nodiscard]] QString emptyReason(FuncIndex function) const;
  void connectParts();
  void applyTheme();

  ListingArea* area_;
  FindBar* bar_;
  CodeFind* search_;
  QToolButton *find_, *plumbing_, *edit_;
  QStackedLayout* stack_;
  EditPane* pane_ = nullptr;
  FuncIndex shown_;
  ListingContent content_;
  std::shared_ptr<const CodeCosts> costs_;
  Derived<ResultTypeTexts>* types_;
  Derived<FunctionLayers>* layers_;
  Derived<LintOf>* lint_;
  /// Cached rows of the last shown long functions, for fast navigation.
  struct LongRows {
    FuncIndex function;
    bool plumbing;
    std::shared_ptr<const LayerMap> layers;  ///< that they were made with
    std::shared_ptr<const ListingRows> rows;
  };
  std::deque<LongRows> longRows_;
  LatestTask marksTask_;                  ///< many sites of findings
  LatestTask rowsTask_;                   ///< rows of a long function
  std::vector<uint8_t> plumbingCallees_;  ///< by row of the function table; built lazily
  QString shownName_;                     ///< shown again when the file is reloaded
};

}  // namespace relaxscope
