// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/overview/identity.h"

#include <QCoreApplication>

#include <cmath>
#include <functional>
#include <map>
#include <optional>
#include <utility>

#include "views/code/opcode_help.h"
#include "views/code/table_texts.h"
#include "vmcore/base/text/text.h"

namespace relaxscope {
namespace {

/// The translation context of this file.
struct IdentityText {
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
  const char* last = "";  // consecutive constants mostly have the same kind; each kind's name is one literal
  int* count = nullptr;
  for (const Constant& constant : executable.constants) {
    if (const char* name = constantKindName(constant.value); name != last) count = &kinds[last = name];
    ++*count;
  }
  QStringList parts;
  for (const auto& [name, some] : kinds)
    parts.append(
        QStringLiteral("%1 %2").arg(some).arg(QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()))));
  return parts.isEmpty() ? IdentityText::tr("none") : parts.join(QStringLiteral(", "));
}

QString objectText(const ObjectFile& object) {
  const QString machine = QString::fromStdString(object.machineName);
  switch (object.kind) {
    case ObjectKind::Relocatable:
      return object.format == ObjectFormat::CSource ? IdentityText::tr("C source")
                                                    : IdentityText::tr("object file, %1").arg(machine);
    case ObjectKind::Program: return IdentityText::tr("program, %1").arg(machine);
    case ObjectKind::SharedLibrary: return IdentityText::tr("shared library, %1").arg(machine);
    case ObjectKind::Other: break;
  }
  return IdentityText::tr("shared library");
}

QString archiveText(const std::string& archive) {
  if (archive == "tar archive") return IdentityText::tr("tar archive");
  if (archive == "ar archive") return IdentityText::tr("ar archive");
  return QString::fromStdString(archive);
}

/// "ELF, 32-bit, big-endian": details that the container and architecture names omit.
QString objectDetails(const ObjectFile& object) {
  QStringList parts{QString::fromLatin1(objectFormatName(object.format))};
  if (object.bits != 0) parts << IdentityText::tr("%1-bit").arg(object.bits);
  if (object.bigEndian) parts << IdentityText::tr("big-endian");
  return parts.join(QStringLiteral(", "));
}

QString whatItIs(const Executable* executable) {
  if (executable == nullptr) return IdentityText::tr("Relax VM executable");
  if (executable->variant == Variant::Params) return IdentityText::tr("Parameter list");
  return isRelay(executable->variant) ? IdentityText::tr("Relay VM executable")
                                      : IdentityText::tr("Relax VM executable");
}

QString containerName(const LoadedFile& file) {
  switch (file.kind) {
    case FileKind::SharedLibrary:
      if (!file.library) return IdentityText::tr("shared library");
      return file.library->archive.empty()
                 ? objectText(file.library->object)
                 : QStringLiteral("%1: %2").arg(archiveText(file.library->archive), objectText(file.library->object));
    case FileKind::RawExecutable: return IdentityText::tr("executable bytes");
    case FileKind::JsonForm: return IdentityText::tr("JSON form");
    case FileKind::TextForm: return IdentityText::tr("text form");
    case FileKind::PythonForm: return IdentityText::tr("python form");
    case FileKind::ParameterList: return IdentityText::tr("parameter list");
  }
  return QString::fromStdString(file.containerText());
}

QString modeText(const Executable& executable) {
  const Kinds kinds = countKinds(executable);
  if (kinds.compiled > 0 && kinds.bytecode > 0) return IdentityText::tr("bytecode and compiled");
  return kinds.compiled > 0 ? IdentityText::tr("compiled") : IdentityText::tr("bytecode");
}

QString moduleKind(const Executable& executable) {
  if (executable.variant == Variant::Params) return IdentityText::tr("Parameter list");
  return isRelay(executable.variant) ? QStringLiteral("VMExecutable") : QStringLiteral("relax.VMExecutable");
}

