// SPDX-License-Identifier: Apache-2.0
// Comparisons for Python: relaxscope.inspect.diff(old, new, names, options) compares two executables and returns a
// module whose functions return the report in all its forms, rows for tables, and the times of two profiles, as texts.
// Runs nothing of the files.
#include <fmt/format.h>
#include <tvm/ffi/container/array.h>
#include <tvm/ffi/extra/module.h>
#include <tvm/ffi/function.h>
#include <tvm/ffi/optional.h>
#include <tvm/ffi/string.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "vmcore/base/json/writer.h"
#include "vmcore/base/text/collect.h"
#include "vmcore/embed/diff_input.h"
#include "vmcore/embed/errors.h"
#include "vmcore/export/diff/exporter.h"
#include "vmcore/export/diff/function_name.h"
#include "vmcore/export/diff/rows_json.h"
#include "vmcore/export/match_of_diff.h"
#include "vmcore/run/open.h"
#include "vmcore/trace/compare/comparison_json.h"
#include "vmcore/vm/ffi.h"

namespace relaxscope {
namespace {

/// A path, or a module that Python holds.
DiffInput diffInputOf(const ffi::AnyView& given) {
  if (const auto module = given.try_cast<ffi::Module>()) {
    const auto* const input = dynamic_cast<const DiffInputObj*>(module->operator->());
    if (input == nullptr) raise("TypeError", "the module is neither an opened file nor a profile");
    return input->diffInput();
  }
  const std::string path = given.cast<ffi::String>();
  Result<Opened> opened = openFile(path);
  if (!opened.ok()) raise("ValueError", fmt::format("{}: {}", path, opened.error().text()));
  if (opened->executable == nullptr) raise("ValueError", fmt::format("{}: the profile holds no executable", path));
  return {path, {opened->executable, opened->file}, opened->trace};
}

DiffOptions optionsOf(const DiffInput& old, const DiffInput& now, const ffi::Array<ffi::String>& ignored,
                      const ffi::Array<ffi::String>& functions, const ffi::Array<ffi::String>& matched) {
  DiffOptions options;
  const auto named = [&](const ffi::String& name) { return functionOfReport(old.side, now.side, name); };
  for (const ffi::String& what : ignored) {
    const std::string name = what;
    bool* const ignore = name == "constants" ? &options.ignoreConstants
                         : name == "names"   ? &options.ignoreNames
                         : name == "kernels" ? &options.ignoreKernels
                                             : nullptr;
    if (ignore == nullptr)
      raise("ValueError", fmt::format("ignore: must be constants, names or kernels, not {}", name));
    *ignore = true;
  }
  for (const ffi::String& name : functions) options.functions.push_back(named(name));
  for (size_t i = 0; i + 1 < matched.size(); i += 2)
    options.matched.emplace_back(named(matched[i]), named(matched[i + 1]));
  return options;
}

class DiffObj : public ffi::ModuleObj {
 public:
  DiffObj(DiffInput old, DiffInput now, DiffOptions options)
      : old_(std::move(old)), now_(std::move(now)), options_(std::move(options)) {
    auto diff = diffExecutables(old_.side, now_.side, options_);
    if (!diff.ok()) raise("ValueError", fmt::format("{}, {}: {}", old_.name, now_.name, diff.error().text()));
    diff_ = std::move(*diff);
    requireIntact();
  }
  const char* kind() const final { return "relaxscope.Diff"; }
  int GetPropertyMask() const final { return ffi::Module::kRunnable; }

  ffi::Optional<ffi::Function> GetFunction(const ffi::String& name) final {
    const std::string wanted = name;
    if (wanted == "rows") return text(writeDiffRowsJson);
    if (wanted == "columns") return text(writeDiffColumnsJson);
    if (wanted == "names")
      return bound([](const DiffObj& self) {
        return ffi::Array<ffi::String>{ffi::String(self.old_.name), ffi::String(self.now_.name)};
      });
    if (wanted == "no_times") return bound([](const DiffObj& self) { return ffi::String(self.noTimes()); });
    if (wanted == "times") return bound([](const DiffObj& self) { return self.times(); });
    for (const DiffExporter& row : diffExporters())
      if (wanted == row.id) return text(row.write);
    return std::nullopt;
  }

