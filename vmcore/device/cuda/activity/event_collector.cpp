// SPDX-License-Identifier: Apache-2.0
#include "vmcore/device/cuda/activity/event_collector.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <utility>

#include "vmcore/device/cuda/cuda_device.h"

namespace relaxscope::cuda {
namespace {

constexpr int kEventReadings = 4;
/// Pairs of events between two flushes; work beyond them is counted as dropped.
constexpr size_t kMostPairs = size_t{1} << 18;
/// cuEventElapsedTime answers in milliseconds as float: 4 s are exact to a quarter of a microsecond.
constexpr double kMostNsFromBase = 4e9;

int64_t hostNs() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::nanoseconds>(now).count();
}

/// Events of one device.
class EventClock {
 public:
  explicit EventClock(const CudaDevice& device) : device_(device), driver_(device.driver()) {
    device_.activate();
    device_.check(driver_.streamCreate(&stream_, StreamNonBlocking, 0), "cuStreamCreateWithPriority");
  }
  ~EventClock() {
    if (driver_.contextSet(device_.context()) != Success) return;
    for (const Event event : free_) driver_.eventDestroy(event);
    for (const Base& base : bases_) driver_.eventDestroy(base.event);
    driver_.streamDestroy(stream_);
  }
  EventClock(const EventClock&) = delete;
  EventClock& operator=(const EventClock&) = delete;

  [[nodiscard]] const CudaDevice& device() const { return device_; }
  Event take() {
    if (!free_.empty()) {
      const Event event = free_.back();
      free_.pop_back();
      return event;
    }
    Event made = nullptr;
    device_.check(driver_.eventCreate(&made, EventDefault), "cuEventCreate");
    return made;
  }
  void give(Event event) {
    if (event != nullptr) free_.push_back(event);
  }

  /// A reading on a stream of its own, which does not wait for other work. The first one of a run begins anew from the
  /// host's clock.
  ClockReading read(const HostClock& now, bool first) {
    device_.activate();
    const Event event = take();
    const int64_t hostBefore = hostNs(), before = now();
    device_.check(driver_.eventRecord(event, stream_), "cuEventRecord");
    device_.check(driver_.eventSynchronize(event), "cuEventSynchronize");
    const int64_t after = now(), hostAfter = hostNs();
    const double ns = first || bases_.empty() ? static_cast<double>(hostBefore + (hostAfter - hostBefore) / 2) - kOrigin
                                              : nsOf(event, bases_.size() - 1);
    if (first || bases_.empty() || ns - bases_.back().ns > kMostNsFromBase) bases_.push_back({event, ns});
    else give(event);
    return {before, std::llround(ns), after};
  }
  [[nodiscard]] size_t base() const { return bases_.size() - 1; }
  [[nodiscard]] bool hasBase() const { return !bases_.empty(); }
  /// Time of an event that has happened.
  [[nodiscard]] double nsOf(Event event, size_t base) const {
    float milliseconds = 0;
    device_.check(driver_.eventElapsed(&milliseconds, bases_[base].event, event), "cuEventElapsedTime");
    return bases_[base].ns + static_cast<double>(milliseconds) * 1e6;
  }
  /// Precise also long after the base.
  [[nodiscard]] double nsBetween(Event from, Event to) const {
    float milliseconds = 0;
    device_.check(driver_.eventElapsed(&milliseconds, from, to), "cuEventElapsedTime");
    return static_cast<double>(milliseconds) * 1e6;
  }
  /// Between runs: only the last base is used from here on.
  void forgetBases() {
    if (bases_.size() < 2) return;
    for (size_t i = 0; i + 1 < bases_.size(); ++i) give(bases_[i].event);
    bases_.erase(bases_.begin(), bases_.end() - 1);
  }

 private:
  struct Base {
    Event event = nullptr;
    double ns = 0;
  };
  /// Subtracted from the host's clock, so that times are small numbers.
  static inline const double kOrigin = static_cast<double>(hostNs());
  const CudaDevice& device_;
  const Driver& driver_;
  Stream stream_ = nullptr;
  std::vector<Event> free_;
  std::vector<Base> bases_;
};

class EventCollector final : public ActivityCollector {
 public:
  EventCollector(const std::vector<const CudaDevice*>& devices, std::string why) : why_(std::move(why)) {
    for (const CudaDevice* device : devices) clocks_.push_back(std::make_unique<EventClock>(*device));
  }

  [[nodiscard]] DeviceTiming timing() const override {
    return clocks_.front()->device().driver().isEmulated() ? DeviceTiming::Emulated : DeviceTiming::Events;
  }
  [[nodiscard]] std::string clockName() const override { return "CUDA events"; }
  [[nodiscard]] std::string clockSource() const override {
    return fmt::format("time between events, 0.5 µs, including part of each launch; no CUPTI: {}", why_);
  }
  Result<void> resume() override { return {}; }
  void pause() noexcept override {}

