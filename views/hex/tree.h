// SPDX-License-Identifier: GPL-3.0-or-later
// The decoded fields of a file as a tree, built lazily from the byte map. Very many children of a node are grouped
// under rows for ranges of them: a tree view keeps a record of every expanded row and lays all of them out again at
// each change of its style or size.
#pragma once

#include <QAbstractItemModel>

#include <deque>
#include <memory>
#include <unordered_map>

#include "vmcore/model/byte_map.h"

namespace relaxscope {

class HexTree : public QAbstractItemModel {
  Q_OBJECT
 public:
  enum Column : int { Name, Value, Offset, Size, Columns };
  explicit HexTree(QObject* parent = nullptr) : QAbstractItemModel(parent) {}
  void setMap(std::shared_ptr<const ByteMap> map);

  /// Number of children above which they are grouped into ranges.
  static constexpr uint64_t kManyChildren = 10'000;

  /// For a range: its parent node, with the bytes of the range.
  [[nodiscard]] ByteNode node(const QModelIndex& index) const;
  [[nodiscard]] bool isRange(const QModelIndex& index) const;
  /// From the file to the node of an index; for a range, to its parent node.
  [[nodiscard]] std::vector<ByteNode> path(const QModelIndex& index) const;
  /// The index of the innermost node of a path (as ByteMap::path gives it); invalid for the file itself.
  [[nodiscard]] QModelIndex indexOf(const std::vector<ByteNode>& path) const;

  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex& index) const override;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  /// A node, or a range of a node's children, whose rows were requested. An index stores its parent's holder number.
  struct Holder {
    ByteNode node;
    quint32 parent = 0;  ///< number of the parent holder; the first is its own parent
    int row = 0;
    uint64_t first = 0, count = 0;  ///< children that it shows
    uint64_t step = 1;              ///< children per row; more than one: rows are ranges
  };
  [[nodiscard]] static Holder holderFor(const ByteNode& node, quint32 parent, int row);
  [[nodiscard]] const Holder& above(const QModelIndex& index) const { return holders_[index.internalId()]; }
  [[nodiscard]] QString rangeText(const QModelIndex& index, int column) const;
  [[nodiscard]] quint32 holderOf(const QModelIndex& index) const;
  std::shared_ptr<const ByteMap> map_;
  mutable std::deque<Holder> holders_;                    ///< 0 is the file
  mutable std::unordered_map<quint64, quint32> numbers_;  ///< by parent holder and row
};

}  // namespace relaxscope
