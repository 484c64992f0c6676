// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/diff/matching_note.h"

#include <QGridLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <array>

#include "views/diff/change_texts.h"
#include "views/widgets/label.h"

namespace relaxscope {
namespace {

// Logical pixels of room for the note and the table above it.
constexpr int kRoomForNote = 560, kRoomForLegend = 680;

constexpr auto kReasons = {MatchReason::SameNameSameCode,
                           MatchReason::SameNameChangedCode,
                           MatchReason::SameCodeOtherName,
                           MatchReason::CallPosition,
                           MatchReason::Structure,
                           MatchReason::ByHand,
                           MatchReason::None};

/// A sign in its colours, as in the rows of the listing.
class SignBadge : public QWidget {
 public:
  SignBadge(ChangeLook look, QWidget* parent) : QWidget(parent), look_(std::move(look)) {
    setFixedSize(Theme::instance()->px(20), Theme::instance()->px(18));
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    const Theme* theme = Theme::instance();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(theme->color(look_.ink));
    painter.setBrush(theme->color(look_.back));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), theme->px(4), theme->px(4));
    painter.setFont(theme->mono(11, 700));
    painter.drawText(rect(), Qt::AlignCenter, look_.sign);
  }

 private:
  ChangeLook look_;
};

QLabel* heading(const QString& text, QWidget* parent) {
  auto* label = new Label(text, parent);
  label->setFont(Theme::instance()->ui(11, 600));
  label->setProperty("role", "second");
  return label;
}

}  // namespace

MatchingNote::MatchingNote(Comparison* comparison, QWidget* parent) : QWidget(parent), comparison_(comparison) {
  setObjectName(QStringLiteral("diff.matching"));
  const Theme* theme = Theme::instance();
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  addHead();
  layout->addWidget(head_);
  layout->addWidget(makeBody());
  layout->addStretch(1);
  connect(theme, &Theme::changed, this, &MatchingNote::arrange);
  connect(comparison_, &Comparison::diffChanged, this, &MatchingNote::reload);
  connect(comparison_, &Comparison::placeChanged, this, &MatchingNote::follow);
  connect(comparison_, &Comparison::pendingChanged, this, &MatchingNote::follow);
  reload();
  arrange();
}

void MatchingNote::addHead() {
  head_ = new QToolButton(this);
  head_->setObjectName(QStringLiteral("diff.matchingHead"));
  head_->setText(tr("How functions were matched"));
  head_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  head_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  head_->setFixedHeight(Theme::instance()->px(28));
  head_->setFont(Theme::instance()->ui(11, 600));
  head_->setFocusPolicy(Qt::TabFocus);
  head_->setAutoRaise(true);
  connect(head_, &QToolButton::clicked, this, [this] {
    byUser_ = true;
    open_ = !open_;
    arrange();
  });
}

int MatchingNote::headHeight() const { return head_->height(); }
int MatchingNote::wholeHeight() const {
  return layout()->hasHeightForWidth() ? layout()->totalHeightForWidth(width()) : sizeHint().height();
}

void MatchingNote::setRoom(int height) {
  if (height == room_) return;
  room_ = height;
  arrange();
}

void MatchingNote::arrange() {
  const Theme* theme = Theme::instance();
  if (!byUser_) open_ = room_ >= theme->px(kRoomForNote);
  head_->setIcon(theme->icon(isOpen() ? QStringLiteral("chevron-down") : QStringLiteral("chevron-right")));
  head_->setToolTip(isOpen() ? tr("Hide how functions were matched") : tr("Show how functions were matched"));
  legend_->setVisible(room_ >= theme->px(kRoomForLegend));
  body_->setVisible(isOpen());
  emit folded();
}