/// Whether the version in the file is the release of the TVM that wrote it.
bool namesItsRelease(const Executable& executable) {
  const bool names =
      isRelay(executable.variant) || isPrototype(executable.variant) || executable.variant == Variant::R0;
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
    QString text = QStringLiteral("%1: %2 %3")
                       .arg(i)
                       .arg(named ? QString::fromLatin1(kTypes[device.deviceType])
                                  : IdentityText::tr("type %1").arg(device.deviceType))
                       .arg(device.deviceId);
    if (!device.memoryScope.empty()) text += QLatin1Char(' ') + QString::fromStdString(printable(device.memoryScope));
    if (relay.hostDevice == static_cast<int64_t>(i)) text += QLatin1Char(' ') + IdentityText::tr("(host)");
    devices << text;
  }
  if (relay.virtualDevices.size() > kShown) devices << QString(QChar(0x2026));
  return devices.join(QStringLiteral(", "));
}

}  // namespace

std::vector<IdentityChip> identityChips(Document* document) {
  std::vector<IdentityChip> chips;
  const Executable* executable = document->executable();
  chips.push_back({document->data().file ? whatItIs(document->executable()) : IdentityText::tr("Profile"),
                   Token::Accent,
                   Token::AccentBack,
                   false,
                   {}});
  const bool isList = executable != nullptr && executable->variant == Variant::Params;  // only type and findings
  if (document->data().file && !isList)
    chips.push_back({containerName(*document->data().file), Token::Text, Token::Panel, true, {}});
  if (executable != nullptr && !isList) {
    chips.push_back({producerTitle(executable->variant), Token::Text, Token::Panel, true, {}});
    chips.push_back({modeText(*executable), Token::Text, Token::Panel, true, {}});
  }
  if (const auto findings = document->data().diagnostics) {
    if (findings->hasErrors())
      chips.push_back({IdentityText::tr("%n error(s)", nullptr, static_cast<int>(findings->count(Severity::Error))),
                       Token::Error, Token::ErrorBack, false, QStringLiteral("error")});
    else if (const size_t warnings = findings->count(Severity::Warning); warnings != 0)
      chips.push_back({IdentityText::tr("%n warning(s)", nullptr, static_cast<int>(warnings)), Token::Warning,
                       Token::WarningBack, false, QStringLiteral("warning")});
    else chips.push_back({IdentityText::tr("verified"), Token::Ok, Token::OkBack, false, QStringLiteral("check")});
  }
  return chips;
}

