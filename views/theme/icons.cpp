// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/theme/icons.h"

#include <QFile>
#include <QHash>
#include <QIconEngine>
#include <QPainter>
#include <QPixmapCache>
#include <QSvgRenderer>

namespace relaxscope {
namespace {

const QByteArray& iconSource(const QString& name) {
  static QHash<QString, QByteArray> sources;
  const auto found = sources.constFind(name);
  if (found != sources.constEnd()) return *found;
  QFile file(QStringLiteral(":/icons/") + name + QStringLiteral(".svg"));
  return *sources.insert(name, file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray());
}

class ThemeIconEngine : public QIconEngine {
 public:
  ThemeIconEngine(QString name, Token token) : name_(std::move(name)), token_(token) {}

  void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) override {
    const double ratio = painter->device() != nullptr ? painter->device()->devicePixelRatioF() : 1.0;
    painter->drawPixmap(rect, scaledPixmap((QSizeF(rect.size()) * ratio).toSize(), mode, state, ratio));
  }
  QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
    return scaledPixmap(size, mode, state, 1.0);
  }
  /// `size` is in device pixels.
  QPixmap scaledPixmap(const QSize& size, QIcon::Mode mode, QIcon::State state, qreal scale) override {
    if (size.isEmpty()) return {};
    const QColor color = colorFor(mode, state);
    const QString key = QStringLiteral("rs-icon/%1/%2/%3x%4@%5")
                            .arg(name_, color.name(QColor::HexArgb))
                            .arg(size.width())
                            .arg(size.height())
                            .arg(scale);
    QPixmap pixmap;
    if (QPixmapCache::find(key, &pixmap)) return pixmap;
    pixmap = QPixmap(size);
    pixmap.fill(Qt::transparent);
    QByteArray source = iconSource(name_);
    source.replace("#000000", color.name().toLatin1());
    if (QSvgRenderer renderer(source); renderer.isValid()) {
      QPainter painter(&pixmap);
      painter.setRenderHint(QPainter::Antialiasing);
      const int side = std::min(size.width(), size.height());
      renderer.render(&painter, QRectF((size.width() - side) / 2.0, (size.height() - side) / 2.0, side, side));
    }
    pixmap.setDevicePixelRatio(scale);
    QPixmapCache::insert(key, pixmap);
    return pixmap;
  }
  [[nodiscard]] QIconEngine* clone() const override { return new ThemeIconEngine(*this); }
  [[nodiscard]] QString key() const override { return QStringLiteral("relaxscope"); }
  QString iconName() override { return name_; }
  bool isNull() override { return iconSource(name_).isEmpty(); }

 private:
  [[nodiscard]] QColor colorFor(QIcon::Mode mode, QIcon::State state) const {
    if (mode == QIcon::Disabled) return Theme::instance()->color(Token::BorderStrong);
    if (state == QIcon::On && token_ != Token::TextOnAccent) return Theme::instance()->color(Token::Accent);
    return Theme::instance()->color(token_);
  }
  QString name_;
  Token token_;
};

}  // namespace

QIcon makeThemeIcon(const QString& name, Token token) { return QIcon(new ThemeIconEngine(name, token)); }

}  // namespace relaxscope
