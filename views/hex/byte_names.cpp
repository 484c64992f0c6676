// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/hex/byte_names.h"

#include <QCoreApplication>
#include <QSet>

#include "views/core/engine_text.h"

namespace relaxscope {
namespace {

// tests/translations/check_messages.py compares this list with vmcore/format/byte_map.
constexpr const char* kByteNames[] = {
    QT_TRANSLATE_NOOP("bytes", "export table"),
    QT_TRANSLATE_NOOP("bytes", "import table"),
    QT_TRANSLATE_NOOP("bytes", "resources"),
    QT_TRANSLATE_NOOP("bytes", "exception table"),
    QT_TRANSLATE_NOOP("bytes", "certificates"),
    QT_TRANSLATE_NOOP("bytes", "base relocations"),
    QT_TRANSLATE_NOOP("bytes", "debug directory"),
    QT_TRANSLATE_NOOP("bytes", "architecture"),
    QT_TRANSLATE_NOOP("bytes", "global pointer"),
    QT_TRANSLATE_NOOP("bytes", "thread-local storage"),
    QT_TRANSLATE_NOOP("bytes", "load configuration"),
    QT_TRANSLATE_NOOP("bytes", "bound imports"),
    QT_TRANSLATE_NOOP("bytes", "import addresses"),
    QT_TRANSLATE_NOOP("bytes", "delayed imports"),
    QT_TRANSLATE_NOOP("bytes", "CLR header"),
    QT_TRANSLATE_NOOP("bytes", "COFF header"),
    QT_TRANSLATE_NOOP("bytes", "COFF header (bigobj)"),
    QT_TRANSLATE_NOOP("bytes", "DOS header"),
    QT_TRANSLATE_NOOP("bytes", "DOS stub"),
    QT_TRANSLATE_NOOP("bytes", "PE signature"),
    QT_TRANSLATE_NOOP("bytes", "optional header"),
    QT_TRANSLATE_NOOP("bytes", "symbol table"),
    QT_TRANSLATE_NOOP("bytes", "string table"),
    QT_TRANSLATE_NOOP("bytes", "section headers"),
    QT_TRANSLATE_NOOP("bytes", "section header"),
    QT_TRANSLATE_NOOP("bytes", "relocations"),
    QT_TRANSLATE_NOOP("bytes", "line numbers"),
    QT_TRANSLATE_NOOP("bytes", "cannot be opened"),
    QT_TRANSLATE_NOOP("bytes", "not decoded"),
    QT_TRANSLATE_NOOP("bytes", "damaged field"),
    QT_TRANSLATE_NOOP("bytes", "symbol hash table"),
    QT_TRANSLATE_NOOP("bytes", "dynamic entries"),
    QT_TRANSLATE_NOOP("bytes", "notes"),
    QT_TRANSLATE_NOOP("bytes", "dynamic symbol table"),
    QT_TRANSLATE_NOOP("bytes", "ELF header"),
    QT_TRANSLATE_NOOP("bytes", "program headers"),
    QT_TRANSLATE_NOOP("bytes", "section"),
    QT_TRANSLATE_NOOP("bytes", "data"),
    QT_TRANSLATE_NOOP("bytes", "instructions"),
    QT_TRANSLATE_NOOP("bytes", "text"),
    QT_TRANSLATE_NOOP("bytes", "bytes after the last section"),
    QT_TRANSLATE_NOOP("bytes", "segment"),
    QT_TRANSLATE_NOOP("bytes", "library"),
    QT_TRANSLATE_NOOP("bytes", "own name"),
    QT_TRANSLATE_NOOP("bytes", "dynamic linker"),
    QT_TRANSLATE_NOOP("bytes", "weak library"),
    QT_TRANSLATE_NOOP("bytes", "re-exported library"),
    QT_TRANSLATE_NOOP("bytes", "lazy library"),
    QT_TRANSLATE_NOOP("bytes", "upward library"),
    QT_TRANSLATE_NOOP("bytes", "run path"),
    QT_TRANSLATE_NOOP("bytes", "dyld info"),
    QT_TRANSLATE_NOOP("bytes", "least version of macOS"),
    QT_TRANSLATE_NOOP("bytes", "least version of iOS"),
    QT_TRANSLATE_NOOP("bytes", "version of the source"),
    QT_TRANSLATE_NOOP("bytes", "build version"),
    QT_TRANSLATE_NOOP("bytes", "entry point"),
    QT_TRANSLATE_NOOP("bytes", "thread"),
    QT_TRANSLATE_NOOP("bytes", "code signature"),
    QT_TRANSLATE_NOOP("bytes", "segment split info"),
    QT_TRANSLATE_NOOP("bytes", "function starts"),
    QT_TRANSLATE_NOOP("bytes", "data in code"),
    QT_TRANSLATE_NOOP("bytes", "code signing requirements"),
    QT_TRANSLATE_NOOP("bytes", "linker option"),
    QT_TRANSLATE_NOOP("bytes", "linker hints"),
    QT_TRANSLATE_NOOP("bytes", "exports"),
    QT_TRANSLATE_NOOP("bytes", "fixups"),
    QT_TRANSLATE_NOOP("bytes", "Mach-O header"),
    QT_TRANSLATE_NOOP("bytes", "load commands"),
    QT_TRANSLATE_NOOP("bytes", "load command"),
    QT_TRANSLATE_NOOP("bytes", "table of contents"),
    QT_TRANSLATE_NOOP("bytes", "module table"),
    QT_TRANSLATE_NOOP("bytes", "referenced symbols"),
    QT_TRANSLATE_NOOP("bytes", "indirect symbols"),
    QT_TRANSLATE_NOOP("bytes", "external relocations"),
    QT_TRANSLATE_NOOP("bytes", "local relocations"),
    QT_TRANSLATE_NOOP("bytes", "rebase info"),
    QT_TRANSLATE_NOOP("bytes", "bind info"),
    QT_TRANSLATE_NOOP("bytes", "weak bind info"),
    QT_TRANSLATE_NOOP("bytes", "lazy bind info"),
    QT_TRANSLATE_NOOP("bytes", "magic"),
    QT_TRANSLATE_NOOP("bytes", "modules"),
    QT_TRANSLATE_NOOP("bytes", "module"),
    QT_TRANSLATE_NOOP("bytes", "length of the executable"),
    QT_TRANSLATE_NOOP("bytes", "function"),
    QT_TRANSLATE_NOOP("bytes", "memory scope"),
    QT_TRANSLATE_NOOP("bytes", "virtual device"),
    QT_TRANSLATE_NOOP("bytes", "attributes"),
    QT_TRANSLATE_NOOP("bytes", "word"),
    QT_TRANSLATE_NOOP("bytes", "words"),
    QT_TRANSLATE_NOOP("bytes", "hash"),
    QT_TRANSLATE_NOOP("bytes", "opcode"),
    QT_TRANSLATE_NOOP("bytes", "unknown opcode"),
    QT_TRANSLATE_NOOP("bytes", "count"),
    QT_TRANSLATE_NOOP("bytes", "words outside instructions"),
    QT_TRANSLATE_NOOP("bytes", "unnamed function"),
    QT_TRANSLATE_NOOP("bytes", "machine code"),
    QT_TRANSLATE_NOOP("bytes", "name"),
    QT_TRANSLATE_NOOP("bytes", "parameter names"),
    QT_TRANSLATE_NOOP("bytes", "parameter"),
    QT_TRANSLATE_NOOP("bytes", "kind"),
    QT_TRANSLATE_NOOP("bytes", "constant"),
    QT_TRANSLATE_NOOP("bytes", "scope"),
    QT_TRANSLATE_NOOP("bytes", "device type"),
    QT_TRANSLATE_NOOP("bytes", "device id"),
    QT_TRANSLATE_NOOP("bytes", "packed function"),
    QT_TRANSLATE_NOOP("bytes", "attribute"),
    QT_TRANSLATE_NOOP("bytes", "value"),
    QT_TRANSLATE_NOOP("bytes", "leading strings"),
    QT_TRANSLATE_NOOP("bytes", "registers"),
    QT_TRANSLATE_NOOP("bytes", "instruction count"),
    QT_TRANSLATE_NOOP("bytes", "devices of the parameters"),
    QT_TRANSLATE_NOOP("bytes", "devices"),
    QT_TRANSLATE_NOOP("bytes", "virtual device of parameter"),
    QT_TRANSLATE_NOOP("bytes", "device type of parameter"),
    QT_TRANSLATE_NOOP("bytes", "tag"),
    QT_TRANSLATE_NOOP("bytes", "late-bound"),
    QT_TRANSLATE_NOOP("bytes", "immediate"),
    QT_TRANSLATE_NOOP("bytes", "type code"),
    QT_TRANSLATE_NOOP("bytes", "tensor magic"),
    QT_TRANSLATE_NOOP("bytes", "reserved"),
    QT_TRANSLATE_NOOP("bytes", "rank"),
    QT_TRANSLATE_NOOP("bytes", "extent"),
    QT_TRANSLATE_NOOP("bytes", "extents"),
    QT_TRANSLATE_NOOP("bytes", "data size"),
    QT_TRANSLATE_NOOP("bytes", "dtype code"),
    QT_TRANSLATE_NOOP("bytes", "dtype bits"),
    QT_TRANSLATE_NOOP("bytes", "dtype lanes"),
    QT_TRANSLATE_NOOP("bytes", "string"),
    QT_TRANSLATE_NOOP("bytes", "parameter list"),
    QT_TRANSLATE_NOOP("bytes", "version"),
    QT_TRANSLATE_NOOP("bytes", "constant pool"),
    QT_TRANSLATE_NOOP("bytes", "packed function names"),
    QT_TRANSLATE_NOOP("bytes", "instruction offsets"),
    QT_TRANSLATE_NOOP("bytes", "instruction words"),
    QT_TRANSLATE_NOOP("bytes", "names"),
    QT_TRANSLATE_NOOP("bytes", "tensors"),
    QT_TRANSLATE_NOOP("bytes", "function table"),
    QT_TRANSLATE_NOOP("bytes", "memory scopes"),
    QT_TRANSLATE_NOOP("bytes", "virtual devices"),
    QT_TRANSLATE_NOOP("bytes", "host device"),
    QT_TRANSLATE_NOOP("bytes", "global names"),
    QT_TRANSLATE_NOOP("bytes", "virtual devices of the constants"),
    QT_TRANSLATE_NOOP("bytes", "device types of the constants"),
    QT_TRANSLATE_NOOP("bytes", "attributes of packed functions"),
    QT_TRANSLATE_NOOP("bytes", "functions"),
};

/// The name, if it is one of the list.
QString translated(const QString& name) {
  static const QSet<QString> kNames = [] {
    QSet<QString> names;
    for (const char* each : kByteNames) names.insert(QString::fromLatin1(each));
    return names;
  }();
  return kNames.contains(name) ? QCoreApplication::translate("bytes", name.toUtf8().constData()) : QString();
}

/// "section header 3", "magic"; as it is if it is not of the list.
QString numbered(const QString& name) {
  if (const QString whole = translated(name); !whole.isEmpty()) return whole;
  const qsizetype space = name.lastIndexOf(u' ');
  bool isNumber = false;
  if (space > 0) name.mid(space + 1).toULongLong(&isNumber);
  const QString text = isNumber ? translated(name.left(space)) : QString();
  return text.isEmpty() ? name : text + name.mid(space);
}

/// The name without its ending, in a sentence; "name length" is the length of the name.
QString inSentence(const QString& name, const char* ending, const char* sentence) {
  const QLatin1String last(ending);
  if (!name.endsWith(last)) return numbered(name);
  return QCoreApplication::translate("bytes", sentence).arg(numbered(name.chopped(last.size())));
}

}  // namespace

QString byteName(const ByteMap& map, const ByteNode& node) {
  const QString name = QString::fromStdString(map.name(node));
  if (node.kind == ByteKind::Symbol) return name;
  if (const QString whole = translated(name); !whole.isEmpty()) return whole;
  if (node.kind == ByteKind::Executable)
    return inSentence(name, " executable", QT_TRANSLATE_NOOP("bytes", "%1 executable"));
  if (name.endsWith(QLatin1String(" length")))
    return inSentence(name, " length", QT_TRANSLATE_NOOP("bytes", "length of %1"));
  if (name.endsWith(QLatin1String(" text"))) return inSentence(name, " text", QT_TRANSLATE_NOOP("bytes", "text of %1"));
  return numbered(name);
}

QString byteValue(const ByteMap& map, const ByteNode& node) {
  const QString value = QString::fromStdString(map.value(node));
  const bool isMessage = node.kind == ByteKind::Damaged || node.kind == ByteKind::File || node.kind == ByteKind::Rest;
  if (!isMessage) return value;
  const QString known = translated(value);
  return known.isEmpty() ? engineText(value) : known;
}

}  // namespace relaxscope
