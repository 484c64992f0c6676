// SPDX-License-Identifier: GPL-3.0-or-later
// The calls of a run while they are edited: each with its function, what is known of the parameters, and a
// value for every one of them. Moves and removals renumber the results that calls take of earlier ones.
// Knows what is wrong with every value at any time; thousands of arguments and calls are fine.
#pragma once

#include <QAbstractListModel>
#include <QHash>
#include <QSet>

#include <set>

#include "app/window/run/call_text.h"
#include "app/window/run/run_spec.h"

namespace relaxscope {

/// One argument of a call that is edited.
struct EditedArgument {
  ArgumentSource source = ArgumentSource::Random;
  QString value;
  bool symbolic = false;                    ///< its default depends on a dimension
  QMap<ArgumentSource, QString> kept = {};  ///< what was given from the other sources, for the way back
};
/// What is given for the parameters of one function.
struct EditedArguments {
  std::vector<EditedArgument> list;
  QMap<QString, qint64> dims;
};
/// One call; `arguments` has one a parameter.
struct EditedCall {
  FuncIndex function;  ///< invalid where the file has no function to call, and of others
  QString other;       ///< key of a saved function or a host call; empty: one of the file
  std::shared_ptr<const std::vector<ParamInfo>> params;
  std::vector<EditedArgument> arguments;
  QMap<QString, qint64> dims;
  wire::CallMode mode = wire::CallMode::Call;
  QString savedAs;  ///< name of a function that it saves
  bool savesResult = true;
  QMap<QString, EditedArguments> kept;  ///< of the functions it had before, by their keys, for the way back
  std::set<size_t> bad;                 ///< arguments whose value is missing or wrong
};

class RunCallModel : public QAbstractListModel {
  Q_OBJECT
 public:
  enum Role {
    NumberRole = Qt::UserRole,  ///< "call0", as results are named
    DetailRole,                 ///< "stateful · takes call0.1"
    ProblemRole,                ///< what is wrong with the call, or empty
  };
  RunCallModel(std::shared_ptr<const Executable> executable, const std::vector<RunCall>& calls, QObject* parent);

  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : count(); }
  [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;

  [[nodiscard]] int count() const { return static_cast<int>(calls_.size()); }
  [[nodiscard]] const EditedCall& call(int index) const { return calls_[static_cast<size_t>(index)]; }
  [[nodiscard]] QString functionName(int index) const;
  /// Keys of the functions that are not the file's and that a call may name: those saved before it, then host calls.
  [[nodiscard]] QStringList otherFunctions(int index) const;
  /// Functions of the file that can be called, in its order.
  [[nodiscard]] const std::vector<FuncIndex>& functions() const { return functions_; }
  [[nodiscard]] const Executable& executable() const { return *executable_; }
  [[nodiscard]] std::vector<RunCall> calls() const;
  void setCalls(const std::vector<RunCall>& calls);

  /// A call of the default function behind `index`; its index.
  int add(int index);
  /// A copy behind it; its index. What takes the result of the first still does.
  int duplicate(int index);
  /// What took its result is a problem from then on. The last call stays.
  void remove(int index);
  /// Puts a call where another is; false where there is no such place.
  bool move(int from, int to);
  void setFunction(int index, FuncIndex function);
  /// One that is not the file's; its arguments are those that are known, and more may be added.
  void setOther(int index, const QString& key);
  void setMode(int index, wire::CallMode mode);
  void setSavedAs(int index, const QString& name);
  /// Of calls of other functions, whose parameters are not all known.
  void addArgument(int index);
  void removeArgument(int index);
  void setDim(int index, const QString& name, qint64 extent);
  /// Changes the kind of an argument, which has the value again that was given for that kind, or its default.
  void setSource(int index, size_t argument, ArgumentSource source);
  void setValue(int index, size_t argument, const QString& value);

  /// What is wrong with the first call that has something wrong, or empty.
  [[nodiscard]] QString problem() const;
  [[nodiscard]] QString problemOf(int index) const;

 signals:
  void changed();
  /// Values of a call's arguments are others now; the arguments are the same.
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
  QHash<QString, std::vector<size_t>> saves_;  ///< of a saved name the calls that save under it, in order
};

}  // namespace relaxscope
