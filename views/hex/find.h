// SPDX-License-Identifier: GPL-3.0-or-later
// Finding bytes or text in a file of any size, on any thread.
#pragma once

#include <QByteArray>
#include <QString>

#include <optional>
#include <stop_token>

#include "vmcore/base/bytes/bytes.h"

namespace relaxscope {

/// What a person typed as the bytes it stands for: "7f 45 4c 46" and "0x7f454c46" in hexadecimal, anything
/// else, or anything between quotes, as UTF-8 text. Empty for an empty pattern.
QByteArray hexPattern(const QString& typed);
/// An offset as people write it: "4096", "0x1000", "1000h"; nothing where it is none.
std::optional<uint64_t> hexOffset(const QString& typed);
/// The nearest place of `needle` that begins behind `from` (before it when `backwards`), going round the
/// end; nothing where there is none, or when stopped.
std::optional<uint64_t> findBytes(const Bytes& hay, const QByteArray& needle, uint64_t from, bool backwards,
                                  const std::stop_token& stop);

}  // namespace relaxscope
