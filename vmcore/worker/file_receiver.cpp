// SPDX-License-Identifier: Apache-2.0
#include "vmcore/worker/file_receiver.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "vmcore/base/text/text.h"
#include "vmcore/format/file_bytes.h"

namespace relaxscope::worker {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMostPath = 4096;

/// Whether a path leads to a file below the folder that it is appended to, without a link or "..".
bool isPlace(const std::string& place) {
  if (place.size() > kMostPath || !place.starts_with('/') || place.ends_with('/') ||
      place.find('\0') != std::string::npos)
    return false;
  const fs::path path(place);
  return std::none_of(path.begin(), path.end(), [](const fs::path& part) { return part == ".." || part == "."; });
}

/// Whether the worker sees a file of that content at the host's path.
bool isSameContent(const wire::FileOffer& offer) {
  const auto here = identityOf(offer.path);
  if (!here || here->size != offer.identity.size) return false;
  const auto bytes = readFileBytes(offer.path);
  return bytes.ok() && sha256Hex(*bytes) == offer.digest;
}

}  // namespace

void FileReceiver::setHostMachine(std::string token) {
  const std::lock_guard hold(lock_);
  hostMachine_ = std::move(token);
}

Result<void> FileReceiver::checkOffers(const wire::FileOffers& offers) const {
  if (offers.files.size() > wire::kMaxFiles)
    return Error(fmt::format("{} files are offered, at most {} are allowed", offers.files.size(), wire::kMaxFiles));
  for (const wire::FileOffer& offer : offers.files) {
    if (!isDigest(offer.digest)) return Error(fmt::format("not a SHA-256: {}", printable(offer.digest)));
    if (!isPlace(offer.place)) return Error(fmt::format("not an absolute path of a file: {}", printable(offer.place)));
  }
  return {};
}

Result<std::vector<std::string>> FileReceiver::offer(const wire::FileOffers& offers) {
  const std::lock_guard hold(lock_);
  RS_CHECK(checkOffers(offers));
  places_.clear();
  wanted_.clear();
  incoming_.reset();
  current_ = 0;
  state_ = State::Idle;
  offers_ = offers.files;
  std::vector<std::string> digests;
  uint64_t bytes = 0;
  for (const wire::FileOffer& each : offers_) {
    RS_TRY(const bool found, find(each));
    if (found || std::find(digests.begin(), digests.end(), each.digest) != digests.end()) continue;
    digests.push_back(each.digest);
    wanted_.push_back(&each);
    bytes += std::min(each.identity.size, FileStore::kMostBytes << 8);  // no overflow: such a file does not fit anyway
  }
  if (wanted_.empty()) {
    placeOthers();
    return digests;
  }
  RS_TRY(FileStore* const to, store());
  RS_CHECK(to->makeRoom(bytes));
  state_ = State::Receiving;
  return digests;
}

Result<bool> FileReceiver::find(const wire::FileOffer& offer) {
  const std::string machine = machineToken();
  if (!machine.empty() && machine == hostMachine_ && identityOf(offer.path) == offer.identity) return true;
  if (auto opened = store(); !opened) return opened.error();
  RS_TRY(const bool stored, placeStored(offer));
  return stored || isSameContent(offer);
}

Result<bool> FileReceiver::placeStored(const wire::FileOffer& offer) {
  const std::string place = placeOf(offer);
  RS_TRY(const bool stored, store_->place(offer.digest, offer.identity.size, place));
  if (stored) places_[offer.path] = place;
  return stored;
}

/// Where some files are in the store, the others appear beside them, as they find each other by their folders.
void FileReceiver::placeOthers() {
  if (places_.empty()) return;
  std::error_code failed;
  for (const wire::FileOffer& offer : offers_) {
    if (places_.contains(offer.path)) continue;
    const fs::path place = placeOf(offer);
    fs::create_directories(place.parent_path(), failed);
    fs::remove(place, failed);
    fs::create_symlink(fs::absolute(offer.path, failed), place, failed);
    if (!failed) places_[offer.path] = place.string();
  }
}

Result<bool> FileReceiver::add(const wire::FilePart& part) {
  const std::lock_guard hold(lock_);
  if (state_ != State::Receiving) return false;
  if (auto added = addChecked(part); !added) {
    state_ = State::Failed;
    incoming_.reset();
    return added.error();
  }
  if (current_ < wanted_.size()) return false;
  state_ = State::Idle;
  placeOthers();
  return true;
}

Result<void> FileReceiver::addChecked(const wire::FilePart& part) {
  const wire::FileOffer& file = *wanted_[current_];
  if (!incoming_) {
    auto created = store_->receive(file.digest, file.identity.size);
    if (!created) return created.error();
    incoming_.emplace(*std::move(created));
  }
  if (part.digest != file.digest || part.offset != incoming_->written())
    return Error(fmt::format("{}: its parts came out of order", printable(file.path)));
  const auto named = [&](const Error& error) {
    return Error(fmt::format("{}: {}", printable(file.path), error.text()));
  };
  if (auto written = incoming_->write(part.data.span()); !written) return named(written.error());
  if (!incoming_->isComplete()) return {};
  auto kept = store_->keep(*std::exchange(incoming_, std::nullopt));
  if (!kept) return named(kept.error());
  for (const wire::FileOffer& offer : offers_) {
    if (offer.digest != file.digest) continue;
    RS_TRY(const bool placed, placeStored(offer));
    if (!placed) return named(Error("it was removed from the store as soon as it was received"));
  }
  ++current_;
  return {};
}

bool FileReceiver::expectsPart() const {
  const std::lock_guard hold(lock_);
  return state_ != State::Idle;
}

Result<FileStore*> FileReceiver::store() {
  if (!store_) {
    auto opened = openStore_();
    if (!opened) return opened.error();
    store_.emplace(*std::move(opened));
  }
  return &*store_;
}

std::string FileReceiver::placeOf(const wire::FileOffer& offer) const { return store_->own() + "/seen" + offer.place; }

LoadRequest FileReceiver::located(LoadRequest request) const {
  const std::lock_guard hold(lock_);
  const auto locate = [this](std::string& path) {
    if (const auto found = places_.find(path); found != places_.end()) path = found->second;
  };
  locate(request.path);
  locate(request.constants);
  for (std::string& library : request.libraries) locate(library);
  return request;
}

std::string FileReceiver::withHostNames(std::string text) const {
  const std::lock_guard hold(lock_);
  for (const auto& [path, place] : places_)
    for (size_t at = 0; (at = text.find(place, at)) != std::string::npos; at += path.size())
      text.replace(at, place.size(), path);
  return text;
}

void FileReceiver::discard() {
  const std::lock_guard hold(lock_);
  incoming_.reset();
  places_.clear();
  state_ = State::Idle;
  store_.reset();
}

}  // namespace relaxscope::worker
