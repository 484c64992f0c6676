// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/code/reference_index.h"

#include "views/code/text.h"
#include "views/code/tokens.h"
#include "vmcore/base/text/text.h"

namespace relaxscope {
namespace {
enum Col { kKind, kFunction, kPc, kCode };
constexpr int64_t kDirectInstructions = 20'000;  ///< bodies up to this size are searched for a register synchronously
}  // namespace

std::optional<ReferenceSubject> referenceSubject(const Executable& executable, const Place& place) {
  ReferenceSubject subject;
  if (place.reg.valid() && executable.function(place.function) != nullptr) {
    subject.function = place.function;
    subject.reg = place.reg;
    return subject;
  }
  if (executable.constant(place.constant) != nullptr) {
    subject.constant = place.constant;
    return subject;
  }
  const FuncIndex callee = calleeAt(executable, place.pc);
  subject.function = executable.function(callee) != nullptr ? callee : place.function;
  return executable.function(subject.function) != nullptr ? std::optional(subject) : std::nullopt;
}

QString subjectText(const Executable& executable, const ReferenceSubject& subject) {
  const Function* function = executable.function(subject.function);
  const QString name = function != nullptr ? QString::fromStdString(printable(function->name)).left(80) : QString();
  if (subject.reg.valid()) return ReferencesSource::tr("%1 of %2").arg(registerText(subject.reg.value), name);
  return subject.constant.valid() ? QStringLiteral("c[%1]").arg(subject.constant.value) : name;
}

ReferenceIndex* ReferenceIndex::of(Document* document) {
  auto* found = document->findChild<ReferenceIndex*>(QString(), Qt::FindDirectChildrenOnly);
  return found != nullptr ? found : new ReferenceIndex(document);
}

ReferenceIndex::ReferenceIndex(Document* document) : QObject(document), document_(document) {
  setObjectName(QStringLiteral("referenceIndex"));
  connect(document, &Document::dataChanged, this, [this] {
    build_.cancel();
    body_.cancel();
    index_.reset();
  });
}

void ReferenceIndex::find(const ReferenceSubject& subject, std::function<void(std::vector<Reference>)> done,
                          std::function<void(const TaskError&)> failed) {
  const std::shared_ptr<const Executable> executable = document_->data().executable;
  if (!executable) return;
  body_.cancel();
  if (subject.reg.valid()) {
    build_.cancel();  // its answer would come after this one
    const Function* body = executable->function(subject.function);
    if (body == nullptr || body->endInstr - body->startInstr <= kDirectInstructions)
      return done(registerReferences(*executable, subject.function, subject.reg));
    body_.start([executable, subject](
                    const std::stop_token&) { return registerReferences(*executable, subject.function, subject.reg); },
                std::move(done), std::move(failed));
    return;
  }
  const auto answer = [this, subject, done = std::move(done)] {
    const auto found =
        subject.constant.valid() ? index_->ofConstant(subject.constant) : index_->ofFunction(subject.function);
    done({found.begin(), found.end()});
  };
  if (index_) return answer();
  build_.start([executable](const std::stop_token& stop) { return CrossReferences::build(*executable, stop); },
               [this, answer](std::optional<CrossReferences> made) {
                 if (!made) return;
                 index_ = std::make_shared<const CrossReferences>(std::move(*made));
                 answer();
               },
               std::move(failed));
}

ReferencesSource::ReferencesSource(std::shared_ptr<const Executable> executable, std::vector<Reference> references)
    : executable_(std::move(executable)), references_(std::move(references)) {
  columns_.push_back({QStringLiteral("kind"), tr("Kind"), {}, 86});
  TableColumn function{QStringLiteral("function"), tr("Function"), tr("Function that contains the instruction"), 130};
  function.elideName = true;
  columns_.push_back(function);
  columns_.push_back(figureColumn("pc", tr("pc"), {}, 62));
  columns_.back().descendingFirst = false;
  TableColumn code{QStringLiteral("code"), tr("Instruction"), {}, 260};
  code.stretch = true;
  columns_.push_back(code);
}

Cell ReferencesSource::cell(size_t row, int column) const {
  const Reference& reference = references_[row];
  Cell cell;
  switch (column) {
    case kKind:
      switch (reference.kind) {
        case ReferenceKind::Call: cell.text = tr("call"); break;
        case ReferenceKind::Value: cell.text = tr("value"); break;
        case ReferenceKind::Definition: cell.text = tr("written"); break;
        case ReferenceKind::Use: cell.text = tr("read"); break;
      }
      cell.color = Token::TextSecond;
      if (reference.kind == ReferenceKind::Definition) cell.weight = 600;
      break;
    case kFunction: {
      const Function* function = executable_->function(reference.function);
      if (function != nullptr) cell.text = QString::fromStdString(printable(function->name)).left(200);
      cell.mono = true;
      cell.color = Token::RoleFunction;
      break;
    }
    case kPc:
      cell.text = QString::number(reference.pc.value);
      cell.mono = true;
      break;
    default: {
      CodeStyle style;
      style.shortNames = true;
      cell.text = codeLine(*executable_, reference.pc, style).text();
      cell.mono = true;
    }
  }
  return cell;
}

double ReferencesSource::number(size_t row, int column) const {
  return column == kPc ? static_cast<double>(references_[row].pc.value) : TableSource::number(row, column);
}

void ReferencesSource::sortText(size_t row, int column, std::string& out) const {
  if (column == kCode) return appendCodeText(*executable_, references_[row].pc, out);
  TableSource::sortText(row, column, out);
}

void ReferencesSource::filterText(size_t row, std::string& out) const {
  if (const Function* function = executable_->function(references_[row].function)) out += function->name;
  out += ' ';
  out += std::to_string(references_[row].pc.value);
  out += ' ';
  appendCodeText(*executable_, references_[row].pc, out);
}

}  // namespace relaxscope
