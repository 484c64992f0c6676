// SPDX-License-Identifier: GPL-3.0-or-later
// The model of the views of a pair: two documents, how they are compared, the differences, the current one, and the
// times of two traces. The comparison runs on the thread pool; a newer one replaces it.
#pragma once

#include <array>
#include <functional>
#include <memory>

#include "views/core/differences.h"
#include "views/core/document.h"
#include "views/core/latest_task.h"
#include "views/core/pair_times.h"
#include "vmcore/run/compare/value_comparison.h"

namespace relaxscope {

enum class Side : uint8_t { Old, New };
/// A side as it was when it was compared.
struct ComparedSide : DiffSide {
  QString name, path;
};
/// Names of a function on both sides.
using NamePairs = std::vector<std::pair<std::string, std::string>>;

class Comparison : public QObject {
  Q_OBJECT
 public:
  /// Compares two executables; called on the thread pool.
  using Engine = std::function<Result<ExecutableDiff>(const DiffSide&, const DiffSide&, const DiffOptions&,
                                                      const std::stop_token&)>;
  explicit Comparison(QObject* parent = nullptr, Engine engine = {});

  [[nodiscard]] Document* document(Side side) const { return documents_[static_cast<size_t>(side)]; }
  [[nodiscard]] const std::shared_ptr<const Executable>& executable(Side side) const {
    return document(side)->data().executable;
  }
  /// A side as it is compared: of edited code without its file.
  [[nodiscard]] DiffSide side(Side side) const;
  /// Replaces a side and its trace, which may be null; compares once both have an executable.
  void setData(Side side, DocumentData data, std::shared_ptr<const Trace> trace = nullptr);
  /// Replaces what was recorded of a side's executable; null: nothing was.
  void setTrace(Side side, std::shared_ptr<const Trace> trace);
  /// What the calls of both traces wrote, compared; null: that was not recorded. Goes with the traces.
  [[nodiscard]] const std::shared_ptr<const ValueComparison>& values() const { return values_[0]; }
  void setValues(const std::shared_ptr<const ValueComparison>& values);
  [[nodiscard]] bool hasTraces() const { return document(Side::Old)->trace() && document(Side::New)->trace(); }
  /// What a side is called beside the other: the folder or the file, whichever tells them apart.
  [[nodiscard]] QString name(Side side) const;
  /// Overrides name(): "model (edited)".
  void setName(Side side, const QString& name);
  /// "pair_base ↔ pair_fused".
  [[nodiscard]] QString title() const;
  /// Old becomes new; matches made by hand are kept.
  void swap();

  /// Null until there is one. Valid until diffChanged(): while the files are compared again, it is the previous one.
  [[nodiscard]] std::shared_ptr<const ExecutableDiff> diff() const { return diff_; }
  /// What diff() is of: the sides may have been exchanged or read again since.
  [[nodiscard]] const ComparedSide& compared(Side side) const { return compared_[static_cast<size_t>(side)]; }
  /// "main": a function of compared(side), as its document shows it.
  [[nodiscard]] QString functionName(Side side, FuncIndex index) const;
  /// Of its new side, or of the one that it has.
  [[nodiscard]] QString functionName(const FunctionPair& pair) const {
    return pair.now.valid() ? functionName(Side::New, pair.now) : functionName(Side::Old, pair.old);
  }
  /// Why they could not be compared; empty: they could, or are being compared.
  [[nodiscard]] const QString& error() const { return error_; }
  [[nodiscard]] bool isPending() const { return task_.isPending(); }
  /// Of both traces, once the code has been compared.
  [[nodiscard]] PairTimes* times() { return &times_; }
  [[nodiscard]] const PairTimes* times() const { return &times_; }
  /// Stops comparing code or times, which is then an error.
  void cancel();

  // Matches of functions made and cut by hand, by name.
  void matchByHand(const std::string& old, const std::string& now);
  void cutMatch(const std::string& old, const std::string& now);
  void setHandMatches(NamePairs matched, NamePairs cut);
  [[nodiscard]] const NamePairs& matched() const { return options_.matched; }
  [[nodiscard]] const NamePairs& cut() const { return options_.unmatched; }

  /// Of the kinds that are not hidden.
  [[nodiscard]] const std::vector<Difference>& differences() const { return differences_; }
  /// Kinds of change that no step leads to.
  [[nodiscard]] const KindSet& hiddenKinds() const { return hidden_; }
  void setHiddenKinds(const KindSet& hidden);
  /// The current place; that of the first difference at first.
  [[nodiscard]] const DiffPlace& place() const { return place_; }
  void select(const DiffPlace& place);
  /// What the last step has to say beside its place, for the status bar; empty: nothing. Gone with the place.
  [[nodiscard]] const QString& remark() const { return remark_; }
  void setRemark(const QString& remark);
  /// The difference at the current place, or -1.
  [[nodiscard]] int current() const;
  /// The next difference, or the one before; -1: there is none.
  [[nodiscard]] int neighbour(bool backwards) const;
  void step(bool backwards);
  /// Shows the function of a place in its file, at the instruction of the new side if it has one.
  void open(const DiffPlace& place);

 signals:
  /// A view requests that the sides are swapped: the application knows the files.
  void swapRequested();
  /// A view requests that both are run in turns.
  void runRequested();
  /// The differences as a file: id of a row of diffExporters(); empty: a picture of the view.
  void exportRequested(const QString& id);
  /// The times as a file: id of a row of timesExporters(); empty: a picture of the view.
  void timesExportRequested(const QString& id, relaxscope::Grouping grouping);
  void openRequested(relaxscope::Side side, const relaxscope::Place& place);
  void dataChanged();         ///< of either side or its trace, also when they are swapped
  void valuesChanged();       ///< there are others, or none
  void diffChanged();         ///< there is another one, none, or an error
  void pendingChanged();      ///< it is being compared, or no longer
  void placeChanged();        ///< the current place
  void differencesChanged();  ///< kinds were hidden or shown
  void remarkChanged();
  void handMatchesChanged();

 private:
  void compare();
  void compareTimes();
  void report(std::shared_ptr<const ExecutableDiff> diff, const QString& error);
  void answer(std::shared_ptr<const ExecutableDiff> diff, const QString& error);
  [[nodiscard]] DiffOptions options() const;
  [[nodiscard]] DiffPlace firstPlace() const;

  Engine engine_;
  std::array<Document*, 2> documents_;  ///< by Side; children
  std::array<QString, 2> names_;        ///< by Side; empty: from the path
  DiffOptions options_;
  std::shared_ptr<const ExecutableDiff> diff_;
  std::array<ComparedSide, 2> compared_;  ///< by Side; of diff_
  QString error_;
  std::string why_;  ///< the engine's words for `error_`
  LatestTask task_;
  PairTimes times_;
  std::array<std::shared_ptr<const ValueComparison>, 2> values_;  ///< as the sides are, and exchanged
  KindSet hidden_;
  std::vector<Difference> differences_;
  DiffPlace place_;
  QString remark_;
  std::string shown_;  ///< name of the function that was selected; empty: none was
};

}  // namespace relaxscope
