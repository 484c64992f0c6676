// SPDX-License-Identifier: GPL-3.0-or-later
// What a kernel computes and moves per second, where its shapes tell, beside the device's peak.
#pragma once

#include <QString>

#include <utility>
#include <vector>

#include "views/core/document.h"
#include "views/profile/work_facts.h"

namespace relaxscope {

/// Rows of name and value; none for an emulated device, for copies, or without recorded shapes.
std::vector<std::pair<QString, QString>> kernelRates(const Document& document, const ProfileTracks& tracks,
                                                     const WorkFacts& work);

}  // namespace relaxscope
