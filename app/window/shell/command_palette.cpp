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
#include "app/window/shell/main_window.h"
#include "app/window/shell/search_field.h"
#include "views/theme/theme.h"
#include "views/widgets/elide.h"
#include "vmcore/analysis/flow/code_walk.h"
#include "vmcore/base/text/text.h"

namespace relaxscope {
namespace {

constexpr size_t kMaxHits = 200;
constexpr size_t kDirectNames = 5'000;  ///< functions + instructions / 16 up to which the search is synchronous
constexpr int kRowHeight = 28, kVisibleRows = 14;
enum Role { DetailRole = Qt::UserRole + 1, KeysRole, IconRole, CodeRole };

class HitDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override {
    return {100, Theme::instance()->px(kRowHeight)};
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
    const bool code = index.data(CodeRole).toBool();
    painter->setFont(code ? theme->mono() : theme->ui());
    painter->setPen(theme->color(code ? Token::RoleFunction : Token::Text));
    const int x = row.left() + theme->px(36);
    painter->drawText(QRect(x, row.top(), right - x, row.height()), Qt::AlignVCenter,
                      elided(painter->fontMetrics(), index.data().toString(), Qt::ElideMiddle, right - x));
    painter->restore();
  }
};

QString nameOf(const Function& function) { return QString::fromStdString(printable(function.name)); }

}  // namespace

namespace {

QStringList wordsOf(const QString& query) { return query.split(QLatin1Char(' '), Qt::SkipEmptyParts); }

int matchScore(const QString& name, const QStringList& words) {
  int score = 1;
  for (const QString& word : words) {
    const qsizetype at = name.indexOf(word, 0, Qt::CaseInsensitive);
    if (at < 0) return 0;
    const bool boundary = at == 0 || !name[at - 1].isLetterOrNumber();
    score += at == 0 ? 40 : boundary ? 20 : 5;
    if (name.size() == word.size()) score += 100;
  }
  return score * 1000 - static_cast<int>(std::min<qsizetype>(name.size(), 900));
}

}  // namespace

int matchScore(const QString& name, const QString& query) { return matchScore(name, wordsOf(query)); }

std::vector<DocumentHit> searchExecutable(const Executable& executable, const QString& query, size_t limit,
                                          const std::stop_token& stop) {
  struct Found {
    int score;
    int64_t function;
  };
  std::vector<Found> found;
  const QStringList words = wordsOf(query);
  for (size_t i = 0; i < executable.functions.size(); ++i) {
    if (i % 1024 == 0 && stop.stop_requested()) return {};
    if (const int score = matchScore(nameOf(executable.functions[i]), words); score > 0)
      found.push_back({score, static_cast<int64_t>(i)});
  }
  std::stable_sort(found.begin(), found.end(), [](const Found& a, const Found& b) { return a.score > b.score; });
  std::vector<DocumentHit> hits;
  std::vector<uint8_t> wanted(executable.functions.size(), 0);
  for (const Found& row : found) {
    wanted[static_cast<size_t>(row.function)] = 1;
    if (hits.size() < limit) hits.push_back({FuncIndex(row.function), InstrIndex()});
  }
  if (words.isEmpty() || found.empty()) return hits;
  for (size_t pc = 0; pc < executable.code.size() && hits.size() < limit; ++pc) {
    if (pc % 16384 == 0 && stop.stop_requested()) return {};
    const InstrIndex at(static_cast<int64_t>(pc));
    const FuncIndex callee = calleeAt(executable, at);
    if (callee.valid() && callee.at() < wanted.size() && wanted[callee.at()] != 0) hits.push_back({callee, at});
  }
  return hits;
}

namespace {

PaletteHit functionHit(Document* document, FuncIndex index) {
  const Function& function = *document->executable()->function(index);
  const auto summary = document->data().summary;
  PaletteHit hit;
  hit.icon = QStringLiteral("functions");
  hit.text = nameOf(function);
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

PaletteHit callHit(Document* document, const DocumentHit& call) {
  const FuncIndex owner = document->executable()->functionAt(call.pc);
  PaletteHit hit;
  hit.icon = QStringLiteral("listing");
  hit.code = true;
  hit.text = QStringLiteral("%1: %2").arg(call.pc.value).arg(nameOf(*document->executable()->function(call.function)));
  hit.detail = document->functionName(owner);
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
  layout->addWidget(field_);
  layout->addWidget(list_, 1);
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
  setGeometry(x, under.top(), width,
              std::min(theme->px(kRowHeight * kVisibleRows + 52), window_->height() - under.top() - theme->px(16)));
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
    return take(page->document(), text, searchExecutable(*executable, text, kMaxHits));
  task_.start(
      [executable, text](const std::stop_token& stop) { return searchExecutable(*executable, text, kMaxHits, stop); },
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
    hits_.push_back(hit.pc.valid() ? callHit(document, hit) : functionHit(document, hit.function));
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
    model_->appendRow(item);
  }
  if (model_->rowCount() > 0) list_->setCurrentIndex(model_->index(0, 0));
}

void CommandPalette::addCommands(const QString& query) {
  struct Scored {
    int score;
    PaletteHit hit;
  };
  std::vector<Scored> found;
  const auto add = [&](const QString& title, const QString& group, const QString& icon, QAction* action) {
    const int score = matchScore(title, query);
    if (score == 0 || action == nullptr || !action->isEnabled()) return;
    PaletteHit hit;
    hit.icon = icon.isEmpty() ? QStringLiteral("chevron-right") : icon;
    hit.text = title;
    hit.detail = group;
    hit.keys = action->shortcut().toString(QKeySequence::NativeText);
    hit.go = [guard = QPointer<QAction>(action)] {
      if (guard) guard->trigger();
    };
    found.push_back({score, std::move(hit)});
  };
  for (const ActionMenu& menu : actionMenus())
    for (const ActionRow& row : menu.rows)
      add(actionTitle(row), menuTitle(menu), QLatin1String(row.icon), window_->action(QLatin1String(row.id)));
  for (const ViewRow& row : viewRegistry())
    add(tr("Show %1").arg(viewTitle(row)), tr("View"), QLatin1String(row.icon), window_->action(showActionId(row.id)));
  if (!query.isEmpty())
    std::stable_sort(found.begin(), found.end(), [](const Scored& a, const Scored& b) { return a.score > b.score; });
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
  hit.detail = page->document()->functionName(owner);
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
