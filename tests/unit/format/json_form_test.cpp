// SPDX-License-Identifier: Apache-2.0
// The JSON form preserves every bit, and its errors name the cause.
#include "vmcore/format/json/json_form.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "tests/support/random_program.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/vectors.h"
#include "tests/unit/format/checks.h"
#include "vmcore/base/text/collect.h"
#include "vmcore/format/json/words.h"
#include "vmcore/format/loader.h"
#include "vmcore/format/side_file.h"
#include "vmcore/format/vm/executable_check.h"
#include "vmcore/format/vm/vm_executable.h"

namespace relaxscope {
namespace {

using test::executableOf;

std::string formOf(const Executable& executable, const std::string& sidePath = "") {
  const std::string text = collectText([&](const TextSink& sink) {
    const auto written = writeJsonForm(executable, sidePath.substr(sidePath.rfind('/') + 1), sink);
    EXPECT_TRUE(written.ok()) << written.error().text();
  });
  if (sidePath.empty() || !needsSideFile(executable)) return text;
  auto side = makeSideFile(executable, sidePath);
  EXPECT_TRUE(side.ok() && side->commit().ok());
  return text;
}
std::string formError(std::string text) {
  const auto read = readJsonForm(Bytes::copyOf(text), "form.json");
  return read.ok() ? "no error" : read.error().text();
}
std::string replaced(std::string text, std::string_view what, std::string_view by) {
  const size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return at == std::string::npos ? text : text.replace(at, what.size(), by);
}

void expectFormKept(const Executable& executable, const std::string& text, const std::string& path) {
  ASSERT_TRUE(looksLikeJsonForm(Bytes::copyOf(text)));
  const auto back = readJsonForm(Bytes::copyOf(text), path);
  ASSERT_TRUE(back.ok()) << back.error().text() << "\n" << text.substr(0, 4000);
  EXPECT_EQ(back->variant, executable.variant);
  EXPECT_EQ(writeVmExecutable(*back), writeVmExecutable(executable));
  EXPECT_EQ(formOf(*back), formOf(executable));
}

TEST(JsonForm, KeepsTheBytesOfTvm) {
  for (const std::string_view hex :
       {test::kAddHex, test::kEmptyHex, test::kAllHex, test::kEra017Hex, test::kEra021Hex, test::kEra027Hex}) {
    const Executable executable = executableOf(hex);
    const std::string text = formOf(executable);
    expectFormKept(executable, text, "form.json");
    const auto back = readJsonForm(Bytes::copyOf(text), "form.json");
    EXPECT_EQ(back->byteSize, executable.byteSize);
    for (size_t i = 0; i < executable.functions.size(); ++i)
      EXPECT_EQ(back->functions[i].byteOffset, executable.functions[i].byteOffset);
    for (size_t i = 0; i < executable.constants.size(); ++i)
      EXPECT_EQ(back->constants[i].byteOffset, executable.constants[i].byteOffset);
  }
}

TEST(JsonForm, KeepsGeneratedExecutablesOfEveryVariant) {
  for (uint64_t seed = 0; seed < 600; ++seed) {
    SCOPED_TRACE(seed);
    const Executable executable =
        test::randomExecutable(seed, seed % 2 == 0 ? test::Validity::Valid : test::Validity::Malformed);
    expectFormKept(executable, formOf(executable), "form.json");
  }
}

TEST(JsonForm, KeepsLargeDataInTheSideFile) {
  const test::ScratchFolder folder;
  size_t withSideFile = 0;
  for (uint64_t seed = 1000; seed < 1300; ++seed) {
    SCOPED_TRACE(seed);
    const Executable executable = test::randomExecutable(seed, test::Validity::Valid);
    std::filesystem::remove(folder.file("x.json.npz"));
    const std::string text = formOf(executable, folder.file("x.json.npz"));
    const bool named = text.find("\"side_file\": \"x.json.npz\"") != std::string::npos;
    EXPECT_EQ(named, std::filesystem::exists(folder.file("x.json.npz")));
    withSideFile += named ? 1 : 0;
    expectFormKept(executable, text, folder.file("x.json"));
  }
  EXPECT_GT(withSideFile, 10u);
}

TEST(JsonForm, OneLinePerInstructionWhereThatSaysEverything) {
  const std::string text = formOf(executableOf(test::kAllHex));
  EXPECT_NE(
      text.find(
          R"({"op": "call", "func": "pk", "args": ["vm", "r0", "i-5", "i7", "c0", "c1", "c2", "c3", "i42", "c4", "c5", "f1", "void"], "dst": 3})"),
      std::string::npos)
      << text;
  EXPECT_NE(text.find(R"({"op": "if", "cond": 2, "false_offset": 3})"), std::string::npos);
  EXPECT_NE(text.find(R"({"op": "call", "func": "memo", "args": ["r3", "r1"], "dst": "vm"})"), std::string::npos);
  EXPECT_EQ(text.find("\"words\""), std::string::npos);
}

TEST(JsonForm, RawWordsWhereTheCodeIsUnusual) {
  Executable executable = executableOf(test::kAddHex);
  executable.code.offsets[1] = 3;
  const std::string text = formOf(executable);
  EXPECT_NE(text.find("\"offsets\": [0, 3]"), std::string::npos);
  EXPECT_EQ(text.find("\"instructions\""), std::string::npos);
}

TEST(JsonForm, DuplicateNamesInTheTableAreWrittenByNumber) {
  Executable executable = executableOf(test::kAddHex);
  executable.functions.push_back(executable.functions[1]);
  EXPECT_NE(formOf(executable).find("\"func\": 1,"), std::string::npos);
}

TEST(JsonForm, EveryArgumentWordHasOneText) {
  for (const uint64_t kind : {0, 1, 2, 3, 4, 9, 127, 255})
    for (const uint64_t value : {uint64_t{0}, uint64_t{1}, uint64_t{1} << 54, (uint64_t{1} << 54) + 1,
                                 uint64_t{1} << 55, (uint64_t{1} << 56) - 1}) {
      const Arg arg = Arg::decode(static_cast<int64_t>(kind << 56 | value));
      const auto back = jsonform::parseArg(jsonform::argText(arg));
      ASSERT_TRUE(back.has_value()) << jsonform::argText(arg);
      EXPECT_EQ(back->word(), arg.word());
    }
  for (const char* text :
       {"", "r", "x1", "r1x", "r 1", "k256:1", "k-1:0", "k9", "i36028797018963968", "i99999999999999999999"})
    EXPECT_FALSE(jsonform::parseArg(text).has_value()) << text;
}

TEST(JsonForm, SaysWhatIsWrongAndWhere) {
  const std::string form = formOf(executableOf(test::kAllHex));
  const struct {
    const char* what;
    const char* by;
    const char* says;
  } cases[] = {
      {"\"form\": 1", "\"form\": 2", "form 2"},
      {"\"R5\"", "\"R9\"", "variant \"R9\""},
      {"\"num_args\": -2", "\"num_args\": \"x\"", "functions 0: \"num_args\" must be an integer"},
      {"\"registers\": 4,", "", "functions 2: \"registers\" is missing"},
      {"\"kind\": \"shape\"", "\"kind\": \"shades\"", "constants 1: unknown constant kind \"shades\""},
      {"\"shape\": [2, 3]", "\"shape\": [2, 4]", "constant 0: tensor f32[2, 4] does not have 24 bytes"},
      {"\"shape\": [2, 3]", "\"shape\": [-1, 3]", "constant 0"},
      {"\"hex\": \"00", "\"hex\": \"zz", "hexadecimal"},
      {"\"hex\": \"00", "\"hex\": \"0", "odd number"},
      {"\"func\": \"pk\"", "\"func\": \"pq\"", "instructions 3: no function \"pq\""},
      {"\"r0\"", "\"q0\"", "argument \"q0\""},
      {"\"op\": \"goto\"", "\"op\": \"jump\"", "instructions 2: unknown op \"jump\""},
      {"\"offset\": 2", "\"offset\": 99999999999999999999", "must be an integer"},
      {"\"offset\": 2", "\"offset\": 18446744073709551615", "64 bits"},
      {"\"name\": \"pk\"", "\"name\": \"p\\\\k\"", "invalid escape"},
      {"\"constants\": [", "\"constance\": [", "unknown \"constance\""},
      {"\"hex\": \"0700000000000000\"", "\"hex_array\": \"constant5\"", "without a side file"},
  };
  for (const auto& c : cases) {
    const std::string error = formError(replaced(form, c.what, c.by));
    EXPECT_NE(error.find(c.says), std::string::npos) << c.by << ": " << error;
  }
}

TEST(JsonForm, RefusesWhatIsNoForm) {
  EXPECT_FALSE(looksLikeJsonForm(Bytes::copyOf("{\"other\": 1}")));
  EXPECT_FALSE(looksLikeJsonForm(Bytes()));
  EXPECT_TRUE(looksLikeJsonForm(Bytes::copyOf(" {\n \"relaxscope\": 1")));
  EXPECT_NE(formError("{\"relaxscope\": \"executable\""), "no error");
  EXPECT_NE(formError("[]"), "no error");
  EXPECT_NE(
      formError(
          "{\"relaxscope\": \"executable\", \"form\": 1, \"variant\": \"R5\", \"version\": \"0.14\", \"memory_scopes\": [" +
          std::string(100'000, '[')),
      "no error");
  EXPECT_NE(
      formError(
          "{\"relaxscope\": \"executable\", \"form\": 1, \"variant\": \"R4\", \"version\": \"0.14\", \"memory_scopes\": [{\"constant\": 0, \"scope\": \"a\"}]}"),
      "no error");
}

TEST(JsonForm, TakesMembersInAnyOrderAndTheLastOfOneName) {
  const std::string form = formOf(executableOf(test::kAllHex));
  const std::string turned =
      replaced(form, R"({"op": "goto", "offset": 2})", R"({"offset": 7, "offset": 2, "op": "goto"})");
  expectFormKept(executableOf(test::kAllHex), turned, "form.json");
  EXPECT_NE(formError(replaced(form, "\"constants\": [", "\"constants\": {\"a\": [")), "no error");
  EXPECT_NE(formError(replaced(form, "\"functions\": [", "\"functions\": {\"a\": 1}, \"functions\": ["))
                .find("must be a list"),
            std::string::npos);
}

/// Code is read with the members before it, so none of them may change afterwards.
TEST(JsonForm, RefusesDuplicateMembersAndMembersAfterTheCode) {
  const std::string begin = R"({"relaxscope": "executable", "form": 1, "variant": "Relay C", "version": "0.17.0", )";
  const std::string functions =
      R"("functions": [{"name": "main", "kind": "bytecode", "start": 0, "end": 1, "num_args": 0, "registers": 1, "params": []}], )";
  const std::string code = R"("instructions": [{"op": "ret", "result": 0}])";
  EXPECT_EQ(formError(begin + functions + "\"code_order\": [0], " + code + "}"), "no error");
  EXPECT_NE(formError(begin + functions + code + ", \"variant\": \"R5\"}").find("duplicate \"variant\""),
            std::string::npos);
  EXPECT_NE(formError(begin + functions + functions + code + "}").find("duplicate \"functions\""), std::string::npos);
  EXPECT_NE(formError(begin + code + ", " + functions + "\"trailing\": \"\"}")
                .find("\"functions\" must come before the code"),
            std::string::npos);
  EXPECT_NE(
      formError(begin + functions + code + ", \"early_if\": true}").find("\"early_if\" must come before the code"),
      std::string::npos);
  EXPECT_NE(formError(R"({"relaxscope": "executable", "form": 1, "offsets": [0], "variant": "P"})")
                .find("\"variant\" must come before the code"),
            std::string::npos);
  EXPECT_NE(formError(begin + "\"constance\": []}").find("unknown \"constance\""), std::string::npos);
}

TEST(JsonForm, CodeOfAnotherVariantsSetBreaksABound) {
  Executable executable = executableOf(test::kAllHex);
  EXPECT_TRUE(checkExecutable(executable).ok());
  executable.code.set = &instructionSetOf(Variant::RelayC);
  const auto checked = checkExecutable(executable);
  ASSERT_FALSE(checked.ok());
  EXPECT_NE(checked.error().message.find("R5 has no instructions of the Relay VM"), std::string::npos)
      << checked.error().message;
}

TEST(JsonForm, RefusesASideFileElsewhere) {
  std::string form = formOf(executableOf(test::kAllHex));
  form = replaced(form, "\"hex\": \"0700000000000000\"", "\"hex_array\": \"constant5\"");
  form = replaced(form, "\"version\"", "\"side_file\": \"../../etc/passwd\", \"version\"");
  EXPECT_NE(formError(form).find("must be in the folder of the form"), std::string::npos);
}

TEST(JsonForm, StopsWhenTheSinkRefuses) {
  size_t pieces = 0;
  const TextSink sink = [&](std::string_view) { return ++pieces < 1; };
  EXPECT_TRUE(writeJsonForm(executableOf(test::kAllHex), "", sink).ok());
  EXPECT_EQ(pieces, 1u);
}

TEST(JsonForm, OpensLikeAnyFile) {
  const auto file = loadBytes(Bytes::copyOf(formOf(executableOf(test::kAllHex))), "x.json");
  ASSERT_TRUE(file.ok()) << file.error().text();
  EXPECT_EQ(file->kind, FileKind::JsonForm);
  EXPECT_EQ(file->executable->functions.size(), 6u);
}

TEST(JsonForm, RelaxVmRoundTripOfGeneratedExecutables) {
  for (uint64_t seed = 0; seed < 1000; ++seed) {
    SCOPED_TRACE(seed);
    const Executable executable =
        test::randomExecutable(seed, seed % 2 == 0 ? test::Validity::Valid : test::Validity::Malformed);
    const std::vector<uint8_t> bytes = writeVmExecutable(executable);
    Diagnostics notes;
    const auto back = readVmExecutable(Bytes::own(bytes), 0, notes);
    ASSERT_TRUE(back.ok()) << back.error().text();
    EXPECT_EQ(writeVmExecutable(*back), bytes);
  }
}

}  // namespace
}  // namespace relaxscope
