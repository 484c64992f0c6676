// SPDX-License-Identifier: GPL-3.0-or-later
// The selection of a document and its history. Selecting highlights in all views; activating (double click,
// Enter) makes a place the subject. Views follow the selection and never call each other.
#pragma once

#include <QObject>

#include <memory>
#include <optional>
#include <vector>

#include "views/core/view_id.h"
#include "vmcore/base/index.h"
#include "vmcore/trace/device/work.h"
#include "vmcore/trace/tick_span.h"

namespace relaxscope {

using KernelIndex = Index<struct KernelTag>;  ///< kernel or function that a module names, in its order

/// What is selected; each part may be invalid. An event implies its function and pc.
struct Place {
  FuncIndex function;
  InstrIndex pc;
  ConstIndex constant;
  ModuleIndex module;
  KernelIndex kernel;  ///< of the module: one of several that a host function launches
  EventIndex event;
  RegIndex reg;    ///< operand under the cursor: all its uses are highlighted
  WorkIndex work;  ///< of a device; an event beside it is the call that asked for it
  friend bool operator==(const Place&, const Place&) = default;
};

class Selection : public QObject {
  Q_OBJECT
 public:
  explicit Selection(QObject* parent = nullptr);

  [[nodiscard]] const Place& current() const { return current_; }
  /// The subject: the function listing and CFG show. Changes on activate and when a place in another function is
  /// selected.
  [[nodiscard]] FuncIndex subject() const { return subject_; }
  /// Highlights a place; adds one history entry per subject change, none for moves inside a function.
  void select(const Place& place);
  /// Makes the place the subject, adds a history entry and asks for the view that shows it.
  /// `view` None: any view that is visible already.
  void activate(const Place& place, ViewId view = ViewId::None);
  /// Binds it to a function: from now on places in other functions leave it as it is. An invalid one releases it.
  void lock(FuncIndex function);
  [[nodiscard]] bool isLocked() const { return locked_.valid(); }
  /// A part of the recording that views confine their figures to; empty: all of it.
  [[nodiscard]] const std::optional<TickSpan>& span() const { return span_; }
  void setSpan(const std::optional<TickSpan>& span);
  /// Instructions that views highlight besides the current place, such as the sites of a finding; ascending. Null:
  /// none.
  using Marked = std::shared_ptr<const std::vector<InstrIndex>>;
  [[nodiscard]] const Marked& marked() const { return marked_; }
  void mark(Marked instructions);
  [[nodiscard]] bool canGoBack() const { return position_ > 0; }
  [[nodiscard]] bool canGoForward() const { return position_ + 1 < static_cast<int>(history_.size()); }
  void back();
  void forward();
  /// Removes events from the place and the history, and the span, as they denote others in a new trace.
  void forgetEvents();
  /// Clears everything (another file).
  void reset();

 signals:
  /// Coalesced: at most once per event loop turn, after one or more changes.
  void changed();
  void activated(relaxscope::ViewId view);
  void historyChanged();
  void spanChanged();
  void markedChanged();
  void eventsForgotten();
  /// While it is locked: a place in another function was selected, or one was activated.
  void passedOn(const relaxscope::Place& place, relaxscope::ViewId view, bool activates);

 private:
  [[nodiscard]] bool isOutside(const Place& place) const {
    return locked_.valid() && place.function.valid() && place.function != locked_;
  }
  void apply(const Place& place);
  void push(const Place& place);
  Place current_;
  std::optional<TickSpan> span_;
  Marked marked_;
  FuncIndex subject_, locked_;
  std::vector<Place> history_;
  int position_ = -1;
  bool pending_ = false;
};

}  // namespace relaxscope
