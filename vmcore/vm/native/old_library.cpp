// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/native/old_library.h"

#include <fmt/format.h>
#include <tvm/ffi/c_api.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <mutex>
#include <string_view>
#include <vector>

#include "vmcore/vm/builtins/args.h"
#include "vmcore/vm/builtins/table.h"
#include "vmcore/vm/compiled_mode.h"
#include "vmcore/vm/engine.h"
#include "vmcore/vm/native/environment.h"
#include "vmcore/vm/native/private_copy.h"
#include "vmcore/vm/native/shared_object.h"
#include "vmcore/vm/objects/objects.h"

namespace relaxscope {
namespace {

/// A value of the packed C interface, and its type codes (TVM up to 0.20).
union PackedValue {
  int64_t integer;
  double number;
  void* pointer;
  DLDataType dtype;
};
enum PackedCode : int {
  kInt = 0,
  kFloat = 2,
  kOpaque = 3,
  kNull = 4,
  kDataType = 5,
  kTensor = 7,
  kStr = 11,
  kTensorObject = 13,
  kBool = 15
};
using PackedKernel = int (*)(PackedValue* args, int* codes, int count, PackedValue* result, int* resultCode,
                             void* resource);

/// Takes this thread's last error from tvm-ffi's error slot, which tasks on other threads and kernel services use as
/// well; null if there is none.
ffi::ObjectPtr<ffi::Object> takeRaised() {
  TVMFFIObjectHandle handle = nullptr;
  TVMFFIErrorMoveFromRaised(&handle);
  return ffi::detail::ObjectUnsafe::ObjectPtrFromOwned<ffi::Object>(static_cast<TVMFFIObject*>(handle));
}
[[noreturn]] void failed(const std::string& name, int code) {
  if (auto error = takeRaised(); error != nullptr)
    throw ffi::detail::ObjectUnsafe::ObjectRefFromObjectPtr<ffi::Error>(std::move(error));
  raise("RuntimeError", fmt::format("{} failed with code {}", name, code));
}

/// Converts an argument from the current ABI to the packed C ABI; a tensor object is passed as a DLTensor.
/// `texts` owns strings that need a terminating zero.
void pack(const char* callee, int32_t place, const TVMFFIAny& from, PackedValue& value, int& code,
          std::vector<std::string>& texts) {
  value.integer = 0;
  if (const DLTensor* tensor = tensorOf(from)) {
    value.pointer = const_cast<DLTensor*>(tensor);
    code = kTensor;
    return;
  }
  switch (from.type_index) {
    case ffi::TypeIndex::kTVMFFINone: code = kNull; return;
    case ffi::TypeIndex::kTVMFFIInt:
    case ffi::TypeIndex::kTVMFFIBool:
      value.integer = from.v_int64;
      code = kInt;
      return;
    case ffi::TypeIndex::kTVMFFIFloat:
      value.number = from.v_float64;
      code = kFloat;
      return;
    case ffi::TypeIndex::kTVMFFIOpaquePtr:
      value.pointer = from.v_ptr;
      code = kOpaque;
      return;
    case ffi::TypeIndex::kTVMFFIDataType:
      value.dtype = from.v_dtype;
      code = kDataType;
      return;
    default: break;
  }
  const Args args(callee, &from - place, place + 1);
  if (!args.isText(place)) args.refuse(place, "a Tensor, a number or a string");
  texts.emplace_back(args.text(place));
  value.pointer = texts.back().data();
  code = kStr;
}

/// Converts a value from the packed C ABI to the current one; false for kinds that only the TVM runtime of that release
/// supports. Tensors are borrowed.
bool unpack(const PackedValue& value, int code, ffi::Any& out) {
  switch (code) {
    case kInt: out = value.integer; return true;
    case kBool: out = value.integer != 0; return true;
    case kFloat: out = value.number; return true;
    case kNull: out = nullptr; return true;
    case kOpaque: out = value.pointer; return true;
    case kDataType: out = value.dtype; return true;
    case kStr: out = ffi::String(static_cast<const char*>(value.pointer)); return true;
    case kTensor:
    case kTensorObject: out = ffi::AnyView(static_cast<DLTensor*>(value.pointer)); return true;
    default: return false;
  }
}

void callPacked(PackedKernel kernel, const std::string& name, const TVMFFIAny* args, int32_t count, ffi::Any* result) {
  constexpr size_t kFew = 16;
  std::array<PackedValue, kFew> fewValues;
  std::array<int, kFew> fewCodes;
  std::vector<PackedValue> manyValues(static_cast<size_t>(count) > kFew ? static_cast<size_t>(count) : 0);
  std::vector<int> manyCodes(manyValues.size());
  PackedValue* const values = manyValues.empty() ? fewValues.data() : manyValues.data();
  int* const codes = manyCodes.empty() ? fewCodes.data() : manyCodes.data();
  std::vector<std::string> texts;
  texts.reserve(static_cast<size_t>(count));  // pointers to their characters are passed on
  for (int32_t i = 0; i < count; ++i) pack(name.c_str(), i, args[i], values[i], codes[i], texts);
  PackedValue returned{};
  int returnedCode = kNull;
  takeRaised();  // clears a stale error of a kernel that did not fail
  const int code = kernel(values, codes, count, &returned, &returnedCode, nullptr);
  if (code != 0) failed(name, code);
  if (returnedCode == kTensor || returnedCode == kTensorObject) {
    // The ABI does not define an owner, so it must be one of the arguments.
    const auto* given = std::find_if(args, args + count, [&](const TVMFFIAny& arg) {
      return returned.pointer != nullptr && tensorOf(arg) == returned.pointer;
    });
    if (given == args + count)
      raise("TypeError", fmt::format("{} returned a tensor that is not one of its arguments", name));
    *result = ffi::Any(ffi::AnyView::CopyFromTVMFFIAny(*given));
    return;
  }
  if (!unpack(returned, returnedCode, *result))
    raise("TypeError",
          fmt::format("{} returned a value of type code {}, which only its TVM release supports", name, returnedCode));
}

class LoadedLibrary final : public OldLibrary {
 public:
  LoadedLibrary(SharedObject object, KernelAbi abi) : object_(std::move(object)), abi_(abi) {}

