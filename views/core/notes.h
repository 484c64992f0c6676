// SPDX-License-Identifier: GPL-3.0-or-later
// A person's notes and names for one executable. They are beside it, never in it: kept by function name and
// pc relative to the function's first instruction, undone step by step, shown by the views that list code.
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

/// What is kept in the side file.
struct NoteBook {
  /// Function name, and pc relative to its first instruction; -1: the function itself.
  using Key = std::pair<std::string, int64_t>;
  std::map<Key, QString> notes;
  std::map<std::string, QString> names;  ///< of functions, by their own name
  [[nodiscard]] bool empty() const { return notes.empty() && names.empty(); }
  friend bool operator==(const NoteBook&, const NoteBook&) = default;
};

/// The same by rows of one executable, for painting; immutable.
struct NoteTable {
  std::unordered_map<int64_t, QString> names;  ///< by row of the function table
  std::unordered_map<int64_t, QString> functionNotes;
  std::unordered_map<int64_t, QString> notes;  ///< by pc
  [[nodiscard]] QString name(FuncIndex function) const;
  [[nodiscard]] QString note(FuncIndex function) const;
  [[nodiscard]] QString note(InstrIndex pc) const;
};
/// `under` with all that `over` holds put over it.
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
  /// Another executable: the book is kept, its rows are found anew.
  void setExecutable(std::shared_ptr<const Executable> executable);
  /// What the side file holds; forgets what could be undone.
  void setBook(NoteBook book);
  /// The same where a person may have written since setBook({}): that stays over what the file holds, as
  /// one step that can be undone, and is told by edited().
  void addBook(NoteBook book);
  /// Steps that can be undone; an empty text takes the note or name away.
  void setNote(FuncIndex function, InstrIndex pc, const QString& text);
  void setName(FuncIndex function, const QString& name);

 signals:
  void changed();  ///< what views show
  void edited();   ///< by a person: to be saved

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
