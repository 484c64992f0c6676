// SPDX-License-Identifier: Apache-2.0
#include "vmcore/analysis/diff/module_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <unordered_map>
#include <unordered_set>

#include "vmcore/analysis/diff/device_code.h"
#include "vmcore/base/bytes/sha256.h"
#include "vmcore/base/text/text.h"

namespace relaxscope::diffing {
namespace {

/// A module as it is compared: what must be equal, and what its kernels tell.
struct ModuleContent {
  const LibraryModule* module = nullptr;
  std::string kind, name;  ///< of a graph its function
  std::string own;         ///< a digest, without the code of kernels that are compared by themselves
  std::string size;        ///< "219,061 bytes of CUDA C++ source"
};

std::string sizeText(uint64_t bytes, const std::string& what) {
  return fmt::format("{} bytes{}{}", groupedNumber(static_cast<int64_t>(bytes)), what.empty() ? "" : " of ", what);
}

/// A source without the functions that are kernels of the module.
std::string withoutKernels(std::string_view source, const std::unordered_set<std::string_view>& kernels) {
  std::string rest;
  const char* at = source.data();
  for (const SourceFunction& function : functionsOfSource(source)) {
    if (!kernels.contains(function.name)) continue;
    rest.append(at, function.text.data());
    at = function.text.data() + function.text.size();
  }
  rest.append(at, source.data() + source.size());
  // A declaration repeats the kernel's parameters.
  std::string out;
  for (std::string_view left = rest; !left.empty();) {
    const std::string_view line = left.substr(0, left.find('\n'));
    const size_t bracket = line.rfind('(', line.size());
    size_t begin = bracket == std::string_view::npos ? 0 : line.find_last_of(" \t*", bracket) + 1;
    const bool declares = bracket != std::string_view::npos && line.ends_with(");") &&
                          kernels.contains(line.substr(begin, bracket - begin));
    const bool isComment = line.starts_with("// Function: ");
    if (!declares && !isComment && line.find_first_not_of(" \t\r") != std::string_view::npos) out.append(line) += '\n';
    left.remove_prefix(std::min(left.size(), line.size() + 1));
  }
  return out;
}

/// Of texts and bytes, each told apart from what follows.
class ContentDigest {
 public:
  void add(std::string_view text) {
    sha_.update({reinterpret_cast<const uint8_t*>(text.data()), text.size()});
    end(text.size());
  }
  void add(const Bytes& bytes) {
    bytes.forEachPiece([&](std::span<const uint8_t> piece) { sha_.update(piece); });
    end(bytes.size());
  }
  std::string finish() {
    std::string text;
    for (const uint8_t byte : sha_.finish()) text += fmt::format("{:02x}", byte);
    return text;
  }

