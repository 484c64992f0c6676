// SPDX-License-Identifier: Apache-2.0
// The records that the program asked for, on their way to its buffers: the driver's threads append them, a thread of
// its own asks the program for buffers, fills them and hands them over.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "vmcore/device/cuda/activity/cupti_abi.h"
#include "vmcore/device/cuda/emulation.h"

namespace relaxscope::emulated {

class Records {
 public:
  static Records& ofProcess();

  void setCallbacks(cuda::cupti::RequestBuffer request, cuda::cupti::CompleteBuffer filled);
  /// A status of CUPTI.
  int enable(uint32_t kind, bool on);
  int enableCall(uint32_t callback, bool on);
  /// Hands over all records so far; waits for it.
  void flush();
  /// Records that were dropped since the last call.
  uint64_t takeDropped();

  static void pushExternal(uint32_t kind, uint64_t id);
  /// False if there is none.
  static bool popExternal(uint32_t kind, uint64_t& last);

 private:
  Records() = default;
  /// Sets or removes the driver's sink; false if there is no driver.
  bool connect();
  [[nodiscard]] bool isEnabled(uint32_t kind) const { return kinds_.contains(kind); }
  void addWork(const WorkRecord& work);
  void addCall(const ApiRecord& call);
  void addMemory(const MemoryCallRecord& record);
  void addWait(int type, uint32_t stream, uint32_t correlation, uint64_t start, uint64_t end);

  void deliverForever();
  /// Without the mutex.
  void deliver(const std::vector<char>& records);
  void deliverOne(const char* record, size_t bytes);
  void complete();

  std::mutex mutex_;
  std::condition_variable changed_;
  cuda::cupti::RequestBuffer request_ = nullptr;
  cuda::cupti::CompleteBuffer complete_ = nullptr;
  std::set<uint32_t> kinds_, calls_;
  std::vector<char> queue_;
  std::set<std::string> names_;
  uint64_t flushesAsked_ = 0, flushesDone_ = 0, dropped_ = 0;
  bool started_ = false;
  // Of the delivering thread.
  uint8_t* buffer_ = nullptr;
  size_t bufferBytes_ = 0, used_ = 0;
  uint64_t requested_ = 0;  ///< buffers since the last flush
};

}  // namespace relaxscope::emulated
