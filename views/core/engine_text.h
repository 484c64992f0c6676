// SPDX-License-Identifier: GPL-3.0-or-later
// Messages of vmcore in the interface's language. vmcore, which knows no Qt, and a worker on another host write them in
// English, and profiles store them; here they are recognized by their sentence.
#pragma once

#include <QString>

#include <string>

namespace relaxscope {

/// The message in the interface's language, its values as they are; parts that no sentence of views/core/messages
/// matches stay English. "argument 0: tuples are nested too deeply" is translated in both parts.
QString engineText(const QString& message);
QString engineText(const std::string& message);

}  // namespace relaxscope
