// SPDX-License-Identifier: Apache-2.0
// What fuzzing drives: one row an entry, one function from bytes to nothing. An entry aborts where a
// promise is broken. libFuzzer, the replay test and the mutation trial run the same rows.
#pragma once

#include <span>
#include <string_view>

#include "vmcore/base/bytes/bytes.h"

namespace relaxscope::fuzz {

struct Entry {
  const char* name;
  void (*run)(const Bytes& input);
};
std::span<const Entry> entries();
/// The row of that name, or null.
const Entry* findEntry(std::string_view name);

/// A file as rscope opens it: loader, verifier, listings, summary, control flow, writer.
void runFile(const Bytes& input);
/// The reader of executables alone, with the round trip.
void runRelaxVm(const Bytes& input);
/// Object files, archives and libraries, without an executable inside; the blob is written again.
void runLibrary(const Bytes& input);
/// Decoders of module payloads.
void runPayload(const Bytes& input);
/// Packing an executable into a library.
void runPack(const Bytes& input);
/// Parameter lists, and the binding of late-bound constants to them.
void runParameters(const Bytes& input);
/// The map of a file's bytes, walked in part.
void runByteMap(const Bytes& input);
/// The JSON form, there and back.
void runJsonForm(const Bytes& input);
/// The assembler's text form, and through both forms there and back.
void runAssemblyText(const Bytes& input);
/// The python form likewise.
void runAssemblyPython(const Bytes& input);
/// .npy and .npz.
void runNpz(const Bytes& input);
/// The worker protocol: a stream of frames, and a session that hears it.
void runWire(const Bytes& input);
/// --args, --script and --input.
void runValues(const Bytes& input);

/// .rsprof: the packed blobs, and whole files.
void runTraceFile(const Bytes& input);

/// Aborts with a sentence on standard error.
[[noreturn]] void broken(const char* promise);
inline void promise(bool kept, const char* what) {
  if (!kept) broken(what);
}

}  // namespace relaxscope::fuzz
