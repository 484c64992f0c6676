// SPDX-License-Identifier: GPL-3.0-or-later
// Quick open's search for functions and calls of an executable by name.
#pragma once

#include <QString>
#include <QStringList>

#include <stop_token>
#include <vector>

#include "vmcore/model/executable.h"

namespace relaxscope {

/// A search hit: a function, or with a pc the call of it at that pc.
struct DocumentHit {
  FuncIndex function;
  InstrIndex pc;
};

/// The `limit` best functions whose names match `query` (see FuzzyQuery), then calls of them; if names contain the
/// query as it is typed, calls of these alone. `recent`: names of functions that were chosen lately, the last one
/// first. Memory does not grow with the executable but for one byte per function. Thread-safe.
std::vector<DocumentHit> searchExecutable(const Executable& executable, const QString& query, const QStringList& recent,
                                          size_t limit, const std::stop_token& stop = {});

}  // namespace relaxscope
