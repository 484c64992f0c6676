// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/findings/findings_view.h"

#include <QToolButton>
#include <QVBoxLayout>

#include "views/findings/source.h"
#include "views/widgets/data_table.h"
#include "vmcore/base/text/text.h"

namespace relaxscope {

ViewId viewOfFinding(const Diagnostic& finding) {
  if (finding.pc.valid()) return ViewId::Listing;
  if (finding.constant.valid()) return ViewId::Constants;
  return finding.function.valid() ? ViewId::Functions : ViewId::None;
}

Place placeOfFinding(const Diagnostic& finding) {
  Place place;
  place.function = finding.function;
  place.pc = finding.pc;
  place.constant = finding.constant;
  return place;
}

QString placeText(const Executable* executable, const Diagnostic& finding) {
  QStringList parts;
  if (const Function* function = executable != nullptr ? executable->function(finding.function) : nullptr)
    parts.append(QString::fromStdString(printable(function->name)));
  if (finding.pc.valid()) parts.append(QStringLiteral("pc %1").arg(countText(finding.pc.value)));
  if (finding.constant.valid()) parts.append(QStringLiteral("c[%1]").arg(finding.constant.value));
  if (parts.isEmpty() && finding.byteOffset)
    parts.append(FindingsView::tr("byte %1").arg(countText(static_cast<int64_t>(*finding.byteOffset))));
  return parts.join(QStringLiteral("  "));
}

FindingsView::FindingsView(Document* document, QWidget* parent) : View(document, parent) {
  panel_ = new TablePanel(this);
  panel_->table()->setObjectName(QStringLiteral("findings.table"));
  panel_->table()->setAccessibleName(tr("Findings"));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(panel_);
  setFocusProxy(panel_->table());
  struct Kind {
    Severity severity;
    QString title;
    const char* icon;
    Token ink;
  };
  const Kind kinds[] = {{Severity::Error, tr("Errors"), "error", Token::Error},
                        {Severity::Warning, tr("Warnings"), "diagnostics", Token::Warning},
                        {Severity::Info, tr("Info"), "info", Token::Accent}};
  for (const auto& [severity, title, icon, ink] : kinds) {
    auto* button = new QToolButton(this);
    button->setObjectName(QStringLiteral("findings.") + QLatin1String(severityName(severity)));
    button->setIcon(Theme::instance()->icon(QLatin1String(icon), ink));
    button->setToolTip(title);
    button->setAccessibleName(title);
    button->setCheckable(true);
    button->setChecked(true);
    button->hide();
    connect(button, &QToolButton::toggled, this, &FindingsView::refresh);
    severities_[static_cast<size_t>(severity)] = button;
  }
  show_ = new QToolButton(this);
  show_->setObjectName(QStringLiteral("findings.showMe"));
  show_->setText(tr("Go to"));
  show_->setIcon(Theme::instance()->icon(QStringLiteral("external")));
  show_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  show_->setToolTip(tr("Go to the place of the finding (Enter)"));
  show_->hide();
  connect(show_, &QToolButton::clicked, this, [this] { showFinding(panel_->table()->currentRow()); });
  connect(panel_->table(), &DataTable::rowActivated, this, &FindingsView::showFinding);
  connect(panel_->table(), &DataTable::rowSelected, this, [this](int row) {
    const auto* source = dynamic_cast<const FindingsSource*>(panel_->table()->tableModel()->source());
    if (row < 0 || source == nullptr) return;
    const Place place = placeOfFinding(source->finding(static_cast<size_t>(row)));
    if (place != Place{}) this->document()->selection()->select(place);
  });
  connect(document, &Document::dataChanged, this, &FindingsView::refresh);
  refresh();
}

void FindingsView::refresh() {
  const auto findings = document()->data().diagnostics;
  std::array<bool, 3> shown{};
  for (size_t i = 0; i < shown.size(); ++i) shown[i] = severities_[i]->isChecked();
  const size_t total = findings ? findings->total() : 0;
  panel_->setPlaceholder(tr("Filter %n finding(s)", nullptr, static_cast<int>(total)));
  const bool hidden = total > 0;
  panel_->setEmptySentence(hidden ? tr("All findings have severities that are switched off.")
                                  : tr("No findings: every check of the verifier passed."));
  panel_->setSource(std::make_shared<FindingsSource>(findings, document()->data().executable, shown));
  show_->setEnabled(total > 0);
  emit badgeChanged(total == 0 ? QString() : countText(static_cast<int64_t>(total)));
}

void FindingsView::showFinding(int row) {
  const auto* source = dynamic_cast<const FindingsSource*>(panel_->table()->tableModel()->source());
  if (row < 0 || source == nullptr || static_cast<size_t>(row) >= source->rows()) return;
  const Diagnostic& finding = source->finding(static_cast<size_t>(row));
  if (const ViewId view = viewOfFinding(finding); view != ViewId::None)
    document()->selection()->activate(placeOfFinding(finding), view);
}

bool FindingsView::startFind() {
  panel_->startFilter();
  return true;
}

QList<QWidget*> FindingsView::cornerWidgets() { return {severities_[0], severities_[1], severities_[2], show_}; }
bool FindingsView::isSettled() const { return panel_->isSettled(); }
QByteArray FindingsView::saveViewState() const { return panel_->table()->saveState(); }
void FindingsView::restoreViewState(const QByteArray& state) { panel_->table()->restoreState(state); }

}  // namespace relaxscope
