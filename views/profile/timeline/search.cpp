// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/profile/timeline/search.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QPainter>
#include <QToolButton>
#include <QVBoxLayout>

#include "views/theme/theme.h"
#include "views/widgets/label.h"
#include "views/widgets/table_source.h"
#include "vmcore/base/text/text.h"

namespace relaxscope {
namespace {
constexpr int kMaxNames = 200;
constexpr int kShownNames = 6;
}  // namespace

TimelineSearch::TimelineSearch(QWidget* parent)
    : QWidget(parent), edit_(new QLineEdit(this)), count_(new Label(this)), list_(new QListWidget(parent)) {
  setObjectName(QStringLiteral("timeline.search"));
  edit_->setObjectName(QStringLiteral("timeline.search.text"));
  edit_->setPlaceholderText(tr("Find calls by name in the whole trace"));
  edit_->setAccessibleName(tr("Find calls"));
  edit_->setClearButtonEnabled(true);
  edit_->installEventFilter(this);
  list_->setObjectName(QStringLiteral("timeline.search.hits"));
  list_->setAccessibleName(tr("Calls found"));
  list_->setFrameShape(QFrame::StyledPanel);
  list_->setUniformItemSizes(true);
  list_->installEventFilter(this);
  count_->setProperty("role", QStringLiteral("second"));
  auto button = [this](const char* icon, const QString& tip) {
    auto* tool = new QToolButton(this);
    tool->setIcon(Theme::instance()->icon(QLatin1String(icon)));
    tool->setToolTip(tip);
    tool->setAccessibleName(tip);
    tool->setProperty("toolButton", QStringLiteral("flat"));
    tool->setFocusPolicy(Qt::NoFocus);
    const QString name = QLatin1String(icon);
    connect(Theme::instance(), &Theme::changed, tool, [tool, name] { tool->setIcon(Theme::instance()->icon(name)); });
    return tool;
  };
  QToolButton* previous = button("chevron-up", tr("Previous hit (Shift+F3)"));
  QToolButton* following = button("chevron-down", tr("Next hit (F3)"));
  QToolButton* done = button("close", tr("Close (Esc)"));
  previous->setObjectName(QStringLiteral("timeline.search.previous"));
  following->setObjectName(QStringLiteral("timeline.search.next"));
  done->setObjectName(QStringLiteral("timeline.search.close"));
  auto* line = new QHBoxLayout;
  line->setContentsMargins(8, 4, 8, 4);
  line->setSpacing(8);
  line->addWidget(edit_, 1);
  line->addWidget(count_);
  line->addWidget(previous);
  line->addWidget(following);
  line->addWidget(done);
  auto* all = new QVBoxLayout(this);
  all->setContentsMargins(0, 0, 0, 0);
  all->setSpacing(0);
  all->addLayout(line);
  list_->setVisible(false);
  connect(Theme::instance(), &Theme::changed, this, &TimelineSearch::applyTheme);
  applyTheme();
  connect(edit_, &QLineEdit::textChanged, this, &TimelineSearch::changed);
  connect(previous, &QToolButton::clicked, this, [this] { emit next(true); });
  connect(following, &QToolButton::clicked, this, [this] { emit next(false); });
  connect(done, &QToolButton::clicked, this, &TimelineSearch::close);
  connect(list_, &QListWidget::itemClicked, this,
          [this](QListWidgetItem* item) { emit chosen(item->data(Qt::UserRole).toUInt()); });
  connect(list_, &QListWidget::itemActivated, this,
          [this](QListWidgetItem* item) { emit chosen(item->data(Qt::UserRole).toUInt()); });
  hide();
}

void TimelineSearch::applyTheme() {
  const Theme* theme = Theme::instance();
  list_->setStyleSheet(QStringLiteral("QListWidget{background:%1;border:1px solid %2;border-top:none;padding:0 %3px}")
                           .arg(theme->color(Token::Raised).name(), theme->color(Token::BorderStrong).name())
                           .arg(theme->px(8)));
}

void TimelineSearch::open() {
  show();
  edit_->setFocus(Qt::ShortcutFocusReason);
  edit_->selectAll();
}

void TimelineSearch::close() {
  hide();
  hideNames();
  emit closed();
}

QString TimelineSearch::text() const { return edit_->text(); }
void TimelineSearch::setText(const QString& text) { edit_->setText(text); }

std::vector<bool> TimelineSearch::search(const Tracks& tracks) {
  std::vector<bool> marks;
  hits_ = 0;
  list_->clear();
  const QString needle = edit_->text().trimmed();
  if (needle.isEmpty()) {
    count_->clear();
    hideNames();
    return marks;
  }
  marks.assign(tracks.names().size(), false);
  const std::vector<uint32_t> names = tracks.findNames(needle.toStdString());
  const std::vector<uint64_t> measured = tracks.measuredCounts();
  uint64_t counted = 0;
  for (const uint32_t name : names) {
    marks[name] = true;
    const TrackName& row = tracks.names()[name];
    hits_ += row.count;
    counted += measured[name];
    if (list_->count() >= kMaxNames) continue;
    auto* item = new QListWidgetItem(
        QStringLiteral("%1   %2×")
            .arg(QString::fromStdString(printable(row.text)), countText(static_cast<int64_t>(measured[name]))),
        list_);
    item->setData(Qt::UserRole, name);
    item->setFont(Theme::instance()->mono());
  }
  const auto number = [](uint64_t count) { return countText(static_cast<int64_t>(count)); };
  QStringList parts{tr("%1 slices in measured runs", nullptr, pluralNumber(counted)).arg(number(counted))};
  if (hits_ > counted) parts << tr("%1 elsewhere", nullptr, pluralNumber(hits_ - counted)).arg(number(hits_ - counted));
  parts << tr("%1 names", nullptr, pluralNumber(names.size())).arg(number(names.size()));
  count_->setText(hits_ == 0 ? tr("nothing found") : parts.join(QLatin1String(", ")));
  if (list_->count() == 0) hideNames();
  else if (edit_->hasFocus() || list_->isVisible()) showNames();
  return marks;
}

void TimelineSearch::hideNames() { list_->hide(); }

void TimelineSearch::showNames() {
  placeNames();
  list_->show();
  list_->raise();
}

/// Below the bar, as high as its names, at most to the end of the view.
void TimelineSearch::placeNames() {
  if (list_->count() == 0) return;
  const int rowHeight = std::max(20, list_->sizeHintForRow(0));
  const int wanted = std::min(list_->count(), kShownNames) * rowHeight + 2 * list_->frameWidth() + 2;
  const QRect below = geometry();
  list_->setGeometry(below.left(), below.bottom() + 1, below.width(),
                     std::clamp(parentWidget()->height() - below.bottom() - 1, 0, wanted));
}

void TimelineSearch::moveEvent(QMoveEvent* event) {
  QWidget::moveEvent(event);
  placeNames();
}

void TimelineSearch::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  placeNames();
}

bool TimelineSearch::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::FocusOut && !edit_->hasFocus() && !list_->hasFocus()) hideNames();
  if (event->type() != QEvent::KeyPress) return QWidget::eventFilter(watched, event);
  auto* key = static_cast<QKeyEvent*>(event);
  if (key->key() == Qt::Key_Escape) {
    close();
    return true;
  }
  if (key->key() == Qt::Key_F3 || (watched == edit_ && (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter))) {
    emit next(key->modifiers().testFlag(Qt::ShiftModifier));
    return true;
  }
  if (watched == edit_ && key->key() == Qt::Key_Down && list_->count() > 0) {
    showNames();
    list_->setFocus();
    list_->setCurrentRow(0);
    return true;
  }
  return QWidget::eventFilter(watched, event);
}

void TimelineSearch::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), Theme::instance()->color(Token::Subtle));
  painter.setPen(Theme::instance()->color(Token::Border));
  painter.drawLine(rect().bottomLeft(), rect().bottomRight());
}

}  // namespace relaxscope
