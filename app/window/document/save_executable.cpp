// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/save_executable.h"

#include <QFileInfo>
#include <QSaveFile>
#include <QThreadPool>

#include <new>
#include <optional>

#include "vmcore/format/assembly/assembly.h"
#include "vmcore/format/vm/executable_check.h"
#include "vmcore/format/library/pack.h"
#include "vmcore/base/new_file.h"
#include "vmcore/format/side_file.h"
#include "vmcore/format/vm/vm_executable.h"

namespace relaxscope {
namespace {

EditMap mapOf(AssemblyMap map) { return {std::move(map.pcOfLine), std::move(map.lineOfPc)}; }

class TextAssembler : public CodeAssembler {
 public:
  [[nodiscard]] EditText write(const Executable& executable, FuncIndex function, size_t maxBytes) const override {
    std::string text;
    bool tooLong = false;
    AssemblyMap map;
    AssemblyOptions options;
    options.function = function;
    // Tensors of a model would drown the code: their data is named and taken from the executable again.
    options.sideFile = "data.npz";
    writeAssembly(executable, AssemblyForm::Text, options, [&](std::string_view piece) {
      tooLong = text.size() + piece.size() > maxBytes;
      if (!tooLong) text += piece;
      return !tooLong;
    }, &map);
    if (tooLong) return {{}, {}, true};
    return {QString::fromStdString(text), mapOf(std::move(map)), false};
  }

  [[nodiscard]] EditResult assemble(const Executable& base, FuncIndex function, const QString& text) const override {
    const std::string bytes = text.toStdString();
    try {
      Assembled made = function.valid() ? assembleFunction(base, function, bytes, sideArraysOf(base)) : relaxscope::assemble(bytes, AssemblyForm::Text, sideArraysOf(base));
      EditResult result;
      result.map = mapOf(std::move(made.map));
      for (AssemblyMessage& message : made.messages)
        result.messages.push_back({message.severity, static_cast<int>(message.line), static_cast<int>(message.column), static_cast<int>(message.byteLength), QString::fromStdString(message.text)});
      if (!made.executable) return result;
      if (const auto checked = checkExecutable(*made.executable); !checked.ok()) {
        result.messages.push_back({Severity::Error, 1, 1, 0, QString::fromStdString(checked.error().message)});
        return result;
      }
      result.executable = std::make_shared<const Executable>(*std::move(made.executable));
      return result;
    } catch (const std::bad_alloc&) {
      EditResult result;
      result.messages.push_back({Severity::Error, 1, 1, 0, QStringLiteral("not enough memory for this text")});
      return result;
    } catch (const std::exception& problem) {
      EditResult result;
      result.messages.push_back({Severity::Error, 1, 1, 0, QStringLiteral("this text cannot be assembled: %1").arg(QString::fromUtf8(problem.what()))});
      return result;
    }
  }
};

enum class SaveForm : uint8_t { Bytes, Text, Python, Library };
SaveForm formOf(const QString& path) {
  const QString suffix = QFileInfo(path).suffix().toLower();
  if (suffix == QLatin1String("rsasm") || suffix == QLatin1String("txt")) return SaveForm::Text;
  if (suffix == QLatin1String("py")) return SaveForm::Python;
  return suffix == QLatin1String("so") ? SaveForm::Library : SaveForm::Bytes;
}

/// Writes all of a form with `sink`; an error text, or empty. `sideFile`: the name of the .npz that a text leaves its large
/// data to.
QString write(const Executable& executable, const LoadedFile* origin, SaveForm form, const std::string& sideFile, const TextSink& sink) {
  if (const auto present = checkDataPresent(executable); !present.ok()) return QString::fromStdString(present.error().message);
  switch (form) {
    case SaveForm::Text:
    case SaveForm::Python: {
      AssemblyOptions how;
      how.sideFile = sideFile;
      writeAssembly(executable, form == SaveForm::Text ? AssemblyForm::Text : AssemblyForm::Python, how, sink);
      return {};
    }
    case SaveForm::Library: {
      if (origin == nullptr || !origin->library) return QStringLiteral("the executable did not come from a library; save it as bytes (.bin)");
      const auto packed = packLibrary(origin->bytes, executable);
      if (!packed.ok()) return QString::fromStdString(packed.error().text());
      return packed->edit.write(sink) ? QString() : QStringLiteral("the library has changed meanwhile");
    }
    case SaveForm::Bytes: break;
  }
  if (const auto known = checkConstantsKnown(executable); !known.ok()) return QString::fromStdString(known.error().message);
  return executablePieces(executable).write(sink) ? QString() : QStringLiteral("the file has changed meanwhile");
}

QString textOf(const Error& error) { return QString::fromStdString(error.text()); }

/// Both files are complete before either comes to its place.
QString save(const Executable& executable, const LoadedFile* origin, const QString& path, QStringList& written) {
  const SaveForm form = formOf(path);
  const bool isText = form == SaveForm::Text || form == SaveForm::Python;
  const QString sidePath = path + QStringLiteral(".npz");
  std::optional<NewFile> side;
  if (isText && needsSideFile(executable)) {
    auto made = makeSideFile(executable, sidePath.toStdString());
    if (!made.ok()) return textOf(made.error());
    side.emplace(*std::move(made));
  }
  QSaveFile file(path);
  if (!file.open(QIODevice::WriteOnly)) return file.errorString();
  bool good = true;
  const std::string sideName = side ? QFileInfo(sidePath).fileName().toStdString() : std::string();
  const QString error = write(executable, origin, form, sideName, [&](std::string_view piece) {
    good = good && file.write(piece.data(), static_cast<qint64>(piece.size())) == static_cast<qint64>(piece.size());
    return good;
  });
  if (!error.isEmpty()) return error;
  if (!good) return file.errorString();
  if (side)
    if (const auto placed = side->commit(); !placed.ok()) return textOf(placed.error());
  if (!file.commit()) return file.errorString();
  written.append(path);
  if (side) written.append(sidePath);
  return {};
}

}  // namespace

std::shared_ptr<const CodeAssembler> makeAssembler() { return std::make_shared<const TextAssembler>(); }

void saveExecutableAs(std::shared_ptr<const Executable> executable, std::shared_ptr<const LoadedFile> origin, const QString& path, SaveDone done) {
  QThreadPool::globalInstance()->start([executable = std::move(executable), origin = std::move(origin), path, done = std::move(done)] {
    QStringList written;
    QString error;
    try {
      error = save(*executable, origin.get(), path, written);
    } catch (const std::bad_alloc&) {
      error = QStringLiteral("not enough memory");
    }
    QMetaObject::invokeMethod(qApp, [done, written, error] { done(written, error); }, Qt::QueuedConnection);
  });
}

}  // namespace relaxscope
