// SPDX-License-Identifier: GPL-3.0-or-later
// Colours, fonts and sizes of look.md as one set of tokens per theme. Widgets do not store colours; they query
// them here when painting, so that switching the theme only needs a repaint.
#pragma once

#include <QColor>
#include <QFont>
#include <QIcon>
#include <QObject>
#include <QPalette>

#include "vmcore/model/builtin.h"

class QApplication;
class QPainter;
class QWidget;

namespace relaxscope {

/// Surfaces, text and states (look.md 1). The names are those in resources/themes/*.json.
enum class Token : uint8_t {
  Window,
  Panel,
  Subtle,
  Raised,
  Zebra,
  Border,
  BorderStrong,
  Grid,
  SelectedRow,
  Text,
  TextSecond,
  TextThird,
  TextOnAccent,
  Accent,
  AccentBack,
  Warning,
  WarningBack,
  Error,
  ErrorBack,
  Ok,
  OkBack,
  ShareBar,
  ShareTrough,
  RangeVeil,
  RoleRegister,
  RoleConstant,
  RoleFunction,
  RoleImmediate,
  RoleLabel,
  RolePlumbing,
  SliceText,
  DiffLess,
  DiffLessBack,
  DiffMore,
  DiffMoreBack,
  DiffChanged,
  DiffChangedBack,
  Heat0,
  Heat1,
  Heat2,
  Heat3,
  Heat4,
  LoopEdge,
  RecursionEdge,
  Count
};
struct CallColors {
  QColor fill, edge;
  bool hatched = false;
};

class Theme : public QObject {
  Q_OBJECT
 public:
  enum class Mode : uint8_t { Light, Dark };
  static Theme* instance();

  /// Loads fonts, sets style, palette and style sheet; `mode` may change later.
  void install(QApplication* app, Mode mode);
  void setMode(Mode mode);
  [[nodiscard]] Mode mode() const { return mode_; }

  [[nodiscard]] QColor color(Token token) const;
  [[nodiscard]] CallColors call(CallKind kind) const;
  /// Heat step 0 to 4 for a share of 0 to 1.
  [[nodiscard]] QColor heat(double share) const;
  /// Interface font for a pixel size and weight (400, 500, 600); mono() is the font for code and figures.
  [[nodiscard]] QFont ui(int px = 12, int weight = 400) const;
  [[nodiscard]] QFont mono(int px = 12, int weight = 400) const;
  /// An icon of resources/icons drawn in a theme colour, sharp at every scale.
  [[nodiscard]] QIcon icon(const QString& name, Token token = Token::TextSecond) const;
  /// Logical pixels scaled by the UI scale setting (1.0 by default).
  [[nodiscard]] int px(int value) const;
  void setScale(double scale);

 signals:
  void changed();

 private:
  Theme() = default;
  Mode mode_ = Mode::Light;
  double scale_ = 1.0;
  QColor colors_[static_cast<int>(Token::Count)];
  CallColors calls_[16];
  void load();
};

/// Reapplies the style sheet to a styled widget after a property that selects a variant was set.
void repolish(QWidget* widget);
/// Paints the theme's diagonal hatch over a filled rectangle (non-colour cue of memory and copy calls).
void paintHatch(QPainter* painter, const QRectF& rect, const QColor& line);

/// The theme of the application.
inline const Theme& theme() { return *Theme::instance(); }

}  // namespace relaxscope
