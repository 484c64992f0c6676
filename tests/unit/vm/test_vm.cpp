// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/vm/test_vm.h"

#include <tvm/ffi/extra/module.h>

#include <cstring>

namespace relaxscope::testing {
namespace {

const std::shared_ptr<Allocator>& memory() {
  static const auto allocator = std::make_shared<Allocator>(Allocator::Kind::Naive, 0);
  return allocator;
}

std::vector<ffi::AnyView> views(const std::vector<ffi::Any>& args) { return {args.begin(), args.end()}; }

const DLTensor& tensor(const ffi::Any& value) {
  const DLTensor* found = tensorOf(ffi::AnyView(value).CopyToTVMFFIAny());
  if (found == nullptr) throw std::runtime_error("no tensor");
  return *found;
}
size_t elements(const DLTensor& value) {
  size_t count = 1;
  for (int i = 0; i < value.ndim; ++i) count *= static_cast<size_t>(value.shape[i]);
  return count;
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wnon-virtual-dtor"  // tvm-ffi destroys objects by their own type
class OneFunctionModule : public ffi::ModuleObj {
 public:
  OneFunctionModule(std::string name, ffi::Function function)
      : name_(std::move(name)), function_(std::move(function)) {}
  const char* kind() const final { return "one_function"; }
  ffi::Optional<ffi::Function> GetFunction(const ffi::String& name) final {
    if (name != name_) return std::nullopt;
    return function_;
  }

 private:
  const std::string name_;
  const ffi::Function function_;
};
#pragma GCC diagnostic pop

}  // namespace

ffi::Any moduleWith(std::string name, PackedBody body) {
  return ffi::Module(ffi::make_object<OneFunctionModule>(std::move(name), ffi::Function::FromPacked(std::move(body))));
}

LoadOptions optionsFor(ExecutableBuilder& builder, std::vector<std::pair<std::string, PackedBody>> functions) {
  functions.emplace_back("test.add", [](const ffi::AnyView* args, int32_t, ffi::Any* result) {
    *result = args[0].cast<int64_t>() + args[1].cast<int64_t>();
  });
  functions.emplace_back("test.less", [](const ffi::AnyView* args, int32_t, ffi::Any* result) {
    *result = args[0].cast<int64_t>() < args[1].cast<int64_t>();
  });
  functions.emplace_back("test.fail",
                         [](const ffi::AnyView*, int32_t, ffi::Any*) { raise("ValueError", "on purpose"); });
  functions.emplace_back("test.keep",
                         [](const ffi::AnyView* args, int32_t, ffi::Any* result) { *result = ffi::Any(args[0]); });
  LoadOptions options;
  auto file = std::make_shared<LoadedFile>();
  file->path = "test program";
  file->executable = std::make_shared<const Executable>(builder.finish());
  options.file = file;
  for (auto& [name, body] : functions) options.functions.emplace_back(name, ffi::Function::FromPacked(std::move(body)));
  return options;
}

std::unique_ptr<VirtualMachine> vmFor(ExecutableBuilder& builder,
                                      std::vector<std::pair<std::string, PackedBody>> functions) {
  auto vm = VirtualMachine::load(optionsFor(builder, std::move(functions)));
  if (!vm.ok()) throw std::runtime_error(vm.error().text());
  return std::move(*vm);
}

RunResult callMain(VirtualMachine& vm, std::vector<ffi::Any> args) {
  const auto given = views(args);
  return vm.call("main", given);
}

int64_t mainInt(VirtualMachine& vm, std::vector<ffi::Any> args) {
  const RunResult result = callMain(vm, std::move(args));
  if (!result.ok()) throw std::runtime_error(result.error->kind + ": " + result.error->message);
  return result.value.cast<int64_t>();
}

RunResult callOne(const std::string& callee, const std::vector<ffi::Any>& args) {
  B builder;
  builder.beginFunction("main", static_cast<int64_t>(args.size()));
  std::vector<Arg> operands;
  for (size_t i = 0; i < args.size(); ++i) operands.push_back(B::r(static_cast<int64_t>(i)));
  const auto result = static_cast<int64_t>(args.size());
  builder.emitCall(callee, operands, result);
  builder.emitRet(result);
  const auto vm = vmFor(builder);
  return callMain(*vm, args);
}

ffi::Tensor makeRaw(std::vector<int64_t> dims, DLDataType dtype) {
  ffi::Tensor made(makeTensor(memory(), dims.data(), static_cast<int64_t>(dims.size()), dtype));
  std::memset(made.data_ptr(), 0, tensorBytes(dims.data(), static_cast<int64_t>(dims.size()), dtype));
  return made;
}
ffi::Tensor makeFloats(std::vector<int64_t> dims, std::vector<float> values) {
  ffi::Tensor made = makeRaw(std::move(dims), {kDLFloat, 32, 1});
  if (!values.empty()) std::memcpy(made.data_ptr(), values.data(), values.size() * sizeof(float));
  return made;
}
ffi::Tensor makeInts(std::vector<int64_t> dims, std::vector<int64_t> values) {
  ffi::Tensor made = makeRaw(std::move(dims), {kDLInt, 64, 1});
  if (!values.empty()) std::memcpy(made.data_ptr(), values.data(), values.size() * sizeof(int64_t));
  return made;
}

std::vector<int64_t> intsOf(const ffi::Any& value) {
  const DLTensor& from = tensor(value);
  const auto* data = reinterpret_cast<const int64_t*>(tensorData(from));
  return {data, data + elements(from)};
}
std::vector<float> floatsOf(const ffi::Any& value) {
  const DLTensor& from = tensor(value);
  const auto* data = reinterpret_cast<const float*>(tensorData(from));
  return {data, data + elements(from)};
}
std::vector<int64_t> dimsOf(const ffi::Any& value) {
  if (const auto shape = value.as<ffi::Shape>()) return {shape->begin(), shape->end()};
  const DLTensor& from = tensor(value);
  return {from.shape, from.shape + from.ndim};
}
int useCount(const ffi::Any& value) { return static_cast<int>(value.cast<ffi::ObjectRef>().use_count()) - 1; }

::testing::AssertionResult failsWith(const RunResult& result, const std::string& kind, const std::string& text) {
  if (result.ok()) return ::testing::AssertionFailure() << "the call succeeded";
  if (result.error->kind != kind)
    return ::testing::AssertionFailure() << "kind " << result.error->kind << ": " << result.error->message;
  if (result.error->message.find(text) == std::string::npos)
    return ::testing::AssertionFailure() << "message " << result.error->message;
  return ::testing::AssertionSuccess();
}

}  // namespace relaxscope::testing
