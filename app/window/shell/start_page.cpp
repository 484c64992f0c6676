// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/shell/start_page.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

#include "app/window/document/file_kinds.h"
#include "app/window/shell/start_rows.h"
#include "views/theme/theme.h"
#include "views/widgets/card.h"
#include "views/widgets/label.h"

namespace relaxscope {
namespace {

constexpr int kContentWidth = 1200;

struct Example {
  const char *file, *icon, *title, *text;
};
constexpr Example kExamples[] = {
    {"pool_tree.so", "cfg", QT_TRANSLATE_NOOP("relaxscope::StartPage", "Loop and calls"),
     QT_TRANSLATE_NOOP("relaxscope::StartPage", "a loop over pooled rows, runs on any CPU")},
    {"transformer_block.so", "modules", QT_TRANSLATE_NOOP("relaxscope::StartPage", "Two transformer layers"),
     QT_TRANSLATE_NOOP("relaxscope::StartPage", "nested functions, storage reuse, findings")},
    {"mlp_dynamic.so", "values", QT_TRANSLATE_NOOP("relaxscope::StartPage", "Dynamic batch n"),
     QT_TRANSLATE_NOOP("relaxscope::StartPage", "shape heap over time")},
};

}  // namespace

QString examplesFolder() {
  const QString dir = QCoreApplication::applicationDirPath();
  for (const char* relative : {"/../share/relaxscope/examples", "/../../share/relaxscope/examples"}) {
    const QFileInfo info(dir + QLatin1String(relative));
    if (info.isDir()) return info.canonicalFilePath();
  }
  return {};
}

StartPage::StartPage(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("startPage"));
  const Theme* theme = Theme::instance();
  strip_ = new ErrorStrip(this);
  strip_->setObjectName(QStringLiteral("startStrip"));
  auto* scroll = new QScrollArea(this);
  scroll->setObjectName(QStringLiteral("startPage.scroll"));
  scroll->setAccessibleName(tr("Start page"));
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->viewport()->setAutoFillBackground(false);
  auto* content = new QWidget(scroll);
  content->setAutoFillBackground(false);
  auto* outer = new QHBoxLayout(content);
  outer->setContentsMargins(theme->px(24), theme->px(40), theme->px(24), theme->px(24));
  auto* column = new QWidget(content);
  column->setMaximumWidth(theme->px(kContentWidth));
  outer->addStretch(0);
  outer->addWidget(column, 1);
  outer->addStretch(0);
  scroll->setWidget(content);
  auto* page = new QVBoxLayout(this);
  page->setContentsMargins(0, 0, 0, 0);
  page->setSpacing(0);
  page->addWidget(strip_);
  page->addWidget(scroll, 1);

  fillColumn(column);
}

void StartPage::fillColumn(QWidget* column) {
  const Theme* theme = Theme::instance();
  auto* layout = new QVBoxLayout(column);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  auto* title = new Label(tr("Open an executable to look inside it"), column);
  title->setFont(theme->ui(28, 600));
  auto* second =
      new Label(tr("Browsing never runs code from the file. Running happens in a separate worker process."), column);
  second->setFont(theme->ui(14));
  second->setProperty("role", "second");
  layout->addWidget(title);
  layout->addSpacing(theme->px(10));
  layout->addWidget(second);
  layout->addSpacing(theme->px(28));

  layout->addWidget(buildDropZone(column));
  layout->addSpacing(theme->px(32));
  auto* cards = new QHBoxLayout;
  cards->setSpacing(theme->px(16));
  cards->addWidget(buildRecent(), 716);
  cards->addWidget(buildExamples(), 468);
  layout->addLayout(cards);
  layout->addSpacing(theme->px(24));
  auto* note = new QHBoxLayout;
  note->setSpacing(theme->px(10));
  auto* noteIcon = new Label(column);
  noteIcon->setPixmap(theme->icon(QStringLiteral("info"), Token::Accent).pixmap(theme->px(16), theme->px(16)));
  auto* noteText = new Label(
      tr("In a terminal, rscope stats FILE, rscope dump FILE and rscope profile FILE --repeat 200 print what the views show."),
      column);
  noteText->setProperty("role", "second");
  note->addWidget(noteIcon);
  note->addWidget(noteText, 1);
  layout->addLayout(note);
  layout->addStretch(1);
  refresh();
}

QWidget* StartPage::buildDropZone(QWidget* parent) {
  const Theme* theme = Theme::instance();
  auto* zone = new DropZone(parent);
  dropZone_ = zone;
  zone->setFixedHeight(theme->px(200));
  auto* zoneLayout = new QVBoxLayout(zone);
  zoneLayout->setContentsMargins(theme->px(DropZone::kTextLeft), theme->px(38), theme->px(24), theme->px(32));
  zoneLayout->setSpacing(0);
  auto* zoneTitle = new Label(tr("Drop a file here"), zone);
  zoneTitle->setFont(theme->ui(20, 500));
  auto* zoneText =
      new Label(openableKinds() + QLatin1Char(' ') + tr("Files are recognized by content, not by name."), zone);
  zoneText->setObjectName(QStringLiteral("startPage.kinds"));
  zoneText->setProperty("role", "second");
  zoneText->setWordWrap(true);
  zoneText->setMaximumWidth(theme->px(DropZone::kTextWidth));  // leaves room for the keys
  auto* open = new QPushButton(theme->icon(QStringLiteral("open"), Token::TextOnAccent),
                               QLatin1Char(' ') + tr("Open file…"), zone);
  open->setObjectName(QStringLiteral("startPage.open"));
  open->setProperty("primary", true);
  open->setProperty("large", true);
  open->setMinimumWidth(theme->px(132));
  connect(open, &QPushButton::clicked, this, &StartPage::openDialogRequested);
  zoneLayout->addWidget(zoneTitle);
  zoneLayout->addSpacing(theme->px(10));
  zoneLayout->addWidget(zoneText);
  zoneLayout->addStretch(1);
  zoneLayout->addWidget(open, 0, Qt::AlignLeft);
  return zone;
}

