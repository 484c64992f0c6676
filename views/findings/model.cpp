// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/findings/model.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

#include "views/core/engine_text.h"
#include "views/findings/percent.h"
#include "views/widgets/figures.h"
#include "vmcore/base/text/text.h"

namespace relaxscope {
namespace {

// An index's id: 0 for headings, the number of the heading from 1 on for what is below it, and from kParts on that of
// the finding of a part.
constexpr quintptr kParts = 16;
constexpr Severity kSeverities[] = {Severity::Error, Severity::Warning, Severity::Info};

/// The largest share of a part, rounded up.
double barScaleOf(const FindingList& list) {
  double most = 0;
  for (const uint32_t finding : list.order())
    for (size_t part = 0; part < list.parts(finding); ++part)
      most = std::max(most, list.share(list.cost(finding, part).value_or(0)));
  return std::clamp(std::ceil(most * 100) / 100, 0.01, 1.0);
}

}  // namespace

QString partName(const LintPart& part) { return QString::fromStdString(part.what).left(300); }
QString partDetail(const LintPart& part) { return engineText(part.detail).left(500); }

void FindingsModel::show(std::shared_ptr<const FindingList> list, ShownFindings shown, std::vector<bool> hits) {
  beginResetModel();
  list_ = std::move(list);
  shown_ = shown;
  hits_ = std::move(hits);
  barScale_ = barScaleOf(*list_);
  arrange();
  endResetModel();
}

void FindingsModel::sort(int column, Qt::SortOrder order) {
  if (column == sortColumn_ && order == sortOrder_) return;
  beginResetModel();
  sortColumn_ = column;
  sortOrder_ = order;
  arrange();
  endResetModel();
}

bool FindingsModel::isShown(uint32_t finding) const {
  if (finding < hits_.size() && !hits_[finding]) return false;
  switch (shown_) {
    case ShownFindings::All: return true;
    case ShownFindings::Errors: return list_->severity(finding) == Severity::Error;
    case ShownFindings::Warnings: return list_->severity(finding) == Severity::Warning;
    case ShownFindings::Remarks: return list_->severity(finding) == Severity::Info;
    case ShownFindings::WithCost: return list_->cost(finding).has_value();
  }
  return true;
}

void FindingsModel::arrange() {
  groups_.clear();
  std::vector<uint32_t> order;
  for (const uint32_t finding : list_->order())
    if (isShown(finding)) order.push_back(finding);
  const auto by = [&](auto key) {
    std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
      return sortOrder_ == Qt::AscendingOrder ? key(a) < key(b) : key(b) < key(a);
    });
  };
  switch (sortColumn_) {
    case Finding: by([this](uint32_t i) { return list_->title(i); }); break;
    case Rule: by([this](uint32_t i) { return list_->rule(i); }); break;
    case Where:
      by([this](uint32_t i) {
        const LintSite site = list_->site(i);
        return std::tuple(site.function, site.pc, site.constant);
      });
      break;
    case Cost:
    case Share: by([this](uint32_t i) { return list_->cost(i).value_or(-1); }); break;
    default: break;
  }
  // The verifier's result matters also where it has found nothing.
  const bool everything = shown_ == ShownFindings::All && hits_.empty() && list_->size() > 0;
  rowOf_.assign(list_->size(), -1);
  for (const Severity severity : kSeverities) {
    Group group{severity, {}};
    for (const uint32_t finding : order) {
      if (list_->severity(finding) != severity) continue;
      rowOf_[finding] = static_cast<int32_t>(group.findings.size());
      group.findings.push_back(finding);
    }
    if (!group.findings.empty() || (everything && severity == Severity::Error)) groups_.push_back(std::move(group));
  }
}

size_t FindingsModel::shownCount() const {
  return std::accumulate(groups_.begin(), groups_.end(), size_t{0},
                         [](size_t sum, const Group& group) { return sum + group.findings.size(); });
}

double FindingsModel::costOf(Severity severity) const {
  double sum = -1;
  for (const Group& group : groups_)
    for (const uint32_t finding : group.findings)
      if (const auto cost = list_->cost(finding); cost && group.severity == severity) sum = std::max(0.0, sum) + *cost;
  return sum;
}

FindingsRow FindingsModel::row(const QModelIndex& index) const {
  const quintptr id = index.internalId();
  if (id == 0) return {FindingsRow::Kind::Heading, groups_[static_cast<size_t>(index.row())].severity, 0, 0};
  if (id >= kParts) {
    const auto finding = static_cast<uint32_t>(id - kParts);
    return {FindingsRow::Kind::Part, list_->severity(finding), finding, static_cast<uint32_t>(index.row())};
  }
  const Group& group = groups_[id - 1];
  if (group.findings.empty()) return {FindingsRow::Kind::Note, group.severity, 0, 0};
  return {FindingsRow::Kind::Finding, group.severity, group.findings[static_cast<size_t>(index.row())], 0};
}

