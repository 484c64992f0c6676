// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run_call_model.h"

#include <algorithm>
#include <numeric>

#include "vmcore/base/text.h"
#include "vmcore/wire/input_spec.h"

namespace relaxscope {
namespace {

/// In place of the number of a call that is gone.
constexpr QLatin1String kGone("call?");

ArgumentSource sourceOf(const QString& content, const ParamInfo& param) {
  if (content.startsWith(QLatin1Char('@'))) return ArgumentSource::File;
  if (content.startsWith(kGone) || parseResultRef(content.toStdString())) return ArgumentSource::Result;
  if (content.contains(QLatin1Char('['))) return ArgumentSource::Random;
  const bool plain = param.kind == ParamInfo::Kind::Prim || param.kind == ParamInfo::Kind::Shape;
  return content.isEmpty() && !plain ? ArgumentSource::Random : ArgumentSource::Scalar;
}

/// The call and field whose result is taken; most values cost a look at their first letter.
std::optional<ResultRef> refOf(const QString& value) {
  const QString content = value.trimmed();
  return content.startsWith(QLatin1Char('c')) ? parseResultRef(content.toStdString()) : std::nullopt;
}

bool canBeCalled(const Function* function) { return function != nullptr && !function->isPacked() && function->numArgs >= 0; }

QString nameOf(const ParamInfo& param) { return QString::fromStdString(printable(param.name)); }
QString numbered(size_t index) { return QStringLiteral("call%1").arg(index); }

/// Results that a call takes, each once, in order: "call0.1, call2"; the first three where they are more.
QString takenBy(const EditedCall& call) {
  constexpr qsizetype kShown = 3;
  QStringList taken;
  for (const EditedArgument& argument : call.arguments) {
    const QString content = argument.value.trimmed();
    if (!refOf(content) || taken.contains(content)) continue;
    if (taken.size() == kShown) return taken.join(QStringLiteral(", ")) + QStringLiteral(", …");
    taken.append(content);
  }
  return taken.join(QStringLiteral(", "));
}

}  // namespace

RunCallModel::RunCallModel(std::shared_ptr<const Executable> executable, const std::vector<RunCall>& calls, QObject* parent)
    : QAbstractListModel(parent), executable_(std::move(executable)) {
  for (size_t i = 0; i < executable_->functions.size(); ++i)
    if (canBeCalled(&executable_->functions[i])) functions_.emplace_back(static_cast<int64_t>(i));
  setCalls(calls);
}

QVariant RunCallModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= count()) return {};
  const EditedCall& row = call(index.row());
  switch (role) {
    case Qt::DisplayRole: return functionName(index.row());
    case NumberRole: return numbered(static_cast<size_t>(index.row()));
    case ProblemRole: return problemOf(index.row());
    case Qt::ToolTipRole: return problemOf(index.row()).isEmpty() ? functionName(index.row()) : problemOf(index.row());
    case DetailRole: {
      QStringList parts;
      if (row.stateful) parts << tr("stateful");
      if (const QString taken = takenBy(row); !taken.isEmpty()) parts << tr("takes %1").arg(taken);
      if (parts.isEmpty()) parts << tr("%n argument(s)", nullptr, static_cast<int>(row.arguments.size()));
      return parts.join(QStringLiteral(" · "));
    }
    case Qt::AccessibleTextRole: {
      QStringList parts{data(index, NumberRole).toString(), functionName(index.row()), data(index, DetailRole).toString()};
      if (const QString problem = problemOf(index.row()); !problem.isEmpty()) parts << problem;
      return parts.join(QStringLiteral(", "));
    }
    default: return {};
  }
}

QString RunCallModel::functionName(int index) const {
  const Function* function = executable_->function(call(index).function);
  return function != nullptr ? QString::fromStdString(printable(function->name)) : QString();
}

