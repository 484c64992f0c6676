// SPDX-License-Identifier: Apache-2.0
// Themes: switching, contrast of text, fonts that have every character of every language.
#include <gtest/gtest.h>

#include <QAction>
#include <QDir>
#include <QEvent>
#include <QFile>
#include <QFontDatabase>
#include <QFontInfo>
#include <QFontMetrics>
#include <QPainter>
#include <QRegularExpression>
#include <QXmlStreamReader>

#include <cmath>

#include "gui_support.h"
#include "views/listing/edit_pane.h"
#include "views/theme/theme.h"

namespace relaxscope {
namespace {

using namespace gui;

double channel(double value) { return value <= 0.03928 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4); }
double luminance(const QColor& color) {
  return 0.2126 * channel(color.redF()) + 0.7152 * channel(color.greenF()) + 0.0722 * channel(color.blueF());
}
/// Contrast ratio of WCAG 2.1.
double contrast(const QColor& a, const QColor& b) {
  const double x = luminance(a) + 0.05, y = luminance(b) + 0.05;
  return std::max(x, y) / std::min(x, y);
}

class ThemeOf : public ::testing::TestWithParam<Theme::Mode> {
 protected:
  void SetUp() override { Theme::instance()->setMode(GetParam()); }
  void TearDown() override { Theme::instance()->setMode(Theme::Mode::Light); }
};

TEST_P(ThemeOf, EveryTokenAndCallColourIsSet) {
  for (int i = 0; i < static_cast<int>(Token::Count); ++i)
    EXPECT_NE(Theme::instance()->color(static_cast<Token>(i)).name(), QStringLiteral("#808080")) << i;
  for (int kind = 0; kind <= static_cast<int>(CallKind::Other); ++kind) {
    EXPECT_TRUE(Theme::instance()->call(static_cast<CallKind>(kind)).fill.isValid()) << kind;
    EXPECT_TRUE(Theme::instance()->call(static_cast<CallKind>(kind)).edge.isValid()) << kind;
  }
}

TEST_P(ThemeOf, TextCanBeReadOnEverySurface) {
  const Theme* theme = Theme::instance();
  for (const Token surface : {Token::Window, Token::Panel, Token::Subtle, Token::Raised, Token::Zebra})
    for (const Token ink : {Token::Text, Token::TextSecond, Token::TextThird, Token::Accent, Token::Warning,
                            Token::Error, Token::Ok, Token::RoleRegister, Token::RoleConstant, Token::RoleFunction,
                            Token::RoleImmediate, Token::RoleLabel, Token::RolePlumbing})
      EXPECT_GE(contrast(theme->color(ink), theme->color(surface)), 4.5)
          << theme->color(ink).name().toStdString() << " on " << theme->color(surface).name().toStdString();
  const std::pair<Token, Token> states[] = {{Token::Accent, Token::AccentBack},
                                            {Token::Warning, Token::WarningBack},
                                            {Token::Error, Token::ErrorBack},
                                            {Token::Ok, Token::OkBack},
                                            {Token::TextOnAccent, Token::Accent}};
  for (const auto& [ink, back] : states) EXPECT_GE(contrast(theme->color(ink), theme->color(back)), 4.5);
  for (int kind = 0; kind <= static_cast<int>(CallKind::Other); ++kind)
    EXPECT_GE(contrast(theme->color(Token::SliceText), theme->call(static_cast<CallKind>(kind)).fill), 4.5) << kind;
}

TEST_P(ThemeOf, EveryIconPaintsInTheColourItIsAskedFor) {
  const QStringList names = QDir(QStringLiteral(":/icons")).entryList();
  ASSERT_GT(names.size(), 40);
  for (const QString& name : names) {
    if (name.startsWith(QStringLiteral("arrow-menu"))) continue;
    const QImage image = Theme::instance()->icon(name.chopped(4), Token::Accent).pixmap(32, 32).toImage();
    int painted = 0, wrong = 0;
    for (int y = 0; y < image.height(); ++y)
      for (int x = 0; x < image.width(); ++x) {
        const QColor pixel = image.pixelColor(x, y);
        if (pixel.alpha() < 250) continue;
        ++painted;
        const QColor wanted = Theme::instance()->color(Token::Accent);
        const int off = std::abs(pixel.red() - wanted.red()) + std::abs(pixel.green() - wanted.green()) +
                        std::abs(pixel.blue() - wanted.blue());
        wrong += off > 6 ? 1 : 0;  // tolerates antialiasing
      }
    EXPECT_GT(painted, 3) << name.toStdString();
    EXPECT_EQ(wrong, 0) << name.toStdString();
  }
}

INSTANTIATE_TEST_SUITE_P(Themes, ThemeOf, ::testing::Values(Theme::Mode::Light, Theme::Mode::Dark),
                         [](const auto& kase) { return kase.param == Theme::Mode::Dark ? "dark" : "light"; });

TEST(Theme, SwitchingRepaintsTheWindow) {
  Theme::instance()->setMode(Theme::Mode::Light);
  auto window = makeWindow();
  const QImage light = window->grab().toImage();
  trigger(window.get(), "view.theme");
  QCoreApplication::processEvents();
  const QImage dark = window->grab().toImage();
  EXPECT_EQ(Theme::instance()->mode(), Theme::Mode::Dark);
  EXPECT_GT(luminance(light.pixelColor(800, 950)), 0.7);
  EXPECT_LT(luminance(dark.pixelColor(800, 950)), 0.1);
  trigger(window.get(), "view.theme");
  QCoreApplication::processEvents();
  const QImage back = window->grab().toImage();
  ASSERT_EQ(back.size(), light.size());
  int different = 0;
  for (int y = 0; y < back.height(); y += 2)
    for (int x = 0; x < back.width(); x += 2)
      different += std::abs(qGray(back.pixel(x, y)) - qGray(light.pixel(x, y))) > 40 ? 1 : 0;
  EXPECT_LT(different, back.width() * back.height() / 400)
      << "and back without a trace; only the focus may stand elsewhere";
}

TEST(Theme, ScaleMakesSizesGrow) {
  Theme* theme = Theme::instance();
  theme->setScale(1.5);
  EXPECT_EQ(theme->px(24), 36);
  EXPECT_EQ(theme->ui(12).pixelSize(), 18);
  theme->setScale(1.0);
  EXPECT_EQ(theme->px(24), 24);
}

/// Characters of a .ts file: sources and translations.
QSet<char32_t> charactersOf(const QString& path) {
  QSet<char32_t> out;
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly)) return out;
  QXmlStreamReader reader(&file);
  while (!reader.atEnd())
    if (reader.readNext() == QXmlStreamReader::Characters)
      for (const uint character : reader.text().toString().toUcs4())
        if (character > 0x20) out.insert(character);
  return out;
}

