// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/shell/command_palette.h"

#include <QAction>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QPointer>
#include <QStandardItemModel>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include <algorithm>

#include "app/window/actions/table.h"
#include "app/window/settings.h"
#include "app/window/shell/fuzzy_match.h"
#include "app/window/shell/main_window.h"
#include "app/window/shell/search_field.h"
#include "views/theme/theme.h"
#include "views/widgets/elide.h"
#include "views/widgets/label.h"
#include "vmcore/base/text/text.h"

namespace relaxscope {
namespace {

constexpr size_t kMaxPaletteHits = 200;
constexpr size_t kDirectNames = 5'000;  ///< functions + instructions / 16 up to which the search is synchronous
constexpr int kPaletteRowHeight = 28, kVisibleRows = 14;
constexpr qsizetype kMostRecent = 20;
enum Role { DetailRole = Qt::UserRole + 1, KeysRole, IconRole, CodeRole, MarksRole };

/// A text with an ellipsis, and the places of marks in it; those that the ellipsis replaces are left out.
QList<qsizetype> marksIn(const QString& shown, const QString& text, const QList<qsizetype>& marks) {
  if (shown == text) return marks;
  const qsizetype cut = shown.indexOf(QChar(0x2026)), skipped = text.size() - shown.size();
  QList<qsizetype> out;
  for (const qsizetype at : marks) {
    if (at < cut) out.append(at);
    else if (at - skipped > cut) out.append(at - skipped);
  }
  return out;
}

class HitDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override {
    return {100, Theme::instance()->px(kPaletteRowHeight)};
  }
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    const Theme* theme = Theme::instance();
    const QRect row = option.rect;
    painter->save();
    if ((option.state & QStyle::State_Selected) != 0) {
      painter->fillRect(row, theme->color(Token::SelectedRow));
      painter->fillRect(QRect(row.left(), row.top(), theme->px(3), row.height()), theme->color(Token::Accent));
    }
    const int icon = theme->px(16);
    theme->icon(index.data(IconRole).toString())
        .paint(painter, QRect(row.left() + theme->px(12), row.top() + (row.height() - icon) / 2, icon, icon));
    int right = row.right() - theme->px(12);
    if (const QString keys = index.data(KeysRole).toString(); !keys.isEmpty())
      right -= paintKeyCap(painter, QPoint(right, row.center().y() + 1), keys) + theme->px(8);
    painter->setFont(theme->ui(11));
    painter->setPen(theme->color(Token::TextThird));
    const QString detail = index.data(DetailRole).toString();
    const int detailWidth = std::min(painter->fontMetrics().horizontalAdvance(detail) + 2, row.width() / 2);
    painter->drawText(QRect(right - detailWidth, row.top(), detailWidth, row.height()),
                      Qt::AlignVCenter | Qt::AlignRight,
                      elided(painter->fontMetrics(), detail, Qt::ElideMiddle, detailWidth));
    right -= detailWidth + theme->px(12);
    const int x = row.left() + theme->px(36);
    paintText(painter, QRect(x, row.top(), right - x, row.height()), index);
    painter->restore();
  }

 private:
  /// The matched characters are bold, underlined and in the accent.
  static void paintText(QPainter* painter, QRect room, const QModelIndex& index) {
    const Theme* theme = Theme::instance();
    const bool code = index.data(CodeRole).toBool();
    const QFont plain = code ? theme->mono() : theme->ui();
    QFont marked = code ? theme->mono(12, 700) : theme->ui(12, 600);
    marked.setUnderline(true);
    const QString text = index.data().toString();
    const QString shown = elided(QFontMetrics(marked), text, Qt::ElideMiddle, room.width());
    const QList<qsizetype> marks = marksIn(shown, text, index.data(MarksRole).value<QList<qsizetype>>());
    for (qsizetype at = 0; at < shown.size();) {
      const bool isMarked = marks.contains(at);
      qsizetype end = at + 1;
      while (end < shown.size() && marks.contains(end) == isMarked) ++end;
      painter->setFont(isMarked ? marked : plain);
      painter->setPen(theme->color(isMarked ? Token::Accent : code ? Token::RoleFunction : Token::Text));
      const QString piece = shown.mid(at, end - at);
      painter->drawText(room, Qt::AlignVCenter, piece);
      room.setLeft(room.left() + painter->fontMetrics().horizontalAdvance(piece));
      at = end;
    }
  }
};

QString functionName(const Function& function) { return QString::fromStdString(printable(function.name)); }

