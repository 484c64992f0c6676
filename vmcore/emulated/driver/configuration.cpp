// SPDX-License-Identifier: Apache-2.0
#include "vmcore/emulated/driver/configuration.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <utility>

namespace relaxscope::emulated {
namespace {

constexpr const char* kVariable = "RELAXSCOPE_EMULATED_GPU";

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (size_t at; (at = text.find(separator)) != std::string_view::npos; text.remove_prefix(at + 1))
    parts.push_back(text.substr(0, at));
  parts.push_back(text);
  return parts;
}

std::optional<uint64_t> number(std::string_view text, uint64_t least, uint64_t most) {
  uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc() || end != text.data() + text.size() || value < least || value > most)
    return std::nullopt;
  return value;
}

/// A number of bytes: 4096, 64M, 2G; at most 1 TiB.
std::optional<uint64_t> bytes(std::string_view text) {
  int shift = 0;
  if (text.ends_with('M')) shift = 20;
  if (text.ends_with('G')) shift = 30;
  if (shift != 0) text.remove_suffix(1);
  const std::optional<uint64_t> value = number(text, 1, (uint64_t{1} << 40) >> shift);
  return value ? std::optional(*value << shift) : std::nullopt;
}

template <class Number>
bool set(Number& target, std::optional<uint64_t> value) {
  if (value) target = static_cast<Number>(*value);
  return value.has_value();
}

bool addFailure(Configuration& made, std::string_view text) {
  const std::vector<std::string_view> parts = split(text, ':');
  if (parts.size() != 3) return false;
  InjectedFailure failure;
  failure.function = functionNamed(std::string(parts[0]));
  made.failures.push_back(failure);
  return failure.function != Fn::Count && set(made.failures.back().call, number(parts[1], 0, UINT64_MAX)) &&
         set(made.failures.back().status, number(parts[2], 1, 999));
}

bool addAbsent(Configuration& made, const std::string& name) {
  const bool loader = name == "cuGetProcAddress" || name == "cuGetProcAddress_v2";
  const Fn function = functionNamed(name);
  if (!loader && function == Fn::Count) return false;
  made.absent.insert(loader ? name : rowOf(function).symbol);
  return true;
}

bool setSpin(Configuration& made, std::string_view text) {
  const std::vector<std::string_view> parts = split(text, ':');
  if (parts.size() != 2 || parts[0].empty()) return false;
  made.spinning = parts[0];
  constexpr uint64_t kMostMicroseconds = 60'000'000;
  return set(made.spinMicroseconds, number(parts[1], 0, kMostMicroseconds));
}

bool setNoCupti(Configuration& made, std::string_view reason) {
  constexpr std::pair<std::string_view, NoCupti> kReasons[] = {{"absent", NoCupti::Absent},
                                                               {"version", NoCupti::Version},
                                                               {"permission", NoCupti::Permission},
                                                               {"subscriber", NoCupti::Subscriber},
                                                               {"driver", NoCupti::Driver}};
  for (const auto& [name, value] : kReasons)
    if (name == reason) made.noCupti = value;
  return made.noCupti != NoCupti::Usable;
}

/// False if the item is unknown or its value invalid.
bool apply(Configuration& made, std::string_view key, std::string_view value, bool hasValue) {
  if (key == "stub" && !hasValue) return made.stub = true;
  if (key == "leaks" && !hasValue) return made.leaks = true;
  if (!hasValue || value.empty()) return false;
  if (key == "devices") return set(made.devices, number(value, 0, 8));
  if (key == "driver") return set(made.driver, number(value, 1000, 99990));
  if (key == "memory") return set(made.memory, bytes(value));
  if (key == "arch") return set(made.architecture, number(value, 50, 129));
  if (key == "fail") return addFailure(made, value);
  if (key == "absent") return addAbsent(made, std::string(value));
  if (key == "init") return set(made.init, number(value, 1, 999));
  if (key == "hang") return made.hang = value, true;
  if (key == "spin") return setSpin(made, value);
  if (key == "buffers") return (made.buffers = number(value, 1, UINT64_MAX)).has_value();
  if (key == "no-cupti") return setNoCupti(made, value);
  if (key == "lost") return (made.lost = number(value, 0, UINT64_MAX)).has_value();
  if (key == "late") return (made.late = number(value, 0, UINT64_MAX)).has_value();
  return false;
}

}  // namespace

Configuration parseConfiguration(const std::string& text) {
  Configuration made;
  if (text.empty()) return made;
  for (const std::string_view item : split(text, ',')) {
    const size_t equals = item.find('=');
    const bool hasValue = equals != std::string_view::npos;
    if (apply(made, item.substr(0, equals), hasValue ? item.substr(equals + 1) : "", hasValue)) continue;
    made.error = fmt::format("{}: cannot apply \"{}\": unknown item or invalid value", kVariable, item);
    break;
  }
  return made;
}

const Configuration& configuration() {
  static const Configuration& read = *[] {
    const char* const text = std::getenv(kVariable);
    auto* const made = new Configuration(parseConfiguration(text == nullptr ? "" : text));
    if (!made->error.empty()) fmt::print(stderr, "{}\n", made->error);
    return made;
  }();
  return read;
}

}  // namespace relaxscope::emulated
