// SPDX-License-Identifier: Apache-2.0
// Decoders of the module payloads that a library carries (formats.md 2.5): one row a kind, several layouts
// where releases differ. From 0.22 on a payload has a length; before, only its decoder knows its end.
#pragma once

#include <string>
#include <string_view>

#include "vmcore/base/bytes/bytes.h"
#include "vmcore/base/result.h"
#include "vmcore/model/library.h"

namespace relaxscope {

struct DecodedPayload {
  decltype(LibraryModule::decoded) value;
  size_t size = 0;   ///< bytes that the decoder used
  std::string note;  ///< what is odd, such as bytes behind the end
};
/// A whole payload. An error names the field and counts its place from the payload's first byte. For a kind
/// that no row knows and that is no graph: nothing decoded and no error.
Result<DecodedPayload> decodePayload(std::string_view kind, LibraryEra era, const Bytes& payload);
/// A payload at the begin of `rest`, without a length: what its layout says is its end, where another entry
/// of the blob, or the blob's end, must follow. An error for a kind that cannot be decoded. Adds to `strayed` what
/// layouts that did not fit read in vain: each may run to the end of `rest`, so callers with many modules bound it.
Result<DecodedPayload> decodeUnframed(std::string_view kind, LibraryEra era, const Bytes& rest, uint64_t& strayed);
/// Whether the bytes begin with what may be an entry of an old blob: a length and a kind's name.
bool entryFollows(const Bytes& rest);

}  // namespace relaxscope