  ffi::Function find(const std::string& name) final {
    void* const address = object_.findOwn(name);
    return address == nullptr ? nullptr : make(name, address, shared_from_this());
  }

  void fillSlots();

  /// A function that generated code looks up by name; cached, since the caller does not release it.
  const ffi::Function* lookUp(const std::string& name) {
    const std::lock_guard hold(mutex_);
    if (const auto known = asked_.find(name); known != asked_.end()) return &known->second;
    void* const address = object_.findOwn(name);
    // No owning pointer to the library, which owns the function: that would be a reference cycle.
    ffi::Function found = address == nullptr ? ffi::Function(nullptr) : make(name, address, nullptr);
    if (const Engine* engine = VmMarker::currentOnThisThread(); found == nullptr && engine != nullptr)
      found = engine->findKernel(name);
    if (found == nullptr) found = builtinFunction(name);
    if (found == nullptr)
      if (const auto global = ffi::Function::GetGlobal(name); global.has_value()) found = *global;
    return found == nullptr ? nullptr : &asked_.emplace(name, std::move(found)).first->second;
  }

 private:
  ffi::Function make(const std::string& name, void* address, std::shared_ptr<OldLibrary> keep) const {
    if (abi_ == KernelAbi::PackedC)
      return ffi::Function::FromPacked([keep, name, kernel = reinterpret_cast<PackedKernel>(address)](
                                           const ffi::AnyView* args, int32_t count, ffi::Any* result) {
        callPacked(kernel, name, rawValues(args), count, result);
      });
    return ffi::Function::FromPacked([keep, name, kernel = reinterpret_cast<TVMFFISafeCallType>(address)](
                                         const ffi::AnyView* args, int32_t count, ffi::Any* result) {
      if (const int code = kernel(nullptr, rawValues(args), count, rawValues(result)); code != 0) failed(name, code);
    });
  }

