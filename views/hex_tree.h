// SPDX-License-Identifier: GPL-3.0-or-later
// The decoded fields of a file as a tree, made from the byte map as far as it is looked at: opening a pool of
// a million constants asks for the rows in sight.
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

  [[nodiscard]] ByteNode node(const QModelIndex& index) const;
  /// The index of the innermost node of a path (as ByteMap::path gives it); invalid for the file itself.
  [[nodiscard]] QModelIndex indexOf(const std::vector<ByteNode>& path) const;

  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex& index) const override;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  /// A node whose children were asked for. An index keeps the number of its parent's one.
  struct Holder {
    ByteNode node;
    quint32 parent = 0;   ///< number of the holder above; the first is its own
    int row = 0;
  };
  [[nodiscard]] quint32 holderOf(const QModelIndex& index) const;
  std::shared_ptr<const ByteMap> map_;
  mutable std::deque<Holder> holders_;                        ///< 0 is the file
  mutable std::unordered_map<quint64, quint32> numbers_;      ///< by holder above and row
};

}  // namespace relaxscope
