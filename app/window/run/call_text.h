// SPDX-License-Identifier: GPL-3.0-or-later
// Values of arguments as texts in the form of `--input`: their source and the results that they refer to. Most texts
// are classified without parsing them.
#pragma once

#include <QString>

#include <vector>

#include "vmcore/analysis/params.h"
#include "vmcore/run/value.h"

namespace relaxscope {

/// Replaces "callN" in a reference to the result of a removed call.
inline constexpr QLatin1String kDeleted("call?");

/// Where the value of an argument comes from.
enum class ArgumentSource : uint8_t { Random, File, Scalar, Tuple, Result };
ArgumentSource sourceOf(const QString& content, const ParamInfo& param);

/// All references to results of calls, including those inside tuples.
std::vector<ResultRef> refsOf(const QString& value);
/// Whether the value refers to the result of a removed call.
bool isDeleted(const QString& value);
/// The text with renumbered result references: the new index is places[old index], -1 if the call was removed.
QString renumbered(const QString& value, const std::vector<int>& places);

}  // namespace relaxscope
