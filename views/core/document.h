// SPDX-License-Identifier: GPL-3.0-or-later
// All that views know: a file with what was derived from it, perhaps a trace, and the selection.
// Old data out, new data in: setters replace shared pointers to const, views reset their models.
#pragma once

#include <QObject>
#include <QString>

#include <memory>

#include "views/core/code_assembler.h"
#include "views/core/notes.h"
#include "views/core/request.h"
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

/// What loading produces off the GUI thread.
struct DocumentData {
  QString path;
  std::shared_ptr<const LoadedFile> file;        ///< null for a lone .rsprof
  std::shared_ptr<const Executable> executable;  ///< of the file, or out of the .rsprof
  std::shared_ptr<const ExecutableSummary> summary;
  std::shared_ptr<const Diagnostics> diagnostics;  ///< notes of the readers and the verifier's findings
  std::shared_ptr<const ByteMap> byteMap;          ///< what the file's bytes mean; null for a lone .rsprof
  std::vector<RunObstacle> obstacles;              ///< what keeps it from being run, the most important first
  QString constantsPath;  ///< of the file that the late-bound constants were taken from; else empty
  bool edited = false;    ///< the executable is an edited one; `file` is what it came from
};
enum class RunState : uint8_t { Idle, Starting, Running, Stopping };

class Document : public QObject {
  Q_OBJECT
 public:
  explicit Document(QObject* parent = nullptr);

  [[nodiscard]] const DocumentData& data() const { return data_; }
  [[nodiscard]] const Executable* executable() const { return data_.executable.get(); }
  /// What is derived of the executable's functions; null without an executable.
  [[nodiscard]] std::shared_ptr<const FunctionFacts> facts() const { return facts_; }
  [[nodiscard]] std::shared_ptr<const Trace> trace() const { return trace_; }
  /// Statistics of the current trace by callee and by site; null until they are computed.
  [[nodiscard]] std::shared_ptr<const TraceStatistics> byCallee() const { return byCallee_; }
  [[nodiscard]] std::shared_ptr<const TraceStatistics> bySite() const { return bySite_; }
  [[nodiscard]] Selection* selection() { return &selection_; }
  /// Notes and names that a person gave; never part of the executable.
  [[nodiscard]] Notes* notes() { return &notes_; }
  /// What edit mode writes and reads texts with; null: nothing can be edited.
  [[nodiscard]] std::shared_ptr<const CodeAssembler> assembler() const { return assembler_; }
  void setAssembler(std::shared_ptr<const CodeAssembler> assembler) { assembler_ = std::move(assembler); }
  /// One sentence in the interface's language, the same wherever a run is offered; empty: a run can be tried.
  [[nodiscard]] const QString& whyNotRunnable() const { return whyNotRunnable_; }
  /// Whether all that is missing may be in a library that somebody gives for the run.
  [[nodiscard]] bool needsLibrary() const { return needsLibrary_; }
  [[nodiscard]] RunState runState() const { return runState_; }
  /// Text of the last run's failure, empty when it went well; shown as an inline strip by views that need a run.
  [[nodiscard]] const QString& runFailure() const { return runFailure_; }
  /// Where the failed run stood, for a link; invalid parts where unknown.
  [[nodiscard]] const Place& runFailurePlace() const { return runFailurePlace_; }

  void setData(DocumentData data);
  void setTrace(std::shared_ptr<const Trace> trace);
  void setStatistics(std::shared_ptr<const TraceStatistics> byCallee, std::shared_ptr<const TraceStatistics> bySite);
  void setRunState(RunState state);
  void setWhyNotRunnable(const QString& sentence, bool needsLibrary);
  void setRunFailure(const QString& text, const Place& place);
  /// File name, with its folder where the name alone says nothing ("transformer2/model.so").
  [[nodiscard]] QString title() const;
  [[nodiscard]] static QString titleOf(const QString& path);
  [[nodiscard]] QString functionName(FuncIndex function) const;
  /// What a person named it, else its own name, printable: for showing, never for looking it up.
  [[nodiscard]] QString shownName(FuncIndex function) const;

 signals:
  void dataChanged();
  void traceChanged();  ///< at most every 33 ms while a run streams
  void statisticsChanged();
  void runStateChanged();  ///< also when it became possible or impossible to run
  void runFailureChanged();
  /// A view asks for something only the application can do.
  void requested(const relaxscope::Request& request);
  /// Edit mode made this of the executable; the application takes it over as the document's data.
  void edited(std::shared_ptr<const relaxscope::Executable> executable);

 private:
  DocumentData data_;
  std::shared_ptr<const FunctionFacts> facts_;
  std::shared_ptr<const Trace> trace_;
  std::shared_ptr<const TraceStatistics> byCallee_, bySite_;
  Selection selection_;
  Notes notes_;
  std::shared_ptr<const CodeAssembler> assembler_;
  RunState runState_ = RunState::Idle;
  QString whyNotRunnable_;
  bool needsLibrary_ = false;
  QString runFailure_;
  Place runFailurePlace_;
};

}  // namespace relaxscope