/// Where a name matches; beyond 256 characters nothing is marked.
std::vector<qsizetype> marksOf(const QString& name, const QString& query) {
  return FuzzyQuery(query).match(name).marks;
}

PaletteHit functionHit(Document* document, FuncIndex index, const QString& query) {
  const Function& function = *document->executable()->function(index);
  const auto summary = document->data().summary;
  PaletteHit hit;
  hit.icon = QStringLiteral("functions");
  hit.text = functionName(function);
  hit.recent = hit.text;
  hit.marks = marksOf(hit.text, query);
  hit.code = true;
  const bool body = function.isBytecode();
  if (body)
    hit.detail =
        CommandPalette::tr("%n instruction(s)", nullptr, static_cast<int>(function.endInstr - function.startInstr));
  else if (summary && summary->functions.size() > index.at())
    hit.detail =
        CommandPalette::tr("%n call site(s)", nullptr, static_cast<int>(summary->functions[index.at()].callSites));
  hit.go = [guard = QPointer<Document>(document), index, body] {
    if (!guard) return;
    Place place;
    place.function = index;
    guard->selection()->activate(place, body ? ViewId::Listing : ViewId::Functions);
  };
  return hit;
}

PaletteHit callHit(Document* document, const DocumentHit& call, const QString& query) {
  const FuncIndex owner = document->executable()->functionAt(call.pc);
  PaletteHit hit;
  hit.icon = QStringLiteral("listing");
  hit.code = true;
  const QString callee = functionName(*document->executable()->function(call.function));
  const QString before = QStringLiteral("%1: ").arg(call.pc.value);
  hit.text = before + callee;
  hit.recent = callee;
  hit.marks = marksOf(callee, query);
  for (qsizetype& at : hit.marks) at += before.size();
  hit.detail = document->shownName(owner);
  hit.go = [guard = QPointer<Document>(document), owner, at = call.pc] {
    if (!guard) return;
    Place place;
    place.function = owner;
    place.pc = at;
    guard->selection()->activate(place, ViewId::Listing);
  };
  return hit;
}

}  // namespace

CommandPalette::CommandPalette(MainWindow* window) : QFrame(window), window_(window) {
  setObjectName(QStringLiteral("palette"));
  const Theme* theme = Theme::instance();
  field_ = new QLineEdit(this);
  field_->setObjectName(QStringLiteral("palette.field"));
  field_->installEventFilter(this);
  list_ = new QListView(this);
  list_->setObjectName(QStringLiteral("palette.list"));
  list_->setAccessibleName(tr("Hits"));
  list_->setUniformItemSizes(true);
  list_->setItemDelegate(new HitDelegate(list_));
  list_->setFocusPolicy(Qt::NoFocus);
  list_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  list_->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  model_ = new QStandardItemModel(this);
  list_->setModel(model_);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(theme->px(8), theme->px(8), theme->px(8), theme->px(8));
  layout->setSpacing(theme->px(6));
  note_ = new Label(this);
  note_->setObjectName(QStringLiteral("palette.note"));
  note_->setProperty("role", "second");
  note_->setContentsMargins(theme->px(8), theme->px(4), theme->px(8), theme->px(4));
  note_->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  note_->setWordWrap(true);
  note_->hide();
  layout->addWidget(field_);
  layout->addWidget(list_, 1);
  layout->addWidget(note_, 1);
  connect(field_, &QLineEdit::textChanged, this, &CommandPalette::search);
  connect(list_, &QListView::clicked, this, [this](const QModelIndex& index) { activate(index.row()); });
  hide();
}

void CommandPalette::open(const QString& prefix, const QRect& under) {
  const Theme* theme = Theme::instance();
  if (!isVisible()) focusBefore_ = window_->focusWidget();
  const int width = std::min(std::max(under.width(), theme->px(560)), window_->width() - theme->px(16));
  const int x = std::clamp(under.left() + (under.width() - width) / 2, theme->px(8),
                           std::max(theme->px(8), window_->width() - width - theme->px(8)));
  setGeometry(
      x, under.top(), width,
      std::min(theme->px(kPaletteRowHeight * kVisibleRows + 52), window_->height() - under.top() - theme->px(16)));
  field_->setPlaceholderText(prefix == QLatin1String(">") ? tr("Command")
                                                          : tr("Function, call, or > for commands, : for a pc"));
  field_->setAccessibleName(field_->placeholderText());
  field_->setText(prefix);
  search();
  show();
  raise();
  field_->setFocus(Qt::ShortcutFocusReason);
  field_->setCursorPosition(static_cast<int>(prefix.size()));
}

