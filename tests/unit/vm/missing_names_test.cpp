// SPDX-License-Identifier: Apache-2.0
// One message about all missing names, of bounded length.
#include <gtest/gtest.h>

#include "vmcore/vm/missing_names.h"

namespace relaxscope::testing {
namespace {

TEST(MissingNames, ComeInOneMessageWithTheirHomes) {
  MissingNames missing;
  EXPECT_TRUE(missing.empty());
  missing.addFunction("flashinfer.decode");
  EXPECT_EQ(missing.text(), "missing function: flashinfer.decode (usually in FlashInfer's own library)");
  missing.addCompiled("main");
  missing.addNeed("a.so", "symbol x is not provided");
  missing.addNeed("b.so", "symbol y is not provided");
  EXPECT_FALSE(missing.empty());
  EXPECT_EQ(missing.text(),
            "a.so: symbol x is not provided; b.so: symbol y is not provided; missing functions: "
            "flashinfer.decode (usually in FlashInfer's own library); __vmtir__main (the compiled body of main)");
}

TEST(MissingNames, AreBoundedTogether) {
  MissingNames missing;
  for (int i = 0; i < 300; ++i) missing.addNeed("a.so", "s" + std::to_string(i));
  for (int i = 0; i < 300; ++i) missing.addFunction("f" + std::to_string(i));
  const std::string text = missing.text();
  EXPECT_NE(text.find("missing functions: f0; f1;"), std::string::npos);
  EXPECT_TRUE(text.ends_with("; f199; and 100 more")) << text.substr(text.size() - 60);
}

std::shared_ptr<const Library> libraryWith(std::vector<std::string> kernels) {
  auto library = std::make_shared<Library>();
  library->modules.emplace_back().kind = "_lib";
  library->modules.back().decoded = HostModule{std::move(kernels)};
  return library;
}

TEST(UnopenedFunctions, AreWhatTheBytesName) {
  UnopenedFunctions functions;
  EXPECT_FALSE(functions.mayHave("add"));
  functions.add(libraryWith({"add"}));
  functions.add(libraryWith({"mul", "__vmtir__main"}));
  EXPECT_TRUE(functions.mayHave("add"));
  EXPECT_TRUE(functions.mayHave("mul"));
  EXPECT_TRUE(functions.mayHaveCompiled("main"));
  EXPECT_FALSE(functions.mayHaveCompiled("add"));
}

TEST(UnopenedFunctions, MayBeAnyWhereAModuleIsNotKnown) {
  UnopenedFunctions functions;
  auto library = std::make_shared<Library>();
  library->modules.emplace_back().kind = "of somebody else";
  functions.add(library);
  EXPECT_TRUE(functions.mayHave("add"));
  UnopenedFunctions plain;
  plain.addUnknown();
  EXPECT_TRUE(plain.mayHave("add"));
}

}  // namespace
}  // namespace relaxscope::testing