 private:
  void end(uint64_t size) {
    std::array<uint8_t, 8> bytes{};
    for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<uint8_t>(size >> (8 * i));
    sha_.update(bytes);
  }
  Sha256 sha_;
};

void readCode(const CodeModule& code, ModuleContent& out) {
  std::unordered_set<std::string_view> kernels;
  for (const DeviceKernel& kernel : code.kernels) kernels.insert(kernel.name);
  ContentDigest digest;
  digest.add(code.format);
  uint64_t bytes = 0;
  std::string content;
  for (const CodePart& part : code.parts) {
    bytes += part.bytes.size();
    content = part.content;
    if (!part.name.empty() && kernels.contains(part.name)) continue;
    if (part.isText) digest.add(withoutKernels(part.bytes.text(), kernels));
    else digest.add(part.bytes);
  }
  for (const std::string& name : code.constants) digest.add(name);
  out.own = digest.finish();
  out.size = fmt::format("{}, {} kernel{}", sizeText(bytes, content), code.kernels.size(),
                         code.kernels.size() == 1 ? "" : "s");
}

void readConstants(const ConstantsModule& constants, ModuleContent& out) {
  uint64_t bytes = 0;
  ContentDigest digest;
  for (const ConstantsModule::Tensor& tensor : constants.tensors) {
    digest.add(fmt::format("{} {} [{}]", tensor.name, tensor.value.dtype.name(), fmt::join(tensor.value.shape, ", ")));
    digest.add(tensor.value.data);
    bytes += tensor.value.data.size();
  }
  for (const ConstantsModule::Need& need : constants.needs)
    digest.add(fmt::format("{}: {}", need.symbol, fmt::join(need.names, ", ")));
  out.own = digest.finish();
  out.size = sizeText(bytes, fmt::format("{} constants", constants.tensors.size()));
}

ModuleContent contentOf(const LibraryModule& module) {
  ModuleContent out;
  out.module = &module;
  out.kind = module.kind;
  if (const auto* code = std::get_if<CodeModule>(&module.decoded)) {
    readCode(*code, out);
  } else if (const auto* constants = std::get_if<ConstantsModule>(&module.decoded)) {
    readConstants(*constants, out);
  } else if (const auto* graph = std::get_if<GraphModule>(&module.decoded)) {
    out.name = graph->symbol;
    ContentDigest digest;
    digest.add(graph->json);
    digest.add(fmt::format("{}", fmt::join(graph->constants, ", ")));
    digest.add(graph->rest);
    out.own = digest.finish();
    out.size = sizeText(graph->json.size() + graph->rest.size(), "graph");
  } else {
    ContentDigest digest;
    digest.add(module.payload);
    out.own = digest.finish();
    out.size = sizeText(module.payload.size(), "");
  }
  return out;
}

std::vector<ModuleContent> modulesOf(const DiffSide& side) {
  std::vector<ModuleContent> out;
  for (const LibraryModule& module : libraryOf(side)->modules)
    if (!holdsExecutable(module.kind) && !std::holds_alternative<HostModule>(module.decoded) && module.kind != "_lib")
      out.push_back(contentOf(module));
  return out;
}

class ModulePairs {
 public:
  ModulePairs(std::vector<ModuleContent> old, std::vector<ModuleContent> now, bool ignored)
      : old_(std::move(old)), now_(std::move(now)), ignored_(ignored) {}

  std::vector<FileFact> run() {
    std::vector<bool> taken(now_.size(), false);
    std::vector<size_t> partner(old_.size(), now_.size());
    for (const Key key : {Key::Content, Key::Name, Key::ModuleKind}) {
      std::unordered_map<std::string, std::vector<size_t>> free;  // the first one last
      for (size_t k = now_.size(); k-- > 0;)
        if (!taken[k]) free[keyOf(now_[k], key)].push_back(k);
      for (size_t i = 0; i < old_.size(); ++i) {
        const auto found = partner[i] < now_.size() ? free.end() : free.find(keyOf(old_[i], key));
        if (found == free.end() || found->second.empty()) continue;
        partner[i] = found->second.back();
        found->second.pop_back();
        taken[partner[i]] = true;
      }
    }
    for (size_t i = 0; i < old_.size(); ++i) report(&old_[i], partner[i] < now_.size() ? &now_[partner[i]] : nullptr);
    for (size_t k = 0; k < now_.size(); ++k)
      if (!taken[k]) report(nullptr, &now_[k]);
    return std::move(out_);
  }

 private:
  enum class Key : uint8_t { Content, Name, ModuleKind };
  static std::string keyOf(const ModuleContent& module, Key key) {
    std::string text = module.kind;
    if (key != Key::ModuleKind) text += '\n' + module.name;
    if (key == Key::Content) text += '\n' + module.own;
    return text;
  }
  void report(const ModuleContent* old, const ModuleContent* now) {
    const ModuleContent& any = now != nullptr ? *now : *old;
    FileFact fact;
    fact.what = "module:" + any.kind + (any.name.empty() ? "" : " " + any.name);
    if (old != nullptr) fact.old = old->size;
    if (now != nullptr) fact.now = now->size;
    fact.provenance = ignored_;
    if (old != nullptr && now != nullptr) {
      if (old->own == now->own && old->module->payload == now->module->payload) return;
      if (old->own == now->own) {
        if (fact.old == fact.now) return;  // kernels differ, in code of one size
        fact.provenance = true;
      } else if (fact.old == fact.now) {
        fact.old += fmt::format(" ({})", old->own.substr(0, 8));
        fact.now += fmt::format(" ({})", now->own.substr(0, 8));
      }
    }
    out_.push_back(std::move(fact));
  }

  std::vector<ModuleContent> old_, now_;
  bool ignored_;
  std::vector<FileFact> out_;
};

}  // namespace

std::vector<FileFact> differingModules(const DiffSide& old, const DiffSide& now, bool ignoreKernels) {
  return ModulePairs(modulesOf(old), modulesOf(now), ignoreKernels).run();
}

}  // namespace relaxscope::diffing
