// SPDX-License-Identifier: Apache-2.0
// Reader of Relay VM executables, TVM 0.6 to 0.19 (relay.md, formats.md 4). Files do not say which layout
// they have: layouts are tried, and the exact end of the file, hashes and field counts decide.
#pragma once

#include <span>
#include <string_view>

#include "vmcore/base/diagnostics.h"
#include "vmcore/base/result.h"
#include "vmcore/model/executable.h"

namespace relaxscope {

/// What follows the version string in one layout.
struct RelayLayout {
  Variant variant = Variant::RelayC;
  RelayEra era = RelayEra::V14;
  bool virtualDevices = false, memoryScopes = false, constantTags = false, devices = false, attributes = false;
};
const RelayLayout& relayLayout(Variant variant);

/// The first word of an instruction in a file: folded from opcode and fields.
uint64_t relayInstructionHash(WordView words);

/// Whether a build of any layout calls itself so.
bool isRelayVersion(std::string_view version);

/// `body` begins with the magic, `fileOffset` is its place in the file, for messages. An error is that of the
/// layout that got farthest, among those of the version where there are some. Hashes are checked, field counts fit
/// their opcodes; indices are not checked.
Result<Executable> readRelayBody(const Bytes& body, uint64_t fileOffset, bool outerPrefix, Diagnostics& notes);

}  // namespace relaxscope
