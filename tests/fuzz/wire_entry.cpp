// SPDX-License-Identifier: Apache-2.0
// Messages from a peer of the worker protocol, and arguments typed by a user.
#include "tests/fuzz/entries.h"
#include "vmcore/run/input_spec.h"
#include "vmcore/run/value_json.h"
#include "vmcore/wire/session.h"

namespace relaxscope::fuzz {
namespace {

using namespace wire;

/// A host receives the input during a run.
void runSession(std::span<const uint8_t> bytes) {
  Session session;
  const auto receive = [&](const Message& message) {
    session.feed(encode(message));
    promise(session.next().ok(), "messages of a conforming worker decode");
  };
  receive(Hello{});
  session.load({});
  receive(Loaded{});
  session.run({});
  RunStarted started;
  started.info.functionNames = {"main", "add"};
  receive(started);
  session.feed(bytes);
  for (;;) {
    const auto next = session.next();
    if (!next.ok() || !next->has_value()) break;
  }
  const Trace& trace = session.trace();
  for (const auto& chunk : trace.workChunks())
    for (size_t i = 0; i < chunk->rows.size(); ++i)
      promise(chunk->rows.track[i] < trace.device.tracks.size(), "tracks of device work are known");
  for (const auto& chunk : trace.chunks())
    for (size_t i = 0; i < chunk->size(); ++i)
      promise(chunk->site(i).function == kNoIndex || chunk->site(i).function < 2, "functions of events are known");
}

/// A host receives the input while it sends files: it sends those that were offered, in parts, and no others.
void runTransfer(std::span<const uint8_t> bytes) {
  static const Bytes kContent = Bytes::own(std::vector<uint8_t>(2 * kMaxFilePart + 1));
  static const auto kFiles = std::make_shared<const std::vector<LoadFile>>(std::vector<LoadFile>{
      {"a", "/a", std::string(64, 'a'), kContent, {}}, {"b", "/b", std::string(64, 'b'), Bytes(), {}}});
  Session session;
  session.feed(encode(Hello{}));
  promise(session.next().ok(), "a greeting decodes");
  session.load({}, kFiles);
  session.feed(bytes);
  for (auto next = session.next(); next.ok() && next->has_value(); next = session.next()) {}
  size_t parts = 0;
  for (auto more = session.more(); !more.empty(); more = session.more()) {
    promise(more.size() <= kMaxFilePart + 1000, "parts are small");
    promise(++parts <= 5, "each file is sent once, then the request");
  }
  promise(session.fileBytesSent() <= kContent.size(), "each file is sent once");
}

/// A greeting is found at the same place however the stream is cut.
void runGreeting(std::span<const uint8_t> bytes) {
  GreetingFinder whole, pieces;
  const std::vector<uint8_t> once = whole.feed(bytes);
  std::vector<uint8_t> twice = pieces.feed(bytes.first(bytes.size() / 2));
  const std::vector<uint8_t> rest = pieces.feed(bytes.subspan(bytes.size() / 2));
  twice.insert(twice.end(), rest.begin(), rest.end());
  promise(once == twice && whole.isFound() == pieces.isFound(), "a cut changes nothing");
}

/// The stream decodes equally when cut into two pieces; decoded messages can be encoded again.
void runDecoder(std::span<const uint8_t> bytes) {
  Decoder whole, pieces;
  whole.feed(bytes);
  pieces.feed(bytes.first(bytes.size() / 2));
  std::vector<Message> early;
  for (auto next = pieces.next(); next.ok() && next->has_value(); next = pieces.next())
    early.push_back(**std::move(next));
  pieces.feed(bytes.subspan(bytes.size() / 2));
  for (auto next = pieces.next(); next.ok() && next->has_value(); next = pieces.next())
    early.push_back(**std::move(next));
  size_t count = 0;
  for (auto next = whole.next(); next.ok() && next->has_value(); next = whole.next(), ++count) {
    promise(count < early.size() && early[count].index() == (*next)->index(), "a cut changes nothing");
    const auto encoded = encode(**next);
    Decoder again;
    again.feed(encoded);
    auto back = again.next();
    promise(back.ok() && back->has_value() && encode(**back) == encoded, "a decoded message encodes again");
  }
  promise(count == early.size(), "a cut changes nothing");
}

}  // namespace

void runWire(const Bytes& input) {
  runDecoder(input.span());
  runSession(input.span());
  runTransfer(input.span());
  runGreeting(input.span());
}

void runValues(const Bytes& input) {
  const TensorValue array{DataType{2, 32, 1}, {1}, Bytes::own({0, 0, 0, 0})};
  const FindArray find = [&](const std::string&) { return &array; };
  if (auto values = readArguments(input.text(), find); values.ok()) {
    ValueWriter writer([](DataType dtype) { return dtype; });
    for (const Value& value : *values) {
      const std::string json = "[" + writer.write(value, "x") + "]";
      promise(readArguments(json, find).ok(), "a value that was read can be written and read");
      if (const auto text = inputText(value)) promise(parseInputContent(*text).ok(), "a value's text can be read");
    }
  }
  if (const auto script = readScript(input.text(), find); script.ok()) {
    ValueWriter writer([](DataType dtype) { return dtype; });
    promise(readScript(writeScript(*script, writer, [](size_t, size_t) { return std::string("x"); }), find).ok(),
            "a script that was read can be written and read");
  }
  (void)parseInputSpec(input.text().substr(0, 4096));
}

}  // namespace relaxscope::fuzz
