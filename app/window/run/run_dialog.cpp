// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/run/run_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>

#include <limits>

#include "app/window/run/call_arguments.h"
#include "app/window/run/call_list.h"
#include "app/window/run/call_model.h"
#include "app/window/run/fill_arguments.h"
#include "app/window/run/form_label.h"
#include "app/window/run/further_options.h"
#include "app/window/run/run_scripts.h"
#include "views/theme/theme.h"
#include "views/widgets/label.h"
#include "views/widgets/number_field.h"
#include "vmcore/base/text/text.h"

namespace relaxscope {
namespace {

NumberField* addNumberField(const char* name, quint64 from, quint64 to, quint64 value, QWidget* parent) {
  auto* field = new NumberField(from, to, value, parent);
  field->setObjectName(QLatin1String(name));
  forwardWheelToParent(field);
  return field;
}

QComboBox* combo(const char* name, QWidget* parent) {
  auto* box = new QComboBox(parent);
  box->setObjectName(QLatin1String(name));
  forwardWheelToParent(box);
  return box;
}

/// Files joined by semicolons; backslashes and semicolons in a name are escaped by a backslash.
QString joinedFiles(const QStringList& files) {
  QStringList parts;
  for (QString file : files)
    parts << file.replace(QLatin1Char('\\'), QStringLiteral("\\\\")).replace(QLatin1Char(';'), QStringLiteral("\\;"));
  return parts.join(QStringLiteral("; "));
}

QStringList filesOf(const QString& text) {
  QStringList files(QString{});
  for (qsizetype i = 0; i < text.size(); ++i) {
    const bool escaped = text[i] == QLatin1Char('\\') && i + 1 < text.size();
    if (!escaped && text[i] == QLatin1Char(';')) files << QString();
    else files.back() += text[escaped ? ++i : i];
  }
  for (QString& file : files) file = file.trimmed();
  files.removeAll(QString());
  return files;
}

QHBoxLayout* rowOf(QWidget* parent = nullptr) {
  auto* row = new QHBoxLayout(parent);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(Theme::instance()->px(12));
  return row;
}

}  // namespace

RunDialog::RunDialog(std::shared_ptr<const Executable> executable, const RunSpec& last, const QStringList& devices,
                     QWidget* parent)
    : QDialog(parent),
      executable_(std::move(executable)),
      last_(last),
      model_(new RunCallModel(executable_, last.calls, this)),
      scripts_(new RunScripts(executable_, last.path, this)),
      filler_(new FillArguments(model_, this)) {
  setObjectName(QStringLiteral("runDialog"));
  setWindowTitle(tr("Run"));
  setAttribute(Qt::WA_DeleteOnClose);
  const Theme* theme = Theme::instance();
  buildFields(devices);
  top_ = buildTop();
  buildCall();
  problem_ = new Label(this);
  problem_->setObjectName(QStringLiteral("run.problem"));
  problem_->setWordWrap(true);
  problem_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(theme->px(24), theme->px(24), theme->px(24), theme->px(16));
  layout->setSpacing(theme->px(12));
  layout->addLayout(top_);
  layout->addWidget(body_, 1);
  layout->addWidget(values_);
  layout->addWidget(precise_);
  layout->addWidget(reference_);
  layout->addWidget(synchronised_);
  layout->addWidget(further_);
  layout->addWidget(problem_);
  layout->addLayout(buildButtons());
  connect(list_, &RunCallList::currentChanged, this, &RunDialog::showCall);
  connect(list_, &RunCallList::added, function_, qOverload<>(&QWidget::setFocus));
  connect(model_, &QAbstractItemModel::rowsInserted, this, &RunDialog::showLayout);
  connect(model_, &QAbstractItemModel::rowsRemoved, this, &RunDialog::showLayout);
  connect(model_, &RunCallModel::changed, this, [this] {
    note_.clear();
    check();
  });
  connect(scripts_, &RunScripts::opened, this, &RunDialog::take);
  connect(scripts_, &RunScripts::saveRequested, this, &RunDialog::saveScript);
  connect(scripts_, &RunScripts::noted, this, &RunDialog::setNote);
  connect(filler_, &FillArguments::filled, this, &RunDialog::showFilled);
  connect(filler_, &FillArguments::noted, this, &RunDialog::setNote);
  connect(arguments_, &RunCallArguments::fileRequested, filler_, &FillArguments::askForFileOf);
  resize(theme->px(820), theme->px(600));
  showLayout();
  showCall();
  check();
  focusFirstBad();
}

/// The fields that apply to all calls, and the list of functions.
void RunDialog::buildFields(const QStringList& devices) {
  function_ = combo("run.function", this);
  function_->setAccessibleName(tr("Function"));
  function_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);  // otherwise Qt measures every name
  function_->setMinimumContentsLength(16);
  for (const FuncIndex index : model_->functions())
    function_->addItem(QString::fromStdString(printable(executable_->function(index)->name)),
                       QVariant::fromValue<qlonglong>(index.value));
  device_ = combo("run.device", this);
  device_->addItems(devices.isEmpty() ? QStringList{QStringLiteral("cpu")} : devices);
  device_->setCurrentText(last_.device);
  allocator_ = combo("run.allocator", this);
  allocator_->addItem(tr("pooled"), QStringLiteral("pooled"));
  allocator_->addItem(tr("naive"), QStringLiteral("naive"));
  allocator_->setCurrentIndex(std::max(0, allocator_->findData(last_.allocator)));
  // Values of the command line are kept even if the worker will reject them.
  warmup_ = addNumberField("run.warmup", 0, std::numeric_limits<uint32_t>::max(), last_.warmup, this);
  repeat_ = addNumberField("run.repeat", 1, std::max(kMaxRuns, last_.repeat), last_.repeat, this);
  seed_ = addNumberField("run.seed", 0, std::numeric_limits<uint64_t>::max(), last_.seed, this);
  values_ = new QCheckBox(tr("Record values: argument shapes, shape heap, bytes"), this);
  values_->setObjectName(QStringLiteral("run.values"));
  values_->setChecked(last_.values);
  precise_ = new QCheckBox(tr("Precise timing: read the clock before and after each call"), this);
  precise_->setObjectName(QStringLiteral("run.precise"));
  precise_->setChecked(last_.precise);
  reference_ = new QCheckBox(tr("Measure the accuracy: an unrecorded run beside each measured one"), this);
  reference_->setObjectName(QStringLiteral("run.reference"));
  reference_->setChecked(last_.reference);
  buildSynchronised();
  further_ = new FurtherOptions(last_, this);
  connect(further_, &FurtherOptions::changed, this, &RunDialog::check);
  connect(further_, &FurtherOptions::toggled, this, [this](int growth) {
    const int most = screen()->availableGeometry().height() - Theme::instance()->px(60);  // with the window's frame
    resize(width(), std::max(minimumSizeHint().height(), std::min(height() + growth, most)));
  });
}