void CommandPalette::setQuery(const QString& text) { field_->setText(text); }

void CommandPalette::search() {
  task_.cancel();
  goWhenFound_ = false;
  const QString text = field_->text();
  const bool command = text.startsWith(QLatin1Char('>')), place = text.startsWith(QLatin1Char(':'));
  DocumentPage* page = window_->currentPage();
  const auto executable = page != nullptr && page->isLoaded() ? page->document()->data().executable : nullptr;
  if (command || place || !executable) {
    hits_.clear();
    if (place) addPc(text.mid(1).trimmed());
    else addCommands(command ? text.mid(1).trimmed() : text.trimmed());
    return showHits();
  }
  if (executable->functions.size() + executable->code.size() / 16 <= kDirectNames)
    return take(page->document(), text, searchExecutable(*executable, text, recentFunctions_, kMaxPaletteHits));
  task_.start(
      [executable, text, recent = recentFunctions_](const std::stop_token& stop) {
        return searchExecutable(*executable, text, recent, kMaxPaletteHits, stop);
      },
      [this, document = QPointer<Document>(page->document()), executable, text](const std::vector<DocumentHit>& found) {
        if (!document || document->data().executable != executable) return;
        const bool go = goWhenFound_;
        take(document, text, found);
        if (go) activate(0);
      });
}

void CommandPalette::take(Document* document, const QString& query, const std::vector<DocumentHit>& found) {
  hits_.clear();
  bool isPc = false;
  query.trimmed().toLongLong(&isPc);
  if (isPc) addPc(query.trimmed());
  for (const DocumentHit& hit : found)
    hits_.push_back(hit.pc.valid() ? callHit(document, hit, query) : functionHit(document, hit.function, query));
  if (hits_.empty()) addCommands(query.trimmed());
  showHits();
}

void CommandPalette::showHits() {
  goWhenFound_ = false;
  model_->clear();
  for (const PaletteHit& hit : hits_) {
    auto* item = new QStandardItem(hit.text);
    item->setData(hit.detail, DetailRole);
    item->setData(hit.keys, KeysRole);
    item->setData(hit.icon, IconRole);
    item->setData(hit.code, CodeRole);
    item->setData(QVariant::fromValue(QList<qsizetype>(hit.marks.begin(), hit.marks.end())), MarksRole);
    model_->appendRow(item);
  }
  if (model_->rowCount() > 0) list_->setCurrentIndex(model_->index(0, 0));
  note_->setText(hits_.empty() ? nothingFound() : QString());
  note_->setVisible(hits_.empty());
  list_->setVisible(!hits_.empty());
}

QString CommandPalette::note() const { return note_->text(); }

/// One line: that nothing matches, and what can be searched for.
QString CommandPalette::nothingFound() const {
  const QString typed = field_->text();
  const DocumentPage* page = window_->currentPage();
  const bool hasCode =
      page != nullptr && page->isLoaded() && window_->currentPage()->document()->executable() != nullptr;
  if (typed.startsWith(QLatin1Char(':'))) {
    if (!hasCode) return tr("There is no code to go to: open a file first.");
    const auto size = static_cast<qlonglong>(window_->currentPage()->document()->executable()->code.size());
    return tr("Type a pc from 0 to %1.").arg(QLocale().toString(std::max<qlonglong>(0, size - 1)));
  }
  const QString what = elided(note_->fontMetrics(), typed, Qt::ElideMiddle, width() / 3);
  if (typed.startsWith(QLatin1Char('>'))) return tr("No command matches “%1”.").arg(what.mid(1).trimmed());
  return hasCode ? tr("Nothing matches “%1”. Search functions and calls, > commands or : a pc.").arg(what)
                 : tr("Nothing matches “%1”. Search commands, or open a file to search its functions.").arg(what);
}

/// What was chosen comes first the next time: commands in every window, functions in this one.
void CommandPalette::remember(const PaletteHit& hit) {
  if (hit.recent.isEmpty()) return;
  QStringList recent = hit.code ? recentFunctions_ : settings::recentCommands();
  recent.removeAll(hit.recent);
  recent.prepend(hit.recent);
  recent = recent.mid(0, kMostRecent);
  if (hit.code) recentFunctions_ = recent;
  else if (window_->keepsState()) settings::setRecentCommands(recent);
}

