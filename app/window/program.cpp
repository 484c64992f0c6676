// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/program.h"

#include <QApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QScreen>
#include <QTranslator>

#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "app/window/command_line_driver.h"
#include "app/window/options.h"
#include "app/window/settings.h"
#include "app/window/shell/first_size.h"
#include "app/window/shell/main_window.h"
#include "app/window/shell/theme_setting.h"
#include "views/theme/theme.h"
#include "views/widgets/label.h"
#include "vmcore/base/text/text.h"
#include "vmcore/base/version.h"

namespace relaxscope {
namespace {

bool applicationStarted = false;

/// Qt calls abort() if no display can be used; prints an error message and exits instead.
void handleMessage(QtMsgType type, const QMessageLogContext&, const QString& text) {
  if (type == QtFatalMsg && !applicationStarted) {
    std::fprintf(stderr,
                 "relaxscope: no display can be used (%s). Set DISPLAY, or QT_QPA_PLATFORM=offscreen for --screenshot; "
                 "rscope works in a terminal.\n",
                 qPrintable(text.section(QLatin1Char('\n'), 0, 0)));
    _exit(2);
  }
  if (type == QtDebugMsg || type == QtInfoMsg) return;
  // Warnings about a missing XDG_RUNTIME_DIR and about features that the offscreen platform lacks.
  if (text.startsWith(QStringLiteral("QStandardPaths: ")) ||
      text.startsWith(QStringLiteral("This plugin does not support")))
    return;
  std::fprintf(stderr, "relaxscope: %s\n", printable(text.toStdString()).c_str());
}

bool hasDisplay() {
  const auto set = [](const char* name) {
    const char* value = std::getenv(name);
    return value != nullptr && value[0] != 0;
  };
  return set("QT_QPA_PLATFORM") || set("DISPLAY") || set("WAYLAND_DISPLAY");
}

/// An installed package has Qt with its plugins in a folder of its own; plugins of the system's Qt may not fit. To be
/// called before QApplication is made. Without that folder Qt searches as usual.
void usePluginsOfPackage() {
  std::error_code failed;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", failed);
  const auto plugins = program.parent_path().parent_path() / "lib/relaxscope/plugins";
  if (!failed && std::filesystem::is_directory(plugins, failed))
    QCoreApplication::setLibraryPaths({QString::fromStdString(plugins.string())});
}

QString chosenLanguage(const WindowOptions& options) {
  const QString wanted = !options.language.isEmpty() ? options.language : settings::language();
  if (!wanted.isEmpty()) return wanted;
  return QLocale::system().language() == QLocale::Chinese ? QStringLiteral("zh_CN") : QStringLiteral("en");
}

}  // namespace

int windowMain(int argc, char** argv) {
  std::signal(SIGXFSZ, SIG_IGN);  // a file that reaches a limit is detected by the write that fails
  WindowOptions options;
  if (const auto exit = parseWindowOptions(argc, argv, options)) return *exit;
  const bool picture = !options.screenshot.isEmpty();
  if (!hasDisplay()) {
    if (!picture && !options.printFirstPaint) {
      std::fprintf(stderr,
                   "relaxscope: there is no display (DISPLAY and WAYLAND_DISPLAY are not set). Use --screenshot "
                   "OUT.png, or rscope in this terminal.\n");
      return 2;
    }
    setenv("QT_QPA_PLATFORM", "offscreen", 1);
  }
  qInstallMessageHandler(handleMessage);
  QCoreApplication::setOrganizationName(QStringLiteral("RelaxScope"));
  QCoreApplication::setApplicationName(QStringLiteral("RelaxScope"));
  QCoreApplication::setApplicationVersion(QString::fromUtf8(version()));
  usePluginsOfPackage();
  int onlyName = 1;  // hides the command line from Qt, so that Qt's own options are not parsed
  QApplication app(onlyName, argv);
  applicationStarted = true;
  keepTextPlain(&app);
  if (picture || options.printFirstPaint) settings::setReadOnly();
  QApplication::setDesktopFileName(QStringLiteral("org.relaxscope.RelaxScope"));

  const QString language = chosenLanguage(options);
  QLocale::setDefault(language == QLatin1String("en") ? QLocale(QLocale::English, QLocale::UnitedStates)
                                                      : QLocale(language));
  // The translator installed last is searched first: ours, then the system's for Qt, then our copy for Qt's dialogs.
  QTranslator qtWords, systemWords, words;
  if (qtWords.load(QStringLiteral(":/i18n/qt_%1.qm").arg(language))) QApplication::installTranslator(&qtWords);
  if (systemWords.load(QStringLiteral("qtbase_") + language, QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
    QApplication::installTranslator(&systemWords);
  if (words.load(QStringLiteral(":/i18n/relaxscope_%1.qm").arg(language))) QApplication::installTranslator(&words);

  Theme* theme = Theme::instance();
  theme->setScale(options.scale.value_or(picture ? 1.0 : settings::uiScale()));
  theme->install(&app, Theme::Mode::Light);
  applyTheme(!options.theme.isEmpty() ? options.theme : picture ? QStringLiteral("light") : settings::theme());
  QApplication::setWindowIcon(theme->icon(QStringLiteral("dataflow"), Token::Accent));

  MainWindow window;
  QSize size = options.size;
  if (!size.isValid())
    size = picture || options.printFirstPaint ? kFirstSize
                                              : firstWindowSize(QGuiApplication::primaryScreen()->availableSize());
  if (picture || options.printFirstPaint || !options.theme.isEmpty()) window.setKeepState(false);
  window.resize(size);
  if (!picture && !options.size.isValid())
    if (const QByteArray geometry = settings::windowGeometry(); !geometry.isEmpty()) window.restoreGeometry(geometry);
  window.show();
  CommandLineDriver driver(&window, options);
  QMetaObject::invokeMethod(&driver, &CommandLineDriver::start, Qt::QueuedConnection);
  return QApplication::exec();
}

}  // namespace relaxscope
