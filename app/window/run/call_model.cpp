// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/run/call_model.h"

#include <algorithm>
#include <numeric>

#include "app/window/run/call_text.h"
#include "views/core/engine_text.h"
#include "vmcore/analysis/summary.h"
#include "vmcore/base/text/text.h"
#include "vmcore/run/arguments/default_argument.h"
#include "vmcore/run/call_names.h"
#include "vmcore/run/host_calls.h"
#include "vmcore/run/input_spec.h"

namespace relaxscope {
namespace {

QString paramName(const ParamInfo& param) { return QString::fromStdString(printable(param.name)); }
ParamInfo paramNamed(std::string name) {
  ParamInfo param;
  param.name = std::move(name);
  return param;
}
QString numbered(size_t index) { return QStringLiteral("call%1").arg(index); }

/// Results that a call takes, without duplicates, in order: "call0.1, call2"; at most the first three.
QString takenBy(const EditedCall& call) {
  constexpr qsizetype kShown = 3;
  QStringList taken;
  for (const EditedArgument& argument : call.arguments) {
    for (const ResultRef& ref : refsOf(argument.value)) {
      const QString text = QString::fromStdString(resultRefText(ref));
      if (taken.contains(text)) continue;
      if (taken.size() == kShown) return taken.join(QStringLiteral(", ")) + QStringLiteral(", …");
      taken.append(text);
    }
  }
  return taken.join(QStringLiteral(", "));
}

}  // namespace

RunCallModel::RunCallModel(std::shared_ptr<const Executable> executable, const std::vector<RunCall>& calls,
                           QObject* parent)
    : QAbstractListModel(parent), executable_(std::move(executable)) {
  for (size_t i = 0; i < executable_->functions.size(); ++i)
    if (canBeCalled(&executable_->functions[i])) {
      functions_.emplace_back(static_cast<int64_t>(i));
      callable_.insert(functionKey(executable_->functions[i]));
    }
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
      if (row.mode == CallMode::Stateful) parts << tr("stateful");
      if (row.mode == CallMode::Save) parts << tr("saved as %1").arg(row.savedAs);
      if (const QString taken = takenBy(row); !taken.isEmpty()) parts << tr("takes %1").arg(taken);
      if (parts.isEmpty()) parts << tr("%n argument(s)", nullptr, static_cast<int>(row.arguments.size()));
      return parts.join(QStringLiteral(" · "));
    }
    case Qt::AccessibleTextRole: {
      QStringList parts{data(index, NumberRole).toString(), functionName(index.row()),
                        data(index, DetailRole).toString()};
      if (const QString problem = problemOf(index.row()); !problem.isEmpty()) parts << problem;
      return parts.join(QStringLiteral(", "));
    }
    default: return {};
  }
}

QString RunCallModel::functionName(int index) const {
  const EditedCall& row = call(index);
  if (!row.other.isEmpty()) return row.other;
  const Function* function = executable_->function(row.function);
  return function != nullptr ? QString::fromStdString(printable(function->name)) : QString();
}

QString RunCallModel::keyOf(const EditedCall& row) const {
  const Function* function = executable_->function(row.function);
  return function != nullptr ? functionKey(*function) : row.other;
}

/// The last call before `index` that saves a function under `key`; null if there is none.
const EditedCall* RunCallModel::saverOf(const QString& key, size_t index) const {
  const auto found = saves_.constFind(key);
  if (found == saves_.constEnd()) return nullptr;
  const auto after = std::lower_bound(found->begin(), found->end(), index);
  return after == found->begin() ? nullptr : &calls_[*(after - 1)];
}

void RunCallModel::indexSaves() {
  saves_.clear();
  for (size_t i = 0; i < calls_.size(); ++i)
    if (calls_[i].mode == CallMode::Save) saves_[calls_[i].savedAs].push_back(i);
}

bool RunCallModel::isOther(const QString& key, size_t index) const {
  return isHostCall(nameOfKey(key)) || saverOf(key, index) != nullptr;
}

