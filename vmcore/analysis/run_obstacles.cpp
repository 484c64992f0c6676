// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/run_obstacles.h"

#include <elf.h>
#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <string_view>

#include "vmcore/analysis/flow/call_graph.h"
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

std::string shortName(const Executable& executable, FuncIndex function) {
  constexpr size_t kNameBytes = 80;
  return printable(std::string_view(executable.functions[function.at()].name).substr(0, kNameBytes));
}

/// "a (main:12), b (main:13), c (+4)": functions with their first calls.
std::string missingText(const Executable& executable, const CallGraph& graph, const std::vector<FuncIndex>& missing) {
  constexpr size_t kShown = 3;
  std::string text;
  for (size_t i = 0; i < missing.size() && i < kShown; ++i) {
    text += (i == 0 ? "" : ", ") + shortName(executable, missing[i]);
    const auto callers = graph.callers.of(static_cast<uint32_t>(missing[i].value));
    if (callers.empty()) continue;
    const CallEdge& edge = graph.edges[callers.front()];
    text += fmt::format(" ({}:{})", shortName(executable, edge.caller), graph.sitesOf(edge).front().pc.value);
  }
  if (missing.size() > kShown) text += fmt::format(" (+{})", missing.size() - kShown);
  return text;
}

/// Whether the calls of the executable's functions are in its bytecode.
bool areCallsSeen(const Executable& executable, const CallGraph& graph) {
  return graph.complete && !isPrototype(executable.variant);
}

/// Whether no instruction mentions it: then what it is for is not seen.
bool isUncalled(const CallGraph& graph, FuncIndex function) {
  return graph.callers.of(static_cast<uint32_t>(function.value)).empty();
}

/// The functions that call one of `callees`, directly or through others, ascending.
std::vector<FuncIndex> callersOf(const CallGraph& graph, std::vector<FuncIndex> callees) {
  std::vector<bool> found(graph.nodes.size());
  std::vector<FuncIndex> callers;
  while (!callees.empty()) {
    const FuncIndex callee = callees.back();
    callees.pop_back();
    for (const uint32_t row : graph.callers.of(static_cast<uint32_t>(callee.value))) {
      const FuncIndex caller = graph.edges[row].caller;
      if (found[caller.at()]) continue;
      found[caller.at()] = true;
      callers.push_back(caller);
      callees.push_back(caller);
    }
  }
  std::ranges::sort(callers);
  return callers;
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

bool RunObstacle::stops(FuncIndex function) const {
  return functions.empty() || std::ranges::binary_search(functions, function);
}

bool isSkipped(const std::string& name, std::span<const std::string> skip) {
  return std::ranges::any_of(
      skip, [&](const std::string& each) { return each == name || fnmatch(each.c_str(), name.c_str(), 0) == 0; });
}

std::vector<bool> neededFunctions(const Executable& executable, const RunTarget& target) {
  const size_t count = executable.functions.size();
  const auto graph = callGraphOf(executable);
  if (!graph || !areCallsSeen(executable, *graph)) return std::vector<bool>(count, true);
  std::vector<bool> needed(count);
  std::vector<FuncIndex> open;
  const auto need = [&](FuncIndex function) {
    if (!function.valid() || needed[function.at()]) return;
    needed[function.at()] = true;
    open.push_back(function);
  };
  for (const std::string& name : target.functions) need(executable.findFunction(name));
  for (size_t i = 0; i < count; ++i)
    if (executable.functions[i].isPacked() && isUncalled(*graph, FuncIndex(static_cast<int64_t>(i)))) needed[i] = true;
  if (target.functions.empty())
    for (size_t i = 0; i < count; ++i)
      if (executable.functions[i].isBytecode()) need(FuncIndex(static_cast<int64_t>(i)));
  while (!open.empty()) {
    const FuncIndex caller = open.back();
    open.pop_back();
    for (const CallEdge& edge : graph->callsOf(caller)) {
      const bool direct = std::ranges::all_of(graph->sitesOf(edge),
                                              [](const CallSite& site) { return site.kind == CallEdgeKind::Direct; });
      if (!direct || !isSkipped(executable.functions[edge.callee.at()].name, target.skip)) need(edge.callee);
    }
  }
  return needed;
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

std::vector<FuncIndex> missingFunctions(const Executable& executable, const Library* library) {
  const LibraryNames known(library);
  std::vector<FuncIndex> missing;
  for (size_t i = 0; i < executable.functions.size(); ++i) {
    const Function& function = executable.functions[i];
    const FuncIndex index(static_cast<int64_t>(i));
    if (function.isVmTir() && !known.hasCompiled(function.name)) missing.push_back(index);
    if (!function.isPacked() || known.has(function.name)) continue;
    const BuiltinRow* builtin = findBuiltin(function.name);
    if (builtin == nullptr || builtin->missing) missing.push_back(index);
  }
  return missing;
}

std::vector<RunObstacle> functionObstacles(const Executable& executable, const Library* library) {
  std::vector<FuncIndex> missing = missingFunctions(executable, library);
  if (missing.empty()) return {};
  const auto graph = callGraphOf(executable);
  const bool seen = areCallsSeen(executable, *graph) &&
                    std::ranges::none_of(missing, [&](FuncIndex each) { return isUncalled(*graph, each); });
  std::vector<FuncIndex> stopped = seen ? callersOf(*graph, missing) : std::vector<FuncIndex>();
  return {{ObstacleKind::MissingFunction, missingText(executable, *graph, missing), std::move(stopped)}};
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
