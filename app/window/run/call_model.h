// SPDX-License-Identifier: GPL-3.0-or-later
// The calls of a run while they are edited: each with its function, the known parameters and a value for each of
// them. Moves and removals renumber references to results of earlier calls. Every value is validated whenever it
// changes; scales to thousands of arguments and calls.
#pragma once

#include <QAbstractListModel>
#include <QHash>
#include <QSet>

#include <optional>
#include <set>
#include <utility>

#include "app/window/run/call_text.h"
#include "app/window/run/run_spec.h"

namespace relaxscope {

/// One argument of an edited call.
struct EditedArgument {
  ArgumentSource source = ArgumentSource::Random;
  QString value;
  bool symbolic = false;                    ///< its default depends on a dimension
  QMap<ArgumentSource, QString> kept = {};  ///< values of the other sources, restored when the user switches back
};
/// Values for the parameters of one function.
struct EditedArguments {
  std::vector<EditedArgument> list;
  QMap<QString, qint64> dims;
};
/// One call; `arguments` has one entry per parameter.
struct EditedCall {
  FuncIndex function;  ///< invalid if the file has no function to call, or if `other` is set
  QString other;       ///< key of a saved function or a host call; empty: a function of the file
  std::shared_ptr<const std::vector<ParamInfo>> params;
  std::vector<EditedArgument> arguments;
  QMap<QString, qint64> dims;
  CallMode mode = CallMode::Call;
  QString savedAs;  ///< CallMode::Save: name of the saved function
  bool savesResult = true;
  QMap<QString, EditedArguments> kept;  ///< by key of earlier functions, restored when the user switches back
  std::set<size_t> bad;                 ///< arguments whose value is missing or invalid
};

class RunCallModel : public QAbstractListModel {
  Q_OBJECT
 public:
  enum Role {
    NumberRole = Qt::UserRole,  ///< "call0", as results are named
    DetailRole,                 ///< "stateful · takes call0.1"
    ProblemRole,                ///< the call's error, or empty
  };
  RunCallModel(std::shared_ptr<const Executable> executable, const std::vector<RunCall>& calls, QObject* parent);

  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : count(); }
  [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;

  [[nodiscard]] int count() const { return static_cast<int>(calls_.size()); }
  [[nodiscard]] const EditedCall& call(int index) const { return calls_[static_cast<size_t>(index)]; }
  [[nodiscard]] QString functionName(int index) const;
  /// Keys of callable functions outside the file: functions saved by earlier calls, then host calls.
  [[nodiscard]] QStringList otherFunctions(int index) const;
  /// Callable functions of the file, in file order.
  [[nodiscard]] const std::vector<FuncIndex>& functions() const { return functions_; }
  [[nodiscard]] const Executable& executable() const { return *executable_; }
  [[nodiscard]] std::vector<RunCall> calls() const;
  void setCalls(const std::vector<RunCall>& calls);

  /// Inserts a call of the default function after `index`; returns the new index.
  int add(int index);
  /// Inserts a copy after `index`; returns the new index. References to the original's result are unchanged.
  int duplicate(int index);
  /// References to its result become errors. The last remaining call cannot be removed.
  void remove(int index);
  /// Moves a call to place `to`; returns false if there is no such place.
  bool move(int from, int to);
  void setFunction(int index, FuncIndex function);
  /// Sets a function outside the file; gives it its known arguments, to which more can be added.
  void setOther(int index, const QString& key);
  void setMode(int index, CallMode mode);
  void setSavedAs(int index, const QString& name);
  /// For calls of functions outside the file, whose parameters are not all known.
  void addArgument(int index);
  void removeArgument(int index);
  void setDim(int index, const QString& name, qint64 extent);
  /// Changes the source of an argument; restores the value last given for that source, otherwise its default.
  void setSource(int index, size_t argument, ArgumentSource source);
  void setValue(int index, size_t argument, const QString& value);
  /// Sets the values that are not empty, by call and argument, with the sources of their texts.
  void setValues(const QMap<int, std::vector<QString>>& values);
  /// The first call with a missing or invalid argument, and the argument; nothing if there is none.
  [[nodiscard]] std::optional<std::pair<int, size_t>> firstBad() const;

  /// The error of the first invalid call, or empty.
  [[nodiscard]] QString problem() const;
  [[nodiscard]] QString problemOf(int index) const;

 signals:
  void changed();
  /// Values of a call's arguments have changed, but not the set of arguments.
  void valuesSet(int index);

 private:
  [[nodiscard]] static QString defaultOf(const EditedCall& row, int index, size_t argument, ArgumentSource source);
  [[nodiscard]] EditedCall edited(const RunCall& given, size_t index) const;
  [[nodiscard]] std::shared_ptr<const std::vector<ParamInfo>> paramsOf(FuncIndex function) const;
  [[nodiscard]] std::shared_ptr<const std::vector<ParamInfo>> paramsOfOther(const QString& key, size_t index,
                                                                            size_t atLeast) const;
  [[nodiscard]] bool isOther(const QString& key, size_t index) const;
  [[nodiscard]] const EditedCall* saverOf(const QString& key, size_t index) const;
  [[nodiscard]] QString keyOf(const EditedCall& row) const;
  void replaceFunction(int index, const RunCall& next);
  [[nodiscard]] QString problemOf(size_t index, const QString& name, const QString& value) const;
  int insert(int at, EditedCall row);
  void checkText(size_t index, size_t argument);
  void check(size_t index, size_t argument);
  void checkOpen(size_t index);
  void checkAll(size_t index);
  void indexSaves();
  void renumber(const std::vector<int>& places);
  void touched(int index);

  std::shared_ptr<const Executable> executable_;
  std::vector<FuncIndex> functions_;
  mutable QMap<qint64, std::shared_ptr<const std::vector<ParamInfo>>> params_;
  std::vector<EditedCall> calls_;
  QSet<QString> callable_;                     ///< keys of functions_
  QHash<QString, std::vector<size_t>> saves_;  ///< by saved name: calls that save under it, in order
};

}  // namespace relaxscope
