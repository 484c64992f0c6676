// SPDX-License-Identifier: Apache-2.0
#include "vmcore/wire/messages.h"

#include <fmt/format.h>

#include <array>
#include <cstring>

#include "vmcore/base/text/text.h"
#include "vmcore/wire/cbor_check.h"
#include "vmcore/wire/event_codec.h"
#include "vmcore/wire/fields.h"

namespace relaxscope::wire {
namespace {

// A frame's type is the message's index in Message plus one; 0 is a piece of tensor data.
constexpr uint8_t kBlobFrame = 0;
constexpr uint8_t kHelloFrame = 1, kEventFrame = 10, kWorkFrame = 17;
static_assert(std::is_same_v<std::variant_alternative_t<kHelloFrame - 1, Message>, Hello> &&
              std::is_same_v<std::variant_alternative_t<kEventFrame - 1, Message>, EventBatch> &&
              std::is_same_v<std::variant_alternative_t<kWorkFrame - 1, Message>, WorkBatch>);
template <class M>
constexpr bool kIsControl = !std::is_same_v<M, EventBatch> && !std::is_same_v<M, WorkBatch>;
constexpr size_t kMessageKinds = std::variant_size_v<Message>;
constexpr std::array<const char*, kMessageKinds> kNames = {
    "Hello",          "ListDevices",      "Load",       "Run",         "Cancel",   "Quit",        "Devices",
    "Loaded",         "RunStarted",       "EventBatch", "RunFinished", "Progress", "Output",      "Failure",
    "UnrecordedRuns", "DeviceTablesPart", "WorkBatch",  "FileOffers",  "FilePart", "WantedFiles", "Compile",
    "Compiled"};

void appendFrame(std::vector<uint8_t>& out, uint8_t type, std::span<const uint8_t> head,
                 std::span<const uint8_t> body = {}) {
  const auto length = static_cast<uint32_t>(1 + head.size() + body.size());
  const size_t at = out.size();
  out.resize(at + 5);
  std::memcpy(out.data() + at, &length, 4);
  out[at + 4] = type;
  out.insert(out.end(), head.begin(), head.end());
  out.insert(out.end(), body.begin(), body.end());
}

/// Pieces of one tensor: u32 tensor number, bytes. An empty tensor sends one empty piece.
void appendBlob(std::vector<uint8_t>& out, uint32_t number, std::span<const uint8_t> data) {
  std::array<uint8_t, 4> head;
  std::memcpy(head.data(), &number, 4);
  do {
    const auto piece = data.first(std::min<size_t>(data.size(), kMaxBlobPiece));
    appendFrame(out, kBlobFrame, head, piece);
    data = data.subspan(piece.size());
  } while (!data.empty());
}

std::vector<uint8_t> tooLarge(const char* name) {
  return encode(Failure{failureKindName(FailureKind::ProtocolLimit),
                        fmt::format("{} is larger than a frame of the protocol", name), std::nullopt, 0, true});
}

template <size_t I = 0>
Result<Message> readControl(size_t kind, const Json& json, std::vector<Bytes>& blobs) {
  if constexpr (I < kMessageKinds) {
    if (kind != I) return readControl<I + 1>(kind, json, blobs);
    std::variant_alternative_t<I, Message> message{};
    if constexpr (kIsControl<decltype(message)>) {
      FieldReader reader(json, kNames[I], blobs);
      reader.convert(message);
      if (reader.error) return *std::move(reader.error);
    }
    return Message(std::move(message));
  } else {
    return Error(fmt::format("frame of unknown type {}", kind + 1));
  }
}

Result<Message> decodeControl(uint8_t type, std::span<const uint8_t> payload, std::vector<Bytes>& blobs) {
  const char* name = kNames[type - 1];
  if (auto sound = checkCbor(payload); !sound) return Error(fmt::format("{}: {}", name, sound.error().text()));
  const Json json = Json::from_cbor(payload.begin(), payload.end(), true, false);
  if (json.is_discarded()) return Error(fmt::format("{}: CBOR data cannot be read", name));
  return readControl(type - 1u, json, blobs);
}

}  // namespace

const char* messageName(const Message& message) { return kNames[message.index()]; }

std::vector<uint8_t> encode(const Message& message) {
  std::vector<uint8_t> out;
  const auto type = static_cast<uint8_t>(message.index() + 1);
  std::vector<uint8_t> payload;
  if (const auto* batch = std::get_if<EventBatch>(&message)) {
    encodeEvents(*batch, payload);
  } else if (const auto* work = std::get_if<WorkBatch>(&message)) {
    encodeWork(work->rows, payload);
  } else {
    BlobList blobs;
    FieldWriter writer;
    writer.blobs = &blobs;
    std::visit(
        [&](const auto& m) {
          if constexpr (kIsControl<std::decay_t<decltype(m)>>) fields(writer, m);
        },
        message);
    Json::to_cbor(writer.take(), payload);
    for (uint32_t i = 0; const Bytes& blob : blobs.blobs()) appendBlob(out, i++, blob.span());
  }
  if (payload.size() >= kMaxFrameBytes) return tooLarge(messageName(message));
  appendFrame(out, type, payload);
  return out;
}

void Decoder::feed(std::span<const uint8_t> bytes) {
  if (failed_) return;
  if (consumed_ != 0 && consumed_ >= buffer_.size() / 2) {  // keeps appending linear
    buffer_.erase(buffer_.begin(), buffer_.begin() + static_cast<ptrdiff_t>(consumed_));
    consumed_ = 0;
  }
  buffer_.insert(buffer_.end(), bytes.begin(), bytes.end());
}

Result<std::optional<Message>> Decoder::next() {
  if (failed_) return *failed_;
  auto result = take();
  if (!result) {
    failed_ = result.error();
    buffer_ = {};
    consumed_ = 0;
    blobs_ = {};
  }
  return result;
}

Result<std::optional<Message>> Decoder::take() {
  for (;;) {
    if (buffer_.size() - consumed_ < 4) return std::optional<Message>();
    uint32_t length = 0;
    std::memcpy(&length, buffer_.data() + consumed_, 4);
    const uint32_t most = awaitHello_ ? kMaxHelloBytes : kMaxFrameBytes;
    if (length == 0 || length > most)
      return Error(
          fmt::format("a frame of {} bytes, at most {} are allowed", groupedNumber(length), groupedNumber(most)));
    if (buffer_.size() - consumed_ < 5) return std::optional<Message>();
    const uint8_t type = buffer_[consumed_ + 4];
    if (type > kMessageKinds) return Error(fmt::format("a frame of unknown type {}", type));
    if (awaitHello_ && type != kHelloFrame) return Error("the first frame is not a greeting");
    if (buffer_.size() - consumed_ - 4 < length) return std::optional<Message>();
    const std::span<const uint8_t> payload(buffer_.data() + consumed_ + 5, length - 1);
    consumed_ += 4 + size_t{length};
    if (type == kBlobFrame) {
      RS_CHECK(takeBlob(payload));
      continue;
    }
    awaitHello_ = false;
    if (type == kEventFrame) {
      RS_TRY(EventBatch batch, decodeEvents(payload));
      return std::optional<Message>(std::move(batch));
    }
    if (type == kWorkFrame) {
      RS_TRY(DeviceWorkColumns rows, decodeWork(payload));
      return std::optional<Message>(WorkBatch{std::move(rows)});
    }
    std::vector<Bytes> blobs;
    for (auto& blob : blobs_) blobs.push_back(Bytes::own(std::move(blob)));
    blobs_.clear();
    blobBytes_ = 0;
    RS_TRY(Message message, decodeControl(type, payload, blobs));
    return std::optional<Message>(std::move(message));
  }
}

Result<void> Decoder::takeBlob(std::span<const uint8_t> payload) {
  if (payload.size() < 4) return Error("tensor data without an index");
  uint32_t number = 0;
  std::memcpy(&number, payload.data(), 4);
  payload = payload.subspan(4);
  if (number > blobs_.size()) return Error("tensor data out of order");
  if (payload.size() > kMaxBlobPiece || payload.size() > kMaxBlobBytes - blobBytes_)
    return Error("more tensor data than a message may hold");
  if (number == blobs_.size()) blobs_.emplace_back();
  if (blobs_.size() > kMaxCborItems) return Error("more tensors than a message may hold");
  blobs_[number].insert(blobs_[number].end(), payload.begin(), payload.end());
  blobBytes_ += payload.size();
  return {};
}

}  // namespace relaxscope::wire
