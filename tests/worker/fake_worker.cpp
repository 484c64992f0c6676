// SPDX-License-Identifier: Apache-2.0
// A malicious worker: `fake_worker MODE` sends a valid greeting and then misbehaves in one way.
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "vmcore/wire/messages.h"

using namespace relaxscope;
using namespace relaxscope::wire;

namespace {

void put(const std::vector<uint8_t>& bytes) {
  for (size_t at = 0; at < bytes.size();) {
    const ssize_t n = write(STDOUT_FILENO, bytes.data() + at, bytes.size() - at);
    if (n <= 0) _exit(1);
    at += static_cast<size_t>(n);
  }
}
void say(const Message& message) { put(encode(message)); }
/// With protocols from `oldest`, 0 for `newest` only.
void greet(uint32_t newest = kProtocolVersion, uint32_t oldest = 0, std::vector<std::string> capabilities = {}) {
  say(Hello{newest, "fake-worker 0.0", 1, {"cpu"}, "", oldest, std::move(capabilities), ""});
}

/// Waits for the first message of that type.
template <class M>
M await() {
  static Decoder decoder;
  for (;;) {
    auto message = decoder.next();
    if (!message) _exit(1);
    if (*message && std::holds_alternative<M>(**message)) return std::get<M>(**message);
    if (*message) continue;
    std::vector<uint8_t> bytes(1 << 16);
    const ssize_t n = read(STDIN_FILENO, bytes.data(), bytes.size());
    if (n <= 0) _exit(0);
    decoder.feed(std::span(bytes).first(static_cast<size_t>(n)));
  }
}
[[noreturn]] void staySilent() {
  for (;;) pause();
}
void loadAndAwaitRun(uint32_t newest = kProtocolVersion, uint32_t oldest = 0) {
  greet(newest, oldest);
  await<Load>();
  say(Loaded{{"main"}, 1});
  await<Run>();
}

/// Asks for the first file that the host offers; its digest.
std::string askForAFile() {
  greet(kProtocolVersion, 0, {kCanReceiveFiles});
  const FileOffers offers = await<FileOffers>();
  say(WantedFiles{{offers.files.at(0).digest}});
  return offers.files.at(0).digest;
}
/// Misbehaves in a transfer of files.
void transfer(const std::string& mode) {
  if (mode == "asks for others") {
    greet(kProtocolVersion, 0, {kCanReceiveFiles});
    await<FileOffers>();
    say(WantedFiles{{std::string(64, '0')}});
    staySilent();
  }
  if (mode == "dies while it receives") askForAFile(), await<FilePart>(), raise(SIGKILL);
  if (mode == "asks again") {
    const std::string digest = askForAFile();
    await<FilePart>();
    say(WantedFiles{{digest}});
    staySilent();
  }
  if (mode == "never reads a file") askForAFile(), staySilent();
  if (mode == "greets only") greet(kProtocolVersion, 0, {kCanReceiveFiles}), staySilent();
}

}  // namespace

int main(int argc, char** argv) {
  const std::string mode = argc > 1 ? argv[1] : "";
  std::signal(SIGPIPE, SIG_IGN);
  if (mode == "banner") std::puts("Welcome to this machine"), std::fflush(stdout), staySilent();
  if (mode == "complains") return std::fputs("no such host\n", stderr), 255;
  if (mode == "endless banner") {
    for (int i = 0; i < 5000; ++i) std::puts("Welcome to this machine");
    std::fflush(stdout);
    staySilent();
  }
  if (mode == "banner, greets") {
    std::puts("Last login: today\nWelcome to this machine");
    std::fflush(stdout);
    loadAndAwaitRun();
    say(RunFinished{{Value{int64_t{1}}}, {}, 1, {}, 0});
    staySilent();
  }
  if (mode == "version") greet(kProtocolVersion + 1), staySilent();
  if (mode == "old version") greet(kOldestProtocol - 1, 3), staySilent();
  if (mode == "newer release") {
    loadAndAwaitRun(kProtocolVersion + 3, kProtocolVersion);
    say(RunFinished{{Value{int64_t{1}}}, {}, 1, {}, 0});
    staySilent();
  }
  if (mode == "no files") {
    greet();
    await<Load>();
    say(Failure{"LoadError", "cannot open it", std::nullopt, 0, false});
    staySilent();
  }
  transfer(mode);
  if (mode == "huge") greet(), put({0xff, 0xff, 0xff, 0x7f, 3}), staySilent();
  if (mode == "garbage") greet(), put(std::vector<uint8_t>(5000, 0xa5)), staySilent();
  if (mode == "early") greet(), say(RunFinished{}), staySilent();
  if (mode == "ends") return greet(), 0;
  if (mode == "silent") loadAndAwaitRun(), staySilent();
  if (mode == "dies") loadAndAwaitRun(), raise(SIGKILL);
  if (mode == "half") {
    loadAndAwaitRun();
    auto bytes = encode(RunFinished{{Value{int64_t{1}}}, {}, 1, {}, 0});
    bytes.resize(bytes.size() / 2);
    put(bytes);
    return 0;
  }
  if (mode == "events") {
    loadAndAwaitRun();
    EventBatch batch;
    batch.chunk = std::make_shared<TraceChunk>();
    batch.chunk->events = {{0}, {1}, {0}, {0}, {77}, {0}, {0}};
    RunStarted started;
    started.info.functionNames = {"main"};
    say(started);
    say(batch);
    staySilent();
  }
  if (mode == "flood") {
    loadAndAwaitRun();
    const auto bytes = encode(Output{false, std::string(1 << 20, 'x')});
    for (int i = 0; i < 200; ++i) put(bytes);
    say(RunFinished{{Value{int64_t{1}}}, {}, 1, {}, 0});
    staySilent();
  }
  if (mode == "deaf") {  // never reads
    greet();
    staySilent();
  }
  return 2;
}
