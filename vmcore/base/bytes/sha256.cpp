// SPDX-License-Identifier: Apache-2.0
#include "vmcore/base/bytes/sha256.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "vmcore/base/bytes/sha256_blocks.h"

namespace relaxscope {
namespace sha256 {

const uint32_t kRoots[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

namespace {

void blockPortable(State& state, const uint8_t* data) {
  uint32_t w[64];
  for (int i = 0; i < 16; ++i)
    w[i] = uint32_t{data[4 * i]} << 24 | uint32_t{data[4 * i + 1]} << 16 | uint32_t{data[4 * i + 2]} << 8 |
           data[4 * i + 3];
  for (int i = 16; i < 64; ++i) {
    const uint32_t s0 = std::rotr(w[i - 15], 7) ^ std::rotr(w[i - 15], 18) ^ (w[i - 15] >> 3);
    const uint32_t s1 = std::rotr(w[i - 2], 17) ^ std::rotr(w[i - 2], 19) ^ (w[i - 2] >> 10);
    w[i] = w[i - 16] + s0 + w[i - 7] + s1;
  }
  auto [a, b, c, d, e, f, g, h] = state;
  for (int i = 0; i < 64; ++i) {
    const uint32_t t1 =
        h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) + ((e & f) ^ (~e & g)) + kRoots[i] + w[i];
    const uint32_t t2 = (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g, g = f, f = e, e = d + t1, d = c, c = b, b = a, a = t1 + t2;
  }
  const uint32_t added[8] = {a, b, c, d, e, f, g, h};
  for (int i = 0; i < 8; ++i) state[static_cast<size_t>(i)] += added[i];
}

}  // namespace

void blocksPortable(State& state, const uint8_t* data, size_t count) {
  for (; count != 0; --count, data += 64) blockPortable(state, data);
}

}  // namespace sha256

void Sha256::blocks(const uint8_t* data, size_t count) {
  (sha256::hasX86() ? sha256::blocksX86 : sha256::blocksPortable)(state_, data, count);
}

void Sha256::update(std::span<const uint8_t> bytes) {
  total_ += bytes.size();
  if (pendingSize_ != 0) {
    const size_t taken = std::min(bytes.size(), pending_.size() - pendingSize_);
    std::copy_n(bytes.begin(), taken, pending_.begin() + static_cast<ptrdiff_t>(pendingSize_));
    pendingSize_ += taken;
    bytes = bytes.subspan(taken);
    if (pendingSize_ < pending_.size()) return;
    blocks(pending_.data(), 1);
    pendingSize_ = 0;
  }
  blocks(bytes.data(), bytes.size() / 64);
  bytes = bytes.subspan(bytes.size() / 64 * 64);
  std::copy(bytes.begin(), bytes.end(), pending_.begin());
  pendingSize_ = bytes.size();
}

std::array<uint8_t, 32> Sha256::finish() {
  const uint64_t bits = total_ * 8;
  const uint8_t one = 0x80, zero = 0;
  update({&one, 1});
  while (pendingSize_ != 56) update({&zero, 1});
  std::array<uint8_t, 8> length{};
  for (size_t i = 0; i < 8; ++i) length[i] = static_cast<uint8_t>(bits >> (56 - 8 * i));
  update(length);
  std::array<uint8_t, 32> digest{};
  for (size_t i = 0; i < 32; ++i) digest[i] = static_cast<uint8_t>(state_[i / 4] >> (24 - 8 * (i % 4)));
  return digest;
}

namespace {

std::string hexOf(Sha256& hash) {
  std::string text;
  for (const uint8_t byte : hash.finish()) {
    constexpr const char* kDigits = "0123456789abcdef";
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return text;
}

}  // namespace

std::string sha256Hex(std::span<const uint8_t> bytes) {
  Sha256 hash;
  hash.update(bytes);
  return hexOf(hash);
}

std::string sha256Hex(const Bytes& bytes) {
  Sha256 hash;
  const bool whole = bytes.forEachPiece([&](std::span<const uint8_t> piece) { hash.update(piece); });
  return whole ? hexOf(hash) : std::string();
}

}  // namespace relaxscope
