// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/mutation.h"

#include <algorithm>
#include <cstring>

#include "tests/fuzz/random.h"

namespace relaxscope::fuzz {
namespace {

constexpr uint64_t kNastyWords[] = {0,
                                    1,
                                    2,
                                    3,
                                    4,
                                    7,
                                    8,
                                    0xFF,
                                    0xFFFF,
                                    0x7FFFFFFF,
                                    0x80000000,
                                    0xFFFFFFFF,
                                    uint64_t{1} << 20,
                                    uint64_t{1} << 32,
                                    uint64_t{1} << 40,
                                    uint64_t{1} << 53,
                                    uint64_t{1} << 54,
                                    (uint64_t{1} << 54) + 1,
                                    uint64_t{1} << 55,
                                    uint64_t{1} << 56,
                                    uint64_t{9} << 56,
                                    uint64_t{1} << 60,
                                    uint64_t{1} << 61,
                                    uint64_t{1} << 62,
                                    uint64_t{1} << 63,
                                    ~uint64_t{0},
                                    ~uint64_t{1},
                                    0x7FFFFFFFFFFFFFFF};

void flipBytes(Buffer& bytes, Random& random) {
  for (size_t n = 1 + random.below(4); n > 0; --n)
    bytes[random.below(bytes.size())] ^= static_cast<uint8_t>(1 + random.below(255));
}
/// An offset for a word: half of the time a word of the code section (a multiple of 8 bytes before the end).
size_t wordPlace(const Buffer& bytes, Random& random) {
  const size_t last = bytes.size() - 8;
  return random.below(2) == 0 ? random.below(last + 1) : last - 8 * random.below(last / 8 + 1);
}
void setWord(Buffer& bytes, Random& random) {
  if (bytes.size() < 8) return flipBytes(bytes, random);
  const uint64_t word = kNastyWords[random.below(std::size(kNastyWords))];
  std::memcpy(bytes.data() + wordPlace(bytes, random), &word, 8);
}
/// Changes a count or index slightly.
void nudgeWord(Buffer& bytes, Random& random) {
  if (bytes.size() < 8) return flipBytes(bytes, random);
  uint8_t* place = bytes.data() + wordPlace(bytes, random);
  uint64_t word;
  std::memcpy(&word, place, 8);
  word += random.below(33) - uint64_t{16};
  std::memcpy(place, &word, 8);
}
void truncate(Buffer& bytes, Random& random) { bytes.resize(random.below(bytes.size())); }
void remove(Buffer& bytes, Random& random) {
  const size_t at = random.below(bytes.size()), size = 1 + random.below(std::min<size_t>(64, bytes.size() - at));
  bytes.erase(bytes.begin() + static_cast<std::ptrdiff_t>(at), bytes.begin() + static_cast<std::ptrdiff_t>(at + size));
}
void insertCopy(Buffer& bytes, const Buffer& from, Random& random) {
  const size_t begin = random.below(from.size()), size = 1 + random.below(std::min<size_t>(256, from.size() - begin));
  const Buffer piece(from.begin() + static_cast<std::ptrdiff_t>(begin),
                     from.begin() + static_cast<std::ptrdiff_t>(begin + size));
  bytes.insert(bytes.begin() + static_cast<std::ptrdiff_t>(random.below(bytes.size() + 1)), piece.begin(), piece.end());
}
void overwrite(Buffer& bytes, const Buffer& from, Random& random) {
  const size_t begin = random.below(from.size()), at = random.below(bytes.size());
  const size_t size = 1 + random.below(std::min({size_t{256}, from.size() - begin, bytes.size() - at}));
  std::memmove(bytes.data() + at, from.data() + begin, size);
}

void change(Buffer& bytes, const Buffer& other, Random& random) {
  switch (random.below(10)) {
    case 0:
    case 1: return flipBytes(bytes, random);
    case 2:
    case 3:
    case 4: return setWord(bytes, random);
    case 5:
    case 6: return nudgeWord(bytes, random);
    case 7: return random.below(4) == 0 ? truncate(bytes, random) : remove(bytes, random);
    case 8: return insertCopy(bytes, Buffer(other), random);
    default: return overwrite(bytes, Buffer(other), random);
  }
}

}  // namespace

Buffer mutated(const std::vector<Buffer>& files, uint64_t seed, uint64_t number) {
  Random random(seed * 0x9E3779B97F4A7C15ULL + number);
  Buffer bytes = files[random.below(files.size())];
  for (size_t n = 1 + random.below(8); n > 0 && !bytes.empty(); --n) {
    const Buffer& other = files[random.below(files.size())];
    if (!other.empty()) change(bytes, other, random);
  }
  return bytes;
}

}  // namespace relaxscope::fuzz