void CommandPalette::addCommands(const QString& query) {
  struct Scored {
    int score;
    PaletteHit hit;
  };
  std::vector<Scored> found;
  const FuzzyQuery fuzzy(query);
  const QStringList recent = settings::recentCommands();
  const auto add = [&](const QString& title, const QString& group, const QString& icon, QAction* action) {
    FuzzyMatch match = fuzzy.match(title);
    if (match.score == 0 || action == nullptr || !action->isEnabled()) return;
    PaletteHit hit;
    hit.recent = action->objectName();
    hit.marks = std::move(match.marks);
    hit.icon = icon.isEmpty() ? QStringLiteral("chevron-right") : icon;
    hit.text = title;
    hit.detail = group;
    hit.keys = action->shortcut().toString(QKeySequence::NativeText);
    hit.go = [guard = QPointer<QAction>(action)] {
      if (guard) guard->trigger();
    };
    const int score = withRecency(match.score, recent.indexOf(hit.recent));
    found.push_back({score, std::move(hit)});
  };
  for (const ActionMenu& menu : actionMenus())
    for (const ActionRow& row : menu.rows)
      add(actionTitle(row), menuTitle(menu), QLatin1String(row.icon), window_->action(QLatin1String(row.id)));
  for (const ViewRow& row : viewsOf(Subject::Executable))
    add(tr("Show %1").arg(viewTitle(row)), tr("View"), QLatin1String(row.icon), window_->action(showActionId(row.id)));
  std::ranges::stable_sort(found, std::ranges::greater(), &Scored::score);
  for (Scored& row : found) hits_.push_back(std::move(row.hit));
}

void CommandPalette::addPc(const QString& query) {
  DocumentPage* page = window_->currentPage();
  bool ok = false;
  const qint64 pc = query.toLongLong(&ok);
  if (page == nullptr || !ok || page->document()->executable() == nullptr) return;
  const Executable* executable = page->document()->executable();
  if (pc < 0 || pc >= static_cast<qint64>(executable->code.size())) return;
  const FuncIndex owner = executable->functionAt(InstrIndex(pc));
  PaletteHit hit;
  hit.icon = QStringLiteral("target");
  hit.text = tr("Go to pc %1").arg(pc);
  hit.detail = page->document()->shownName(owner);
  hit.go = [guard = QPointer<Document>(page->document()), owner, pc] {
    if (!guard) return;
    Place place;
    place.function = owner;
    place.pc = InstrIndex(pc);
    guard->selection()->activate(place, ViewId::Listing);
  };
  hits_.push_back(std::move(hit));
}

void CommandPalette::activate(int row) {
  if (row < 0 || row >= hitCount()) return;
  const auto go = hits_[static_cast<size_t>(row)].go;
  remember(hits_[static_cast<size_t>(row)]);
  close();
  if (go) go();
}

void CommandPalette::close() {
  if (!isVisible()) return;
  task_.cancel();
  hide();
  if (focusBefore_ != nullptr) focusBefore_->setFocus(Qt::OtherFocusReason);
  focusBefore_ = nullptr;
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
  if (watched == field_ && event->type() == QEvent::FocusOut && isVisible()) {
    // A click elsewhere dismisses the palette.
    if (!isAncestorOf(window_->focusWidget())) hide();
  }
  if (watched != field_ || event->type() != QEvent::KeyPress) return QFrame::eventFilter(watched, event);
  const auto* key = static_cast<QKeyEvent*>(event);
  const int row = list_->currentIndex().row();
  const auto moveTo = [this](int target) {
    list_->setCurrentIndex(model_->index(std::clamp(target, 0, std::max(0, model_->rowCount() - 1)), 0));
  };
  switch (key->key()) {
    case Qt::Key_Escape: close(); return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (isSettled()) activate(row);
      else goWhenFound_ = true;
      return true;
    case Qt::Key_Down: moveTo(row + 1); return true;
    case Qt::Key_Up: moveTo(row - 1); return true;
    case Qt::Key_PageDown: moveTo(row + kVisibleRows - 1); return true;
    case Qt::Key_PageUp: moveTo(row - kVisibleRows + 1); return true;
    default: return false;
  }
}

void CommandPalette::paintEvent(QPaintEvent*) {
  const Theme* theme = Theme::instance();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(theme->color(Token::BorderStrong));
  painter.setBrush(theme->color(Token::Raised));
  painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), theme->px(8), theme->px(8));
}

}  // namespace relaxscope