QWidget* MatchingNote::makeBody() {
  const Theme* theme = Theme::instance();
  body_ = new QWidget(this);
  auto* layout = new QVBoxLayout(body_);
  layout->setContentsMargins(theme->px(16), theme->px(4), theme->px(16), theme->px(12));
  layout->setSpacing(theme->px(6));
  list_ = new QWidget(body_);
  rows_ = new QGridLayout(list_);
  rows_->setContentsMargins(0, 0, 0, 0);
  rows_->setVerticalSpacing(0);
  rows_->setColumnStretch(0, 1);
  layout->addWidget(list_);
  auto* buttons = new QHBoxLayout;
  match_ = new QPushButton(tr("Match by hand…"), body_);
  match_->setObjectName(QStringLiteral("diff.match"));
  connect(match_, &QPushButton::clicked, this, &MatchingNote::matchRequested);
  cut_ = new QPushButton(tr("Cut this match"), body_);
  cut_->setObjectName(QStringLiteral("diff.cut"));
  cut_->setToolTip(tr("The two functions are no longer taken for one; kept for this pair of files"));
  connect(cut_, &QPushButton::clicked, this, &MatchingNote::cut);
  for (QPushButton* button : {match_, cut_}) buttons->addWidget(button);
  buttons->addStretch(1);
  layout->addLayout(buttons);
  legend_ = makeLegend();
  layout->addWidget(legend_);
  return body_;
}

void MatchingNote::paintEvent(QPaintEvent*) { QPainter(this).fillRect(rect(), Theme::instance()->color(Token::Panel)); }

QWidget* MatchingNote::makeLegend() {
  const Theme* theme = Theme::instance();
  auto* holder = new QWidget(body_);
  auto* grid = new QGridLayout(holder);
  grid->setContentsMargins(0, theme->px(4), 0, 0);
  grid->setHorizontalSpacing(theme->px(10));
  grid->setVerticalSpacing(theme->px(3));
  grid->setColumnStretch(2, 1);
  struct Row {
    RowState state;
    QString text;
  };
  const std::array<Row, 5> rows = {{{RowState::Removed, tr("only in the old file; blue")},
                                    {RowState::Added, tr("only in the new file; orange")},
                                    {RowState::Changed, tr("in both, other operands or another callee; violet")},
                                    {RowState::Moved, tr("equal, in another place")},
                                    {RowState::Same, tr("equal after renumbering")}}};
  int row = 0;
  grid->addWidget(heading(tr("Signs and colours"), holder), row++, 0, 1, 3);
  for (const Row& each : rows) {
    auto* name = new Label(stateText(each.state), holder);
    name->setFont(theme->ui(12, 600));
    auto* text = new Label(each.text, holder);
    text->setProperty("role", "second");
    text->setWordWrap(true);
    grid->addWidget(new SignBadge(lookOf(each.state), holder), row, 0, Qt::AlignTop);
    grid->addWidget(name, row, 1, Qt::AlignTop);
    grid->addWidget(text, row++, 2);
  }
  return holder;
}

void MatchingNote::reload() {
  texts_.clear();
  qDeleteAll(list_->findChildren<QWidget*>(Qt::FindDirectChildrenOnly));
  std::array<int64_t, 8> counts{};
  if (const auto diff = comparison_->diff())
    for (const FunctionPair& pair : diff->functions) ++counts[static_cast<size_t>(pair.reason)];
  int row = 0;
  for (const MatchReason reason : kReasons) {
    const int64_t count = counts[static_cast<size_t>(reason)];
    if (count == 0 && reason != MatchReason::None) continue;
    auto* name = new Label(reasonText(reason), list_);
    auto* figure = new Label(countText(count), list_);
    figure->setFont(Theme::instance()->mono(12));
    for (QLabel* each : {name, figure}) each->setFixedHeight(Theme::instance()->px(20));
    rows_->addWidget(name, row, 0);
    rows_->addWidget(figure, row++, 1, Qt::AlignRight);
    texts_ << name->text() + QLatin1Char(' ') + figure->text();
  }
  follow();
  emit folded();
}

void MatchingNote::follow() {
  const auto diff = comparison_->diff();
  const uint32_t at = comparison_->place().pair;
  // The names are those of what was compared last: the sides may have been exchanged.
  match_->setEnabled(diff && !comparison_->isPending());
  cut_->setEnabled(match_->isEnabled() && at < diff->functions.size() && diff->functions[at].old.valid() &&
                   diff->functions[at].now.valid());
}

void MatchingNote::cut() {
  const auto diff = comparison_->diff();
  const uint32_t at = comparison_->place().pair;
  if (!diff || at >= diff->functions.size()) return;
  const Function* old = comparison_->compared(Side::Old).executable->function(diff->functions[at].old);
  const Function* now = comparison_->compared(Side::New).executable->function(diff->functions[at].now);
  if (old != nullptr && now != nullptr) comparison_->cutMatch(old->name, now->name);
}

}  // namespace relaxscope
