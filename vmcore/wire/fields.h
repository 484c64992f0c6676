// SPDX-License-Identifier: Apache-2.0
// Internal to the codec: the fields of every control message, once for both directions.
// A new field goes here and bumps kProtocolVersion.
#pragma once

#include "vmcore/wire/field_archive.h"
#include "vmcore/wire/messages.h"

namespace relaxscope {

template <class A>
void fields(A& a, typename A::template Ref<DataType> m) {
  a("c", m.code), a("b", m.bits), a("l", m.lanes);
}
template <class A>
void fields(A& a, typename A::template Ref<ShapeValue> m) {
  a("d", m.dims);
}
template <class A>
void fields(A& a, typename A::template Ref<TensorValue> m) {
  a("t", m.dtype), a("d", m.shape), a("b", m.data);
}
template <class A>
void fields(A& a, typename A::template Ref<RandomTensor> m) {
  a("t", m.dtype), a("d", m.shape), a("s", m.seed), a("b", m.below);
}
template <class A>
void fields(A& a, typename A::template Ref<TupleValue> m) {
  a("f", m.fields), a("t", m.tag);
}
template <class A>
void fields(A& a, typename A::template Ref<ObjectValue> m) {
  a("n", m.typeName), a("f", m.function), a("c", m.captured);
}
template <class A>
void fields(A& a, typename A::template Ref<ResultRef> m) {
  a("c", m.call), a("p", m.path);
}
template <class A>
void fields(A&, typename A::template Ref<NoneValue>) {}
template <class A>
void fields(A& a, typename A::template Ref<Clock> m) {
  a("nsPerTick", m.nsPerTick), a("source", m.source);
}
template <class A>
void fields(A& a, typename A::template Ref<InstrumentationCost> m) {
  a("event", m.perEventNs), a("body", m.perBodyNs), a("values", m.perEventValuesNs), a("clock", m.clockReadNs);
  a("run", m.perRunNs), a.optional("compiledCall", m.perCompiledCallNs);
}
template <class A>
void fields(A& a, typename A::template Ref<TraceInfo> m) {
  a("clock", m.clock), a("functions", m.functionNames), a("names", m.names), a("path", m.executablePath),
      a("digest", m.executableDigest);
  a("entry", m.entry), a("device", m.device), a("allocator", m.allocator), a("engine", m.engine), a("mode", m.mode),
      a("values", m.values);
  a("startedAt", m.startedAt), a("arguments", m.argumentsText), a("cost", m.cost), a("lost", m.lostEvents),
      a("remarks", m.remarks), a("noReference", m.noReference), a("cutShort", m.cutShort);
  a("host", m.host), a("processor", m.processor), a("command", m.command), a("version", m.version);
  a.optional("calls", m.calls), a.optional("callsAlone", m.callsAlone);
}
template <class A>
void fields(A& a, typename A::template Ref<DeviceFacts> m) {
  a("id", m.id), a("name", m.name), a("arch", m.architecture), a("emulated", m.emulated);
  a("multiprocessors", m.multiprocessors), a("threads", m.threadsPerMultiprocessor);
  a("flops", m.peakFlops), a("bandwidth", m.peakBytesPerSecond);
}
template <class A>
void fields(A& a, typename A::template Ref<Track> m) {
  a("id", m.id), a("kind", m.kind), a("device", m.device), a("number", m.number), a("domain", m.domain);
  a("name", m.name);
}
template <class A>
void fields(A& a, typename A::template Ref<ClockPair> m) {
  a("d", m.device), a("t", m.ticks), a("w", m.width);
}
template <class A>
void fields(A& a, typename A::template Ref<ClockDomain> m) {
  a("name", m.name), a("source", m.source), a("pairs", m.pairs), a("error", m.errorNs);
}
template <class A>
void fields(A& a, typename A::template Ref<LaunchShape> m) {
  a("gx", m.grid[0]), a("gy", m.grid[1]), a("gz", m.grid[2]);
  a("bx", m.block[0]), a("by", m.block[1]), a("bz", m.block[2]);
  a("registers", m.registers), a("static", m.staticShared), a("dynamic", m.dynamicShared), a("local", m.localBytes);
  a("resident", m.residentBlocks);
}
template <class A>
void fields(A& a, typename A::template Ref<DeviceTables> m) {
  a("timing", m.timing), a("mode", m.mode), a("noTimes", m.noTimes);
  a("dropped", m.droppedRecords), a("invalid", m.invalidRecords);
  a("devices", m.devices), a("tracks", m.tracks), a("domains", m.domains), a("shapes", m.shapes), a("names", m.names);
}

template <class A>
void fields(A& a, typename A::template Ref<Limits> m) {
  a("time", m.timeSeconds), a("memory", m.memoryBytes), a("memoryDefault", m.memoryDefault), a("steps", m.steps),
      a("stack", m.stackDepth);
}
template <class A>
void fields(A& a, typename A::template Ref<DeviceRow> m) {
  a("id", m.id), a("name", m.name), a("usable", m.usable), a("reason", m.reason), a("memory", m.memoryBytes);
  a("emulated", m.emulated), a("architecture", m.architecture), a("driver", m.driver), a("libraries", m.libraries),
      a("missing", m.missing);
}
template <class A>
void fields(A& a, typename A::template Ref<LoadRequest> m) {
  a("path", m.path), a("constants", m.constants), a("libraries", m.libraries), a("devices", m.devices),
      a("allocator", m.allocator), a("limits", m.limits), a("record", m.record), a("digest", m.digest);
  a.optional("functions", m.target.functions), a.optional("skip", m.target.skip);
}
template <class A>
void fields(A& a, typename A::template Ref<CallSpec> m) {
  a("function", m.function), a("args", m.args), a("mode", m.mode), a("as", m.savedAs), a("keeps", m.savesResult);
}
template <class A>
void fields(A& a, typename A::template Ref<Instrument> m) {
  a("factory", m.factory), a("skip", m.skip);
}
template <class A>
void fields(A& a, typename A::template Ref<CaptureSite> m) {
  a("pc", m.pc), a("argument", m.argument);
}
template <class A>
void fields(A& a, typename A::template Ref<CaptureRequest> m) {
  a("sites", m.sites), a("bytes", m.bytes);
}
template <class A>
void fields(A& a, typename A::template Ref<RunRequest> m) {
  a("script", m.script), a("warmup", m.warmup), a("repeat", m.repeat), a("minTime", m.minTimeSeconds);
  a("number", m.number), a("minRepeat", m.minRepeatSeconds);
  a("trace", m.trace), a("values", m.values), a("results", m.wantResults), a("instrument", m.instrument);
  a("reference", m.reference), a.replaced("fewIfLong", m.mostSeconds > 0), a("capture", m.capture),
      a("launches", m.launches), a.optional("mostSeconds", m.mostSeconds);
}
template <class A>
void fields(A& a, typename A::template Ref<Position> m) {
  a("function", m.function), a("callee", m.callee), a("pc", m.pc);
}
template <class A>
void fields(A& a, typename A::template Ref<DeviceMemory> m) {
  a("device", m.device), a("allocator", m.allocator), a("live", m.liveBytes), a("peak", m.peakBytes),
      a("unused", m.unusedBytes), a("allocations", m.allocations), a("poolHits", m.poolHits);
}
template <class A>
void fields(A& a, typename A::template Ref<Counters> m) {
  a("live", m.liveBytes), a("peak", m.peakBytes), a("unused", m.unusedBytes), a("allocations", m.allocations),
      a("poolHits", m.poolHits), a("calls", m.calls), a("devices", m.devices);
  a.optional("runs", m.runs), a.optional("workspace", m.workspaceBytes);
}
template <class A>
void fields(A& a, typename A::template Ref<RunFailure> m) {
  a("kind", m.kind), a("message", m.message), a("position", m.position), a("signal", m.signal), a("fatal", m.fatal);
}

/// A value is [kind, content]: kind is the index in Value's variant.
inline void fields(wire::FieldWriter& a, const Value& m) {
  a("k", static_cast<uint64_t>(m.data.index()));
  std::visit([&](const auto& content) { a("v", content); }, m.data);
}
template <size_t I = 0>
void readAlternative(wire::FieldReader& a, size_t kind, Value& m) {
  if constexpr (I < std::variant_size_v<decltype(Value::data)>) {
    if (kind != I) return readAlternative<I + 1>(a, kind, m);
    a("v", m.data.template emplace<I>());
  } else {
    a.fail("has an unknown kind of value");
  }
}
inline void fields(wire::FieldReader& a, Value& m) {
  uint64_t kind = 0;
  a("k", kind);
  if (!a.error) readAlternative(a, kind, m);
}

template <class A>
void fields(A& a, typename A::template Ref<FileIdentity> m) {
  a("device", m.device), a("inode", m.inode), a("size", m.size), a("modified", m.modifiedNs), a("changed", m.changedNs);
}
template <class A>
void fields(A& a, typename A::template Ref<CapturedTensor> m) {
  a("pc", m.pc), a("argument", m.argument), a("value", m.value);
}

namespace wire {

template <class A>
void fields(A& a, typename A::template Ref<Hello> m) {
  a("protocol", m.protocol), a("program", m.program), a("pid", m.pid), a("devices", m.devices),
      a("deviceText", m.deviceText);
  a.optional("oldest", m.oldest), a.optional("capabilities", m.capabilities), a.optional("machine", m.machine);
}
template <class A>
void fields(A& a, typename A::template Ref<FileOffer> m) {
  a("path", m.path), a("place", m.place), a("digest", m.digest), a("identity", m.identity);
}
template <class A>
void fields(A& a, typename A::template Ref<FileOffers> m) {
  a("files", m.files);
}
template <class A>
void fields(A& a, typename A::template Ref<FilePart> m) {
  a("digest", m.digest), a("offset", m.offset), a("data", m.data);
}
template <class A>
void fields(A& a, typename A::template Ref<WantedFiles> m) {
  a("digests", m.digests);
}
template <class A>
void fields(A& a, typename A::template Ref<Compile> m) {
  a("source", m.source), a("executable", m.executable), a("compiler", m.compiler), a("cpu", m.cpu);
  a("limit", m.limitSeconds);
}
template <class A>
void fields(A& a, typename A::template Ref<Compiled> m) {
  a("library", m.library), a("command", m.command), a("version", m.version), a("text", m.text);
}
template <class A>
void fields(A&, typename A::template Ref<ListDevices>) {}
template <class A>
void fields(A&, typename A::template Ref<Cancel>) {}
template <class A>
void fields(A&, typename A::template Ref<Quit>) {}
template <class A>
void fields(A& a, typename A::template Ref<Devices> m) {
  a("rows", m.rows);
}
template <class A>
void fields(A& a, typename A::template Ref<Loaded> m) {
  a("functions", m.functionNames), a("loadNs", m.loadNs);
}
template <class A>
void fields(A& a, typename A::template Ref<RunStarted> m) {
  a("info", m.info);
}
template <class A>
void fields(A& a, typename A::template Ref<RunPlace> m) {
  a("host", m.host), a("processor", m.processor), a("affinity", m.affinity), a("startedAt", m.startedAt);
}
template <class A>
void fields(A& a, typename A::template Ref<RunFinished> m) {
  a("results", m.results), a("runNs", m.runNs), a("number", m.number), a("counters", m.counters),
      a("lost", m.lostEvents), a("unrecordedNs", m.unrecordedNs), a("captured", m.captured),
      a("notCaptured", m.notCaptured);
  a.optional("place", m.place);
}
template <class A>
void fields(A& a, typename A::template Ref<Progress> m) {
  a("warmups_done", m.warmupsDone), a("warmups", m.warmups), a("rounds_done", m.roundsDone), a("rounds", m.rounds);
  a("paired", m.paired), a("seconds", m.seconds), a("left", m.secondsLeft);
}
template <class A>
void fields(A& a, typename A::template Ref<UnrecordedRuns> m) {
  a("ns", m.ns);
}
template <class A>
void fields(A& a, typename A::template Ref<DeviceTablesPart> m) {
  a("added", m.added);
}
template <class A>
void fields(A& a, typename A::template Ref<Output> m) {
  a("error", m.standardError), a("text", m.text);
}

}  // namespace wire
}  // namespace relaxscope