std::shared_ptr<const std::vector<ParamInfo>> RunCallModel::paramsOf(FuncIndex function) const {
  auto& known = params_[function.value];
  if (!known) known = std::make_shared<const std::vector<ParamInfo>>(function.valid() ? recoverParams(*executable_, function) : std::vector<ParamInfo>());
  return known;
}

/// Where the function asked for cannot be called, its arguments are of no use either.
EditedCall RunCallModel::edited(const RunCall& given) const {
  const auto callable = [this](FuncIndex function) { return canBeCalled(executable_->function(function)); };
  EditedCall out;
  out.stateful = given.stateful;
  bool same = given.function.isEmpty();
  if (!same) {
    out.function = functionOfKey(*executable_, given.function);
    same = callable(out.function);
  }
  if (!callable(out.function)) {
    const auto entry = defaultEntry(*executable_);
    out.function = entry.ok() && callable(*entry) ? *entry : functions_.empty() ? FuncIndex() : functions_.front();
  }
  out.params = paramsOf(out.function);
  for (const QString& name : symbolsOf(*out.params)) out.dims[name] = same ? given.dims.value(name, kDefaultDim) : kDefaultDim;
  out.arguments.reserve(out.params->size());
  for (size_t i = 0; i < out.params->size(); ++i) {
    const ParamInfo& param = (*out.params)[i];
    const QString stored = same && i < given.arguments.size() ? given.arguments[i].content : QString();
    EditedArgument argument{sourceOf(stored, param), stored.isEmpty() ? defaultContent(param, out.dims) : stored, false};
    for (const DimSpec& dim : param.dims) argument.symbolic |= dim.kind == DimSpec::Kind::Symbol;
    out.arguments.push_back(std::move(argument));
  }
  return out;
}

std::vector<RunCall> RunCallModel::calls() const {
  std::vector<RunCall> out;
  out.reserve(calls_.size());
  for (const EditedCall& row : calls_) {
    RunCall made{{}, {}, row.dims, row.stateful};
    if (const Function* function = executable_->function(row.function)) made.function = functionKey(*function);
    made.arguments.reserve(row.arguments.size());
    for (size_t i = 0; i < row.arguments.size(); ++i) made.arguments.push_back({nameOf((*row.params)[i]), row.arguments[i].value.trimmed()});
    out.push_back(std::move(made));
  }
  return out;
}

void RunCallModel::setCalls(const std::vector<RunCall>& calls) {
  beginResetModel();
  calls_.clear();
  for (const RunCall& given : calls) calls_.push_back(edited(given));
  if (calls_.empty()) calls_.push_back(edited({}));
  for (size_t i = 0; i < calls_.size(); ++i)
    for (size_t a = 0; a < calls_[i].arguments.size(); ++a) check(i, a);
  endResetModel();
  emit changed();
}

int RunCallModel::add(int index) { return insert(std::clamp(index + 1, 0, count()), edited({})); }

int RunCallModel::duplicate(int index) { return insert(index + 1, call(index)); }

int RunCallModel::insert(int at, EditedCall row) {
  std::vector<int> places(calls_.size());
  for (int i = 0; i < count(); ++i) places[static_cast<size_t>(i)] = i + (i >= at ? 1 : 0);
  beginInsertRows({}, at, at);
  calls_.insert(calls_.begin() + at, std::move(row));
  endInsertRows();
  for (size_t a = 0; a < call(at).arguments.size(); ++a) check(static_cast<size_t>(at), a);
  renumber(places);
  return at;
}

void RunCallModel::remove(int index) {
  if (count() < 2) return;
  std::vector<int> places(calls_.size());
  for (int i = 0; i < count(); ++i) places[static_cast<size_t>(i)] = i - (i > index ? 1 : 0);
  places[static_cast<size_t>(index)] = -1;
  beginRemoveRows({}, index, index);
  calls_.erase(calls_.begin() + index);
  endRemoveRows();
  renumber(places);
}

