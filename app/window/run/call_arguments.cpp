// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/run/call_arguments.h"

#include <QAction>
#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QSpinBox>
#include <QStandardItemModel>
#include <QVBoxLayout>

#include <algorithm>
#include <limits>

#include "views/theme/theme.h"
#include "views/widgets/elide.h"
#include "views/widgets/label.h"
#include "views/widgets/number_field.h"
#include "vmcore/base/text/text.h"

namespace relaxscope {
namespace {

constexpr size_t kShownRows = 100;  ///< a row has five widgets; thousands of rows take seconds to lay out
constexpr int kShownDims = 32, kDimsPerLine = 3;

QLabel* header(const QString& text, QWidget* parent) {
  auto* label = new Label(text, parent);
  label->setFont(Theme::instance()->ui(11, 600));
  label->setProperty("role", "second");
  return label;
}

QLabel* plain(const QString& text, const QFont& font, QWidget* parent) {
  auto* label = new Label(text, parent);
  label->setFont(font);
  return label;
}

/// A label of at most some width: the type of a tuple may have hundreds of fields.
QLabel* shortened(const QString& text, const QFont& font, QWidget* parent) {
  return plain(elided(QFontMetrics(font), text, Qt::ElideRight, Theme::instance()->px(180)), font, parent);
}

}  // namespace

/// Combo box that distinguishes a choice from its open list from a step by key, which more steps may follow.
class SourceBox : public QComboBox {
 public:
  explicit SourceBox(QWidget* parent) : QComboBox(parent) { forwardWheelToParent(this); }
  [[nodiscard]] bool isStepped() const { return stepped_; }

 protected:
  void keyPressEvent(QKeyEvent* event) override {
    const QScopedValueRollback stepped(stepped_, true);
    QComboBox::keyPressEvent(event);
  }

