// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QSpinBox>
#include <QVBoxLayout>

#include <limits>

#include "vmcore/base/text.h"
#include "vmcore/wire/input_spec.h"
#include "views/theme.h"

namespace relaxscope {
namespace {

enum Source { Random, File, Scalar };

QLabel* header(const QString& text, QWidget* parent) {
  auto* label = new QLabel(text, parent);
  label->setFont(Theme::instance()->ui(11, 600));
  label->setProperty("role", "second");
  return label;
}

QLabel* labelFor(const QString& text, QWidget* field, QWidget* parent) {
  auto* label = new QLabel(text, parent);
  label->setBuddy(field);
  return label;
}

Source sourceOf(const QString& content, const ParamInfo& param) {
  if (content.startsWith(QLatin1Char('@'))) return File;
  if (content.contains(QLatin1Char('[')) || (content.isEmpty() && param.kind == ParamInfo::Kind::Tensor)) return Random;
  return content.isEmpty() && param.kind != ParamInfo::Kind::Prim && param.kind != ParamInfo::Kind::Shape ? Random : Scalar;
}

QSpinBox* spin(const char* name, int from, int to, int value, QWidget* parent) {
  auto* box = new QSpinBox(parent);
  box->setObjectName(QLatin1String(name));
  box->setRange(from, to);
  box->setValue(value);
  return box;
}

}  // namespace

RunDialog::RunDialog(std::shared_ptr<const Executable> executable, const RunSpec& last, const QStringList& devices, QWidget* parent)
    : QDialog(parent), executable_(std::move(executable)), last_(last) {
  setObjectName(QStringLiteral("runDialog"));
  setWindowTitle(tr("Run"));
  setAttribute(Qt::WA_DeleteOnClose);
  const Theme* theme = Theme::instance();
  function_ = new QComboBox(this);
  function_->setObjectName(QStringLiteral("run.function"));
  function_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);   // else every name is measured
  function_->setMinimumContentsLength(24);
  device_ = new QComboBox(this);
  device_->setObjectName(QStringLiteral("run.device"));
  device_->addItems(devices.isEmpty() ? QStringList{QStringLiteral("cpu")} : devices);
  device_->setCurrentText(last.device);
  allocator_ = new QComboBox(this);
  allocator_->setObjectName(QStringLiteral("run.allocator"));
  allocator_->addItem(tr("pooled"), QStringLiteral("pooled"));
  allocator_->addItem(tr("naive"), QStringLiteral("naive"));
  allocator_->setCurrentIndex(std::max(0, allocator_->findData(last.allocator)));
  warmup_ = spin("run.warmup", 0, 1'000'000, static_cast<int>(last.warmup), this);
  repeat_ = spin("run.repeat", 1, 1'000'000, static_cast<int>(last.repeat), this);
  seed_ = spin("run.seed", 0, std::numeric_limits<int>::max(), static_cast<int>(last.seed), this);
  values_ = new QCheckBox(tr("Record values: argument shapes, shape heap, bytes"), this);
  values_->setObjectName(QStringLiteral("run.values"));
  values_->setChecked(last.values);
  precise_ = new QCheckBox(tr("Precise: two clock readings a call, gaps between calls are seen"), this);
  precise_->setObjectName(QStringLiteral("run.precise"));
  precise_->setChecked(last.precise);

  auto* top = new QFormLayout;
  top->setHorizontalSpacing(theme->px(24));
  top->addRow(tr("&Function"), function_);
  auto* where = new QHBoxLayout;
  where->addWidget(device_, 1);
  where->addSpacing(theme->px(12));
  where->addWidget(labelFor(tr("&Allocator"), allocator_, this));
  where->addSpacing(theme->px(6));
  where->addWidget(allocator_, 1);
  top->addRow(labelFor(tr("&Device"), device_, this), where);
  auto* counts = new QHBoxLayout;
  counts->addWidget(warmup_, 1);
  const std::pair<QString, QSpinBox*> more[] = {{tr("&Repeats"), repeat_}, {tr("&Seed"), seed_}};
  for (const auto& [text, box] : more) {
    counts->addSpacing(theme->px(12));
    counts->addWidget(labelFor(text, box, this));
    counts->addSpacing(theme->px(6));
    counts->addWidget(box, 1);
  }
  top->addRow(labelFor(tr("&Warm-up runs"), warmup_, this), counts);

