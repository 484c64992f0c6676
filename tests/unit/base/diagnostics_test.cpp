// SPDX-License-Identifier: Apache-2.0
#include "vmcore/base/diagnostics.h"

#include <gtest/gtest.h>

#include <string>

namespace relaxscope {
namespace {

Diagnostic finding(Severity severity, std::string message) {
  Diagnostic made;
  made.severity = severity;
  made.message = std::move(message);
  return made;
}

TEST(Diagnostics, AppendedOnesComeAfterwardsWithTheirCounts) {
  Diagnostics reader, verifier;
  reader.add(finding(Severity::Info, "first"));
  const size_t many = Diagnostics::kMaxKept + 5;
  for (size_t i = 0; i < many; ++i) verifier.add(finding(Severity::Error, "second"));
  reader.append(verifier);
  EXPECT_EQ(reader.total(), many + 1);
  EXPECT_EQ(reader.count(Severity::Error), many) << "those that were not kept count too";
  ASSERT_EQ(reader.all().size(), Diagnostics::kMaxKept + 1);
  EXPECT_EQ(reader.all()[0].message, "first");
  EXPECT_EQ(reader.all()[1].message, "second");
}

TEST(Diagnostics, BySeverityKeepsTheOrderOfDiscovery) {
  Diagnostics findings;
  for (const char* message : {"i1", "e1", "w1", "e2", "i2"})
    findings.add(finding(message[0] == 'e'   ? Severity::Error
                         : message[0] == 'w' ? Severity::Warning
                                             : Severity::Info,
                         message));
  std::string order;
  findings.forEachBySeverity([&](const Diagnostic& each) { order += each.message + " "; });
  EXPECT_EQ(order, "e1 e2 w1 i1 i2 ");
}

}  // namespace
}  // namespace relaxscope
