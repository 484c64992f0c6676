// SPDX-License-Identifier: Apache-2.0
// .npz: a ZIP archive of .npy members (PKWARE's APPNOTE 6.3). Sizes come from the central directory, so members with a
// data descriptor are read like any other.
#include "vmcore/format/container/npz.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <limits>
#include <new>
#include <optional>

#include "vmcore/base/bytes/byte_reader.h"
#include "vmcore/base/text/text.h"
#include "vmcore/format/container/inflate.h"

namespace relaxscope {
namespace {

constexpr uint32_t kLocalSignature = 0x04034b50;
constexpr uint32_t kCentralSignature = 0x02014b50;
constexpr uint32_t kEndSignature = 0x06054b50;
constexpr uint32_t kEnd64Signature = 0x06064b50;
constexpr uint32_t kLocator64Signature = 0x07064b50;
constexpr size_t kEndBytes = 22;
constexpr size_t kLocator64Bytes = 20;
constexpr size_t kCentralBytes = 46;
constexpr size_t kMaxComment = 65'535;
constexpr uint16_t kZip64Extra = 0x0001;
constexpr uint16_t kStored = 0, kDeflated = 8;
constexpr uint16_t kEncrypted = 1;
constexpr uint32_t kMax32 = 0xFFFFFFFFu;
// Deflate compresses at most 1032 to 1: a higher ratio is a decompression bomb or damage.
constexpr uint64_t kMaxNpzRatio = 1032;

struct Member {
  std::string name;
  uint16_t flags = 0, method = 0;
  uint32_t crc = 0;
  uint64_t packedSize = 0, size = 0, localOffset = 0;
};
struct Directory {
  uint64_t count = 0, size = 0, offset = 0;
};

uint32_t word32At(const Bytes& file, size_t at) {
  uint32_t word = 0;
  std::memcpy(&word, file.slice(at, sizeof(word)).data(), sizeof(word));
  return word;
}

/// The end record is within the last 64 KiB, before a comment whose length it stores.
std::optional<size_t> findEnd(const Bytes& file) {
  if (file.size() < kEndBytes) return std::nullopt;
  const size_t last = file.size() - kEndBytes;
  const size_t first = last > kMaxComment ? last - kMaxComment : 0;
  for (size_t at = last + 1; at-- > first;)
    if (word32At(file, at) == kEndSignature) return at;
  return std::nullopt;
}

Result<Directory> readDirectory64(const Bytes& file, size_t locatorAt) {
  ByteReader locator(file.slice(locatorAt + 8, sizeof(uint64_t)), locatorAt + 8);
  RS_TRY(const uint64_t at, locator.read<uint64_t>("zip64 locator"));
  if (at > file.size()) return Error(fmt::format("zip64 end record at byte {} of {}", at, file.size()), locatorAt);
  ByteReader in(file.slice(static_cast<size_t>(at), file.size()), at);
  RS_TRY(const uint32_t signature, in.read<uint32_t>("zip64 end record"));
  if (signature != kEnd64Signature) return Error("zip64 end record has another signature", at);
  RS_CHECK(in.readBytes(8 + 2 + 2 + 4 + 4 + 8, "zip64 end record"));
  Directory directory;
  RS_TRY(directory.count, in.read<uint64_t>("zip64 end record"));
  RS_TRY(directory.size, in.read<uint64_t>("zip64 end record"));
  RS_TRY(directory.offset, in.read<uint64_t>("zip64 end record"));
  return directory;
}

Result<Directory> readDirectory(const Bytes& file) {
  const std::optional<size_t> end = findEnd(file);
  if (!end) return Error("not a .npz archive: no ZIP end record");
  ByteReader in(file.slice(*end + 4, kEndBytes - 4), *end + 4);
  Directory directory;
  RS_CHECK(in.readBytes(2 + 2 + 2, "ZIP end record"));
  RS_TRY(directory.count, in.read<uint16_t>("ZIP end record"));
  RS_TRY(directory.size, in.read<uint32_t>("ZIP end record"));
  RS_TRY(directory.offset, in.read<uint32_t>("ZIP end record"));
  const bool needs64 = directory.count == 0xFFFF || directory.size == kMax32 || directory.offset == kMax32;
  if (needs64 && *end >= kLocator64Bytes && word32At(file, *end - kLocator64Bytes) == kLocator64Signature)
    return readDirectory64(file, *end - kLocator64Bytes);
  return directory;
}

/// The zip64 extra field holds those of size, packed size and offset that are 0xFFFFFFFF, in this order.
Result<void> readExtra(const Bytes& extra, uint64_t base, Member& member) {
  ByteReader in(extra, base);
  while (in.remaining() >= 4) {
    RS_TRY(const uint16_t id, in.read<uint16_t>("extra field"));
    RS_TRY(const uint16_t size, in.read<uint16_t>("extra field"));
    const uint64_t at = in.fileOffset();
    RS_TRY(const Bytes body, in.readBytes(size, "extra field"));
    if (id != kZip64Extra) continue;
    ByteReader fields(body, at);
    for (uint64_t* value : {&member.size, &member.packedSize, &member.localOffset}) {
      if (*value != kMax32) continue;
      RS_TRY(*value, fields.read<uint64_t>("zip64 extra field"));
    }
  }
  return {};
}

Result<Member> readCentral(ByteReader& in) {
  Member member;
  RS_TRY(const uint32_t signature, in.read<uint32_t>("directory entry"));
  if (signature != kCentralSignature) return Error("directory entry has another signature", in.fileOffset() - 4);
  RS_CHECK(in.readBytes(2 + 2, "directory entry"));
  RS_TRY(member.flags, in.read<uint16_t>("flags"));
  RS_TRY(member.method, in.read<uint16_t>("method"));
  RS_CHECK(in.readBytes(2 + 2, "time"));
  RS_TRY(member.crc, in.read<uint32_t>("checksum"));
  RS_TRY(member.packedSize, in.read<uint32_t>("packed size"));
  RS_TRY(member.size, in.read<uint32_t>("size"));
  RS_TRY(const uint16_t nameSize, in.read<uint16_t>("name length"));
  RS_TRY(const uint16_t extraSize, in.read<uint16_t>("extra length"));
  RS_TRY(const uint16_t commentSize, in.read<uint16_t>("comment length"));
  RS_CHECK(in.readBytes(2 + 2 + 4, "attributes"));
  RS_TRY(member.localOffset, in.read<uint32_t>("offset"));
  RS_TRY(const Bytes name, in.readBytes(nameSize, "name"));
  member.name = name.text();
  const uint64_t extraAt = in.fileOffset();
  RS_TRY(const Bytes extra, in.readBytes(extraSize, "extra field"));
  RS_CHECK(in.readBytes(commentSize, "comment"));
  RS_CHECK(readExtra(extra, extraAt, member));
  return member;
}

Result<std::vector<Member>> readMembers(const Bytes& file) {
  RS_TRY(const Directory directory, readDirectory(file));
  if (directory.offset > file.size() || directory.size > file.size() - directory.offset)
    return Error(fmt::format("ZIP directory of {} bytes at byte {} lies outside the file of {}", directory.size,
                             directory.offset, file.size()));
  if (directory.count > directory.size / kCentralBytes)
    return Error(fmt::format("ZIP directory declares {} members in {} bytes", directory.count, directory.size),
                 directory.offset);
  ByteReader in(file.slice(static_cast<size_t>(directory.offset), static_cast<size_t>(directory.size)),
                directory.offset);
  std::vector<Member> members;
  uint64_t total = 0, packed = 0;
  for (uint64_t i = 0; i < directory.count; ++i) {
    auto member = readCentral(in);
    if (!member.ok())
      return Error(fmt::format("member {}: {}", i, member.error().message),
                   member.error().byteOffset.value_or(in.fileOffset()));
    // Members that share their data would each be unpacked, so a small file could become large.
    if (__builtin_add_overflow(packed, member->packedSize, &packed) || packed > file.size())
      return Error(fmt::format("members share their data: {} bytes in a file of {}", packed, file.size()),
                   in.fileOffset());
    if (__builtin_add_overflow(total, member->size, &total) || total / kMaxNpzRatio > file.size())
      return Error(fmt::format("members unpack to more than {} bytes, which {} bytes cannot hold", total, file.size()),
                   in.fileOffset());
    members.push_back(*std::move(member));
  }
  return members;
}

/// The packed bytes, after the local header (whose name and extra field may differ in length).
Result<Bytes> packedBytes(const Bytes& file, const Member& member) {
  if (member.localOffset > file.size())
    return Error(fmt::format("data at byte {} of {}", member.localOffset, file.size()));
  ByteReader in(file.slice(static_cast<size_t>(member.localOffset), file.size()), member.localOffset);
  RS_TRY(const uint32_t signature, in.read<uint32_t>("local header"));
  if (signature != kLocalSignature) return Error("local header has another signature", member.localOffset);
  RS_CHECK(in.readBytes(22, "local header"));
  RS_TRY(const uint16_t nameSize, in.read<uint16_t>("local header"));
  RS_TRY(const uint16_t extraSize, in.read<uint16_t>("local header"));
  RS_CHECK(in.readBytes(uint64_t{nameSize} + extraSize, "local header"));
  return in.readBytes(member.packedSize, "packed data");
}

constexpr size_t kZlibPiece = size_t{1} << 30;  // zlib counts in 32 bits

Result<Bytes> inflated(const Bytes& packed, uint64_t size) {
  Inflated data = inflateBytes(packed, DeflateForm::Raw, size);
  if (data.end == Inflated::End::CannotStart) return Error("zlib cannot be initialized");
  if (data.end == Inflated::End::NoMemory) return Error(fmt::format("no memory for {} bytes", size));
  if (data.end == Inflated::End::Damaged) return Error("deflated data is damaged");
  if (data.end != Inflated::End::Done || data.made != size)
    return Error(fmt::format("deflated data does not unpack to the declared {} bytes", size));
  return std::move(data.bytes);
}

/// Checksum of Bytes or BytePieces, without loading all of them into memory.
template <class Data>
uint32_t checksum(const Data& data) {
  uLong crc = crc32(0, nullptr, 0);
  data.forEachPiece([&](std::span<const uint8_t> piece) {
    for (size_t at = 0; at < piece.size(); at += kZlibPiece)
      crc = crc32(crc, piece.data() + at, static_cast<uInt>(std::min(kZlibPiece, piece.size() - at)));
    return true;
  });
  return static_cast<uint32_t>(crc);
}

Result<Bytes> readMember(const Bytes& file, const Member& member) {
  if ((member.flags & kEncrypted) != 0) return Error("is encrypted");
  RS_TRY(Bytes packed, packedBytes(file, member));
  Bytes data;
  if (member.method == kStored) {
    if (member.packedSize != member.size)
      return Error(fmt::format("stored with {} of {} bytes", member.packedSize, member.size));
    data = std::move(packed);
  } else if (member.method == kDeflated) {
    if (member.size / kMaxNpzRatio > packed.size())
      return Error(fmt::format("{} bytes cannot unpack to {}", packed.size(), member.size));
    RS_TRY(data, inflated(packed, member.size));
  } else {
    return Error(fmt::format("compression method {} is not supported (stored and deflated are)", member.method));
  }
  if (checksum(data) != member.crc) return Error("wrong checksum: the data is damaged");
  return data;
}

}  // namespace

Result<std::vector<std::pair<std::string, NpyArray>>> readNpz(const Bytes& file) {
  RS_TRY(const std::vector<Member> members, readMembers(file));
  std::vector<std::pair<std::string, NpyArray>> arrays;
  for (const Member& member : members) {
    const auto inMember = [&](const Error& error) {
      return Error(
          fmt::format("member \"{}\": {}", printable(std::string_view(member.name).substr(0, 80)), error.message));
    };
    if (!member.name.ends_with(".npy")) return inMember(Error("is not a .npy array"));
    try {
      auto data = readMember(file, member);
      if (!data.ok()) return inMember(data.error());
      auto array = readNpy(*data);
      if (!array.ok()) return inMember(array.error());
      arrays.emplace_back(member.name.substr(0, member.name.size() - 4), *std::move(array));
    } catch (const std::bad_alloc&) { return inMember(Error(fmt::format("no memory for {} bytes", member.size))); }
  }
  return arrays;
}

namespace {

constexpr uint16_t kVersionPlain = 20, kVersion64 = 45;
constexpr uint16_t kUtf8Name = 1 << 11;
constexpr uint16_t kDate1980 = 0x21;  // 1980-01-01: the same arrays give the same bytes

/// A member's fields as in both headers; sizes above 32 bits are in the extra field.
struct Written {
  std::string name;
  uint32_t crc = 0;
  uint64_t size = 0, offset = 0;
  [[nodiscard]] bool large() const { return size >= kMax32; }
  [[nodiscard]] bool far() const { return offset >= kMax32; }
};

void writeCommon(PieceWriter& out, const Written& member, uint16_t extraSize) {
  const bool wide = member.large() || member.far();
  out.write<uint16_t>(wide ? kVersion64 : kVersionPlain);
  out.write<uint16_t>(kUtf8Name);
  out.write<uint16_t>(kStored);
  out.write<uint16_t>(0);
  out.write<uint16_t>(kDate1980);
  out.write<uint32_t>(member.crc);
  const uint32_t size = member.large() ? kMax32 : static_cast<uint32_t>(member.size);
  out.write<uint32_t>(size);
  out.write<uint32_t>(size);
  out.write<uint16_t>(static_cast<uint16_t>(member.name.size()));
  out.write<uint16_t>(extraSize);
}
void writeText(PieceWriter& out, std::string_view text) {
  out.writeBytes({reinterpret_cast<const uint8_t*>(text.data()), text.size()});
}

void writeLocal(PieceWriter& out, const Written& member) {
  out.write<uint32_t>(kLocalSignature);
  writeCommon(out, member, member.large() ? 20 : 0);
  writeText(out, member.name);
  if (!member.large()) return;
  out.write<uint16_t>(kZip64Extra);
  out.write<uint16_t>(16);
  out.write<uint64_t>(member.size);
  out.write<uint64_t>(member.size);
}

void writeCentral(PieceWriter& out, const Written& member) {
  const int fields = (member.large() ? 2 : 0) + (member.far() ? 1 : 0);
  out.write<uint32_t>(kCentralSignature);
  out.write<uint16_t>(kVersion64);
  writeCommon(out, member, static_cast<uint16_t>(fields == 0 ? 0 : 4 + 8 * fields));
  out.write<uint16_t>(0);  // comment
  out.write<uint16_t>(0);  // disk
  out.write<uint16_t>(0);  // attributes
  out.write<uint32_t>(0);
  out.write<uint32_t>(member.far() ? kMax32 : static_cast<uint32_t>(member.offset));
  writeText(out, member.name);
  if (fields == 0) return;
  out.write<uint16_t>(kZip64Extra);
  out.write<uint16_t>(static_cast<uint16_t>(8 * fields));
  if (member.large()) {
    out.write<uint64_t>(member.size);
    out.write<uint64_t>(member.size);
  }
  if (member.far()) out.write<uint64_t>(member.offset);
}

void writeEnd(PieceWriter& out, uint64_t count, uint64_t offset) {
  const uint64_t end = out.size();
  const uint64_t size = end - offset;
  if (count >= 0xFFFF || size >= kMax32 || offset >= kMax32) {
    out.write<uint32_t>(kEnd64Signature);
    out.write<uint64_t>(44);
    out.write<uint16_t>(kVersion64);
    out.write<uint16_t>(kVersion64);
    out.write<uint32_t>(0);
    out.write<uint32_t>(0);
    for (const uint64_t value : {count, count, size, offset}) out.write<uint64_t>(value);
    out.write<uint32_t>(kLocator64Signature);
    out.write<uint32_t>(0);
    out.write<uint64_t>(end);
    out.write<uint32_t>(1);
  }
  out.write<uint32_t>(kEndSignature);
  out.write<uint16_t>(0);
  out.write<uint16_t>(0);
  const auto shortCount = static_cast<uint16_t>(std::min<uint64_t>(count, 0xFFFF));
  out.write<uint16_t>(shortCount);
  out.write<uint16_t>(shortCount);
  out.write<uint32_t>(static_cast<uint32_t>(std::min<uint64_t>(size, kMax32)));
  out.write<uint32_t>(static_cast<uint32_t>(std::min<uint64_t>(offset, kMax32)));
  out.write<uint16_t>(0);
}

}  // namespace

BytePieces npzPieces(const std::vector<std::pair<std::string, NpyArray>>& arrays) {
  PieceWriter out;
  std::vector<Written> members;
  for (const auto& [name, array] : arrays) {
    const BytePieces data = npyPieces(array);
    Written member{name.substr(0, kMaxComment - 4) + ".npy", checksum(data), data.size(), out.size()};
    writeLocal(out, member);
    out.writeBytes(data);
    members.push_back(std::move(member));
  }
  const uint64_t offset = out.size();
  for (const Written& member : members) writeCentral(out, member);
  writeEnd(out, members.size(), offset);
  return out.take();
}

std::vector<uint8_t> writeNpz(const std::vector<std::pair<std::string, NpyArray>>& arrays) {
  return npzPieces(arrays).bytes();
}

}  // namespace relaxscope
