// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/core/notes.h"

#include <QUndoCommand>

namespace relaxscope {
namespace {

template <class Map>
QString find(const Map& map, int64_t key) {
  const auto found = map.find(key);
  return found != map.end() ? found->second : QString();
}

/// Sets an entry or, with an empty text, removes it.
template <class Map, class Key>
void put(Map& map, const Key& key, const QString& text) {
  if (text.isEmpty()) map.erase(key);
  else map[key] = text;
}

}  // namespace

QString NoteTable::name(FuncIndex function) const { return find(names, function.value); }
QString NoteTable::note(FuncIndex function) const { return find(functionNotes, function.value); }
QString NoteTable::note(InstrIndex pc) const { return find(notes, pc.value); }

QString NoteTable::layerName(InstrIndex first, uint32_t depth) const {
  const auto found = layers.find({first.value, depth});
  return found != layers.end() ? found->second : QString();
}

NoteBook mergedNotes(NoteBook under, const NoteBook& over) {
  for (const auto& [key, text] : over.notes) under.notes[key] = text;
  for (const auto& [name, own] : over.names) under.names[name] = own;
  for (const auto& [layer, name] : over.layers) under.layers[layer] = name;
  return under;
}

NoteTable resolveNotes(const NoteBook& book, const Executable& executable) {
  NoteTable table;
  if (book.empty()) return table;
  for (size_t i = 0; i < executable.functions.size(); ++i) {
    const Function& function = executable.functions[i];
    const auto row = static_cast<int64_t>(i);
    if (const auto name = book.names.find(function.name); name != book.names.end()) table.names[row] = name->second;
    const int64_t size = function.isBytecode() ? function.endInstr - function.startInstr : 0;
    for (auto note = book.notes.lower_bound({function.name, INT64_MIN});
         note != book.notes.end() && note->first.first == function.name; ++note) {
      if (note->first.second < 0) table.functionNotes[row] = note->second;
      else if (note->first.second < size) table.notes[function.startInstr + note->first.second] = note->second;
    }
    for (auto layer = book.layers.lower_bound({function.name, INT64_MIN, 0});
         layer != book.layers.end() && layer->first.function == function.name; ++layer)
      if (layer->first.pc >= 0 && layer->first.pc < size)
        table.layers[{function.startInstr + layer->first.pc, layer->first.depth}] = layer->second;
  }
  return table;
}

/// One edit: the book before and after it. Books are small, and whole copies cannot become inconsistent.
class Notes::Step : public QUndoCommand {
 public:
  Step(Notes* notes, const QString& text, NoteBook after)
      : QUndoCommand(text), notes_(notes), before_(notes->book_), after_(std::move(after)) {}
  void undo() override { notes_->apply(before_); }
  void redo() override { notes_->apply(after_); }

 private:
  Notes* notes_;
  NoteBook before_, after_;
};

Notes::Notes(QObject* parent) : QObject(parent), table_(std::make_shared<const NoteTable>()) {}

void Notes::setExecutable(std::shared_ptr<const Executable> executable) {
  executable_ = std::move(executable);
  if (book_.empty() && table_->empty()) return;  // avoids a rebuild of large tables
  table_ = std::make_shared<const NoteTable>(executable_ ? resolveNotes(book_, *executable_) : NoteTable{});
  emit changed();
}

void Notes::setBook(NoteBook book) {
  undo_.clear();
  book_ = std::move(book);
  setExecutable(executable_);
}

void Notes::addBook(NoteBook book) {
  const NoteBook written = std::exchange(book_, {});
  NoteBook both = mergedNotes(book, written);
  setBook(std::move(book));
  push(tr("note"), std::move(both));
}

void Notes::apply(NoteBook book) {
  book_ = std::move(book);
  setExecutable(executable_);
  emit edited();
}

void Notes::push(const QString& text, NoteBook after) {
  if (!(after == book_)) undo_.push(new Step(this, text, std::move(after)));
}

void Notes::setNote(FuncIndex function, InstrIndex pc, const QString& text) {
  const Function* row = executable_ ? executable_->function(function) : nullptr;
  if (row == nullptr) return;
  const bool inside = pc.valid() && row->isBytecode() && pc.value >= row->startInstr && pc.value < row->endInstr;
  NoteBook after = book_;
  put(after.notes, NoteBook::Key{row->name, inside ? pc.value - row->startInstr : -1}, text.trimmed());
  push(tr("note"), std::move(after));
}

void Notes::setName(FuncIndex function, const QString& name) {
  const Function* row = executable_ ? executable_->function(function) : nullptr;
  if (row == nullptr) return;
  NoteBook after = book_;
  const QString trimmed = name.trimmed();
  put(after.names, row->name, trimmed.toStdString() == row->name ? QString() : trimmed);
  push(tr("name"), std::move(after));
}

void Notes::setLayerName(FuncIndex function, InstrIndex first, uint32_t depth, const QString& name) {
  const Function* row = executable_ ? executable_->function(function) : nullptr;
  if (row == nullptr || !row->isBytecode() || first.value < row->startInstr || first.value >= row->endInstr) return;
  NoteBook after = book_;
  put(after.layers, LayerKey{row->name, first.value - row->startInstr, depth}, name.trimmed());
  push(tr("name"), std::move(after));
}

}  // namespace relaxscope
