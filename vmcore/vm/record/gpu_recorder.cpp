// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/record/gpu_recorder.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "vmcore/run/gpu_emulation.h"
#include "vmcore/trace/device/track_names.h"
#include "vmcore/vm/engine.h"

namespace relaxscope {
namespace {

/// A track of the host: what it waits for, by the collector's clock or its own, and what it loads.
struct HostTrack {
  uint32_t id;
  const char* name;
};
constexpr HostTrack kWaits = {0, kWaitsTrack}, kLoads = {1, kLoadsTrack}, kHostWaits = {2, kWaitsTrack};
constexpr HostTrack kMemory = {3, kMemoryTrack}, kHostMemory = {4, kMemoryTrack};

const HostTrack& hostTrackOf(DeviceWorkKind kind) {
  if (isMemory(kind)) return kHostMemory;
  return kind == DeviceWorkKind::Wait ? kHostWaits : kLoads;
}

/// Float32 operations that a multiprocessor of an architecture (80: sm_80) completes per cycle; 0: unknown.
int flopsPerCycle(int architecture) {
  constexpr int kFma = 2;
  switch (architecture) {
    case 60:
    case 70:
    case 72:
    case 75:
    case 80: return 64 * kFma;
    default: return architecture >= 50 ? 128 * kFma : 0;
  }
}

int attributeOf(const cuda::CudaDevice& device, cuda::DeviceAttribute which) {
  int value = 0;
  const int status = device.driver().deviceAttribute(&value, which, device.id().index);
  return status == cuda::Success ? std::max(value, 0) : 0;
}

std::string nameOf(const cuda::CudaDevice& device) {
  char name[256] = {};
  const int status = device.driver().deviceName(name, sizeof name - 1, device.id().index);
  return status == cuda::Success ? name : "";
}

}  // namespace

std::unique_ptr<GpuRecorder> GpuRecorder::make(Engine& engine) {
  std::unique_ptr<GpuRecorder> made(new GpuRecorder(engine));
  for (const VmDevice& device : engine.devices)
    if (device.memory->device().type == kDLCUDA)
      made->devices_.push_back(static_cast<const cuda::CudaDevice*>(device.device.get()));
  return made->devices_.empty() ? nullptr : std::move(made);
}

GpuRecorder::~GpuRecorder() { stop(); }

void GpuRecorder::addDevice(const cuda::CudaDevice& device) {
  const DeviceLimits& limits = device.limits();
  DeviceFacts facts;
  facts.id = fmt::format("{}:{}", device.driver().isEmulated() ? kEmulatedKind : kCudaKind, device.id().index);
  facts.name = nameOf(device);
  facts.architecture = fmt::format("sm_{}", limits.architecture);
  facts.emulated = device.driver().isEmulated();
  facts.multiprocessors = static_cast<uint32_t>(std::max(limits.multiprocessors, 0));
  facts.threadsPerMultiprocessor = static_cast<uint32_t>(std::max(limits.maxThreadsPerMultiprocessor, 0));
  facts.peakFlops =
      1e3 * attributeOf(device, cuda::ClockRateKhz) * flopsPerCycle(limits.architecture) * facts.multiprocessors;
  facts.peakBytesPerSecond = limits.memoryBytesPerSecond;
  sink_->addDevice(std::move(facts));
}

void GpuRecorder::openCollector() {
  auto made = cuda::makeCollector(devices_);
  if (!made) return sink_->setTiming(DeviceTiming::None, mode_, std::move(made).error().message);
  collector_ = *std::move(made);
  sink_->setTiming(collector_->timing(), mode_);
  domain_ = sink_->addDomain(collector_->clockName(), collector_->clockSource());
}

void GpuRecorder::start(DeviceRecording recording) {
  stop();
  if (!recording.deliver) return;
  mode_ = recording.mode;
  thread_ = std::this_thread::get_id();
  engine_.recorder.setStops(&stops_);
  sink_ = std::make_unique<DeviceWorkSink>(tickClock().nsPerTick, stops_, std::move(recording.deliver));
  for (const cuda::CudaDevice* device : devices_) addDevice(*device);
  const bool all = std::ranges::all_of(devices_, [this](const auto* device) { return device->addObserver(*this); });
  if (!all) return sink_->setTiming(DeviceTiming::None, mode_, "another recording of this process uses the GPU");
  guarded([this] { openCollector(); });
  recording_ = true;
  engine_.recorder.setBeforeHandOver([this] {
    if (recording_ && collector_ != nullptr) collector_->drain();
  });
}

void GpuRecorder::stop() {
  if (sink_ == nullptr) return;
  recording_ = false;
  for (const cuda::CudaDevice* device : devices_) device->removeObserver(*this);
  engine_.recorder.setStops(nullptr);
  engine_.recorder.setBeforeHandOver({});
  const std::unique_ptr<DeviceWorkSink> sink = std::move(sink_);
  collector_.reset();
  told_ = false;
  domain_ = kNoIndex;
  launches_.clear();
  firstLaunch_ = 0;
  graphs_.clear();
  resident_.clear();
  sink->deliver();  // the last readings
}

template <class Work>
void GpuRecorder::guarded(Work&& work) {
  try {
    std::forward<Work>(work)();
  } catch (const DeviceFault& fault) { endCollection(fault.what()); }
}

void GpuRecorder::endCollection(const std::string& reason) {
  collector_.reset();
  if (!told_) sink_->setTiming(DeviceTiming::None, mode_, reason);
}

void GpuRecorder::readClock(bool first) {
  if (collector_ == nullptr) return;
  guarded([&] {
    const auto now = [this] { return stops_.runningAt(engine_.recorder.now()); };
    sink_->addReadings(domain_, collector_->readClock(now, first));
  });
}

void GpuRecorder::pause() {
  if (!recording_) return;
  readClock(false);
  if (collector_ != nullptr) collector_->pause();
  recording_ = false;
}

void GpuRecorder::resume() {
  if (sink_ == nullptr || recording_) return;
  recording_ = true;
  if (collector_ == nullptr) return;
  if (const auto resumed = collector_->resume(); !resumed.ok()) { return endCollection(resumed.error().message); }
  readClock(true);
}

void GpuRecorder::beginRun() {
  if (!recording_) return;
  thread_ = std::this_thread::get_id();
  readClock(true);
  sink_->beginRun();
}

void GpuRecorder::waitForDevices() {
  for (const cuda::CudaDevice* device : devices_) {
    device->activate();
    device->check(device->waitForContext(), "cuCtxSynchronize");
  }
}

void GpuRecorder::flush(bool keep) {
  if (!recording_) return;
  keep_ = keep;
  const int64_t since = engine_.recorder.now();
  readClock(false);
  std::string fault;
  try {
    waitForDevices();
  } catch (const DeviceFault& raised) { fault = raised.what(); }
  // Also after a fault: what was done before it is known.
  guarded([this] {
    if (collector_ != nullptr) collector_->flush(*this);
  });
  if (!fault.empty()) endCollection(fault);
  addGraphWork();
  if (!keep) sink_->dropRun();
  sink_->deliver();
  stops_.forget();
  firstLaunch_ += launches_.size();
  launches_.clear();
  engine_.recorder.hold(since);
}

void GpuRecorder::endRun() { flush(true); }
void GpuRecorder::dropRun() { flush(false); }

uint64_t GpuRecorder::currentEvent() const {
  // Outside a call the host copies arguments and results.
  return engine_.frames.empty() ? kNoEvent : engine_.recorder.nextEvent();
}

uint64_t GpuRecorder::currentPc() const {
  const Insn* const insn = engine_.markers.place().insn;
  return insn == nullptr || engine_.frames.empty() ? kNoEvent
                                                   : static_cast<uint64_t>(insn - engine_.program.code.data());
}

void GpuRecorder::before(const cuda::WorkRequest& request) {
  if (std::this_thread::get_id() != thread_) return;
  observing_ = recording_ || capturing_ || mode_ == LaunchMode::Synchronised;
  if (!observing_) return;
  request_ = request;
  launch_ = kNoLaunch;
  if (capturing_ && occupiesDevice(request.kind)) {
    const bool ofLibrary = request.kind == DeviceWorkKind::Kernel && request.function == nullptr;
    captured_.push_back({request.kind, std::string(request.name), ofLibrary, currentPc()});
    return;
  }
  // The wait at the end of a run is an event of its own.
  const bool isEnd = request.kind == DeviceWorkKind::Wait && engine_.frames.empty();
  if (!recording_ || isEnd) return;
  asked_ = engine_.recorder.now();
  launch_ = sink_->launched(asked_, currentEvent());
  if (launch_ == kNoLaunch) return;
  launches_.push_back({request.function, request.graph});
  if (collector_ == nullptr || request.kind == DeviceWorkKind::Compilation) return;
  guarded([&] { collector_->begin(request, launch_); });
}

void GpuRecorder::after(int status) {
  if (std::this_thread::get_id() != thread_ || !observing_) return;
  observing_ = false;
  const bool runs = occupiesDevice(request_.kind) && !capturing_;
  if (launch_ != kNoLaunch) {
    if (request_.kind == DeviceWorkKind::Compilation) {
      addHostWork();
    } else if (collector_ != nullptr) {
      guarded([&] { collector_->end(status); });
      const bool failed = isMemory(request_.kind) && status != cuda::Success;  // no bytes were allocated
      if (!occupiesDevice(request_.kind) && !failed && collector_ != nullptr && !collector_->tells(request_.kind))
        addHostWork();
    }
  }
  if (mode_ != LaunchMode::Synchronised || !runs || status != cuda::Success) return;
  const cuda::CudaDevice& device = *request_.device;
  const std::string what = request_.name.empty() ? deviceWorkKindRow(request_.kind)->name : std::string(request_.name);
  device.check(device.waitForContext(), "cuCtxSynchronize", what);
}

void GpuRecorder::captureBegins() {
  capturing_ = std::this_thread::get_id() == thread_;
  captured_.clear();
}

void GpuRecorder::captureEnds(cuda::GraphExec graph) noexcept {
  if (!std::exchange(capturing_, false) || graph == nullptr) return;
  try {
    graphs_[graph] = std::move(captured_);
  } catch (const std::bad_alloc&) { captured_.clear(); }
}

GpuRecorder::Launch* GpuRecorder::launchOf(uint64_t number) {
  if (number < firstLaunch_ || number - firstLaunch_ >= launches_.size()) return nullptr;
  return &launches_[static_cast<size_t>(number - firstLaunch_)];
}

void GpuRecorder::addGraphWork() {
  std::ranges::stable_sort(graphWork_, {}, &GraphWork::launch);
  for (size_t first = 0; first < graphWork_.size();) {
    std::vector<ReplayedWork> replayed;
    const size_t launch = graphWork_[first].launch;
    for (size_t i = first; i < graphWork_.size() && graphWork_[i].launch == launch; ++i)
      replayed.push_back({graphWork_[i].work.kind, graphWork_[i].name});
    const auto captured = graphs_.find(launches_[launch].graph);
    const std::vector<uint64_t> instructions =
        instructionsOf(captured == graphs_.end() ? std::span<const CapturedWork>() : captured->second, replayed);
    for (const uint64_t instruction : instructions) {
      GraphWork& each = graphWork_[first++];
      each.work.node = instruction;
      each.work.name = each.name;
      sink_->add(each.work);
    }
  }
  graphWork_.clear();
}

uint32_t GpuRecorder::residentBlocks(uint32_t device, cuda::Function function, const LaunchShape& shape) {
  const auto key = std::tuple(function, shape.threadsPerBlock(), shape.dynamicShared);
  const auto [known, fresh] = resident_.try_emplace(key, 0);
  const cuda::Driver& driver = devices_[device]->driver();
  int blocks = 0;
  if (fresh && driver.occupancy != nullptr &&
      driver.occupancy(&blocks, function, static_cast<int>(shape.threadsPerBlock()), shape.dynamicShared) ==
          cuda::Success)
    known->second = static_cast<uint32_t>(std::max(blocks, 0));
  return known->second;
}

void GpuRecorder::receive(const cuda::DeviceActivity& activity) {
  if (!keep_) return;
  const auto row = std::ranges::find(devices_, static_cast<int32_t>(activity.device),
                                     [](const cuda::CudaDevice* device) { return device->id().index; });
  const auto device = row == devices_.end() ? kNoIndex : static_cast<uint32_t>(row - devices_.begin());
  const bool onHost = activity.track == TrackKind::HostThread, overhead = activity.track == TrackKind::DriverOverhead;
  if (!onHost && !overhead && device == kNoIndex) return;  // of a GPU that is not the VM's
  CollectedWork work;
  work.kind = activity.kind;
  const HostTrack& ofHost = isMemory(activity.kind) ? kMemory : kWaits;
  if (onHost) work.track = sink_->track(activity.track, kNoIndex, ofHost.id, domain_, ofHost.name);
  else  // overhead is that of all devices: it is shown with the first
    work.track = sink_->track(activity.track, overhead ? 0 : device, activity.stream, domain_);
  work.start = activity.start;
  work.end = activity.end;
  work.name = activity.name;
  work.shape = activity.shape;
  work.bytes = activity.bytes;
  work.launch = activity.launch;
  work.graph = activity.graph;
  work.node = kNoEvent;
  Launch* const launch = launchOf(activity.launch);
  if (launch != nullptr && work.shape && launch->function != nullptr)
    work.shape->residentBlocks = residentBlocks(device, launch->function, *work.shape);
  told_ = true;
  // A collector that knows no nodes tells of the graph as a whole.
  if (launch == nullptr || launch->graph == nullptr || activity.node == 0) return sink_->add(work);
  graphWork_.push_back({static_cast<size_t>(launch - launches_.data()), work, std::string(work.name)});
}

void GpuRecorder::receiveLost(uint64_t dropped, uint64_t invalid) { sink_->addLost(dropped, invalid); }

void GpuRecorder::addHostWork() {
  CollectedWork work;
  work.kind = request_.kind;
  const HostTrack& track = hostTrackOf(request_.kind);
  work.track = sink_->track(TrackKind::HostThread, kNoIndex, track.id, kNoIndex, track.name);
  work.start = asked_;
  work.end = engine_.recorder.now();
  work.name = request_.name;
  work.bytes = static_cast<int64_t>(request_.bytes);
  work.launch = launch_;
  work.node = kNoEvent;
  sink_->add(work);
}

}  // namespace relaxscope
