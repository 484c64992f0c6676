// SPDX-License-Identifier: GPL-3.0-or-later
// Values of arguments as texts, in the form of `--input`: where they come from and which results they take. Most of
// them cost a look at their letters.
#pragma once

#include <QString>

#include <vector>

#include "vmcore/analysis/params.h"
#include "vmcore/run/value.h"

namespace relaxscope {

/// In place of the number of a call that is gone.
inline constexpr QLatin1String kGone("call?");

/// Where the value of an argument comes from.
enum class ArgumentSource : uint8_t { Random, File, Scalar, Tuple, Result };
ArgumentSource sourceOf(const QString& content, const ParamInfo& param);

/// The calls and fields whose results are taken, also in tuples.
std::vector<ResultRef> refsOf(const QString& value);
/// Whether it takes the result of a call that was removed.
bool isGone(const QString& value);
/// The text with results of calls whose index is now places[old index], -1 where they are gone.
QString renumbered(const QString& value, const std::vector<int>& places);

}  // namespace relaxscope
