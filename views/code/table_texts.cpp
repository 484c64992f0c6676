// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/code/table_texts.h"

#include <QCoreApplication>

#include <algorithm>
#include <string_view>

#include "views/core/engine_text.h"
#include "vmcore/analysis/lint/rule.h"

namespace relaxscope {
namespace {

struct Title {
  const char *id, *text;
};

constexpr Title kRules[] = {
    {"format.unknown-producer", QT_TRANSLATE_NOOP("rules", "The version in the file does not match its format")},
    {"relay-devices", QT_TRANSLATE_NOOP("rules", "A virtual device does not exist")},
    {"device-index", QT_TRANSLATE_NOOP("rules", "An instruction refers to a nonexistent virtual device")},
    {"operand-value", QT_TRANSLATE_NOOP("rules", "A number in an instruction is out of range")},
    {"packed-attributes", QT_TRANSLATE_NOOP("rules", "Attributes refer to a nonexistent packed function")},
    {"late-bound-constants", QT_TRANSLATE_NOOP("rules", "Late-bound constants")},
    {"tensor-constant", QT_TRANSLATE_NOOP("rules", "Inconsistent tensor constant")},
    {"memory-scope", QT_TRANSLATE_NOOP("rules", "A memory scope refers to a nonexistent constant")},
    {"code-offsets", QT_TRANSLATE_NOOP("rules", "Instructions do not fill the code section")},
    {"opcode", QT_TRANSLATE_NOOP("rules", "Unknown opcode")},
    {"argument-count", QT_TRANSLATE_NOOP("rules", "Wrong number of argument words")},
    {"function-kind", QT_TRANSLATE_NOOP("rules", "Unknown kind of function")},
    {"function-range", QT_TRANSLATE_NOOP("rules", "A function lies outside the code")},
    {"function-registers", QT_TRANSLATE_NOOP("rules", "Register file size out of range")},
    {"register-range", QT_TRANSLATE_NOOP("rules", "Register outside the frame")},
    {"branch-condition", QT_TRANSLATE_NOOP("rules", "A branch tests a register outside the frame")},
    {"constant-index", QT_TRANSLATE_NOOP("rules", "Constant does not exist")},
    {"function-index", QT_TRANSLATE_NOOP("rules", "Function does not exist")},
    {"argument-kind", QT_TRANSLATE_NOOP("rules", "Unknown kind of argument")},
    {"jump-target", QT_TRANSLATE_NOOP("rules", "A jump leaves its function")},
    {"storage-overlap", QT_TRANSLATE_NOOP("rules", "A tensor is overwritten while it is still read")},
    {"fall-through", QT_TRANSLATE_NOOP("rules", "Control falls through the end of a function")},
    {"duplicate-name", QT_TRANSLATE_NOOP("rules", "Duplicate function name")},
    {"param-names", QT_TRANSLATE_NOOP("rules", "Parameter names do not match the arguments")},
    {"code-outside", QT_TRANSLATE_NOOP("rules", "Instructions that belong to no function")},
    {"endless-jump", QT_TRANSLATE_NOOP("rules", "A goto jumps to itself")},
    {"call-arity", QT_TRANSLATE_NOOP("rules", "A call has the wrong number of arguments")},
    {"builtin-arguments", QT_TRANSLATE_NOOP("rules", "A builtin gets invalid arguments")},
    {"heap-slot", QT_TRANSLATE_NOOP("rules", "Slot outside the shape heap")},
    {"unresolved-name", QT_TRANSLATE_NOOP("rules", "A called function is not defined")},
    {"uncovered-symbol", QT_TRANSLATE_NOOP("rules", "A symbol that kernels need is missing")},
    {"library", QT_TRANSLATE_NOOP("rules", "Part of the library is unusual")},
    {"module-symbol", QT_TRANSLATE_NOOP("rules", "The modules of the library have no symbol")},
    {"compressed", QT_TRANSLATE_NOOP("rules", "The file is compressed")},
    {"module-payload", QT_TRANSLATE_NOOP("rules", "A module could not be decoded")},
    {"ambiguous-variant", QT_TRANSLATE_NOOP("rules", "More than one format variant fits")},
    {"tensor-device", QT_TRANSLATE_NOOP("rules", "A constant is not for the CPU")},
    {"trailing-bytes", QT_TRANSLATE_NOOP("rules", "Bytes after the last section")},
};

constexpr Title kExporters[] = {
    {"text", QT_TRANSLATE_NOOP("exporters", "TVM text…")},
    {"python", QT_TRANSLATE_NOOP("exporters", "TVM Python…")},
    {"json", QT_TRANSLATE_NOOP("exporters", "JSON listing…")},
    {"annotated", QT_TRANSLATE_NOOP("exporters", "Annotated listing…")},
    {"canonical", QT_TRANSLATE_NOOP("exporters", "Text without numbering…")},
    {"stats", QT_TRANSLATE_NOOP("exporters", "TVM statistics…")},
    {"constants", QT_TRANSLATE_NOOP("exporters", "Relay constants…")},
    {"primitives", QT_TRANSLATE_NOOP("exporters", "Relay packed functions…")},
    {"virtual-devices", QT_TRANSLATE_NOOP("exporters", "Relay virtual devices…")},
    {"dot-cfg", QT_TRANSLATE_NOOP("exporters", "Control flow for Graphviz…")},
    {"chrome", QT_TRANSLATE_NOOP("exporters", "Chrome trace…")},
    {"csv", QT_TRANSLATE_NOOP("exporters", "Events as CSV…")},
};

/// Translatable texts of variantProducer(); names that are the same in every language are omitted.
constexpr const char* kProducers[] = {
    QT_TRANSLATE_NOOP("variants", "TVM unity, July to August 2023"),
    QT_TRANSLATE_NOOP("variants", "TVM 0.16 to 0.20"),
    QT_TRANSLATE_NOOP("variants", "TVM 0.23 to 0.27"),
    QT_TRANSLATE_NOOP("variants", "TVM unity, January to July 2023"),
    QT_TRANSLATE_NOOP("variants", "Relax prototype, 2021 to 2022"),
    QT_TRANSLATE_NOOP("variants", "Relax prototype, 2022"),
    QT_TRANSLATE_NOOP("variants", "TVM builds before 0.9"),
    QT_TRANSLATE_NOOP("variants", "TVM 0.9 to 0.13"),
    QT_TRANSLATE_NOOP("variants", "TVM 0.14 to 0.19"),
};
constexpr const char* kVmNames[] = {QT_TRANSLATE_NOOP("variants", "Relax VM"),
                                    QT_TRANSLATE_NOOP("variants", "Relay VM"),
                                    QT_TRANSLATE_NOOP("variants", "parameter list")};

template <size_t N>
const char* find(const Title (&table)[N], std::string_view id) {
  for (const Title& row : table)
    if (id == row.id) return row.text;
  return nullptr;
}

}  // namespace

QString ruleTitle(const std::string& rule) {
  const char* text = find(kRules, rule);
  if (const LintRuleRow* row = findLintRule(rule); row != nullptr) return engineText(std::string(row->title));
  return text != nullptr ? QCoreApplication::translate("rules", text) : QString::fromStdString(rule);
}

bool hasRuleTitle(const std::string& rule) { return find(kRules, rule) != nullptr || findLintRule(rule) != nullptr; }

QString exporterTitle(const char* id, const char* fallback) {
  const char* text = find(kExporters, id);
  return text != nullptr ? QCoreApplication::translate("exporters", text) : QString::fromUtf8(fallback);
}

bool hasExporterTitle(const char* id) { return find(kExporters, id) != nullptr; }

bool hasProducerTitle(Variant variant) {
  const std::string_view text = variantProducer(variant);
  return text.find(' ') == std::string_view::npos || text.find(' ') == text.rfind(' ') ||
         std::find(std::begin(kProducers), std::end(kProducers), text) != std::end(kProducers);
}

QString producerTitle(Variant variant) { return QCoreApplication::translate("variants", variantProducer(variant)); }

QString variantTitle(Variant variant) {
  const QString vm = QCoreApplication::translate("variants", vmName(variant));
  return variant == Variant::Params ? vm : vm + QStringLiteral(" · ") + producerTitle(variant);
}

// lupdate extracts these texts from the .def files (translations/table_texts.py).
QString obstacleText(const RunObstacle& obstacle) {
  const bool isMessage = obstacle.kind == ObstacleKind::Damaged;
  return QCoreApplication::translate("obstacles", obstacleClause(obstacle.kind))
      .replace(QStringLiteral("{}"), isMessage ? engineText(obstacle.detail) : QString::fromStdString(obstacle.detail));
}

QString builtinHelp(const BuiltinRow& row) { return QCoreApplication::translate("builtins", row.help); }

}  // namespace relaxscope
