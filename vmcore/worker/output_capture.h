// SPDX-License-Identifier: Apache-2.0
// Sends what native code prints on descriptors 1 and 2 as Output messages, in order with the others: drain() before an
// answer sends everything printed so far.
#pragma once

#include <array>
#include <mutex>
#include <thread>

#include "vmcore/worker/channel.h"

namespace relaxscope::worker {

class OutputCapture {
 public:
  explicit OutputCapture(Channel& channel);
  OutputCapture(const OutputCapture&) = delete;
  OutputCapture& operator=(const OutputCapture&) = delete;

  /// Redirects 1 and 2 to the capture again, whatever a kernel did to them.
  void attach() noexcept;
  /// Flushes C streams and sends all captured output.
  void drain();
  /// The same without C streams, locks or allocation, for a signal handler.
  void drainInCrash() noexcept;

 private:
  struct Stream {
    int readEnd = -1, writeEnd = -1;
    int target = 1;  ///< the descriptor that it captures
  };
  void readForEver();
  /// Reads once; false where nothing was available.
  bool readOnce(const Stream& stream);

  Channel& channel_;
  std::array<Stream, 2> streams_;
  std::mutex reading_;
};

}  // namespace relaxscope::worker
