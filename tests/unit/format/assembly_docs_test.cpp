// SPDX-License-Identifier: Apache-2.0
// The page that describes the language matches the parsers: its examples assemble, its tables are complete.
#include <gtest/gtest.h>

#include <fstream>

#include "tests/unit/format/assembly_support.h"

namespace relaxscope {
namespace {

using namespace test;

const std::string& page() {
  static const std::string text = [] {
    std::ifstream file(RELAXSCOPE_DOCS "/assembler.md");
    return std::string{std::istreambuf_iterator<char>(file), {}};
  }();
  return text;
}

/// The first code block after a heading.
std::string exampleAfter(std::string_view heading) {
  const size_t at = page().find(heading);
  EXPECT_NE(at, std::string::npos) << heading;
  const size_t begin = page().find("```\n", at) + 4;
  return page().substr(begin, page().find("```", begin) - begin);
}

TEST(AssemblyDocs, TheTextExampleAssembles) {
  const Executable e = executableFrom(exampleAfter("## Text form"));
  EXPECT_EQ(e.functions.size(), 4u);
  EXPECT_EQ(e.constants.size(), 3u);
  EXPECT_EQ(e.code.size(), 6u);
}

TEST(AssemblyDocs, ThePythonExampleAssembles) {
  const Executable e = executableFrom(exampleAfter("## Python form"), AssemblyForm::Python);
  EXPECT_EQ(e.functions.size(), 2u);
  EXPECT_EQ(e.constants.size(), 2u);
  EXPECT_EQ(e.code.size(), 4u);
}

TEST(AssemblyDocs, EveryMnemonicIsDocumentedWithItsOperands) {
  for (const InstructionSet* set : instructionSets()) {
    if (!set->isRelay()) continue;
    for (const OpcodeRow* row : set->rows) {
      if (row == nullptr) continue;
      const size_t at = page().find("| `" + std::string(row->mnemonic) + "` |");
      ASSERT_NE(at, std::string::npos) << row->mnemonic;
      const std::string line = page().substr(at, page().find('\n', at) - at);
      for (const OperandRow& operand : row->operands) {
        const bool named = operand.role != OperandRole::Count && operand.role != OperandRole::TypeBits &&
                           operand.role != OperandRole::TypeLanes;
        const std::string name = operand.role == OperandRole::TypeCode ? "dtype" : operand.name;
        if (named) { EXPECT_NE(line.find("`" + name), std::string::npos) << row->mnemonic << " " << name; }
      }
    }
  }
}

TEST(AssemblyDocs, EveryDirectiveIsDocumented) {
  const std::string messages = messagesOf(assemble(".nothing\n", AssemblyForm::Text));
  const size_t list = messages.find("one of");
  ASSERT_NE(list, std::string::npos);
  size_t count = 0;
  for (size_t at = messages.find('.', list); at != std::string::npos; at = messages.find('.', at + 1)) {
    const std::string name = messages.substr(at, messages.find_first_of(" \n", at) - at);
    EXPECT_NE(page().find("`" + name), std::string::npos) << name;
    ++count;
  }
  EXPECT_EQ(count, 12u);
}

}  // namespace
}  // namespace relaxscope
