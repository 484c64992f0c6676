// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/file_kinds.h"

#include <QCoreApplication>
#include <QFileInfo>

namespace relaxscope {
namespace {
struct Text {
  Q_DECLARE_TR_FUNCTIONS(FileKinds)
};
}  // namespace

QString openableKinds() {
  return Text::tr(
      "Exported libraries (ELF, Mach-O, PE/COFF; also .o, .a, .tar, .tar.gz), Relax and Relay executables as bytes, JSON, text or Python, TVM's own dumps, parameter lists, .rsprof profiles.");
}

QString useInARun(const QString& path) {
  const QString suffix = QFileInfo(path).suffix().toLower();
  if (suffix == QLatin1String("json"))
    return Text::tr("A list of calls is opened in \"Run with…\" of an executable, with \"Open script…\".");
  if (suffix == QLatin1String("npz") || suffix == QLatin1String("npy") || suffix == QLatin1String("safetensors"))
    return Text::tr("Arrays fill arguments in \"Run with…\" of an executable, with \"Fill from file…\".");
  return {};
}

QStringList openableFilters() {
  return {Text::tr("All files (*)"),
          Text::tr("Libraries, objects and archives (*.so *.dylib *.dll *.o *.obj *.a *.lib *.tar *.tar.gz *.tgz)"),
          Text::tr("Executables as bytes (*.bin *.ro *.vm)"),
          Text::tr("Text, Python and JSON forms (*.rsasm *.txt *.py *.json)"),
          Text::tr("Parameter lists (*.params *.consts)"),
          Text::tr("Profiles (*.rsprof)")};
}

}  // namespace relaxscope
