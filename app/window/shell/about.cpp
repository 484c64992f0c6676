// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/shell/about.h"

#include <QVBoxLayout>

#include "views/theme/theme.h"
#include "views/widgets/label.h"
#include "vmcore/base/version.h"

namespace relaxscope {

AboutDialog::AboutDialog(QWidget* parent) : QDialog(parent) {
  const Theme* theme = Theme::instance();
  setObjectName(QStringLiteral("aboutDialog"));
  setAttribute(Qt::WA_DeleteOnClose);
  setWindowTitle(tr("About RelaxScope"));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(theme->px(24), theme->px(24), theme->px(24), theme->px(24));
  auto* title = new Label(QString::fromStdString(withVersion("RelaxScope")), this);
  title->setFont(theme->ui(15, 600));
  auto* text = new Label(
      tr("Inspector and profiler for Relax VM executables.\n\n"
         "The window is GPL-3.0-or-later, the libraries below it Apache-2.0.\n"
         "It works offline and sends nothing. Files are read, never executed, until you run them;\nruns happen in a separate process."),
      this);
  text->setProperty("role", "second");
  layout->addWidget(title);
  layout->addSpacing(theme->px(8));
  layout->addWidget(text);
}

}  // namespace relaxscope
