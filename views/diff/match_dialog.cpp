// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/diff/match_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QPushButton>

#include <algorithm>

#include "views/theme/theme.h"
#include "views/widgets/label.h"
#include "vmcore/base/text/text.h"

namespace relaxscope {
namespace {

/// A list of names longer than this is chosen from by typing.
constexpr int kShownRows = 20;

}  // namespace

MatchDialog::MatchDialog(Comparison* comparison, QWidget* parent) : QDialog(parent), comparison_(comparison) {
  setObjectName(QStringLiteral("matchDialog"));
  setAttribute(Qt::WA_DeleteOnClose);
  setWindowTitle(tr("Match functions"));
  auto* form = new QFormLayout(this);
  auto* note =
      new Label(tr("The two are compared as one function, whatever their names and code. Kept for this pair of "
                   "files; one that is matched already is released."),
                this);
  note->setWordWrap(true);
  note->setProperty("role", "second");
  form->addRow(note);
  old_ = makeBox(Side::Old, QStringLiteral("match.old"));
  now_ = makeBox(Side::New, QStringLiteral("match.new"));
  form->addRow(tr("Of %1").arg(comparison_->name(Side::Old)), old_);
  form->addRow(tr("Of %1").arg(comparison_->name(Side::New)), now_);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
  match_ = buttons->addButton(tr("Match"), QDialogButtonBox::AcceptRole);
  match_->setObjectName(QStringLiteral("match.accept"));
  match_->setProperty("primary", true);
  buttons->button(QDialogButtonBox::Cancel)->setObjectName(QStringLiteral("match.cancel"));
  form->addRow(buttons);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(buttons, &QDialogButtonBox::accepted, this, &MatchDialog::apply);
  for (QComboBox* box : {old_, now_}) connect(box, &QComboBox::currentTextChanged, this, &MatchDialog::check);
  connect(comparison_, &Comparison::dataChanged, this, &QDialog::reject);
  setMinimumWidth(Theme::instance()->px(520));
  check();
}

QComboBox* MatchDialog::makeBox(Side side, const QString& name) {
  auto* box = new QComboBox(this);
  box->setObjectName(name);
  box->setMaxVisibleItems(kShownRows);
  box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  box->setMinimumContentsLength(30);
  fill(box, side);
  return box;
}

QString MatchDialog::noteOf(const FunctionPair& pair, Side side) const {
  const FuncIndex other = side == Side::Old ? pair.now : pair.old;
  if (!other.valid()) return tr("without a match");
  return tr("matched with %1")
      .arg(comparison_->functionName(side == Side::Old ? Side::New : Side::Old, other).left(60));
}

/// Those without a match come first.
void MatchDialog::fill(QComboBox* box, Side side) {
  const auto diff = comparison_->diff();
  if (!diff) return;
  const auto indexOf = [side](const FunctionPair& pair) { return side == Side::Old ? pair.old : pair.now; };
  const auto isLone = [](const FunctionPair& pair) { return !pair.old.valid() || !pair.now.valid(); };
  const uint32_t current = comparison_->place().pair;
  for (const bool lone : {true, false})
    for (size_t i = 0; i < diff->functions.size(); ++i) {
      const FunctionPair& pair = diff->functions[i];
      if (!indexOf(pair).valid() || isLone(pair) != lone) continue;
      const Function* function = comparison_->compared(side).executable->function(indexOf(pair));
      if (function == nullptr) continue;
      const QString name = comparison_->functionName(side, indexOf(pair)).left(80);
      box->addItem(name + QStringLiteral("   (") + noteOf(pair, side) + QLatin1Char(')'),
                   QByteArray::fromStdString(function->name));
      if (i == current) box->setCurrentIndex(box->count() - 1);
    }
}

void MatchDialog::check() { match_->setEnabled(old_->currentIndex() >= 0 && now_->currentIndex() >= 0); }

void MatchDialog::apply() {
  const auto nameOf = [](const QComboBox* box) { return box->currentData().toByteArray().toStdString(); };
  accept();
  comparison_->matchByHand(nameOf(old_), nameOf(now_));
}

}  // namespace relaxscope