  auto* scroll = new QScrollArea(this);
  scroll->setObjectName(QStringLiteral("run.arguments"));
  scroll->setWidgetResizable(true);
  holder_ = new QWidget(scroll);
  new QVBoxLayout(holder_);
  holder_->layout()->setContentsMargins(0, 0, 0, 0);
  scroll->setWidget(holder_);
  problem_ = new QLabel(this);
  problem_->setObjectName(QStringLiteral("run.problem"));
  problem_->setProperty("role", "error");
  problem_->setWordWrap(true);
  problem_->setTextFormat(Qt::PlainText);
  auto* buttons = new QDialogButtonBox(this);
  run_ = buttons->addButton(tr("Run"), QDialogButtonBox::AcceptRole);
  run_->setObjectName(QStringLiteral("run.accept"));
  run_->setProperty("primary", true);
  repolish(run_);
  run_->setMinimumWidth(theme->px(96));
  QPushButton* cancel = buttons->addButton(tr("Cancel"), QDialogButtonBox::RejectRole);
  cancel->setMinimumWidth(theme->px(96));
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(buttons, &QDialogButtonBox::accepted, this, [this] {
    emit runRequested(spec());
    accept();
  });
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(theme->px(24), theme->px(24), theme->px(24), theme->px(16));
  layout->setSpacing(theme->px(12));
  layout->addLayout(top);
  layout->addWidget(scroll, 1);
  layout->addWidget(values_);
  layout->addWidget(precise_);
  layout->addWidget(problem_);
  layout->addWidget(buttons);
  connect(function_, &QComboBox::currentIndexChanged, this, &RunDialog::functionChanged);
  fillFunctions(last.function);
  resize(theme->px(720), theme->px(560));
}

void RunDialog::fillFunctions(const QString& wanted) {
  const auto entry = defaultEntry(*executable_);
  function_->blockSignals(true);
  for (size_t i = 0; i < executable_->functions.size(); ++i) {
    const Function& row = executable_->functions[i];
    if (row.isPacked() || row.numArgs < 0) continue;
    function_->addItem(QString::fromStdString(printable(row.name)), QVariant::fromValue<qlonglong>(static_cast<qlonglong>(i)));
  }
  int index = wanted.isEmpty() ? -1 : function_->findText(wanted);
  if (index < 0 && entry.ok()) index = function_->findData(QVariant::fromValue<qlonglong>(entry->value));
  function_->setCurrentIndex(std::max(0, index));
  function_->blockSignals(false);
  functionChanged();
}

void RunDialog::functionChanged() {
  rows_.clear();
  symbols_.clear();
  delete arguments_;
  arguments_ = new QWidget(holder_);
  holder_->layout()->addWidget(arguments_);
  const Theme* theme = Theme::instance();
  auto* box = new QVBoxLayout(arguments_);
  box->setContentsMargins(0, 0, 0, 0);
  const FuncIndex function(function_->currentData().toLongLong());
  const std::vector<ParamInfo> params = executable_->function(function) != nullptr ? recoverParams(*executable_, function) : std::vector<ParamInfo>();
  const bool same = last_.function.isEmpty() || last_.function == function_->currentText();

  if (const QStringList names = symbolsOf(params); !names.isEmpty()) {
    auto* line = new QHBoxLayout;
    line->addWidget(header(tr("Dimensions"), arguments_));
    for (const QString& name : names) {
      auto* label = new QLabel(name + QStringLiteral(" ="), arguments_);
      label->setFont(theme->mono(12, 600));
      label->setTextFormat(Qt::PlainText);
      auto* field = spin("", 1, std::numeric_limits<int>::max(), static_cast<int>(same ? last_.dims.value(name, kDefaultDim) : kDefaultDim), arguments_);
      field->setObjectName(QStringLiteral("run.dim.") + name);
      label->setBuddy(field);
      symbols_[name] = field;
      line->addSpacing(theme->px(12));
      line->addWidget(label);
      line->addWidget(field);
      connect(field, &QSpinBox::valueChanged, this, &RunDialog::dimsChanged);
    }
    line->addStretch(1);
    box->addLayout(line);
  }
  auto* grid = new QGridLayout;
  grid->setHorizontalSpacing(theme->px(12));
  grid->setVerticalSpacing(theme->px(6));
  grid->setColumnStretch(3, 1);
  const QString titles[] = {tr("Argument"), tr("Type"), tr("Source"), tr("Value")};
  for (int i = 0; i < 4; ++i) grid->addWidget(header(titles[i], arguments_), 0, i);
  for (size_t i = 0; i < params.size(); ++i) {
    Row row{params[i], new QComboBox(arguments_), new QLineEdit(arguments_), new QPushButton(tr("File…"), arguments_)};
    const QString stored = same && i < last_.arguments.size() ? last_.arguments[i].content : QString();
    row.source->setObjectName(QStringLiteral("run.source.%1").arg(i));
    row.source->addItems({tr("random"), tr("file"), tr("scalar")});
    row.source->setCurrentIndex(sourceOf(stored, params[i]));
    row.value->setObjectName(QStringLiteral("run.value.%1").arg(i));
    row.value->setFont(theme->mono());
    row.value->setText(stored.isEmpty() ? defaultContent(params[i], dims()) : stored);
    const QString title = QString::fromStdString(printable(params[i].name));
    row.source->setAccessibleName(tr("Source of %1").arg(title));
    row.value->setAccessibleName(tr("Value of %1").arg(title));
    row.browse->setAccessibleName(tr("File of %1").arg(title));
    auto* name = new QLabel(title, arguments_);
    name->setTextFormat(Qt::PlainText);
    name->setFont(theme->mono(12, 600));
    auto* type = new QLabel(QString::fromStdString(params[i].text()), arguments_);
    type->setTextFormat(Qt::PlainText);
    type->setFont(theme->mono());
    type->setProperty("role", "second");
    type->setToolTip(QString::fromStdString(params[i].annotation));
    const int line = static_cast<int>(i) + 1;
    grid->addWidget(name, line, 0);
    grid->addWidget(type, line, 1);
    grid->addWidget(row.source, line, 2);
    grid->addWidget(row.value, line, 3);
    grid->addWidget(row.browse, line, 4);
    connect(row.source, &QComboBox::currentIndexChanged, this, [this, i] { sourceChanged(i); });
    connect(row.value, &QLineEdit::textChanged, this, &RunDialog::check);
    connect(row.browse, &QPushButton::clicked, this, [this, i] { browse(i); });
    rows_.push_back(std::move(row));
  }
  box->addLayout(grid);
  if (params.empty()) {
    auto* none = new QLabel(tr("This function takes no arguments."), arguments_);
    none->setProperty("role", "third");
    box->addWidget(none);
  }
  box->addStretch(1);
  for (Row& row : rows_) row.browse->setVisible(row.source->currentIndex() == File);
  check();
}

