// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/constants/pane.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

#include "views/constants/histogram_strip.h"
#include "views/widgets/label.h"
#include "vmcore/base/text/text.h"

namespace relaxscope {
namespace {

/// Above this size figures are computed only on request, as reading the bytes is expensive.
constexpr size_t kMaxAutomaticFigures = size_t{256} << 20;
constexpr size_t kMaxUsesShown = 12;
constexpr int kMaxText = 20'000;

}  // namespace

ConstantPane::ConstantPane(Document* document, QWidget* parent)
    : QWidget(parent),
      document_(document),
      title_(new Label(this)),
      facts_(new Label(this)),
      figures_(new Label(this)),
      uses_(new Label(this)),
      equal_(new Label(this)),
      text_(new Label(this)),
      histogram_(new HistogramStrip(this)),
      elements_(new QTableView(this)),
      model_(new TensorModel(this)),
      save_(new QPushButton(tr("Save as .npy…"), this)),
      cancel_(new QPushButton(tr("Cancel"), this)),
      compute_(new QPushButton(tr("Compute figures"), this)),
      compare_(new QPushButton(tr("Find copies"), this)) {
  setObjectName(QStringLiteral("constants.pane"));
  const Theme* theme = Theme::instance();
  auto* layout = new QVBoxLayout(this);
  const int pad = theme->px(12);
  layout->setContentsMargins(pad, pad, pad, pad);
  layout->setSpacing(theme->px(8));
  auto* head = new QHBoxLayout;
  head->addWidget(title_);
  head->addStretch(1);
  for (QPushButton* button : {compare_, compute_, cancel_, save_}) head->addWidget(button);
  layout->addLayout(head);
  for (QLabel* label : {facts_, figures_, uses_, equal_, text_}) {
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextBrowserInteraction);
    layout->addWidget(label);
  }
  for (QLabel* links : {uses_, equal_}) links->setTextFormat(Qt::RichText);
  layout->addWidget(histogram_);
  layout->addWidget(elements_, 1);
  layout->addStretch(0);
  save_->setObjectName(QStringLiteral("constants.save"));
  cancel_->setObjectName(QStringLiteral("constants.cancel"));
  compare_->setObjectName(QStringLiteral("constants.compare"));
  equal_->setObjectName(QStringLiteral("constants.equal"));
  compute_->setObjectName(QStringLiteral("constants.compute"));
  uses_->setObjectName(QStringLiteral("constants.uses"));
  elements_->setObjectName(QStringLiteral("constants.elements"));
  elements_->setAccessibleName(tr("Elements of the constant"));
  figures_->setObjectName(QStringLiteral("constants.figures"));
  elements_->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
  elements_->verticalHeader()->setDefaultSectionSize(theme->px(20));
  elements_->horizontalHeader()->setDefaultSectionSize(theme->px(92));
  elements_->horizontalHeader()->setMinimumHeight(theme->px(22));
  elements_->setModel(model_);
  elements_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  elements_->setWordWrap(false);
  elements_->setFrameShape(QFrame::NoFrame);
  elements_->setCornerButtonEnabled(false);
  elements_->setMinimumHeight(theme->px(86));
  setMinimumHeight(theme->px(324));
  connectParts();
  applyTheme();
  show(ConstIndex());
}

void ConstantPane::connectParts() {
  connect(save_, &QPushButton::clicked, this, [this] { emit document_->requested(request::SaveConstant{constant_}); });
  connect(cancel_, &QPushButton::clicked, this, [this] {
    figuresTask_.cancel();
    cancel_->hide();
    compute_->show();
    figures_->setText(tr("Cancelled."));
  });
  connect(compute_, &QPushButton::clicked, this, &ConstantPane::startFigures);
  connect(uses_, &QLabel::linkActivated, this, [this](const QString& link) {
    Place place;
    const QStringList parts = link.split(u',');
    place.function = FuncIndex(parts.value(0).toLongLong());
    place.pc = InstrIndex(parts.value(1).toLongLong());
    place.constant = constant_;
    document_->selection()->activate(place, ViewId::Listing);
  });
  connect(compare_, &QPushButton::clicked, this, &ConstantPane::compareRequested);
  connect(equal_, &QLabel::linkActivated, this, [this](const QString& link) {
    Place place = document_->selection()->current();
    place.constant = ConstIndex(link.toLongLong());
    place.reg = RegIndex();
    document_->selection()->select(place);
  });
  connect(Theme::instance(), &Theme::changed, this, &ConstantPane::applyTheme);
}

