// SPDX-License-Identifier: GPL-3.0-or-later
// Content and layout of a function's difference at a given width: columns and the texts of rows. Paints nothing.
#pragma once

#include <QCoreApplication>

#include <memory>

#include "views/code/code_widths.h"
#include "views/code/tokens.h"
#include "views/core/comparison.h"
#include "views/diff/change_texts.h"
#include "views/diff/rows.h"
#include "views/diff/times.h"

namespace relaxscope {

/// Shared, replaced as a whole.
struct DiffContent {
  std::shared_ptr<const ExecutableDiff> diff;  ///< null: there is nothing to list
  uint32_t pair = 0;
  std::shared_ptr<const Executable> old, now;
  QString oldName, nowName;                ///< of the sides
  std::shared_ptr<const DiffTimes> times;  ///< null: no column of times
  DiffListOptions options;
  DiffList lines;

  [[nodiscard]] const FunctionPair* function() const {
    return diff && pair < diff->functions.size() ? &diff->functions[pair] : nullptr;
  }
  [[nodiscard]] const InstructionRow& row(const DiffListLine& line) const { return function()->rows[line.row]; }
};

/// One side of a listing; in a unified one both are the same but for the pcs.
struct DiffColumn {
  int left = 0, pcRight = 0, code = 0, right = 0;
};
struct DiffColumns {
  DiffColumn old, now;
  int chipLeft = 0, chipRight = 0;
  int timeLeft = 0;  ///< where the column of times begins; the width without one
};

/// Non-owning; valid while the content lives and the theme does not change.
class DiffGeometry {
  Q_DECLARE_TR_FUNCTIONS(DiffGeometry)
 public:
  DiffGeometry(const DiffContent& content, int width);
  [[nodiscard]] static int rowHeight();
  [[nodiscard]] static int headerHeight();

  [[nodiscard]] const DiffContent& content() const { return content_; }
  [[nodiscard]] const DiffColumns& columns() const { return columns_; }
  [[nodiscard]] const DiffColumn& column(Side side) const { return side == Side::Old ? columns_.old : columns_.now; }
  [[nodiscard]] const CodeWidths& widths() const { return widths_; }
  [[nodiscard]] int width() const { return width_; }
  /// The instruction of a side; without tokens if the row has none there.
  [[nodiscard]] CodeLine code(const DiffListLine& line, Side side) const;
  /// Whether a token shows an operand that differs.
  [[nodiscard]] bool differs(const DiffListLine& line, Side side, const CodeToken& token) const;
  [[nodiscard]] ChangeLook look(const DiffListLine& line) const;
  /// "~ fused 1", "= ".
  [[nodiscard]] QString chipText(const DiffListLine& line) const;
  /// Pixels by which the instructions of a line exceed their room; negative if they fit.
  [[nodiscard]] int overflow(const DiffListLine& line) const;
  /// Of the row, on the line that stands for it; null: the traces have none.
  [[nodiscard]] const TimeDifference* time(const DiffListLine& line) const;
  /// What the row is, in sentences.
  [[nodiscard]] QStringList help(const DiffListLine& line) const;
  /// The row in one line for assistive software.
  [[nodiscard]] QString spoken(const DiffListLine& line) const;

 private:
  [[nodiscard]] DiffColumns makeColumns() const;
  [[nodiscard]] int chipWidth() const;
  [[nodiscard]] static InstrIndex pcOf(const InstructionRow& row, Side side) {
    return side == Side::Old ? row.old : row.now;
  }

  const DiffContent& content_;
  int width_;
  CodeWidths widths_;
  DiffColumns columns_;
};

}  // namespace relaxscope
