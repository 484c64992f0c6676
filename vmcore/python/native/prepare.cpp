// SPDX-License-Identifier: Apache-2.0
#include "vmcore/python/native/prepare.h"

#include <tvm/ffi/container/array.h>
#include <tvm/ffi/optional.h>
#include <tvm/ffi/string.h>

#include <bit>
#include <string>
#include <utility>
#include <vector>

#include "vmcore/embed/errors.h"
#include "vmcore/run/prepare.h"
#include "vmcore/run/request_json.h"
#include "vmcore/vm/value_convert.h"

namespace relaxscope {
namespace {

std::string textAt(const ffi::PackedArgs& arguments, int place) {
  const auto text = arguments[place].cast<ffi::Optional<ffi::String>>();
  return text.has_value() ? std::string(*text) : std::string();
}

RunInput runInputOf(const ffi::PackedArgs& a) {
  if (a.size() != 10) raise("TypeError", "prepare takes 10 arguments");
  RunInput input;
  CallInput& call = input.calls.front();
  call.function = textAt(a, 0);
  for (const ffi::String& spec : a[1].cast<ffi::Array<ffi::String>>()) call.inputs.emplace_back(spec);
  input.argsPath = textAt(a, 2);
  for (const ffi::String& path : a[3].cast<ffi::Array<ffi::String>>()) input.arraysPaths.emplace_back(path);
  input.scriptPath = textAt(a, 4);
  input.seed = std::bit_cast<uint64_t>(a[5].cast<int64_t>());
  Limits& limits = input.load.limits;
  limits.timeSeconds = a[6].cast<double>();
  if (const auto memory = a[7].cast<ffi::Optional<int64_t>>()) {
    limits.memoryDefault = false;
    limits.memoryBytes = static_cast<uint64_t>(*memory);
  }
  limits.steps = static_cast<uint64_t>(a[8].cast<int64_t>());
  limits.stackDepth = static_cast<uint64_t>(a[9].cast<int64_t>());
  return input;
}

}  // namespace

ffi::Any prepareForPython(const Executable& executable, const ffi::PackedArgs& arguments) {
  const RunInput input = runInputOf(arguments);
  const bool script = !input.scriptPath.empty();
  const PreparedRun prepared = unwrap(prepareRun(input, executable), "ValueError");
  std::string json;
  writeRequestJson(prepared, [&](std::string_view piece) {
    json += piece;
    return true;
  });
  if (script) return ffi::Array<ffi::Any>{ffi::String(json), ffi::Any(nullptr)};
  std::vector<ffi::Any> values;
  const ElementLayout layout = elementLayoutOf(executable.variant);
  for (const Value& value : prepared.run.script.front().args)
    values.push_back(unwrap(toObject(value, layout, {}), "ValueError"));
  return ffi::Array<ffi::Any>{ffi::String(json), ffi::Array<ffi::Any>(values.begin(), values.end())};
}

}  // namespace relaxscope