 private:
  template <class Body>
  ffi::Function bound(Body body) {
    return ffi::Function::FromTyped([self = ffi::detail::ObjectUnsafe::ObjectPtrFromUnowned<DiffObj>(this), body] {
      return body(*static_cast<const DiffObj*>(self.get()));
    });
  }
  template <class Write>
  ffi::Function text(Write write) {
    return bound([write](const DiffObj& self) {
      const DiffReport report{self.old_.side, self.now_.side, self.diff_, self.old_.name, self.now_.name};
      ffi::String text(collectText([&](const TextSink& sink) { write(report, sink); }));
      self.requireIntact();
      return text;
    });
  }

  void requireIntact() const {
    for (const DiffInput* input : {&old_, &now_})
      if (input->side.file != nullptr && !input->side.file->bytes.intact())
        raise("RuntimeError", fmt::format("{}: the file changed while it was read", input->name));
  }

  /// Why there are no times; empty if there are.
  [[nodiscard]] std::string noTimes() const {
    if (old_.trace == nullptr && now_.trace == nullptr) return "neither side is a profile";
    if (old_.trace == nullptr) return fmt::format("the old side, {}, is not a profile", old_.name);
    if (now_.trace == nullptr) return fmt::format("the new side, {}, is not a profile", now_.name);
    return {};
  }

  /// The calls that the diff pairs, of all functions even if only some were asked for.
  [[nodiscard]] CallMatch match() const {
    const Executable &old = *old_.side.executable, &now = *now_.side.executable;
    if (options_.functions.empty()) return callMatchOf(diff_, old, now);
    DiffOptions all = options_;
    all.functions.clear();
    const auto diff = diffExecutables(old_.side, now_.side, all);
    if (!diff.ok()) raise("ValueError", fmt::format("{}, {}: {}", old_.name, now_.name, diff.error().text()));
    return callMatchOf(*diff, old, now);
  }

  /// As `rscope compare --json`.
  [[nodiscard]] ffi::String times() const {
    if (const std::string reason = noTimes(); !reason.empty()) raise("ValueError", reason);
    const TraceComparison comparison = compareTraces(*old_.trace, *now_.trace, match(), Grouping::Callee);
    return ffi::String(collectText([&](const TextSink& sink) {
      JsonWriter json(sink);
      json.beginDocument().field("old", old_.name).field("new", now_.name);
      writeComparison(json, comparison, old_.trace->info, now_.trace->info);
      json.end();
    }));
  }

  DiffInput old_, now_;
  DiffOptions options_;
  ExecutableDiff diff_;
};

/// Old, new, their names (None: that of the input), what to ignore, functions, and matches as old and new name in
/// turns.
void compareForPython(ffi::PackedArgs a, ffi::Any* result) {
  if (a.size() != 7) raise("TypeError", "diff takes 7 arguments");
  const auto texts = [&](int place) { return a[place].cast<ffi::Array<ffi::String>>(); };
  DiffInput old = diffInputOf(a[0]), now = diffInputOf(a[1]);
  if (const auto name = a[2].cast<ffi::Optional<ffi::String>>()) old.name = *name;
  if (const auto name = a[3].cast<ffi::Optional<ffi::String>>()) now.name = *name;
  DiffOptions options = optionsOf(old, now, texts(4), texts(5), texts(6));
  *result = ffi::Module(ffi::make_object<DiffObj>(std::move(old), std::move(now), std::move(options)));
}

}  // namespace

TVM_FFI_STATIC_INIT_BLOCK() {
  ffi::Function::SetGlobal("relaxscope.inspect.diff", ffi::Function::FromPacked(compareForPython), true);
}

}  // namespace relaxscope
