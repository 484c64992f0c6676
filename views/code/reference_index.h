// SPDX-License-Identifier: GPL-3.0-or-later
// References for the references popup: the index of a document's executable, built lazily off the GUI thread,
// and the popup's rows.
#pragma once

#include <QObject>

#include <functional>
#include <memory>
#include <optional>

#include "views/core/document.h"
#include "views/core/latest_task.h"
#include "views/widgets/table_source.h"
#include "vmcore/analysis/flow/cross_references.h"

namespace relaxscope {

/// The target of references: exactly one of a function (alone), a constant or a register.
struct ReferenceSubject {
  FuncIndex function;  ///< with a register: the function it belongs to
  ConstIndex constant;
  RegIndex reg;
};
/// The subject of a selection: the operand under the cursor, else the constant, else the callee of the
/// instruction, else the function. nullopt without a selection.
std::optional<ReferenceSubject> referenceSubject(const Executable& executable, const Place& place);
/// "matmul", "c[3]", "%7 of main".
QString subjectText(const Executable& executable, const ReferenceSubject& subject);

class ReferenceIndex : public QObject {
  Q_OBJECT
 public:
  /// The index of `document`, created lazily and owned by it.
  static ReferenceIndex* of(Document* document);
  /// Passes all references to the subject to `done` on the GUI thread: synchronously when the index exists, later
  /// otherwise. `failed` runs instead if the search throws.
  /// Only the newest request is answered; none after the document's data changed.
  void find(const ReferenceSubject& subject, std::function<void(std::vector<Reference>)> done,
            std::function<void(const TaskError&)> failed);
  [[nodiscard]] bool isSettled() const { return !build_.isPending() && !body_.isPending(); }

 private:
  explicit ReferenceIndex(Document* document);
  Document* document_;
  std::shared_ptr<const CrossReferences> index_;
  LatestTask build_, body_;
};

/// Rows of the popup: kind of use, place, and the instruction.
class ReferencesSource : public TableSource {
  Q_DECLARE_TR_FUNCTIONS(ReferencesSource)

 public:
  ReferencesSource(std::shared_ptr<const Executable> executable, std::vector<Reference> references);
  size_t rows() const override { return references_.size(); }
  const std::vector<TableColumn>& columns() const override { return columns_; }
  Cell cell(size_t row, int column) const override;
  double number(size_t row, int column) const override;
  void sortText(size_t row, int column, std::string& out) const override;
  void filterText(size_t row, std::string& out) const override;
  [[nodiscard]] const Reference& reference(size_t row) const { return references_[row]; }

 private:
  std::shared_ptr<const Executable> executable_;
  std::vector<Reference> references_;
  std::vector<TableColumn> columns_;
};

}  // namespace relaxscope
