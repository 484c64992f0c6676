// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/run/fill_arguments.h"

#include <QFileDialog>
#include <QFileInfo>

#include "app/window/run/call_model.h"
#include "vmcore/analysis/packed_params.h"

namespace relaxscope {
namespace {

QString textOf(const std::string& text) { return QString::fromStdString(text); }

}  // namespace

FillArguments::FillArguments(RunCallModel* model, QWidget* dialog) : QObject(dialog), model_(model), dialog_(dialog) {}

QString FillArguments::fileFilter() {
  return tr("Arrays (*.npz *.npy *.safetensors *.params *.bin tensor-cache.json ndarray-cache.json)") +
         QStringLiteral(";;") + tr("All files (*)");
}

void FillArguments::ask(const QString& title, const std::function<void(const QString& path)>& chosen) {
  auto* dialog = new QFileDialog(dialog_, title, {}, fileFilter());
  dialog->setObjectName(QStringLiteral("run.arrays.file"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog, &QFileDialog::fileSelected, this, chosen);
  dialog->open();
}

void FillArguments::askForFile() {
  ask(tr("Fill arguments from a file of arrays"), [this](const QString& path) { fill(path); });
}

void FillArguments::askForFileOf(int call, size_t argument) {
  ask(tr("Array file"), [this, call, argument](const QString& path) { fillOne(call, argument, path); });
}

/// Reads names and places of the arrays in the background.
void FillArguments::read(const QString& path, const std::function<void(const NamedArrays& arrays)>& done) {
  const auto work = [file = path.toStdString()](const std::stop_token&) { return NamedArrays::read({file}); };
  const auto finished = [this, done](const Result<NamedArrays>& arrays) {
    if (arrays.ok()) done(*arrays);
    else emit noted(textOf(arrays.error().text()), true);
  };
  task_.start(work, finished, [this](const TaskError& error) { emit noted(error.text(), true); });
}

void FillArguments::fill(const QString& path) {
  read(path, [this, path](const NamedArrays& arrays) { take(QFileInfo(path).fileName(), arrays); });
}

void FillArguments::take(const QString& file, const NamedArrays& arrays) {
  const std::vector<std::string> fieldNames = packedParamNames(model_->executable());
  int found = 0, all = 0;
  QString problem;
  for (int i = 0; i < model_->count(); ++i) {
    const EditedCall& call = model_->call(i);
    const FilledTexts filled = arrays.fill(*call.params, fieldNames);
    if (problem.isEmpty() && !filled.problems.empty()) problem = textOf(filled.problems.front());
    std::vector<QString> values(call.arguments.size());
    for (size_t a = 0; a < values.size(); ++a) {
      values[a] = textOf(filled.texts[a]);
      found += values[a].isEmpty() ? 0 : 1;
    }
    all += static_cast<int>(values.size());
    model_->setValues(i, values);
  }
  emit filled();
  const QString counts = tr("%1: %2 of %n argument(s) filled", nullptr, all).arg(file).arg(found);
  emit noted(problem.isEmpty() ? counts : counts + QStringLiteral("; ") + problem, found == 0 || !problem.isEmpty());
}

void FillArguments::fillOne(int call, size_t argument, const QString& path) {
  read(path, [this, call, argument, path](const NamedArrays& arrays) {
    if (call >= model_->count() || argument >= model_->call(call).arguments.size()) return;
    const EditedCall& row = model_->call(call);
    const ParamInfo& param = (*row.params)[argument];
    const std::vector<const NamedArray*> all = arrays.inFieldOrder({}), numbered = arrays.numbered();
    const NamedArray* found = arrays.find(param.name);
    if (found == nullptr && argument < numbered.size()) found = numbered[argument];
    if (found == nullptr && all.size() == 1) found = all.front();
    std::vector<QString> values(row.arguments.size());
    const bool whole = found == nullptr && param.kind == StaticType::Kind::Tuple;
    values[argument] = found != nullptr ? textOf(found->text()) : QLatin1Char('@') + path;
    model_->setValues(call, values);
    emit filled();
    if (found == nullptr && !whole)
      emit noted(tr("%1 holds %n array(s): add a colon and the name of one", nullptr, static_cast<int>(all.size()))
                     .arg(QFileInfo(path).fileName()),
                 true);
  });
}

}  // namespace relaxscope
