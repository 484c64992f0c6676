// SPDX-License-Identifier: GPL-3.0-or-later
// The model of all views: a file with the data derived from it, an optional trace, and the selection.
// Data is immutable: setters replace shared pointers to const, then views reset their models.
#pragma once

#include <QObject>
#include <QString>

#include <memory>
#include <typeindex>
#include <unordered_map>

#include "views/core/code_assembler.h"
#include "views/core/notes.h"
#include "views/core/request.h"
#include "views/core/run_history.h"
#include "views/core/selection.h"
#include "vmcore/analysis/function_facts.h"
#include "vmcore/analysis/run_obstacles.h"
#include "vmcore/analysis/summary.h"
#include "vmcore/base/diagnostics.h"
#include "vmcore/model/byte_map.h"
#include "vmcore/model/loaded_file.h"
#include "vmcore/trace/statistics.h"
#include "vmcore/trace/trace.h"

namespace relaxscope {

/// The result of loading, produced off the GUI thread.
struct DocumentData {
  QString path;
  std::shared_ptr<const LoadedFile> file;        ///< null for a lone .rsprof
  std::shared_ptr<const Executable> executable;  ///< from the file, or from the .rsprof
  std::shared_ptr<const ExecutableSummary> summary;
  std::shared_ptr<const Diagnostics> diagnostics;  ///< notes of the readers and the verifier's findings
  std::shared_ptr<const ByteMap> byteMap;          ///< decoded fields of the file's bytes; null for a lone .rsprof
  std::vector<RunObstacle> obstacles;              ///< why it cannot be run, most important first
  QString constantsPath;                           ///< of the file that provided the late-bound constants; else empty
  bool edited = false;                             ///< the executable was edited; `file` is its origin
};
enum class RunState : uint8_t { Idle, Starting, Running, Stopping };

/// What statistics are made of: all that was recorded, or what a run has recorded so far.
enum class FiguresOf : uint8_t { WholeRun, RunSoFar };

class DerivedValues;
template <class Key>
class Derived;

class Document : public QObject {
  Q_OBJECT
 public:
  explicit Document(QObject* parent = nullptr);

  [[nodiscard]] const DocumentData& data() const { return data_; }
  [[nodiscard]] const Executable* executable() const { return data_.executable.get(); }
  /// Facts derived from the executable's functions; null without an executable.
  [[nodiscard]] std::shared_ptr<const FunctionFacts> facts() const { return facts_; }
  /// What is derived of the executable for this type of key; callers include views/core/derived.h. A second document
  /// shares the first's.
  template <class Key>
  [[nodiscard]] Derived<Key>* derived();
  [[nodiscard]] std::shared_ptr<const Trace> trace() const { return trace_; }
  /// Statistics of the current trace by callee and by site; null until they are computed.
  [[nodiscard]] std::shared_ptr<const TraceStatistics> byCallee() const { return byCallee_; }
  [[nodiscard]] std::shared_ptr<const TraceStatistics> bySite() const { return bySite_; }
  [[nodiscard]] Selection* selection() { return &selection_; }
  /// The user's notes and names; never part of the executable.
  [[nodiscard]] Notes* notes() { return first_ != nullptr ? first_->notes() : &notes_; }
  /// Whether it is a second one of the same data, for views that are shown twice: its code cannot be edited.
  [[nodiscard]] bool isSecond() const { return first_ != nullptr; }
  /// The runs that were made of it.
  [[nodiscard]] RunHistory* runs() { return first_ != nullptr ? first_->runs() : &runs_; }
  /// The assembler of edit mode; null: editing is unavailable.
  [[nodiscard]] std::shared_ptr<const CodeAssembler> assembler() const { return assembler_; }
  void setAssembler(std::shared_ptr<const CodeAssembler> assembler) { assembler_ = std::move(assembler); }
  /// One sentence in the interface's language, the same in all views that offer a run; empty: a run can be attempted.
  [[nodiscard]] const QString& whyNotRunnable() const { return whyNotRunnable_; }
  [[nodiscard]] bool runsEmulated() const { return runsEmulated_; }
  /// Whether everything missing may be in a library that the user supplies for the run.
  [[nodiscard]] bool needsLibrary() const { return needsLibrary_; }
  [[nodiscard]] bool areFiguresSoFar() const { return byCallee_ && figuresOf_ == FiguresOf::RunSoFar; }
  [[nodiscard]] const QString& statisticsError() const { return statisticsError_; }
  [[nodiscard]] RunState runState() const { return runState_; }
  /// Text of the last run's failure, empty on success; shown as an inline strip by views that need a run.
  [[nodiscard]] const QString& runFailure() const { return runFailure_; }
  /// The place of the failure, for a link; unknown parts are invalid.
  [[nodiscard]] const Place& runFailurePlace() const { return runFailurePlace_; }

  void setData(DocumentData data);
  void setTrace(std::shared_ptr<const Trace> trace);
  void setStatistics(std::shared_ptr<const TraceStatistics> byCallee, std::shared_ptr<const TraceStatistics> bySite,
                     FiguresOf of = FiguresOf::WholeRun);
  /// Why the statistics of the current trace could not be computed; cleared by setStatistics().
  void setStatisticsError(const QString& text);
  void setRunState(RunState state);
  void setWhyNotRunnable(const QString& sentence, bool needsLibrary);
  /// Whether the next run is on the emulated GPU.
  void setRunsEmulated(bool emulated);
  void setRunFailure(const QString& text, const Place& place);
  /// File name, with its folder if the name is generic ("transformer2/model.so").
  [[nodiscard]] QString title() const;
  [[nodiscard]] static QString titleOf(const QString& path);
  [[nodiscard]] QString functionName(FuncIndex function) const;
  /// The user's name for it, else its own name, printable: for display, never for lookup.
  [[nodiscard]] QString shownName(FuncIndex function) const;

 protected:
  /// A second one: shares notes, runs and derived facts with the first, which must outlive it.
  Document(Document* first, QObject* parent);

 signals:
  void dataChanged();
  void traceChanged();  ///< at most every 33 ms while a run streams
  void statisticsChanged();
  void runStateChanged();  ///< also when it became possible or impossible to run
  void runFailureChanged();
  /// A view requests an action that only the application can perform.
  void requested(const relaxscope::Request& request);
  /// Edit mode produced this executable; the application makes it the document's data.
  void edited(std::shared_ptr<const relaxscope::Executable> executable);
  /// The executable of the last edited() could not be made the document's data.
  void editFailed();
  void draftChanged();  ///< code that is being edited began or ceased to differ from the document's

 private:
  DerivedValues*& derivedValues(std::type_index key);

  Document* first_ = nullptr;
  DocumentData data_;
  std::shared_ptr<const FunctionFacts> facts_;
  std::unordered_map<std::type_index, DerivedValues*> derived_;  ///< by type of key; children of the document
  std::shared_ptr<const Trace> trace_;
  std::shared_ptr<const TraceStatistics> byCallee_, bySite_;
  FiguresOf figuresOf_ = FiguresOf::WholeRun;
  QString statisticsError_;
  Selection selection_;
  Notes notes_;
  RunHistory runs_;
  std::shared_ptr<const CodeAssembler> assembler_;
  RunState runState_ = RunState::Idle;
  QString whyNotRunnable_;
  bool runsEmulated_ = false;
  bool needsLibrary_ = false;
  QString runFailure_;
  Place runFailurePlace_;
};

}  // namespace relaxscope
