// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/overview/identity.h"

#include <QCoreApplication>
#include <QPainter>

#include <functional>
#include <map>

#include "views/code/table_texts.h"
#include "vmcore/base/text/text.h"

namespace relaxscope {
namespace {

/// Translations of this file live under one name.
struct Text {
  Q_DECLARE_TR_FUNCTIONS(relaxscope::OverviewView)
};

constexpr int kMaxTreeLines = 12;

QString countOf(uint64_t n) { return countText(static_cast<int64_t>(n)); }

struct Kinds {
  uint64_t packed = 0, bytecode = 0, compiled = 0;
};
Kinds countKinds(const Executable& executable) {
  Kinds kinds;
  for (const Function& function : executable.functions) {
    if (function.isBytecode()) ++kinds.bytecode;
    else if (function.isVmTir()) ++kinds.compiled;
    else ++kinds.packed;
  }
  return kinds;
}

QString constantsNote(const Executable& executable) {
  std::map<std::string_view, int> kinds;
  const char* last = "";  // one after the other mostly are of one kind, and its name is one text
  int* count = nullptr;
  for (const Constant& constant : executable.constants) {
    if (const char* name = constantKindName(constant.value); name != last) count = &kinds[last = name];
    ++*count;
  }
  QStringList parts;
  for (const auto& [name, some] : kinds)
    parts.append(
        QStringLiteral("%1 %2").arg(some).arg(QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()))));
  return parts.isEmpty() ? Text::tr("none") : parts.join(QStringLiteral(", "));
}

QString objectText(const ObjectFile& object) {
  const QString machine = QString::fromStdString(object.machineName);
  switch (object.kind) {
    case ObjectKind::Relocatable:
      return object.format == ObjectFormat::CSource ? Text::tr("C source") : Text::tr("object file, %1").arg(machine);
    case ObjectKind::Program: return Text::tr("program, %1").arg(machine);
    case ObjectKind::SharedLibrary: return Text::tr("shared library, %1").arg(machine);
    case ObjectKind::Other: break;
  }
  return Text::tr("shared library");
}

QString archiveText(const std::string& archive) {
  if (archive == "tar archive") return Text::tr("tar archive");
  if (archive == "ar archive") return Text::tr("ar archive");
  return QString::fromStdString(archive);
}

/// "ELF, 32-bit, big-endian": what the names of container and machine leave open.
QString objectDetails(const ObjectFile& object) {
  QStringList parts{QString::fromLatin1(objectFormatName(object.format))};
  if (object.bits != 0) parts << Text::tr("%1-bit").arg(object.bits);
  if (object.bigEndian) parts << Text::tr("big-endian");
  return parts.join(QStringLiteral(", "));
}

QString whatItIs(const Executable* executable) {
  if (executable == nullptr) return Text::tr("Relax VM executable");
  if (executable->variant == Variant::Params) return Text::tr("Parameter list");
  return isRelay(executable->variant) ? Text::tr("Relay VM executable") : Text::tr("Relax VM executable");
}

QString containerName(const LoadedFile& file) {
  switch (file.kind) {
    case FileKind::SharedLibrary:
      if (!file.library) return Text::tr("shared library");
      return file.library->archive.empty()
                 ? objectText(file.library->object)
                 : QStringLiteral("%1: %2").arg(archiveText(file.library->archive), objectText(file.library->object));
    case FileKind::RawExecutable: return Text::tr("executable bytes");
    case FileKind::JsonForm: return Text::tr("JSON form");
    case FileKind::TextForm: return Text::tr("text form");
    case FileKind::PythonForm: return Text::tr("python form");
    case FileKind::ParameterList: return Text::tr("parameter list");
  }
  return QString::fromStdString(file.containerText());
}

QString modeText(const Executable& executable) {
  const Kinds kinds = countKinds(executable);
  if (kinds.compiled > 0 && kinds.bytecode > 0) return Text::tr("bytecode and compiled");
  return kinds.compiled > 0 ? Text::tr("compiled") : Text::tr("bytecode");
}

QString moduleKind(const Executable& executable) {
  if (executable.variant == Variant::Params) return Text::tr("Parameter list");
  return isRelay(executable.variant) ? QStringLiteral("VMExecutable") : QStringLiteral("relax.VMExecutable");
}

/// Whether the version in the file is that of the TVM that wrote it.
bool namesItsRelease(const Executable& executable) {
  const bool names =
      isRelay(executable.variant) || executable.variant == Variant::P || executable.variant == Variant::R0;
  return names && isKnownProducer(executable.variant, executable.version);
}