TEST(Theme, FontsHaveEveryCharacterOfEveryLanguage) {
  const QDir folder(QStringLiteral(RS_TRANSLATIONS));
  const QStringList files = folder.entryList({QStringLiteral("*.ts")}, QDir::Files);
  ASSERT_FALSE(files.isEmpty());
  QStringList unchecked;
  const QStringList families = QFontDatabase::families();
  for (const QString& name : files) {
    const QSet<char32_t> characters = charactersOf(folder.filePath(name));
    const bool chinese = name.contains(QStringLiteral("zh"));
    if (chinese && !families.contains(QStringLiteral("Noto Sans CJK SC"))) {
      unchecked << name;
      continue;
    }
    const QFont font = Theme::instance()->ui();
    for (const char32_t character : characters) {
      bool covered = false;
      for (const QString& family : font.families()) {
        QFont single(family);
        single.setStyleStrategy(QFont::NoFontMerging);
        covered = covered || QFontMetrics(single).inFontUcs4(character);
      }
      EXPECT_TRUE(covered) << name.toStdString() << ": U+" << std::hex << static_cast<uint32_t>(character);
    }
  }
  if (!unchecked.isEmpty())
    GTEST_SKIP() << "the font Noto Sans CJK SC is not installed, so these are not checked: "
                 << unchecked.join(QStringLiteral(", ")).toStdString();
}

