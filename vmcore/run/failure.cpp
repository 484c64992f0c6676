// SPDX-License-Identifier: Apache-2.0
#include "vmcore/run/failure.h"

#include <fmt/format.h>

#include <csignal>

namespace relaxscope {

std::string signalName(int signal) {
  switch (signal) {
    case SIGSEGV: return "SIGSEGV";
    case SIGBUS: return "SIGBUS";
    case SIGFPE: return "SIGFPE";
    case SIGILL: return "SIGILL";
    case SIGABRT: return "SIGABRT";
    case SIGKILL: return "SIGKILL";
    case SIGTERM: return "SIGTERM";
    case SIGINT: return "SIGINT";
    case SIGHUP: return "SIGHUP";
    case SIGPIPE: return "SIGPIPE";
    case SIGTRAP: return "SIGTRAP";
    case SIGSYS: return "SIGSYS";
    case SIGXCPU: return "SIGXCPU";
    default: return fmt::format("signal {}", signal);
  }
}

std::string failureText(const RunFailure& failure) {
  const std::string place = failure.position ? positionText(*failure.position) : std::string();
  if (failure.signal != 0) {
    std::string text =
        fmt::format("the worker was killed by {}{}{}", signalName(failure.signal), place.empty() ? "" : " ", place);
    if (!failure.message.empty()) text += ": " + failure.message;
    return text;
  }
  std::string text = failure.message;
  // The kind is printed only if the message does not already express it.
  const bool named = failure.is(FailureKind::Exception) || failure.is(FailureKind::Arguments);
  if (named && !failure.kind.empty()) text = failure.kind + ": " + text;
  if (!place.empty()) text += " (" + place + ")";
  return text;
}

}  // namespace relaxscope