/// "0: cpu 0 global (host), 1: cuda 0"
QString deviceText(const RelayPart& relay) {
  constexpr size_t kShown = 4;
  constexpr const char* kTypes[] = {"", "cpu", "cuda", "", "opencl", "", "", "vulkan", "metal"};
  QStringList devices;
  for (size_t i = 0; i < relay.virtualDevices.size() && i < kShown; ++i) {
    const VirtualDevice& device = relay.virtualDevices[i];
    const bool named = device.deviceType > 0 && static_cast<size_t>(device.deviceType) < std::size(kTypes) &&
                       *kTypes[device.deviceType] != '\0';
    QString text =
        QStringLiteral("%1: %2 %3")
            .arg(i)
            .arg(named ? QString::fromLatin1(kTypes[device.deviceType]) : Text::tr("type %1").arg(device.deviceType))
            .arg(device.deviceId);
    if (!device.memoryScope.empty()) text += QLatin1Char(' ') + QString::fromStdString(printable(device.memoryScope));
    if (relay.hostDevice == static_cast<int64_t>(i)) text += QLatin1Char(' ') + Text::tr("(host)");
    devices << text;
  }
  if (relay.virtualDevices.size() > kShown) devices << QString(QChar(0x2026));
  return devices.join(QStringLiteral(", "));
}

}  // namespace

std::vector<IdentityChip> identityChips(Document* document) {
  std::vector<IdentityChip> chips;
  const Executable* executable = document->executable();
  chips.push_back({document->data().file ? whatItIs(document->executable()) : Text::tr("Profile"),
                   Token::Accent,
                   Token::AccentBack,
                   false,
                   {}});
  const bool isList = executable != nullptr && executable->variant == Variant::Params;  // all that there is to say
  if (document->data().file && !isList)
    chips.push_back({containerName(*document->data().file), Token::Text, Token::Panel, true, {}});
  if (executable != nullptr && !isList) {
    chips.push_back({producerTitle(executable->variant), Token::Text, Token::Panel, true, {}});
    chips.push_back({modeText(*executable), Token::Text, Token::Panel, true, {}});
  }
  if (const auto findings = document->data().diagnostics) {
    if (findings->hasErrors())
      chips.push_back({Text::tr("%n error(s)", nullptr, static_cast<int>(findings->count(Severity::Error))),
                       Token::Error, Token::ErrorBack, false, QStringLiteral("error")});
    else chips.push_back({Text::tr("verified"), Token::Ok, Token::OkBack, false, QStringLiteral("check")});
  }
  return chips;
}

