// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/label.h"

#include <QApplication>
#include <QEvent>
#include <QImage>
#include <QUrl>

#include <algorithm>

#include "views/theme/theme.h"
#include "vmcore/base/text/text.h"

namespace relaxscope {
namespace {

constexpr qsizetype kMaxTipLine = 120;  // characters; longer lines are wrapped
constexpr qsizetype kMaxTipLines = 40;

/// `text` with long lines wrapped at any character; what is left after the last line shown becomes "…".
QString fittedTip(const QString& text) {
  QStringList lines;
  for (qsizetype begin = 0; begin <= text.size();) {
    qsizetype end = text.indexOf(QLatin1Char('\n'), begin);
    if (end < 0) end = text.size();
    const qsizetype length = std::min(end - begin, kMaxTipLine);
    if (lines.size() == kMaxTipLines) {
      lines.append(QChar(0x2026));
      break;
    }
    lines.append(text.mid(begin, length));
    begin += length + (begin + length == end ? 1 : 0);
  }
  return lines.join(QLatin1Char('\n'));
}

bool isTip(const QObject* object) { return object->inherits("QTipLabel"); }

/// Qt polishes a tooltip before it sets its text, and any other label before it measures or paints it.
class PlainTextFilter : public QObject {
 public:
  using QObject::QObject;

  bool eventFilter(QObject* watched, QEvent* event) override {
    if (event->type() == QEvent::Polish) polish(watched);
    // A tip that is shown again has no other event for a text of the same size.
    else if ((event->type() == QEvent::Resize || event->type() == QEvent::Paint) && isTip(watched))
      fit(static_cast<QLabel*>(watched));
    return false;
  }

 private:
  static void polish(QObject* watched) {
    auto* label = qobject_cast<QLabel*>(watched);
    if (label == nullptr) return;
    if (label->textFormat() == Qt::AutoText) label->setTextFormat(Qt::PlainText);
    if (isTip(label)) label->setMaximumWidth(Theme::instance()->px(960));
  }
  static void fit(QLabel* tip) {
    const QString text = fittedTip(tip->text());
    if (text == tip->text()) return;
    tip->setText(text);
    tip->resize(tip->sizeHint().boundedTo(tip->maximumSize()));
  }
};

}  // namespace

Label::Label(QWidget* parent) : QLabel(parent) { setTextFormat(Qt::PlainText); }

Label::Label(const QString& text, QWidget* parent) : Label(parent) { setText(text); }

QVariant OwnMarkup::loadResource(int type, const QUrl& name) {
  if (name.scheme() == QLatin1String("qrc")) return QTextBrowser::loadResource(type, name);
  QImage none(1, 1, QImage::Format_ARGB32);  // for a null one Qt looks for the file itself
  none.fill(Qt::transparent);
  return none;
}

void keepTextPlain(QApplication* app) { app->installEventFilter(new PlainTextFilter(app)); }

QString buttonText(QString text) {
  constexpr qsizetype kMost = 200, kEnd = 60;
  if (text.size() > kMost) text = text.left(kMost - kEnd) + QChar(0x2026) + text.right(kEnd);
  return text.replace(QLatin1Char('&'), QLatin1String("&&")).replace(QLatin1Char('\t'), QLatin1Char(' '));
}

QString windowTitleText(const QString& text) {
  return QString::fromStdString(printable(text.left(200).toStdString()))
      .replace(QLatin1String("[*]"), QLatin1String("[*][*]"));
}

}  // namespace relaxscope