bool RunCallModel::move(int from, int to) {
  if (from < 0 || to < 0 || from >= count() || to >= count() || from == to) return false;
  std::vector<int> order(calls_.size());   // which call stands at a place
  std::iota(order.begin(), order.end(), 0);
  const auto first = order.begin() + std::min(from, to), last = order.begin() + std::max(from, to) + 1;
  std::rotate(first, from < to ? first + 1 : last - 1, last);
  std::vector<int> places(order.size());
  for (size_t i = 0; i < order.size(); ++i) places[static_cast<size_t>(order[i])] = static_cast<int>(i);
  beginMoveRows({}, from, from, {}, to > from ? to + 1 : to);
  const auto begin = calls_.begin() + std::min(from, to), end = calls_.begin() + std::max(from, to) + 1;
  std::rotate(begin, from < to ? begin + 1 : end - 1, end);
  endMoveRows();
  renumber(places);
  return true;
}

/// Lets every result be that of the same call, whose new index is places[old index], -1 where it is gone.
void RunCallModel::renumber(const std::vector<int>& places) {
  const auto renumberValue = [&](QString& value) {
    const auto ref = refOf(value);
    if (!ref || ref->call >= places.size()) return;
    const int place = places[ref->call];
    const std::string text = resultRefText({place < 0 ? 0 : static_cast<uint32_t>(place), ref->path});
    value = place < 0 ? kGone + QString::fromStdString(text).mid(kGone.size()) : QString::fromStdString(text);
  };
  const auto renumberList = [&](std::vector<EditedArgument>& list) {
    for (EditedArgument& argument : list) {
      renumberValue(argument.value);
      if (const auto kept = argument.kept.find(ArgumentSource::Result); kept != argument.kept.end()) renumberValue(*kept);
    }
  };
  for (size_t i = 0; i < calls_.size(); ++i) {
    renumberList(calls_[i].arguments);
    for (EditedArguments& kept : calls_[i].kept) renumberList(kept.list);
    for (size_t a = 0; a < calls_[i].arguments.size(); ++a)
      if (refOf(calls_[i].arguments[a].value) || calls_[i].arguments[a].value.startsWith(kGone)) check(i, a);
  }
  emit dataChanged(index(0), index(count() - 1));
  emit changed();
}

void RunCallModel::setFunction(int index, FuncIndex function) {
  EditedCall& row = calls_[static_cast<size_t>(index)];
  if (row.function == function) return;
  const Function* wanted = executable_->function(function);
  if (wanted == nullptr) return;
  row.kept.insert(row.function.value, {std::move(row.arguments), std::move(row.dims)});
  if (row.kept.contains(function.value)) {
    EditedArguments back = row.kept.take(function.value);
    row.function = function;
    row.params = paramsOf(function);
    row.arguments = std::move(back.list);
    row.dims = std::move(back.dims);
    row.bad.clear();
  } else {
    RunCall next;
    next.function = functionKey(*wanted);
    next.stateful = row.stateful;
    EditedCall made = edited(next);
    made.kept = std::move(row.kept);
    row = std::move(made);
  }
  for (size_t a = 0; a < row.arguments.size(); ++a) check(static_cast<size_t>(index), a);
  touched(index);
}

void RunCallModel::setStateful(int index, bool stateful) {
  calls_[static_cast<size_t>(index)].stateful = stateful;
  touched(index);
}

void RunCallModel::setDim(int index, const QString& name, qint64 extent) {
  EditedCall& row = calls_[static_cast<size_t>(index)];
  row.dims[name] = extent;
  for (size_t a = 0; a < row.arguments.size(); ++a) {
    EditedArgument& argument = row.arguments[a];
    const ParamInfo& param = (*row.params)[a];
    if (!argument.symbolic) continue;
    const bool shape = param.kind == ParamInfo::Kind::Shape;
    argument.kept.remove(ArgumentSource::Random);   // has the new extents on the way back
    if (shape) argument.kept.remove(ArgumentSource::Scalar);
    if (argument.source != ArgumentSource::Random && (argument.source != ArgumentSource::Scalar || !shape)) continue;
    if (QString content = defaultContent(param, row.dims); !content.isEmpty()) argument.value = std::move(content);
    check(static_cast<size_t>(index), a);
  }
  touched(index);
  emit valuesSet(index);
}

