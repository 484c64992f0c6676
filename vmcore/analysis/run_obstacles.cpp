// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/run_obstacles.h"

#include <elf.h>
#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "vmcore/analysis/verify/verifier.h"
#include "vmcore/base/text/joined_faults.h"
#include "vmcore/base/text/text.h"
#include "vmcore/model/builtin.h"
#include "vmcore/model/library_names.h"

namespace relaxscope {
namespace {

constexpr const char* kClauses[] = {
#define RS_OBSTACLE(kind, clause) clause,
#include "vmcore/analysis/run_obstacle.def"
#undef RS_OBSTACLE
};

uint32_t thisMachine() {
#if defined(__x86_64__)
  return EM_X86_64;
#elif defined(__aarch64__)
  return EM_AARCH64;
#elif defined(__riscv)
  return EM_RISCV;
#else
  return EM_NONE;
#endif
}

/// "a, b, c (+4)".
std::string firstNames(const std::vector<std::string_view>& names) {
  constexpr size_t kShown = 3, kNameBytes = 80;
  std::string text;
  for (size_t i = 0; i < names.size() && i < kShown; ++i)
    text += (i == 0 ? "" : ", ") + printable(names[i].substr(0, kNameBytes));
  if (names.size() > kShown) text += fmt::format(" (+{})", names.size() - kShown);
  return text;
}

/// Only the verifier's own errors prevent execution; readers' findings do not, nor those about a result alone.
bool isDamage(const Diagnostic& finding) {
  if (finding.severity != Severity::Error || finding.rule == kStorageOverlap) return false;
  const auto rules = verifierRules();
  return std::any_of(rules.begin(), rules.end(), [&](const RuleRow& rule) { return finding.rule == rule.id; });
}

}  // namespace

const char* obstacleClause(ObstacleKind kind) { return kClauses[static_cast<size_t>(kind)]; }

std::string RunObstacle::text() const {
  std::string out = obstacleClause(kind);
  if (const size_t at = out.find("{}"); at != std::string::npos) out.replace(at, 2, detail);
  return out;
}

std::vector<RunObstacle> executableObstacles(const Executable& executable) {
  std::vector<RunObstacle> found;
  if (executable.variant == Variant::Params) found.push_back({ObstacleKind::NoProgram, {}});
  if (executable.tensorDataOmitted) found.push_back({ObstacleKind::Profile, {}});
  const auto& constants = executable.constants;
  for (size_t i = 0; i < constants.size(); ++i) {
    if (const auto* late = std::get_if<LateBoundConstant>(&constants[i].value)) {
      found.push_back({ObstacleKind::LateBound, fmt::format("{} (\"{}\")", i, printable(late->name))});
      break;
    }
    if (!std::holds_alternative<UnknownConstant>(constants[i].value)) continue;
    found.push_back({ObstacleKind::UnknownConstant, std::to_string(i)});
    break;
  }
  return found;
}

std::optional<RunObstacle> damageOf(const Executable& executable) {
  if (isProvenSound(executable)) return std::nullopt;
  std::vector<std::string> faults;
  const Diagnostics findings = verify(executable);
  for (const Diagnostic& finding : findings.all())
    if (isDamage(finding)) faults.push_back(finding.message);
  if (faults.empty()) return std::nullopt;
  return RunObstacle{ObstacleKind::Damaged, joinedFaults(faults)};
}

bool engineLoads(const LibraryModule& module) {
  if (const auto* constants = std::get_if<ConstantsModule>(&module.decoded))
    return std::all_of(constants->needs.begin(), constants->needs.end(),
                       [](const ConstantsModule::Need& need) { return need.names.empty(); });
  return module.kind == "cuda" || module.kind == "cublas_json";
}

std::vector<RunObstacle> libraryObstacles(const Library& library,
                                          const std::function<bool(const LibraryModule&)>& loads) {
  std::vector<RunObstacle> found;
  const ObjectFile& object = library.object;
  const bool linked = library.archive.empty() && object.kind == ObjectKind::SharedLibrary;
  if (object.format != ObjectFormat::None && !linked)
    found.push_back({ObstacleKind::NotLinked, containerText(library)});
  else if (object.format != ObjectFormat::None && object.format != ObjectFormat::Elf)
    found.push_back({ObstacleKind::OtherSystem, object.describe()});
  else if (const uint32_t ours = thisMachine();
           ours != EM_NONE && object.format == ObjectFormat::Elf && object.machine != ours)
    found.push_back({ObstacleKind::OtherMachine, object.machineName});
  if (library.blobSymbol.empty() && library.blobSize != 0) found.push_back({ObstacleKind::NoModuleSymbol, {}});
  for (const LibraryModule& module : library.modules) {
    const bool old = library.era != LibraryEra::From022 && engineLoads(module);
    if (module.kind == "_lib" || holdsExecutable(module.kind)) continue;
    const bool unreached = !library.systemPrefix.empty() && !std::holds_alternative<ConstantsModule>(module.decoded);
    if (loads(module) && !old && !unreached) continue;
    if (old && module.kind == "cuda") found.push_back({ObstacleKind::CudaModule, {}});
    else if (unreached && loads(module)) found.push_back({ObstacleKind::SystemModule, printable(module.kind)});
    else found.push_back({ObstacleKind::OtherModule, printable(module.kind)});
  }
  return found;
}

std::vector<RunObstacle> functionObstacles(const Executable& executable, const Library* library) {
  const LibraryNames known(library);
  std::vector<std::string_view> missing;
  for (const Function& function : executable.functions) {
    if (function.isVmTir() && !known.hasCompiled(function.name)) missing.emplace_back(function.name);
    if (!function.isPacked() || known.has(function.name)) continue;
    const BuiltinRow* builtin = findBuiltin(function.name);
    if (builtin == nullptr || builtin->missing) missing.emplace_back(function.name);
  }
  if (missing.empty()) return {};
  return {{ObstacleKind::MissingFunction, firstNames(missing)}};
}

std::vector<RunObstacle> runObstacles(const Executable& executable, const Library* library,
                                      const Diagnostics& findings) {
  std::vector<RunObstacle> found = executableObstacles(executable);
  const auto& all = findings.all();
  if (const auto error = std::find_if(all.begin(), all.end(), isDamage); error != all.end())
    found.push_back({ObstacleKind::Damaged, printable(error->message)});
  if (library != nullptr)
    for (RunObstacle& each : libraryObstacles(*library, engineLoads)) found.push_back(std::move(each));
  if (found.empty()) found = functionObstacles(executable, library);
  return found;
}

}  // namespace relaxscope
