// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/hex_tree.h"

#include <algorithm>
#include <limits>

#include "views/hex_area.h"
#include "views/widgets/table_source.h"

namespace relaxscope {

void HexTree::setMap(std::shared_ptr<const ByteMap> map) {
  beginResetModel();
  map_ = std::move(map);
  holders_.clear();
  numbers_.clear();
  if (map_) holders_.push_back({map_->root(), 0, 0});
  endResetModel();
}

ByteNode HexTree::node(const QModelIndex& index) const {
  if (!map_) return {};
  if (!index.isValid()) return holders_[0].node;
  return map_->child(holders_[index.internalId()].node, static_cast<uint64_t>(index.row()));
}

quint32 HexTree::holderOf(const QModelIndex& index) const {
  if (!index.isValid()) return 0;
  const quint64 key = static_cast<quint64>(index.internalId()) << 32 | static_cast<quint32>(index.row());
  const auto found = numbers_.find(key);
  if (found != numbers_.end()) return found->second;
  const auto number = static_cast<quint32>(holders_.size());
  holders_.push_back({node(index), static_cast<quint32>(index.internalId()), index.row()});
  numbers_.emplace(key, number);
  return number;
}

QModelIndex HexTree::index(int row, int column, const QModelIndex& parent) const {
  if (!map_ || row < 0 || column < 0 || column >= Columns || row >= rowCount(parent)) return {};
  return createIndex(row, column, static_cast<quintptr>(holderOf(parent)));
}

QModelIndex HexTree::parent(const QModelIndex& index) const {
  if (!index.isValid() || index.internalId() == 0) return {};
  const Holder& above = holders_[index.internalId()];
  return createIndex(above.row, 0, static_cast<quintptr>(above.parent));
}

int HexTree::rowCount(const QModelIndex& parent) const {
  if (!map_ || parent.column() > 0) return 0;
  return static_cast<int>(std::min<uint64_t>(node(parent).children, std::numeric_limits<int>::max()));
}

int HexTree::columnCount(const QModelIndex& /*parent*/) const { return Columns; }

QVariant HexTree::data(const QModelIndex& index, int role) const {
  if (!map_ || !index.isValid()) return {};
  const ByteNode at = node(index);
  if (role == Qt::TextAlignmentRole) return QVariant::fromValue(Qt::Alignment((index.column() >= Offset ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
  if (role == Qt::FontRole) return index.column() == Name ? Theme::instance()->ui(12, at.children > 0 ? 500 : 400) : Theme::instance()->mono(12);
  if (role == Qt::ForegroundRole) return Theme::instance()->color(index.column() == Name ? Token::Text : index.column() == Value ? byteColor({at}) : Token::TextSecond);
  if (role != Qt::DisplayRole && role != Qt::ToolTipRole && role != Qt::AccessibleTextRole) return {};
  switch (index.column()) {
    case Name: return QString::fromStdString(map_->name(at));
    case Value: return QString::fromStdString(map_->value(at));
    case Offset: return role == Qt::ToolTipRole ? countText(static_cast<int64_t>(at.offset)) : QStringLiteral("0x%1").arg(at.offset, 0, 16);
    default: {
      if (role == Qt::ToolTipRole) return tr("%1 B, %2 % of the file").arg(countText(static_cast<int64_t>(at.size))).arg(100.0 * double(at.size) / double(std::max<size_t>(1, map_->bytes().size())), 0, 'f', 2);
      const Figure figure = bytesFigure(static_cast<double>(at.size));
      return QString(figure.number + QLatin1Char(' ') + figure.unit);
    }
  }
}

QVariant HexTree::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole) return QVariant::fromValue(Qt::Alignment((section >= Offset ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case Name: return tr("Field");
    case Value: return tr("Value");
    case Offset: return tr("Offset");
    default: return tr("Size");
  }
}

QModelIndex HexTree::indexOf(const std::vector<ByteNode>& path) const {
  QModelIndex at;
  for (size_t i = 1; i < path.size(); ++i) {
    const auto row = map_->childAt(path[i - 1], path[i].offset);
    if (!row || *row > static_cast<uint64_t>(std::numeric_limits<int>::max())) break;
    at = index(static_cast<int>(*row), 0, at);
  }
  return at;
}

}  // namespace relaxscope