QString RunCallModel::defaultOf(const EditedCall& row, int index, size_t argument, ArgumentSource source) {
  const ParamInfo& param = (*row.params)[argument];
  switch (source) {
    case ArgumentSource::Random: return defaultContent(param, row.dims);
    case ArgumentSource::File: return QStringLiteral("@");
    case ArgumentSource::Result: return index > 0 ? numbered(static_cast<size_t>(index) - 1) : QString(kGone);
    case ArgumentSource::Scalar: return param.kind == ParamInfo::Kind::Shape ? defaultContent(param, row.dims) : QStringLiteral("1");
  }
  return {};
}

void RunCallModel::setSource(int index, size_t argument, ArgumentSource source) {
  EditedCall& row = calls_[static_cast<size_t>(index)];
  EditedArgument& edited = row.arguments[argument];
  if (edited.source == source) return;
  // An untouched default is made anew, for it follows the dimensions; a result stays that of its call.
  if (edited.source == ArgumentSource::Result || edited.value != defaultOf(row, index, argument, edited.source)) edited.kept[edited.source] = edited.value;
  edited.source = source;
  const auto kept = edited.kept.constFind(source);
  setValue(index, argument, kept != edited.kept.constEnd() ? edited.kept.take(source) : defaultOf(row, index, argument, source));
}

void RunCallModel::setValue(int index, size_t argument, const QString& value) {
  calls_[static_cast<size_t>(index)].arguments[argument].value = value;
  check(static_cast<size_t>(index), argument);
  touched(index);
}

void RunCallModel::touched(int index) {
  emit dataChanged(this->index(index), this->index(index));
  emit changed();
}

bool RunCallModel::isGood(size_t index, const QString& value) const {
  const QString content = value.trimmed();
  return !content.isEmpty() && content != QLatin1String("@") && parseInputContent(content.toStdString(), index).ok();
}

void RunCallModel::check(size_t index, size_t argument) {
  EditedCall& row = calls_[index];
  if (isGood(index, row.arguments[argument].value)) row.bad.erase(argument);
  else row.bad.insert(argument);
}

QString RunCallModel::problemOf(size_t index, const QString& name, const QString& value) const {
  const QString content = value.trimmed();
  if (content.isEmpty() || content == QLatin1String("@")) return tr("%1: give a value, for instance float32[2,3], @file.npy or 5").arg(name);
  if (content.startsWith(kGone)) return tr("%1: the call whose result it took was removed; name another one").arg(name);
  if (const auto ref = refOf(content)) {
    const QString other = numbered(ref->call);
    if (ref->call == index) return tr("%1: a call cannot take its own result, only that of an earlier one").arg(name);
    if (ref->call < calls_.size()) return tr("%1: %2 comes later; only the result of an earlier call can be taken").arg(name, other);
    return tr("%1: there is no %2").arg(name, other);
  }
  const auto parsed = parseInputContent(content.toStdString(), index);
  return parsed.ok() ? QString() : QStringLiteral("%1: %2").arg(name, QString::fromStdString(parsed.error().message));
}

QString RunCallModel::problemOf(int index) const {
  const EditedCall& row = call(index);
  if (!row.function.valid()) return tr("No function of this file can be called.");
  if (row.bad.empty()) return {};
  const size_t argument = *row.bad.begin();
  const QString name = nameOf((*row.params)[argument]);
  const QString where = count() > 1 ? QStringLiteral("%1 (%2), %3").arg(numbered(static_cast<size_t>(index)), functionName(index), name) : name;
  return problemOf(static_cast<size_t>(index), where, row.arguments[argument].value);
}

QString RunCallModel::problem() const {
  for (int i = 0; i < count(); ++i)
    if (QString text = problemOf(i); !text.isEmpty()) return text;
  return {};
}

}  // namespace relaxscope
