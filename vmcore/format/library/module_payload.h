// SPDX-License-Identifier: Apache-2.0
// Decoders of the module payloads in a library (formats.md 2.5): one row per kind, several layouts where releases
// differ. From 0.22 on a payload has a length field; before, only its decoder can find its end.
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
  std::string note;  ///< anomalies, such as bytes after the end
};
/// Decodes a whole payload. An error names the field and its offset from the payload's first byte. A kind without a row
/// that is not a graph gives an empty result and no error.
Result<DecodedPayload> decodePayload(std::string_view kind, LibraryEra era, const Bytes& payload);
/// Decodes a payload at the start of `rest` that has no length field: its layout determines its end, where another
/// entry of the blob, or the blob's end, must follow. An error for a kind that cannot be decoded. Adds to `strayed` the
/// bytes that failed layouts read: each may run to the end of `rest`, so callers with many modules limit it.
Result<DecodedPayload> decodeUnframed(std::string_view kind, LibraryEra era, const Bytes& rest, uint64_t& strayed);
/// Whether the bytes begin with a possible entry of an old blob: a length and a kind's name.
bool entryFollows(const Bytes& rest);

}  // namespace relaxscope
