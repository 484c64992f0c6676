// SPDX-License-Identifier: Apache-2.0
// The worker's side of a transfer of files: finds the offered ones here or in the store, receives the others, and says
// where each is. Thread-safe.
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "vmcore/base/result.h"
#include "vmcore/wire/messages.h"
#include "vmcore/worker/file_store.h"

namespace relaxscope::worker {

class FileReceiver {
 public:
  /// Opens the store when it is needed first.
  using OpenStore = std::function<Result<FileStore>()>;
  explicit FileReceiver(OpenStore openStore = FileStore::openUsual) : openStore_(std::move(openStore)) {}

  /// machineToken() of the host.
  void setHostMachine(std::string token);
  /// Digests of the files that must be sent, each once. A file is not needed if its path leads to the host's own file,
  /// if the store has it, or if its path leads to one with its digest. Replaces earlier offers.
  Result<std::vector<std::string>> offer(const wire::FileOffers& offers);
  /// Takes the next part; true when all files are here. After an error, parts that are still on their way are ignored.
  Result<bool> add(const wire::FilePart& part);
  /// Whether a part may come.
  [[nodiscard]] bool expectsPart() const;
  /// The request with the places where its files are here.
  [[nodiscard]] LoadRequest located(LoadRequest request) const;
  /// A message about the files with the host's names for them.
  [[nodiscard]] std::string withHostNames(std::string text) const;
  /// Removes the files of this process.
  void discard();

 private:
  enum class State : uint8_t { Idle, Receiving, Failed };

  Result<void> checkOffers(const wire::FileOffers& offers) const;
  Result<bool> find(const wire::FileOffer& offer);
  Result<bool> placeStored(const wire::FileOffer& offer);
  void placeOthers();
  Result<void> addChecked(const wire::FilePart& part);
  Result<FileStore*> store();
  [[nodiscard]] std::string placeOf(const wire::FileOffer& offer) const;

  const OpenStore openStore_;
  mutable std::mutex lock_;
  std::string hostMachine_;
  std::optional<FileStore> store_;
  std::vector<wire::FileOffer> offers_;
  std::vector<const wire::FileOffer*> wanted_;  ///< in offers_
  size_t current_ = 0;                          ///< in wanted_
  std::optional<IncomingFile> incoming_;
  std::map<std::string, std::string> places_;  ///< by path of the host
  State state_ = State::Idle;
};

}  // namespace relaxscope::worker
