// SPDX-License-Identifier: GPL-3.0-or-later
// The inspector: all facts about the selected event, in the same order for every kind; about an instruction or a
// function when no event is selected.
#pragma once

#include "views/code/function_detail.h"
#include "views/code/result_types.h"
#include "views/constants/source.h"
#include "views/core/view.h"
#include "views/inspector/fact_sheet.h"
#include "views/profile/event_facts.h"
#include "views/profile/work_facts.h"

class QScrollArea;

namespace relaxscope {

class EmptyNote;

class InspectorView : public View {
  Q_OBJECT
 public:
  InspectorView(Document* document, QWidget* parent);
  [[nodiscard]] bool isSettled() const override {
    return !pending_ && !types_->isPending() && !details_->isPending() && !calls_->isPending() && !copies_->isPending();
  }
  /// Text of the panel, one line per row; for the clipboard and for tests.
  [[nodiscard]] QString plainText() const;

 private:
  void scheduleRebuild();
  void rebuild();
  void showSlice(const EventFacts& facts);
  void showInstruction(InstrIndex pc, FuncIndex function);
  void showFunction(FuncIndex function);
  void showConstant(ConstIndex constant);
  void constantUses(ConstIndex constant);
  /// Whether the constant of the selected place is its subject: the last change of the place chose it.
  [[nodiscard]] bool isConstantSubject(const Place& place);
  using Fact = FactSheet::Fact;
  void constantCopies(ConstIndex constant, QList<Fact>& rows);
  void slicePlaces(const EventFacts& slice);
  void sliceMemory(const MemoryRecord& memory);
  void sliceTimes(const EventFacts& slice);
  void howTimesWereMeasured();
  void sliceActions(const EventFacts& slice);
  /// Device work with the call that asked for it, if that is known.
  void showWork(const WorkFacts& work, const EventFacts& call);
  void arguments(const QString& head, const std::vector<ArgumentFact>& rows);
  void heap(const EventFacts& facts);
  void callTimes(const StatisticsRow& row);
  void staticTimes(InstrIndex pc);
  void ownName(FuncIndex function, QList<Fact>& rows) const;
  void activate(const Place& place, ViewId view);
  FactSheet::Action showIn(const Place& place, ViewId view, const QString& text);
  [[nodiscard]] static FactSheet::Action copyAction(const QString& text);
  [[nodiscard]] QString resultType(InstrIndex pc, FuncIndex function);
  void operatorOf(FuncIndex callee, QList<Fact>& rows) const;
  void codeFigures(FuncIndex function, QList<Fact>& rows);
  void shapeHeap(FuncIndex function);
  /// The call with its operands; null for builtins, and while types are computed.
  [[nodiscard]] const TypedCall* typedCall(InstrIndex pc, FuncIndex function);

  ProfileTracks* tracks_;
  QScrollArea* scroll_;
  EmptyNote* empty_;
  FactSheet* sheet_ = nullptr;  ///< what the scroll area shows
  bool pending_ = false;
  std::shared_ptr<const CallTypes> typedCalls_;  ///< owns what typedCall() returned
  Place last_;                                   ///< that isConstantSubject saw
  bool constantSubject_ = false;
  Derived<ResultTypeTexts>* types_;
  Derived<FunctionDetail>* details_;
  Derived<TypedCalls>* calls_;
  Derived<PoolCopies>* copies_;
};

}  // namespace relaxscope
