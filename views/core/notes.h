// SPDX-License-Identifier: GPL-3.0-or-later
// The user's notes and names for one executable, stored in a side file, never in the executable: keyed by function
// name and pc relative to the function's first instruction, undoable step by step, shown by the views that list code.
#pragma once

#include <QObject>
#include <QString>
#include <QUndoStack>

#include <map>
#include <memory>
#include <unordered_map>
#include <utility>

#include "vmcore/model/executable.h"

namespace relaxscope {

/// A layer of a function (vmcore/analysis/regions/layer_map.h) by its first instruction, as a pc relative to the
/// function's first one, and its depth: an inner layer may begin where the one around it does.
struct LayerKey {
  std::string function;
  int64_t pc = 0;
  uint32_t depth = 0;
  friend auto operator<=>(const LayerKey&, const LayerKey&) = default;
};

/// Content of the side file.
struct NoteBook {
  /// Function name, and pc relative to its first instruction; -1: the function itself.
  using Key = std::pair<std::string, int64_t>;
  std::map<Key, QString> notes;
  std::map<std::string, QString> names;  ///< of functions, by their original name
  std::map<LayerKey, QString> layers;    ///< names of layers
  [[nodiscard]] bool empty() const { return notes.empty() && names.empty() && layers.empty(); }
  friend bool operator==(const NoteBook&, const NoteBook&) = default;
};

/// The same, by row and pc of one executable, for painting; immutable.
struct NoteTable {
  std::unordered_map<int64_t, QString> names;  ///< by row of the function table
  std::unordered_map<int64_t, QString> functionNotes;
  std::unordered_map<int64_t, QString> notes;              ///< by pc
  std::map<std::pair<int64_t, uint32_t>, QString> layers;  ///< by first pc and depth
  [[nodiscard]] bool empty() const { return names.empty() && functionNotes.empty() && notes.empty() && layers.empty(); }
  [[nodiscard]] QString name(FuncIndex function) const;
  [[nodiscard]] QString note(FuncIndex function) const;
  [[nodiscard]] QString note(InstrIndex pc) const;
  [[nodiscard]] QString layerName(InstrIndex first, uint32_t depth) const;
};
/// The union of both; `over` takes precedence.
NoteBook mergedNotes(NoteBook under, const NoteBook& over);
NoteTable resolveNotes(const NoteBook& book, const Executable& executable);

class Notes : public QObject {
  Q_OBJECT
 public:
  explicit Notes(QObject* parent = nullptr);

  [[nodiscard]] const NoteBook& book() const { return book_; }
  /// Never null.
  [[nodiscard]] std::shared_ptr<const NoteTable> table() const { return table_; }
  [[nodiscard]] QUndoStack* undoStack() { return &undo_; }
  /// Switches to another executable: keeps the book and resolves its rows again.
  void setExecutable(std::shared_ptr<const Executable> executable);
  /// Sets the content of the side file; clears the undo stack.
  void setBook(NoteBook book);
  /// The same if the user may have edited since setBook({}): those edits take precedence over the file, as one
  /// undoable step that edited() reports.
  void addBook(NoteBook book);
  /// Undoable steps; an empty text removes the note or name.
  void setNote(FuncIndex function, InstrIndex pc, const QString& text);
  void setName(FuncIndex function, const QString& name);
  void setLayerName(FuncIndex function, InstrIndex first, uint32_t depth, const QString& name);

 signals:
  void changed();  ///< table() was replaced
  void edited();   ///< by the user; must be saved

 private:
  class Step;
  void apply(NoteBook book);
  void push(const QString& text, NoteBook after);
  NoteBook book_;
  std::shared_ptr<const Executable> executable_;
  std::shared_ptr<const NoteTable> table_;
  QUndoStack undo_;
};

}  // namespace relaxscope
