// SPDX-License-Identifier: Apache-2.0
#include "vmcore/device/cuda/activity/cupti_collector.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <set>
#include <unordered_map>
#include <utility>

#include "vmcore/device/cuda/activity/cupti.h"

namespace relaxscope::cuda {
namespace {

using namespace cupti;

/// In the order in which they are enabled: external ids need the driver's calls.
constexpr uint32_t kActivityKinds[] = {ExternalCorrelationKind, CopyKind,    FillKind, PeerCopyKind, KernelKind,
                                       SynchronizationKind,     OverheadKind};
constexpr int kClockReadings = 16;
constexpr uint32_t kSoundRestart = 130'101;  ///< 13.1 update 1

/// Whether a collector of this process uses CUPTI.
std::atomic<bool> inUse{false};

const char* overheadName(uint32_t type) {
  switch (type) {
    case DriverCompiler: return "driver compiler";
    case BufferFlush: return "flush of activity buffers";
    case Instrumentation: return "instrumentation";
    case Resource: return "resources of CUPTI";
    case ModuleLoading: return "module loading";
    case LazyFunctionLoading: return "lazy loading of functions";
    case CommandBufferFull: return "command buffer full";
    case BufferRequest: return "request of activity buffers";
    case UvmInit: return "start of unified memory tracing";
    default: return "";
  }
}

DeviceWorkKind copyKindOf(uint8_t direction) {
  switch (direction) {
    case HostToDevice: return DeviceWorkKind::CopyToDevice;
    case DeviceToHost: return DeviceWorkKind::CopyToHost;
    case PeerToPeer: return DeviceWorkKind::CopyBetweenDevices;
    default: return DeviceWorkKind::CopyOnDevice;
  }
}

/// A call that allocates or frees memory.
struct MemoryFunction {
  uint32_t kind, callback;
  const char* name;
};
constexpr MemoryFunction kMemoryFunctions[] = {
    {DriverApiKind, OnMemAlloc, "cuMemAlloc"},
    {DriverApiKind, OnMemFree, "cuMemFree"},
    {DriverApiKind, OnMemAllocHost, "cuMemAllocHost"},
    {DriverApiKind, OnMemFreeHost, "cuMemFreeHost"},
    {DriverApiKind, OnMemAllocAsync, "cuMemAllocAsync"},
    {DriverApiKind, OnMemFreeAsync, "cuMemFreeAsync"},
    {RuntimeApiKind, OnRuntimeMalloc, "cudaMalloc"},
    {RuntimeApiKind, OnRuntimeFree, "cudaFree"},
    {RuntimeApiKind, OnRuntimeMallocHost, "cudaMallocHost"},
    {RuntimeApiKind, OnRuntimeFreeHost, "cudaFreeHost"},
    {RuntimeApiKind, OnRuntimeHostAlloc, "cudaHostAlloc"},
    {RuntimeApiKind, OnRuntimeMallocAsync, "cudaMallocAsync"},
    {RuntimeApiKind, OnRuntimeFreeAsync, "cudaFreeAsync"},
};

struct MemoryCall {
  int64_t end = 0;
  const char* name = "";
};

/// A record until its launch is known.
struct Waiting {
  DeviceActivity activity;
  uint32_t correlation = 0;
};

class CuptiCollector final : public ActivityCollector {
 public:
  CuptiCollector(const Functions& functions, bool emulated) : cupti_(functions), emulated_(emulated) {}
  ~CuptiCollector() override {
    disable();
    discard();
    inUse = false;
  }

  [[nodiscard]] DeviceTiming timing() const override {
    return emulated_ ? DeviceTiming::Emulated : DeviceTiming::Cupti;
  }
  [[nodiscard]] std::string clockName() const override { return "CUPTI activity"; }
  [[nodiscard]] std::string clockSource() const override {
    return fmt::format("CUPTI {}, real-time clock, ns", versionText(cupti_.number));
  }

  Result<void> resume() override {
    discard();  // what an earlier recording left, or runs that are not recorded
    keepFilled(true);
    if (enabled_) return {};
    enabled_ = true;
    int status = enableCalls(true);
    for (const uint32_t kind : kActivityKinds)
      if (status == Ok) status = cupti_.enable(kind);
    cupti_.enable(RuntimeApiKind);  // of libraries such as cuBLAS; not needed for more
    tellsMemory_ = cupti_.enable(MemoryOperationKind) == Ok;
    if (status == Ok) return {};
    disable();
    return Error(refusalText(cupti_, status));
  }
  void pause() noexcept override {
    // Releases before 13.1 confuse the correlation ids of graphs that are launched after tracing was ended and begun.
    if (cupti_.number >= kSoundRestart) disable();
    keepFilled(false);
  }

  std::vector<ClockReading> readClock(const HostClock& now, bool) override {
    std::vector<ClockReading> readings;
    for (int i = 0; i < kClockReadings; ++i) {
      uint64_t ns = 0;
      const int64_t before = now();
      const int status = cupti_.timestamp(&ns);
      const int64_t after = now();
      if (status == Ok) readings.push_back({before, static_cast<int64_t>(ns), after});
    }
    return readings;
  }