/// The option that only runs on a GPU have.
void RunDialog::buildSynchronised() {
  synchronised_ = new QCheckBox(tr("Wait for the GPU after each launch: a call's time contains its kernels"), this);
  synchronised_->setObjectName(QStringLiteral("run.synchronised"));
  synchronised_->setToolTip(
      tr("Nothing overlaps then, and the run takes longer. Otherwise launches return at once, as they do without "
         "RelaxScope, and the host waits at the end of the run."));
  synchronised_->setChecked(last_.synchronised);
  const auto show = [this] {
    const QString device = device_->currentText().trimmed();
    synchronised_->setVisible(device.startsWith(QLatin1String("cuda")) || device.startsWith(QLatin1String("emulated")));
  };
  connect(device_, &QComboBox::currentTextChanged, this, show);
  show();
}

QFormLayout* RunDialog::buildTop() {
  const Theme* theme = Theme::instance();
  auto* top = new QFormLayout;
  top->setHorizontalSpacing(theme->px(24));
  auto* where = new QHBoxLayout;
  where->addWidget(device_, 1);
  where->addSpacing(theme->px(12));
  where->addWidget(labelFor(tr("&Allocator"), allocator_, this));
  where->addSpacing(theme->px(6));
  where->addWidget(allocator_, 1);
  top->addRow(labelFor(tr("&Device"), device_, this), where);
  auto* counts = new QHBoxLayout;
  counts->addWidget(warmup_, 1);
  const std::pair<QString, NumberField*> more[] = {{tr("&Repeats"), repeat_}, {tr("&Seed"), seed_}};
  for (const auto& [text, box] : more) {
    counts->addSpacing(theme->px(12));
    counts->addWidget(labelFor(text, box, this));
    counts->addSpacing(theme->px(6));
    counts->addWidget(box, box == seed_ ? 2 : 1);  // a seed has up to twenty digits
  }
  top->addRow(labelFor(tr("&Warm-up runs"), warmup_, this), counts);
  QHBoxLayout* libraries = buildLibraries();
  top->addRow(labelFor(tr("&Libraries"), libraries_, this), libraries);
  return top;
}

