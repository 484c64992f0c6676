// SPDX-License-Identifier: Apache-2.0
// The .npy format, versions 1.0 to 3.0 (NumPy's numpy/lib/format.py documents it): magic, version,
// header length, a Python dictionary literal with descr, fortran_order and shape, then the data.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <new>
#include <optional>

#include "vmcore/base/bytes/byte_reader.h"
#include "vmcore/base/bytes/byte_writer.h"
#include "vmcore/base/text/number.h"
#include "vmcore/base/text/text.h"
#include "vmcore/format/container/npz.h"
#include "vmcore/format/container/tensor_bytes.h"

namespace relaxscope {
namespace {

constexpr std::string_view kNpyMagic = "\x93NUMPY";
constexpr size_t kMaxRank = 64;
constexpr size_t kHeaderAlignment = 64;

struct DtypeRow {
  std::string_view descr;  ///< without the byte order
  DataType dtype;
};
constexpr DtypeRow kDtypes[] = {
    {"b1", {6, 8, 1}},  {"i1", {0, 8, 1}},  {"i2", {0, 16, 1}}, {"i4", {0, 32, 1}},
    {"i8", {0, 64, 1}}, {"u1", {1, 8, 1}},  {"u2", {1, 16, 1}}, {"u4", {1, 32, 1}},
    {"u8", {1, 64, 1}}, {"f2", {2, 16, 1}}, {"f4", {2, 32, 1}}, {"f8", {2, 64, 1}},
};

struct NpyHeader {
  DataType dtype;
  bool bigEndian = false;
  bool fortranOrder = false;
  std::vector<int64_t> shape;
};

/// Reads the dictionary literal of a header: only the Python syntax that NumPy writes.
class HeaderParser {
 public:
  explicit HeaderParser(std::string_view text) : text_(text) {}

  Result<NpyHeader> run() {
    NpyHeader header;
    bool descr = false, order = false, shape = false;
    if (!take('{')) return fault();
    while (!take('}')) {
      RS_TRY(const std::string_view key, string());
      if (!take(':')) return fault();
      if (key == "descr") {
        RS_CHECK(readDescr(header));
        descr = true;
      } else if (key == "fortran_order") {
        RS_TRY(header.fortranOrder, boolean());
        order = true;
      } else if (key == "shape") {
        RS_TRY(header.shape, tuple());
        shape = true;
      } else {
        return Error(fmt::format("npy header has an unknown entry \"{}\"", printable(key.substr(0, 40))));
      }
      if (!take(',') && !at('}')) return fault();
    }
    if (!descr || !order || !shape) return Error("npy header lacks descr, fortran_order or shape");
    return header;
  }

 private:
  void skipBlanks() {
    while (!text_.empty() && (text_.front() == ' ' || text_.front() == '\n' || text_.front() == '\t'))
      text_.remove_prefix(1);
  }
  bool at(char c) {
    skipBlanks();
    return !text_.empty() && text_.front() == c;
  }
  bool take(char c) {
    if (!at(c)) return false;
    text_.remove_prefix(1);
    return true;
  }
  bool takeWord(std::string_view word) {
    skipBlanks();
    if (!text_.starts_with(word)) return false;
    text_.remove_prefix(word.size());
    return true;
  }
  static Error fault() { return Error("npy header is not a dictionary as NumPy writes it"); }

  Result<std::string_view> string() {
    skipBlanks();
    if (text_.empty() || (text_.front() != '\'' && text_.front() != '"')) return fault();
    const size_t end = text_.find(text_.front(), 1);
    if (end == std::string_view::npos) return fault();
    const std::string_view value = text_.substr(1, end - 1);
    text_.remove_prefix(end + 1);
    return value;
  }
  Result<bool> boolean() {
    if (takeWord("True")) return true;
    if (takeWord("False")) return false;
    return fault();
  }
  Result<std::vector<int64_t>> tuple() {
    std::vector<int64_t> values;
    if (!take('(')) return fault();
    while (!take(')')) {
      skipBlanks();
      const std::optional<int64_t> value = takeNumber<int64_t>(text_);
      if (!value) return fault();
      if (*value < 0) return Error(fmt::format("npy shape has a negative extent, {}", *value));
      values.push_back(*value);
      if (values.size() > kMaxRank) return Error(fmt::format("npy array has more than {} dimensions", kMaxRank));
      takeWord("L");  // suffix of Python 2 long integers
      if (!take(',') && !at(')')) return fault();
    }
    return values;
  }
  Result<void> readDescr(NpyHeader& header) {
    if (at('[')) return Error("npy dtype is a structure, which a tensor cannot hold");
    RS_TRY(const std::string_view descr, string());
    const bool ordered = !descr.empty() && std::string_view("<>=|").find(descr.front()) != std::string_view::npos;
    const std::string_view name = ordered ? descr.substr(1) : descr;
    const auto* row =
        std::find_if(std::begin(kDtypes), std::end(kDtypes), [&](const DtypeRow& each) { return each.descr == name; });
    if (row == std::end(kDtypes))
      return Error(fmt::format(
          "npy dtype \"{}\" is not supported (bool, int8 to int64, uint8 to uint64, float16 to float64 are)",
          printable(descr.substr(0, 40))));
    header.dtype = row->dtype;
    header.bigEndian = ordered && descr.front() == '>';
    return {};
  }