QModelIndex FindingsModel::indexOf(uint32_t finding) const {
  if (finding >= rowOf_.size() || rowOf_[finding] < 0) return {};
  for (size_t g = 0; g < groups_.size(); ++g)
    if (groups_[g].severity == list_->severity(finding)) return createIndex(rowOf_[finding], 0, quintptr(g + 1));
  return {};
}

QModelIndex FindingsModel::index(int row, int column, const QModelIndex& parent) const {
  if (row < 0 || column < 0 || column >= Columns || row >= rowCount(parent)) return {};
  if (!parent.isValid()) return createIndex(row, column, quintptr(0));
  if (parent.internalId() == 0) return createIndex(row, column, quintptr(parent.row()) + 1);
  return createIndex(row, column, kParts + this->row(parent).finding);
}

QModelIndex FindingsModel::parent(const QModelIndex& index) const {
  if (!index.isValid() || index.internalId() == 0) return {};
  if (index.internalId() >= kParts) return indexOf(static_cast<uint32_t>(index.internalId() - kParts));
  return createIndex(static_cast<int>(index.internalId()) - 1, 0, quintptr(0));
}

int FindingsModel::rowCount(const QModelIndex& parent) const {
  if (!parent.isValid()) return static_cast<int>(groups_.size());
  if (parent.column() > 0) return 0;
  const FindingsRow at = row(parent);
  if (at.kind == FindingsRow::Kind::Heading)
    return static_cast<int>(std::max<size_t>(1, groups_[static_cast<size_t>(parent.row())].findings.size()));
  return at.kind == FindingsRow::Kind::Finding ? static_cast<int>(list_->parts(at.finding)) : 0;
}

int FindingsModel::columnCount(const QModelIndex& /*parent*/) const { return Columns; }

QString FindingsModel::rowText(const QModelIndex& index) const {
  const FindingsRow at = row(index);
  QStringList parts;
  std::optional<double> cost;
  switch (at.kind) {
    case FindingsRow::Kind::Heading:
      return severitiesTitle(at.severity) + QLatin1Char(' ') +
             countText(static_cast<int64_t>(list_->count(at.severity)));
    case FindingsRow::Kind::Note: return list_->noErrorsText();
    case FindingsRow::Kind::Finding:
      parts << severityTitle(at.severity) + QStringLiteral(": ") + list_->title(at.finding)
            << list_->message(at.finding) << list_->whereText(at.finding) << list_->placeText(at.finding);
      cost = list_->cost(at.finding);
      break;
    case FindingsRow::Kind::Part: {
      const LintPart& part = list_->lint(at.finding)->parts[at.part];
      parts << partName(part) << timesText(static_cast<double>(part.count)) << partDetail(part)
            << list_->placeText(at.finding, at.part);
      cost = list_->cost(at.finding, at.part);
      break;
    }
  }
  if (cost) parts << tr("%1 per run").arg(durationLabel(*cost)) << percentText(list_->share(*cost));
  parts.removeAll(QString());
  return parts.join(QStringLiteral(", "));
}

QString FindingsModel::cellText(const QModelIndex& index) const {
  const FindingsRow at = row(index);
  const bool finding = at.kind == FindingsRow::Kind::Finding, part = at.kind == FindingsRow::Kind::Part;
  if (!finding && !part) return index.column() == Finding ? rowText(index) : QString();
  const std::optional<double> cost = finding ? list_->cost(at.finding) : list_->cost(at.finding, at.part);
  switch (index.column()) {
    case Finding: return finding ? list_->title(at.finding) : partName(list_->lint(at.finding)->parts[at.part]);
    case Rule: return finding ? QString::fromStdString(list_->rule(at.finding)) : QString();
    case Where: return finding ? list_->placeText(at.finding) : list_->placeText(at.finding, at.part);
    case Cost: return cost ? durationLabel(*cost) : QString();
    case Share: return cost ? percentText(list_->share(*cost)) : QString();
    default: return {};
  }
}

QVariant FindingsModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  if (role == Qt::DisplayRole) return cellText(index);
  if (role == Qt::AccessibleTextRole) return index.column() == Finding ? rowText(index) : cellText(index);
  return {};
}

QVariant FindingsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  const bool figure = section == Cost || section == Share;
  if (role == Qt::TextAlignmentRole)
    return QVariant::fromValue(Qt::Alignment((figure ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
  if (role == Qt::ToolTipRole && figure) return tr("Self time of the calls per run; a call counts in one finding only");
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case Finding: return tr("Finding");
    case Rule: return tr("Rule");
    case Where: return tr("Place");
    case Cost: return tr("Cost per run");
    case Share: return tr("Share");
    default: return QString();
  }
}

}  // namespace relaxscope
