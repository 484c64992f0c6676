// SPDX-License-Identifier: GPL-3.0-or-later
// Texts of vmcore's tables in the interface's language: titles of rules and exporters, help of builtins, why a file
// cannot be run. Tests check that every row of those tables has a text.
#pragma once

#include <QString>

#include <string>

#include "vmcore/analysis/run_obstacles.h"
#include "vmcore/model/builtin.h"

namespace relaxscope {

/// "A name cannot be resolved"; the rule's id if it has no title.
QString ruleTitle(const std::string& rule);
bool hasRuleTitle(const std::string& rule);
/// Title of an exporter by its id.
QString exporterTitle(const char* id, const char* fallback);
bool hasExporterTitle(const char* id);
/// "TVM 0.23 to 0.27"; a name with a single version is not translated.
QString producerTitle(Variant variant);
bool hasProducerTitle(Variant variant);
/// "Relax VM · TVM 0.23 to 0.27".
QString variantTitle(Variant variant);
/// A clause that states why an executable cannot be run.
QString obstacleText(const RunObstacle& obstacle);
/// What a builtin does, in one sentence.
QString builtinHelp(const BuiltinRow& row);

}  // namespace relaxscope
