// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of the inspector about the code of a function, its shape heap and the operands of its calls.
#pragma once

#include <QCoreApplication>

#include <vector>

#include "views/code/function_detail.h"
#include "views/inspector/fact_sheet.h"
#include "views/profile/event_facts.h"

namespace relaxscope {

class FunctionRows {
  Q_DECLARE_TR_FUNCTIONS(FunctionRows)

 public:
  /// SSA form, loops, registers that are live, bytes of constants.
  static QList<FactSheet::Fact> code(FuncIndex function, const CodeFigures& figures, uint64_t constantBytes);
  /// A head and a row per slot: number, formula, origin, where it is written, where it is read first.
  static std::vector<std::vector<FactSheet::TableCell>> shapeHeap(const Executable& executable, FuncIndex function,
                                                                  const ShapeProgram& program);
  /// The operands of a call with their directions and types; `known` are those that the instruction shows. `first` is
  /// 1 for vm.builtin.call_tir_dyn, which names the kernel before them and passes extents of its last one each.
  static std::vector<ArgumentFact> operands(const TypedCall& call, const std::vector<ArgumentFact>& known,
                                            size_t first);
  /// Directions of the operands that a run recorded.
  static void addDirections(const TypedCall& call, std::vector<ArgumentFact>& recorded);
};

}  // namespace relaxscope
