// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/findings/findings_view.h"

#include <QApplication>
#include <QClipboard>
#include <QDataStream>
#include <QMenu>
#include <QPainter>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

#include "views/findings/copy.h"
#include "views/findings/ledger.h"
#include "views/findings/percent.h"
#include "views/findings/rule_pane.h"
#include "views/findings/tree.h"
#include "views/widgets/empty_note.h"
#include "views/widgets/figures.h"
#include "views/widgets/filter_field.h"
#include "views/widgets/label.h"

namespace relaxscope {
namespace {

// Pixels at scale 1.
constexpr int kBeside = 1000;  ///< width from which the page is beside the findings
constexpr int kBelow = 620;    ///< height from which it is below them
constexpr int kLow = 420;      ///< height below which what explains the costs is in tooltips alone
constexpr size_t kDirectlyFiltered =
    100;  ///< findings that are filtered at once: translating a message takes up to 0.1 ms
constexpr quint32 kViewStateVersion = 1;

}  // namespace

FindingsView::FindingsView(Document* document, QWidget* parent)
    : View(document, parent),
      feed_(new FindingFeed(document, this)),
      bar_(new FindingsBar(this)),
      ledger_(new FindingsLedger(this)),
      tree_(new FindingsTree(this)),
      empty_(new EmptyNote(this)),
      note_(new Label(this)),
      rule_(new RulePane(this)),
      splitter_(new QSplitter(Qt::Horizontal, this)),
      ruleButton_(new QToolButton(this)) {
  const Theme* const theme = Theme::instance();
  tree_->setAccessibleName(tr("Findings"));
  note_->setObjectName(QStringLiteral("findings.note"));
  note_->setProperty("role", "third");
  note_->setContentsMargins(theme->px(12), theme->px(4), theme->px(12), theme->px(4));
  note_->setWordWrap(true);
  auto* const left = new QWidget(this);
  auto* const column = new QVBoxLayout(left);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(bar_);
  column->addWidget(ledger_);
  column->addWidget(tree_, 1);
  column->addWidget(empty_, 1);
  column->addWidget(note_);
  splitter_->setObjectName(QStringLiteral("findings.splitter"));
  splitter_->setChildrenCollapsible(false);
  splitter_->addWidget(left);
  splitter_->addWidget(rule_);
  auto* const layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(splitter_);
  setFocusProxy(tree_);
  ruleButton_->setObjectName(QStringLiteral("findings.showRule"));
  ruleButton_->setText(tr("Rule"));
  ruleButton_->setToolTip(tr("Show what the rule of the finding means"));
  ruleButton_->setCheckable(true);
  ruleButton_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  ruleButton_->hide();  // the window shows it
  connectParts();
  applyTheme();
  refresh();
}

void FindingsView::connectParts() {
  connect(feed_, &FindingFeed::changed, this, &FindingsView::refresh);
  connect(bar_, &FindingsBar::changed, this, &FindingsView::filter);
  connect(bar_, &FindingsBar::copyRequested, this, &FindingsView::copyAll);
  connect(bar_->field(), &FilterField::leave, this, [this] { tree_->setFocus(); });
  connect(tree_, &FindingsTree::typed, bar_->field(), &FilterField::typeAhead);
  connect(tree_, &FindingsTree::findRequested, this, [this] { startFind(); });
  connect(tree_, &FindingsTree::rowChosen, this, &FindingsView::choose);
  connect(tree_, &FindingsTree::showMe, this, &FindingsView::showMe);
  connect(tree_, &FindingsTree::menuRequested, this, &FindingsView::menu);
  connect(tree_, &FindingsTree::copyRequested, this, [this] { copyRow(tree_->currentIndex().siblingAtColumn(0)); });
  connect(ruleButton_, &QToolButton::clicked, this, &FindingsView::askForRule);
  connect(splitter_, &QSplitter::splitterMoved, this, [this] { sizes_ = splitter_->saveState(); });
  connect(Theme::instance(), &Theme::changed, this, &FindingsView::applyTheme);
}

void FindingsView::applyTheme() {
  note_->setFont(Theme::instance()->ui(11));
  ruleButton_->setIcon(Theme::instance()->icon(QStringLiteral("book")));
  update();
}

/// The findings or their costs are others.
void FindingsView::refresh() {
  const FindingList& list = *feed_->list();
  bar_->showCounts(list);
  ledger_->show(list);
  filter();
  emit badgeChanged(list.total() == 0 ? QString() : countText(static_cast<int64_t>(list.total())));
}

void FindingsView::filter() {
  const FindingFilter filter = bar_->filter();
  bar_->field()->setError(errorOf(filter));
  filterTask_.cancel();
  if (filter.pattern.isEmpty()) return showHits({});
  const std::shared_ptr<const FindingList> list = feed_->list();
  if (list->size() <= kDirectlyFiltered) return showFound(*matching(*list, filter));
  filterTask_.start([list, filter](const std::stop_token& stop) { return matching(*list, filter, stop); },
                    [this](std::optional<FindingHits> found) {
                      if (found) showFound(std::move(*found));
                    });
}

void FindingsView::showFound(FindingHits found) {
  if (!found.error.isEmpty()) bar_->field()->setError(found.error);
  showHits(std::move(found.hits));
}

void FindingsView::showHits(std::vector<bool> hits) {
  const bool filtered = !hits.empty();
  tree_->show(feed_->list(), bar_->shown(), std::move(hits));
  const auto total = static_cast<int64_t>(feed_->list()->total());
  bar_->field()->setCount(
      filtered && total > 0
          ? tr("%1 of %2").arg(countText(static_cast<int64_t>(tree_->findings()->shownCount())), countText(total))
          : QString());
  updateNotes();
}

QString FindingsView::emptySentence() const {
  if (tree_->findings()->rowCount() > 0) return {};
  if (document()->executable() == nullptr) return tr("Nothing is open: open an executable to see its findings.");
  if (feed_->isPending()) return tr("Looking for findings…");
  const FindingList& list = *feed_->list();
  if (const QString reason = feed_->incompleteReason(); list.size() == 0 && !reason.isEmpty())
    return tr("No findings, and some may be missing: %1.").arg(reason);
  if (list.size() == 0)
    return tr("No findings: every check of the verifier passed, and the linter has nothing to remark.");
  if (!bar_->filter().pattern.isEmpty()) return tr("No finding matches “%1”.").arg(bar_->filter().pattern);
  return tr("No finding is of this kind.");
}

void FindingsView::updateNotes() {
  const QString sentence = emptySentence();
  empty_->setSentence(sentence);
  empty_->setVisible(!sentence.isEmpty());
  tree_->setVisible(sentence.isEmpty());
  setFocusProxy(tree_);
  const FindingList& list = *feed_->list();
  QStringList notes;
  if (list.hasCosts() && list.withCost() > 0)
    notes
        << tr("Cost: self time of the named calls per run, the mean of the middle half of %n run(s); a call counts in one finding only. Bars: 0 to %1 of the run.",
              nullptr, pluralNumber(list.sources().bySite->runs))
               .arg(percentText(tree_->findings()->barScale()));
  if (const QString reason = feed_->incompleteReason(); !reason.isEmpty())
    notes << tr("Findings may be missing: %1.").arg(reason);
  if (document()->executable() != nullptr && !document()->data().file)
    notes << tr("A profile holds no library: the linter knows less of its kernels, and findings may be missing.");
  if (feed_->isPending() && sentence.isEmpty()) notes << tr("The linter is still at work.");
  note_->setText(notes.join(QLatin1Char(' ')));
  ledger_->setToolTip(note_->text());
  choose({});
  arrange();
}

const Library* FindingsView::library() const {
  const auto& file = document()->data().file;
  return file && file->library ? &*file->library : nullptr;
}

LintSite FindingsView::siteOf(const QModelIndex& index) const {
  const FindingsRow row = tree_->findings()->row(index);
  const FindingList& list = tree_->findings()->list();
  return row.kind == FindingsRow::Kind::Part ? list.site(row.finding, row.part) : list.site(row.finding);
}

/// Selects the place of a row and shows its rule; an invalid index: the row that is current.
void FindingsView::choose(const QModelIndex& index) {
  const QModelIndex at = index.isValid() ? index : tree_->currentIndex().siblingAtColumn(0);
  const FindingsRow row = at.isValid() ? tree_->findings()->row(at) : FindingsRow{};
  const bool isPart = row.kind == FindingsRow::Kind::Part;
  if (!at.isValid() || (row.kind != FindingsRow::Kind::Finding && !isPart)) {
    if (index.isValid()) document()->selection()->mark(nullptr);
    return rule_->clear(feed_->list()->size() == 0 ? QString() : tr("Select a finding to see what its rule means."));
  }
  const FindingList& list = tree_->findings()->list();
  rule_->showFinding(list, row.finding);
  if (!index.isValid()) return;
  document()->selection()->mark(
      list.instructions(row.finding, isPart ? std::optional<size_t>(row.part) : std::nullopt));
  if (const Place place = placeOfSite(siteOf(at), library()); place != Place{}) document()->selection()->select(place);
}

void FindingsView::showMe(const QModelIndex& index) {
  if (!index.isValid()) return;
  const FindingsRow row = tree_->findings()->row(index);
  if (row.kind != FindingsRow::Kind::Finding && row.kind != FindingsRow::Kind::Part) return;
  const LintSite site = siteOf(index);
  const ViewId view = viewOfSite(site);
  if (view == ViewId::None) return;
  choose(index);
  document()->selection()->activate(placeOfSite(site, library()), view);
}

void FindingsView::copyAll(FindingsBar::Format format) {
  const auto& file = document()->data().file;
  copyTask_.start(
      [list = feed_->list(), format, path = document()->data().path, offset = file ? file->executableOffset : 0](
          const std::stop_token&) { return findingsText(*list, format, path, offset); },
      [](const QString& text) { QApplication::clipboard()->setText(text); });
}

void FindingsView::copyRow(const QModelIndex& index) {
  if (!index.isValid()) return;
  const FindingsRow row = tree_->findings()->row(index);
  QApplication::clipboard()->setText(row.kind == FindingsRow::Kind::Finding
                                         ? findingText(tree_->findings()->list(), row.finding)
                                         : tree_->findings()->rowText(index));
}

void FindingsView::menu(const QModelIndex& where, const QPoint& pos) {
  const QPersistentModelIndex index = where;  // the rows may be replaced while the menu is open
  QMenu menu(this);
  menu.setObjectName(QStringLiteral("findings.menu"));
  const FindingsRow row = index.isValid() ? tree_->findings()->row(index) : FindingsRow{};
  if (index.isValid() && (row.kind == FindingsRow::Kind::Finding || row.kind == FindingsRow::Kind::Part)) {
    menu.addAction(tr("Show me"), this, [this, index] { showMe(index); })
        ->setEnabled(viewOfSite(siteOf(index)) != ViewId::None);
    menu.addAction(tr("About the rule"), this, [this, index] {
      askForRule(true);
      choose(index);
    });
    menu.addSeparator();
    menu.addAction(tr("Copy"), this, [this, index] { copyRow(index); });
  }
  menu.addAction(tr("Copy all as text"), this, [this] { copyAll(FindingsBar::Format::Text); });
  menu.addSeparator();
  menu.addAction(tr("Open all"), tree_, &QTreeView::expandAll);
  menu.addAction(tr("Close all"), this, [this] {
    for (int i = 0; i < tree_->findings()->rowCount(); ++i)
      for (int k = 0; k < tree_->findings()->rowCount(tree_->findings()->index(i, 0)); ++k)
        tree_->collapse(tree_->findings()->index(k, 0, tree_->findings()->index(i, 0)));
  });
  menu.exec(pos);
}

bool FindingsView::startFind() {
  bar_->field()->focusText();
  return true;
}

QList<QWidget*> FindingsView::cornerWidgets() { return {ruleButton_}; }

void FindingsView::askForRule(bool shown) {
  wantsRule_ = shown;
  arrange();
}

/// The page is beside the findings, or below them where that is too narrow. A low view keeps its height for rows.
void FindingsView::arrange() {
  const Theme* const theme = Theme::instance();
  const bool beside = width() >= theme->px(kBeside);
  const bool low = height() < theme->px(kLow);
  ledger_->setCompact(low);
  note_->setVisible(!low && !note_->text().isEmpty());
  const bool shown = wantsRule_.value_or(beside || height() >= theme->px(kBelow));
  rule_->setVisible(shown);
  ruleButton_->setChecked(shown);
  const Qt::Orientation wanted = beside ? Qt::Horizontal : Qt::Vertical;
  const int room = beside ? width() : height();
  const bool turned = splitter_->orientation() != wanted;
  splitter_->setOrientation(wanted);
  if (turned) sizes_.clear();
  if (sizes_.isEmpty()) splitter_->setSizes({room * 58 / 100, room * 42 / 100});
}

void FindingsView::resizeEvent(QResizeEvent* event) {
  View::resizeEvent(event);
  arrange();
}

void FindingsView::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  painter.fillRect(rect(), Theme::instance()->color(Token::Panel));
}

QByteArray FindingsView::saveViewState() const {
  QByteArray state;
  QDataStream stream(&state, QIODevice::WriteOnly);
  stream << kViewStateVersion << quint32(bar_->shown()) << wantsRule_.has_value() << wantsRule_.value_or(false)
         << tree_->saveState() << sizes_;
  return state;
}

void FindingsView::restoreViewState(const QByteArray& state) {
  QDataStream stream(state);
  quint32 version = 0, shown = 0;
  bool asked = false, rule = false;
  QByteArray tree, sizes;
  stream >> version >> shown >> asked >> rule >> tree >> sizes;
  if (stream.status() != QDataStream::Ok || version != kViewStateVersion ||
      shown > static_cast<quint32>(ShownFindings::WithCost))
    return;
  bar_->setShown(static_cast<ShownFindings>(shown));
  wantsRule_ = asked ? std::optional(rule) : std::nullopt;
  tree_->restoreState(tree);
  sizes_ = sizes;
  if (!sizes_.isEmpty()) splitter_->restoreState(sizes_);
  refresh();
  arrange();
}

}  // namespace relaxscope