  void begin(const WorkRequest&, uint64_t launch) override { cupti_.pushExternal(kCustom0, launch); }
  void end(int) override {
    uint64_t last = 0;
    cupti_.popExternal(kCustom0, &last);
  }

  [[nodiscard]] bool tells(DeviceWorkKind kind) const override {
    return kind == DeviceWorkKind::Wait || (isMemory(kind) && tellsMemory_);
  }
  void drain() override {
    for (const FilledBuffer& buffer : takeFilled()) {
      readRecords(buffer);
      returnBuffer(buffer.bytes);
    }
  }

  void flush(ActivityReceiver& receiver) override {
    constexpr uint32_t kForced = 1;
    cupti_.flushAll(kForced);  // CUPTI's threads complete the buffers meanwhile: no lock is held
    drain();
    tell(receiver);
    size_t dropped = 0;
    if (cupti_.droppedRecords(nullptr, 0, &dropped) != Ok) dropped = 0;
    receiver.receiveLost(dropped + takeOverflown(), std::exchange(invalid_, 0));
  }

 private:
  void disable() noexcept {
    if (!std::exchange(enabled_, false)) return;
    cupti_.disable(RuntimeApiKind);
    cupti_.disable(MemoryOperationKind);
    for (const uint32_t kind : kActivityKinds) cupti_.disable(kind);
    enableCalls(false);
  }
  /// Records of the driver's calls: only of those that ask for work, where CUPTI can choose them, else of all.
  int enableCalls(bool on) {
    int status = cupti_.enableDriverApi == nullptr ? InvalidKind : Ok;
    if (status == Ok)
      for (const DriverCallback callback : kDriverCallbacks)
        if (const int one = cupti_.enableDriverApi(callback, on ? 1 : 0); status == Ok) status = one;
    if (!on) return cupti_.disable(DriverApiKind);
    return status == Ok ? Ok : cupti_.enable(DriverApiKind);
  }

  void discard() {
    cupti_.flushAll(1);
    for (const FilledBuffer& buffer : takeFilled()) returnBuffer(buffer.bytes);
    size_t ignored = 0;
    cupti_.droppedRecords(nullptr, 0, &ignored);
    takeOverflown();
    forget();
    invalid_ = 0;
  }
  void forget() {
    waiting_.clear();
    launches_.clear();
    memoryCalls_.clear();
  }

  void readRecords(const FilledBuffer& buffer) {
    uint8_t* record = nullptr;
    int status = Ok;
    while ((status = cupti_.nextRecord(buffer.bytes, buffer.validBytes, &record)) == Ok && record != nullptr)
      readRecord(record, static_cast<size_t>(buffer.bytes + buffer.validBytes - record));
    if (status != MaxLimitReached && status != Ok) ++invalid_;  // an incomplete record, and what comes after it
  }
  template <class Record, class Read>
  void read(const uint8_t* bytes, size_t left, Read take) {
    if (left < sizeof(Record)) return static_cast<void>(++invalid_);
    Record record;
    std::memcpy(&record, bytes, sizeof record);
    take(record);
  }
  void readRecord(const uint8_t* bytes, size_t left) {
    uint32_t kind = 0;
    std::memcpy(&kind, bytes, sizeof kind);
    switch (kind) {
      case KernelKind: return read<KernelRecord>(bytes, left, [this](const auto& r) { addKernel(r); });
      case CopyKind: return read<CopyRecord>(bytes, left, [this](const auto& r) { addCopy(r); });
      case PeerCopyKind: return read<PeerCopyRecord>(bytes, left, [this](const auto& r) { addCopy(r); });
      case FillKind:
        return read<FillRecord>(bytes, left, [this](const auto& r) {
          addWork(r, DeviceWorkKind::Fill).bytes = static_cast<int64_t>(r.bytes);
        });
      case SynchronizationKind: return read<SynchronizationRecord>(bytes, left, [this](const auto& r) { addWait(r); });
      case OverheadKind: return read<OverheadRecord>(bytes, left, [this](const auto& r) { addOverhead(r); });
      case ExternalCorrelationKind:
        return read<ExternalCorrelationRecord>(bytes, left, [this](const auto& r) {
          if (r.externalKind == kCustom0) launches_[r.correlation] = r.id;
        });
      case MemoryOperationKind: return read<MemoryRecord>(bytes, left, [this](const auto& r) { addMemory(r); });
      case DriverApiKind:
      case RuntimeApiKind:  // says how long a call for memory took, and of other calls nothing more
        return read<ApiCallRecord>(bytes, left, [this](const auto& r) { addCall(r); });
      default: return;
    }
  }

