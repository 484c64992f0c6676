// SPDX-License-Identifier: Apache-2.0
// The fuzz entry points: one row each, a function that takes the input's bytes. An entry aborts if an invariant is
// broken. libFuzzer, the replay test and the mutation trial share these rows.
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
/// Resources of the kernels in CUDA code.
void runKernelResources(const Bytes& input);
/// Compares an executable with itself and with damaged copies.
void runDiff(const Bytes& input);
/// Packs an executable into a library.
void runPack(const Bytes& input);
/// Parameter lists, and the binding of late-bound constants to them.
void runParameters(const Bytes& input);
/// The map of a file's bytes, visited in part.
void runByteMap(const Bytes& input);
/// The JSON form, read and written.
void runJsonForm(const Bytes& input);
/// The assembler's text form, and a round trip through both forms.
void runAssemblyText(const Bytes& input);
/// The same for the python form.
void runAssemblyPython(const Bytes& input);
/// Sources of Relax: parsed, built, and each stage printed and read again.
void runRelaxText(const Bytes& input);
/// .npy and .npz.
void runNpz(const Bytes& input);
/// safetensors, and tensor-cache.json whose shards are the input itself.
void runArraySet(const Bytes& input);
/// The worker protocol: a stream of frames, and a session that receives it.
void runWire(const Bytes& input);
/// The host's side of the worker protocol, with the time passed in.
void runHost(const Bytes& input);
/// --args, --script and --input.
void runValues(const Bytes& input);

/// .rsprof: the packed blobs, and whole files.
void runTraceFile(const Bytes& input);

/// Prints the broken invariant to standard error and aborts.
[[noreturn]] void broken(const char* promise);
inline void promise(bool kept, const char* what) {
  if (!kept) broken(what);
}

}  // namespace relaxscope::fuzz
