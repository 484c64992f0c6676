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

constexpr size_t kShownRows = 100;   ///< a row is five widgets; thousands of them take seconds to lay out
constexpr qsizetype kShownDims = 32;

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
  scroll->setAccessibleName(tr("Arguments"));
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
  fillFunctions();
  resize(theme->px(720), theme->px(560));
}

void RunDialog::fillFunctions() {
  FuncIndex wanted = last_.calls.front().function.isEmpty() ? FuncIndex() : functionOfKey(*executable_, last_.calls.front().function);
  if (!wanted.valid())
    if (const auto entry = defaultEntry(*executable_); entry.ok()) wanted = *entry;
  int index = 0;
  function_->blockSignals(true);
  for (size_t i = 0; i < executable_->functions.size(); ++i) {
    const Function& row = executable_->functions[i];
    if (row.isPacked() || row.numArgs < 0) continue;
    if (static_cast<int64_t>(i) == wanted.value) index = function_->count();
    function_->addItem(QString::fromStdString(printable(row.name)), QVariant::fromValue<qlonglong>(static_cast<qlonglong>(i)));
  }
  function_->setCurrentIndex(index);
  function_->blockSignals(false);
  functionChanged();
}

const Function* RunDialog::chosen() const {
  return function_->count() > 0 ? executable_->function(FuncIndex(function_->currentData().toLongLong())) : nullptr;
}

void RunDialog::functionChanged() {
  rows_.clear();
  fields_.clear();
  bad_.clear();
  symbols_.clear();
  otherDims_.clear();
  delete arguments_;
  shown_ = nullptr;
  filter_ = nullptr;
  arguments_ = new QWidget(holder_);
  holder_->layout()->addWidget(arguments_);
  auto* box = new QVBoxLayout(arguments_);
  box->setContentsMargins(0, 0, 0, 0);
  const Function* function = chosen();
  const std::vector<ParamInfo> params = function != nullptr ? recoverParams(*executable_, FuncIndex(function_->currentData().toLongLong())) : std::vector<ParamInfo>();
  const bool same = last_.calls.front().function.isEmpty() || (function != nullptr && functionOfKey(*executable_, last_.calls.front().function).value == function_->currentData().toLongLong());
  addDims(box, params, same);
  const QMap<QString, qint64> extents = dims();
  rows_.reserve(params.size());
  for (size_t i = 0; i < params.size(); ++i) {
    const QString stored = same && i < last_.calls.front().arguments.size() ? last_.calls.front().arguments[i].content : QString();
    Row row{params[i], sourceOf(stored, params[i]), stored.isEmpty() ? defaultContent(params[i], extents) : stored, false};
    for (const DimSpec& dim : params[i].dims) row.symbolic |= dim.kind == DimSpec::Kind::Symbol;
    if (!isGood(row)) bad_.insert(i);
    rows_.push_back(std::move(row));
  }
  if (rows_.size() > kShownRows) {
    filter_ = new QLineEdit(arguments_);
    filter_->setObjectName(QStringLiteral("run.filter"));
    filter_->setPlaceholderText(tr("Filter %n arguments", nullptr, static_cast<int>(rows_.size())));
    filter_->setAccessibleName(filter_->placeholderText());
    filter_->setClearButtonEnabled(true);
    connect(filter_, &QLineEdit::textChanged, this, &RunDialog::showRows);
    box->addWidget(filter_);
  }
  showRows();
  box->addStretch(1);
  check();
}