namespace {

TileData runTile(const Document& document) {
  const auto statistics = document.byCallee();
  TileData tile{QStringLiteral("median"),  QStringLiteral("timeline"),      IdentityText::tr("Median run"),
                {QStringLiteral("–"), {}}, IdentityText::tr("not run yet"), ViewId::Timeline};
  if (!statistics || statistics->runs == 0) {
    if (document.whyNotRunnable().isEmpty()) tile.view = ViewId::None;
    return tile;
  }
  const RunTimes& times = statistics->leadingTimes();
  tile.figure = durationFigure(times.medianNs);
  if (std::isnan(times.halfWidthNs)) {
    tile.note = IdentityText::tr("a single run");
    return tile;
  }
  const Figure half = durationFigure(times.halfWidthNs);
  const auto count = static_cast<int>(statistics->runs);
  tile.note = (document.areFiguresSoFar() ? IdentityText::tr("± %1 %2, %Ln runs so far", nullptr, count)
                                          : IdentityText::tr("± %1 %2, %n run(s)", nullptr, count))
                  .arg(half.number, half.unit);
  return tile;
}

/// A tile with the number of items in the view that it opens.
TileData countTile(const QString& id, ViewId view, const QString& title, size_t count, const QString& note) {
  return {id, QLatin1String(viewName(view)), title, {countOf(count), {}}, note, view};
}

QString instructionsNote(const Executable& executable, const ExecutableSummary* summary) {
  if (summary == nullptr || executable.code.offsets.empty()) return IdentityText::tr("no instructions");
  QStringList parts{IdentityText::tr("%n call(s)", nullptr, static_cast<int>(summary->callCount)),
                    IdentityText::tr("%1 ret").arg(countOf(summary->retCount))};
  if (summary->ifCount + summary->gotoCount > 0)
    parts.append(IdentityText::tr("%n jump(s)", nullptr, static_cast<int>(summary->ifCount + summary->gotoCount)));
  return parts.join(QStringLiteral(", "));
}

QString functionsNote(const Executable& executable) {
  const Kinds kinds = countKinds(executable);
  QStringList parts;
  if (kinds.bytecode > 0) parts.append(IdentityText::tr("%1 bytecode").arg(countOf(kinds.bytecode)));
  if (kinds.compiled > 0) parts.append(IdentityText::tr("%1 compiled").arg(countOf(kinds.compiled)));
  parts.append(IdentityText::tr("%1 packed").arg(countOf(kinds.packed)));
  return parts.join(QStringLiteral(", "));
}

/// Peak live bytes of a run, else the size of the constants.
std::optional<TileData> memoryTile(const Document& document) {
  const auto statistics = document.byCallee();
  if (statistics && statistics->peakLiveBytes > 0)
    return TileData{QStringLiteral("memory"),
                    QStringLiteral("memory"),
                    IdentityText::tr("Live bytes, peak"),
                    bytesFigure(static_cast<double>(statistics->peakLiveBytes)),
                    IdentityText::tr("measured in the run"),
                    ViewId::Timeline};
  const auto summary = document.data().summary;
  if (!summary) return std::nullopt;
  const bool inFile = document.data().constantsPath.isEmpty();
  return TileData{QStringLiteral("data"),
                  QStringLiteral("memory"),
                  IdentityText::tr("Constant data"),
                  bytesFigure(static_cast<double>(summary->constantBytes)),
                  inFile ? IdentityText::tr("tensors in the file") : IdentityText::tr("tensors in a separate file"),
                  ViewId::Constants};
}

}  // namespace

std::vector<TileData> overviewTiles(Document* document) {
  std::vector<TileData> tiles{runTile(*document)};
  const Executable* executable = document->executable();
  if (executable == nullptr) return tiles;
  const auto summary = document->data().summary;
  tiles.push_back(countTile(QStringLiteral("instructions"), ViewId::Listing, IdentityText::tr("Instructions"),
                            executable->code.size(), instructionsNote(*executable, summary.get())));
  tiles.push_back(countTile(QStringLiteral("functions"), ViewId::Functions, IdentityText::tr("Functions"),
                            executable->functions.size(), functionsNote(*executable)));
  tiles.push_back(countTile(QStringLiteral("constants"), ViewId::Constants, IdentityText::tr("Constants"),
                            executable->constants.size(), constantsNote(*executable)));
  if (auto tile = memoryTile(*document)) tiles.push_back(std::move(*tile));
  if (const auto& file = document->data().file)
    tiles.push_back({QStringLiteral("file"), QStringLiteral("file"), IdentityText::tr("File"),
                     bytesFigure(static_cast<double>(file->bytes.size())),
                     IdentityText::tr("executable part %1").arg(bytesLabel(static_cast<int64_t>(executable->byteSize))),
                     ViewId::Modules});
  else if (const auto trace = document->trace())
    tiles.push_back(countTile(QStringLiteral("events"), ViewId::Timeline, IdentityText::tr("Events"),
                              trace->eventCount(), QString::fromStdString(trace->info.device)));
  return tiles;
}

