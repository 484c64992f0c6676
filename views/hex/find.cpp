// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/hex/find.h"

#include <QRegularExpression>

#include <algorithm>
#include <cstring>
#include <vector>

namespace relaxscope {
namespace {

constexpr uint64_t kPiece = uint64_t{4} << 20;  ///< bytes between two checks of the stop token

/// The first offset in [begin, end) where a complete match begins, or nullopt. Reads pieces that overlap by the
/// needle's length minus one and keeps none of them.
std::optional<uint64_t> firstIn(const Bytes& hay, const QByteArray& needle, uint64_t begin, uint64_t end,
                                const std::stop_token& stop) {
  const auto length = static_cast<uint64_t>(needle.size());
  std::vector<uint8_t> piece;
  for (uint64_t at = begin; at < end && !stop.stop_requested(); at += kPiece) {
    const uint64_t last = std::min({at + kPiece + length - 1, end + length - 1, static_cast<uint64_t>(hay.size())});
    if (last < at + length) continue;
    piece.resize(last - at);
    hay.copyTo(at, piece);
    const void* found = memmem(piece.data(), piece.size(), needle.constData(), length);
    if (found != nullptr) return at + static_cast<uint64_t>(static_cast<const uint8_t*>(found) - piece.data());
  }
  return std::nullopt;
}

/// The last such offset.
std::optional<uint64_t> lastIn(const Bytes& hay, const QByteArray& needle, uint64_t begin, uint64_t end,
                               const std::stop_token& stop) {
  const auto length = static_cast<uint64_t>(needle.size());
  std::vector<uint8_t> piece;
  for (uint64_t high = end; high > begin && !stop.stop_requested();) {
    const uint64_t low = high - begin > kPiece ? high - kPiece : begin;
    piece.resize(std::min(high + length - 1, static_cast<uint64_t>(hay.size())) - low);
    hay.copyTo(low, piece);
    const auto hit = std::find_end(piece.begin(), piece.end(), needle.begin(), needle.end(),
                                   [](uint8_t a, char b) { return a == static_cast<uint8_t>(b); });
    if (hit != piece.end()) return low + static_cast<uint64_t>(hit - piece.begin());
    high = low;
  }
  return std::nullopt;
}

}  // namespace

QByteArray hexPattern(const QString& typed) {
  QString text = typed.trimmed();
  if (text.size() >= 2 && text.startsWith(u'"') && text.endsWith(u'"')) return text.mid(1, text.size() - 2).toUtf8();
  if (text.startsWith(QStringLiteral("0x"), Qt::CaseInsensitive)) text = text.mid(2);
  static const QRegularExpression kHex(QStringLiteral("^([0-9a-fA-F]{2}\\s*)+$"));
  if (kHex.match(text).hasMatch()) return QByteArray::fromHex(text.toLatin1());
  return typed.toUtf8();
}

std::optional<uint64_t> hexOffset(const QString& typed) {
  QString text = typed.trimmed();
  text.remove(QLatin1Char(','));
  int base = 10;
  if (text.startsWith(QStringLiteral("0x"), Qt::CaseInsensitive)) {
    text = text.mid(2);
    base = 16;
  } else if (text.endsWith(QLatin1Char('h'), Qt::CaseInsensitive)) {
    text.chop(1);
    base = 16;
  }
  bool ok = false;
  const qulonglong value = text.toULongLong(&ok, base);
  return ok ? std::optional<uint64_t>(value) : std::nullopt;
}

std::optional<uint64_t> findBytes(const Bytes& hay, const QByteArray& needle, uint64_t from, bool backwards,
                                  const std::stop_token& stop) {
  if (needle.isEmpty() || static_cast<uint64_t>(needle.size()) > hay.size()) return std::nullopt;
  const uint64_t places = hay.size() - static_cast<uint64_t>(needle.size()) + 1;  // possible start offsets
  from = std::min(from, places);
  if (backwards) {
    if (const auto found = lastIn(hay, needle, 0, from, stop)) return found;
    return lastIn(hay, needle, from, places, stop);
  }
  const uint64_t after = std::min(from + 1, places);
  if (const auto found = firstIn(hay, needle, after, places, stop)) return found;
  return firstIn(hay, needle, 0, after, stop);
}

}  // namespace relaxscope
