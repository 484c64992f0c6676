// SPDX-License-Identifier: GPL-3.0-or-later
// The state that the memory view displays, as a value that painters read and the view changes; and where its parts are.
#pragma once

#include <QRect>
#include <QString>

#include <memory>
#include <optional>

#include "views/axis/window.h"
#include "views/core/document.h"
#include "views/memory/measured.h"
#include "views/memory/plan_of.h"
#include "views/memory/register_lives.h"

namespace relaxscope {

/// A storage, or a tensor in it; -1: none.
struct MemoryItem {
  int storage = -1, tensor = -1;
  [[nodiscard]] bool valid() const { return storage >= 0; }
  friend bool operator==(const MemoryItem&, const MemoryItem&) = default;
};

struct MemoryScene {
  const Document* document = nullptr;
  std::shared_ptr<const MemoryPicture> picture;
  std::shared_ptr<const RegisterPicture> registers;
  bool showsRegisters = false;  ///< in place of storages
  std::shared_ptr<const MeasuredMemory> measured;
  bool showsMeasured = false;
  bool mayTakeWorkspaces = false;  ///< kernels of the library
  bool isScaled = false;           ///< the profile's sizes differ from those shown
  AxisWindow window;               ///< pcs of the executable
  std::optional<AxisRange> range;
  int scrollY = 0;
  MemoryItem selected;
  InstrIndex pc;  ///< the selected instruction, if it is in this function

  [[nodiscard]] int rows() const;
  /// pc in the function, as the ruler counts.
  [[nodiscard]] int64_t shownPc(int64_t at) const { return at - (picture ? picture->chart.begin : 0); }
  /// "%3".
  [[nodiscard]] static QString regName(int64_t reg) {
    return reg < 0 ? QStringLiteral("?") : QStringLiteral("%") + QString::number(reg);
  }
  /// "matmul out"; the callee's name alone if `bare`.
  [[nodiscard]] QString writerName(const ChartTensor& tensor) const;
  /// The instruction that an item stands for.
  [[nodiscard]] InstrIndex pcOf(MemoryItem item) const;
  [[nodiscard]] int64_t regOf(MemoryItem item) const;
  /// Whether the profile measured other bytes than planned for the same sizes.
  [[nodiscard]] bool differsFromMeasured(const PlannedStorage& storage) const;
  /// What the instruction allocates, or holds the call's result; invalid if there is none.
  [[nodiscard]] MemoryItem itemAt(InstrIndex instruction) const;
};

/// Parts of the plot below the ruler, from top to bottom.
struct MemoryLayout {
  QRect marks, calls, rows, curve, legend;
  int rowHeight = 1;
  int height = 0;  ///< of all rows
};
MemoryLayout layoutMemory(const MemoryScene& scene, const QRect& area);
/// Height at which all rows are visible.
int wholeHeight(const MemoryScene& scene);

}  // namespace relaxscope