 private:
  bool stepped_ = false;
};

RunCallArguments::RunCallArguments(RunCallModel* model, QWidget* parent) : QWidget(parent), model_(model) {
  (new QVBoxLayout(this))->setContentsMargins(0, 0, 0, 0);
  connect(model, &RunCallModel::valuesSet, this, [this](int index) {
    if (index == index_) refresh();
  });
}

QString RunCallArguments::nameOf(size_t argument) const {
  return QString::fromStdString(printable((*model_->call(index_).params)[argument].name));
}

void RunCallArguments::showCall(int index) {
  index_ = index;
  fields_.clear();
  delete content_;
  shown_ = nullptr;
  filter_ = nullptr;
  content_ = new QWidget(this);
  layout()->addWidget(content_);
  auto* box = new QVBoxLayout(content_);
  box->setContentsMargins(0, 0, 0, 0);
  addDims(box);
  if (const size_t count = model_->call(index_).arguments.size(); count > kShownRows) {
    filter_ = new QLineEdit(content_);
    filter_->setObjectName(QStringLiteral("run.filter"));
    filter_->setPlaceholderText(tr("Filter %n arguments", nullptr, static_cast<int>(count)));
    filter_->setAccessibleName(filter_->placeholderText());
    filter_->setClearButtonEnabled(true);
    connect(filter_, &QLineEdit::textChanged, this, &RunCallArguments::showRows);
    box->addWidget(filter_);
  }
  showRows();
  if (!model_->call(index_).other.isEmpty()) addButtons(box);
  box->addStretch(1);
  content_->show();
}

void RunCallArguments::addDims(QVBoxLayout* box) {
  const Theme* theme = Theme::instance();
  const EditedCall& call = model_->call(index_);
  const QStringList names = symbolsOf(*call.params);
  if (names.isEmpty()) return;
  auto* grid = new QGridLayout;
  grid->setHorizontalSpacing(theme->px(12));
  grid->addWidget(header(tr("Dimensions"), content_), 0, 0);
  for (int i = 0; i < std::min<int>(kShownDims, static_cast<int>(names.size())); ++i) {
    const QString name = names[i];
    QLabel* label = plain(buttonText(name) + QStringLiteral(" ="), theme->mono(12, 600), content_);  // has a buddy
    auto* field = new QSpinBox(content_);
    field->setObjectName(QStringLiteral("run.dim.") + name);
    forwardWheelToParent(field);
    field->setRange(0, std::numeric_limits<int>::max());
    field->setValue(static_cast<int>(call.dims.value(name)));
    field->setAccessibleName(tr("Dimension %1").arg(name));
    label->setBuddy(field);
    auto* pair = new QHBoxLayout;
    pair->setSpacing(theme->px(6));
    pair->addWidget(label);
    pair->addWidget(field);
    grid->addLayout(pair, i / kDimsPerLine, 1 + i % kDimsPerLine);
    connect(field, &QSpinBox::valueChanged, this, [this, name](int extent) { model_->setDim(index_, name, extent); });
  }
  grid->setColumnStretch(kDimsPerLine + 1, 1);
  box->addLayout(grid);
}

/// Creates the fields of the arguments that match the filter, at most kShownRows.
void RunCallArguments::showRows() {
  fields_.clear();
  const bool first = shown_ == nullptr;
  delete shown_;
  shown_ = new QWidget(content_);
  auto* box = new QVBoxLayout(shown_);
  box->setContentsMargins(0, 0, 0, 0);
  auto* layout = static_cast<QVBoxLayout*>(content_->layout());
  layout->insertWidget(first ? layout->count() : layout->indexOf(filter_) + 1, shown_);
  const Theme* theme = Theme::instance();
  auto* grid = new QGridLayout;
  grid->setHorizontalSpacing(theme->px(12));
  grid->setVerticalSpacing(theme->px(6));
  grid->setColumnStretch(4, 1);
  const QString titles[] = {tr("Argument"), tr("Type"), tr("Known from"), tr("Source"), tr("Value")};
  for (int i = 0; i < 5; ++i) grid->addWidget(header(titles[i], shown_), 0, i);
  const std::string needle = filter_ != nullptr ? filter_->text().trimmed().toLower().toStdString() : std::string();
  const size_t count = model_->call(index_).arguments.size();
  size_t left = 0;
  for (size_t i = 0; i < count; ++i) {
    if (!needle.empty() && nameOf(i).toLower().toStdString().find(needle) == std::string::npos) continue;
    if (fields_.size() < kShownRows) addRow(grid, i);
    else ++left;
  }
  box->addLayout(grid);
  QString note;
  if (count == 0) note = tr("This function takes no arguments.");
  else if (fields_.empty()) note = tr("No argument name matches.");
  else if (left > 0)
    note = tr("… and %n more: filter to see them. Their values are kept.", nullptr, static_cast<int>(left));
  if (!note.isEmpty()) {
    auto* label = new Label(note, shown_);
    label->setObjectName(QStringLiteral("run.more"));
    label->setProperty("role", "third");
    label->setWordWrap(true);
    box->addWidget(label);
  }
  shown_->show();
}

/// Buttons for functions outside the file, whose number of arguments is unknown.
void RunCallArguments::addButtons(QVBoxLayout* box) {
  const Theme* theme = Theme::instance();
  auto* row = new QHBoxLayout;
  row->setSpacing(theme->px(6));
  const auto button = [&](const char* name, const char* icon, const QString& text, bool more) {
    auto* made = new QPushButton(theme->icon(QLatin1String(icon)), text, content_);
    made->setObjectName(QLatin1String(name));
    made->setAutoDefault(false);
    // Queued, because changeCount() recreates the rows and deletes this button.
    connect(made, &QPushButton::clicked, this, [this, more] { changeCount(more); }, Qt::QueuedConnection);
    row->addWidget(made);
    return made;
  };
  button("run.arguments.add", "plus", tr("Add argument"), true);
  button("run.arguments.remove", "minus", tr("Remove the last"), false)
      ->setEnabled(!model_->call(index_).arguments.empty());
  row->addStretch(1);
  box->addLayout(row);
}

void RunCallArguments::changeCount(bool more) {
  if (model_->call(index_).other.isEmpty()) return;  // the calls have changed in the meantime
  if (more) model_->addArgument(index_);
  else model_->removeArgument(index_);
  showCall(index_);
  const size_t count = model_->call(index_).arguments.size();
  if (more && filter_ != nullptr) filter_->setText(nameOf(count - 1));  // otherwise the new argument would not be shown
  auto* remove = findChild<QPushButton*>(QStringLiteral("run.arguments.remove"));
  if (more) fields_.back().value->setFocus();
  else (remove->isEnabled() ? remove : findChild<QPushButton*>(QStringLiteral("run.arguments.add")))->setFocus();
}

SourceBox* RunCallArguments::sourceBox(const EditedArgument& argument) {
  auto* box = new SourceBox(shown_);
  box->addItems({tr("random"), tr("file"), tr("scalar"), tr("tuple"), tr("result")});
  box->setItemData(static_cast<int>(ArgumentSource::Result),
                   index_ > 0 ? tr("Result of an earlier call") : tr("The first call has no earlier call"),
                   Qt::ToolTipRole);
  QStandardItem* result =
      static_cast<QStandardItemModel*>(box->model())->item(static_cast<int>(ArgumentSource::Result));
  result->setEnabled(index_ > 0);
  box->setCurrentIndex(static_cast<int>(argument.source));
  return box;
}

void RunCallArguments::addRow(QGridLayout* grid, size_t index) {
  const Theme* theme = Theme::instance();
  const ParamInfo& param = (*model_->call(index_).params)[index];
  const EditedArgument& argument = model_->call(index_).arguments[index];
  const QString title = nameOf(index);
  const Fields fields{index, sourceBox(argument), new QLineEdit(shown_), new QPushButton(tr("File…"), shown_),
                      new QAction(shown_)};
  fields.source->setObjectName(QStringLiteral("run.source.%1").arg(index));
  fields.value->setObjectName(QStringLiteral("run.value.%1").arg(index));
  fields.value->setFont(theme->mono());
  fields.value->setMaxLength(std::numeric_limits<int>::max());  // a tuple may refer to hundreds of arrays
  fields.value->setText(argument.value);
  fields.browse->setObjectName(QStringLiteral("run.browse.%1").arg(index));
  fields.choose->setObjectName(QStringLiteral("run.choose.%1").arg(index));
  if (model_->call(index_).mode == CallMode::Save) fields.value->setPlaceholderText(tr("given per call"));
  fields.choose->setIcon(theme->icon(QStringLiteral("chevron-down")));
  fields.choose->setText(tr("Choose a call"));
  fields.choose->setShortcuts({QKeySequence(Qt::Key_Down), QKeySequence(Qt::ALT | Qt::Key_Down)});
  fields.choose->setShortcutContext(Qt::WidgetShortcut);
  fields.choose->setToolTip(tr("Choose a call (Down)"));
  fields.source->setAccessibleName(tr("Source of %1").arg(title));
  fields.value->setAccessibleName(tr("Value of %1").arg(title));
  fields.browse->setAccessibleName(tr("File of %1").arg(title));
  QLabel* name = plain(title, theme->mono(12, 600), shown_);
  const QString typeText = QString::fromStdString(param.text());
  QLabel* type = shortened(typeText, theme->mono(), shown_);
  type->setProperty("role", "second");
  const QString annotation = QString::fromStdString(param.annotation);
  type->setToolTip(annotation.isEmpty() && type->text() != typeText ? typeText : annotation);
  const int line = grid->rowCount();
  grid->addWidget(name, line, 0);
  grid->addWidget(type, line, 1);
  grid->addWidget(knownFrom(param), line, 2);
  grid->addWidget(fields.source, line, 3);
  grid->addWidget(fields.value, line, 4);
  grid->addWidget(fields.browse, line, 5);
  connect(fields.source, &QComboBox::currentIndexChanged, this, [this, fields] { sourceChanged(fields); });
  connect(fields.source, &QComboBox::activated, this, [fields] {
    if (!fields.source->isStepped()) fields.value->setFocus();
  });
  connect(fields.value, &QLineEdit::textChanged, this, [this, index](const QString& text) {
    if (quiet_ == 0) model_->setValue(index_, index, text);
  });
  connect(fields.browse, &QPushButton::clicked, this, [this, index] { emit fileRequested(index_, index); });
  connect(fields.choose, &QAction::triggered, this, [this, fields] { chooseCall(fields); });
  fields_.push_back(fields);
  showSource(fields);
}

/// Shows the controls and the tooltip that belong to the source of the value.
void RunCallArguments::showSource(const Fields& fields) {
  const ArgumentSource source = model_->call(index_).arguments[fields.argument].source;
  fields.browse->setVisible(source == ArgumentSource::File);
  const bool offered = fields.value->actions().contains(fields.choose);
  fields.value->setToolTip(
      source == ArgumentSource::Tuple
          ? tr("For example (float32[2,3], @file.npy, call0.1); tuple(2,9) where (2,9) would be a shape")
          : QString());
  if (source == ArgumentSource::Result && !offered) fields.value->addAction(fields.choose, QLineEdit::TrailingPosition);
  if (source != ArgumentSource::Result && offered) fields.value->removeAction(fields.choose);
}

void RunCallArguments::sourceChanged(const Fields& fields) {
  model_->setSource(index_, fields.argument, static_cast<ArgumentSource>(fields.source->currentIndex()));
  ++quiet_;
  fields.value->setText(model_->call(index_).arguments[fields.argument].value);
  --quiet_;
  showSource(fields);
}

void RunCallArguments::refresh() {
  ++quiet_;
  for (const Fields& fields : fields_)
    if (const QString& value = model_->call(index_).arguments[fields.argument].value; fields.value->text() != value)
      fields.value->setText(value);
  --quiet_;
}

void RunCallArguments::chooseCall(const Fields& fields) {
  auto* menu = new QMenu(fields.value);
  menu->setObjectName(QStringLiteral("run.calls"));
  menu->setAttribute(Qt::WA_DeleteOnClose);
  for (int i = 0; i < index_; ++i) {
    const QString number = QStringLiteral("call%1").arg(i);
    QAction* action = menu->addAction(buttonText(number + QStringLiteral("  ") + model_->functionName(i)));
    action->setObjectName(QStringLiteral("run.calls.%1").arg(i));
    connect(action, &QAction::triggered, fields.value, [value = fields.value, number] { value->setText(number); });
  }
  menu->popup(fields.value->mapToGlobal(QPoint(0, fields.value->height())));
  if (!menu->actions().isEmpty()) menu->setActiveAction(menu->actions().constFirst());
}

void RunCallArguments::focusArgument(size_t argument) {
  const auto shown = [&] {
    return std::find_if(fields_.begin(), fields_.end(), [&](const Fields& row) { return row.argument == argument; });
  };
  if (shown() == fields_.end() && filter_ != nullptr) filter_->setText(nameOf(argument));
  if (const auto row = shown(); row != fields_.end()) {
    row->value->setFocus();
    row->value->selectAll();
  }
}

/// What states the type of a parameter.
QLabel* RunCallArguments::knownFrom(const ParamInfo& param) {
  const QString source = QString::fromStdString(param.source);
  QString text;
  if (source.isEmpty()) text = param.kind == ParamInfo::Kind::Unknown ? QString() : tr("check");
  else if (source.startsWith(QLatin1String("kernel "))) text = tr("kernel %1").arg(source.mid(7));
  else if (source.startsWith(QLatin1String("checks of kernel "))) text = tr("checks of kernel %1").arg(source.mid(17));
  else if (source.startsWith(QLatin1String("function "))) text = tr("function %1").arg(source.mid(9));
  else if (source.startsWith(QLatin1String("builtin "))) text = tr("builtin %1").arg(source.mid(8));
  else text = tr("condition");
  QLabel* label = shortened(text, Theme::instance()->ui(12), shown_);
  label->setProperty("role", "third");
  label->setToolTip(source.isEmpty() ? QString() : tr("The type is known from: %1").arg(text));
  return label;
}

}  // namespace relaxscope