/// The field for further libraries with packed functions that the file calls but does not contain.
QHBoxLayout* RunDialog::buildLibraries() {
  libraries_ = new QLineEdit(this);
  libraries_->setMaxLength(std::numeric_limits<int>::max());
  libraries_->setText(joinedFiles(last_.libraries));
  libraries_->setObjectName(QStringLiteral("run.libraries"));
  libraries_->setPlaceholderText(tr("none besides the file"));
  libraries_->setToolTip(tr(
      "Shared libraries with packed functions that the file calls but does not contain, such as libtvm_runtime_extra.so; separated by semicolons"));
  libraries_->setAccessibleName(tr("Libraries of packed functions"));
  auto* add = new QPushButton(tr("File…"), this);
  add->setObjectName(QStringLiteral("run.libraries.add"));
  add->setAccessibleName(tr("Add a library"));
  add->setAutoDefault(false);
  connect(add, &QPushButton::clicked, this, &RunDialog::askForLibrary);
  connect(libraries_, &QLineEdit::textChanged, this, &RunDialog::check);
  QHBoxLayout* row = rowOf();
  row->addWidget(libraries_, 1);
  row->addWidget(add);
  return row;
}

void RunDialog::askForLibrary() {
  auto* dialog =
      new QFileDialog(this, tr("Library of packed functions"), {}, tr("Shared libraries (*.so);;All files (*)"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog, &QFileDialog::fileSelected, this,
          [this](const QString& path) { libraries_->setText(joinedFiles(libraries() << path)); });
  dialog->open();
}

QStringList RunDialog::libraries() const { return filesOf(libraries_->text()); }

void RunDialog::setObstacles(std::function<QString(const RunSpec&)> why) {
  obstacle_ = std::move(why);
  check();
}

void RunDialog::setForPair() {
  setWindowTitle(tr("Run both in turns"));
  values_->hide();
  reference_->hide();
  repeat_->setToolTip(tr("Rounds of each executable in each pair of processes, divided into turns"));
  further_->disableMinimumTime(tr("Turns have a number of rounds"));
}

/// The list of calls and the fields of one call; showLayout() sets what is visible.
void RunDialog::buildCall() {
  const Theme* theme = Theme::instance();
  body_ = new QFrame(this);
  list_ = new RunCallList(model_, body_);
  list_->setFixedWidth(theme->px(200));
  divider_ = new QFrame(body_);
  divider_->setProperty("frame", "vline");
  call_ = new QWidget(body_);
  buildFunction();
  buildMode();
  callForm_ = new QFormLayout;
  callForm_->setHorizontalSpacing(theme->px(24));
  callForm_->addRow(labelFor(tr("&Mode"), mode_, call_), modeRow_);
  top_->insertRow(0, functionLabel_, functionRow_);
  scroll_ = new QScrollArea(call_);
  scroll_->setObjectName(QStringLiteral("run.arguments"));
  scroll_->setAccessibleName(tr("Arguments"));
  scroll_->setWidgetResizable(true);
  arguments_ = new RunCallArguments(model_, scroll_);
  scroll_->setWidget(arguments_);
  arguments_->setAutoFillBackground(false);  // transparent over the card's colour
  auto* fields = new QVBoxLayout(call_);
  fields->setSpacing(theme->px(12));
  fields->addLayout(callForm_);
  fields->addWidget(scroll_, 1);
  QHBoxLayout* line = rowOf(body_);
  line->setSpacing(0);
  line->addWidget(list_);
  line->addWidget(divider_);
  line->addWidget(call_, 1);
  connectCall();
}

void RunDialog::buildFunction() {
  functionRow_ = new QWidget(call_);
  functionLabel_ = labelFor(tr("&Function"), function_, this);
  buildAdd();
  QHBoxLayout* function = rowOf(functionRow_);
  function->addWidget(function_, 1);
  function->addWidget(add_);
}

/// The button that adds a second call, with a menu to open and save scripts.
void RunDialog::buildAdd() {
  const Theme* theme = Theme::instance();
  add_ = new QToolButton(functionRow_);
  add_->setObjectName(QStringLiteral("run.add"));
  add_->setProperty("framed", true);
  add_->setText(tr("Add &call"));
  add_->setToolTip(tr("Run several calls on one VM and record them in a single profile"));
  add_->setIcon(theme->icon(QStringLiteral("plus")));
  add_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  add_->setPopupMode(QToolButton::MenuButtonPopup);
  add_->setFocusPolicy(Qt::StrongFocus);
  add_->setFixedHeight(theme->px(30));
  auto* menu = new QMenu(add_);
  menu->setObjectName(QStringLiteral("run.add.menu"));
  menu->addAction(tr("Open script…"), QKeySequence::Open, scripts_, &RunScripts::askForScript);
  menu->addAction(tr("Save script…"), QKeySequence::Save, scripts_, &RunScripts::askWhereToSave);
  addActions(menu->actions());  // their shortcuts also work while the menu is closed
  add_->setMenu(menu);
}

void RunDialog::buildMode() {
  const Theme* theme = Theme::instance();
  modeRow_ = new QWidget(call_);
  mode_ = combo("run.mode", modeRow_);
  mode_->addItems({tr("call"), tr("stateful"), tr("save")});  // indexed by CallMode
  mode_->setItemData(static_cast<int>(CallMode::Save),
                     tr("Binds the trailing arguments; later calls under the new name pass the others"),
                     Qt::ToolTipRole);
  mode_->setAccessibleName(tr("Mode"));
  modeNote_ = new Label(QStringLiteral("set_input, invoke_stateful, get_output"), modeRow_);
  modeNote_->setProperty("role", "third");
  modeNote_->setFont(theme->mono(11));
  savedAs_ = new QLineEdit(modeRow_);
  savedAs_->setObjectName(QStringLiteral("run.savedAs"));
  savedAs_->setPlaceholderText(tr("name for later calls"));
  savedAs_->setAccessibleName(tr("Name under which the function is saved"));
  savedAs_->setFont(theme->mono());
  QHBoxLayout* mode = rowOf(modeRow_);
  mode->addWidget(mode_);
  mode->addWidget(savedAs_, 1);
  mode->addWidget(modeNote_);
  mode->addStretch(1);
}

void RunDialog::connectCall() {
  connect(add_, &QToolButton::clicked, list_, &RunCallList::addCall);
  connect(function_, &QComboBox::currentIndexChanged, this, [this] {
    const QVariant chosen = function_->currentData();
    if (chosen.typeId() == QMetaType::QString) model_->setOther(list_->current(), chosen.toString());
    else model_->setFunction(list_->current(), FuncIndex(chosen.toLongLong()));
    arguments_->showCall(list_->current());
  });
  connect(mode_, &QComboBox::currentIndexChanged, this, [this](int index) {
    const auto chosen = static_cast<CallMode>(index);
    showMode(chosen);
    if (model_->call(list_->current()).mode == chosen) return;
    model_->setMode(list_->current(), chosen);
    arguments_->showCall(list_->current());
  });
  connect(savedAs_, &QLineEdit::textChanged, this, [this](const QString& name) {
    if (model_->call(list_->current()).savedAs != name) model_->setSavedAs(list_->current(), name);
  });
}

QHBoxLayout* RunDialog::buildButtons() {
  const Theme* theme = Theme::instance();
  const auto button = [&](const char* name, const QString& text) {
    auto* made = new QPushButton(text, this);
    made->setObjectName(QLatin1String(name));
    made->setAutoDefault(false);
    return made;
  };
  fill_ = button("run.fill", tr("F&ill from file…"));
  fill_->setToolTip(
      tr("Arrays of a file by the names of arguments, or as the fields of a tuple: .npz, .npy, safetensors, "
         "save_param_dict, or the tensor-cache.json of a folder"));
  open_ = button("run.open", tr("&Open script…"));
  open_->setToolTip(tr("The calls of a CALLS.json of rscope run --script (Ctrl+O)"));
  save_ = button("run.save", tr("Sa&ve script…"));
  save_->setToolTip(tr("As a CALLS.json for rscope run --script (Ctrl+S)"));
  run_ = button("run.accept", tr("Run"));
  run_->setProperty("primary", true);
  run_->setDefault(true);
  repolish(run_);
  QPushButton* cancel = button("run.cancel", tr("Cancel"));
  for (QPushButton* each : {run_, cancel}) each->setMinimumWidth(theme->px(96));
  connect(fill_, &QPushButton::clicked, filler_, &FillArguments::askForFile);
  connect(open_, &QPushButton::clicked, scripts_, &RunScripts::askForScript);
  connect(save_, &QPushButton::clicked, scripts_, &RunScripts::askWhereToSave);
  connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
  connect(run_, &QPushButton::clicked, this, [this] {
    emit runRequested(spec());
    accept();
  });
  QHBoxLayout* row = rowOf();
  row->setSpacing(theme->px(8));
  row->addWidget(fill_);
  row->addWidget(open_);
  row->addWidget(save_);
  row->addStretch(1);
  row->addWidget(run_);
  row->addWidget(cancel);
  return row;
}

/// Shows the list of calls unless there is just one call of a file's function in mode `call`.
void RunDialog::showLayout() {
  const Theme* theme = Theme::instance();
  const bool listed = model_->count() > 1 || model_->call(0).mode != CallMode::Call || !model_->call(0).other.isEmpty();
  const bool moved = listed != listed_;
  listed_ = listed;
  if (moved) {
    QFormLayout* from = listed ? top_ : callForm_;
    from->takeRow(functionRow_);
    (listed ? callForm_ : top_)->insertRow(0, functionLabel_, functionRow_);
    body_->setProperty("frame", listed ? "card" : "");
    repolish(body_);
  }
  for (QWidget* widget : std::initializer_list<QWidget*>{list_, divider_, open_, save_}) widget->setVisible(listed);
  callForm_->setRowVisible(modeRow_, listed);
  add_->setVisible(!listed);
  if (moved && !listed) function_->setFocus();                               // the list, which had the focus, is hidden
  if (moved && listed) resize(std::max(width(), theme->px(980)), height());  // the arguments stay beside the list
  const int inside = listed ? theme->px(12) : 0;
  call_->layout()->setContentsMargins(inside, inside, inside, inside);
  body_->layout()->setContentsMargins(listed ? 1 : 0, listed ? 1 : 0, listed ? 1 : 0, listed ? 1 : 0);
}

/// Updates the fields of the selected call.
void RunDialog::showCall() {
  const EditedCall& call = model_->call(list_->current());
  const QSignalBlocker functionBlocker(function_), modeBlocker(mode_), savedBlocker(savedAs_);
  showFunction(call);
  mode_->setCurrentIndex(static_cast<int>(call.mode));
  savedAs_->setText(call.savedAs);
  showMode(call.mode);
  arguments_->showCall(list_->current());
}

/// Selects the function; if the list is shown, functions outside the file are offered after those of the file.
void RunDialog::showFunction(const EditedCall& call) {
  while (function_->count() > static_cast<int>(model_->functions().size()))
    function_->removeItem(function_->count() - 1);
  QStringList others = listed_ ? model_->otherFunctions(list_->current()) : QStringList();
  if (!call.other.isEmpty() && !others.contains(call.other)) others.prepend(call.other);
  if (!others.isEmpty()) function_->insertSeparator(function_->count());
  for (const QString& key : others) function_->addItem(key, key);
  function_->setCurrentIndex(call.other.isEmpty()
                                 ? function_->findData(QVariant::fromValue<qlonglong>(call.function.value))
                                 : function_->findData(call.other));
}

void RunDialog::showMode(CallMode mode) {
  modeNote_->setVisible(mode == CallMode::Stateful);
  savedAs_->setVisible(mode == CallMode::Save);
}

void RunDialog::openScript(const QString& path, const QStringList& arrays) { scripts_->open(path, arrays); }

void RunDialog::saveScript(const QString& path) {
  if (!model_->problem().isEmpty()) return check();
  scripts_->save(path, model_->calls(), seed_->value());
}

void RunDialog::fillFrom(const QString& path) { filler_->fill(path); }

bool RunDialog::isBusy() const { return scripts_->isBusy() || filler_->isBusy(); }

void RunDialog::showFilled() {
  arguments_->showCall(list_->current());
  focusFirstBad();
}

/// Selects the first call that cannot be made as it is, and the argument that it lacks.
void RunDialog::focusFirstBad() {
  const auto bad = model_->firstBad();
  if (!bad) return;
  if (list_->current() != bad->first) list_->setCurrent(bad->first);
  arguments_->focusArgument(bad->second);
}

void RunDialog::askForFunction() {
  setNote(tr("The file has several functions and none is named main: choose the one to run."), false);
  function_->setFocus();
}

void RunDialog::take(const ScriptCalls& script) {
  model_->setCalls(script.calls);
  list_->setCurrent(0);
  showLayout();
  showCall();
  if (script.seed) seed_->setValue(*script.seed);
  if (script.otherSeeds)
    setNote(tr("The script has a seed for each random argument; here all of them derive from Seed."), false);
  check();
}

void RunDialog::setNote(const QString& note, bool wrong) {
  note_ = note;
  noteWrong_ = wrong;
  check();
}

QString RunDialog::problem() const {
  const QString wrong = model_->problem();
  if (!wrong.isEmpty()) return wrong;
  if (const QString why = obstacle_ ? obstacle_(spec()) : QString(); !why.isEmpty()) return why;
  return further_->problem();
}

void RunDialog::check() {
  const QString text = problem();
  run_->setEnabled(text.isEmpty());
  if (!note_.isEmpty()) showNote(note_, noteWrong_);
  else showNote(text, true);
}

void RunDialog::showNote(const QString& text, bool wrong) {
  problem_->setProperty("role", wrong ? "error" : "second");
  repolish(problem_);
  problem_->setText(text);
  problem_->setVisible(!text.isEmpty());
}

RunSpec RunDialog::spec() const {
  RunSpec spec = last_;
  spec.calls = model_->calls();
  spec.device = device_->currentText();
  spec.libraries = libraries();
  spec.allocator = allocator_->currentData().toString();
  spec.warmup = static_cast<uint32_t>(warmup_->value());
  spec.repeat = static_cast<uint32_t>(repeat_->value());
  spec.seed = seed_->value();
  spec.values = values_->isChecked();
  spec.precise = precise_->isChecked();
  spec.reference = reference_->isChecked();
  spec.synchronised = synchronised_->isChecked();
  further_->apply(spec);
  return spec;
}

}  // namespace relaxscope
