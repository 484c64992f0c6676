// SPDX-License-Identifier: GPL-3.0-or-later
// Text in widgets is text, never markup: names come from files of others. Qt takes a label, a tooltip or a dialog's
// sentence for HTML if it looks like HTML, and HTML can name files to be read.
#pragma once

#include <QLabel>
#include <QTextBrowser>

class QApplication;

namespace relaxscope {

/// The application's label: it shows its text as written. For markup of our own call setTextFormat(Qt::RichText) and
/// escape each name in it.
class Label : public QLabel {
 public:
  explicit Label(QWidget* parent = nullptr);
  explicit Label(const QString& text, QWidget* parent = nullptr);
};

/// A text in markup of our own. It reads the program's resources alone, never files or the network.
class OwnMarkup : public QTextBrowser {
 public:
  using QTextBrowser::QTextBrowser;
  QVariant loadResource(int type, const QUrl& name) override;
};

/// Makes text plain in what Qt makes itself, too: tooltips and the labels of its dialogs. Long tooltips are wrapped and
/// shortened. To be called once, before the first widget.
void keepTextPlain(QApplication* app);

/// `text` for a button, a tab or an entry of a menu, where "&" marks a shortcut and a tab begins another column.
/// The middle of a very long one is left out.
QString buttonText(QString text);
/// `text` for the title of a window, printable and of bounded length; there "[*]" marks unsaved changes.
QString windowTitleText(const QString& text);

}  // namespace relaxscope