TEST(Theme, CodeIsSetWithoutLigatures) {
  const QFontMetricsF metrics(Theme::instance()->mono(14));
  // Ligatures of JetBrains Mono keep the width, so the test compares pixels: "->" must hold the strokes of '-' and '>'.
  const auto draw = [](const QString& text, int dx) {
    QImage image(80, 30, QImage::Format_Grayscale8);
    image.fill(Qt::white);
    QPainter painter(&image);
    painter.setFont(Theme::instance()->mono(14, 600));
    painter.drawText(10 + dx, 20, text);
    return image;
  };
  const int step = static_cast<int>(std::lround(metrics.horizontalAdvance(QLatin1Char('-'))));
  const QImage together = draw(QStringLiteral("!="), 0);
  QImage apart = draw(QStringLiteral("!"), 0);
  {
    QPainter painter(&apart);
    painter.setFont(Theme::instance()->mono(14, 600));
    painter.drawText(10 + step, 20, QStringLiteral("="));
  }
  int different = 0;
  for (int y = 0; y < together.height(); ++y)
    for (int x = 0; x < together.width(); ++x)
      different += std::abs(together.pixelColor(x, y).value() - apart.pixelColor(x, y).value()) > 128 ? 1 : 0;
  EXPECT_LT(different, 6);
}

TEST(Theme, ASwitchDoesNotCheckATextThatWasTooLongToShow) {
  QTemporaryDir folder;
  auto window = makeWindow();
  DocumentPage* page =
      openAndWait(window.get(), writeExecutable(folder, QStringLiteral("long.bin"), sampleExecutable(300'000)));
  ASSERT_NE(page, nullptr);
  trigger(window.get(), "show.listing");
  trigger(window.get(), "edit.code");
  EditPane* pane = page->findChild<EditPane*>();
  ASSERT_NE(pane, nullptr);
  ASSERT_TRUE(waitFor([page] { return page->isSettled(); }));
  ASSERT_TRUE(pane->editor()->toPlainText().isEmpty());
  trigger(window.get(), "view.theme");
  ASSERT_TRUE(waitFor([page, pane] { return page->isSettled() && !pane->isChecking(); }));
  EXPECT_TRUE(child(pane, "edit.problems")->isHidden());
  trigger(window.get(), "view.theme");
}

/// Counts how often a widget's style changes.
class StyleCounter : public QObject {
 public:
  int count = 0;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override {
    count += event->type() == QEvent::StyleChange ? 1 : 0;
    return QObject::eventFilter(watched, event);
  }
};

TEST(Theme, ASwitchStylesAWidgetOnceAndNotForEachWidgetAroundIt) {
  QTemporaryDir folder;
  auto window = makeWindow();
  DocumentPage* page =
      openAndWait(window.get(), writeExecutable(folder, QStringLiteral("sample.bin"), sampleExecutable()));
  ASSERT_NE(page, nullptr);
  trigger(window.get(), "show.functions");
  QWidget* table = child(page, "table");
  ASSERT_NE(table, nullptr);
  StyleCounter counter;
  table->installEventFilter(&counter);
  const QColor before = table->palette().color(QPalette::Base);
  trigger(window.get(), "view.theme");
  EXPECT_NE(table->palette().color(QPalette::Base), before);
  EXPECT_GE(counter.count, 1);
  EXPECT_LE(counter.count, 3) << "without the sheet, and with the new one";
  trigger(window.get(), "view.theme");
  EXPECT_EQ(table->palette().color(QPalette::Base), before);
}

}  // namespace
}  // namespace relaxscope