  SharedObject object_;
  KernelAbi abi_;
  std::mutex mutex_;
  std::map<std::string, ffi::Function> asked_;
};

// ---- functions called by generated code ------------------------------------------------------------------

void setLastError(const char* message) {
  TVMFFIErrorSetRaisedFromCStr("RuntimeError", message == nullptr ? "" : message);
}
void keepError(const ffi::Error& error) {
  TVMFFIErrorSetRaised(ffi::detail::ObjectUnsafe::TVMFFIObjectPtrFromObjectRef(error));
}

int getFunction(void* context, const char* name, void** out) {
  const auto fail = [](const std::string& message) {
    setLastError(message.c_str());
    return -1;
  };
  try {
    const ffi::Function* found = context == nullptr ? nullptr : static_cast<LoadedLibrary*>(context)->lookUp(name);
    if (found == nullptr) {
      const std::string reason = missingBuiltinReason(name);
      return fail(fmt::format("a kernel calls {}, which is neither in its library nor in this engine{}", name,
                              reason.empty() ? "" : " (" + reason + ")"));
    }
    *out = const_cast<ffi::FunctionObj*>(static_cast<const ffi::FunctionObj*>(found->get()));
    return 0;
  } catch (const std::exception& error) { return fail(error.what()); }
}

int callFunction(void* function, PackedValue* args, int* codes, int count, PackedValue* result, int* resultCode) {
  try {
    std::vector<ffi::Any> values(static_cast<size_t>(std::max(count, 0)));
    std::vector<ffi::AnyView> views;
    for (int i = 0; i < count; ++i) {
      if (codes[i] == kTensor || codes[i] == kTensorObject) {
        views.emplace_back(static_cast<DLTensor*>(args[i].pointer));
        continue;
      }
      if (!unpack(args[i], codes[i], values[static_cast<size_t>(i)]))
        raise("TypeError", fmt::format("argument {} of a kernel's call has type code {}", i, codes[i]));
      views.emplace_back(values[static_cast<size_t>(i)]);
    }
    ffi::Any returned;
    static_cast<const ffi::FunctionObj*>(function)->CallPacked(views.data(), count, &returned);
    static thread_local std::vector<std::string> texts;  // read by the caller; valid until the thread's next call
    texts.clear();
    const TVMFFIAny raw = ffi::AnyView(returned).CopyToTVMFFIAny();
    if (raw.type_index >= ffi::TypeIndex::kTVMFFIStaticObjectBegin && raw.type_index != ffi::TypeIndex::kTVMFFIStr)
      raise("TypeError", "a kernel called a function that returned an object");
    pack("result", 0, raw, *result, *resultCode, texts);
    return 0;
  } catch (const ffi::Error& error) { keepError(error); } catch (const std::exception& error) {
    setLastError(error.what());
  } catch (...) { setLastError("an exception of unknown type was thrown"); }
  return -1;
}

struct Slot {
  const char* name;
  void* function;
};
template <class F>
Slot slot(const char* name, F* function) {
  return {name, reinterpret_cast<void*>(function)};
}
/// The kernel services are the current ones.
std::vector<Slot> slotsOf(KernelAbi abi) {
  std::vector<Slot> slots{slot("__TVMBackendGetFuncFromEnv", getFunction)};
  for (const char* name : {"__TVMBackendAllocWorkspace", "__TVMBackendFreeWorkspace", "__TVMBackendParallelLaunch",
                           "__TVMBackendParallelBarrier"})
    slots.push_back({name, contextSymbol(name)});
  if (abi == KernelAbi::PackedC) {
    slots.push_back(slot("__TVMFuncCall", callFunction));
    slots.push_back(slot("__TVMAPISetLastError", setLastError));
  } else {
    slots.push_back(slot("__TVMFFIFunctionCall", TVMFFIFunctionCall));
    slots.push_back(slot("__TVMFFIErrorSetRaisedFromCStr", TVMFFIErrorSetRaisedFromCStr));
  }
  return slots;
}
constexpr std::array<const char*, 2> kContexts = {"__tvm_module_ctx", "__tvm_ffi_library_ctx"};

void LoadedLibrary::fillSlots() {
  // The name of the context symbol determines the ABI more reliably than the executable, whose bytes may be the same in
  // 0.16 to 0.21.
  if (object_.findOwn("__tvm_module_ctx") != nullptr) abi_ = KernelAbi::PackedC;
  else if (object_.findOwn("__tvm_ffi_library_ctx") != nullptr) abi_ = KernelAbi::SafeCall;
  for (const Slot& each : slotsOf(abi_)) fillSlot(object_.findOwn(each.name), each.function);
  for (const char* name : kContexts) fillSlot(object_.findOwn(name), this);
}

}  // namespace

Result<std::shared_ptr<OldLibrary>> OldLibrary::open(const std::string& path, KernelAbi abi) {
  PrivateCopy copy;
  std::string file = std::filesystem::absolute(path).string();
  if (openedBefore(file)) { RS_TRY(file, copy.make(file)); }
  auto object = SharedObject::open(file);
  if (!object) return Error(fmt::format("{}: {}", path, object.error().message));
  auto library = std::make_shared<LoadedLibrary>(std::move(*object), abi);
  library->fillSlots();
  return std::shared_ptr<OldLibrary>(std::move(library));
}

bool fillsOldSlot(const std::string& name, KernelAbi abi) {
  const std::vector<Slot> slots = slotsOf(abi);
  return std::find(kContexts.begin(), kContexts.end(), std::string_view(name)) != kContexts.end() ||
         std::any_of(slots.begin(), slots.end(), [&](const Slot& each) { return each.name == name; });
}

}  // namespace relaxscope
