// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/hex/hex_view.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QMenu>
#include <QResizeEvent>
#include <QVBoxLayout>

#include "views/hex/byte_names.h"
#include "views/hex/find.h"
#include "views/widgets/elide.h"
#include "views/widgets/label.h"
#include "views/widgets/table_source.h"

namespace relaxscope {
namespace {

/// QTreeView tells assistive software that a row has the focus, also while the tree only follows the bytes.
class FieldTree : public QTreeView {
 public:
  using QTreeView::QTreeView;

 protected:
  void currentChanged(const QModelIndex& current, const QModelIndex& previous) override {
    if (hasFocus()) return QTreeView::currentChanged(current, previous);
    QAbstractItemView::currentChanged(current, previous);
    viewport()->update();
  }
};

}  // namespace

HexView::HexView(Document* document, QWidget* parent)
    : View(document, parent),
      splitter_(new QSplitter(Qt::Horizontal, this)),
      area_(new HexArea(this)),
      bar_(new FindBar(this)),
      path_(new Label(this)),
      tree_(new FieldTree(this)),
      model_(new HexTree(this)),
      offset_(new QLineEdit(this)),
      find_(new QToolButton(this)) {
  setObjectName(QStringLiteral("view.hex"));
  path_->setObjectName(QStringLiteral("hex.path"));
  path_->setIndent(0);  // showPath() takes the padding alone from its width
  path_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  tree_->setObjectName(QStringLiteral("hex.fields"));
  tree_->setAccessibleName(tr("Decoded fields"));
  tree_->setModel(model_);
  tree_->setUniformRowHeights(true);
  tree_->setFrameShape(QFrame::NoFrame);
  tree_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  tree_->setAlternatingRowColors(true);
  tree_->header()->setStretchLastSection(false);
  tree_->header()->setSectionResizeMode(HexTree::Value, QHeaderView::Stretch);
  auto* left = new QWidget(this);
  auto* leftLayout = new QVBoxLayout(left);
  leftLayout->setContentsMargins(0, 0, 0, 0);
  leftLayout->setSpacing(0);
  leftLayout->addWidget(bar_);
  leftLayout->addWidget(area_, 1);
  auto* right = new QWidget(this);
  auto* rightLayout = new QVBoxLayout(right);
  rightLayout->setContentsMargins(0, 0, 0, 0);
  rightLayout->setSpacing(0);
  rightLayout->addWidget(path_);
  rightLayout->addWidget(tree_, 1);
  splitter_->addWidget(left);
  splitter_->addWidget(right);
  splitter_->setStretchFactor(0, 3);
  splitter_->setStretchFactor(1, 2);
  splitter_->setChildrenCollapsible(false);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(splitter_);
  setFocusProxy(area_);
  bar_->setPlaceholder(tr("Bytes (7f 45 4c 46) or text"));
  bar_->setRegexOffered(false);
  offset_->setObjectName(QStringLiteral("hex.offset"));
  offset_->setPlaceholderText(tr("Go to offset"));
  offset_->setAccessibleName(tr("Go to offset"));
  offset_->setToolTip(tr("Go to offset: 4096, 0x1000 or 1000h (G)"));
  find_->setObjectName(QStringLiteral("hex.find"));
  find_->setText(tr("Find"));
  find_->setToolTip(tr("Find bytes or text (Ctrl+F)"));
  find_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  for (QWidget* part : std::initializer_list<QWidget*>{bar_, offset_, find_}) part->hide();
  connectParts();
  applyTheme();
  reload();
}

void HexView::connectParts() {
  Document* document = this->document();
  connect(find_, &QToolButton::clicked, this, [this] { startFind(); });
  connect(offset_, &QLineEdit::returnPressed, this, [this] {
    if (const auto offset = hexOffset(offset_->text())) goToOffset(*offset);
  });
  connect(offset_, &QLineEdit::textChanged, this, [this](const QString& text) {
    const auto offset = hexOffset(text);
    offset_->setProperty("error", !text.isEmpty() && (!offset || *offset >= area_->size()));
    repolish(offset_);
  });
  connect(area_, &HexArea::chosen, this, &HexView::chooseByte);
  connect(area_, &HexArea::followed, this, [this](quint64 offset) {
    if (map() != nullptr) select(map()->path(offset), true);
  });
  connect(area_, &HexArea::menuRequested, this, &HexView::menu);
  connect(tree_->selectionModel(), &QItemSelectionModel::currentChanged, this,
          [this](const QModelIndex& now) { chooseField(now); });
  connect(tree_, &QTreeView::activated, this, &HexView::followField);
  // Each edit of the pattern searches from the byte where typing began, inclusive.
  connect(bar_, &FindBar::changed, this, [this] { findFrom(anchor_ - 1, false); });
  connect(bar_, &FindBar::next, this, &HexView::findNext);
  connect(bar_, &FindBar::closed, this, [this] {
    task_.cancel();
    bar_->hide();
    area_->setFocus();
  });
  connect(document, &Document::dataChanged, this, &HexView::reload);
  connect(document->selection(), &Selection::changed, this, &HexView::follow);
  connect(Theme::instance(), &Theme::changed, this, &HexView::applyTheme);
}

void HexView::applyTheme() {
  const Theme* theme = Theme::instance();
  find_->setIcon(theme->icon(QStringLiteral("search")));
  offset_->setFixedWidth(theme->px(124));
  offset_->setFixedHeight(theme->px(28));
  path_->setFont(theme->ui(11));
  path_->setFixedHeight(theme->px(24));
  path_->setStyleSheet(QStringLiteral("QLabel{color:%1;background:%2;padding:0 %3px}")
                           .arg(theme->color(Token::TextSecond).name(), theme->color(Token::Subtle).name())
                           .arg(theme->px(12)));
  tree_->header()->resizeSection(HexTree::Name, theme->px(210));
  tree_->header()->resizeSection(HexTree::Offset, theme->px(96));
  tree_->header()->resizeSection(HexTree::Size, theme->px(88));
}

void HexView::reload() {
  task_.cancel();
  shown_ = {};
  const std::shared_ptr<const ByteMap> map = document()->data().byteMap;
  area_->setEmptySentence(
      map ? tr("The file is empty.")
      : document()->executable() == nullptr
          ? tr("Nothing is open: open a file to see its bytes.")
          : tr("A profile holds the executable's tables, not its bytes. Open the original library."));
  area_->setMap(map);
  model_->setMap(map);
  path_->clear();
  path_->setToolTip({});
  if (!map) return;
  // Expands the tree down to the executable, wherever it is in a library.
  QModelIndex at;
  for (int depth = 0; depth < 6 && model_->rowCount(at) > 0 && model_->rowCount(at) <= 64; ++depth) {
    QModelIndex next = model_->index(0, 0, at);
    for (int row = 0; row < model_->rowCount(at); ++row) {
      const QModelIndex each = model_->index(row, 0, at);
      const ByteNode node = model_->node(each);
      const auto executable = map->offsetOf(FuncIndex(0));
      if (executable && *executable >= node.offset && *executable - node.offset < node.size) next = each;
    }
    const ByteKind kind = model_->node(next).kind;
    if (kind == ByteKind::Table || model_->node(next).children == 0 || model_->isRange(next)) break;
    tree_->expand(next);
    at = next;
  }
  follow();
  showDamage();
}

void HexView::showDamage() {
  const auto damaged = map() != nullptr ? map()->damaged() : std::nullopt;
  if (!damaged) return;
  area_->setCurrent(damaged->offset, true);
  showNode(map()->path(damaged->offset));
  area_->setMarked(damaged->offset, damaged->size);
}

/// The path to the innermost node that represents a place.
std::vector<ByteNode> HexView::pathTo(const Place& place) const {
  const auto upTo = [&](std::optional<uint64_t> offset, auto&& isIt) {
    std::vector<ByteNode> path = offset ? map()->path(*offset) : std::vector<ByteNode>();
    while (!path.empty() && (path.back().kind == ByteKind::Field || !isIt(map()->links(path.back())))) path.pop_back();
    return path;
  };
  if (place.constant.valid())
    return upTo(map()->offsetOf(place.constant),
                [&](const ByteLinks& links) { return links.constant == place.constant; });
  if (place.pc.valid())
    return upTo(map()->offsetOf(place.pc), [&](const ByteLinks& links) { return links.pc == place.pc; });
  if (place.function.valid())
    return upTo(map()->offsetOf(place.function),
                [&](const ByteLinks& links) { return links.function == place.function; });
  return upTo(map()->offsetOf(place.module), [&](const ByteLinks& links) { return links.module == place.module; });
}

void HexView::follow() {
  const Place& place = document()->selection()->current();
  if (map() == nullptr || place == shown_) return;
  shown_ = place;
  const std::vector<ByteNode> path = pathTo(place);
  if (path.empty()) return;
  area_->setCurrent(path.back().offset, true);
  showNode(path);
}

void HexView::showPath() {
  path_->setText(elided(QFontMetrics(path_->font()), path_->toolTip(), Qt::ElideLeft,
                        std::max(60, path_->width() - Theme::instance()->px(24))));
}

void HexView::showNames(const std::vector<ByteNode>& path) {
  QStringList names;
  for (const ByteNode& node : path) names << byteName(*map(), node);
  path_->setToolTip(names.join(QStringLiteral(" › ")));
  showPath();
}

/// Marks the innermost node's bytes and scrolls to its row.
void HexView::showNode(const std::vector<ByteNode>& path) {
  if (path.empty()) return;
  area_->setMarked(path.back().offset, path.size() > 1 ? path.back().size : 0);
  showNames(path);
  following_ = true;
  const QModelIndex index = model_->indexOf(path);
  tree_->setCurrentIndex(index);
  if (index.isValid()) tree_->scrollTo(index, QAbstractItemView::EnsureVisible);
  following_ = false;
}

void HexView::chooseByte(uint64_t offset) {
  if (map() == nullptr) return;
  const std::vector<ByteNode> path = map()->path(offset);
  showNode(path);
  select(path, false);
}

void HexView::chooseField(const QModelIndex& index) {
  if (following_ || !index.isValid() || map() == nullptr) return;
  const ByteNode node = model_->node(index);
  area_->setCurrent(node.offset, true);
  const std::vector<ByteNode> path = model_->path(index);
  if (model_->isRange(index)) {  // a range links to no place
    area_->setMarked(node.offset, node.size);
    return showNames(path);
  }
  showNode(path);
  select(path, false);
}

void HexView::followField(const QModelIndex& index) {
  if (!model_->isRange(index)) select(model_->path(index), true);
}

/// Selects the place that the innermost node with a link refers to; other views follow.
void HexView::select(const std::vector<ByteNode>& path, bool activate) {
  if (document()->executable() == nullptr) return;  // a damaged file: no other view shows its parts
  for (auto node = path.rbegin(); node != path.rend(); ++node) {
    const ByteLinks links = map()->links(*node);
    Place place;
    place.function = links.function;
    place.constant = links.constant;
    place.module = links.module;
    place.pc = links.pc;
    if (place == Place{}) continue;
    if (links.pc.valid()) place.function = document()->executable()->functionAt(links.pc);
    shown_ = place;
    const ViewId view = links.pc.valid()         ? ViewId::Listing
                        : links.constant.valid() ? ViewId::Constants
                        : links.module.valid()   ? ViewId::Modules
                                                 : ViewId::Functions;
    if (activate) document()->selection()->activate(place, view);
    else document()->selection()->select(place);
    return;
  }
}

void HexView::goToOffset(uint64_t offset) {
  if (offset >= area_->size()) return;
  area_->setCurrent(offset, true);
  chooseByte(offset);
  area_->setFocus();
}

bool HexView::startGoTo() {
  offset_->setFocus(Qt::ShortcutFocusReason);
  offset_->selectAll();
  return true;
}

bool HexView::startFind() {
  anchor_ = area_->current();
  bar_->open();
  return true;
}

void HexView::findNext(bool backwards) {
  if (bar_->isHidden() && bar_->text().isEmpty()) {
    startFind();
    return;
  }
  anchor_ = area_->current();
  findFrom(anchor_, backwards);
}

/// Goes to the first hit after `from`, or before it; after the last byte, the search wraps to the first.
void HexView::findFrom(uint64_t from, bool backwards) {
  const QByteArray needle = hexPattern(bar_->text());
  if (needle.isEmpty() || map() == nullptr) {
    task_.cancel();
    return bar_->setStatus({});
  }
  bar_->setStatus(tr("searching…"));
  task_.start([bytes = map()->bytes(), needle, from,
               backwards](const std::stop_token& stop) { return findBytes(bytes, needle, from, backwards, stop); },
              [this, length = static_cast<uint64_t>(needle.size())](std::optional<uint64_t> found) {
                if (!found) return bar_->setStatus(tr("no hits"), true);
                bar_->setStatus(tr("at 0x%1").arg(*found, 0, 16));
                area_->setCurrent(*found, true);
                chooseByte(*found);
                area_->setMarked(*found, length);
              },
              [this](const TaskError& error) { bar_->setStatus(error.text(), true); });
}

void HexView::menu(const QPoint& pos) {
  if (map() == nullptr) return;
  QMenu menu(this);
  menu.addAction(tr("Go to definition"), this, [this] { select(map()->path(area_->current()), true); });
  menu.addAction(tr("Copy offset"), this,
                 [this] { QApplication::clipboard()->setText(QStringLiteral("0x%1").arg(area_->current(), 0, 16)); });
  menu.addAction(tr("Copy marked bytes"), this, [this] { QApplication::clipboard()->setText(area_->markedText()); })
      ->setEnabled(area_->markedSize() > 0);
  menu.exec(pos);
}

void HexView::resizeEvent(QResizeEvent* event) {
  View::resizeEvent(event);
  // Sixteen bytes per row beside all columns of the tree need a wide view.
  splitter_->setOrientation(event->size().width() < Theme::instance()->px(1060) ? Qt::Vertical : Qt::Horizontal);
  QMetaObject::invokeMethod(
      this,
      [this] {
        showPath();
        if (tree_->currentIndex().isValid()) tree_->scrollTo(tree_->currentIndex(), QAbstractItemView::EnsureVisible);
      },
      Qt::QueuedConnection);
}

}  // namespace relaxscope
