// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/modules/source.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "views/core/engine_text.h"
#include "vmcore/base/text/text.h"
#include "vmcore/model/launch_tag.h"

namespace relaxscope {
namespace {

enum ModuleCol { kModule, kFormat, kSize, kKernels };
enum KernelCol { kName, kCalls, kArguments, kLaunch };
constexpr size_t kMaxTreeRows = 10'000;

QString joined(const std::vector<std::string>& texts, int most) {
  QStringList parts;
  for (size_t i = 0; i < texts.size() && static_cast<int>(i) < most; ++i)
    parts << QString::fromStdString(printable(texts[i]));
  if (static_cast<int>(texts.size()) > most) parts << QStringLiteral("+%1").arg(static_cast<int>(texts.size()) - most);
  return parts.join(QStringLiteral(", "));
}

/// "block.x, thread.x, shared memory"
QString launchText(const std::vector<std::string>& tags) {
  QStringList parts;
  for (const std::string& tag : tags) parts << QString::fromStdString(printable(launchTagText(tag)));
  return parts.join(QStringLiteral(", "));
}

/// Format of a module for the tree; for code, that of its first part.
QString formatText(const LoadedFile& file, const LibraryModule& module) {
  if (const auto* code = std::get_if<CodeModule>(&module.decoded))
    return code->parts.empty() ? QString::fromStdString(printable(code->format))
                               : QString::fromStdString(code->parts[0].content);
  if (std::holds_alternative<HostModule>(module.decoded))
    return ModulesSource::tr("host code, %1").arg(QString::fromStdString(file.library->object.machineName));
  if (std::holds_alternative<GraphModule>(module.decoded)) return ModulesSource::tr("graph of an accelerator library");
  if (std::holds_alternative<ConstantsModule>(module.decoded)) return ModulesSource::tr("constants");
  return {};
}

}  // namespace

std::string hostNameOfKernel(const std::string& kernel) {
  std::string name = kernel;
  const size_t digits = name.find_last_not_of("0123456789");
  if (digits != std::string::npos && digits + 1 < name.size() && name[digits] == '_') name.resize(digits);
  constexpr std::string_view kSuffix = "_kernel";
  if (name.size() > kSuffix.size() && std::string_view(name).substr(name.size() - kSuffix.size()) == kSuffix)
    return name.substr(0, name.size() - kSuffix.size());
  return kernel;
}

ModulesSource::ModulesSource(std::shared_ptr<const LoadedFile> file) : file_(std::move(file)) {
  TableColumn name{QStringLiteral("module"), tr("Module"), {}, 136};
  name.stretch = true;
  columns_.push_back(name);
  columns_.push_back({QStringLiteral("format"), tr("Format"), {}, 112});
  TableColumn size{QStringLiteral("size"), tr("Size"), tr("Bytes of the module in the library's import tree"), 72};
  size.right = true;
  columns_.push_back(size);
  TableColumn kernels{QStringLiteral("kernels"), tr("Kernels"), {}, 58};
  kernels.right = true;
  columns_.push_back(kernels);
  if (!file_ || !file_->library || file_->library->modules.empty()) return;
  // Depth-first from the root; a module that is already on the current path is not entered again (cycles).
  const auto& modules = file_->library->modules;
  std::vector<ModuleIndex> path;
  std::vector<bool> shown(modules.size());
  const auto visit = [&](auto&& self, ModuleIndex at) -> void {
    if (!at.valid() || at.at() >= modules.size() || rows_.size() >= kMaxTreeRows || path.size() > 64) return;
    if (std::find(path.begin(), path.end(), at) != path.end()) return;
    rows_.push_back({at, static_cast<int>(path.size())});
    shown[at.at()] = true;
    path.push_back(at);
    for (const ModuleIndex child : modules[at.at()].children) self(self, child);
    path.pop_back();
  };
  visit(visit, ModuleIndex(0));
  for (size_t m = 1; m < modules.size(); ++m)  // modules that no other imports
    if (!shown[m]) visit(visit, ModuleIndex(static_cast<int64_t>(m)));
}

int ModulesSource::rowOf(ModuleIndex module) const {
  for (size_t row = 0; row < rows_.size(); ++row)
    if (rows_[row].module == module) return static_cast<int>(row);
  return -1;
}

Cell ModulesSource::cell(size_t row, int column) const {
  const LibraryModule& module = file_->library->modules[rows_[row].module.at()];
  Cell cell;
  switch (column) {
    case kModule:
      cell.text = QString::fromStdString(printable(module.kind)).left(80);
      cell.indent = rows_[row].depth;
      cell.mono = true;
      cell.weight = row == 0 ? 600 : 400;
      if (std::holds_alternative<CodeModule>(module.decoded) || std::holds_alternative<GraphModule>(module.decoded))
        cell.swatch = CallKind::GpuKernel;
      if (std::holds_alternative<HostModule>(module.decoded)) cell.swatch = CallKind::Kernel;
      if (!module.note.empty()) {
        const bool opaque = std::holds_alternative<std::monostate>(module.decoded);
        cell.chips.push_back({opaque ? tr("not decoded") : tr("odd"), Token::Warning, Token::WarningBack,
                              QString::fromStdString(printable(module.note))});
      }
      break;
    case kFormat:
      cell.color = Token::TextSecond;
      cell.text = formatText(*file_, module);
      break;
    case kSize:
      if (!module.payload.empty()) {
        const Figure figure = bytesFigure(static_cast<double>(module.payload.size()));
        cell.text = figure.number;
        cell.unit = figure.unit;
      }
      break;
    default:
      if (const size_t n = kernelCount(module); n > 0) cell.text = countText(static_cast<int64_t>(n));
      break;
  }
  return cell;
}

KernelsSource::KernelsSource(std::shared_ptr<const LoadedFile> file, std::shared_ptr<const Executable> executable,
                             std::shared_ptr<const ExecutableSummary> summary, ModuleIndex module)
    : file_(std::move(file)) {
  TableColumn name{QStringLiteral("name"), tr("Kernel"), {}, 190};
  name.stretch = name.elideName = true;
  columns_.push_back(name);
  columns_.push_back(figureColumn("calls", tr("Called at"),
                                  tr("Call instructions of the kernel or of the host function that launches it"), 76));
  if (!file_ || !file_->library || !module.valid() || module.at() >= file_->library->modules.size()) return;
  addRows(file_->library->modules[module.at()]);
  if (executable) findFunctions(*executable, summary.get());
}

void KernelsSource::addRows(const LibraryModule& module) {
  if (const auto* code = std::get_if<CodeModule>(&module.decoded)) {
    addCode(*code);
  } else if (const auto* constants = std::get_if<ConstantsModule>(&module.decoded)) {
    columns_[kName].title = tr("Constant");
    columns_.push_back({QStringLiteral("arguments"), tr("Type"), {}, 190});
    for (const ConstantsModule::Tensor& tensor : constants->tensors)
      rows_.push_back({tensor.name, nullptr, &tensor, {}, 0});
  } else {
    for (const std::string& kernel : kernelNames(module)) rows_.push_back({kernel, nullptr, nullptr, {}, 0});
  }
}

void KernelsSource::addCode(const CodeModule& code) {
  resources_.emplace(code);
  if (!code.resources.rows.empty())
    for (TableColumn& column : KernelFigures::columns()) columns_.push_back(std::move(column));
  figures_ = static_cast<int>(columns_.size()) - kArguments;
  columns_.push_back({QStringLiteral("arguments"), tr("Arguments"), tr("Types of the kernel's parameters"), 190});
  columns_.push_back(
      {QStringLiteral("launch"), tr("Launch"), tr("Launch parameters, in the order they follow the arguments"), 200});
  for (const DeviceKernel& kernel : code.kernels) rows_.push_back({kernel.name, &kernel, nullptr, {}, 0});
}

std::optional<KernelFigure> KernelsSource::figureOf(int column) const {
  const int figure = column - kArguments;
  return figure >= 0 && figure < figures_ ? std::optional(static_cast<KernelFigure>(figure)) : std::nullopt;
}

KernelFigures KernelsSource::figuresOf(size_t row) const {
  const auto isDynamic = [](const std::string& tag) { return parseLaunchTag(tag).kind == LaunchTagKind::SharedMemory; };
  const std::vector<std::string>& tags = rows_[row].device->launchTags;
  return {resources_->of(row), std::any_of(tags.begin(), tags.end(), isDynamic)};
}

void KernelsSource::findFunctions(const Executable& executable, const ExecutableSummary* summary) {
  // A large executable has many more functions than kernels, so the map holds the names to find.
  constexpr size_t kNone = SIZE_MAX;
  std::unordered_map<std::string, size_t> byName;
  for (const Row& row : rows_) {
    if (row.tensor != nullptr) continue;
    byName.emplace(row.name, kNone);
    byName.emplace(hostNameOfKernel(row.name), kNone);
  }
  if (byName.empty()) return;
  for (size_t f = executable.functions.size(); f-- > 0;)  // the first of duplicate names wins
    if (const auto found = byName.find(executable.functions[f].name); found != byName.end()) found->second = f;
  for (Row& row : rows_) {
    if (row.tensor != nullptr) continue;
    size_t function = byName.at(row.name);
    if (function == kNone) function = byName.at(hostNameOfKernel(row.name));
    if (function == kNone) continue;
    row.function = FuncIndex(static_cast<int64_t>(function));
    if (summary != nullptr && function < summary->functions.size()) row.sites = summary->functions[function].callSites;
  }
}

int KernelsSource::rowOf(FuncIndex function) const {
  for (size_t row = 0; row < rows_.size(); ++row)
    if (function.valid() && rows_[row].function == function) return static_cast<int>(row);
  return -1;
}

double KernelsSource::number(size_t row, int column) const {
  if (const auto figure = figureOf(column)) return figuresOf(row).number(*figure);
  return column == kCalls ? static_cast<double>(rows_[row].sites) : TableSource::number(row, column);
}

void KernelsSource::sortText(size_t row, int column, std::string& out) const {
  if (column == kName) out += rows_[row].name;
  else TableSource::sortText(row, column, out);
}

Cell KernelsSource::cell(size_t row, int column) const {
  const Row& r = rows_[row];
  if (const auto figure = figureOf(column)) return figuresOf(row).cell(*figure);
  Cell cell;
  cell.mono = true;
  switch (column < kArguments ? column : column - figures_) {
    case kName:
      cell.text = QString::fromStdString(printable(r.name)).left(300);
      cell.color = r.function.valid() ? Token::RoleFunction : Token::Text;
      cell.swatch = r.device != nullptr ? CallKind::GpuKernel : CallKind::Kernel;
      break;
    case kCalls:
      cell.text = r.function.valid() ? countText(static_cast<int64_t>(r.sites)) : QString();
      if (r.function.valid()) cell.unit = r.sites == 1 ? tr("site") : tr("sites");
      break;
    case kArguments:
      if (r.device != nullptr) {
        std::vector<std::string> types;
        for (const DataType& type : r.device->argTypes) types.push_back(type.shortName());
        cell.text = joined(types, 32);
        cell.color = Token::TextSecond;
      } else if (r.tensor != nullptr) {
        cell.text = QString::fromStdString(constantSummary(r.tensor->value));
        cell.color = Token::TextSecond;
      }
      break;
    default:
      if (r.device != nullptr) cell.text = launchText(r.device->launchTags);
      cell.color = Token::TextSecond;
      cell.tooltip = r.device != nullptr ? joined(r.device->launchTags, 32) : QString();
      break;
  }
  return cell;
}

QString moduleFacts(const LoadedFile& file, ModuleIndex index) {
  if (!file.library || !index.valid() || index.at() >= file.library->modules.size()) return {};
  const Library& library = *file.library;
  const LibraryModule& module = library.modules[index.at()];
  QStringList lines;
  const QString note = QString::fromStdString(printable(module.note));
  if (!note.isEmpty())
    lines << (std::holds_alternative<std::monostate>(module.decoded) ? ModulesSource::tr("Not decoded: %1").arg(note)
                                                                     : ModulesSource::tr("Warning: %1").arg(note));
  if (const auto* code = std::get_if<CodeModule>(&module.decoded)) {
    if (!code->parts.empty() && !code->format.empty())
      lines << ModulesSource::tr("Declared format “%1”; the first bytes are %2.")
                   .arg(QString::fromStdString(printable(code->format)),
                        QString::fromStdString(code->parts[0].content));
    if (!code->layout.empty())
      lines << ModulesSource::tr("Stored in the layout of %1.").arg(QString::fromStdString(code->layout));
    for (const std::string& text : code->resources.notes)
      if (lines.size() < 12)
        lines << ModulesSource::tr("Note: %1").arg(engineText(QString::fromStdString(printable(text))));
  } else if (const auto* constants = std::get_if<ConstantsModule>(&module.decoded)) {
    for (const ConstantsModule::Need& need : constants->needs)
      lines << ModulesSource::tr("%1 needs %2.")
                   .arg(QString::fromStdString(printable(need.symbol)), joined(need.names, 12));
  } else if (const auto* graph = std::get_if<GraphModule>(&module.decoded)) {
    if (!graph->constants.empty()) lines << ModulesSource::tr("Constants: %1.").arg(joined(graph->constants, 12));
    if (!graph->rest.empty())
      lines << ModulesSource::tr("%n byte(s) of the accelerator library's own data follow.", nullptr,
                                 static_cast<int>(std::min<size_t>(graph->rest.size(), 1U << 30)));
  } else if (std::holds_alternative<HostModule>(module.decoded)) {
    lines << ModulesSource::tr("Machine code for %1 in the library itself.")
                 .arg(QString::fromStdString(library.object.machineName));
    if (!library.object.needed.empty()) lines << ModulesSource::tr("Needs %1.").arg(joined(library.object.needed, 12));
    if (!library.contextSlots.empty())
      lines << ModulesSource::tr("Slots filled by the loader: %1.").arg(joined(library.contextSlots, 12));
    if (!library.undefinedSymbols.empty())
      lines
          << ModulesSource::tr("Symbols that the process must provide: %1.").arg(joined(library.undefinedSymbols, 12));
  } else if (index.value == 0) {
    lines << ModulesSource::tr("The root: %1, at byte %2 of the file.")
                 .arg(QString::fromStdString(printable(module.kind)),
                      countText(static_cast<int64_t>(library.blobOffset)));
  }
  if (index.value == 0 && library.era != LibraryEra::From022)
    lines
        << ModulesSource::tr("Symbols and layout are those of %1.").arg(QString::fromLatin1(eraProducer(library.era)));
  if (index.value == 0)
    for (const ArchiveMember& member : library.members)
      if (lines.size() < 12)
        lines << QStringLiteral("%1: %2, %3 B")
                     .arg(QString::fromStdString(printable(member.name)),
                          QString::fromStdString(printable(member.what)), countText(static_cast<int64_t>(member.size)));
  return lines.join(u'\n');
}

}  // namespace relaxscope
