// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/modules_source.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "vmcore/base/text.h"

namespace relaxscope {
namespace {

enum ModuleCol { kModule, kFormat, kSize, kKernels };
enum KernelCol { kName, kCalls, kArguments, kLaunch };
constexpr size_t kMaxTreeRows = 10'000;

QString joined(const std::vector<std::string>& texts, int most) {
  QStringList parts;
  for (size_t i = 0; i < texts.size() && static_cast<int>(i) < most; ++i) parts << QString::fromStdString(printable(texts[i]));
  if (static_cast<int>(texts.size()) > most) parts << QStringLiteral("+%1").arg(static_cast<int>(texts.size()) - most);
  return parts.join(QStringLiteral(", "));
}

size_t kernelCount(const LibraryModule& module) {
  if (const auto* cuda = std::get_if<CudaModule>(&module.decoded)) return cuda->kernels.size();
  if (const auto* host = std::get_if<HostModule>(&module.decoded)) return host->kernels.size();
  return 0;
}

/// "blockIdx.x" as "block.x": the part before the dot says the same in fewer letters.
QString launchText(const std::vector<std::string>& tags) {
  QStringList parts;
  for (const std::string& tag : tags) {
    QString text = QString::fromStdString(printable(tag));
    text.replace(QStringLiteral("Idx."), QStringLiteral("."));
    parts << text;
  }
  return parts.join(QStringLiteral(", "));
}

}  // namespace

std::string hostNameOfKernel(const std::string& kernel) {
  std::string name = kernel;
  const size_t digits = name.find_last_not_of("0123456789");
  if (digits != std::string::npos && digits + 1 < name.size() && name[digits] == '_') name.resize(digits);
  constexpr std::string_view kSuffix = "_kernel";
  if (name.size() > kSuffix.size() && std::string_view(name).substr(name.size() - kSuffix.size()) == kSuffix) return name.substr(0, name.size() - kSuffix.size());
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
  // Depth first from the root; a module on the path to itself is not entered again.
  const auto& modules = file_->library->modules;
  std::vector<ModuleIndex> path;
  const auto visit = [&](auto&& self, ModuleIndex at) -> void {
    if (!at.valid() || at.at() >= modules.size() || rows_.size() >= kMaxTreeRows || path.size() > 64) return;
    if (std::find(path.begin(), path.end(), at) != path.end()) return;
    rows_.push_back({at, static_cast<int>(path.size())});
    path.push_back(at);
    for (const ModuleIndex child : modules[at.at()].children) self(self, child);
    path.pop_back();
  };
  visit(visit, ModuleIndex(0));
  for (size_t m = 1; m < modules.size(); ++m)  // what nothing imports is shown too
    if (rowOf(ModuleIndex(static_cast<int64_t>(m))) < 0) visit(visit, ModuleIndex(static_cast<int64_t>(m)));
}

int ModulesSource::rowOf(ModuleIndex module) const {
  for (size_t row = 0; row < rows_.size(); ++row)
    if (rows_[row].module == module) return static_cast<int>(row);
  return -1;
}

Cell ModulesSource::cell(size_t row, int column) const {
  const LibraryModule& module = file_->library->modules[rows_[row].module.at()];
  const auto* cuda = std::get_if<CudaModule>(&module.decoded);
  const auto* host = std::get_if<HostModule>(&module.decoded);
  Cell cell;
  switch (column) {
    case kModule:
      cell.text = QString::fromStdString(printable(module.kind)).left(80);
      cell.indent = rows_[row].depth;
      cell.mono = true;
      cell.weight = row == 0 ? 600 : 400;
      if (cuda != nullptr) cell.swatch = CallKind::GpuKernel;
      if (host != nullptr) cell.swatch = CallKind::Kernel;
      if (!module.note.empty()) cell.chips.push_back({tr("not decoded"), Token::Warning, Token::WarningBack, QString::fromStdString(module.note)});
      break;
    case kFormat:
      cell.color = Token::TextSecond;
      if (cuda != nullptr) cell.text = QString::fromStdString(printable(cuda->contentKind));
      else if (host != nullptr) cell.text = tr("host code, %1").arg(QString::fromStdString(file_->library->elf.machineName));
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

KernelsSource::KernelsSource(std::shared_ptr<const LoadedFile> file, std::shared_ptr<const Executable> executable, std::shared_ptr<const ExecutableSummary> summary, ModuleIndex module) : file_(std::move(file)) {
  TableColumn name{QStringLiteral("name"), tr("Kernel"), {}, 190};
  name.stretch = name.elideName = true;
  columns_.push_back(name);
  TableColumn calls{QStringLiteral("calls"), tr("Called at"), tr("Call instructions that name it or the host function that launches it"), 76};
  calls.right = calls.numeric = calls.descendingFirst = true;
  columns_.push_back(calls);
  if (!file_ || !file_->library || !module.valid() || module.at() >= file_->library->modules.size()) return;
  const LibraryModule& m = file_->library->modules[module.at()];
  if (const auto* cuda = std::get_if<CudaModule>(&m.decoded)) {
    columns_.push_back({QStringLiteral("arguments"), tr("Arguments"), tr("Types of the kernel's parameters"), 190});
    columns_.push_back({QStringLiteral("launch"), tr("Launch"), tr("Launch parameters, in the order they follow the arguments"), 200});
    for (const DeviceKernel& kernel : cuda->kernels) rows_.push_back({kernel.name, &kernel, {}, 0});
  } else if (const auto* host = std::get_if<HostModule>(&m.decoded)) {
    for (const std::string& kernel : host->kernels) rows_.push_back({kernel, nullptr, {}, 0});
  }
  if (!executable) return;
  std::unordered_map<std::string_view, size_t> byName;
  for (size_t f = 0; f < executable->functions.size(); ++f) byName.emplace(executable->functions[f].name, f);
  for (Row& row : rows_) {
    auto found = byName.find(row.name);
    if (found == byName.end()) found = byName.find(hostNameOfKernel(row.name));
    if (found == byName.end()) continue;
    row.function = FuncIndex(static_cast<int64_t>(found->second));
    if (summary && found->second < summary->functions.size()) row.sites = summary->functions[found->second].callSites;
  }
}

int KernelsSource::rowOf(FuncIndex function) const {
  for (size_t row = 0; row < rows_.size(); ++row)
    if (function.valid() && rows_[row].function == function) return static_cast<int>(row);
  return -1;
}

double KernelsSource::number(size_t row, int column) const {
  return column == kCalls ? static_cast<double>(rows_[row].sites) : TableSource::number(row, column);
}

void KernelsSource::sortText(size_t row, int column, std::string& out) const {
  if (column == kName) out += rows_[row].name;
  else TableSource::sortText(row, column, out);
}

Cell KernelsSource::cell(size_t row, int column) const {
  const Row& r = rows_[row];
  Cell cell;
  cell.mono = true;
  switch (column) {
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
  if (!module.note.empty()) lines << ModulesSource::tr("Not decoded: %1").arg(QString::fromStdString(printable(module.note)));
  if (const auto* cuda = std::get_if<CudaModule>(&module.decoded)) {
    lines << ModulesSource::tr("Says its format is “%1”; its first bytes are %2.").arg(QString::fromStdString(printable(cuda->format)), QString::fromStdString(cuda->contentKind));
  } else if (std::holds_alternative<HostModule>(module.decoded)) {
    lines << ModulesSource::tr("Machine code for %1 in the library itself.").arg(QString::fromStdString(library.elf.machineName));
    if (!library.elf.needed.empty()) lines << ModulesSource::tr("Needs %1.").arg(joined(library.elf.needed, 12));
    if (!library.contextSlots.empty()) lines << ModulesSource::tr("Slots its loader fills: %1.").arg(joined(library.contextSlots, 12));
    if (!library.undefinedSymbols.empty()) lines << ModulesSource::tr("Symbols it expects of its process: %1.").arg(joined(library.undefinedSymbols, 12));
  } else if (index.value == 0) {
    lines << ModulesSource::tr("The root: %1, at byte %2 of the file.").arg(QString::fromStdString(printable(module.kind))).arg(countText(static_cast<int64_t>(library.blobOffset)));
  }
  return lines.join(u'\n');
}

}  // namespace relaxscope