std::vector<TileData> overviewTiles(Document* document) {
  std::vector<TileData> tiles;
  const Executable* executable = document->executable();
  const auto statistics = document->byCallee();
  const auto summary = document->data().summary;
  if (statistics && statistics->runs > 0) {
    const Figure half = durationFigure(statistics->runTimes.halfWidthNs);
    tiles.push_back(
        {QStringLiteral("median"), QStringLiteral("timeline"), Text::tr("Median run"),
         durationFigure(statistics->runTimes.medianNs),
         Text::tr("± %1 %2, %n run(s)", nullptr, static_cast<int>(statistics->runs)).arg(half.number, half.unit),
         QStringLiteral("timeline")});
  } else {
    tiles.push_back({QStringLiteral("median"),
                     QStringLiteral("timeline"),
                     Text::tr("Median run"),
                     {QStringLiteral("–"), {}},
                     Text::tr("not run yet"),
                     document->whyNotRunnable().isEmpty() ? QStringLiteral("run") : QStringLiteral("timeline")});
  }
  if (executable == nullptr) return tiles;
  const Kinds kinds = countKinds(*executable);
  QString mix = Text::tr("no instructions");
  if (summary && !executable->code.offsets.empty()) {
    QStringList parts{Text::tr("%n call(s)", nullptr, static_cast<int>(summary->callCount)),
                      Text::tr("%1 ret").arg(countOf(summary->retCount))};
    if (summary->ifCount + summary->gotoCount > 0)
      parts.append(Text::tr("%n jump(s)", nullptr, static_cast<int>(summary->ifCount + summary->gotoCount)));
    mix = parts.join(QStringLiteral(", "));
  }
  tiles.push_back({QStringLiteral("instructions"),
                   QStringLiteral("listing"),
                   Text::tr("Instructions"),
                   {countOf(executable->code.size()), {}},
                   mix,
                   QStringLiteral("listing")});
  QStringList functionNote;
  if (kinds.bytecode > 0) functionNote.append(Text::tr("%1 bytecode").arg(countOf(kinds.bytecode)));
  if (kinds.compiled > 0) functionNote.append(Text::tr("%1 compiled").arg(countOf(kinds.compiled)));
  functionNote.append(Text::tr("%1 packed").arg(countOf(kinds.packed)));
  tiles.push_back({QStringLiteral("functions"),
                   QStringLiteral("functions"),
                   Text::tr("Functions"),
                   {countOf(executable->functions.size()), {}},
                   functionNote.join(QStringLiteral(", ")),
                   QStringLiteral("functions")});
  tiles.push_back({QStringLiteral("constants"),
                   QStringLiteral("constants"),
                   Text::tr("Constants"),
                   {countOf(executable->constants.size()), {}},
                   constantsNote(*executable),
                   QStringLiteral("constants")});
  if (statistics && statistics->peakLiveBytes > 0)
    tiles.push_back({QStringLiteral("memory"), QStringLiteral("memory"), Text::tr("Live bytes, peak"),
                     bytesFigure(static_cast<double>(statistics->peakLiveBytes)), Text::tr("measured in the run"),
                     QStringLiteral("timeline")});
  else if (summary)
    tiles.push_back({QStringLiteral("data"), QStringLiteral("memory"), Text::tr("Constant data"),
                     bytesFigure(static_cast<double>(summary->constantBytes)),
                     document->data().constantsPath.isEmpty() ? Text::tr("tensors in the file")
                                                              : Text::tr("tensors in their own file"),
                     QStringLiteral("constants")});
  if (const auto& file = document->data().file)
    tiles.push_back({QStringLiteral("file"), QStringLiteral("file"), Text::tr("File"),
                     bytesFigure(static_cast<double>(file->bytes.size())),
                     Text::tr("executable part %1")
                         .arg(QString::fromStdString(byteSizeText(static_cast<int64_t>(executable->byteSize)))),
                     QStringLiteral("modules")});
  else if (const auto trace = document->trace())
    tiles.push_back({QStringLiteral("events"),
                     QStringLiteral("timeline"),
                     Text::tr("Events"),
                     {countOf(trace->eventCount()), {}},
                     QString::fromStdString(trace->info.device),
                     QStringLiteral("timeline")});
  return tiles;
}

std::vector<std::pair<QString, QString>> identityRows(Document* document) {
  std::vector<std::pair<QString, QString>> rows;
  const auto file = document->data().file;
  const Executable* executable = document->executable();
  if (file) {
    QString container = containerName(*file);
    if (file->library) container = QStringLiteral("%1 (%2)").arg(container, objectDetails(file->library->object));
    rows.emplace_back(Text::tr("Container"), container);
  }
  if (executable != nullptr) {
    rows.emplace_back(Text::tr("Executable"),
                      QStringLiteral("%1, %2 B").arg(moduleKind(*executable), countOf(executable->byteSize)));
    if (executable->variant != Variant::Params)
      rows.emplace_back(Text::tr("Format"), Text::tr("variant %1, version string %2")
                                                .arg(QString::fromLatin1(variantName(executable->variant)),
                                                     QString::fromStdString(printable(executable->version))));
    rows.emplace_back(Text::tr("Produced by"),
                      namesItsRelease(*executable)
                          ? QStringLiteral("TVM ") + QString::fromStdString(printable(executable->version))
                          : producerTitle(executable->variant));
    if (executable->variant != Variant::Params) rows.emplace_back(Text::tr("Mode"), modeText(*executable));
    if (executable->relay && !executable->relay->virtualDevices.empty())
      rows.emplace_back(Text::tr("Virtual devices"), deviceText(*executable->relay));
    if (const auto entry = defaultEntry(*executable); entry.ok()) {
      QStringList params;
      for (const ParamInfo& param : recoverParams(*executable, *entry))
        params.append(
            QString::fromStdString(printable(param.name) + (param.text().empty() ? "" : ": " + param.text())));
      const QString name = document->functionName(*entry);
      rows.emplace_back(Text::tr("Entry"),
                        params.size() > 4 ? Text::tr("%1(%2, %n more)", nullptr, static_cast<int>(params.size()) - 2)
                                                .arg(name, QStringList(params.mid(0, 2)).join(QStringLiteral(", ")))
                                          : QStringLiteral("%1(%2)").arg(name, params.join(QStringLiteral(", "))));
    }
  }
  if (const auto trace = document->trace()) {
    rows.emplace_back(Text::tr("Run on"), QStringLiteral("%1, %2, %3")
                                              .arg(QString::fromStdString(trace->info.device),
                                                   QString::fromStdString(trace->info.allocator),
                                                   QString::fromStdString(trace->info.mode)));
    if (!trace->info.argumentsText.empty())
      rows.emplace_back(Text::tr("Arguments"), QString::fromStdString(trace->info.argumentsText));
  }
  rows.emplace_back(Text::tr("Path"), document->data().path);
  if (!document->data().constantsPath.isEmpty())
    rows.emplace_back(Text::tr("Constants file"), document->data().constantsPath);
  return rows;
}