void RunDialog::addDims(QVBoxLayout* box, const std::vector<ParamInfo>& params, bool same) {
  const Theme* theme = Theme::instance();
  const QStringList names = symbolsOf(params);
  if (names.isEmpty()) return;
  auto* line = new QHBoxLayout;
  line->addWidget(header(tr("Dimensions"), arguments_));
  for (const QString& name : names) {
    const qint64 extent = same ? last_.calls.front().dims.value(name, kDefaultDim) : kDefaultDim;
    if (symbols_.size() >= kShownDims) {
      otherDims_[name] = extent;
      continue;
    }
    auto* label = new QLabel(name + QStringLiteral(" ="), arguments_);
    label->setFont(theme->mono(12, 600));
    label->setTextFormat(Qt::PlainText);
    auto* field = spin("", 1, std::numeric_limits<int>::max(), static_cast<int>(extent), arguments_);
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

/// Makes the fields of the rows that the filter names, of the first of them where they are many.
void RunDialog::showRows() {
  fields_.clear();
  const bool first = shown_ == nullptr;
  delete shown_;
  shown_ = new QWidget(arguments_);
  auto* box = new QVBoxLayout(shown_);
  box->setContentsMargins(0, 0, 0, 0);
  auto* layout = static_cast<QVBoxLayout*>(arguments_->layout());
  layout->insertWidget(first ? layout->count() : layout->indexOf(filter_) + 1, shown_);
  const Theme* theme = Theme::instance();
  auto* grid = new QGridLayout;
  grid->setHorizontalSpacing(theme->px(12));
  grid->setVerticalSpacing(theme->px(6));
  grid->setColumnStretch(3, 1);
  const QString titles[] = {tr("Argument"), tr("Type"), tr("Source"), tr("Value")};
  for (int i = 0; i < 4; ++i) grid->addWidget(header(titles[i], shown_), 0, i);
  const std::string needle = filter_ != nullptr ? filter_->text().trimmed().toLower().toStdString() : std::string();
  size_t left = 0;
  for (size_t i = 0; i < rows_.size(); ++i) {
    if (!needle.empty() && QString::fromStdString(printable(rows_[i].param.name)).toLower().toStdString().find(needle) == std::string::npos) continue;
    if (fields_.size() < kShownRows) addRow(grid, i);
    else ++left;
  }
  box->addLayout(grid);
  QString note;
  if (rows_.empty()) note = tr("This function takes no arguments.");
  else if (fields_.empty()) note = tr("No argument has that in its name.");
  else if (left > 0) note = tr("… and %n more: filter to see them. They keep their values.", nullptr, static_cast<int>(left));
  if (!note.isEmpty()) {
    auto* label = new QLabel(note, shown_);
    label->setObjectName(QStringLiteral("run.more"));
    label->setProperty("role", "third");
    box->addWidget(label);
  }
  shown_->show();
}

void RunDialog::addRow(QGridLayout* grid, size_t index) {
  const Theme* theme = Theme::instance();
  const Row& row = rows_[index];
  const Fields fields{index, new QComboBox(shown_), new QLineEdit(shown_), new QPushButton(tr("File…"), shown_)};
  fields.source->setObjectName(QStringLiteral("run.source.%1").arg(index));
  fields.source->addItems({tr("random"), tr("file"), tr("scalar")});
  fields.source->setCurrentIndex(row.source);
  fields.value->setObjectName(QStringLiteral("run.value.%1").arg(index));
  fields.value->setFont(theme->mono());
  fields.value->setText(row.value);
  fields.browse->setObjectName(QStringLiteral("run.browse.%1").arg(index));
  const QString title = QString::fromStdString(printable(row.param.name));
  fields.source->setAccessibleName(tr("Source of %1").arg(title));
  fields.value->setAccessibleName(tr("Value of %1").arg(title));
  fields.browse->setAccessibleName(tr("File of %1").arg(title));
  auto* name = new QLabel(title, shown_);
  name->setTextFormat(Qt::PlainText);
  name->setFont(theme->mono(12, 600));
  auto* type = new QLabel(QString::fromStdString(row.param.text()), shown_);
  type->setTextFormat(Qt::PlainText);
  type->setFont(theme->mono());
  type->setProperty("role", "second");
  type->setToolTip(QString::fromStdString(row.param.annotation));
  const int line = grid->rowCount();
  grid->addWidget(name, line, 0);
  grid->addWidget(type, line, 1);
  grid->addWidget(fields.source, line, 2);
  grid->addWidget(fields.value, line, 3);
  grid->addWidget(fields.browse, line, 4);
  fields.browse->setVisible(row.source == File);
  connect(fields.source, &QComboBox::currentIndexChanged, this, [this, fields] { sourceChanged(fields); });
  connect(fields.value, &QLineEdit::textChanged, this, [this, index](const QString& text) { valueChanged(index, text); });
  connect(fields.browse, &QPushButton::clicked, this, [this, index] { browse(index); });
  fields_.push_back(fields);
}

QMap<QString, qint64> RunDialog::dims() const {
  QMap<QString, qint64> out = otherDims_;
  for (auto it = symbols_.begin(); it != symbols_.end(); ++it) out[it.key()] = it.value()->value();
  return out;
}

void RunDialog::dimsChanged() {
  const QMap<QString, qint64> extents = dims();
  for (size_t i = 0; i < rows_.size(); ++i) {
    Row& row = rows_[i];
    if (!row.symbolic || (row.source != Random && row.param.kind != ParamInfo::Kind::Shape)) continue;
    if (QString content = defaultContent(row.param, extents); !content.isEmpty()) {
      row.value = std::move(content);
      bad_.erase(i);
    }
  }
  for (const Fields& fields : fields_) fields.value->setText(rows_[fields.row].value);
  check();
}

void RunDialog::sourceChanged(const Fields& fields) {
  Row& row = rows_[fields.row];
  row.source = fields.source->currentIndex();
  fields.browse->setVisible(row.source == File);
  if (row.source == Random) fields.value->setText(defaultContent(row.param, dims()));
  else if (row.source == File) fields.value->setText(QStringLiteral("@"));
  else fields.value->setText(row.param.kind == ParamInfo::Kind::Shape ? defaultContent(row.param, dims()) : QStringLiteral("1"));
  fields.value->setFocus();
}

void RunDialog::valueChanged(size_t index, const QString& text) {
  Row& row = rows_[index];
  row.value = text;
  if (isGood(row)) bad_.erase(index);
  else bad_.insert(index);
  check();
}

void RunDialog::browse(size_t index) {
  auto* dialog = new QFileDialog(this, tr("Array file"), {}, tr("NumPy arrays (*.npy *.npz)"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog, &QFileDialog::fileSelected, this, [this, index](const QString& path) {
    const QString content = QLatin1Char('@') + path + (path.endsWith(QStringLiteral(".npz")) ? QStringLiteral(":arg%1").arg(index) : QString());
    for (const Fields& fields : fields_)
      if (fields.row == index) return fields.value->setText(content);
    if (index < rows_.size()) valueChanged(index, content);   // a filter hid it meanwhile
  });
  dialog->open();
}

bool RunDialog::isGood(const Row& row) const {
  const QString content = row.value.trimmed();
  return !content.isEmpty() && content != QLatin1String("@") && parseInputContent(content.toStdString()).ok();
}

QString RunDialog::problem() const {
  if (function_->count() == 0) return tr("No function of this file can be called.");
  if (bad_.empty()) return {};
  const Row& row = rows_[*bad_.begin()];
  const QString content = row.value.trimmed(), name = QString::fromStdString(printable(row.param.name));
  if (content.isEmpty() || content == QLatin1String("@")) return tr("%1: give a value, for instance float32[2,3], @file.npy or 5").arg(name);
  const auto parsed = parseInputContent(content.toStdString());
  return parsed.ok() ? QString() : QStringLiteral("%1: %2").arg(name, QString::fromStdString(parsed.error().message));
}

void RunDialog::check() {
  const QString text = problem();
  problem_->setText(text);
  problem_->setVisible(!text.isEmpty());
  run_->setEnabled(text.isEmpty());
}

RunSpec RunDialog::spec() const {
  RunSpec spec = last_;
  spec.calls.resize(1);
  RunCall& call = spec.calls.front();
  call.function = chosen() != nullptr ? functionKey(*chosen()) : QString();
  call.arguments.clear();
  for (const Row& row : rows_) call.arguments.push_back({QString::fromStdString(printable(row.param.name)), row.value.trimmed()});
  call.dims = dims();
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
