// SPDX-License-Identifier: Apache-2.0
// What native code prints on descriptors 1 and 2 becomes Output messages, in order with the others:
// drain() before an answer puts everything printed so far ahead of it.
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

  /// Points 1 and 2 at us again, whatever a kernel did to them.
  void attach() noexcept;
  /// Flushes C streams and sends all that was printed.
  void drain();
  /// The same without C streams, locks or allocation, for a signal handler.
  void drainInCrash() noexcept;

 private:
  struct Stream {
    int readEnd = -1, writeEnd = -1;
    int target = 1;  ///< the descriptor it stands for
  };
  void readForEver();
  /// Reads once; false when nothing was there.
  bool readOnce(const Stream& stream);

  Channel& channel_;
  std::array<Stream, 2> streams_;
  std::mutex reading_;
};

}  // namespace relaxscope::worker
