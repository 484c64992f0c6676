// SPDX-License-Identifier: Apache-2.0
// Reader of Relay VM executables, TVM 0.6 to 0.19 (relay.md, formats.md 4). Files do not store their layout: all are
// tried, and the exact end of the file, hashes and field counts decide.
#pragma once

#include <span>
#include <string_view>

#include "vmcore/base/diagnostics.h"
#include "vmcore/base/result.h"
#include "vmcore/model/partial_file.h"

namespace relaxscope {

/// Content after the version string in one layout.
struct RelayLayout {
  Variant variant = Variant::RelayC;
  RelayEra era = RelayEra::V14;
  bool virtualDevices = false, memoryScopes = false, constantTags = false, devices = false, attributes = false;
};
const RelayLayout& relayLayout(Variant variant);

/// The hash of an instruction in a file, after its count: folded from opcode and fields.
uint64_t relayInstructionHash(WordView words);

/// Whether a build of any layout has this version.
bool isRelayVersion(std::string_view version);

/// `body` begins with the magic, `fileOffset` is its offset in the file, for messages. The error is that of the layout
/// that read farthest, of the version's layouts if there are any; `partial` receives what that layout decoded. Hashes
/// and field counts are checked; indices are not.
Result<Executable> readRelayBody(const Bytes& body, uint64_t fileOffset, bool outerPrefix, Diagnostics& notes,
                                 PartialExecutable& partial);

}  // namespace relaxscope
