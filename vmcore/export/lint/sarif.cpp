// SPDX-License-Identifier: Apache-2.0
// SARIF 2.1.0 (OASIS, 2020): one run, a rule per id that occurs or could, a result per finding.
#include <fmt/format.h>

#include <cctype>
#include <map>

#include "vmcore/analysis/verify/verifier.h"
#include "vmcore/base/json/writer.h"
#include "vmcore/base/text/text.h"
#include "vmcore/base/version.h"
#include "vmcore/export/lint/json_lint.h"
#include "vmcore/export/lint/rule_pages.h"

namespace relaxscope {
namespace {

using Layout = JsonWriter::Layout;
constexpr size_t kRelated = 100;  // further sites of a result

const char* levelOf(Severity severity) {
  switch (severity) {
    case Severity::Error: return "error";
    case Severity::Warning: return "warning";
    case Severity::Info: break;
  }
  return "note";
}

/// A place of a result.
struct Place {
  FuncIndex function;
  InstrIndex pc;
  std::string name;  ///< of what is neither
  std::optional<uint64_t> byte;
};

class SarifWriter {
 public:
  SarifWriter(const FindingsReport& report, const TextSink& sink) : report_(report), json_(sink) {}

  void write() {
    json_.beginObject().field("$schema", "https://json.schemastore.org/sarif-2.1.0.json").field("version", "2.1.0");
    json_.key("runs").beginArray().beginObject();
    json_.key("tool").beginObject().key("driver").beginObject();
    json_.field("name", "rscope").field("version", version());
    writeRules();
    json_.end().end();
    json_.key("results").beginArray();
    report_.findings.forEachBySeverity([&](const Diagnostic& finding) { writeDiagnostic(finding); });
    for (const LintFinding& finding : report_.lint.all) writeLint(finding);
    json_.end();
    if (!report_.lint.complete) writeIncomplete();
    json_.end().end().end();
  }

 private:
  void writeIncomplete() {
    json_.key("invocations").beginArray().beginObject().field("executionSuccessful", true);
    json_.key("toolExecutionNotifications").beginArray().beginObject().field("level", "note");
    text("message", fmt::format("Findings may be missing: {}.", report_.lint.incompleteReason()));
    json_.end().end().end().end();
  }
  void text(const char* key, std::string_view what) {
    json_.key(key).beginObject(Layout::Inline).field("text", what).end();
  }
  void beginRule(const std::string& id, Severity severity, std::string_view summary) {
    rules_.emplace(id, rules_.size());
    json_.beginObject().field("id", id);
    if (!summary.empty()) text("shortDescription", summary);
    if (const std::string_view page = rulePage(id); !page.empty()) {
      text("fullDescription", rulePageSection(id, "What it means"));
      json_.key("help").beginObject().field("text", page).field("markdown", page).end();
    }
    json_.key("defaultConfiguration").beginObject(Layout::Inline).field("level", levelOf(severity)).end();
  }
  void writeRules() {
    json_.key("rules").beginArray();
    for (const LintRuleRow& rule : lintRules()) {
      beginRule(rule.id, rule.severity, rule.title);
      json_.end();
    }
    std::map<std::string_view, const RuleRow*> known;
    for (const RuleRow& row : verifierRules()) known.emplace(row.id, &row);
    for (const Diagnostic& finding : report_.findings.all()) {
      if (rules_.contains(finding.rule)) continue;
      const auto row = known.find(finding.rule);
      beginRule(finding.rule, finding.severity, row != known.end() ? row->second->summary : "");
      json_.end();
    }
    json_.end();
  }

  void beginResult(const std::string& rule, Severity severity, std::string_view message) {
    json_.beginObject().field("ruleId", rule).field("ruleIndex", static_cast<uint64_t>(rules_.at(rule)));
    json_.field("level", levelOf(severity));
    text("message", message);
  }
  void writeDiagnostic(const Diagnostic& finding) {
    beginResult(finding.rule, finding.severity, finding.message);
    json_.key("locations").beginArray();
    writeLocation({finding.function, finding.pc,
                   finding.constant.valid() ? fmt::format("c[{}]", finding.constant.value) : "", finding.byteOffset},
                  {});
    json_.end().end();
  }
  void writeLint(const LintFinding& finding) {
    const LintRuleRow& rule = lintRule(finding.rule);
    beginResult(rule.id, rule.severity, fmt::format("{}. {}", rule.title, finding.message));
    LintSite first = finding.place();
    if (finding.function.valid()) first.function = finding.function;
    json_.key("locations").beginArray();
    writeLocation(placeOf(first), {});
    json_.end();
    size_t id = 0;
    for (const LintPart& part : finding.parts)
      for (const LintSite& site : part.sites) {
        if (id == kRelated) break;
        if (id == 0) json_.key("relatedLocations").beginArray();
        writeLocation(placeOf(site), {++id, part.detail.empty() ? part.what : part.what + ": " + part.detail});
      }
    if (id != 0) json_.end();
    json_.key("properties").beginObject(Layout::Inline).field("count", finding.count).end();
    json_.end();
  }

  [[nodiscard]] Place placeOf(const LintSite& site) const {
    Place place{site.function, site.pc, site.kernel, {}};
    const Constant* const constant = report_.executable.constant(site.constant);
    if (constant != nullptr) {
      if (!site.pc.valid()) place.name = fmt::format("c[{}]", site.constant.value);
      if (constant->byteOffset != 0 && !site.pc.valid()) place.byte = report_.executableOffset + constant->byteOffset;
    }
    return place;
  }
  struct Related {
    size_t id = 0;
    std::string message;
  };
  void writeLocation(const Place& place, const Related& related) {
    json_.beginObject(Layout::Inline);
    if (related.id != 0) json_.field("id", static_cast<uint64_t>(related.id));
    json_.key("physicalLocation").beginObject(Layout::Inline);
    json_.key("artifactLocation").beginObject(Layout::Inline).field("uri", uri()).end();
    if (place.byte) json_.key("region").beginObject(Layout::Inline).field("byteOffset", *place.byte).end();
    json_.end();
    const Function* const function = report_.executable.function(place.function);
    if (function != nullptr || !place.name.empty()) {
      json_.key("logicalLocations").beginArray(Layout::Inline).beginObject(Layout::Inline);
      const std::string name = function != nullptr ? printable(function->name) : place.name;
      json_.field("name", name);
      if (function != nullptr && place.pc.valid())
        json_.field("fullyQualifiedName", fmt::format("{}:{}", name, place.pc.value));
      json_.field("kind", function != nullptr || place.name.empty() ? "function" : "resource").end().end();
    }
    if (related.id != 0) text("message", related.message);
    json_.end();
  }
  /// The path as a URI reference: what is neither unreserved nor a slash is escaped.
  [[nodiscard]] std::string uri() const {
    std::string out;
    for (const char c : report_.path) {
      const auto byte = static_cast<unsigned char>(c);
      const bool plain =
          byte < 0x80 && (std::isalnum(byte) != 0 || std::string_view("-._~/").find(c) != std::string_view::npos);
      out += plain ? std::string(1, c) : fmt::format("%{:02X}", byte);
    }
    return out;
  }

  const FindingsReport& report_;
  JsonWriter json_;
  std::map<std::string, size_t, std::less<>> rules_;
};

}  // namespace

void writeSarif(const FindingsReport& report, const TextSink& sink) { SarifWriter(report, sink).write(); }

}  // namespace relaxscope
