// SPDX-License-Identifier: Apache-2.0
#include "vmcore/wire/file_sender.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <utility>

#include "vmcore/base/text/text.h"

namespace relaxscope::wire {

FileOffers FileSender::offers() const {
  FileOffers offers;
  for (const LoadFile& file : *files_) {
    offers.files.push_back({file.path, file.place, file.digest, file.identity});
    offers.files.back().identity.size = file.bytes.size();
  }
  return offers;
}

uint64_t FileSender::offeredBytes() const {
  uint64_t bytes = 0;
  for (const LoadFile& file : *files_) bytes += file.bytes.size();
  return bytes;
}

Result<void> FileSender::take(const WantedFiles& wanted) {
  if (wanted.digests.empty() && !hasPart() && state_ != State::Done) {
    state_ = State::Done;
    return {};
  }
  if (state_ != State::Offered) return Error("unexpected WantedFiles");
  for (const std::string& digest : wanted.digests) {
    const auto offered =
        std::find_if(files_->begin(), files_->end(), [&](const LoadFile& file) { return file.digest == digest; });
    if (offered == files_->end()) return Error("it asks for a file that was not offered");
    if (std::find(wanted_.begin(), wanted_.end(), &*offered) != wanted_.end()) return Error("it asks for a file twice");
    wanted_.push_back(&*offered);
    progress_.wanted += offered->bytes.size();
  }
  state_ = State::Sending;
  return {};
}

Result<FilePart> FileSender::nextPart() {
  assert(hasPart());
  const LoadFile& file = *wanted_[current_];
  FilePart part{file.digest, offset_, {}};
  std::vector<uint8_t> data(std::min<uint64_t>(kMaxFilePart, file.bytes.size() - offset_));
  if (!file.bytes.copyTo(offset_, data))
    return Error(fmt::format("{}: the file changed while it was sent to the worker", printable(file.path)));
  offset_ += data.size();
  progress_.sent += data.size();
  part.data = Bytes::own(std::move(data));
  if (offset_ == file.bytes.size()) {
    ++current_;
    offset_ = 0;
  }
  return part;
}

}  // namespace relaxscope::wire