void ConstantPane::applyTheme() {
  const Theme* theme = Theme::instance();
  title_->setFont(theme->mono(13, 600));
  elements_->setFont(theme->mono(11));
  text_->setFont(theme->mono(12));
  figures_->setFont(theme->mono(11));
  facts_->setFont(theme->ui(12));
  uses_->setFont(theme->ui(12));
  equal_->setFont(theme->ui(12));
  if (constant_.valid()) showUses();
  showCopies();
  setAutoFillBackground(true);
  QPalette p = palette();
  p.setColor(QPalette::Window, theme->color(Token::Panel));
  setPalette(p);
}

void ConstantPane::show(ConstIndex constant) {
  figuresTask_.cancel();
  constant_ = constant;
  const Executable* executable = document_->executable();
  const Constant* c = executable != nullptr ? executable->constant(constant) : nullptr;
  const auto* tensor = c != nullptr ? std::get_if<TensorConstant>(&c->value) : nullptr;
  for (QWidget* w : std::initializer_list<QWidget*>{histogram_, save_, figures_}) w->setVisible(tensor != nullptr);
  cancel_->hide();
  compute_->hide();
  histogram_->setBars(std::nullopt);
  figures_->clear();
  model_->setTensor(document_->data().executable, tensor != nullptr ? constant : ConstIndex());
  elements_->setVisible(model_->columnCount() > 0);
  showCopies();
  text_->setVisible(c != nullptr && tensor == nullptr);
  if (c == nullptr) {
    title_->clear();
    uses_->clear();
    facts_->setText(tr("Choose a constant to see its value."));
    return;
  }
  title_->setText(QStringLiteral("c[%1]").arg(constant.value));
  showUses();
  const Figure size = bytesFigure(static_cast<double>(constantBytes(c->value)));
  QStringList facts{QString::fromLatin1(constantKindName(c->value)), size.number + u' ' + size.unit};
  if (tensor == nullptr) {
    std::string whole;
    if (const auto* string = std::get_if<StringConstant>(&c->value)) whole = printableLines(string->text);
    else whole = constantSummary(c->value, kMaxText);
    text_->setText(QString::fromStdString(whole).left(kMaxText));
    facts_->setText(facts.join(QStringLiteral(" · ")));
    return;
  }
  facts.insert(1, QString::fromStdString(constantSummary(c->value)));
  facts << tr("%n elements", nullptr, static_cast<int>(std::min<size_t>(elementCount(*tensor), INT_MAX)));
  if (tensor->deviceType != 1) facts << tr("device type %1").arg(tensor->deviceType);
  if (model_->isTruncated()) facts << tr("the first rows and columns are shown");
  facts_->setText(facts.join(QStringLiteral(" · ")));
  if (tensor->data.size() <= kMaxAutomaticFigures) startFigures();
  else {
    figures_->setText(tr("Figures require reading all %1 %2 of the file.").arg(size.number, size.unit));
    compute_->show();
  }
}

void ConstantPane::showUses() {
  const ExecutableSummary* summary = document_->data().summary.get();
  if (summary == nullptr || constant_.at() >= summary->constantUses.size()) return uses_->clear();
  const auto& uses = summary->constantUses[constant_.at()];
  QStringList links;
  for (size_t i = 0; i < std::min(kMaxUsesShown, uses.size()); ++i)
    links << QStringLiteral("<a style='color:%4' href='%1,%2'>%3 %2</a>")
                 .arg(uses[i].function.value)
                 .arg(uses[i].pc.value)
                 .arg(document_->shownName(uses[i].function).left(40).toHtmlEscaped(),
                      Theme::instance()->color(Token::Accent).name());
  if (uses.size() > kMaxUsesShown) links << tr("%n more", nullptr, static_cast<int>(uses.size() - kMaxUsesShown));
  uses_->setText(uses.empty() ? tr("No instruction uses it.") : tr("Used at %1").arg(links.join(QStringLiteral(", "))));
}

