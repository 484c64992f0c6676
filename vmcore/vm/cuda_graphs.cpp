// SPDX-License-Identifier: Apache-2.0
#include "vmcore/vm/cuda_graphs.h"

#include <fmt/format.h>

#include <map>
#include <utility>

#include "vmcore/device/cuda/cuda_device.h"
#include "vmcore/vm/objects/device_copy.h"

namespace relaxscope {
namespace {

/// A capture of the work that a stream of its own is given; the thread's launches go to it while the object exists.
class Capture {
 public:
  explicit Capture(cuda::CudaDevice& device) : device_(device), driver_(device.driver()) {
    device_.activate();
    stream_ = device_.createStream();
    try {
      device_.check(driver_.captureBegin(static_cast<cuda::Stream>(stream_), cuda::CaptureThreadLocal),
                    "cuStreamBeginCapture");
    } catch (...) {
      device_.destroyStream(stream_);
      throw;
    }
    before_ = device_.exchangeStream(stream_);
    observer_ = device_.observer();
    if (observer_ != nullptr) observer_->captureBegins();
  }
  ~Capture() {
    leave();
    if (observer_ != nullptr) observer_->captureEnds(exec_);
    cuda::Graph unused = nullptr;
    if (!ended_ && driver_.captureEnd(static_cast<cuda::Stream>(stream_), &unused) == cuda::Success &&
        unused != nullptr)
      driver_.graphDestroy(unused);
    device_.destroyStream(stream_);
  }
  Capture(const Capture&) = delete;
  Capture& operator=(const Capture&) = delete;

  /// The captured work as a graph that can be launched.
  cuda::GraphExec end() {
    leave();
    ended_ = true;
    cuda::Graph graph = nullptr;
    device_.check(driver_.captureEnd(static_cast<cuda::Stream>(stream_), &graph), "cuStreamEndCapture");
    const int status = driver_.graphInstantiate(&exec_, graph, 0);
    driver_.graphDestroy(graph);
    if (status != cuda::Success) exec_ = nullptr;
    device_.check(status, "cuGraphInstantiateWithFlags");
    return exec_;
  }

 private:
  void leave() {
    if (std::exchange(inside_, false)) device_.exchangeStream(before_);
  }

  cuda::CudaDevice& device_;
  const cuda::Driver& driver_;
  Device::Stream stream_ = nullptr, before_ = nullptr;
  cuda::LaunchObserver* observer_ = nullptr;
  cuda::GraphExec exec_ = nullptr;
  bool inside_ = true, ended_ = false;
};

class Graphs final : public CudaGraphs {
 public:
  explicit Graphs(cuda::CudaDevice& device) : device_(device) {}
  ~Graphs() override {
    if (device_.driver().contextSet(device_.context()) != cuda::Success) return;
    for (const auto& [key, graph] : captured_) device_.driver().graphExecDestroy(graph.exec);
  }

  bool replay(const CudaGraphKey& key, ffi::Any* result) override {
    const auto found = captured_.find(key);
    if (found == captured_.end()) return false;
    onDevice([&] {
      device_.activate();
      const cuda::Stream stream = device_.currentStream();
      const auto request = [&] {
        cuda::WorkRequest made;
        made.device = &device_;
        made.stream = stream;
        made.graph = found->second.exec;
        return made;
      };
      const auto launch = [&] { return device_.driver().graphLaunch(found->second.exec, stream); };
      device_.check(device_.observed(request, launch), "cuGraphLaunch");
    });
    *result = found->second.result;
    return true;
  }

  void capture(const CudaGraphKey& key, const std::function<void(ffi::Any*)>& call, ffi::Any* result) override {
    if (device_.driver().captureBegin == nullptr || device_.driver().graphInstantiate == nullptr)
      raise("DeviceError",
            fmt::format("this CUDA driver ({}) has no graphs", cuda::versionText(device_.driver().version)));
    onDevice([&] {
      Capture capture(device_);
      call(result);
      captured_[key] = {capture.end(), *result};
    });
  }

  [[nodiscard]] const ffi::Any* allocation(int64_t entry) const override {
    const auto found = allocations_.find(entry);
    return found == allocations_.end() ? nullptr : &found->second;
  }
  void keepAllocation(int64_t entry, ffi::Any result) override { allocations_[entry] = std::move(result); }

 private:
  struct Captured {
    cuda::GraphExec exec = nullptr;
    ffi::Any result;
  };
  cuda::CudaDevice& device_;
  std::map<CudaGraphKey, Captured> captured_;
  std::map<int64_t, ffi::Any> allocations_;
};

}  // namespace

std::unique_ptr<CudaGraphs> makeCudaGraphs(Device& device) {
  return std::make_unique<Graphs>(static_cast<cuda::CudaDevice&>(device));
}

}  // namespace relaxscope
