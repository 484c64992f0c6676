// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of the findings view: headings by severity, below them findings, below those their parts.
#pragma once

#include <QAbstractItemModel>

#include <array>
#include <memory>
#include <vector>

#include "views/findings/finding_list.h"

namespace relaxscope {

enum class ShownFindings : uint8_t { All, Errors, Warnings, Remarks, WithCost };

struct FindingsRow {
  enum class Kind : uint8_t {
    Heading,
    Note,  ///< under a heading without findings
    Finding,
    Part
  };
  Kind kind = Kind::Heading;
  Severity severity = Severity::Error;
  uint32_t finding = 0;  ///< of the list
  uint32_t part = 0;
};

class FindingsModel : public QAbstractItemModel {
  Q_OBJECT
 public:
  enum Column : int { Finding, Rule, Where, Cost, Share, Action, Columns };
  explicit FindingsModel(QObject* parent = nullptr) : QAbstractItemModel(parent) {}

  /// Shows what of the list matches; `hits` by finding, empty: all.
  void show(std::shared_ptr<const FindingList> list, ShownFindings shown, std::vector<bool> hits);
  [[nodiscard]] const FindingList& list() const { return *list_; }
  [[nodiscard]] const std::shared_ptr<const FindingList>& sharedList() const { return list_; }
  /// Number of findings that are shown.
  [[nodiscard]] size_t shownCount() const;
  /// Sum of the costs that are shown under a heading, in nanoseconds per run; negative: none has a cost.
  [[nodiscard]] double costOf(Severity severity) const;
  /// Share of the run at which the bars of parts are full.
  [[nodiscard]] double barScale() const { return barScale_; }
  [[nodiscard]] FindingsRow row(const QModelIndex& index) const;
  /// Invalid if it is not shown.
  [[nodiscard]] QModelIndex indexOf(uint32_t finding) const;
  /// The row as one line of text, for assistive software and copies.
  [[nodiscard]] QString rowText(const QModelIndex& index) const;

  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex& index) const override;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  /// By a column within each severity; a negative one: the list's order.
  void sort(int column, Qt::SortOrder order) override;

 private:
  struct Group {
    Severity severity;
    std::vector<uint32_t> findings;
  };
  void arrange();
  [[nodiscard]] bool isShown(uint32_t finding) const;
  [[nodiscard]] QString cellText(const QModelIndex& index) const;

  std::shared_ptr<const FindingList> list_ = std::make_shared<const FindingList>();
  ShownFindings shown_ = ShownFindings::All;
  std::vector<bool> hits_;
  double barScale_ = 1;
  int sortColumn_ = -1;
  Qt::SortOrder sortOrder_ = Qt::AscendingOrder;
  std::vector<Group> groups_;
  std::vector<int32_t> rowOf_;  ///< by finding: its row under its heading; -1: not shown
};

/// "12×  blocks.0.qkv.weight and 11 more" needs its parts apart: what is called, how often, and the rest.
QString partName(const LintPart& part);
QString partDetail(const LintPart& part);

}  // namespace relaxscope