void ConstantPane::setCopies(std::shared_ptr<const ConstantCopies> copies, bool pending) {
  copies_ = std::move(copies);
  comparing_ = pending;
  showCopies();
}

void ConstantPane::showCopies() {
  const bool known = copies_ != nullptr && constant_.valid() && constant_.at() < copies_->first.size();
  const bool open = known && copies_->first[constant_.at()] == ConstantCopies::kNotCompared;
  const bool any = known && copies_->count[constant_.at()] > 1;
  equal_->setVisible(open || any);
  compare_->setVisible(open && !comparing_);
  if (open)
    equal_->setText(comparing_ ? tr("comparing…")
                               : tr("Its content was not compared with that of others of its type."));
  if (!any) return;
  QStringList links;
  size_t more = 0;
  for (size_t i = 0; i < copies_->first.size(); ++i) {
    if (i == constant_.at() || copies_->first[i] != copies_->first[constant_.at()]) continue;
    if (static_cast<size_t>(links.size()) == kMaxUsesShown) ++more;
    else
      links << QStringLiteral("<a style='color:%2' href='%1'>c[%1]</a>")
                   .arg(i)
                   .arg(Theme::instance()->color(Token::Accent).name());
  }
  if (more > 0) links << tr("%n more", nullptr, static_cast<int>(std::min<size_t>(more, INT_MAX)));
  equal_->setText(tr("Equal to %1").arg(links.join(QStringLiteral(", "))));
}

void ConstantPane::startFigures() {
  const Constant* c = document_->executable() != nullptr ? document_->executable()->constant(constant_) : nullptr;
  if (c == nullptr || !std::holds_alternative<TensorConstant>(c->value)) return;
  compute_->hide();
  cancel_->setVisible(constantBytes(c->value) > (size_t{8} << 20));
  figures_->setText(tr("reading…"));
  figuresTask_.start(
      [executable = document_->data().executable, constant = constant_](std::stop_token stop) {
        return tensorFigures(std::get<TensorConstant>(executable->constants[constant.at()].value), std::move(stop));
      },
      [this](const std::optional<TensorFigures>& figures) {
        if (figures) showFigures(*figures);
      },
      [this](const TaskError& error) {
        cancel_->hide();
        figures_->setText(tr("The tensor cannot be read: %1").arg(error.text()));
      });
}

void ConstantPane::showFigures(const TensorFigures& figures) {
  cancel_->hide();
  const auto& tensor = std::get<TensorConstant>(document_->executable()->constants[constant_.at()].value);
  emit hashed(static_cast<int>(constant_.value), figures.sha256);
  const QString digest = tr("SHA-256 %1").arg(figures.sha256.left(16) + QChar(0x2026));
  figures_->setToolTip(tr("SHA-256 of the data %1").arg(figures.sha256));
  if (!isNumeric(tensor.dtype) || figures.count == 0) {
    figures_->setText(digest);
    histogram_->hide();
    return;
  }
  QStringList parts{tr("min %1").arg(realText(figures.min)),
                    tr("max %1").arg(realText(figures.max)),
                    tr("mean %1").arg(realText(figures.mean)),
                    tr("σ %1").arg(realText(figures.sigma)),
                    tr("NaN %1").arg(countText(static_cast<int64_t>(figures.nan))),
                    tr("inf %1").arg(countText(static_cast<int64_t>(figures.inf))),
                    tr("zero %1").arg(countText(static_cast<int64_t>(figures.zero)))};
  figures_->setText((parts << digest).join(QStringLiteral("   ")));
  histogram_->setBars(HistogramBars{{figures.histogram.begin(), figures.histogram.end()}, figures.min, figures.max});
}

}  // namespace relaxscope