std::vector<std::pair<QString, QString>> identityRows(Document* document) {
  std::vector<std::pair<QString, QString>> rows;
  const auto file = document->data().file;
  const Executable* executable = document->executable();
  if (file) {
    QString container = containerName(*file);
    if (file->library) container = QStringLiteral("%1 (%2)").arg(container, objectDetails(file->library->object));
    rows.emplace_back(IdentityText::tr("Container"), container);
  }
  if (executable != nullptr) {
    rows.emplace_back(IdentityText::tr("Executable"),
                      QStringLiteral("%1, %2 B").arg(moduleKind(*executable), countOf(executable->byteSize)));
    if (executable->variant != Variant::Params)
      rows.emplace_back(IdentityText::tr("Format"), IdentityText::tr("variant %1, version string %2")
                                                        .arg(QString::fromLatin1(variantName(executable->variant)),
                                                             QString::fromStdString(printable(executable->version))));
    rows.emplace_back(IdentityText::tr("Produced by"),
                      namesItsRelease(*executable)
                          ? QStringLiteral("TVM ") + QString::fromStdString(printable(executable->version))
                          : producerTitle(executable->variant));
    if (executable->variant != Variant::Params) rows.emplace_back(IdentityText::tr("Mode"), modeText(*executable));
    if (executable->relay && !executable->relay->virtualDevices.empty())
      rows.emplace_back(IdentityText::tr("Virtual devices"), deviceText(*executable->relay));
    if (const auto entry = defaultEntry(*executable); entry.ok()) {
      const QStringList params = parameterTexts(document->facts()->params(*entry));
      const QString name = document->shownName(*entry);
      rows.emplace_back(IdentityText::tr("Entry"),
                        params.size() > 4
                            ? IdentityText::tr("%1(%2, %n more)", nullptr, static_cast<int>(params.size()) - 2)
                                  .arg(name, QStringList(params.mid(0, 2)).join(QStringLiteral(", ")))
                            : QStringLiteral("%1(%2)").arg(name, params.join(QStringLiteral(", "))));
    }
  }
  if (const auto trace = document->trace()) {
    rows.emplace_back(IdentityText::tr("Run on"), QStringLiteral("%1, %2, %3")
                                                      .arg(QString::fromStdString(trace->info.device),
                                                           QString::fromStdString(trace->info.allocator),
                                                           QString::fromStdString(trace->info.mode)));
    const auto text = [](const std::string& of) { return QString::fromStdString(printable(of)); };
    QStringList origin;
    for (const std::string& of : {trace->info.host, trace->info.processor, trace->info.startedAt, trace->info.version})
      if (!of.empty()) origin << text(of);
    if (!origin.isEmpty()) rows.emplace_back(IdentityText::tr("Recorded on"), origin.join(QStringLiteral(", ")));
    if (!trace->info.executableDigest.empty())
      rows.emplace_back(IdentityText::tr("SHA-256"), text(trace->info.executableDigest));
    if (!trace->info.command.empty()) rows.emplace_back(IdentityText::tr("Command"), text(trace->info.command));
    if (!trace->info.argumentsText.empty())
      rows.emplace_back(IdentityText::tr("Arguments"), QString::fromStdString(trace->info.argumentsText));
  }
  rows.emplace_back(IdentityText::tr("Path"), document->data().path);
  if (!document->data().constantsPath.isEmpty())
    rows.emplace_back(IdentityText::tr("Constants file"), document->data().constantsPath);
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
      line.text = IdentityText::tr("library, host");
      line.detail = IdentityText::tr("%n kernel(s)", nullptr, static_cast<int>(host->kernels.size()));
    } else if (const auto* code = std::get_if<CodeModule>(&module.decoded)) {
      line.icon = QStringLiteral("gpu");
      line.detail = IdentityText::tr("%n kernel(s)", nullptr, static_cast<int>(code->kernels.size()));
    } else if (const auto* constants = std::get_if<ConstantsModule>(&module.decoded)) {
      line.icon = QStringLiteral("constants");
      line.detail = IdentityText::tr("%n tensor(s)", nullptr, static_cast<int>(constants->tensors.size()));
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

}  // namespace relaxscope
