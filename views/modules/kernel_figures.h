// SPDX-License-Identifier: GPL-3.0-or-later
// What compiled CUDA kernels take of a multiprocessor, as columns of the table of kernels.
#pragma once

#include <QCoreApplication>

#include <cstdint>
#include <span>
#include <vector>

#include "views/widgets/table_source.h"
#include "vmcore/model/kernel_resources.h"

namespace relaxscope {

enum class KernelFigure : uint8_t { Occupancy, Registers, Shared, Local, Constants, Threads, Architecture };

/// Figures of one kernel. Code for several architectures has a row each: the first with registers is shown, the tooltip
/// lists all.
class KernelFigures {
  Q_DECLARE_TR_FUNCTIONS(KernelFigures)

 public:
  /// `rows` of one kernel, which outlive this; may be empty. `dynamicShared`: its launches state dynamic shared memory,
  /// which the occupancy leaves out.
  KernelFigures(std::span<const KernelResources* const> rows, bool dynamicShared)
      : rows_(rows), dynamicShared_(dynamicShared) {}
  /// In the order of the enumerators.
  static std::vector<TableColumn> columns();
  [[nodiscard]] Cell cell(KernelFigure figure) const;
  /// Sort key; NaN if the figure is unknown.
  [[nodiscard]] double number(KernelFigure figure) const;

 private:
  [[nodiscard]] const KernelResources* shown() const;
  /// One line per architecture.
  [[nodiscard]] QString tooltip() const;
  [[nodiscard]] QString occupancyText(const KernelResources& row) const;

  std::span<const KernelResources* const> rows_;
  bool dynamicShared_;
};

}  // namespace relaxscope