  template <class Record>
  Waiting& add(const Record& record, DeviceWorkKind kind) {
    Waiting& made = waiting_.emplace_back();
    made.activity.kind = kind;
    made.activity.start = static_cast<int64_t>(record.start);
    made.activity.end = static_cast<int64_t>(record.end);
    return made;
  }
  template <class Record>
  DeviceActivity& addWork(const Record& record, DeviceWorkKind kind) {
    Waiting& made = add(record, kind);
    made.correlation = record.correlation;
    made.activity.device = record.device;
    made.activity.stream = record.stream;
    if (record.graph != 0) made.activity.graph = record.graph;
    made.activity.node = record.graphNode;
    return made.activity;
  }
  void addKernel(const KernelRecord& record) {
    DeviceActivity& made = addWork(record, DeviceWorkKind::Kernel);
    if (record.name != nullptr) made.name = kept(record.name);
    LaunchShape& shape = made.shape.emplace();
    for (size_t i = 0; i < shape.grid.size(); ++i) {
      shape.grid[i] = static_cast<uint32_t>(record.grid[i]);
      shape.block[i] = static_cast<uint32_t>(record.block[i]);
    }
    shape.registers = record.registers;
    shape.staticShared = record.staticShared;
    shape.dynamicShared = record.dynamicShared;
    shape.localBytes = record.localPerThread;
  }
  /// Names are freed with the kernel's module.
  std::string_view kept(std::string_view name) {
    const auto known = names_.find(name);
    return known != names_.end() ? *known : *names_.emplace(name).first;
  }
  template <class Record>
  void addCopy(const Record& record) {
    addWork(record, copyKindOf(record.direction)).bytes = static_cast<int64_t>(record.bytes);
  }
  void addWait(const SynchronizationRecord& record) {
    if (record.type == SyncStreamWaitsForEvent) return;  // the host does not wait
    Waiting& made = add(record, DeviceWorkKind::Wait);
    made.correlation = record.correlation;
    made.activity.track = TrackKind::HostThread;
  }
  void addCall(const ApiCallRecord& record) {
    const auto* const function = std::ranges::find_if(kMemoryFunctions, [&](const MemoryFunction& each) {
      return each.kind == record.kind && each.callback == record.callback;
    });
    if (function == std::end(kMemoryFunctions)) return;
    // A call of the runtime calls the driver under the same correlation id.
    const auto [known, fresh] = memoryCalls_.try_emplace(record.correlation);
    if (fresh || record.kind == RuntimeApiKind) known->second = {static_cast<int64_t>(record.end), function->name};
  }
  void addMemory(const MemoryRecord& record) {
    Waiting& made = waiting_.emplace_back();
    made.correlation = record.correlation;
    made.activity.kind = record.operation == ReleaseOperation ? DeviceWorkKind::Release : DeviceWorkKind::Allocation;
    made.activity.track = TrackKind::HostThread;
    made.activity.device = record.device;
    made.activity.start = static_cast<int64_t>(record.timestamp);
    made.activity.bytes = static_cast<int64_t>(record.bytes);
  }
  void addOverhead(const OverheadRecord& record) {
    Waiting& made = add(record, DeviceWorkKind::DriverOverhead);
    made.activity.track = TrackKind::DriverOverhead;
    made.activity.name = overheadName(record.type);
  }

  /// In the order of their start, which is that of a graph's nodes too.
  void tell(ActivityReceiver& receiver) {
    std::ranges::stable_sort(waiting_, {}, [](const Waiting& each) { return each.activity.start; });
    for (Waiting& each : waiting_) {
      if (isMemory(each.activity.kind)) {
        const auto call = memoryCalls_.find(each.correlation);
        if (call == memoryCalls_.end()) continue;  // of a call whose time is not known
        each.activity.end = call->second.end;
        each.activity.name = call->second.name;
      }
      // Without room for them on the device, CUPTI delivers records without times.
      const bool sound = each.activity.start > 0 && each.activity.end >= each.activity.start;
      if (!sound) {
        ++invalid_;
        continue;
      }
      if (const auto launch = launches_.find(each.correlation); launch != launches_.end())
        each.activity.launch = launch->second;
      // Waits of the recording itself have no launch.
      if (each.activity.kind == DeviceWorkKind::Wait && each.activity.launch == kUnknownLaunch) continue;
      receiver.receive(each.activity);
    }
    forget();
  }

  const Functions& cupti_;
  const bool emulated_;
  bool enabled_ = false, tellsMemory_ = false;
  std::vector<Waiting> waiting_;
  std::unordered_map<uint32_t, uint64_t> launches_;       ///< by correlation id
  std::unordered_map<uint32_t, MemoryCall> memoryCalls_;  ///< by correlation id
  std::set<std::string, std::less<>> names_;
  uint64_t invalid_ = 0;
};

}  // namespace

Result<std::unique_ptr<ActivityCollector>> makeCuptiCollector(const Driver& driver) {
  RS_TRY(const Functions* const functions, cupti::open(driver));
  if (inUse.exchange(true)) return Error("another recording of this process uses it");
  auto made = std::make_unique<CuptiCollector>(*functions, driver.isEmulated());
  // Before a graph is captured: graphs that were instantiated earlier have no records of their nodes.
  if (auto done = made->resume(); !done.ok()) return std::move(done).error();
  return std::unique_ptr<ActivityCollector>(std::move(made));
}

}  // namespace relaxscope::cuda
