// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/theme/theme.h"

#include <QApplication>
#include <QFile>
#include <QFontDatabase>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPainter>
#include <QStyle>
#include <QToolTip>
#include <QWidget>

#include <algorithm>
#include <cmath>

#include "views/theme/icons.h"
#include "views/theme/style.h"

namespace relaxscope {

void initResources();  // resources/resources.cpp

namespace {

// In the order of Token; the keys of resources/themes/*.json.
constexpr const char* kTokenNames[] = {
    "window",      "panel",           "subtle",      "raised",       "zebra",        "border",       "borderStrong",
    "grid",        "selectedRow",     "text",        "textSecond",   "textThird",    "textOnAccent", "accent",
    "accentBack",  "warning",         "warningBack", "error",        "errorBack",    "ok",           "okBack",
    "shareBar",    "shareTrough",     "rangeVeil",   "roleRegister", "roleConstant", "roleFunction", "roleImmediate",
    "roleLabel",   "rolePlumbing",    "sliceText",   "diffLess",     "diffLessBack", "diffMore",     "diffMoreBack",
    "diffChanged", "diffChangedBack", "heat0",       "heat1",        "heat2",        "heat3",        "heat4",
    "loopEdge",    "recursionEdge"};
static_assert(std::size(kTokenNames) == static_cast<size_t>(Token::Count));

struct CallName {
  CallKind kind;
  const char* name;
};
constexpr CallName kCallNames[] = {{CallKind::VmFunction, "vmFunction"},
                                   {CallKind::Kernel, "kernel"},
                                   {CallKind::GpuKernel, "gpuKernel"},
                                   {CallKind::Memory, "memory"},
                                   {CallKind::Shape, "shape"},
                                   {CallKind::Check, "check"},
                                   {CallKind::Copy, "copy"},
                                   {CallKind::Wait, "wait"},
                                   {CallKind::Other, "other"}};

constexpr const char* kFonts[] = {
    "Inter-Regular.otf",         "Inter-Medium.otf",         "Inter-SemiBold.otf",         "Inter-Bold.otf",
    "JetBrainsMono-Regular.ttf", "JetBrainsMono-Medium.ttf", "JetBrainsMono-SemiBold.ttf", "JetBrainsMono-Bold.ttf"};

/// Renames a font's "contextual alternates" feature, which in JetBrains Mono merges "->" and "!=" into one glyph;
/// Qt 6.4 disables only `liga` and similar features when letters are spaced. Offsets: OpenType, GSUB header.
void dropContextualAlternates(QByteArray& font) {
  const auto u16 = [&font](qsizetype at) -> qsizetype {
    return at + 2 <= font.size() ? (static_cast<uint8_t>(font[at]) << 8) | static_cast<uint8_t>(font[at + 1]) : 0;
  };
  for (qsizetype row = 12, n = u16(4); n > 0 && row + 16 <= font.size(); row += 16, --n) {
    if (font.mid(row, 4) != "GSUB") continue;
    const qsizetype table = (u16(row + 8) << 16) | u16(row + 10);
    const qsizetype features = table + u16(table + 6);
    for (qsizetype i = 0; i < u16(features); ++i)
      if (const qsizetype tag = features + 2 + i * 6; tag + 4 <= font.size() && font.mid(tag, 4) == "calt")
        font[tag] = 'X';
  }
}

/// Gives the modified font a different family name (same length, UTF-16 as in the name table), because an
/// unmodified one may be installed and would be selected for some weights.
void renameFamily(QByteArray& font) {
  const auto utf16 = [](const char* text) {
    QByteArray out;
    for (; *text != 0; ++text) out.append('\0').append(*text);
    return out;
  };
  font.replace(utf16("JetBrains Mono"), utf16("RelaxScopeMono"));
}

void loadFonts() {
  for (const char* name : kFonts) {
    QFile file(QStringLiteral(":/fonts/") + QLatin1String(name));
    if (!file.open(QIODevice::ReadOnly)) continue;
    QByteArray font = file.readAll();
    if (QByteArray(name).startsWith("JetBrains")) {
      dropContextualAlternates(font);
      renameFamily(font);
    }
    QFontDatabase::addApplicationFontFromData(font);
  }
}

QFont::Weight weightOf(int weight) {
  if (weight >= 700) return QFont::Bold;
  if (weight >= 600) return QFont::DemiBold;
  return weight >= 500 ? QFont::Medium : QFont::Normal;
}

QPalette paletteOf(const Theme& theme) {
  QPalette p;
  const auto c = [&theme](Token token) { return theme.color(token); };
  p.setColor(QPalette::Window, c(Token::Window));
  p.setColor(QPalette::WindowText, c(Token::Text));
  p.setColor(QPalette::Base, c(Token::Panel));
  p.setColor(QPalette::AlternateBase, c(Token::Zebra));
  p.setColor(QPalette::Text, c(Token::Text));
  p.setColor(QPalette::PlaceholderText, c(Token::TextThird));
  p.setColor(QPalette::Button, c(Token::Raised));
  p.setColor(QPalette::ButtonText, c(Token::Text));
  p.setColor(QPalette::BrightText, c(Token::Error));
  p.setColor(QPalette::ToolTipBase, c(Token::Raised));
  p.setColor(QPalette::ToolTipText, c(Token::Text));
  p.setColor(QPalette::Highlight, c(Token::SelectedRow));
  p.setColor(QPalette::HighlightedText, c(Token::Text));
  p.setColor(QPalette::Link, c(Token::Accent));
  p.setColor(QPalette::LinkVisited, c(Token::Accent));
  p.setColor(QPalette::Light, c(Token::Raised));
  p.setColor(QPalette::Midlight, c(Token::Border));
  p.setColor(QPalette::Mid, c(Token::BorderStrong));
  p.setColor(QPalette::Dark, c(Token::BorderStrong));
  p.setColor(QPalette::Shadow, c(Token::BorderStrong));
  for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
    p.setColor(QPalette::Disabled, role, c(Token::BorderStrong));
  return p;
}

}  // namespace

Theme* Theme::instance() {
  static Theme theme;
  return &theme;
}

void Theme::install(QApplication* app, Mode mode) {
  initResources();
  loadFonts();
  app->setStyle(makeStyle());
  mode_ = mode;
  load();
}

void Theme::setMode(Mode mode) {
  if (mode == mode_) return;
  mode_ = mode;
  load();
}

void Theme::setScale(double scale) {
  scale = std::clamp(scale, 0.5, 4.0);
  if (std::abs(scale - scale_) < 1e-6) return;
  scale_ = scale;
  if (colors_[0].isValid()) load();
}

void Theme::load() {
  QFile file(mode_ == Mode::Dark ? QStringLiteral(":/themes/dark.json") : QStringLiteral(":/themes/light.json"));
  const bool opened = file.open(QIODevice::ReadOnly);
  Q_ASSERT(opened);
  const QJsonObject root = opened ? QJsonDocument::fromJson(file.readAll()).object() : QJsonObject();
  for (size_t i = 0; i < std::size(kTokenNames); ++i)
    colors_[i] = QColor(root.value(QLatin1String(kTokenNames[i])).toString(QStringLiteral("#808080")));
  const QJsonObject calls = root.value(QStringLiteral("calls")).toObject();
  for (const CallName& row : kCallNames) {
    const QJsonObject entry = calls.value(QLatin1String(row.name)).toObject();
    calls_[static_cast<size_t>(row.kind)] = {QColor(entry.value(QStringLiteral("fill")).toString()),
                                             QColor(entry.value(QStringLiteral("edge")).toString()),
                                             entry.value(QStringLiteral("hatched")).toBool()};
  }
  if (qApp != nullptr) {
    // When one style sheet replaces another, Qt restyles each widget once per ancestor; when none was set, only once:
    // 680 widgets in 115 ms instead of 675 ms (and the palette change is cheap without a style sheet).
    qApp->setStyleSheet({});
    QApplication::setFont(ui());
    QApplication::setPalette(paletteOf(*this));
    QToolTip::setFont(ui(11));
    QToolTip::setPalette(paletteOf(*this));
    qApp->setStyleSheet(styleSheet(*this));
  }
  emit changed();
}

QColor Theme::color(Token token) const { return colors_[static_cast<size_t>(token)]; }

CallColors Theme::call(CallKind kind) const {
  return calls_[std::min<size_t>(static_cast<size_t>(kind), std::size(calls_) - 1)];
}

QColor Theme::heat(double share) const {
  const int step = share < 0.02 ? 0 : share < 0.25 ? 1 : share < 0.5 ? 2 : share < 0.9 ? 3 : 4;
  return colors_[static_cast<int>(Token::Heat0) + step];
}

QFont Theme::ui(int pixels, int weight) const {
  QFont font;
  font.setFamilies({QStringLiteral("Inter"), QStringLiteral("Noto Sans"), QStringLiteral("Noto Sans CJK SC")});
  font.setPixelSize(px(pixels));
  font.setWeight(weightOf(weight));
  font.setHintingPreference(QFont::PreferNoHinting);
  return font;
}

QFont Theme::mono(int pixels, int weight) const {
  QFont font;
  font.setFamilies({QStringLiteral("RelaxScopeMono"), QStringLiteral("JetBrains Mono"),
                    QStringLiteral("Noto Sans Mono"), QStringLiteral("Noto Sans CJK SC")});
  font.setPixelSize(px(pixels));
  font.setWeight(weightOf(weight));
  font.setHintingPreference(QFont::PreferNoHinting);
  font.setStyleHint(QFont::Monospace);
  font.setFixedPitch(true);
  // Any letter spacing disables `liga` ligatures; dropContextualAlternates() handles the others.
  font.setLetterSpacing(QFont::AbsoluteSpacing, 0.01);
  return font;
}

QIcon Theme::icon(const QString& name, Token token) const { return makeThemeIcon(name, token); }

int Theme::px(int value) const { return static_cast<int>(std::lround(value * scale_)); }

void repolish(QWidget* widget) {
  widget->style()->unpolish(widget);
  widget->style()->polish(widget);
}

void paintHatch(QPainter* painter, const QRectF& rect, const QColor& line) {
  painter->save();
  painter->setClipRect(rect, Qt::IntersectClip);
  painter->setRenderHint(QPainter::Antialiasing);
  painter->setPen(QPen(line, 1));
  constexpr double kStep = 4.5;
  // Lines are aligned to a grid of the paint device, so that the hatch continues across adjacent rectangles.
  const double first = std::floor((rect.left() - rect.height()) / kStep) * kStep;
  for (double x = first; x < rect.right(); x += kStep)
    painter->drawLine(QPointF(x, rect.bottom()), QPointF(x + rect.height(), rect.top()));
  painter->restore();
}

}  // namespace relaxscope