QStringList RunCallModel::otherFunctions(int index) const {
  QStringList keys;
  for (auto saved = saves_.constBegin(); saved != saves_.constEnd(); ++saved)
    if (!saved.key().isEmpty() && saved->front() < static_cast<size_t>(index)) keys << saved.key();
  keys.sort();
  for (const std::string_view name : hostCalls())
    keys << QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
  return keys;
}

/// Known parameters: those that a saved function leaves open, or the parameter names of a host call.
std::shared_ptr<const std::vector<ParamInfo>> RunCallModel::paramsOfOther(const QString& key, size_t index,
                                                                          size_t atLeast) const {
  std::vector<ParamInfo> params;
  if (const EditedCall* saver = saverOf(key, index)) {
    const size_t open = openArguments(saver->arguments, &EditedArgument::value);
    params.assign(saver->params->begin(), saver->params->begin() + static_cast<std::ptrdiff_t>(open));
  } else {
    for (const std::string_view name : hostCallParams(nameOfKey(key))) params.push_back(paramNamed(std::string(name)));
  }
  while (params.size() < atLeast) params.push_back(paramNamed("arg" + std::to_string(params.size())));
  return std::make_shared<const std::vector<ParamInfo>>(std::move(params));
}

std::shared_ptr<const std::vector<ParamInfo>> RunCallModel::paramsOf(FuncIndex function) const {
  auto& known = params_[function.value];
  if (!known)
    known = std::make_shared<const std::vector<ParamInfo>>(function.valid() ? recoverParams(*executable_, function)
                                                                            : std::vector<ParamInfo>());
  return known;
}

/// The edited form of a call at `index`. If its function cannot be called, its arguments are discarded too.
EditedCall RunCallModel::edited(const RunCall& given, size_t index) const {
  const auto callable = [this](FuncIndex function) { return canBeCalled(executable_->function(function)); };
  EditedCall out;
  out.mode = given.mode;
  out.savedAs = given.savedAs;
  out.savesResult = given.savesResult;
  bool same = given.function.isEmpty();
  if (!same) {
    out.function = functionOfKey(*executable_, given.function);
    same = callable(out.function);
    if (!same && isOther(given.function, index)) {  // also if the file calls it and thus has an entry for it
      out.function = {};
      out.other = given.function;
    }
  }
  if (!callable(out.function) && out.other.isEmpty()) {
    const auto entry = defaultEntry(*executable_);
    out.function = entry.ok() && callable(*entry) ? *entry : functions_.empty() ? FuncIndex() : functions_.front();
  }
  const bool known = same || !out.other.isEmpty();
  out.params = out.other.isEmpty() ? paramsOf(out.function) : paramsOfOther(out.other, index, given.arguments.size());
  for (const QString& name : symbolsOf(*out.params))
    out.dims[name] = known ? given.dims.value(name, kDefaultDim) : kDefaultDim;
  out.arguments.reserve(out.params->size());
  for (size_t i = 0; i < out.params->size(); ++i) {
    const ParamInfo& param = (*out.params)[i];
    const bool stored = known && i < given.arguments.size();
    const QString content = stored ? given.arguments[i].content : QString();
    const bool open = stored && given.mode == CallMode::Save;  // an argument left open stays open
    EditedArgument argument{sourceOf(content, param),
                            content.isEmpty() && !open ? defaultContent(param, out.dims) : content, false};
    for (const DimSpec& dim : param.dims) argument.symbolic |= dim.kind == DimSpec::Kind::Symbol;
    out.arguments.push_back(std::move(argument));
  }
  return out;
}

std::vector<RunCall> RunCallModel::calls() const {
  std::vector<RunCall> out;
  out.reserve(calls_.size());
  for (const EditedCall& row : calls_) {
    RunCall made{keyOf(row), {}, row.dims, row.mode, row.savedAs, row.savesResult};
    made.arguments.reserve(row.arguments.size());
    for (size_t i = 0; i < row.arguments.size(); ++i)
      made.arguments.push_back({paramName((*row.params)[i]), row.arguments[i].value.trimmed()});
    out.push_back(std::move(made));
  }
  return out;
}

