// SPDX-License-Identifier: Apache-2.0
#include "vmcore/embed/errors.h"

#include <fmt/format.h>

#include <iterator>
#include <string>
#include <string_view>

#include "vmcore/run/failure_kind.h"

namespace relaxscope {
namespace {

/// Our error kinds and the exceptions that users of TVM expect for them. TVM's VM (src/runtime/vm/vm.cc,
/// 0.27) raises InternalError for a wrong number of arguments and has no limits.
struct KindRow {
  const char* ours;
  const char* theirs;
};
const KindRow kKinds[] = {
    {"ArityError", "InternalError"},
    {failureKindName(FailureKind::StackOverflow), "RecursionError"},
    {failureKindName(FailureKind::MemoryLimit), "MemoryError"},
    {failureKindName(FailureKind::StepLimit), "RuntimeError"},
    {failureKindName(FailureKind::Cancelled), "RuntimeError"},
};

const char* theirKind(std::string_view kind) {
  for (const KindRow& row : kKinds)
    if (kind == row.ours) return row.theirs;
  return nullptr;
}

/// A backtrace line in tvm-ffi's format, which Python shows as a frame; empty where no place is known.
std::string frameOf(const RunError& error) {
  if (!error.position || error.position->function.empty()) return {};
  const Position& place = *error.position;
  const std::string callee = place.callee.empty() ? std::string("the VM") : "call " + place.callee;
  return fmt::format("  File \"{}\", line {}, in {}\n", place.function, place.pc < 0 ? 0 : place.pc, callee);
}

}  // namespace

void raiseInHost(const RunError& error) {
  const std::string frame = frameOf(error);
  const char* kind = theirKind(error.kind);
  auto known = error.raised.as<ffi::Error>();
  if (!known.has_value() || kind != nullptr)
    throw ffi::Error(kind != nullptr ? kind : error.kind, error.message, frame);
  const TVMFFIByteArray line{frame.data(), frame.size()};
  known->UpdateBacktrace(&line, kTVMFFIBacktraceUpdateModeAppend);
  throw std::move(*known);
}

}  // namespace relaxscope
