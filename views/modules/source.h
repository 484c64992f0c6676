// SPDX-License-Identifier: GPL-3.0-or-later
// The import tree of a library as table rows, and the kernels of one of its modules.
#pragma once

#include <memory>
#include <optional>

#include "views/core/document.h"
#include "views/modules/kernel_figures.h"
#include "views/widgets/table_source.h"
#include "vmcore/model/listed_resources.h"

namespace relaxscope {

class ModulesSource : public TableSource {
  Q_DECLARE_TR_FUNCTIONS(ModulesSource)

 public:
  explicit ModulesSource(std::shared_ptr<const LoadedFile> file);
  size_t rows() const override { return rows_.size(); }
  const std::vector<TableColumn>& columns() const override { return columns_; }
  Cell cell(size_t row, int column) const override;
  /// Module of a row; a module imported by two others has two rows.
  [[nodiscard]] ModuleIndex module(size_t row) const { return row < rows_.size() ? rows_[row].module : ModuleIndex(); }
  [[nodiscard]] int rowOf(ModuleIndex module) const;

 private:
  struct Row {
    ModuleIndex module;
    int depth = 0;
  };
  std::shared_ptr<const LoadedFile> file_;
  std::vector<Row> rows_;
  std::vector<TableColumn> columns_;
};

/// Kernels of a device module, host functions of `_lib` or a graph's function, each with its call sites; or the
/// tensors of a constants module.
class KernelsSource : public TableSource {
  Q_DECLARE_TR_FUNCTIONS(KernelsSource)

 public:
  KernelsSource(std::shared_ptr<const LoadedFile> file, std::shared_ptr<const Executable> executable,
                std::shared_ptr<const ExecutableSummary> summary, ModuleIndex module);
  size_t rows() const override { return rows_.size(); }
  const std::vector<TableColumn>& columns() const override { return columns_; }
  Cell cell(size_t row, int column) const override;
  double number(size_t row, int column) const override;
  void sortText(size_t row, int column, std::string& out) const override;
  /// The executable's function that is this kernel or launches it; invalid if the executable does not reference it.
  [[nodiscard]] FuncIndex function(size_t row) const { return row < rows_.size() ? rows_[row].function : FuncIndex(); }
  [[nodiscard]] const std::string& name(size_t row) const { return rows_[row].name; }
  [[nodiscard]] int rowOf(FuncIndex function) const;

 private:
  struct Row {
    std::string name;
    const DeviceKernel* device = nullptr;
    const ConstantsModule::Tensor* tensor = nullptr;
    FuncIndex function;
    uint64_t sites = 0;
  };
  std::shared_ptr<const LoadedFile> file_;
  void addRows(const LibraryModule& module);
  void addCode(const CodeModule& code);
  /// The figure of a column; nothing for other columns.
  [[nodiscard]] std::optional<KernelFigure> figureOf(int column) const;
  /// Of a row of code; the rows are in the order of the module's kernels.
  [[nodiscard]] KernelFigures figuresOf(size_t row) const;
  void findFunctions(const Executable& executable, const ExecutableSummary* summary);
  std::optional<ListedResources> resources_;  ///< of code
  int figures_ = 0;                           ///< number of columns with figures, behind that of calls
  std::vector<Row> rows_;
  std::vector<TableColumn> columns_;
};

/// "main", "main_kernel", "main_kernel_1" all belong to the host function "main" (TVM's naming of device functions).
std::string hostNameOfKernel(const std::string& kernel);
/// One-line description of a module: format, architecture, needed libraries, why it is not decoded.
QString moduleFacts(const LoadedFile& file, ModuleIndex module);

}  // namespace relaxscope
