// SPDX-License-Identifier: Apache-2.0
#include "vmcore/python/native/module_tree.h"

#include <tvm/ffi/container/array.h>
#include <tvm/ffi/string.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "vmcore/base/json/writer.h"

namespace relaxscope {
namespace {

std::vector<std::string> namesIn(const ffi::Module& module) {
  std::vector<std::string> names;
  if ((module->GetPropertyMask() & ffi::Module::kCompilationExportable) == 0) return names;
  const auto list = module->GetFunction("get_func_names");
  if (!list.has_value()) return names;
  constexpr std::string_view kPrefix = ffi::symbol::tvm_ffi_symbol_prefix;
  for (const ffi::String& name : (*list)().cast<ffi::Array<ffi::String>>()) {
    const std::string_view symbol(name.data(), name.size());
    names.emplace_back(symbol.starts_with(kPrefix) ? symbol.substr(kPrefix.size()) : symbol);
  }
  return names;
}

std::vector<ffi::Module> importsOf(const ffi::Module& module) {
  std::vector<ffi::Module> imports;
  for (const ffi::Any& import : module->imports()) imports.push_back(import.cast<ffi::Module>());
  return imports;
}

}  // namespace

void writeModuleTree(const ffi::Module& executable, const TextSink& sink) {
  std::vector<ffi::Module> rows{executable};
  const auto rowOf = [&](const ffi::Module& module) {
    const auto at = std::ranges::find_if(rows, [&](const ffi::Module& row) { return row.get() == module.get(); });
    const int64_t index = at - rows.begin();
    if (at == rows.end()) rows.push_back(module);
    return index;
  };
  JsonWriter json(sink);
  json.beginDocument().field("container", "executable in memory").key("modules").beginArray();
  for (size_t i = 0; i < rows.size(); ++i) {
    const ffi::Module module = rows[i];  // by value, as rows grow
    std::vector<int64_t> imports;
    for (const ffi::Module& import : importsOf(module)) imports.push_back(rowOf(import));
    json.beginObject()
        .field("index", static_cast<uint64_t>(i))
        .field("kind", std::string(module->kind()))
        .field("imports", imports)
        .field("kernels", i == 0 ? std::vector<std::string>() : namesIn(module))
        .end();
  }
  json.end().end();
}

}  // namespace relaxscope