QMap<QString, qint64> RunDialog::dims() const {
  QMap<QString, qint64> out;
  for (auto it = symbols_.begin(); it != symbols_.end(); ++it) out[it.key()] = it.value()->value();
  return out;
}

void RunDialog::dimsChanged() {
  for (Row& row : rows_)
    if (row.source->currentIndex() == Random || row.param.kind == ParamInfo::Kind::Shape)
      if (const QString content = defaultContent(row.param, dims()); !content.isEmpty()) row.value->setText(content);
  check();
}

void RunDialog::sourceChanged(size_t index) {
  Row& row = rows_[index];
  const int source = row.source->currentIndex();
  row.browse->setVisible(source == File);
  if (source == Random) row.value->setText(defaultContent(row.param, dims()));
  else if (source == File) row.value->setText(QStringLiteral("@"));
  else row.value->setText(row.param.kind == ParamInfo::Kind::Shape ? defaultContent(row.param, dims()) : QStringLiteral("1"));
  row.value->setFocus();
  check();
}

void RunDialog::browse(size_t index) {
  auto* dialog = new QFileDialog(this, tr("Array file"), {}, tr("NumPy arrays (*.npy *.npz)"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog, &QFileDialog::fileSelected, this, [this, index](const QString& path) {
    if (index >= rows_.size()) return;
    rows_[index].value->setText(QLatin1Char('@') + path + (path.endsWith(QStringLiteral(".npz")) ? QStringLiteral(":arg%1").arg(index) : QString()));
  });
  dialog->open();
}

QString RunDialog::problem() const {
  if (function_->count() == 0) return tr("No function of this file can be called.");
  for (const Row& row : rows_) {
    const QString content = row.value->text().trimmed();
    const QString name = QString::fromStdString(printable(row.param.name));
    if (content.isEmpty() || content == QLatin1String("@"))
      return tr("%1: give a value, for instance float32[2,3], @file.npy or 5").arg(name);
    if (auto parsed = parseInputContent(content.toStdString()); !parsed.ok())
      return QStringLiteral("%1: %2").arg(name, QString::fromStdString(parsed.error().message));
  }
  return {};
}

void RunDialog::check() {
  const QString text = problem();
  problem_->setText(text);
  problem_->setVisible(!text.isEmpty());
  run_->setEnabled(text.isEmpty());
}

RunSpec RunDialog::spec() const {
  RunSpec spec = last_;
  spec.function = function_->currentText();
  spec.arguments.clear();
  for (const Row& row : rows_) spec.arguments.push_back({QString::fromStdString(row.param.name), row.value->text().trimmed()});
  spec.dims = dims();
  spec.device = device_->currentText();
  spec.allocator = allocator_->currentData().toString();
  spec.warmup = static_cast<uint32_t>(warmup_->value());
  spec.repeat = static_cast<uint32_t>(repeat_->value());
  spec.seed = static_cast<uint64_t>(seed_->value());
  spec.values = values_->isChecked();
  spec.precise = precise_->isChecked();
  return spec;
}

}  // namespace relaxscope
