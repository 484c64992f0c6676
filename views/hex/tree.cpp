// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/hex/tree.h"

#include <algorithm>
#include <limits>

#include "views/hex/area.h"
#include "views/hex/byte_names.h"
#include "views/widgets/table_source.h"

namespace relaxscope {
namespace {
constexpr uint64_t kRangeSize = 1'000;
constexpr qsizetype kNameInRange = 40;
constexpr qsizetype kShown = 300, kInTooltip = 4'000;  ///< characters per cell

QString cut(const std::string& text, qsizetype most) {
  const QString whole = QString::fromStdString(text);
  return whole.size() > most ? whole.left(most) + QChar(0x2026) : whole;
}
}  // namespace

HexTree::Holder HexTree::holderFor(const ByteNode& node, quint32 parent, int row) {
  Holder made{node, parent, row, 0, node.children, 1};
  if (node.children > kManyChildren)
    for (made.step = kRangeSize; node.children / made.step > kManyChildren;) made.step *= 10;
  return made;
}

void HexTree::setMap(std::shared_ptr<const ByteMap> map) {
  beginResetModel();
  map_ = std::move(map);
  holders_.clear();
  numbers_.clear();
  if (map_) holders_.push_back(holderFor(map_->root(), 0, 0));
  endResetModel();
}

ByteNode HexTree::node(const QModelIndex& index) const {
  if (!map_) return {};
  if (!index.isValid()) return holders_[0].node;
  const Holder& holder = above(index);
  const uint64_t first = holder.first + static_cast<uint64_t>(index.row()) * holder.step;
  if (holder.step == 1) return map_->child(holder.node, first);
  ByteNode range = holder.node;
  range.children = std::min(holder.step, holder.first + holder.count - first);
  const ByteNode last = map_->child(holder.node, first + range.children - 1);
  range.offset = map_->child(holder.node, first).offset;
  range.size = last.offset + last.size - range.offset;
  return range;
}

bool HexTree::isRange(const QModelIndex& index) const { return map_ && index.isValid() && above(index).step > 1; }

std::vector<ByteNode> HexTree::path(const QModelIndex& index) const {
  std::vector<ByteNode> nodes;
  for (QModelIndex at = index; at.isValid(); at = at.parent())
    if (!isRange(at)) nodes.push_back(node(at));
  if (map_) nodes.push_back(map_->root());
  std::reverse(nodes.begin(), nodes.end());
  return nodes;
}

quint32 HexTree::holderOf(const QModelIndex& index) const {
  if (!index.isValid()) return 0;
  const quint64 key = static_cast<quint64>(index.internalId()) << 32 | static_cast<quint32>(index.row());
  const auto found = numbers_.find(key);
  if (found != numbers_.end()) return found->second;
  const auto number = static_cast<quint32>(holders_.size());
  const auto parent = static_cast<quint32>(index.internalId());
  if (isRange(index)) {
    const Holder& whole = above(index);
    const uint64_t skipped = static_cast<uint64_t>(index.row()) * whole.step;
    holders_.push_back(
        {whole.node, parent, index.row(), whole.first + skipped, std::min(whole.step, whole.count - skipped), 1});
  } else {
    holders_.push_back(holderFor(node(index), parent, index.row()));
  }
  numbers_.emplace(key, number);
  return number;
}

QModelIndex HexTree::index(int row, int column, const QModelIndex& parent) const {
  if (!map_ || row < 0 || column < 0 || column >= Columns || row >= rowCount(parent)) return {};
  return createIndex(row, column, static_cast<quintptr>(holderOf(parent)));
}

QModelIndex HexTree::parent(const QModelIndex& index) const {
  if (!index.isValid() || index.internalId() == 0) return {};
  return createIndex(above(index).row, 0, static_cast<quintptr>(above(index).parent));
}

int HexTree::rowCount(const QModelIndex& parent) const {
  if (!map_ || parent.column() > 0) return 0;
  if (parent.isValid() && !isRange(parent) && node(parent).children == 0) return 0;  // leaves need no holder
  const Holder& holder = holders_[holderOf(parent)];
  return static_cast<int>(
      std::min<uint64_t>((holder.count + holder.step - 1) / holder.step, std::numeric_limits<int>::max()));
}

int HexTree::columnCount(const QModelIndex& /*parent*/) const { return Columns; }

QVariant HexTree::data(const QModelIndex& index, int role) const {
  if (!map_ || !index.isValid()) return {};
  const ByteNode at = node(index);
  if (role == Qt::TextAlignmentRole)
    return QVariant::fromValue(
        Qt::Alignment((index.column() >= Offset ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
  if (role == Qt::FontRole)
    return index.column() == Name ? Theme::instance()->ui(12, at.children > 0 ? 500 : 400)
                                  : Theme::instance()->mono(12);
  if (role == Qt::ForegroundRole)
    return Theme::instance()->color(index.column() == Name    ? Token::Text
                                    : index.column() == Value ? byteColor({at})
                                                              : Token::TextSecond);
  if (role != Qt::DisplayRole && role != Qt::ToolTipRole && role != Qt::AccessibleTextRole) return {};
  if (isRange(index) && index.column() <= Value) return rangeText(index, index.column());
  switch (index.column()) {
    case Name: return cut(byteName(*map_, at).toStdString(), role == Qt::DisplayRole ? kShown : kInTooltip);
    case Value: return cut(byteValue(*map_, at).toStdString(), role == Qt::DisplayRole ? kShown : kInTooltip);
    case Offset:
      return role == Qt::ToolTipRole ? countText(static_cast<int64_t>(at.offset))
                                     : QStringLiteral("0x%1").arg(at.offset, 0, 16);
    default: {
      if (role == Qt::ToolTipRole)
        return tr("%1 B, %2 % of the file")
            .arg(countText(static_cast<int64_t>(at.size)))
            .arg(100.0 * double(at.size) / double(std::max<size_t>(1, map_->bytes().size())), 0, 'f', 2);
      const Figure figure = bytesFigure(static_cast<double>(at.size));
      return QString(figure.number + QLatin1Char(' ') + figure.unit);
    }
  }
}

/// "c[0] … c[999]", and the number of entries.
QString HexTree::rangeText(const QModelIndex& index, int column) const {
  const Holder& holder = above(index);
  const uint64_t first = holder.first + static_cast<uint64_t>(index.row()) * holder.step;
  const uint64_t count = std::min(holder.step, holder.first + holder.count - first);
  if (column == Value) return tr("%n entries", nullptr, static_cast<int>(count));
  const auto name = [&](uint64_t child) {
    return cut(byteName(*map_, map_->child(holder.node, child)).toStdString(), kNameInRange);
  };
  return name(first) + QStringLiteral(" … ") + name(first + count - 1);
}

QVariant HexTree::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole)
    return QVariant::fromValue(Qt::Alignment((section >= Offset ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
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
    if (!row) break;
    const uint64_t step = holders_[holderOf(at)].step;
    if (*row / step > static_cast<uint64_t>(std::numeric_limits<int>::max())) break;
    if (step > 1) at = index(static_cast<int>(*row / step), 0, at);
    at = index(static_cast<int>(step > 1 ? *row % step : *row), 0, at);
  }
  return at;
}

}  // namespace relaxscope
