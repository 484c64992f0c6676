// SPDX-License-Identifier: GPL-3.0-or-later
// The slice panel: all that is known of the selected call, in one order for every kind of event; of an
// instruction or a function when no event is selected.
#pragma once

#include <functional>

#include "views/code/result_types.h"
#include "views/core/view.h"
#include "views/profile/event_facts.h"

class QScrollArea;
class QVBoxLayout;

namespace relaxscope {

class EmptyNote;

class InspectorView : public View {
  Q_OBJECT
 public:
  InspectorView(Document* document, QWidget* parent);
  [[nodiscard]] bool isSettled() const override { return !pending_ && !types_->isPending(); }
  /// What the panel says, a line a row; for the clipboard and for tests.
  [[nodiscard]] QString plainText() const { return lines_.join(QLatin1Char('\n')); }

 private:
  void scheduleRebuild();
  void rebuild();
  void showSlice(const EventFacts& facts);
  void showInstruction(InstrIndex pc, FuncIndex function);
  void showFunction(FuncIndex function);
  // Parts; each adds to the content's layout.
  void title(const QString& text, CallKind kind);
  void chips(const QList<std::pair<QString, bool>>& texts);  ///< text, whether it is accented
  void heading(const QString& text);
  void separator();
  struct Fact {
    QString label, value;
    Place link;
    ViewId view = ViewId::None;
    bool code = false;
  };
  void facts(const QList<Fact>& rows);
  void ownName(FuncIndex function, QList<Fact>& rows) const;
  struct TableCell {
    QString text;
    Token color = Token::Text;
    bool code = true, right = false, cut = false, small = false;
  };
  void table(const QString& head, const std::vector<std::vector<TableCell>>& rows, int stretchColumn);
  void arguments(const QString& head, const std::vector<ArgumentFact>& rows);
  void heap(const EventFacts& facts);
  struct Bar {
    QString label;
    double ns = 0, from = 0;
    bool strong = false;
  };
  void times(const QList<Bar>& rows, double scaleNs);
  void paragraph(const QStringList& sentences);
  struct Action {
    QString name, icon, text;
    std::function<void()> run;
  };
  void actions(const QList<Action>& buttons);
  void staticTimes(InstrIndex pc);
  [[nodiscard]] QString resultType(InstrIndex pc, FuncIndex function);

  ProfileTracks* tracks_;
  QScrollArea* scroll_;
  EmptyNote* empty_;
  QWidget* content_ = nullptr;
  QVBoxLayout* layout_ = nullptr;
  QStringList lines_;
  bool pending_ = false;
  ResultTypes* types_;
};

}  // namespace relaxscope
