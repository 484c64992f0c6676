// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/constants/source.h"

#include <algorithm>
#include <cmath>

#include "views/constants/values.h"
#include "vmcore/base/text/text.h"

namespace relaxscope {

bool PoolCopies::isShort(const DerivedSource& source) const {
  constexpr size_t kRows = 1'000, kBytes = size_t{1} << 20;
  const auto& constants = source.executable->constants;
  size_t bytes = 0;
  for (size_t i = 0; i < std::min(kRows, constants.size()); ++i) bytes += constantBytes(constants[i].value);
  return constants.size() <= kRows && bytes <= kBytes;
}

std::optional<ConstantCopies> PoolCopies::make(const DerivedSource& source, const std::stop_token& stop) const {
  return constantCopies(*source.executable, budget, stop);
}

ConstantsSource::ConstantsSource(std::shared_ptr<const Executable> executable,
                                 std::shared_ptr<const ExecutableSummary> summary,
                                 std::shared_ptr<const std::vector<QString>> hashes,
                                 std::shared_ptr<const ConstantCopies> copies)
    : executable_(std::move(executable)),
      summary_(std::move(summary)),
      hashes_(std::move(hashes)),
      copies_(std::move(copies)) {
  TableColumn index = figureColumn("index", tr("Index"), tr("Index in the constant pool: c[0] is the first"), 50);
  index.descendingFirst = false;
  addColumn(Col::Index, index);
  addColumn(Col::Type, {QStringLiteral("type"), tr("Type"), {}, 52});
  TableColumn value{QStringLiteral("value"), tr("Shape or value"), {}, 176};
  value.stretch = true;
  addColumn(Col::Value, value);
  TableColumn dtype{QStringLiteral("dtype"), tr("dtype"), tr("Element type"), 68};
  dtype.hidden = true;  // also before each shape
  addColumn(Col::Dtype, dtype);
  addColumn(Col::Bytes, figureColumn("bytes", tr("Bytes"), tr("Size of the value without its record header"), 72));
  addColumn(Col::Users, figureColumn("users", tr("Users"), tr("Instructions that use it"), 48));
  if (copies_ && (copies_->notComparedBytes > 0 ||
                  std::ranges::any_of(copies_->count, [](uint32_t count) { return count > 1; }))) {
    TableColumn same =
        figureColumn("copies", tr("Copies"), tr("Constants of equal type and content, and the first of them"), 76);
    same.descendingFirst = false;
    addColumn(Col::Copies, same);
  }
  addColumn(Col::Hash,
            {QStringLiteral("hash"), tr("SHA-256"),
             tr("First digits of the value's SHA-256; for a large tensor, shown only once it is opened"), 106});
  if (executable_) scopes_ = constantScopes(*executable_);
  if (!scopes_.empty())
    addColumn(Col::Scope, {QStringLiteral("scope"), tr("Scope"), tr("Memory scope that the file records of it"), 90});
}

void ConstantsSource::addColumn(Col col, TableColumn column) {
  columns_.push_back(std::move(column));
  kinds_.push_back(col);
}

size_t ConstantsSource::users(size_t row) const {
  return summary_ && row < summary_->constantUses.size() ? summary_->constantUses[row].size() : 0;
}

double ConstantsSource::number(size_t row, int column) const {
  switch (kind(column)) {
    case Col::Index: return static_cast<double>(row);
    case Col::Copies: return copies_->count[row] > 1 ? static_cast<double>(copies_->first[row]) : std::nan("");
    case Col::Bytes: return static_cast<double>(constantBytes(executable_->constants[row].value));
    case Col::Users: return static_cast<double>(users(row));
    default: return TableSource::number(row, column);
  }
}

void ConstantsSource::sortText(size_t row, int column, std::string& out) const {
  const ConstantValue& value = executable_->constants[row].value;
  if (kind(column) == Col::Type) out += constantKindName(value);
  else if (kind(column) == Col::Value) out += nameOf(row) + constantSummary(value);
  else TableSource::sortText(row, column, out);
}

void ConstantsSource::filterText(size_t row, std::string& out) const {
  const ConstantValue& value = executable_->constants[row].value;
  out += "c[" + std::to_string(row) + "] ";
  out += constantKindName(value);
  out += ' ';
  out += nameOf(row);
  out += constantSummary(value, 200);
}

/// "weight: " for a tensor of a parameter list, else empty.
std::string ConstantsSource::nameOf(size_t row) const {
  return row < executable_->constantNames.size() ? printable(executable_->constantNames[row]) + ": " : std::string();
}

Cell ConstantsSource::valueCell(size_t row) const {
  const ConstantValue& value = executable_->constants[row].value;
  Cell cell;
  cell.mono = true;
  if (const auto* tensor = std::get_if<TensorConstant>(&value)) {
    QStringList dims;
    for (const int64_t extent : tensor->shape) dims << QString::number(extent);
    cell.text = QString::fromStdString(nameOf(row) + tensor->dtype.shortName()) + u'[' +
                dims.mid(0, 12).join(QStringLiteral(", ")) +
                (dims.size() > 12 ? QStringLiteral(", …]") : QStringLiteral("]"));
  } else {
    cell.text = QString::fromStdString(constantSummary(value, 120));
  }
  if (copies_ && row < copies_->first.size() && copies_->first[row] >= 0 &&
      copies_->first[row] != static_cast<int64_t>(row))
    cell.chips.push_back({QStringLiteral("= c[%1]").arg(copies_->first[row]), Token::Warning, Token::WarningBack,
                          tr("An earlier constant has the same type and content.")});
  return cell;
}

/// "3 × c[7]": one of three that equal constant 7.
Cell ConstantsSource::copiesCell(size_t row) const {
  Cell cell;
  cell.mono = true;
  if (copies_->first[row] == ConstantCopies::kNotCompared) {
    cell.text = QStringLiteral("?");
    cell.color = Token::TextThird;
    cell.tooltip = tr("Not compared: its content is large");
  } else if (copies_->count[row] > 1) {
    cell.text = QStringLiteral("%1 × c[%2]").arg(countText(copies_->count[row])).arg(copies_->first[row]);
    if (copies_->first[row] == static_cast<int64_t>(row)) cell.color = Token::TextSecond;
  }
  return cell;
}

Cell ConstantsSource::cell(size_t row, int column) const {
  const ConstantValue& value = executable_->constants[row].value;
  Cell cell;
  cell.mono = true;
  switch (kind(column)) {
    case Col::Index:
      cell.text = QStringLiteral("c[%1]").arg(row);
      cell.color = Token::RoleConstant;
      break;
    case Col::Type:
      cell.mono = false;
      cell.text = QString::fromLatin1(constantKindName(value));
      cell.color = Token::TextSecond;
      break;
    case Col::Value: return valueCell(row);
    case Col::Dtype:
      cell.color = Token::TextSecond;
      if (const auto* tensor = std::get_if<TensorConstant>(&value))
        cell.text = QString::fromStdString(tensor->dtype.name());
      break;
    case Col::Bytes: return figureCell(bytesFigure(static_cast<double>(constantBytes(value))));
    case Col::Users: {
      const size_t n = users(row);
      cell.text = n >= 1000 ? QStringLiteral("1,000+") : countText(static_cast<int64_t>(n));
      cell.color = n == 0 ? Token::TextThird : Token::Text;
      break;
    }
    case Col::Copies: return copiesCell(row);
    case Col::Scope:
      cell.color = Token::TextSecond;
      cell.text = QString::fromStdString(printable(scopes_[row]));
      break;
    case Col::Hash:
      cell.color = Token::TextThird;
      if (hashes_ && row < hashes_->size()) cell.text = (*hashes_)[row];
      break;
  }
  return cell;
}

const TensorConstant* TensorModel::tensor() const {
  const Constant* constant = executable_ ? executable_->constant(constant_) : nullptr;
  return constant != nullptr ? std::get_if<TensorConstant>(&constant->value) : nullptr;
}

void TensorModel::setTensor(std::shared_ptr<const Executable> executable, ConstIndex constant) {
  beginResetModel();
  executable_ = std::move(executable);
  constant_ = constant;
  rows_ = columns_ = 0;
  truncated_ = false;
  if (const TensorConstant* t = tensor(); t != nullptr) {
    const size_t count = elementCount(*t);
    // The extents of a damaged tensor may not match its bytes: only existing elements count.
    const int64_t last = t->shape.empty() ? 1 : t->shape.back();
    stride_ = last > 0 ? std::min(static_cast<size_t>(last), std::max<size_t>(1, count)) : 1;
    const size_t rows = (count + stride_ - 1) / stride_;
    rows_ = static_cast<int>(std::min<size_t>(rows, kMaxRows));
    columns_ = count == 0 ? 0 : static_cast<int>(std::min<size_t>(stride_, kMaxColumns));
    truncated_ = rows > kMaxRows || stride_ > kMaxColumns;
  }
  endResetModel();
}

int TensorModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : rows_; }
int TensorModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : columns_; }

QVariant TensorModel::data(const QModelIndex& index, int role) const {
  const TensorConstant* t = tensor();
  if (t == nullptr || !index.isValid()) return {};
  if (role == Qt::TextAlignmentRole) return QVariant::fromValue(Qt::Alignment(Qt::AlignRight | Qt::AlignVCenter));
  if (role == Qt::DisplayRole)
    return elementText(*t, static_cast<size_t>(index.row()) * stride_ + static_cast<size_t>(index.column()));
  return {};
}

QVariant TensorModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (role != Qt::DisplayRole) return {};
  const TensorConstant* t = tensor();
  if (orientation == Qt::Horizontal || t == nullptr || t->shape.size() <= 2) return QString::number(section);
  // Row headers of a tensor of higher rank hold all indices but the last: "3, 0, 7".
  QStringList indices;
  auto rest = static_cast<int64_t>(section);
  for (size_t axis = t->shape.size() - 1; axis-- > 0;) {
    const int64_t extent = std::max<int64_t>(1, t->shape[axis]);
    indices.prepend(QString::number(rest % extent));
    rest /= extent;
  }
  return indices.join(QStringLiteral(", "));
}

}  // namespace relaxscope
