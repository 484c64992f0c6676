// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/vm/relay_vm.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <stdexcept>

#include "vmcore/format/assembly/assembly.h"
#include "vmcore/vm/builtins/args.h"

namespace relaxscope::testing {
namespace {

/// Turns "@f(a, b):" into "@f(a, b) devices=[0, 0]:".
std::string withDevices(const std::string& line, int cpu) {
  const size_t open = line.find('('), close = line.find(')');
  if (cpu < 0 || open == std::string::npos || line.find("devices=") != std::string::npos) return line;
  const std::string params = line.substr(open + 1, close - open - 1);
  const size_t count = params.empty() ? 0 : static_cast<size_t>(std::count(params.begin(), params.end(), ',')) + 1;
  if (count == 0) return line;
  return line.substr(0, close + 1) + fmt::format(" devices=[{}]", fmt::join(std::vector<int>(count, cpu), ", ")) +
         line.substr(close + 1);
}

std::string wholeText(const std::string& text, const RelayRelease& release) {
  std::istringstream in(text);
  std::string body, line;
  int functions = 0;
  while (std::getline(in, line)) {
    const size_t begin = line.find_first_not_of(' ');
    if (begin != std::string::npos) line.erase(0, begin);
    const bool packed = line.find("packed_func") != std::string::npos;
    if (line.starts_with('@') && !packed) {
      ++functions;
      line = withDevices(line, release.cpu);
    }
    if (line.starts_with(".const") && release.cpu >= 0 && line.find("device=") == std::string::npos)
      line.insert(line.find(']') + 1, fmt::format(" device={}", release.cpu));
    body += line + "\n";
  }
  return fmt::format(".executable {} packed_base={}\n{}{}", release.first, functions, release.devices, body);
}

void each(const ffi::AnyView* args, int32_t count, const std::function<int64_t(int64_t, int64_t)>& of) {
  const DLTensor& out = *tensorOf(args[count - 1].CopyToTVMFFIAny());
  const DLTensor& a = *tensorOf(args[0].CopyToTVMFFIAny());
  const DLTensor& b = *tensorOf(args[count > 1 ? 1 : 0].CopyToTVMFFIAny());
  const auto* left = reinterpret_cast<const int64_t*>(tensorData(a));
  const auto* right = reinterpret_cast<const int64_t*>(tensorData(b));
  auto* into = reinterpret_cast<int64_t*>(tensorData(out));
  for (int64_t i = 0; i < elementCount(out.shape, out.ndim); ++i) into[i] = of(left[i], right[i]);
}

}  // namespace

Executable relayExecutable(const std::string& text, const RelayRelease& release) {
  Assembled made = assemble(wholeText(text, release), AssemblyForm::Text);
  for (const AssemblyMessage& message : made.messages)
    if (message.severity == Severity::Error)
      throw std::runtime_error(message.placed() + "\n" + wholeText(text, release));
  return *std::move(made.executable);
}

LoadOptions relayOptions(const std::string& text, Functions functions, const RelayRelease& release) {
  functions.emplace_back("add", [](const ffi::AnyView* args, int32_t count, ffi::Any*) {
    each(args, count, [](int64_t a, int64_t b) { return a + b; });
  });
  functions.emplace_back("bump", [](const ffi::AnyView* args, int32_t count, ffi::Any*) {
    each(args, count, [](int64_t a, int64_t) { return a + 1; });
  });
  functions.emplace_back("fail", [](const ffi::AnyView*, int32_t, ffi::Any*) { raise("ValueError", "on purpose"); });
  LoadOptions options;
  auto file = std::make_shared<LoadedFile>();
  file->path = "test program";
  file->executable = std::make_shared<const Executable>(relayExecutable(text, release));
  options.file = file;
  for (auto& [name, body] : functions) options.functions.emplace_back(name, ffi::Function::FromPacked(std::move(body)));
  return options;
}

std::unique_ptr<VirtualMachine> relayVm(const std::string& text, Functions functions, const RelayRelease& release) {
  auto vm = VirtualMachine::load(relayOptions(text, std::move(functions), release));
  if (!vm.ok()) throw std::runtime_error(vm.error().text());
  return std::move(*vm);
}

ffi::Any runRelay(const std::string& text, std::vector<ffi::Any> args, Functions functions) {
  RunResult result = callMain(*relayVm(text, std::move(functions)), std::move(args));
  if (!result.ok()) throw std::runtime_error(result.error->kind + ": " + result.error->message);
  return std::move(result.value);
}

std::string loadError(LoadOptions options) {
  const auto vm = VirtualMachine::load(std::move(options));
  EXPECT_FALSE(vm.ok());
  return vm.ok() ? "" : vm.error().text();
}

const DLTensor& tensorIn(const ffi::Any& value) {
  const DLTensor* found = tensorOf(ffi::AnyView(value).CopyToTVMFFIAny());
  if (found == nullptr) throw std::runtime_error("no tensor");
  return *found;
}

std::string typeOf(const ffi::Any& value) {
  const DLTensor& tensor = tensorIn(value);
  return fmt::format("{}[{}]", dtypeName(tensor.dtype),
                     fmt::join(std::vector<int64_t>(tensor.shape, tensor.shape + tensor.ndim), ", "));
}

const AdtObj& adtIn(const ffi::Any& value) {
  const AdtObj* found = adtOf(ffi::AnyView(value).CopyToTVMFFIAny());
  if (found == nullptr) throw std::runtime_error("no value of a constructor");
  return *found;
}

ffi::Any makeAdt(int64_t tag, std::vector<ffi::Any> fields) {
  return ffi::Any(ffi::ObjectRef(ffi::ObjectPtr<ffi::Object>(ffi::make_object<AdtObj>(tag, std::move(fields)))));
}

}  // namespace relaxscope::testing