void RunCallModel::setCalls(const std::vector<RunCall>& calls) {
  beginResetModel();
  calls_.clear();
  saves_.clear();
  for (const RunCall& given : calls) {
    calls_.push_back(edited(given, calls_.size()));
    if (given.mode == CallMode::Save) saves_[given.savedAs].push_back(calls_.size() - 1);
  }
  if (calls_.empty()) calls_.push_back(edited({}, 0));
  for (size_t i = 0; i < calls_.size(); ++i) checkAll(i);
  endResetModel();
  emit changed();
}

int RunCallModel::add(int index) {
  return insert(std::clamp(index + 1, 0, count()), edited({}, static_cast<size_t>(std::clamp(index + 1, 0, count()))));
}

int RunCallModel::duplicate(int index) { return insert(index + 1, call(index)); }

int RunCallModel::insert(int at, EditedCall row) {
  std::vector<int> places(calls_.size());
  for (int i = 0; i < count(); ++i) places[static_cast<size_t>(i)] = i + (i >= at ? 1 : 0);
  beginInsertRows({}, at, at);
  calls_.insert(calls_.begin() + at, std::move(row));
  endInsertRows();
  checkAll(static_cast<size_t>(at));
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
  std::vector<int> order(calls_.size());  // old index of the call at each new place
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

/// Renumbers every result reference: the new index of a call is places[old index], -1 if it was removed.
void RunCallModel::renumber(const std::vector<int>& places) {
  const auto renumberList = [&](std::vector<EditedArgument>& list) {
    for (EditedArgument& argument : list) {
      argument.value = renumbered(argument.value, places);
      for (QString& kept : argument.kept) kept = renumbered(kept, places);
    }
  };
  indexSaves();
  for (size_t i = 0; i < calls_.size(); ++i) {
    renumberList(calls_[i].arguments);
    for (EditedArguments& kept : calls_[i].kept) renumberList(kept.list);
    for (size_t a = 0; a < calls_[i].arguments.size(); ++a)
      if (calls_[i].arguments[a].value.contains(QLatin1String("call"))) check(i, a);
  }
  emit dataChanged(index(0), index(count() - 1));
  emit changed();
}

void RunCallModel::setFunction(int index, FuncIndex function) {
  const Function* wanted = executable_->function(function);
  if (wanted == nullptr || call(index).function == function) return;
  RunCall next;
  next.function = functionKey(*wanted);
  replaceFunction(index, next);
}

void RunCallModel::setOther(int index, const QString& key) {
  if (call(index).other == key || !isOther(key, static_cast<size_t>(index))) return;
  RunCall next;
  next.function = key;
  replaceFunction(index, next);
}

void RunCallModel::replaceFunction(int index, const RunCall& next) {
  EditedCall& row = calls_[static_cast<size_t>(index)];
  const QString before = keyOf(row);
  EditedCall made = edited(next, static_cast<size_t>(index));
  made.mode = row.mode;
  made.savedAs = row.savedAs;
  made.savesResult = row.savesResult;
  made.kept = std::move(row.kept);
  if (made.kept.contains(next.function)) {
    EditedArguments back = made.kept.take(next.function);
    if (back.list.size() > made.params->size())
      made.params = paramsOfOther(made.other, static_cast<size_t>(index), back.list.size());
    if (back.list.size() == made.params->size()) {
      made.arguments = std::move(back.list);
      made.dims = std::move(back.dims);
    }
  }
  made.kept.insert(before, {std::move(row.arguments), std::move(row.dims)});
  row = std::move(made);
  checkAll(static_cast<size_t>(index));
  touched(index);
}

void RunCallModel::setMode(int index, CallMode mode) {
  EditedCall& row = calls_[static_cast<size_t>(index)];
  row.mode = mode;
  indexSaves();
  checkAll(static_cast<size_t>(index));
  touched(index);
}

void RunCallModel::setSavedAs(int index, const QString& name) {
  calls_[static_cast<size_t>(index)].savedAs = name;
  indexSaves();
  touched(index);
}

void RunCallModel::addArgument(int index) {
  EditedCall& row = calls_[static_cast<size_t>(index)];
  if (row.other.isEmpty()) return;
  row.params = paramsOfOther(row.other, static_cast<size_t>(index), row.arguments.size() + 1);
  row.arguments.push_back({ArgumentSource::Scalar, {}, false});
  check(static_cast<size_t>(index), row.arguments.size() - 1);
  touched(index);
}

void RunCallModel::removeArgument(int index) {
  EditedCall& row = calls_[static_cast<size_t>(index)];
  if (row.other.isEmpty() || row.arguments.empty()) return;
  row.arguments.pop_back();
  row.bad.erase(row.arguments.size());
  touched(index);
}

void RunCallModel::setDim(int index, const QString& name, qint64 extent) {
  EditedCall& row = calls_[static_cast<size_t>(index)];
  row.dims[name] = extent;
  for (size_t a = 0; a < row.arguments.size(); ++a) {
    EditedArgument& argument = row.arguments[a];
    const ParamInfo& param = (*row.params)[a];
    if (!argument.symbolic || (row.mode == CallMode::Save && argument.value.trimmed().isEmpty()))
      continue;  // an argument left open stays open
    const bool shape = param.kind == ParamInfo::Kind::Shape;
    argument.kept.remove(ArgumentSource::Random);  // will be defaulted from the new extents
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
    case ArgumentSource::Tuple: return QStringLiteral("tuple()");
    case ArgumentSource::Result: return index > 0 ? numbered(static_cast<size_t>(index) - 1) : QString(kDeleted);
    case ArgumentSource::Scalar:
      return param.kind == ParamInfo::Kind::Shape ? defaultContent(param, row.dims) : QStringLiteral("1");
  }
  return {};
}

void RunCallModel::setSource(int index, size_t argument, ArgumentSource source) {
  EditedCall& row = calls_[static_cast<size_t>(index)];
  EditedArgument& edited = row.arguments[argument];
  if (edited.source == source) return;
  // An unmodified default is not kept, because it depends on the dimensions; a result reference always is.
  if (edited.source == ArgumentSource::Result || edited.value != defaultOf(row, index, argument, edited.source))
    edited.kept[edited.source] = edited.value;
  edited.source = source;
  const auto kept = edited.kept.constFind(source);
  setValue(index, argument,
           kept != edited.kept.constEnd() ? edited.kept.take(source) : defaultOf(row, index, argument, source));
}

void RunCallModel::setValue(int index, size_t argument, const QString& value) {
  EditedCall& row = calls_[static_cast<size_t>(index)];
  row.arguments[argument].value = value;
  check(static_cast<size_t>(index), argument);
  touched(index);
}

void RunCallModel::setValues(const QMap<int, std::vector<QString>>& values) {
  if (values.isEmpty()) return;
  for (auto each = values.begin(); each != values.end(); ++each) {
    const auto index = static_cast<size_t>(each.key());
    EditedCall& row = calls_[index];
    for (size_t a = 0; a < each->size() && a < row.arguments.size(); ++a) {
      const QString& value = (*each)[a];
      if (value.isEmpty()) continue;
      row.arguments[a].source = sourceOf(value, (*row.params)[a]);
      row.arguments[a].value = value;
      checkText(index, a);
    }
    checkOpen(index);
    emit valuesSet(each.key());
  }
  emit dataChanged(this->index(values.firstKey()), this->index(values.lastKey()));
  emit changed();
}

std::optional<std::pair<int, size_t>> RunCallModel::firstBad() const {
  for (int i = 0; i < count(); ++i)
    if (!call(i).bad.empty()) return std::pair(i, *call(i).bad.begin());
  return std::nullopt;
}

void RunCallModel::touched(int index) {
  emit dataChanged(this->index(index), this->index(index));
  emit changed();
}

void RunCallModel::checkText(size_t index, size_t argument) {
  EditedCall& row = calls_[index];
  const QString content = row.arguments[argument].value.trimmed();
  const bool good =
      !content.isEmpty() && content != QLatin1String("@") && parseInputContent(content.toStdString(), index).ok();
  if (good) row.bad.erase(argument);
  else row.bad.insert(argument);
}

void RunCallModel::check(size_t index, size_t argument) {
  checkText(index, argument);
  checkOpen(index);
}

/// Of a function to save, leading arguments may be left open; after the first given one, all must be given.
void RunCallModel::checkOpen(size_t index) {
  EditedCall& row = calls_[index];
  if (row.mode != CallMode::Save) return;
  bool given = false;
  for (size_t a = 0; a < row.arguments.size(); ++a) {
    const bool open = row.arguments[a].value.trimmed().isEmpty();
    given |= !open;
    if (!open) continue;
    if (given) row.bad.insert(a);
    else row.bad.erase(a);
  }
}

void RunCallModel::checkAll(size_t index) {
  for (size_t a = 0; a < calls_[index].arguments.size(); ++a) checkText(index, a);
  checkOpen(index);
}

QString RunCallModel::problemOf(size_t index, const QString& name, const QString& value) const {
  const QString content = value.trimmed();
  if (content.isEmpty() && calls_[index].mode == CallMode::Save)
    return tr("%1: enter a value, because an earlier argument has one; only trailing arguments can be saved").arg(name);
  if (content.isEmpty() || content == QLatin1String("@"))
    return tr("%1: enter a value, for example float32[2,3], @file.npy or 5").arg(name);
  if (isDeleted(content)) return tr("%1: the call whose result it uses was removed; choose another one").arg(name);
  for (const ResultRef& ref : refsOf(content)) {
    const QString other = numbered(ref.call);
    if (ref.call < index) continue;
    if (ref.call == index) return tr("%1: a call cannot use its own result, only that of an earlier call").arg(name);
    if (ref.call < calls_.size())
      return tr("%1: %2 comes later; only the result of an earlier call can be used").arg(name, other);
    return tr("%1: there is no %2").arg(name, other);
  }
  const auto parsed = parseInputContent(content.toStdString(), index);
  return parsed.ok() ? QString() : QStringLiteral("%1: %2").arg(name, engineText(parsed.error().message));
}

QString RunCallModel::problemOf(int index) const {
  const EditedCall& row = call(index);
  const QString number = numbered(static_cast<size_t>(index));
  if (row.other.isEmpty() && !row.function.valid()) return tr("No function of this file can be called.");
  if (!row.other.isEmpty() && !isOther(row.other, static_cast<size_t>(index)))
    return tr("%1: no earlier call saves a function as %2").arg(number, row.other);
  const bool byName = !row.other.isEmpty() &&
                      (row.mode == CallMode::Stateful || saverOf(row.other, static_cast<size_t>(index)) == nullptr);
  if (byName && row.mode != CallMode::Call)
    return tr("%1: %2 is not a function of this file, so it can only be called").arg(number, row.other);
  if (row.mode == CallMode::Save && row.savedAs.isEmpty())
    return tr("%1: enter a name for the saved function %2").arg(number, functionName(index));
  if (row.mode == CallMode::Save && callable_.contains(row.savedAs))
    return tr("%1: %2 is a function of this file; save under another name").arg(number, row.savedAs);
  if (row.bad.empty()) return {};
  const size_t argument = *row.bad.begin();
  const QString name = paramName((*row.params)[argument]);
  const QString where = count() > 1 ? QStringLiteral("%1 (%2), %3").arg(number, functionName(index), name) : name;
  return problemOf(static_cast<size_t>(index), where, row.arguments[argument].value);
}

QString RunCallModel::problem() const {
  for (int i = 0; i < count(); ++i)
    if (QString text = problemOf(i); !text.isEmpty()) return text;
  return {};
}

}  // namespace relaxscope