std::vector<TreeLine> importTree(Document* document) {
  std::vector<TreeLine> lines;
  const auto file = document->data().file;
  if (!file || !file->library) return lines;
  const auto& modules = file->library->modules;
  std::vector<uint8_t> seen(modules.size(), 0);
  const std::function<void(size_t, int, bool)> visit = [&](size_t at, int depth, bool last) {
    if (at >= modules.size() || seen[at] != 0 || lines.size() >= kMaxTreeLines) return;
    seen[at] = 1;
    const LibraryModule& module = modules[at];
    TreeLine line{depth,
                  QStringLiteral("query"),
                  QString::fromStdString(printable(module.kind)),
                  {},
                  ModuleIndex(static_cast<int64_t>(at)),
                  last};
    if (const auto* host = std::get_if<HostModule>(&module.decoded)) {
      line.icon = QStringLiteral("cpu");
      line.text = Text::tr("library, host");
      line.detail = Text::tr("%n kernel(s)", nullptr, static_cast<int>(host->kernels.size()));
    } else if (const auto* code = std::get_if<CodeModule>(&module.decoded)) {
      line.icon = QStringLiteral("gpu");
      line.detail = Text::tr("%n kernel(s)", nullptr, static_cast<int>(code->kernels.size()));
    } else if (const auto* constants = std::get_if<ConstantsModule>(&module.decoded)) {
      line.icon = QStringLiteral("constants");
      line.detail = Text::tr("%n tensor(s)", nullptr, static_cast<int>(constants->tensors.size()));
    } else if (!module.payload.empty()) {
      line.detail = QStringLiteral("%1 B").arg(countOf(module.payload.size()));
    }
    lines.push_back(line);
    for (size_t i = 0; i < module.children.size(); ++i)
      if (module.children[i].valid()) visit(module.children[i].at(), depth + 1, i + 1 == module.children.size());
  };
  if (!modules.empty()) visit(0, 0, true);
  return lines;
}

TreeRow::TreeRow(const TreeLine& line, QWidget* parent) : QAbstractButton(parent), line_(line) {
  setText(line.text);
  setAccessibleName(line.text + QStringLiteral(", ") + line.detail);
  setObjectName(QStringLiteral("overview.module.%1").arg(line.module.value));
  setFocusPolicy(Qt::StrongFocus);
  setCursor(Qt::PointingHandCursor);
  setAttribute(Qt::WA_Hover);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize TreeRow::sizeHint() const { return {Theme::instance()->px(200), Theme::instance()->px(26)}; }

void TreeRow::paintEvent(QPaintEvent*) {
  const Theme* theme = Theme::instance();
  QPainter painter(this);
  if (underMouse() || hasFocus()) painter.fillRect(rect(), theme->color(Token::SelectedRow));
  int x = theme->px(24) * line_.depth;
  const int icon = theme->px(16);
  if (line_.depth > 0) {
    painter.setPen(theme->color(Token::BorderStrong));
    const int left = x - theme->px(16);
    painter.drawLine(left, 0, left, line_.last ? height() / 2 : height());
    painter.drawLine(left, height() / 2, left + theme->px(12), height() / 2);
  }
  theme->icon(line_.icon).paint(&painter, QRect(x, (height() - icon) / 2, icon, icon));
  x += icon + theme->px(8);
  painter.setFont(theme->mono(12));
  painter.setPen(theme->color(Token::Text));
  const int detail = painter.fontMetrics().horizontalAdvance(line_.detail);
  painter.drawText(QRect(width() - detail - 2, 0, detail + 2, height()), Qt::AlignVCenter, line_.detail);
  painter.setFont(theme->ui(12));
  painter.drawText(QRect(x, 0, width() - detail - x - theme->px(8), height()), Qt::AlignVCenter,
                   painter.fontMetrics().elidedText(line_.text, Qt::ElideMiddle, width() - detail - x - theme->px(8)));
}

}  // namespace relaxscope
