// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/run/fill_arguments.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QMap>

#include <map>

#include "app/window/run/call_model.h"
#include "views/core/engine_text.h"
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
    else emit noted(engineText(arrays.error().text()), true);
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
  std::map<const void*, FilledTexts> known;  // by parameters: many calls are of one function
  QMap<int, std::vector<QString>> values;
  for (int i = 0; i < model_->count(); ++i) {
    const EditedCall& call = model_->call(i);
    const auto [filled, fresh] = known.try_emplace(call.params.get());
    if (fresh) filled->second = arrays.fill(*call.params, fieldNames);
    const FilledTexts& texts = filled->second;
    if (problem.isEmpty() && !texts.problems.empty()) problem = engineText(texts.problems.front());
    all += static_cast<int>(call.arguments.size());
    const size_t open = call.mode == CallMode::Save ? openArguments(call.arguments, &EditedArgument::value) : 0;
    for (size_t a = open; a < call.arguments.size(); ++a) {
      if (texts.texts[a].empty()) continue;
      auto& row = values[i];
      row.resize(call.arguments.size());
      row[a] = textOf(texts.texts[a]);
      ++found;
    }
  }
  model_->setValues(values);
  emit filled();
  const QString counts = tr("%1: %2 of %n argument(s) filled", nullptr, all).arg(file, QString::number(found));
  emit noted(problem.isEmpty() ? counts : counts + QStringLiteral("; ") + problem, found == 0 || !problem.isEmpty());
}

void FillArguments::fillOne(int call, size_t argument, const QString& path) {
  read(path, [this, call, argument, path](const NamedArrays& arrays) {
    if (call >= model_->count() || argument >= model_->call(call).arguments.size()) return;
    const EditedCall& row = model_->call(call);
    const ParamInfo& param = (*row.params)[argument];
    const bool tuple = param.kind == StaticType::Kind::Tuple;
    const std::vector<const NamedArray*> all =
        arrays.inFieldOrder(tuple ? packedParamNames(model_->executable()) : std::vector<std::string>());
    const std::vector<const NamedArray*> numbered = arrays.numbered();
    const NamedArray* found = arrays.find(param.name);
    if (found == nullptr && argument < numbered.size()) found = numbered[argument];
    if (found == nullptr && !tuple && all.size() == 1) found = all.front();
    std::vector<QString> values(row.arguments.size());
    QStringList fields;
    if (found == nullptr && tuple)
      for (const NamedArray* field : all) fields << textOf(field->text());
    values[argument] = found != nullptr   ? textOf(found->text())
                       : fields.isEmpty() ? QLatin1Char('@') + path
                                          : QLatin1Char('(') + fields.join(QStringLiteral(", ")) + QLatin1Char(')');
    model_->setValues({{call, values}});
    emit filled();
    if (found == nullptr && fields.isEmpty())
      emit noted(tr("%1 holds %n array(s): add a colon and the name of one", nullptr, static_cast<int>(all.size()))
                     .arg(QFileInfo(path).fileName()),
                 true);
  });
}

}  // namespace relaxscope
