// SPDX-License-Identifier: GPL-3.0-or-later
// Draws one row of the findings: headings, findings of two lines, parts.
#pragma once

#include <QCoreApplication>
#include <QRect>

#include "views/findings/model.h"
#include "views/theme/theme.h"

class QPainter;

namespace relaxscope {

/// The cells of one row; a column that is not shown has an empty one.
struct FindingCells {
  QRect row, finding, rule, where, cost, share, action;
};
/// How a row is drawn.
struct FindingRowState {
  bool selected = false, open = false, hasParts = false;
  bool linked = false;  ///< the pointer is on its place, a link
};

class FindingRowPainter {
  Q_DECLARE_TR_FUNCTIONS(relaxscope::FindingRowPainter)
 public:
  FindingRowPainter(QPainter* painter, const FindingsModel& model, const FindingCells& cells,
                    const FindingRowState& state);
  void paint(const FindingsRow& row);

  [[nodiscard]] static int heightOf(FindingsRow::Kind kind);
  /// Width of a cost with its unit, of a share, and of "Show me" with their padding.
  [[nodiscard]] static int costWidth();
  [[nodiscard]] static int shareWidth();
  [[nodiscard]] static int actionWidth();
  /// Right edge of the room for the triangle that opens a row.
  [[nodiscard]] static int openerRight();
  /// The part of a finding's or a part's row that is a link to its place; empty if it has none.
  [[nodiscard]] static QRect linkRect(const FindingsRow& row, const FindingCells& cells);

 private:
  void ground(const FindingsRow& row);
  void heading(const FindingsRow& row);
  void note();
  void finding(const FindingsRow& row);
  void part(const FindingsRow& row);
  void opener(int x, int centre);
  void cost(std::optional<double> ns, const QRect& cost, const QRect& share, int weight, bool atLeast = false);
  void text(const QRect& rect, const QFont& font, Token color, const QString& text, Qt::TextElideMode mode);
  void bar(double share);

  QPainter* painter_;
  const FindingsModel& model_;
  const FindingList& list_;
  const FindingCells& at_;
  FindingRowState state_;
};

}  // namespace relaxscope
