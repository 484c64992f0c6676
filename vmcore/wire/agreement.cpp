// SPDX-License-Identifier: Apache-2.0
#include "vmcore/wire/agreement.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "vmcore/base/text/text.h"

namespace relaxscope::wire {
namespace {

uint32_t oldestOf(const Hello& peer) { return peer.oldest == 0 ? peer.protocol : std::min(peer.oldest, peer.protocol); }
std::string nameOf(const Hello& peer) { return peer.program.empty() ? "the peer" : printable(peer.program); }
/// "18", "18 to 20".
std::string rangeOf(const Hello& peer) {
  const uint32_t oldest = oldestOf(peer);
  return oldest == peer.protocol ? fmt::format("{}", oldest) : fmt::format("{} to {}", oldest, peer.protocol);
}

}  // namespace

Result<uint32_t> agreedProtocol(const Hello& one, const Hello& other) {
  const uint32_t newest = std::min(one.protocol, other.protocol);
  if (newest >= std::max(oldestOf(one), oldestOf(other))) return newest;
  const bool otherIsOlder = other.protocol < one.protocol;
  const Hello &old = otherIsOlder ? other : one, &now = otherIsOlder ? one : other;
  return Error(fmt::format("{} has protocol {}, and {} has protocol {}; install the release of {} in place of {}",
                           nameOf(old), rangeOf(old), nameOf(now), rangeOf(now), nameOf(now), nameOf(old)));
}

bool hasCapability(const Hello& peer, std::string_view capability) {
  return std::find(peer.capabilities.begin(), peer.capabilities.end(), capability) != peer.capabilities.end();
}

}  // namespace relaxscope::wire
