// SPDX-License-Identifier: Apache-2.0
// Records what the GPUs of a VM do during its recording: it is told of each launch as the driver is asked for it, and
// after each run, when the devices are idle, the collector tells when the work was done. Everything runs on the VM's
// thread; work that other threads ask for has no call.
//
// The kernels of a replayed graph belong to the Call that replayed it; DeviceWork::node names the Call that launched
// each when the graph was captured.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <tuple>
#include <vector>

#include "vmcore/device/cuda/activity/activity_collector.h"
#include "vmcore/device/cuda/cuda_device.h"
#include "vmcore/vm/record/captured_graph.h"
#include "vmcore/vm/record/device_work_sink.h"
#include "vmcore/vm/virtual_machine.h"

namespace relaxscope {

class GpuRecorder final : public cuda::LaunchObserver, private cuda::ActivityReceiver {
 public:
  /// Null if the VM has no GPU.
  static std::unique_ptr<GpuRecorder> make(Engine& engine);
  ~GpuRecorder() override;
  GpuRecorder(const GpuRecorder&) = delete;
  GpuRecorder& operator=(const GpuRecorder&) = delete;

  /// After the recorder's start and stop.
  void start(DeviceRecording recording);
  void stop();
  /// Between runs: pause() before the recorder's, resume() after it.
  void pause();
  void resume();
  /// Before the recorder's beginRun.
  void beginRun();
  /// After the recorder's: waits for the devices and hands over their work, with the recording's clock stopped.
  void endRun();
  /// The same, without the work of the run.
  void dropRun();

  void before(const cuda::WorkRequest& request) override;
  void after(int status) override;
  void captureBegins() override;
  void captureEnds(cuda::GraphExec graph) noexcept override;

 private:
  /// What is known of a launch.
  struct Launch {
    cuda::Function function = nullptr;
    cuda::GraphExec graph = nullptr;
  };
  /// Work of a replayed graph, until all of the replay was told.
  struct GraphWork {
    size_t launch = 0;  ///< place in launches_
    CollectedWork work;
    std::string name;
  };

  explicit GpuRecorder(Engine& engine) : engine_(engine) {}
  void addDevice(const cuda::CudaDevice& device);
  void openCollector();
  void readClock(bool first);
  /// What `work` does to the devices; a fault of theirs ends the collection, as the run reports it.
  template <class Work>
  void guarded(Work&& work);
  void flush(bool keep);
  void waitForDevices();
  [[nodiscard]] uint64_t currentEvent() const;
  [[nodiscard]] uint64_t currentPc() const;
  [[nodiscard]] Launch* launchOf(uint64_t number);
  /// Hands over graphWork_ with the instructions that it was captured from.
  void addGraphWork();
  /// Ends the collection; the reason is that there are no times, if none were told.
  void endCollection(const std::string& reason);
  uint32_t residentBlocks(uint32_t device, cuda::Function function, const LaunchShape& shape);
  void receive(const cuda::DeviceActivity& activity) override;
  void receiveLost(uint64_t dropped, uint64_t invalid) override;
  /// The request's time by the host's clock, until now.
  void addHostWork();

  Engine& engine_;
  std::vector<const cuda::CudaDevice*> devices_;  ///< by row of the tables
  StoppedClock stops_;
  std::unique_ptr<DeviceWorkSink> sink_;  ///< while a recording goes on
  std::unique_ptr<cuda::ActivityCollector> collector_;
  LaunchMode mode_ = LaunchMode::Asynchronous;
  uint32_t domain_ = kNoIndex;
  std::atomic<std::thread::id> thread_;
  bool recording_ = false;  ///< and not paused
  bool keep_ = true;        ///< what the collector tells
  bool told_ = false;       ///< any work
  std::vector<GraphWork> graphWork_;
  std::vector<Launch> launches_;
  uint64_t firstLaunch_ = 0;
  std::map<std::tuple<cuda::Function, uint64_t, uint32_t>, uint32_t> resident_;

  // The request under way.
  cuda::WorkRequest request_;
  int64_t asked_ = 0;
  uint64_t launch_ = kNoLaunch;
  bool observing_ = false;

  bool capturing_ = false;
  std::vector<CapturedWork> captured_;
  std::map<cuda::GraphExec, std::vector<CapturedWork>> graphs_;
};

}  // namespace relaxscope