QWidget* StartPage::buildRecent() {
  const Theme* theme = Theme::instance();
  auto* clear = new QPushButton(tr("Clear list"));
  clear->setObjectName(QStringLiteral("startPage.clear"));
  clear->setProperty("link", true);
  connect(clear, &QPushButton::clicked, this, [this] {
    settings::clearRecent();
    refresh();
  });
  auto* card = new QFrame(this);
  QVBoxLayout* content = layOutCard(card, QStringLiteral("recent"), tr("Recent"), clear);
  card->setObjectName(QStringLiteral("startPage.recent"));
  auto* header = new QWidget(card);
  header->setObjectName(QStringLiteral("recentHeader"));
  header->setFixedHeight(theme->px(24));
  header->setStyleSheet(QStringLiteral("#recentHeader{background:palette(alternate-base);border-top:1px solid %1}")
                            .arg(theme->color(Token::Border).name()));
  auto* columns = new QHBoxLayout(header);
  columns->setContentsMargins(theme->px(52), 0, theme->px(16), 0);
  columns->setSpacing(0);
  const std::pair<QString, int> titles[] = {
      {tr("Name"), 0}, {tr("Content"), 130}, {tr("Median run"), 100}, {tr("Opened"), 92}};
  for (const auto& [text, width] : titles) {
    auto* label = new Label(text, header);
    label->setFont(theme->ui(11, 600));
    label->setProperty("role", "second");
    if (width > 0) {
      label->setFixedWidth(theme->px(width));
      label->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    }
    columns->addWidget(label, width == 0 ? 1 : 0);
  }
  content->addWidget(header);
  recentRows_ = new QVBoxLayout;
  recentRows_->setContentsMargins(theme->px(7), theme->px(4), theme->px(7), 0);
  recentRows_->setSpacing(0);
  content->addLayout(recentRows_);
  content->addStretch(1);
  return card;
}

QWidget* StartPage::buildExamples() {
  const Theme* theme = Theme::instance();
  auto* card = new QFrame(this);
  QVBoxLayout* content = layOutCard(card, QStringLiteral("book"), tr("Examples"));
  card->setObjectName(QStringLiteral("startPage.examples"));
  auto* line = new QFrame(card);
  line->setProperty("frame", "line");
  auto* rows = new QVBoxLayout;
  rows->setContentsMargins(theme->px(16), 0, theme->px(16), 0);
  rows->setSpacing(0);
  rows->addWidget(line);
  const QString folder = examplesFolder();
  bool first = true;
  for (const Example& example : kExamples) {
    const QString path = folder + QLatin1Char('/') + QLatin1String(example.file);
    if (folder.isEmpty() || !QFileInfo::exists(path)) continue;
    auto* row = new ExampleRow(QLatin1String(example.icon), tr(example.title), tr(example.text),
                               QFileInfo(path).completeBaseName(), first, card);
    row->setObjectName(QStringLiteral("example.") + QFileInfo(path).completeBaseName());
    connect(row, &QAbstractButton::clicked, this, [this, path] { emit openRequested(path); });
    rows->addWidget(row);
    first = false;
  }
  if (first) {
    auto* none = new Label(tr("The examples are not installed with the program."), card);
    none->setProperty("role", "third");
    rows->addSpacing(theme->px(16));
    rows->addWidget(none);
  }
  content->addLayout(rows);
  content->addStretch(1);
  return card;
}

void StartPage::refresh() {
  while (QLayoutItem* item = recentRows_->takeAt(0)) {
    if (QWidget* widget = item->widget()) {
      widget->hide();
      widget->deleteLater();
    }
    delete item;
  }
  const QList<settings::Recent> list = settings::recent();
  constexpr int kShown = 7;
  for (int i = 0; i < list.size() && i < kShown; ++i) {
    auto* row = new RecentRow(list[i], i == 0, this);
    row->setObjectName(QStringLiteral("recent.%1").arg(i));
    const QString path = list[i].path;
    connect(row, &QAbstractButton::clicked, this, [this, row, path] {
      if (row->isMissing()) emit locateRequested(path);
      else emit openRequested(path);
    });
    connect(row, &RecentRow::locate, this, [this, path] { emit locateRequested(path); });
    connect(row, &RecentRow::removed, this, [this, path] { emit removeRequested(path); });
    recentRows_->addWidget(row);
  }
  if (list.isEmpty()) {
    auto* none = new Label(tr("No recent files. Files that you open are listed here."), this);
    none->setProperty("role", "third");
    none->setMargin(Theme::instance()->px(12));
    recentRows_->addWidget(none);
  }
}

void StartPage::setDropActive(bool active) { static_cast<DropZone*>(dropZone_)->setActive(active); }

void StartPage::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), Theme::instance()->color(Token::Window));
}

}  // namespace relaxscope