  /// Readings of the first device; the clocks of others follow the host's in the same way.
  std::vector<ClockReading> readClock(const HostClock& now, bool first) override {
    for (size_t i = 1; i < clocks_.size(); ++i) clocks_[i]->read(now, first);
    std::vector<ClockReading> readings;
    if (first) clocks_.front()->read(now, false);  // the first event of a stream takes longer than later ones
    readings.push_back(clocks_.front()->read(now, first));
    for (int i = 1; i < kEventReadings; ++i) readings.push_back(clocks_.front()->read(now, false));
    return readings;
  }

  void begin(const WorkRequest& request, uint64_t launch) override {
    open_.reset();
    const bool occupies = occupiesDevice(request.kind);
    EventClock* const clock = occupies ? clockOf(*request.device) : nullptr;
    if (clock == nullptr || !clock->hasBase()) return;
    if (pairs_.size() >= kMostPairs) return static_cast<void>(++dropped_);
    request.device->activate();
    open_ = Pair{request, clock, clock->take(), clock->take(), clock->base(), launch};
    check(open_->before);
  }
  void end(int status) override {
    if (!open_) return;
    if (status == Success) check(open_->after);
    if (status == Success && open_) pairs_.push_back(*open_);
    else if (open_) giveBack(*open_);
    open_.reset();
  }

  [[nodiscard]] bool tells(DeviceWorkKind) const override { return false; }
  void flush(ActivityReceiver& receiver) override {
    for (const Pair& pair : pairs_) tell(pair, receiver);
    pairs_.clear();
    receiver.receiveLost(std::exchange(dropped_, 0), 0);
    for (const auto& clock : clocks_) clock->forgetBases();
  }

 private:
  struct Pair {
    WorkRequest request;
    EventClock* clock = nullptr;
    Event before = nullptr, after = nullptr;
    size_t base = 0;
    uint64_t launch = kUnknownLaunch;
  };
  struct Attributes {
    uint32_t registers = 0, shared = 0, local = 0;
  };

  /// Records an event of the open pair; one that cannot be recorded costs the pair.
  void check(Event event) {
    const CudaDevice& device = *open_->request.device;
    if (device.driver().eventRecord(event, open_->request.stream) == Success) return;
    giveBack(*open_);
    open_.reset();
    ++dropped_;
  }
  static void giveBack(const Pair& pair) {
    pair.clock->give(pair.before);
    pair.clock->give(pair.after);
  }
  EventClock* clockOf(const CudaDevice& device) {
    for (const auto& clock : clocks_)
      if (&clock->device() == &device) return clock.get();
    return nullptr;
  }
  uint32_t numberOf(Stream stream) {
    return streams_.try_emplace(stream, static_cast<uint32_t>(streams_.size())).first->second;
  }
  LaunchShape shapeOf(const WorkRequest& request) {
    LaunchShape shape;
    std::ranges::copy(request.grid, shape.grid.begin());
    std::ranges::copy(request.block, shape.block.begin());
    shape.dynamicShared = request.sharedBytes;
    const auto [known, fresh] = attributes_.try_emplace(request.function);
    if (fresh) {
      const auto read = [&](FunctionAttribute which) {
        int value = 0;
        const int status = request.device->driver().functionGet(&value, which, request.function);
        return status == Success ? static_cast<uint32_t>(std::max(value, 0)) : 0;
      };
      known->second = {read(NumRegisters), read(SharedSizeBytes), read(LocalSizeBytes)};
    }
    shape.registers = known->second.registers;
    shape.staticShared = known->second.shared;
    shape.localBytes = known->second.local;
    return shape;
  }
  void tell(const Pair& pair, ActivityReceiver& receiver) {
    const WorkRequest& request = pair.request;
    request.device->activate();
    DeviceActivity told;
    told.kind = request.kind;
    told.device = static_cast<uint32_t>(request.device->id().index);
    told.stream = numberOf(request.stream);
    told.start = std::llround(pair.clock->nsOf(pair.before, pair.base));
    told.end = told.start + std::max<int64_t>(0, std::llround(pair.clock->nsBetween(pair.before, pair.after)));
    told.bytes = static_cast<int64_t>(request.bytes);
    told.launch = pair.launch;
    if (request.graph != nullptr) {
      told.name = "CUDA graph";
      told.graph = graphs_.try_emplace(request.graph, static_cast<uint32_t>(graphs_.size() + 1)).first->second;
    } else if (request.kind == DeviceWorkKind::Kernel) {
      told.name = request.name;
      if (request.function != nullptr) told.shape = shapeOf(request);  // only a library knows what it launches
    }
    receiver.receive(told);
    giveBack(pair);
  }

  const std::string why_;
  std::vector<std::unique_ptr<EventClock>> clocks_;
  std::vector<Pair> pairs_;
  std::optional<Pair> open_;
  uint64_t dropped_ = 0;
  std::map<Stream, uint32_t> streams_;
  std::map<GraphExec, uint32_t> graphs_;
  std::map<Function, Attributes> attributes_;
};

}  // namespace

Result<std::unique_ptr<ActivityCollector>> makeEventCollector(const std::vector<const CudaDevice*>& devices,
                                                              const std::string& why) {
  try {
    return std::unique_ptr<ActivityCollector>(std::make_unique<EventCollector>(devices, why));
  } catch (const DeviceFault& fault) { return Error(fault.what()); }
}

}  // namespace relaxscope::cuda
