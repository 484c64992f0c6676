// SPDX-License-Identifier: GPL-3.0-or-later
// Search for bytes or text in a file of any size; thread-safe.
#pragma once

#include <QByteArray>
#include <QString>

#include <optional>
#include <stop_token>

#include "vmcore/base/bytes/bytes.h"

namespace relaxscope {

/// User input as bytes: "7f 45 4c 46" and "0x7f454c46" in hexadecimal, anything else, or anything between
/// quotes, as UTF-8 text. Empty for an empty pattern.
QByteArray hexPattern(const QString& typed);
/// Parses an offset: "4096", "0x1000", "1000h"; nullopt if invalid.
std::optional<uint64_t> hexOffset(const QString& typed);
/// The nearest match of `needle` that begins after `from` (before it when `backwards`), wrapping around at the
/// ends; nullopt without a match or when stopped.
std::optional<uint64_t> findBytes(const Bytes& hay, const QByteArray& needle, uint64_t from, bool backwards,
                                  const std::stop_token& stop);

}  // namespace relaxscope