  std::string_view text_;
};

Result<NpyHeader> readNpyHeader(ByteReader& in) {
  RS_TRY(const Bytes magic, in.readBytes(kNpyMagic.size(), "npy magic"));
  if (magic.text() != kNpyMagic) return Error("not a .npy array: the magic is missing", 0);
  RS_TRY(const uint8_t major, in.read<uint8_t>("npy version"));
  RS_TRY(const uint8_t minor, in.read<uint8_t>("npy version"));
  if (major < 1 || major > 3 || minor != 0)
    return Error(fmt::format("npy version {}.{} is not 1.0, 2.0 or 3.0", major, minor));
  uint64_t length = 0;
  if (major == 1) {
    RS_TRY(length, in.read<uint16_t>("npy header length"));
  } else {
    RS_TRY(length, in.read<uint32_t>("npy header length"));
  }
  RS_TRY(const Bytes text, in.readBytes(length, "npy header"));
  return HeaderParser(text.text()).run();
}

void swapBytes(std::vector<uint8_t>& data, size_t width) {
  for (size_t at = 0; at + width <= data.size(); at += width)
    std::reverse(data.begin() + static_cast<std::ptrdiff_t>(at),
                 data.begin() + static_cast<std::ptrdiff_t>(at + width));
}

/// Column-major data in row-major order: iterates over the result and tracks the source offset.
std::vector<uint8_t> transposed(const Bytes& data, const std::vector<int64_t>& shape, size_t width) {
  std::vector<uint8_t> out(data.size());
  std::vector<int64_t> index(shape.size(), 0), stride(shape.size(), 1);
  for (size_t d = 1; d < shape.size(); ++d) stride[d] = stride[d - 1] * shape[d - 1];
  int64_t from = 0;
  for (size_t at = 0; at < out.size(); at += width) {
    std::memcpy(out.data() + at, data.data() + static_cast<size_t>(from) * width, width);
    for (size_t d = shape.size(); d-- > 0;) {
      from += stride[d];
      if (++index[d] < shape[d]) break;
      from -= stride[d] * shape[d];
      index[d] = 0;
    }
  }
  return out;
}

std::span<const uint8_t> asBytes(std::string_view text) {
  return {reinterpret_cast<const uint8_t*>(text.data()), text.size()};
}

std::string_view descrOf(DataType dtype) {
  for (const DtypeRow& row : kDtypes)
    if (row.dtype == dtype) return row.descr;
  return {};
}

}  // namespace

Result<NpyArray> readNpy(const Bytes& file) {
  ByteReader in(file);
  RS_TRY(NpyHeader header, readNpyHeader(in));
  const std::optional<int64_t> wanted = dataBytes(header.shape, header.dtype);
  if (!wanted) return Error("npy array has more bytes than an int64 can count");
  RS_TRY(Bytes data, in.readBytes(static_cast<uint64_t>(*wanted), "npy data"));
  const auto width = static_cast<size_t>(header.dtype.elementBytes());
  try {
    if (header.bigEndian && width > 1) {
      std::vector<uint8_t> swapped(data.data(), data.data() + data.size());
      swapBytes(swapped, width);
      data = Bytes::own(std::move(swapped));
    }
    if (header.fortranOrder && header.shape.size() > 1 && !data.empty())
      data = Bytes::own(transposed(data, header.shape, width));
  } catch (const std::bad_alloc&) { return Error(fmt::format("no memory for an npy array of {} bytes", *wanted)); }
  return NpyArray{header.dtype, std::move(header.shape), std::move(data)};
}

DataType storedAs(DataType dtype) {
  if (!descrOf(dtype).empty()) return dtype;
  for (const uint8_t bits : {8, 16, 32})
    if (dtype.elementBytes() * 8 <= bits) return DataType{1, bits, 1};
  return DataType{1, 64, 1};
}

BytePieces npyPieces(const NpyArray& array) {
  const DataType stored = storedAs(array.dtype);
  std::string shape;
  for (const int64_t extent : array.shape)
    shape += fmt::format("{}{}", shape.empty() ? "" : " ", fmt::format("{},", extent));
  // NumPy writes "(2, 3)", and "(2,)" for one dimension.
  if (array.shape.size() > 1) shape.pop_back();
  const char order = stored.elementBytes() == 1 ? '|' : '<';
  std::string header =
      fmt::format("{{'descr': '{}{}', 'fortran_order': False, 'shape': ({}), }}", order, descrOf(stored), shape);
  const size_t fixed = kNpyMagic.size() + 2 + 2;
  header.append((kHeaderAlignment - (fixed + header.size() + 1) % kHeaderAlignment) % kHeaderAlignment, ' ');
  header += '\n';
  PieceWriter out;
  out.writeBytes(asBytes(kNpyMagic));
  out.write<uint8_t>(1);
  out.write<uint8_t>(0);
  out.write<uint16_t>(static_cast<uint16_t>(header.size()));
  out.writeBytes(asBytes(header));
  out.writeBytes(array.data);
  return out.take();
}

std::vector<uint8_t> writeNpy(const NpyArray& array) { return npyPieces(array).bytes(); }

}  // namespace relaxscope
